"""What gates share: the release under the gates, one film's rows, and how a defect is made."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.layers import LAYERS
from linedscript.records.release import Defect, Manifest
from linedscript.records.scene import Scene
from linedscript.release.gates.titles import Title
from linedscript.release.tree import Release, data_path, row_id

_HASHES = ("sha256", "digest", "request")
"""Ends of the names of fields that hold hashes."""
_FIELDS = frozenset(name for layer in LAYERS.values() for name in layer.record.__struct_fields__)
"""Keys of records, which need no reading."""


class Setting(msgspec.Struct, frozen=True):
    """A release under the gates, with what is at hand beside it."""

    release: Release
    manifest: Manifest
    films: Sequence[Any]
    parent: Release | None
    titles: tuple[Title, ...]
    """Empty where neither the index nor the parent release is at hand."""
    texts: Callable[[str], list[Scene] | None]
    """A film's scenes with the text of this view; None where it isn't at hand."""

    @property
    def pseudonymized(self) -> bool:
        return self.manifest.view == "pseudonymized"


class FilmRows(msgspec.Struct):
    """One film of a release in memory."""

    film: Any
    """Its row of ``films.jsonl``."""
    records: dict[str, list[Any]]
    """By layer, in file order, only rows that decode."""
    lines: dict[str, list[Any]]
    """By layer, every row as plain JSON data, with its line number: ``(number, data)``."""
    texts: dict[str, Scene] | None
    """By scene, where the text is at hand."""
    ids: dict[str, set[str]] = {}
    order: dict[str, int] = {}
    """Scene id to position, 1-based."""
    _said: dict[str, list[tuple[str, str, str]]] = {}

    def __post_init__(self) -> None:
        self.ids = {layer: {row_id(row) for row in rows} for layer, rows in self.records.items()}
        self.order = {scene.id: scene.index for scene in self.records.get("scenes", ())}

    def path(self, layer: str) -> str:
        return data_path(layer, self.film.id)

    def said(self, layer: str) -> list[tuple[str, str, str]]:
        """``(record, path, text)`` of every string of a layer that isn't a hash; read off once."""
        if layer not in self._said:
            self._said[layer] = [
                (str(plain.get("id", f"line {number}")), path, text)
                for number, plain in self.lines[layer]
                if isinstance(plain, dict)
                for path, text in strings(plain)
                if not path.endswith(_HASHES)
            ]
        return self._said[layer]

    def defect(self, gate: str, code: str, layer: str, record: str | None, problem: str, hint: str = "") -> Defect:
        return Defect(gate=gate, code=code, file=self.path(layer), record=record, problem=problem, hint=hint)


def strings(value: Any) -> list[tuple[str, str]]:
    """``(path, text)`` of every string in plain JSON data, keys left out."""
    found: list[tuple[str, str]] = []
    _collect(value, "", found)
    return found


def _collect(value: Any, path: str, found: list[tuple[str, str]]) -> None:
    if isinstance(value, str):
        found.append((path, value))
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, (str, dict, list)):
                _collect(item, f"{path}.{key}" if path else key, found)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            if isinstance(item, (str, dict, list)):
                _collect(item, f"{path}[{number}]", found)


def plain_text(name: str, line: str) -> str:
    """A line of a file as a reader sees it: the strings and keys of a JSON line, one to a line, escapes resolved."""
    if name.endswith(".jsonl"):
        try:
            found: list[str] = []
            _words(msgspec.json.decode(line.encode()), found)
            return "\n".join(found)
        except (msgspec.MsgspecError, UnicodeError):
            return line
    if name.endswith(".json") and "\\" in line:
        return _ESCAPE.sub(_unescaped, line)
    return line


_ESCAPE = Pattern(r"\\(?:u([0-9a-fA-F]{4})|(.))")


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}.get(match[2], match[2])


def _words(value: Any, found: list[str]) -> None:
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in _FIELDS:
                found.append(key)
            if isinstance(item, (str, dict, list)):
                _words(item, found)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, (str, dict, list)):
                _words(item, found)


def name_of(name: str, line: str, number: int) -> str:
    """What a line of a file is called in a defect: its record's id, else its number."""
    if name.endswith(".jsonl"):
        try:
            plain = msgspec.json.decode(line.encode())
        except (msgspec.MsgspecError, UnicodeError):
            return f"line {number}"
        if isinstance(plain, dict) and isinstance(plain.get("id"), str):
            return plain["id"]
    return f"line {number}"


def sort_key(defect: Defect) -> tuple[Any, ...]:
    return defect.gate, defect.code, defect.file, id_key(defect.record or ""), defect.problem


def clip(text: str, width: int = 80) -> str:
    """The text on one line, cut for a message."""
    flat = " ".join(text.split())
    return flat if len(flat) <= width else flat[: width - 1] + "…"
