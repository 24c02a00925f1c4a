"""Released items out of reviewed records: what became stale is withheld, and every path is checked again."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from linedscript.io.files import sha256_text
from linedscript.records.base import Language, Record
from linedscript.records.entity import Entity
from linedscript.records.item import Item
from linedscript.records.scene import Scene
from linedscript.suites.stage.items import path_fault
from linedscript.suites.stage.passages import Passages


class Withheld(NamedTuple):
    item: str
    code: str
    detail: str


class Assembled(NamedTuple):
    items: tuple[Item, ...]
    withheld: tuple[Withheld, ...]


def assemble_items(
    items: Sequence[Item],
    stale: Sequence[str],
    records: Mapping[str, Mapping[str, Record]],
    scenes: Sequence[Scene],
    language: Language,
    settings: dict[str, Any],
) -> Assembled:
    """The items that may be released, in the order given, and why the others may not.

    ``items`` are the reviewed ones, ``stale`` the records withheld by review (``items/<id>``), ``records`` the reviewed
    records by layer and id, ``scenes`` the scenes with text of the view that the items are in. Nothing is reworded.
    """
    withdrawn = set(stale)
    texts = {scene.id: scene for scene in scenes}
    entities = [record for record in records.get("entities", {}).values() if isinstance(record, Entity)]
    window, share = settings["passage_words" if language == "en" else "passage_chars"], settings["passage_share"]
    passages = Passages(sorted(scenes, key=lambda scene: scene.index), entities, language, window, share)
    kept: list[Item] = []
    withheld: list[Withheld] = []
    for item in items:
        code, detail = _fault(item, withdrawn, records, texts, passages)
        if code:
            withheld.append(Withheld(item.id, code, detail))
        else:
            kept.append(item)
    return Assembled(tuple(kept), tuple(withheld))


def _fault(
    item: Item,
    stale: set[str],
    records: Mapping[str, Mapping[str, Record]],
    scenes: dict[str, Scene],
    passages: Passages,
) -> tuple[str, str]:
    if f"items/{item.id}" in stale:
        return "stale", "a value that it relies on was patched"
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


def is_choice(item: Item) -> bool:
    """Whether the question offers its answer among others: then no passage can answer it by holding the answer."""
    return item.answer.rstrip(".。").casefold() in item.question.casefold()
