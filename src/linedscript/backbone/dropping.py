"""What scene review takes out of a film's extracted records, and what goes on."""

from collections.abc import Sequence
from typing import Any

from linedscript.backbone.normalization import name_key
from linedscript.io.canonical import id_key
from linedscript.records.entity import Mention
from linedscript.records.finding import Finding, Kind
from linedscript.records.unit import Unit


def standing(kind: Kind, rows: Sequence[Any], findings: Sequence[Finding]) -> list[Any]:
    """The rows but for those that an accepted finding drops.

    A relation whose end is dropped stays: it dangles, and the graph records that.
    """
    dropped = {finding.record for finding in findings if finding.drops}
    return [row for row in rows if f"{kind}/{row.id}" not in dropped]


def ended(kind: Kind, rows: Sequence[Any], findings: Sequence[Finding]) -> list[Any]:
    """The rows that accepted findings drop, by id."""
    left = {row.id for row in standing(kind, rows, findings)}
    return sorted((row for row in rows if row.id not in left), key=lambda row: id_key(row.id))


def detached(units: Sequence[Unit], dropped: Sequence[Mention]) -> list[tuple[Unit, int, str]]:
    """``(unit, place of the participant, mention)``: participants of resolved units that were a dropped mention.

    Their names stay; where another mention of the scene has the same form, they go on as that and aren't listed.
    """
    forms: dict[tuple[str, str], str] = {}
    for mention in dropped:
        for form in (mention.surface, mention.normalized):
            forms.setdefault((mention.scene, name_key(form)), mention.id)
    return [
        (unit, place, forms[unit.scene, name_key(part.name)])
        for unit in units
        for place, part in enumerate(unit.participants)
        if part.mention is None and (unit.scene, name_key(part.name)) in forms
    ]
