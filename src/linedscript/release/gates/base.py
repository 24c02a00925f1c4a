"""What gates share: the release under the gates, one film's rows, and how a defect is made."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from linedscript.io.canonical import id_key
from linedscript.records.release import Defect, Manifest
from linedscript.records.scene import Scene
from linedscript.release.tree import Release, data_path, row_id


@dataclass(frozen=True)
class Title:
    """A film's title and its other forms, for the search in the pseudonymized view."""

    film: str
    forms: tuple[str, ...]


@dataclass(frozen=True)
class Setting:
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


@dataclass
class FilmRows:
    """One film of a release in memory."""

    film: Any
    """Its row of ``films.jsonl``."""
    records: dict[str, list[Any]]
    """By layer, in file order, only rows that decode."""
    lines: dict[str, list[Any]]
    """By layer, every row as plain JSON data, with its line number: ``(number, data)``."""
    texts: dict[str, Scene] | None
    """By scene, where the text is at hand."""
    ids: dict[str, set[str]] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    """Scene id to position, 1-based."""

    def __post_init__(self) -> None:
        self.ids = {layer: {row_id(row) for row in rows} for layer, rows in self.records.items()}
        self.order = {scene.id: scene.index for scene in self.records.get("scenes", ())}

    def path(self, layer: str) -> str:
        return data_path(layer, self.film.id)

    def defect(self, gate: str, code: str, layer: str, record: str | None, problem: str, hint: str = "") -> Defect:
        return Defect(
            gate=gate, code=code, file=self.path(layer), record=record, problem=problem, hint=hint
        )


def strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """``(path, text)`` of every string in plain JSON data, keys left out."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from strings(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from strings(item, f"{path}[{number}]")


def sort_key(defect: Defect) -> tuple[Any, ...]:
    return defect.gate, defect.code, defect.file, id_key(defect.record or ""), defect.problem


def clip(text: str, width: int = 80) -> str:
    """The text on one line, cut for a message."""
    flat = " ".join(text.split())
    return flat if len(flat) <= width else flat[: width - 1] + "…"
