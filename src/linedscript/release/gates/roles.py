"""Task III's two sides: every prompt has both, pairs run forward, and packs hold nothing later than their moment."""

from collections.abc import Iterator
from typing import Any

from linedscript.io.canonical import id_key
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting
from linedscript.suites.stage.actor import SIDE, actor_side
from linedscript.suites.stage.pack_faults import filled_faults, pack_faults

GATE = "roles"


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    prompts = {prompt.id: prompt for prompt in rows.records["prompts"]}
    yield from _prompts(rows, prompts)
    yield from _sides(rows, "packs", prompts)
    yield from _sides(rows, "scaffolds", prompts)
    yield from _packs(rows, prompts)


def _prompts(rows: FilmRows, prompts: dict[str, Any]) -> Iterator[Defect]:
    anchors = {one.id: one.anchor for one in rows.records["checkpoints"]}
    asked: dict[tuple[Any, ...], str] = {}
    for prompt in prompts.values():
        if (len(prompt.turns) > 1) != (prompt.mode == "multi"):
            yield rows.defect(
                GATE, "prompt-turns", "prompts", prompt.id, f"is {prompt.mode} with {len(prompt.turns)} turns"
            )
        if prompt.stance.casefold() in " ".join(prompt.turns).casefold():
            yield rows.defect(GATE, "stance-in-input", "prompts", prompt.id, "a turn holds the stance")
        key = (prompt.checkpoint, prompt.turns)
        if key in asked:
            yield rows.defect(GATE, "duplicate-prompt", "prompts", prompt.id, f"asks what {asked[key]} asks")
        asked.setdefault(key, prompt.id)
        earlier = prompts.get(prompt.pair or "")
        if earlier is None:
            continue
        places = [anchors.get(one.checkpoint) for one in (earlier, prompt)]
        if None not in places and _moment(places[0]) >= _moment(places[1]):
            yield rows.defect(
                GATE, "prompt-pair", "prompts", prompt.id, f"its pair {earlier.id} doesn't come before it"
            )


def _moment(anchor: Any) -> tuple[Any, ...]:
    return (id_key(anchor.scene), anchor.offset)


def _sides(rows: FilmRows, layer: str, prompts: dict[str, Any]) -> Iterator[Defect]:
    """One record of the layer for each prompt, and of no other, at the prompt's checkpoint."""
    held = {one.id: one for one in rows.records[layer]}
    for name in prompts.keys() - held.keys():
        yield rows.defect(GATE, "prompt-without-side", layer, name, "the prompt has none", "assemble the film again")
    for name, one in held.items():
        prompt = prompts.get(name)
        if prompt is not None and (one.character, one.checkpoint) != (prompt.character, prompt.checkpoint):
            yield rows.defect(GATE, "side-of-another", layer, name, "is at another checkpoint than its prompt")


def _packs(rows: FilmRows, prompts: dict[str, Any]) -> Iterator[Defect]:
    """Without the scenes' text neither tokens nor what a filled pack says can be looked at."""
    texts = rows.texts
    scenes = () if texts is None else texts.values()
    side = actor_side(rows.film.language, scenes, *(rows.records.get(layer, ()) for layer in SIDE))
    scaffolds = {one.id: one for one in rows.records["scaffolds"]}
    for pack in rows.records["packs"]:
        prompt = prompts.get(pack.id)
        if prompt is None:
            continue
        found = pack_faults(pack, prompt.turns, side, texts is not None)
        if not found and texts is not None and pack.id in scaffolds:
            found = filled_faults(pack, prompt.turns, side, scaffolds[pack.id])
        for fault in found:
            yield rows.defect(GATE, fault.code, "packs", pack.id, fault.detail, "assemble the film again")
