"""Which reviewed record a finding of scene review is about, where it still stands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from linedscript.io.canonical import id_key
from linedscript.records.finding import Finding
from linedscript.records.relation import Repair
from linedscript.review.references import ref


def doubted(
    findings: Sequence[Finding], repairs: Sequence[Repair], layers: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[Finding, tuple[str, str]]]:
    """Each finding that took nothing out, with layer and id of the record to look at.

    A relation's is the one that it became, a mention's the entity that it belongs to. Nothing is left to look at where
    that has ended, is withheld, or never came into being.
    """
    became = {repair.record: repair.into for repair in repairs if repair.action == "flagged_in_review"}
    became |= {
        f"mentions/{mention}": f"entities/{entity.id}"
        for entity in layers.get("entities", ())
        for mention in entity.mentions
    }
    stand = {f"{layer}/{record.id}" for layer, records in layers.items() for record in records}
    for finding in sorted(findings, key=lambda finding: id_key(finding.id)):
        target = became.get(finding.record, finding.record)
        if not finding.drops and target in stand:
            yield finding, ref(target)
