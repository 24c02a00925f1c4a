"""Evidence lies inside its scene and is that scene's text; scenes and removed regions partition the source."""

from collections.abc import Iterator
from typing import Any

import msgspec

from linedscript.io.files import sha256_text
from linedscript.records.base import Evidence
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting
from linedscript.release.tree import row_id

GATE = "evidence"
PARTITION = "partition"


def evidence_of(value: Any) -> Iterator[Evidence]:
    """Every evidence record in a record, at any depth."""
    if isinstance(value, Evidence):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from evidence_of(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from evidence_of(item)


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    scenes = {scene.id: scene for scene in rows.records["scenes"]}
    for layer, found in rows.records.items():
        for row in found:
            for evidence in evidence_of(row):
                problem = _problem(evidence, scenes, rows, setting)
                if problem is not None:
                    yield rows.defect(GATE, problem[0], layer, row_id(row), problem[1], problem[2])


def _problem(
    evidence: Evidence, scenes: dict[str, Any], rows: FilmRows, setting: Setting
) -> tuple[str, str, str] | None:
    if evidence.kind in ("scene", "absence") and evidence.scene is None:
        return "evidence-shape", f"evidence of the kind {evidence.kind} names no scene", ""
    if evidence.kind in ("record", "absence") and evidence.record is None:
        return "evidence-shape", f"evidence of the kind {evidence.kind} names no record", ""
    if evidence.kind != "span":
        return None
    if evidence.scene is None or evidence.start is None or evidence.end is None or evidence.sha256 is None:
        return "evidence-shape", "a span names its scene, start, end and hash", ""
    scene = scenes.get(evidence.scene)
    if scene is None:
        return None  # the references gate names it
    where = f"[{evidence.start}, {evidence.end}) of {scene.id}"
    if not evidence.start < evidence.end <= scene.chars:
        return "span-outside-scene", f"{where} lies outside the scene's {scene.chars} code points", ""
    if (
        not setting.pseudonymized
        and sum(end - start for start, end in evidence.source) != evidence.end - evidence.start
    ):
        return "source-range", f"{where} has source ranges of another length", "scene segments map it to the source"
    if rows.texts is not None and evidence.scene in rows.texts:
        text = rows.texts[evidence.scene].text[evidence.start : evidence.end]
        if sha256_text(text) != evidence.sha256:
            return (
                "quote-not-in-scene",
                f"the text at {where} isn't what the record was read off",
                "evidence is a verbatim stretch of its scene",
            )
    return None


def check_partition(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    """Scene text rebuilds the source: lengths, hashes, elements, segments and removed regions."""
    for proof in rows.records["validation"]:
        if proof.decoded_sha256 != proof.rebuilt_sha256:
            yield rows.defect(
                PARTITION, "not-rebuilt", "validation", rows.film.id, "the scenes don't rebuild the source"
            )
        counts = (
            ("scenes", proof.scenes, len(rows.records["scenes"])),
            ("removed", proof.removed, len(rows.records["removed"])),
            ("elements", proof.elements, sum(len(scene.elements) for scene in rows.records["scenes"])),
            ("scene_chars", proof.scene_chars, sum(scene.chars for scene in rows.records["scenes"])),
        )
        for name, said, found in counts:
            if said != found:
                yield rows.defect(
                    PARTITION, "not-rebuilt", "validation", rows.film.id, f"says {said} {name}, the release has {found}"
                )
        if not setting.pseudonymized:
            yield from _source(rows, proof)
    for scene in rows.records["scenes"]:
        yield from _scene(rows, scene)


def _source(rows: FilmRows, proof: Any) -> Iterator[Defect]:
    """Segments and removed regions cover ``[0, source_chars)`` of the decoded source, each character once."""
    pieces = sorted(
        [
            (part.source, part.source + part.length, scene.id)
            for scene in rows.records["scenes"]
            for part in scene.segments
        ]
        + [(*region.source, region.id) for region in rows.records["removed"]]
    )
    reached = 0
    for start, end, name in [*pieces, (proof.source_chars, proof.source_chars, "the end")]:
        if start != reached:
            what = "is in nothing" if start > reached else "is in two places"
            yield rows.defect(
                PARTITION,
                "not-rebuilt",
                "validation",
                rows.film.id,
                f"the source between {min(start, reached)} and {max(start, reached)} {what}, before {name}",
            )
        reached = max(reached, end)


def _scene(rows: FilmRows, scene: Any) -> Iterator[Defect]:
    reached = 0
    for element in scene.elements:
        low, high = element.content
        if element.start != reached or not element.start <= low <= high <= element.end:
            yield rows.defect(
                PARTITION, "elements", "scenes", scene.id, f"its elements don't partition it at {reached}"
            )
        reached = element.end
    if reached != scene.chars:
        yield rows.defect(PARTITION, "elements", "scenes", scene.id, f"its elements end at {reached} of {scene.chars}")
    if rows.texts is None:
        return
    text = rows.texts.get(scene.id)
    if text is None or sha256_text(text.text) != scene.sha256 or len(text.text) != scene.chars:
        yield rows.defect(PARTITION, "scene-text", "scenes", scene.id, "the text at hand isn't the scene's text")
