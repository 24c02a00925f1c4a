"""The two-view validation: the pseudonymized view is the parent view with other names, and nothing else.

Source: stage.txt, work-identity control: one-to-one, equal counts and evidence coverage, every alias replaced, no
collision, equal roles, checkpoint order and interval coverage. Every defect is an error with a code, file and record.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, get_args, get_type_hints

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.identity.ended import undecided_names
from linedscript.identity.fields import change_record, strings
from linedscript.identity.homonyms import Homonyms
from linedscript.identity.matching import MapLine, Matcher, fold, matcher, title_matcher
from linedscript.identity.rendering import Layers
from linedscript.io.canonical import content_digest
from linedscript.io.files import sha256_text
from linedscript.records.base import Citation, Evidence, Made
from linedscript.records.character import Anchor, ScenePresence
from linedscript.records.identity import NameDecision
from linedscript.records.layers import LAYERS, REPLANNED
from linedscript.records.review import Look, PatchLogEntry, Superseded
from linedscript.records.scene import Element, Scene, Validation
from linedscript.records.stage import Interval, Pack
from linedscript.release.tree import row_id

_OF_THE_FILE = ("decoded_sha256", "rebuilt_sha256", "raw_bytes", "raw_sha256", "raw_map_sha256")
"""Fields of a validation record that tell which file was read."""
_HASH = re.compile(r"[0-9a-f]{64}")


def validate_views(
    parent: Layers, rendered: Layers, names: Sequence[MapLine], scenes: Sequence[Scene], *, film: str
) -> list[LinedscriptError]:
    """Every difference between the views that the map doesn't explain. ``scenes`` are the rendered ones, with text."""
    checks = _Checks(parent, rendered, names, scenes, film)
    checks.counts()
    checks.skeletons()
    checks.evidence()
    checks.decided()
    checks.names()
    checks.collisions()
    checks.intervals()
    checks.texts()
    return checks.defects


def leaks(value: Any, names: Matcher, titles: Matcher) -> list[tuple[str, str]]:
    """``(code, form)`` of each name or title form left in a record, string or plain data, hashes and ids included."""
    found = []
    for path, text in strings(value):
        if len(text) == 64 and _HASH.fullmatch(text):
            continue
        for change in names.find(text):
            form = text[change.start : change.end]
            found.append(("title-left" if titles.find(form) else "alias-left", f"{form!r} in {path or 'it'}"))
    return found


class _Checks:
    def __init__(
        self, parent: Layers, rendered: Layers, names: Sequence[MapLine], scenes: Sequence[Scene], film: str
    ) -> None:
        self.defects: list[LinedscriptError] = []
        self._parent, self._rendered, self._lines, self._scenes, self._film = parent, rendered, names, scenes, film
        self._texts = {scene.id: scene.text for scene in scenes}
        self._homonyms = Homonyms(names, parent.get("entities", ()))
        self._matcher, self._titles = matcher(names), title_matcher(names)

    def defect(self, code: str, layer: str, record: str | None, problem: str) -> None:
        place = f"{layer}/{self._film}.jsonl" + (f"#{record}" if record else "")
        self.defects.append(LinedscriptError(code, place, problem))

    def _pairs(self) -> Iterable[tuple[str, Any, Any]]:
        for layer, rows in self._parent.items():
            if layer in REPLANNED:
                continue
            after = {row_id(row): row for row in self._rendered.get(layer, ())}
            for row in rows:
                if row_id(row) in after:
                    yield layer, row, after[row_id(row)]

    def counts(self) -> None:
        for layer in self._parent:
            if layer in REPLANNED:
                continue
            before = [row_id(row) for row in self._parent[layer]]
            after = [row_id(row) for row in self._rendered.get(layer, ())]
            if len(before) != len(after):
                self.defect("view-count", layer, None, f"{len(before)} records in the parent view, {len(after)} here")
            for missing in sorted(set(before) - set(after)):
                self.defect("view-missing", layer, missing, "is in the parent view alone")
            for added in sorted(set(after) - set(before)):
                self.defect("view-added", layer, added, "is in the pseudonymized view alone")
            if before != after and sorted(before) == sorted(after):
                self.defect("view-order", layer, None, "the records stand in another order")
        for layer in self._rendered:
            if layer not in self._parent and layer not in REPLANNED:
                self.defect("view-added", layer, None, "the parent view has no such layer")

    def skeletons(self) -> None:
        """Types, roles, references, order: all but words, offsets in scene text and hashes is equal."""
        for layer, before, after in self._pairs():
            if layer == "scenes" and (before.index, len(before.elements)) == (after.index, len(after.elements)):
                before, after = _bare(before), _bare(after)
            one, other = msgspec.to_builtins(_bare(before)), msgspec.to_builtins(_bare(after))
            for field in one:
                if one[field] != other.get(field):
                    self.defect("view-differs", layer, row_id(before), f"{field} differs in more than names")

    def evidence(self) -> None:
        for layer, before, after in self._pairs():
            here = _evidence(after)
            if len(_evidence(before)) != len(here):
                self.defect(
                    "evidence-coverage",
                    layer,
                    row_id(before),
                    f"{len(_evidence(before))} pieces of evidence, {len(here)} here",
                )
            for piece in here:
                if piece.kind != "span":
                    continue
                text = self._texts.get(piece.scene)
                if text is None or piece.end > len(text):
                    self.defect(
                        "evidence-dangling",
                        layer,
                        row_id(after),
                        f"{piece.scene} {piece.start} to {piece.end} isn't in the scene",
                    )
                elif piece.sha256 != sha256_text(text[piece.start : piece.end]):
                    self.defect(
                        "original-hash",
                        layer,
                        row_id(after),
                        f"the hash of {piece.scene} {piece.start} to {piece.end} isn't of this view's text",
                    )
            if _requests(after):
                self.defect("original-hash", layer, row_id(after), "names the request that quoted the script")
            if isinstance(after, Validation) and any(getattr(after, name) is not None for name in _OF_THE_FILE):
                self.defect("original-hash", layer, None, "holds the script's hash")
            if isinstance(after, PatchLogEntry) and {after.before_sha256, after.after_sha256} & self._original_digests:
                self.defect("original-hash", layer, after.id, "holds the digest of an original record")

    @cached_property
    def _original_digests(self) -> frozenset[str]:
        """Of the parent's records that rendering changed."""
        return frozenset(
            content_digest(before)
            for _, before, after in self._pairs()
            if content_digest(before) != content_digest(after)
        )

    def decided(self) -> None:
        """Every name is replaced or kept by the map, those whose entity ended too: nothing else would look for them."""
        mentions, entities = (self._parent.get(layer, ()) for layer in ("mentions", "entities"))
        for one in undecided_names(mentions, entities, self._lines):
            self.defects.append(
                LinedscriptError(
                    "name-undecided",
                    f"mentions/{self._film}.jsonl#{one.id}",
                    f"{one.name!r} is a name that no entity bears any more, and the map neither replaces nor keeps it",
                    f"'linedscript identity candidates --film {self._film} --previous MAP' drafts a line for it; then "
                    f"'linedscript identity freeze'",
                )
            )

    def names(self) -> None:
        for layer, rows in self._rendered.items():
            for row in rows:
                kept = self._without_homonyms(row)
                for code, problem in leaks(kept, self._matcher, self._titles):
                    self.defect(code, layer, row_id(row), problem)

    def _without_homonyms(self, row: Any) -> Any:
        """The record without the names that it rightly shares with a replaced entity."""
        stays = self._homonyms.of(row)
        return change_record(
            row, lambda field, text: "" if self._homonyms.keeps(stays, field, text) else text, lambda nested: nested
        )

    def texts(self) -> None:
        for scene in self._scenes:
            for element in scene.elements:
                for code, problem in leaks(scene.text[element.start : element.end], self._matcher, self._titles):
                    self.defect(code, "scene_texts", scene.id, problem)
            if scene.sha256 != sha256_text(scene.text):
                self.defect("original-hash", "scene_texts", scene.id, "the hash isn't of the rendered text")

    def collisions(self) -> None:
        """Two entities of different names have different names still, and each replaced one has its pseudonym."""
        before = {row.id: row.name for row in self._parent.get("entities", ())}
        bearers: dict[str, str] = {}
        for row in self._rendered.get("entities", ()):
            other = bearers.setdefault(fold(row.name), row.id)
            if other != row.id and row.id in before and other in before and fold(before[other]) != fold(before[row.id]):
                self.defect("name-collision", "entities", row.id, f"is called as {other} is")
        given = {line.id: line for line in self._lines if isinstance(line, NameDecision)}
        for row in self._rendered.get("entities", ()):
            line = given.get(row.id)
            if line and line.decision == "replace" and fold(row.name) != fold(line.pseudonym):
                self.defect("not-one-to-one", "entities", row.id, "hasn't got its pseudonym as its name")

    def intervals(self) -> None:
        """What begins, ends and is gained follows each other in the same order in both views; so do checkpoints, no two
        of a character at one moment."""
        points, here = (
            [
                (layer, row.id, number, anchor)
                for layer, rows in side.items()
                if _anchored(layer)
                for row in rows
                for number, anchor in enumerate(_anchors(row))
            ]
            for side in (self._parent, self._rendered)
        )
        placed = {(layer, row, number): (anchor.scene, anchor.offset) for layer, row, number, anchor in here}
        points.sort(key=lambda point: (point[3].scene, point[3].offset, *point[:3]))
        there = [(placed[point[:3]], *point[:2]) for point in points if point[:3] in placed]
        for (one, _, _), (other, layer, row) in pairwise(there):
            if other < one:
                self.defect("interval-order", layer, row, "one of its moments stands before one that it followed")
        last: dict[str, tuple[str, int]] = {}
        for row in sorted(self._rendered.get("checkpoints", ()), key=lambda row: (row.anchor.scene, row.anchor.offset)):
            at = (row.anchor.scene, row.anchor.offset)
            if last.get(row.character) == at:
                self.defect("checkpoint-order", "checkpoints", row.id, "stands where another of its character stands")
            last[row.character] = at


@cache
def _anchored(layer: str) -> bool:
    """Whether records of the layer point at moments of the story."""
    return layer in LAYERS and _holds(LAYERS[layer].record)


def _holds(hint: Any) -> bool:
    if hint is Anchor:
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return any(_holds(inner) for inner in get_type_hints(hint, include_extras=True).values())
    return any(_holds(inner) for inner in get_args(hint) if inner is not Ellipsis)


def _anchors(record: Any) -> list[Anchor]:
    """In the order of the record's fields."""
    found: list[Anchor] = []
    change_record(
        record,
        lambda name, text: text,
        lambda nested: (found.append(nested) if isinstance(nested, Anchor) else None, nested)[1],
    )
    return found


def _evidence(record: Any) -> list[Evidence]:
    found: list[Evidence] = []
    change_record(
        record,
        lambda name, text: text,
        lambda nested: (found.append(nested) if isinstance(nested, Evidence) else None, nested)[1],
    )
    return found


def _requests(record: Any) -> bool:
    found: list[str] = []
    change_record(
        record,
        lambda name, text: text,
        lambda nested: (found.append(nested.request) if isinstance(nested, Made) and nested.request else None, nested)[
            1
        ],
    )
    return bool(found)


def _bare(record: Any) -> Any:
    """The record without what rendering may change."""

    def nested(value: Any) -> Any:
        change = msgspec.structs.replace
        if isinstance(value, Evidence):
            return change(value, start=None, end=None, sha256=None)
        if isinstance(value, Citation):
            return change(value, digest=None)
        if isinstance(value, Made):
            return change(value, request=None)
        if isinstance(value, Look):
            return change(value, digest=None)
        if isinstance(value, Anchor):
            return change(value, offset=0)
        if isinstance(value, ScenePresence):
            return change(value, first=None if value.first is None else 0, last=None if value.last is None else 0)
        if isinstance(value, Element):
            return change(value, start=0, end=0, content=(0, 0), contacts=((0, 0),) * len(value.contacts))
        if isinstance(value, Interval):
            return change(value, chunks=(), tokens=0)
        if isinstance(value, Pack):
            return change(value, tokens=0)
        if isinstance(value, PatchLogEntry):
            return change(value, before_sha256=None, after_sha256=None)
        if isinstance(value, Superseded):
            return change(value, model={}, reviewed=None)
        if isinstance(value, Validation):
            return change(value, scene_chars=0, tokens=0, token_sequence_sha256="0" * 64, **dict.fromkeys(_OF_THE_FILE))
        fields = {"sha256": None, "chars": 0, "words": 0, "segments": ()}
        names = set(getattr(value, "__struct_fields__", ()))
        if "segments" in names:
            return change(
                value,
                **{name: new for name, new in fields.items() if name in names},
                **({"text": ""} if "text" in names else {}),
            )
        if "answers" in names and "sha256" in names:
            return change(value, sha256=None)
        return value

    return change_record(record, lambda name, text: "", nested)
