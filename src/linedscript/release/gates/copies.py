"""Whether the parts of a tree agree: sums, manifest, claims, Parquet copies, recordings."""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from linedscript.errors import Faults, LinedscriptError
from linedscript.io.files import sha256_file
from linedscript.patterns import Pattern
from linedscript.records.engine import TranscriptDigest
from linedscript.records.release import Claims, Defect, Manifest
from linedscript.release.card import stated
from linedscript.release.claims import count
from linedscript.release.gates.base import Setting
from linedscript.release.parquet import cells, column_names, columns, foreign_metadata, read_rows
from linedscript.release.schemas import LAYER_TYPES, TOP_TYPES
from linedscript.release.sums import sums_faults
from linedscript.release.tree import (
    CARD,
    CLAIMS,
    DOCUMENTS,
    FILMS,
    MANIFEST,
    RECORDINGS,
    REGISTRY,
    SUMS,
    Release,
    data_path,
    film_layers,
    layers_of,
    parquet_path,
    row_id,
    schema_path,
)

_TOP = frozenset({*DOCUMENTS, "croissant.json", MANIFEST, CLAIMS, FILMS, RECORDINGS, REGISTRY, SUMS})
_NUMBER = Pattern(r"\d+( \w+)?$")
_DIGITS = Pattern(r"\d+")


def _defect(gate: str, code: str, file: str, record: str | None, problem: str, hint: str = "") -> Defect:
    return Defect(gate=gate, code=code, file=file, record=record, problem=problem, hint=hint)


def check_sums(release: Release) -> Iterator[Defect]:
    for code, name, problem in sums_faults(release.root):
        yield _defect("sums", code, name, None, problem, "get the release again")


def layout(manifest: Manifest) -> frozenset[str]:
    """Every file that a release of these films may have."""
    data = {data_path(layer, film) for film in manifest.films for layer in film_layers(manifest, film)}
    copies = {parquet_path(layer) for layer in layers_of(manifest)}
    return _TOP | data | copies | {schema_path(name) for name in (*LAYER_TYPES, *TOP_TYPES)}


def check_manifest(setting: Setting) -> Iterator[Defect]:
    listed = {entry.path: entry for entry in setting.manifest.files}
    present = [name for name in setting.release.files() if name not in (MANIFEST, SUMS)]
    for name in present:
        entry = listed.pop(name, None)
        if entry is None:
            yield _defect("manifest", "unlisted-file", name, None, "the manifest doesn't list it")
        elif entry.sha256 != sha256_file(setting.release.root / name):
            yield _defect("manifest", "changed-file", name, None, "its bytes aren't those that the manifest names")
    for name in listed:
        yield _defect("manifest", "missing-file", name, None, "the manifest lists it")
    if tuple(film.id for film in setting.films) != setting.manifest.films:
        yield _defect("manifest", "films", FILMS, None, "lists other films than the manifest")
    known = layout(setting.manifest)
    for name in present:
        if name not in known:
            yield _defect("manifest", "stray-file", name, None, "no release of these films has such a file")


def check_claims(setting: Setting) -> Iterator[Defect]:
    try:
        said = msgspec.to_builtins(setting.release.claims())
        counted = count(setting.release)
        found = msgspec.to_builtins(counted)
    except Faults as error:
        for fault in error.faults:
            yield _defect("claims", fault.code, CLAIMS, None, fault.problem)
        return
    except LinedscriptError as error:
        yield _defect("claims", error.code, CLAIMS, None, f"{error.place}: {error.problem}")
        return
    for name in sorted(said):
        left = said[name] if isinstance(said[name], dict) else {"": said[name]}
        right = found[name] if isinstance(found[name], dict) else {"": found[name]}
        for key in sorted(left.keys() | right.keys()):
            if left.get(key, 0) != right.get(key, 0):
                yield _defect(
                    "claims",
                    "claim-contradicted",
                    CLAIMS,
                    f"{name}.{key}" if key else name,
                    f"says {left.get(key)}, the data say {right.get(key)}",
                    "assemble the release again",
                )
    yield from _card(setting, counted)


def _card(setting: Setting, counted: Claims) -> Iterator[Defect]:
    """The card states the data's numbers; its wording may be another version's."""
    try:
        text = (setting.release.root / CARD).read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        yield _defect("claims", "missing-file", CARD, None, "a release has a card", "assemble the release again")
        return
    sections = {title: body for title, _, body in (part.partition("\n") for part in text.split("\n## "))}
    for title, wanted in stated(setting.manifest, counted).items():
        for figures in sorted(_figures(wanted) ^ _figures(sections.get(title, ""))):
            which = "doesn't say" if figures in _figures(wanted) else "says, against the data,"
            yield _defect(
                "claims",
                "claim-contradicted",
                CARD,
                title,
                f"{which} {', '.join(figures)}",
                "assemble the release again",
            )


def _figures(section: str) -> set[tuple[str, ...]]:
    """What each line states: a table row's first cell and its numbers, a sentence's numbers."""
    found = set()
    for line in section.splitlines():
        first, *cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else [""]
        numbers = [cell for cell in cells if _NUMBER.match(cell)] if cells else _DIGITS.findall(line)
        if numbers:
            found.add((first, *numbers) if cells else tuple(numbers))
    return found


def check_parquet(setting: Setting) -> Iterator[Defect]:
    for layer, spec in layers_of(setting.manifest).items():
        name = parquet_path(layer)
        path = setting.release.root / name
        types = columns(spec.record)
        try:
            if column_names(path) != list(types):
                yield _defect("parquet", "columns", name, None, "its columns aren't the record's fields")
                continue
            if found := foreign_metadata(path):
                yield _defect("parquet", "metadata", name, None, f"holds metadata of its own: {found[0]}")
            copies = read_rows(path)
            rows = (
                row
                for film in setting.manifest.films
                if (setting.release.root / data_path(layer, film)).is_file()
                for row in setting.release.rows(layer, film)
            )
            for number, (row, copy) in enumerate(zip_longest(rows, copies), 1):
                if row is None or copy is None or cells(row, types) != copy:
                    yield _defect(
                        "parquet",
                        "not-equal",
                        name,
                        f"row {number}" if row is None else f"{row.film}/{row_id(row)}",
                        "the Parquet copy differs from the JSON lines from this row on",
                        "assemble the release again",
                    )
                    break
        except FileNotFoundError:
            yield _defect("parquet", "missing-file", name, None, "a release has a Parquet copy of each layer")
        except (OSError, ValueError) as error:
            yield _defect("parquet", "unreadable", name, None, str(error).splitlines()[0])
        except LinedscriptError:
            continue  # the schema gate names the row that doesn't decode


def check_recordings(setting: Setting) -> Iterator[Defect]:
    """``recordings.json`` holds exactly the digests of the transcripts layer."""
    try:
        said = setting.release.load(RECORDINGS, tuple[TranscriptDigest, ...])
        found = tuple(row for film in setting.manifest.films for row in setting.release.rows("transcripts", film))
    except LinedscriptError as error:
        yield _defect("recordings", error.code, RECORDINGS, None, error.problem)
        return
    if said != found:
        yield _defect(
            "recordings",
            "not-equal",
            RECORDINGS,
            None,
            "names other answers than the transcripts layer",
            "assemble the release again",
        )
