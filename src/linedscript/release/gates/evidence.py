"""Evidence lies inside its scene and is that scene's text; scenes and removed regions partition the source."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from linedscript.backbone.grounding import source_ranges
from linedscript.errors import LinedscriptError
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
    spans: list[tuple[str, str, Evidence]] = []
    for layer, found in rows.records.items():
        for row in found:
            for evidence in evidence_of(row):
                problem = _problem(evidence, scenes, rows, setting)
                if problem is not None:
                    yield rows.defect(GATE, problem[0], layer, row_id(row), problem[1], problem[2])
                elif evidence.kind == "span":
                    spans.append((layer, row_id(row), evidence))
    yield from _hashes(spans, rows)


def _hashes(spans: list[tuple[str, str, Evidence]], rows: FilmRows) -> Iterator[Defect]:
    """One stretch has one hash, and stretches of one hash are as long: all that holds without the text.

    What most records say is taken for right.
    """
    said: dict[Any, Counter[Any]] = {}
    for _, _, evidence in spans:
        for stretch, value in _statements(evidence):
            said.setdefault(stretch, Counter())[value] += 1
    doubted = {stretch: found.most_common(1)[0][0] for stretch, found in said.items() if len(found) > 1}
    for layer, name, evidence in spans if doubted else ():
        for stretch, value in _statements(evidence):
            if stretch in doubted and value != doubted[stretch]:
                where = f"[{evidence.start}, {evidence.end}) of {evidence.scene}"
                yield rows.defect(
                    GATE,
                    "span-hash",
                    layer,
                    name,
                    f"the hash of {where} isn't the one that other records give",
                    "evidence is a verbatim stretch of its scene",
                )
                break


def _statements(evidence: Evidence) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    return (
        ((evidence.scene, evidence.start, evidence.end), evidence.sha256),
        (evidence.sha256, evidence.end - evidence.start),
    )


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
    if rows.texts is not None and evidence.scene in rows.texts:
        text = rows.texts[evidence.scene].text[evidence.start : evidence.end]
        if sha256_text(text) != evidence.sha256:
            return (
                "quote-not-in-scene",
                f"the text at {where} isn't what the record was read off",
                "evidence is a verbatim stretch of its scene",
            )
    if not setting.pseudonymized and evidence.source != source_ranges(scene, evidence.start, evidence.end):
        shown = [list(part) for part in evidence.source]
        return "source-range", f"{where} isn't {shown} of the source", "scene segments map it to the source"
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
        yield from _tokens(rows, proof)
    for scene in rows.records["scenes"]:
        yield from _scene(rows, scene)
        yield from _segments(rows, scene, setting.pseudonymized)


def _tokens(rows: FilmRows, proof: Any) -> Iterator[Defect]:
    """The texts at hand are the token sequence that was proven: they may agree with their own hashes and be others."""
    from linedscript.screenplay.tokens import sequence_sha256, tokenizer_named

    if not rows.texts:
        return
    try:
        tokenizer = tokenizer_named(proof.tokenizer)
    except LinedscriptError:
        return  # a served model's, which is at hand where the film was read
    texts = [rows.texts[scene.id].text for scene in rows.records["scenes"] if scene.id in rows.texts]
    if tokenizer.sha256 == proof.tokenizer_sha256 and sequence_sha256(texts, tokenizer) != proof.token_sequence_sha256:
        yield rows.defect(
            PARTITION,
            "not-rebuilt",
            "validation",
            rows.film.id,
            "the scene text at hand isn't the token sequence that was read off the source",
            "read the film again: 'linedscript scenes check' names the place",
        )


def _segments(rows: FilmRows, scene: Any, pseudonymized: bool) -> Iterator[Defect]:
    """Segments partition a scene's text, and elements name their source; replaced stretches lie in no segment."""
    reached = 0
    for segment in scene.segments:
        if segment.start != reached and not (pseudonymized and segment.start > reached):
            yield rows.defect(
                PARTITION, "segments", "scenes", scene.id, f"a segment starts at {segment.start}, not at {reached}"
            )
        reached = segment.start + segment.length
    if reached != scene.chars and not (pseudonymized and reached < scene.chars):
        yield rows.defect(PARTITION, "segments", "scenes", scene.id, f"its segments end at {reached} of {scene.chars}")
    for number, element in enumerate(() if pseudonymized else scene.elements, 1):
        if element.source != (mapped := source_ranges(scene, element.start, element.end)):
            shown = f"{[list(part) for part in element.source]}, its segments {[list(part) for part in mapped]}"
            yield rows.defect(
                PARTITION, "segments", "scenes", scene.id, f"element {number} ({element.kind}) says the source {shown}"
            )


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
