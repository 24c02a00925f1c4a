"""From a record to its evidence, its scene, the source span and the text around it, through what it cites and names."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256_text
from linedscript.records.base import Evidence
from linedscript.records.layers import ACCOUNTS, LAYERS, LEFT
from linedscript.records.scene import Scene
from linedscript.records.walk import refs
from linedscript.release.gates.evidence import evidence_of
from linedscript.release.tree import Release, row_id

_FILM = re.compile(r"^[a-z]{2}-[0-9]{4}$")
_SAID = (
    "name",
    "label",
    "summary",
    "title",
    "description",
    "question",
    "answer",
    "claim",
    "text",
    "type",
    "predicate",
    "kind",
    "level",
    "note",
    "verdict",
    "problem",
    "reason",
)
"""Fields that say in words what a record is, in the order in which they are shown."""
_BELOW = 2
"""Pieces of evidence that are shown of a record which isn't the one asked for."""
_LATER = frozenset(("focal", "audits", "audit_frames", *ACCOUNTS, *LEFT))
"""Layers that a bare id is looked up in last: their ids are other records' ids."""


@dataclass
class Node:
    label: str
    children: list["Node"] = field(default_factory=list)


class Tracer:
    """Walks one release. ``texts`` gives a film's scenes with their text, or None."""

    def __init__(self, release: Release, texts: Callable[[str], list[Scene] | None], around: int) -> None:
        self.release = release
        self.texts = texts
        self.around = around
        self._rows: dict[tuple[str, str], dict[str, Any]] = {}
        self._scenes: dict[str, dict[str, Scene]] = {}

    def rows(self, layer: str, film: str) -> dict[str, Any]:
        if (layer, film) not in self._rows:
            self._rows[layer, film] = {row_id(row): row for row in self.release.rows(layer, film)}
        return self._rows[layer, film]

    def find(self, address: str) -> tuple[str, Any]:
        """The layer and record of ``<film>/<id>`` or ``<layer>/<film>/<id>``.

        Raises LinedscriptError ``unknown-record``; for a record that a patch ended or withheld it says so.
        """
        parts = address.split("/")
        layers = sorted(LAYERS, key=lambda layer: layer in _LATER)
        if len(parts) >= 3 and parts[0] in LAYERS and _FILM.match(parts[1]):
            layers, film, name = [parts[0]], parts[1], "/".join(parts[2:])
        elif len(parts) >= 2 and _FILM.match(parts[0]):
            film, name = parts[0], "/".join(parts[1:])
        else:
            raise LinedscriptError(
                "unknown-record", address, "not an address of a record", "write <film>/<id> or <layer>/<film>/<id>"
            )
        if film not in self.release.manifest().films:
            raise LinedscriptError("unknown-record", address, f"the release has no film {film}")
        for layer in layers:
            if name in self.rows(layer, film):
                return layer, self.rows(layer, film)[name]
        raise LinedscriptError(
            "unknown-record", address, f"no such record in {self.release.root}", self._ended(film, name)
        )

    def _ended(self, film: str, name: str) -> str:
        for stone in self.rows("tombstones", film).values():
            if stone.id.endswith(f"/{name}"):
                after = f"; it goes on in {', '.join(stone.successors)}" if stone.successors else ""
                return f"{stone.patch} ended it ({stone.action}){after}"
        for row in self.rows("stale", film).values():
            if row.id.endswith(f"/{name}"):
                return f"it is withheld as stale because of {', '.join(row.because)}"
        for finding in self.rows("scene_review", film).values():
            if finding.drops and finding.record.endswith(f"/{name}"):
                return f"{finding.id} dropped it in scene review: {finding.problem}. {finding.reason}"
        for repair in self.rows("repairs", film).values():
            if repair.record.endswith(f"/{name}"):
                after = f"; it goes on in {repair.into}" if repair.into else ""
                return f"it was extracted, and changed in the graph: {repair.id}, {repair.action}{after}"
        return ""

    def tree(self, layer: str, row: Any, depth: int) -> Node:
        """The record with its evidence; what it cites and names hangs below it, ``depth`` levels deep."""
        return self._node(layer, row, depth, {(layer, row_id(row))})

    def _node(self, layer: str, row: Any, depth: int, path: set[tuple[str, str]]) -> Node:
        node = Node(f"{layer}/{row.film}/{row_id(row)}{_says(row)}")
        if layer == "scenes":
            node.children.append(self._scene(row.film, row_id(row)))
            return node
        made = getattr(row, "made", None)
        if made is not None:
            score = "" if made.score is None else f", score {made.score:g}"
            node.children.append(
                Node(f"made by {made.annotator}{score}{'' if made.accepted else ', below the threshold'}")
            )
        found = list(evidence_of(row))
        shown = found if len(path) == 1 else found[:_BELOW]
        node.children.extend(self._evidence(row.film, evidence) for evidence in shown)
        if len(shown) < len(found):
            more = len(found) - len(shown)
            node.children.append(Node(f"and {more} more piece{'s' * (more > 1)} of evidence"))
        for patch in self.rows("patches", row.film).values():
            if patch.target == f"{layer}/{row_id(row)}":
                node.children.append(Node(f"patched by {patch.id}: {patch.action}, {patch.reason}. {patch.note}"))
        if depth <= 0:
            return node
        for how, target, name in self._targets(layer, row):
            if (target, name) in path:
                continue
            other = self.rows(target, row.film).get(name)
            if other is None:
                node.children.append(Node(f"{how} {target}/{row.film}/{name}: not in the release"))
                continue
            child = self._node(target, other, depth - 1, path | {(target, name)})
            child.label = f"{how} {child.label}"
            node.children.append(child)
        return node

    def _targets(self, layer: str, row: Any) -> Iterator[tuple[str, str, str]]:
        """``(cites or names, layer, id)``, each target once, citations first, scenes of evidence left out."""
        seen = {(layer, row_id(row))}
        cited = [(f"cites {', '.join(one.fields)} of", one.layer, one.record) for one in getattr(row, "cites", ())]
        steps = [("step", *step.record.split("/", 1)) for step in getattr(row, "path", ())]
        named = [("names", target, name) for path, target, name in refs(row) if "evidence" not in path]
        about = [
            ("about", *value.split("/", 1))
            for value in (getattr(row, name, None) for name in ("record", "against", "into"))
            if isinstance(value, str) and "/" in value
        ]
        scenes = {one.scene for one in evidence_of(row)}
        for how, target, name in (*steps, *about, *cited, *named):
            if (target, name) in seen or target not in LAYERS or (target == "scenes" and name in scenes):
                continue
            seen.add((target, name))
            yield how, target, name

    def _evidence(self, film: str, evidence: Evidence) -> Node:
        if evidence.kind == "record":
            return Node(f"evidence: {evidence.record}")
        if evidence.kind == "absence":
            return Node(f"evidence: {evidence.record} is absent from {evidence.scene}")
        if evidence.kind == "scene" or evidence.start is None or evidence.end is None:
            return Node(f"evidence: all of {evidence.scene}", [self._scene(film, evidence.scene)])
        source = ", ".join(f"[{start}, {end})" for start, end in evidence.source)
        scene = self.rows("scenes", film).get(evidence.scene)
        lines = (
            next((one.lines for one in scene.elements if one.start <= evidence.start < one.end), None)
            if scene
            else None
        )
        where = (
            f", line {lines[0]}"
            if lines and lines[0] == lines[1]
            else f", lines {lines[0]} to {lines[1]}"
            if lines
            else ""
        )
        node = Node(
            f"evidence: {evidence.scene} [{evidence.start}, {evidence.end}), source {source}{where} "
            f"({evidence.grounding})"
        )
        node.children.append(Node(self._quote(film, evidence)))
        return node

    def _scene(self, film: str, name: str | None) -> Node:
        scene = self.rows("scenes", film).get(name or "")
        if scene is None:
            return Node(f"{name}: not in the release")
        lines = f", lines {scene.elements[0].lines[0]} to {scene.elements[-1].lines[1]}" if scene.elements else ""
        start = scene.segments[0].source if scene.segments else 0
        return Node(
            f"{scene.heading.text.strip() if scene.heading else 'no heading'} "
            f"({scene.chars} code points from {start} of the source{lines})"
        )

    def _quote(self, film: str, evidence: Evidence) -> str:
        if film not in self._scenes:
            found = self.texts(film)
            self._scenes[film] = {} if found is None else {scene.id: scene for scene in found}
        scene = self._scenes[film].get(evidence.scene or "")
        if scene is None:
            return "(scene text not at hand: give --scripts)"
        start, end = evidence.start or 0, evidence.end or 0
        if sha256_text(scene.text[start:end]) != evidence.sha256:
            return "(the scene text at hand isn't the one that this was read off)"
        before = scene.text[max(0, start - self.around) : start]
        after = scene.text[end : end + self.around]
        return " ".join(f"…{before}⟦{scene.text[start:end]}⟧{after}…".split())


def _says(row: Any) -> str:
    words = []
    for name in _SAID:
        value = getattr(row, name, None)
        if isinstance(value, str) and value and value not in words:
            words.append(value)
    ends = [getattr(row, name) for name in ("subject", "object") if isinstance(getattr(row, name, None), str)]
    ends += [getattr(row, name) for name in ("source", "target") if isinstance(getattr(row, name, None), str)]
    text = " | ".join([*words[:3], *([" → ".join(ends)] if len(ends) == 2 else [])])
    return f": {text}" if text else ""
