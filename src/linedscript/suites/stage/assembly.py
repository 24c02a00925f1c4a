"""Released items out of reviewed records: what became stale, failed a check or has a second answer since is withheld
with its reason, and every path is looked at again."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from linedscript.io.files import sha256_text
from linedscript.records.base import Language, Record
from linedscript.records.check import Check, Withheld
from linedscript.records.entity import Entity
from linedscript.records.item import Item
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit
from linedscript.suites.stage.choice import is_choice
from linedscript.suites.stage.item_checks import current, failure
from linedscript.suites.stage.items import path_fault
from linedscript.suites.stage.passages import Passages
from linedscript.suites.stage.unique import NOT_UNIQUE, SecondAnswers


class Assembled(NamedTuple):
    items: tuple[Item, ...]
    checks: tuple[Check, ...]
    """Of the released items, each over the wording that is released."""
    withheld: tuple[Withheld, ...]


def assemble_items(
    film: str,
    items: Sequence[Item],
    stale: Sequence[str],
    kept: Collection[str],
    checks: Sequence[Check],
    records: Mapping[str, Mapping[str, Record]],
    scenes: Sequence[Scene],
    language: Language,
    settings: dict[str, Any],
) -> Assembled:
    """The items that may be released, in the order given, and why the others may not.

    ``items`` are the reviewed ones, ``stale`` the records withheld by review (``items/<id>``), ``kept`` those that a
    reviewer looked at and kept: their checks hold nothing back, nor does a second answer. A check of another wording
    than the reviewed one says nothing. ``records`` are the reviewed records by layer and id, ``scenes`` the scenes
    with their text, ``settings`` those of ``items`` in params. Nothing is reworded.
    """
    texts = {scene.id: scene for scene in scenes}
    entities = [record for record in records.get("entities", {}).values() if isinstance(record, Entity)]
    window, share = settings["passage_words" if language == "en" else "passage_chars"], settings["passage_share"]
    passages = Passages(sorted(scenes, key=lambda scene: scene.index), entities, language, window, share)
    units = [record for record in records.get("units", {}).values() if isinstance(record, Unit)]
    second = SecondAnswers(units, entities, scenes, language)
    by_id = {item.id: item for item in items}
    of_item: dict[str, list[Check]] = {}
    for check in checks:
        if check.item in by_id and current(check, by_id[check.item]):
            of_item.setdefault(check.item, []).append(check)
    out: list[Item] = []
    held = [
        Withheld(id=record, film=film, code="stale", detail="a value that it relies on was patched")
        for record in stale
        if record.startswith("items/")
    ]
    for item in items:
        code, detail = _fault(item, records, texts, passages)
        if not code and f"items/{item.id}" not in kept:
            code, detail = _failed(of_item.get(item.id, []))
            if not code and (others := second.fault(item)):
                code, detail = NOT_UNIQUE, others
        if code:
            held.append(Withheld(id=f"items/{item.id}", film=film, code=code, detail=detail))
        else:
            out.append(item)
    return Assembled(tuple(out), tuple(check for item in out for check in of_item.get(item.id, ())), tuple(held))


def _failed(checks: Sequence[Check]) -> tuple[str, str]:
    """The first check that the item fails. The passage isn't quoted: its place is enough."""
    for check in checks:
        code = failure(check)
        if code:
            where = check.passage.scene if check.passage else None
            said = check.reason or f"a reader of {where} alone answers it"
            return code, said
    return "", ""


def _fault(
    item: Item, records: Mapping[str, Mapping[str, Record]], scenes: dict[str, Scene], passages: Passages
) -> tuple[str, str]:
    for step in item.path:
        layer, _, record = step.record.partition("/")
        if layer == "scenes":
            missing = record not in scenes
        else:
            missing = record not in records.get(layer, {})
        if missing:
            return "dangling-step", f"no record {step.record}"
        evidence = step.evidence
        if evidence.kind == "span":
            scene = scenes.get(evidence.scene)
            if scene is None or sha256_text(scene.text[evidence.start : evidence.end]) != evidence.sha256:
                return "unresolved-evidence", f"the span of {step.record} doesn't resolve in {evidence.scene}"
    code = path_fault(item.category, [(step.record, step.scene, step.evidence) for step in item.path])
    if code:
        return code, f"{item.category} needs two support units"
    if not item.question.strip() or not item.answer.strip():
        return "no-wording", "the question or the answer is empty"
    scene = None if is_choice(item) else passages.answering(item.question, item.answer)
    if scene:
        return "single-passage", f"one passage of {scene} answers it alone"
    return "", ""
