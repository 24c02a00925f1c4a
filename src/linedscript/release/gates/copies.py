"""Whether the parts of a tree agree: sums, manifest, claims, Parquet copies, recordings."""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from linedscript.errors import Faults, LinedscriptError
from linedscript.io.files import sha256_file
from linedscript.records.engine import TranscriptDigest
from linedscript.records.release import Defect
from linedscript.release.claims import count
from linedscript.release.gates.base import Setting
from linedscript.release.parquet import cells, column_names, columns, read_rows
from linedscript.release.sums import sums_faults
from linedscript.release.tree import (
    CLAIMS,
    FILMS,
    MANIFEST,
    RECORDINGS,
    SUMS,
    Release,
    data_path,
    film_layers,
    layers_of,
    parquet_path,
    row_id,
)


def _defect(gate: str, code: str, file: str, record: str | None, problem: str, hint: str = "") -> Defect:
    return Defect(gate=gate, code=code, file=file, record=record, problem=problem, hint=hint)


def check_sums(release: Release) -> Iterator[Defect]:
    for code, name, problem in sums_faults(release.root):
        yield _defect("sums", code, name, None, problem, "get the release again")


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
    known = {data_path(layer, film) for film in setting.manifest.films for layer in film_layers(setting.manifest, film)}
    for name in present:
        if name.startswith("data/") and name not in known:
            yield _defect("manifest", "stray-file", name, None, "no layer of no film of this release is in it")


def check_claims(setting: Setting) -> Iterator[Defect]:
    try:
        said = msgspec.to_builtins(setting.release.claims())
        found = msgspec.to_builtins(count(setting.release))
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


def check_parquet(setting: Setting) -> Iterator[Defect]:
    for layer, spec in layers_of(setting.manifest).items():
        name = parquet_path(layer)
        path = setting.release.root / name
        types = columns(spec.record)
        try:
            if column_names(path) != list(types):
                yield _defect("parquet", "columns", name, None, "its columns aren't the record's fields")
                continue
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
