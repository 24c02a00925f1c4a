"""What a reviewer should look at, most urgent first."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import id_key
from linedscript.records.base import Record
from linedscript.records.check import Check
from linedscript.records.engine import Coverage, LedgerEntry
from linedscript.records.entity import Adjudication, Entity, Mention
from linedscript.records.finding import Finding
from linedscript.records.relation import Repair
from linedscript.records.review import QueueEntry
from linedscript.records.scene import Scene
from linedscript.records.stage import RolePackage
from linedscript.review.apply import Reviewed, unwaived
from linedscript.review.conflicts import conflicts
from linedscript.review.doubts import doubted
from linedscript.review.references import name, ref
from linedscript.suites.stage.item_checks import current, failure
from linedscript.suites.stage.roles import AUDITED, audit_roles, shortfall
from linedscript.suites.stage.unique import NOT_UNIQUE, SecondAnswers

_SCENE = re.compile(r"s[0-9]{4}")
PRIORITY = {
    "failed_coverage": 1,
    "stale": 1,
    "logical_conflict": 2,
    "below_threshold": 2,
    "uncertain_identity": 2,
    "doubted_in_scene": 2,
    "low_yield": 2,
    "failed_check": 2,
    "unchecked": 2,
    "ledger_failure": 3,
    "low_confidence": 3,
}
"""1: the film can't be released as it should be. 2: something is probably wrong. 3: something may be. Kinds of one
priority come in this order."""
CANDIDATES = "candidates:"
"""How the keys of ledger entries begin that account for candidates passed over, which is no fault."""


class QueueSettings(NamedTuple):
    low_confidence: float
    """Records whose confidence, 0 to 1, is below this are listed."""
    least: Mapping[str, int] = {}
    """Of a role package's counts: what falls below is listed."""


def review_queue(
    film: str,
    reviewed: Reviewed,
    coverage: Sequence[Coverage],
    ledger: Sequence[LedgerEntry],
    adjudications: Sequence[Adjudication],
    settings: QueueSettings,
    *,
    scenes: Sequence[Scene] = (),
    mentions: Sequence[Mention] = (),
    findings: Sequence[Finding] = (),
    repairs: Sequence[Repair] = (),
    checks: Sequence[Check] = (),
) -> list[QueueEntry]:
    """One entry per kind and record or block, most urgent first, records of low confidence by confidence.

    What a reviewer kept is not asked again, nor failures that a patch waives. Left out as well are candidates that the
    funnel passed over, and faint continuations that no storyline rests on."""
    entries: dict[str, QueueEntry] = {}

    def add(kind: str, layer: str, record: str, detail: str, where: Sequence[str]) -> None:
        entry_id = f"{kind}:{layer}/{record}"
        before = entries.get(entry_id)
        detail = f"{before.detail}; {detail}" if before else detail
        scenes_of = sorted({*where, *(before.scenes if before else ())}, key=id_key)
        entries[entry_id] = QueueEntry(
            id=entry_id,
            film=film,
            kind=kind,
            layer=layer,
            record=record,
            priority=PRIORITY[kind],
            detail=detail,
            scenes=tuple(scenes_of),
        )

    for block in unwaived(coverage, reviewed.waived):
        detail = f"failed after {block.attempts} attempts: {block.reason or 'no reason'}"
        add("failed_coverage", block.layer, block.key, detail, _SCENE.findall(block.key))
    for entry in reviewed.stale:
        layer, record = ref(entry.id)
        add(
            "stale",
            layer,
            record,
            f"withheld: {', '.join(entry.because)} changed by {', '.join(entry.patches)}",
            scenes_of(reviewed.withheld[entry.id]),
        )
    for conflict in conflicts(reviewed.layers, scenes):
        if name((conflict.layer, conflict.record)) not in reviewed.kept:
            add("logical_conflict", conflict.layer, conflict.record, conflict.detail, conflict.scenes)
    resting = {
        link
        for storyline in reviewed.layers.get("storylines", ())
        for turn in storyline.transitions
        for link in turn.links
    }
    confidence: dict[str, float] = {}
    for layer, records in reviewed.layers.items():
        for record in records:
            if name((layer, record.id)) not in reviewed.kept:
                _doubtful(add, layer, record, settings, resting)
                confidence[f"low_confidence:{layer}/{record.id}"] = getattr(record, "confidence", 0.0)
    _identities(add, adjudications, mentions, reviewed.layers.get("entities", ()))
    for finding, (layer, record) in doubted(findings, repairs, reviewed.layers):
        if name((layer, record)) not in reviewed.kept:
            add("doubted_in_scene", layer, record, _doubt(finding), [finding.scene])
    for package in _packages(film, reviewed, settings):
        add("low_yield", "roles", package.id, shortfall(package), ())
    _checks(add, checks, reviewed)
    _not_unique(add, reviewed, scenes)
    _ledger(add, ledger)
    kinds = list(PRIORITY)
    return sorted(
        entries.values(),
        key=lambda entry: (entry.priority, kinds.index(entry.kind), confidence.get(entry.id, 0.0), id_key(entry.id)),
    )


def scenes_of(record: Record) -> list[str]:
    """The scenes that a record lies in or takes its evidence from, in order."""
    found = {getattr(record, "scene", None)}
    found |= {evidence.scene for evidence in getattr(record, "evidence", ())}
    found |= {step.scene for step in getattr(record, "path", ())}
    return sorted((scene for scene in found if scene), key=id_key)


def _doubtful(add: Any, layer: str, record: Any, settings: QueueSettings, resting: set[str]) -> None:
    made = getattr(record, "made", None)
    if made is not None and not made.accepted:
        score = "" if made.score is None else f" with score {made.score:g}"
        add("below_threshold", layer, record.id, f"kept{score}, below the threshold", scenes_of(record))
    confidence = getattr(record, "confidence", None)
    if layer == "links" and record.type == "continues" and record.id not in resting:
        return
    if confidence is not None and confidence < settings.low_confidence:
        add("low_confidence", layer, record.id, f"confidence {confidence:g}", scenes_of(record))


def _identities(
    add: Any, adjudications: Sequence[Adjudication], mentions: Sequence[Mention], entities: Sequence[Any]
) -> None:
    """Pairs that the adjudicator left open and that are still two entities, each two entities once; and one name for
    two entities of a type."""
    home = {mention: entity.id for entity in entities for mention in entity.mentions}
    surface = {mention.id: mention.surface for mention in mentions}
    asked: set[frozenset[str]] = set()
    for one in adjudications:
        left, right = home.get(one.left), home.get(one.right)
        pair = frozenset((left or one.left, right or one.right))
        if one.verdict == "uncertain" and len(pair) == 2 and pair not in asked:
            asked.add(pair)
            said = [f"{surface.get(end, end)!r} ({home.get(end, end)})" for end in (one.left, one.right)]
            add(
                "uncertain_identity",
                "adjudications",
                one.id,
                f"{said[0]} and {said[1]}: {one.reason}",
                [end.partition(".")[0] for end in (one.left, one.right)],
            )
    holders: dict[tuple[str, str], list[Entity]] = {}
    for entity in sorted(entities, key=lambda entity: id_key(entity.id)):
        for alias in dict.fromkeys(alias.surface.casefold() for alias in entity.aliases):
            for kind in entity.types:
                holders.setdefault((alias, kind), []).append(entity)
    for (alias, _), group in holders.items():
        for entity in group[1:]:
            if "film" == entity.scope == group[0].scope:
                where = {found.first_scene for found in entity.aliases if found.surface.casefold() == alias}
                detail = f"shares the name {alias!r} with entities/{group[0].id}"
                add("uncertain_identity", "entities", entity.id, detail, sorted(where, key=id_key))


def _packages(film: str, reviewed: Reviewed, settings: QueueSettings) -> list[RolePackage]:
    """The roles of which there is too little, where the film has any."""
    layers = reviewed.layers
    if "prompts" not in layers:
        return []
    found = audit_roles(film, *(layers.get(layer, ()) for layer in AUDITED), {"least": settings.least})
    return [package for package in found if package.low_yield]


def _checks(add: Any, checks: Sequence[Check], reviewed: Reviewed) -> None:
    """Items that assembly withholds for a check of the wording that they have, and those that were changed or added
    since, so that no check speaks of them: until a reviewer keeps or replaces them."""
    of_item: dict[str, list[Check]] = {}
    for check in checks:
        of_item.setdefault(check.item, []).append(check)
    for item in reviewed.layers.get("items", ()) if checks else ():
        if name(("items", item.id)) in reviewed.kept:
            continue
        own = of_item.get(item.id, [])
        outdated = [check for check in own if not current(check, item)]
        for check in own:
            code = failure(check) if check not in outdated else None
            if code:
                where = [check.passage.scene] if check.passage else []
                add("failed_check", "items", item.id, f"{code}: {check.reason or check.id}", where or scenes_of(item))
        if outdated:
            kinds = ", ".join(dict.fromkeys(check.kind for check in outdated))
            detail = f"its question, answer or path is another than was checked ({kinds}); these checks are left out"
            add("unchecked", "items", item.id, detail, scenes_of(item))
        elif not own and item.made.annotator == "patch":
            add("unchecked", "items", item.id, "a patch added it, and no check has tried it", scenes_of(item))


def _not_unique(add: Any, reviewed: Reviewed, scenes: Sequence[Scene]) -> None:
    """Items that assembly withholds because they have a second answer since review: until a reviewer keeps them."""
    items = reviewed.layers.get("items", ())
    if not items:
        return
    units, entities = (reviewed.layers.get(layer, ()) for layer in ("units", "entities"))
    second = SecondAnswers(units, entities, scenes, items[0].language)
    for item in items:
        others = second.fault(item)
        if others and name(("items", item.id)) not in reviewed.kept:
            add("failed_check", "items", item.id, f"{NOT_UNIQUE}: {others}", scenes_of(item))


def _doubt(finding: Finding) -> str:
    what = "to be dropped, not accepted" if finding.verdict == "drop" else "flagged"
    against = f" against {finding.against}" if finding.against else ""
    return f"{finding.record} {what} as {finding.problem}{against}: {finding.reason}"


def _ledger(add: Any, ledger: Sequence[LedgerEntry]) -> None:
    refused: dict[tuple[str, str], dict[str, int]] = {}
    for entry in ledger:
        if entry.outcome in ("refused_record", "refused_reply") and not entry.key.startswith(CANDIDATES):
            what = f"{entry.gate} refused {{}} ({entry.code or entry.outcome})"
            counts = refused.setdefault((entry.layer, entry.key), {})
            counts[what] = counts.get(what, 0) + max(entry.count, 1)
    for (layer, key), counts in refused.items():
        add(
            "ledger_failure",
            layer,
            key,
            "; ".join(what.format(count) for what, count in sorted(counts.items())),
            _SCENE.findall(key),
        )


def read_settings(section: dict[str, Any]) -> QueueSettings:
    """The ``review`` section of params, with the ``least`` of ``stage.roles``.

    Raises LinedscriptError ``invalid-settings``.
    """
    confidence, least = section.get("low_confidence"), section.get("least", {})
    if set(section) - {"least"} != {"low_confidence"} or not isinstance(confidence, (int, float)):
        raise LinedscriptError("invalid-settings", "params.yaml#review", "takes low_confidence, a number, alone")
    return QueueSettings(float(confidence), least)
