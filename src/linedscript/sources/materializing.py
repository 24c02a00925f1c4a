"""A release joined to the scripts that a user has: scene texts, and each annotation with the text of its evidence.

The scenes come out byte for byte as the build had them, in the release's own view. A name map is read only where the
release withholds a film's recipe.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.identity.matching import Matcher
from linedscript.identity.recipe import apply_recipe, find_changes, render_scene
from linedscript.io.canonical import encode
from linedscript.io.files import sha256, sha256_file, sha256_text
from linedscript.records.layers import LAYERS
from linedscript.records.scene import Scene, SceneOutline
from linedscript.records.source import Source
from linedscript.screenplay.outline import outline
from linedscript.sources.doctor import normalized_sha256

Status = Literal["OK", "changed", "missing", "withheld"]


class Joined(NamedTuple):
    film: str
    status: Status
    why: str
    hint: str
    scenes: list[Scene]
    annotations: list[dict[str, Any]]


class Scripts:
    """The files under some folders, by hash of their bytes and of their normalized text."""

    def __init__(self, *folders: Path) -> None:
        raise_all(
            [
                LinedscriptError("missing-folder", str(folder), "no such folder of scripts")
                for folder in folders
                if not folder.is_dir()
            ]
        )
        self._files = [
            path
            for folder in folders
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        ]
        self._raw: dict[str, Path] = {}
        self.unreadable: list[str] = []
        """Files that may hold a script but can't be read, with why."""
        for path in list(self._files):
            try:
                self._raw.setdefault(sha256_file(path), path)
            except OSError as error:
                self._files.remove(path)
                self.unreadable.append(f"{path}: {error.strerror or error}")

    def exact(self, source: Source) -> Path | None:
        return self._raw.get(source.raw_sha256)

    def alike(self, source: Source) -> Path | None:
        """A file of the same normalized text, or of the name that the index gives."""
        named = None
        for path in self._files:
            if path.name == source.file:
                named = path
            try:
                found = normalized_sha256(path.read_bytes(), path.name, source.format, source.encoding, source.errors)
            except LinedscriptError:
                continue
            if source.normalized_sha256 == found:
                return path
        return named


def join(
    film: str,
    language: str,
    source: Source,
    scripts: Scripts,
    release: Any,
    pseudonymized: bool,
    names: Callable[[str], Matcher | None] = lambda film: None,
) -> Joined:
    """One film's scenes and annotations, or why there are none. ``release``: ``rows(layer, film)`` and ``root``.
    ``names``: the film's compiled name map, which stands in for a recipe that the release withholds."""

    def refused(status: Status, why: str, hint: str) -> Joined:
        return Joined(film, status, why, hint, [], [])

    path = scripts.exact(source)
    if path is None:
        other = scripts.alike(source)
        if other is None:
            return refused("missing", f"no file has the script's hash {source.raw_sha256[:12]}…", _whence(film, source))
        return refused(
            "changed",
            f"{other.name} has SHA-256 {sha256(other.read_bytes())[:12]}…, the index says {source.raw_sha256[:12]}…",
            "bring the very file: offsets are of its bytes as decoded",
        )
    ships = (release.root / "data" / "recipe" / f"{film}.jsonl").exists()
    try:
        own = names(film) if pseudonymized and not ships else None
        if pseudonymized and not ships and own is None:
            return refused(
                "withheld",
                "the release ships no rendering recipe for this film",
                "its pseudonymized text can't be made without its private map: who has it puts it to "
                f"private/identity/{film}.jsonl ('dvc --cd private pull'), or names with --identity the manifest that "
                "pins it; the parent release materializes without",
            )
        scenes = read_scenes(path, film, language, source)
        count = partial(count_words, language=language)
        if own is not None:
            scenes = [render_scene(scene, find_changes(scene, own), count) for scene in scenes]
        elif pseudonymized:
            scenes = apply_recipe(scenes, release.rows("recipe", film), count)
    except LinedscriptError as error:
        return refused(
            "changed",
            f"{path.name}: {error.problem}",
            error.hint or "use the version of linedscript that made the release",
        )
    problem = _difference(scenes, release.rows("scenes", film))
    if problem:
        return refused("changed", f"{path.name}: {problem}", "use the version of linedscript that made the release")
    texts = {scene.id: scene.text for scene in scenes}
    try:
        annotations = list(annotate(film, texts, release))
    except LinedscriptError as error:
        return refused(
            "changed", f"{error.place}: {error.problem}", "the release is damaged: 'linedscript verify' says where"
        )
    return Joined(
        film, "OK", f"{path.name}: {len(scenes)} scenes, {len(annotations)} annotations", "", scenes, annotations
    )


def _whence(film: str, source: Source) -> str:
    retrieval = source.retrieval
    if retrieval.method == "bundled" and retrieval.path:
        folder = Path(retrieval.path).parent
        return f"it comes with the project that made the release, as {retrieval.path}: give --scripts {folder}"
    if retrieval.method == "address":
        return f"'linedscript sources fetch {film}' gets it to sources/{film}/: then give --scripts sources"
    return f"it isn't distributed: put your copy of {source.file} into the folder; its bytes must be the very ones"


def read_scenes(path: Path, film: str, language: str, source: Source) -> list[Scene]:
    from linedscript.screenplay.read import read_screenplay

    return read_screenplay(
        path.read_bytes(),
        film,
        language,
        format=source.format,
        encoding=source.encoding,
        errors=source.errors,
        budget=1000,
    ).scenes


def count_words(text: str, language: str) -> int:
    from linedscript.screenplay.scenes import count_words as count

    return count(text, language)


def annotate(film: str, texts: dict[str, str], release: Any) -> Iterator[dict[str, Any]]:
    """``{id, layer, record}`` of each record with evidence in a span, ``text`` added to each such piece of evidence."""
    for layer in LAYERS:
        if layer in ("scenes", "superseded"):
            continue
        for record in release.rows(layer, film):
            plain = msgspec.to_builtins(record)
            if _fill(plain, texts, f"{layer}/{getattr(record, 'id', film)}"):
                yield {"id": f"{layer}/{record.id}", "layer": layer, "record": plain}


def annotation_lines(rows: Iterable[dict[str, Any]]) -> bytes:
    """In the pipeline's order of layers, each layer in its file's order."""
    return b"".join(encode(row) + b"\n" for row in rows)


def _fill(value: Any, texts: dict[str, str], place: str) -> bool:
    if isinstance(value, (list, tuple)):
        return any([_fill(item, texts, place) for item in value])
    if not isinstance(value, dict):
        return False
    found = any([_fill(item, texts, place) for item in value.values()])
    if value.get("kind") == "span" and "grounding" in value:
        text = texts.get(value["scene"], "")[value["start"] : value["end"]]
        if sha256_text(text) != value["sha256"]:
            raise LinedscriptError(
                "evidence-differs", place, f"{value['scene']} {value['start']} to {value['end']} has another text"
            )
        value["text"] = text
        return True
    return found


def _difference(scenes: Sequence[Scene], released: Sequence[SceneOutline]) -> str | None:
    if len(scenes) != len(released):
        return f"{len(scenes)} scenes, the release has {len(released)}"
    for scene, known in zip(scenes, released, strict=True):
        if scene.sha256 != known.sha256:
            return f"{scene.id} has another text than in the release"
        if outline(scene) != known:
            return f"{scene.id} has the release's text, but not its elements"
    return None
