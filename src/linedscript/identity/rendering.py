"""A film's pseudonymized view: rendered scenes, and every released record over them.

Source: stage.txt, work-identity control. Nothing is extracted again; source offsets stay; no hash of original text
stays.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.identity.fields import NAMES, change_record
from linedscript.identity.homonyms import Homonyms
from linedscript.identity.matching import MapLine, Matcher, matcher
from linedscript.identity.recipe import CountWords, find_changes, make_recipe, render_scene
from linedscript.identity.shift import Shift
from linedscript.io.canonical import content_digest, fields_digest
from linedscript.io.files import sha256_text
from linedscript.records.base import Citation, Evidence, Made, Record
from linedscript.records.character import Anchor, ScenePresence
from linedscript.records.engine import TranscriptDigest
from linedscript.records.identity import Replacement
from linedscript.records.layers import LAYERS
from linedscript.records.review import Look, PatchLogEntry, Superseded
from linedscript.records.scene import Block, Scene, Validation
from linedscript.records.stage import Interval
from linedscript.screenplay.blocks import pack_blocks
from linedscript.screenplay.outline import outline
from linedscript.screenplay.tokens import Tokenizer, sequence_sha256, tokenizer_named
from linedscript.suites.stage.intervals import Script, replan
from linedscript.suites.stage.packs import recounted

Layers = Mapping[str, Sequence[Any]]
"""Records by release layer. ``scenes`` and ``blocks`` are made anew and needn't be there."""


class Rendered(NamedTuple):
    layers: dict[str, list[Any]]
    scenes: list[Scene]
    """With their rendered text."""
    recipe: list[Replacement]


def render_text(text: str, names: Sequence[MapLine]) -> tuple[str, list[tuple[int, int, str]]]:
    """The rendered text, and ``(start, end, new)`` of each replaced stretch in code points of ``text``."""
    rendered, changes = matcher(names).render(text)
    return rendered, [tuple(change) for change in changes]


def render_film(layers: Layers, scenes: Sequence[Scene], names: Sequence[MapLine], count_words: CountWords) -> Rendered:
    """Render the released layers of one film. ``scenes`` hold the original text; the map is taken as frozen.

    Records keep their ids and order. Raises ``unknown-scene`` for evidence in a scene that there isn't.
    """
    found = matcher(names)
    changes = {scene.id: find_changes(scene, found) for scene in scenes}
    rendered = [render_scene(scene, changes[scene.id], count_words) for scene in scenes]
    records = _Records(
        found,
        {scene: Shift(each) for scene, each in changes.items()},
        {scene.id: scene.text for scene in rendered},
        Homonyms(names, layers.get("entities", ())),
    )
    out: dict[str, list[Any]] = {}
    for name in LAYERS:
        if name == "scenes":
            out[name] = [outline(scene) for scene in rendered]
        elif name in layers:
            out[name] = [records.render(record) for record in layers[name]]
    _Digests(layers, out, records).settle()
    if "blocks" in layers:
        out["blocks"] = _blocks(layers["blocks"], rendered)
    if "intervals" in layers:
        out["intervals"] = _intervals(out["intervals"], rendered)
    if "packs" in layers:
        out["packs"] = recounted(out, rendered)
    if "validation" in layers:
        out["validation"] = [_validation(record, rendered) for record in layers["validation"]]
    return Rendered(out, rendered, make_recipe(scenes, changes))


class _Records:
    """Renders one record, all but the digests that it holds of other records."""

    def __init__(self, names: Matcher, shifts: dict[str, Shift], texts: dict[str, str], homonyms: Homonyms) -> None:
        self._names = names
        self._shifts = shifts
        self._texts = texts
        self._homonyms = homonyms

    def render(self, record: Any) -> Any:
        stays = self._homonyms.of(record)

        def words(field: str, text: str) -> str:
            if self._homonyms.keeps(stays, field, text):
                return text
            return self._names.render_name(text) if field in NAMES else self._names.render(text)[0]

        return change_record(record, words, self._nested)

    def model(self, layer: str, model: dict[str, Any] | None) -> Record | None:
        """A released object of a record as a record."""
        if model is None:
            return None
        try:
            return msgspec.convert(model, LAYERS[layer].record)
        except (KeyError, msgspec.ValidationError) as error:
            raise LinedscriptError(
                "invalid-record", f"{layer}/{model.get('id')}", f"a superseded record: {error}"
            ) from None

    def _nested(self, record: Any) -> Any:
        change = msgspec.structs.replace
        if isinstance(record, Evidence):
            return self._evidence(record)
        if isinstance(record, Made):
            return change(record, request=None)
        if isinstance(record, Anchor):
            return change(record, offset=self._shift(record.scene).start(record.offset))
        if isinstance(record, ScenePresence):
            first, last = record.first, record.last
            shift = self._shift(record.scene)
            return change(
                record,
                first=first if first is None else shift.start(first),
                last=last if last is None else shift.end(last),
            )
        if isinstance(record, TranscriptDigest):
            return change(record, sha256=None)
        if isinstance(record, Look):
            return change(record, digest=None)
        if isinstance(record, Superseded):
            layer = record.id.split("/")[0]
            models = {name: self.model(layer, getattr(record, name)) for name in ("model", "reviewed")}
            return change(
                record, **{name: model and msgspec.to_builtins(self.render(model)) for name, model in models.items()}
            )
        return record

    def _shift(self, scene: str) -> Shift:
        if scene not in self._shifts:
            raise LinedscriptError("unknown-scene", scene, "a record points into a scene that the film hasn't got")
        return self._shifts[scene]

    def _evidence(self, evidence: Evidence) -> Evidence:
        if evidence.kind != "span":
            return evidence
        start, end = self._shift(evidence.scene).range(evidence.start, evidence.end)
        return msgspec.structs.replace(
            evidence, start=start, end=end, sha256=sha256_text(self._texts[evidence.scene][start:end])
        )


class _Digests:
    """Digests of other records, computed again over their rendered values."""

    def __init__(self, before: Layers, after: dict[str, list[Any]], records: _Records) -> None:
        self._after = after
        self._records = records
        self._old = {(name, row.id): row for name in before for row in before[name] if hasattr(row, "id")}
        self._new = {(name, row.id): row for name in after for row in after[name] if hasattr(row, "id")}
        self._models: dict[tuple[str, str], Record] = {}
        for row in before.get("superseded", ()):
            layer, record = row.id.split("/", 1)
            self._models[layer, record] = records.model(layer, row.model)

    def settle(self) -> None:
        """Citations first, in the pipeline's order, since a patch's digests are of records with their citations."""
        for name in LAYERS:
            rows = self._after.get(name)
            if not rows or name in ("scenes", "patches", "superseded"):
                continue
            for number, row in enumerate(rows):
                if getattr(row, "cites", None):
                    rows[number] = self._new[name, row.id] = self._cited(row)
        for name in ("superseded", "patches"):
            rows = self._after.get(name, [])
            for number, row in enumerate(rows):
                rows[number] = self._superseded(row) if name == "superseded" else self._patch(row)

    def _cited(self, record: Any) -> Any:
        return msgspec.structs.replace(record, cites=tuple(self._citation(cite) for cite in record.cites))

    def _citation(self, cite: Citation) -> Citation:
        key = (cite.layer, cite.record)
        new = None
        if key in self._old and cite.digest == fields_digest(self._old[key], cite.fields):
            new = fields_digest(self._new[key], cite.fields)
        elif key in self._models and cite.digest == fields_digest(self._models[key], cite.fields):
            new = fields_digest(self._records.render(self._models[key]), cite.fields)
        return msgspec.structs.replace(cite, digest=new)

    def _superseded(self, row: Superseded) -> Superseded:
        layer = row.id.split("/")[0]

        def settled(model: dict[str, Any] | None) -> dict[str, Any] | None:
            record = self._records.model(layer, model)
            return msgspec.to_builtins(self._cited(record)) if getattr(record, "cites", None) else model

        return msgspec.structs.replace(row, model=settled(row.model), reviewed=settled(row.reviewed))

    def _patch(self, entry: PatchLogEntry) -> PatchLogEntry:
        """The digests of whole records: known where they are the model's or the reviewed record's, else null."""
        layer, _, record = entry.target.partition("/")
        known: dict[str, str] = {}
        for old, new in (
            (self._old.get((layer, record)), self._new.get((layer, record))),
            (self._models.get((layer, record)), None),
        ):
            if old is not None:
                new = new if new is not None else self._records.render(old)
                known[content_digest(old)] = content_digest(
                    self._cited(new) if new is not self._new.get((layer, record)) and hasattr(new, "cites") else new
                )
        return msgspec.structs.replace(
            entry, before_sha256=known.get(entry.before_sha256), after_sha256=known.get(entry.after_sha256)
        )


def _blocks(blocks: Sequence[Block], scenes: Sequence[Scene]) -> list[Block]:
    if not blocks:
        return []
    return pack_blocks(blocks[0].film, scenes, blocks[0].budget, tokenizer_named(blocks[0].tokenizer))


def _intervals(intervals: Sequence[Interval], scenes: Sequence[Scene]) -> list[Interval]:
    """Cut again over the rendered text: the same anchors and memory, other chunks and counts."""
    scripts: dict[str, Script] = {}
    trajectories: dict[str, list[Interval]] = {}
    for interval in sorted(intervals, key=lambda interval: interval.number):
        trajectories.setdefault(interval.character, []).append(interval)
        if interval.tokenizer not in scripts:
            scripts[interval.tokenizer] = Script(interval.film, scenes, tokenizer_named(interval.tokenizer))
    again = {
        interval.id: interval for own in trajectories.values() for interval in replan(scripts[own[0].tokenizer], own)
    }
    return [again[interval.id] for interval in intervals]


def _validation(record: Validation, scenes: Sequence[Scene]) -> Validation:
    tokenizer: Tokenizer = tokenizer_named(record.tokenizer)
    texts = [scene.text for scene in scenes]
    return msgspec.structs.replace(
        record,
        scene_chars=sum(map(len, texts)),
        decoded_sha256=None,
        rebuilt_sha256=None,
        raw_bytes=None,
        raw_sha256=None,
        raw_map_sha256=None,
        tokens=sum(map(tokenizer.count, texts)),
        token_sequence_sha256=sequence_sha256(texts, tokenizer),
    )
