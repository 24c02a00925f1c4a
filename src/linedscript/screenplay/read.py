"""The one way from a screenplay's bytes to scenes, removed regions, proof and blocks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError, misfit
from linedscript.io.files import sha256, sha256_text
from linedscript.records.scene import Block, DecodedSource, Removed, Scene, Validation
from linedscript.screenplay.blocks import pack_blocks
from linedscript.screenplay.containers.opening import CONTAINERS, MOST_REGIONS, open_layer
from linedscript.screenplay.formats.recognize import format_named, recognize
from linedscript.screenplay.joint_cues import join_cues
from linedscript.screenplay.kept import Cut, Kept
from linedscript.screenplay.layer import Layer
from linedscript.screenplay.scenes import build_removed, build_scenes
from linedscript.screenplay.stretch import Format, Stretch
from linedscript.screenplay.tokens import tokenizer_named
from linedscript.screenplay.validation import raw_of, validate


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The section ``scenes`` of params."""

    budget: Annotated[int, msgspec.Meta(ge=1)]
    """Content tokens that a block holds at most."""
    tokenizer: str


class Reading(NamedTuple):
    source: DecodedSource
    text: str
    """Decoded, whole."""
    scenes: list[Scene]
    removed: list[Removed]
    validation: Validation
    blocks: list[Block]


def read_screenplay(
    data: bytes,
    film: str,
    language: str,
    *,
    format: str | None = None,
    encoding: str | None = None,
    errors: str = "strict",
    budget: int,
    tokenizer: str = "linedscript/1",
) -> Reading:
    """Read one screenplay exactly, in time linear in its length.

    ``format`` and ``encoding`` are the index's word; null lets content decide. Raises LinedscriptError, which names the
    film, where the bytes aren't text, the format isn't supported, or no scene is found.
    """
    layer = open_layer(data, film, format, encoding, errors)
    text = layer.text
    kind = grammar_of(layer, film, format)
    kept, stretches = take_apart(text, kind, layer.cuts, film)
    if not any(stretch.kind in ("heading", "cue") for stretch in stretches):
        where = f"{film}: all {text.count(chr(10)) + 1} lines"
        raise LinedscriptError(
            "no-scene",
            where,
            f"read as {kind.name}, the text has neither a scene heading nor a character cue",
            "check that this file is the screenplay; if it is, name its format with --read-as",
        )
    scenes = build_scenes(film, language, kept, stretches)
    removed = build_removed(film, kept)
    cutter = tokenizer_named(tokenizer)
    cuts = [cutter.cut(scene.text) for scene in scenes]
    blocks = pack_blocks(film, scenes, budget, cutter, cuts)
    validation = validate(film, language, layer, raw_of(data, layer), scenes, removed, blocks, cutter, cuts)
    source = DecodedSource(
        film=film,
        format=layer.container or kind.name,
        encoding=layer.encoding,
        encoding_by=layer.by,
        encoding_confidence=layer.confidence,
        bytes=len(data),
        chars=len(text),
        raw_sha256=sha256(data),
        decoded_sha256=sha256_text(text),
        reader=kind.reader if layer.reader in (None, kind.reader) else f"{layer.reader} {kind.reader}",
    )
    return Reading(source, text, scenes, removed, validation, blocks)


def grammar_of(layer: Layer, film: str, format: str | None = None) -> Format:
    """The container's own grammar, the one that the index names, or the one whose marks the text bears."""
    if layer.grammar:
        return layer.grammar
    return format_named(format, film) if format and format not in CONTAINERS else recognize(layer.text, film)


def take_apart(
    text: str, kind: Format, cuts: Sequence[Cut] = (), place: str = "the text"
) -> tuple[Kept, list[Stretch]]:
    """The kept text and its classified stretches. ``cuts``: what is known beforehand to be no story text.

    Raises ``too-large``, which names ``place``, where more is cut out than of any screenplay.
    """
    mark = [Cut(0, 1, "byte_order_mark")] if text.startswith("\ufeff") else []
    kept = Kept(text, [*mark, *cuts])
    for find in kind.passes:
        kept = kept.without(_few(find(kept.text), place))
    if not kept.text.strip():
        return kept, []
    if kept.cuts and kept.cuts[0].start == 0 and (lead := _blank_lines(kept.text)):
        kept = kept.without([Cut(0, lead, kept.cuts[0].reason)])
    return kept, join_cues(kind.stretches(kept))


def _few(cuts: list[Cut], place: str) -> list[Cut]:
    if len(cuts) > MOST_REGIONS:
        problem = (
            f"{len(cuts):,} notes and other stretches that are no story; a screenplay has at most {MOST_REGIONS:,}"
        )
        raise LinedscriptError("too-large", place, problem, "bring one film's script")
    return cuts


def _blank_lines(text: str) -> int:
    """The length of the blank lines at the top."""
    lead = len(text) - len(text.lstrip())
    while lead and text[lead - 1] not in "\r\n":
        lead -= 1
    return lead


def script_settings(text: str) -> Settings:
    try:
        return msgspec.json.decode(text, type=Settings)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise LinedscriptError(
            "invalid-settings", "--settings", misfit(error), 'give {"budget": …, "tokenizer": …}'
        ) from None


def verified_bytes(script: Path, film: str, expected: str) -> bytes:
    """The script's bytes, if they are the ones that the index pins."""
    hint = f"restore the file, or if the new one is wanted record it with: linedscript sources replace {film} {script}"
    try:
        data = script.read_bytes()
    except FileNotFoundError:
        raise LinedscriptError(
            "missing-file",
            f"{film}: {script}",
            "no such file",
            "bring the script, or fetch it with: linedscript sources fetch",
        ) from None
    if (found := sha256(data)) != expected:
        raise LinedscriptError(
            "hash-mismatch", f"{film}: {script}", f"expected SHA-256 {expected}, found {found}", hint
        )
    return data
