"""A film among a person's own files: by its bytes, by its text, or by its scenes."""

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256, sha256_text
from linedscript.records.source import Film, Source
from linedscript.screenplay.layer import Layer
from linedscript.sources.doctor import ENCODING_FAULTS, Advance, hash_file
from linedscript.sources.scene_hashes import Known, SceneHashes

By = Literal["bytes", "text", "scenes"]
Reason = Literal["unreadable", "no text", "link", "special", "too large"]
_SHARE = 0.1
"""Share of a film's scenes, and ``_SCENES`` of them, that make a file worth telling of."""
_SCENES = 2
_NO_TEXT = frozenset(("binary-file", "unsupported-format", "empty-file", "no-text", "no-scene"))
"""What opening says of files that are no script. Damaged, encrypted and undecodable ones may be some."""
_MEDIA = frozenset(("video", "page_images"))


class File(NamedTuple):
    path: Path
    size: int


class Skipped(NamedTuple):
    path: str
    reason: Reason
    """``unreadable``: it may be a script, and the person should know; the others are what folders are full of."""
    why: str


class Found(NamedTuple):
    film: str
    kind: str
    path: str
    by: By
    matched: int | None
    """Scenes that stand in the file, in order; null unless ``by`` is ``scenes``."""
    scenes: int | None
    share: float
    """Of the film's scenes; 1 for bytes and text."""


def files_under(folders: Iterable[Path]) -> tuple[list[File], list[Skipped]]:
    """Every regular file once, by path; hidden ones left out. No link is followed but a folder that is named itself."""
    files: list[File] = []
    skipped: list[Skipped] = []
    seen: set[tuple[int, int]] = set()
    for folder in folders:
        if not folder.exists():
            raise LinedscriptError("missing-folder", str(folder), "no such folder to search")
        for path in _walk(folder, skipped):
            try:
                if path != folder and path.is_symlink():
                    skipped.append(Skipped(str(path), "link", "links aren't followed"))
                    continue
                state = path.stat()
            except OSError as error:
                skipped.append(Skipped(str(path), "unreadable", error.strerror or str(error)))
                continue
            if not stat.S_ISREG(state.st_mode):
                skipped.append(Skipped(str(path), "special", "isn't a regular file"))
            elif state.st_size and (state.st_dev, state.st_ino) not in seen:
                seen.add((state.st_dev, state.st_ino))
                files.append(File(path, state.st_size))
    return files, skipped


def _walk(folder: Path, skipped: list[Skipped]) -> Iterator[Path]:
    if not folder.is_dir():
        yield folder
        return

    def failed(error: OSError) -> None:
        skipped.append(Skipped(str(error.filename), "unreadable", error.strerror or str(error)))

    for root, folders, names in os.walk(folder, onerror=failed):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in folders:
            if os.path.islink(os.path.join(root, name)):
                skipped.append(Skipped(os.path.join(root, name), "link", "links aren't followed"))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(root, name)


class Search:
    """Looks at one file after the other. Each is read once."""

    def __init__(
        self, films: Iterable[Film], known: Sequence[Known], largest: int, encoding: str | None = None
    ) -> None:
        self._raw: dict[str, tuple[Film, Source]] = {}
        self._text: dict[str, tuple[Film, Source]] = {}
        self._encodings: set[tuple[str, str]] = set()
        self._media: set[str] = set()
        self._known = known
        self._largest = largest
        self._encoding = encoding
        """In which a file is read whose own can't be found out."""
        self.found: list[Found] = []
        self.skipped: list[Skipped] = []
        for film in films:
            for source in film.sources if not film.withdrawn else ():
                if source.removal == "removed":
                    continue
                self._raw[source.raw_sha256] = (film, source)
                if source.normalized_sha256:
                    self._text[source.normalized_sha256] = (film, source)
                if source.encoding:
                    self._encodings.add((source.encoding, source.errors))
                if source.kind in _MEDIA:
                    self._media.add(Path(source.file).suffix.lower())

    def look(self, file: File, advance: Advance) -> None:
        path = file.path
        large = file.size > self._largest
        if large and path.suffix.lower() not in self._media:
            self.skipped.append(Skipped(str(path), "too large", f"{file.size} bytes, more than {self._largest}"))
            advance(file.size)
            return
        try:
            data = None if large else path.read_bytes()
            digest = hash_file(path, advance) if data is None else sha256(data)
        except OSError as error:
            self.skipped.append(Skipped(str(path), "unreadable", error.strerror or str(error)))
            return
        if (hit := self._raw.get(digest)) is not None:
            self._add(hit, path, "bytes")
        elif data is not None:
            self._look_inside(path, data)
        if data is not None:
            advance(file.size)

    def _add(self, hit: tuple[Film, Source], path: Path, by: By) -> None:
        self.found.append(Found(hit[0].id, hit[1].kind, str(path), by, None, None, 1.0))

    def _look_inside(self, path: Path, data: bytes) -> None:
        try:
            layer = self._opened(path, data)
        except LinedscriptError as error:
            named = "" if error.code not in ENCODING_FAULTS else "; name it with --encoding"
            self.skipped.append(
                Skipped(str(path), "no text" if error.code in _NO_TEXT else "unreadable", error.problem + named)
            )
            return
        if (hit := self._text.get(self._normalized(layer))) is not None:
            self._add(hit, path, "text")
        elif self._known:
            self._look_for_scenes(path, layer)

    def _opened(self, path: Path, data: bytes) -> Layer:
        """As the file says; where its encoding is a guess or none, as the index says of a film that this makes it."""
        from linedscript.screenplay.containers.opening import open_layer

        try:
            layer, fault = open_layer(data, path.name), None
        except LinedscriptError as error:
            layer, fault = None, error
        doubtful = layer.by == "detected" if layer else fault.code in ("undecodable-byte", "ambiguous-encoding")
        for encoding, errors in sorted(self._encodings) if doubtful else ():
            try:
                other = open_layer(data, path.name, None, encoding, errors)
            except LinedscriptError:
                continue
            if self._normalized(other) in self._text:
                return other
        if layer is None and doubtful and self._encoding:
            return open_layer(data, path.name, None, self._encoding)
        if layer is None:
            raise fault
        return layer

    @staticmethod
    def _normalized(layer: Layer) -> str:
        from linedscript.screenplay.normalize import normalize

        return sha256_text(normalize(layer.text))

    def _look_for_scenes(self, path: Path, layer: Layer) -> None:
        from linedscript.screenplay.read import grammar_of, take_apart
        from linedscript.screenplay.scenes import build_scenes

        try:
            kept, stretches = take_apart(layer.text, grammar_of(layer, path.name), layer.cuts)
            scenes = build_scenes(path.name, "en", kept, stretches)
        except LinedscriptError:
            return
        hashes = SceneHashes([scene.text for scene in scenes])
        for known in self._known:
            matched, whole = hashes.in_order(known), len(known.hashes)
            if matched >= _SCENES and matched >= _SHARE * whole:
                share = round(matched / whole, 6)
                self.found.append(Found(known.film, "screenplay", str(path), "scenes", matched, whole, share))

    def best(self) -> list[Found]:
        """By film; bytes before text before scenes, the larger share first."""
        order = ("bytes", "text", "scenes")
        return sorted(self.found, key=lambda one: (one.film, order.index(one.by), -one.share, one.path))


def adopt(found: Found, film: Film, source: Source, target: Path) -> str | None:
    """Copy a file that is a source's by its bytes to where the source belongs. Nothing is ever overwritten.

    Null where it was copied; else why not.
    """
    import shutil

    if os.path.lexists(target):
        return f"{target} is there already: move it away first"
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.parent / f".{target.name}.{os.getpid()}.part"
    try:
        shutil.copyfile(found.path, part)
        if hash_file(part, lambda _: None) != source.raw_sha256:
            return f"{found.path} changed while it was copied"
        _place(part, target)
    except FileExistsError:
        return f"{target} is there already: move it away first"
    finally:
        part.unlink(missing_ok=True)
    return None


def _place(part: Path, target: Path) -> None:
    """Give the copy its name, in one step, unless something has it; some file systems have no links."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(target):
            raise FileExistsError(target) from None
        os.rename(part, target)
