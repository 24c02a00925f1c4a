"""A release's whole tree, written beside its place and put there once every gate has passed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from linedscript.backbone.registry import Registry
from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import encode, read_records
from linedscript.io.files import sha256, sha256_file, write_bytes, write_text
from linedscript.records.base import Record
from linedscript.records.engine import TranscriptDigest
from linedscript.records.identity import MapManifest
from linedscript.records.layers import LAYERS, RECIPE
from linedscript.records.release import (
    FileEntry,
    Manifest,
    ParentFilm,
    ParentRef,
    PublicFilm,
    ReleasedClass,
    ReleaseSettings,
    View,
)
from linedscript.records.scene import Scene
from linedscript.records.source import Film
from linedscript.release import gather
from linedscript.release.card import card, citation
from linedscript.release.claims import count
from linedscript.release.croissant import croissant
from linedscript.release.gates.titles import Title, titles
from linedscript.release.parquet import table_bytes
from linedscript.release.schemas import release_schemas
from linedscript.release.sums import sums_faults, write_sums
from linedscript.release.swap import alone, staging, swap_in
from linedscript.release.tree import (
    CLAIMS,
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
    pretty,
    row_lines,
)
from linedscript.version import SOFTWARE


def assemble_parent(
    *,
    build: Path,
    index: Path,
    films: Sequence[str],
    run: str,
    parent_genres: dict[str, str],
    registry: Registry,
    licence: Path,
    settings: ReleaseSettings,
    out: Path,
) -> None:
    """Write the parent release. Raises Faults with every defect that a gate finds; ``out`` is then left as it was."""
    rows = _index_rows(index, films, parent_genres)
    _assemble(
        view="parent",
        films=rows,
        run=run,
        parent=None,
        registry=registry,
        licence=licence,
        settings=settings,
        out=out,
        layers=lambda film: gather.parent_rows(build, film, run),
        titles=titles(rows),
        opened=None,
        recipes=(),
        texts=lambda film: gather.scene_texts(build / "scenes", film),
    )


def assemble_pseudonymized(
    *,
    rendered: Path,
    parent: Path,
    pins: Sequence[MapManifest],
    registry: Registry,
    licence: Path,
    settings: ReleaseSettings,
    out: Path,
) -> None:
    """Write the pseudonymized release of a parent release. Raises as ``assemble_parent``.

    ``pins`` say which films' recipes may be released; ``settings.recipe`` withholds them all.
    """
    faults = sums_faults(parent)
    if faults:
        raise LinedscriptError(
            "parent-not-whole", f"{parent}/{faults[0][1]}", faults[0][2], "assemble the parent again"
        )
    opened = Release(parent)
    manifest, rows = opened.manifest(), opened.films()
    open_maps = {pin.film for pin in pins if pin.recipe == "release"}
    recipes = tuple(film for film in manifest.films if settings.recipe and film in open_maps)
    _assemble(
        view="pseudonymized",
        run=manifest.run,
        registry=registry,
        licence=licence,
        settings=settings,
        out=out,
        films=[PublicFilm(id=film.id, language=film.language, suites=film.suites) for film in rows],
        parent=ParentRef(version=manifest.version, sums_sha256=sha256_file(parent / SUMS)),
        layers=lambda film: gather.pseudonymized_rows(rendered, film, film in recipes),
        titles=titles(rows),
        texts=lambda film: gather.scene_texts(rendered / "scene_texts", film),
        opened=opened,
        recipes=recipes,
    )


def _assemble(
    *,
    view: View,
    films: Sequence[Any],
    run: str,
    parent: ParentRef | None,
    registry: Registry,
    licence: Path,
    settings: ReleaseSettings,
    out: Path,
    layers: Callable[[str], Iterable[tuple[str, list[Record]]]],
    titles: Sequence[Title],
    texts: Callable[[str], list[Scene]],
    opened: Release | None,
    recipes: tuple[str, ...],
) -> None:
    with alone(out):
        root = staging(out)
        who, digests = _write_data(root, [film.id for film in films], layers)
        manifest = Manifest(
            name=settings.name,
            version=settings.version,
            software=SOFTWARE,
            view=view,
            run=run,
            annotators=tuple(sorted(who)),
            parent=parent,
            films=tuple(film.id for film in films),
            quote_limit=settings.quote_limit,
            contact_allowed=settings.contact_allowed,
            recipes=recipes,
            files=(),
        )
        for name, layer in layers_of(manifest).items():
            groups = (Release(root).rows(name, film) for film in manifest.films if name in film_layers(manifest, film))
            write_bytes(root / parquet_path(name), table_bytes(layer.record, groups))
        for name, data in release_schemas(view, bool(recipes)).items():
            write_bytes(root / "schemas" / name, data)
        write_bytes(root / FILMS, b"".join(encode(film) + b"\n" for film in films))
        write_bytes(root / RECORDINGS, pretty(digests))
        write_bytes(root / REGISTRY, pretty(registry))
        write_bytes(root / "LICENSE-DATA.md", licence.read_bytes())
        write_text(root / "CITATION.cff", citation(settings, view))
        write_bytes(root / MANIFEST, pretty(manifest))  # what the claims are counted from
        claims = count(Release(root))
        write_bytes(root / CLAIMS, pretty(claims))
        write_text(root / "README.md", card(settings.title, manifest, claims))
        entries = tuple(_entries(root))
        document = croissant(settings, manifest, claims, entries)
        write_bytes(root / "croissant.json", pretty(document))
        write_bytes(root / MANIFEST, pretty(_with_files(manifest, tuple(_entries(root)))))
        from linedscript.release.gates.run import as_errors, check  # needed here alone, and slow to import

        report = check(Release(root), sums=False, parent=opened, titles=titles, texts=texts)
        raise_all(as_errors(report, str(out)))
        write_sums(root)
        swap_in(out)


def _write_data(
    root: Path, films: Sequence[str], layers: Callable[[str], Iterable[tuple[str, list[Record]]]]
) -> tuple[set[str], tuple[TranscriptDigest, ...]]:
    """Write the JSON lines of every film; who made the records, and the digests of the answers. Collects faults."""
    who: set[str] = set()
    digests: list[TranscriptDigest] = []
    faults: list[LinedscriptError] = []
    for film in films:
        try:
            for layer, rows in layers(film):
                data = row_lines(rows)
                write_bytes(root / data_path(layer, film), data)
                who.update(name for row in rows for name in gather.annotators(row))
                if layer == "transcripts":
                    digests.extend(sorted(rows, key=lambda row: row.layer))
        except LinedscriptError as error:
            faults.extend(getattr(error, "faults", [error]))
    raise_all(faults)
    return who, tuple(digests)


def _index_rows(index: Path, films: Sequence[str], parent_genres: dict[str, str]) -> list[ParentFilm]:
    known = {film.id: film for film in read_records(index, Film)}
    faults: list[LinedscriptError] = []
    rows: list[ParentFilm] = []
    for name in sorted(films):
        film = known.get(name)
        if film is None:
            faults.append(LinedscriptError("unknown-film", str(index), f"{name} isn't in the source index"))
            continue
        if film.withdrawn is not None:
            faults.append(
                LinedscriptError("withdrawn-film", str(index), f"{name} is withdrawn: {film.withdrawn.reason}")
            )
            continue
        for genre in film.genres:
            if genre not in parent_genres:
                faults.append(
                    LinedscriptError(
                        "unmapped-genre",
                        f"{index}#{name}",
                        f"{genre} has no parent genre",
                        "add it to the parent-genre map",
                    )
                )
        rows.append(
            ParentFilm(
                id=film.id,
                title=film.title,
                title_forms=film.title_forms,
                year=film.year,
                language=film.language,
                genres=film.genres,
                parent_genres=tuple(sorted({parent_genres.get(genre, genre) for genre in film.genres})),
                suites=film.suites,
                votes=film.votes,
                sources=film.sources,
            )
        )
    raise_all(faults)
    return rows


def _class(name: str) -> ReleasedClass:
    if name.startswith(("data/", "parquet/")):
        layer = name.split("/")[1].removesuffix(".parquet")
        return (LAYERS | {RECIPE.name: RECIPE})[layer].file_class
    if name in (FILMS, RECORDINGS):
        return "source_metadata"
    return "evaluation_code" if name.startswith("schemas/") or name == REGISTRY else "documentation"


def _entries(root: Path) -> Iterator[FileEntry]:
    for name in Release(root).files():
        if name not in (MANIFEST, SUMS):
            data = (root / name).read_bytes()
            yield FileEntry(path=name, file_class=_class(name), bytes=len(data), sha256=sha256(data))


def _with_files(manifest: Manifest, files: tuple[FileEntry, ...]) -> Manifest:
    from msgspec.structs import replace

    return replace(manifest, files=files)
