"""An index entry from any readable script."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256, sha256_text
from linedscript.records.base import Language
from linedscript.records.source import Film, Retrieval, Source, Suite
from linedscript.screenplay.containers.opening import open_layer
from linedscript.screenplay.normalize import NORMALIZER, normalize
from linedscript.screenplay.read import Reading
from linedscript.sources.index import next_id, screenplay
from linedscript.sources.titles import guess_language, is_known, title_of, title_page, unmarked

NOT_STATED = "not stated"


class Facts(NamedTuple):
    """What a person says about a film; null: read off the file, or not stated."""

    id: str | None
    title: str | None
    title_forms: tuple[str, ...]
    language: Language | None
    year: int | None
    genres: tuple[str, ...]
    suites: tuple[Suite, ...]
    licence: str | None
    provenance: str | None
    address: str | None
    archived: str | None
    date: str | None
    format: str | None = None
    encoding: str | None = None
    errors: Literal["strict", "replace"] = "strict"


class Added(NamedTuple):
    film: Film
    found: tuple[str, ...]
    """What was read off the file, as sentences for the person who adds it."""


def entry(data: bytes, name: str, facts: Facts, rows: Sequence[Film], bundled: str | None = None) -> Added:
    """The entry of a script. Reads it whole first: what can't be read isn't added.

    ``bundled`` is its path in this repository. Raises ``duplicate-script`` where the index has the same bytes or text.
    """
    decoded = open_layer(data, name, facts.format, facts.encoding, facts.errors)
    raw, normalized = sha256(data), sha256_text(normalize(decoded.text))
    for film in rows:
        for source in film.sources:
            if source.raw_sha256 == raw or source.normalized_sha256 == normalized:
                raise LinedscriptError(
                    "duplicate-script",
                    name,
                    f"{film.id} has the same {'bytes' if source.raw_sha256 == raw else 'text'}",
                    "withdrawn films keep their row" if film.withdrawn else "",
                )
    language = facts.language or guess_language(decoded.text)
    film = facts.id or next_id(rows, language)
    if any(row.id == film for row in rows):
        raise LinedscriptError(
            "duplicate-film", name, f"{film} is taken", f"the next free id is {next_id(rows, language)}"
        )
    reading = _read(data, name, film, language, facts)
    printed = title_of(title_page(reading))
    title = unmarked(facts.title or printed or Path(name).stem)
    method = "bundled" if bundled else "address" if facts.address else "bring_your_own"
    source = Source(
        kind="screenplay",
        file=Path(name).name,
        provenance=facts.provenance or NOT_STATED,
        retrieval=Retrieval(
            method=method,
            path=bundled,
            address=facts.address,
            archived=facts.archived,
            date=facts.date,
            outcome="retrieved",
        ),
        licence=facts.licence or NOT_STATED,
        raw_sha256=raw,
        normalized_sha256=normalized,
        normalizer=NORMALIZER,
        format=reading.source.format,
        encoding=reading.source.encoding,
        errors=facts.errors,
        removal="none",
    )
    made = Film(
        id=film,
        title=title,
        title_forms=tuple(map(unmarked, facts.title_forms)),
        year=facts.year,
        language=language,
        genres=facts.genres,
        suites=facts.suites,
        votes=None,
        sources=(source,),
        withdrawn=None,
    )
    source_record = reading.source
    sure = f"{source_record.encoding_confidence:.2f}" if source_record.encoding_by == "detected" else ""
    found = [
        f"{film}: {source_record.format}, {source_record.encoding}{sure and f' (detected, confidence {sure})'}, "
        f"{len(reading.scenes)} scenes"
    ]
    if decoded.empty_headings:
        found.append(f"scene headings without words, where no scene begins: {len(decoded.empty_headings)}")
    if facts.language is None:
        found.append(
            f"language read off the text: {language}"
            + (
                ""
                if is_known(decoded.text)
                else (", though most letters are neither Latin nor Chinese; name it with --language")
            )
        )
    if facts.title is None:
        found.append(f"title read off the {'title page' if printed else 'file name'}: {title}")
    elif printed and printed.casefold() not in {form.casefold() for form in (title, *made.title_forms)}:
        found.append(
            f"the title page says {printed}: unless that is no title, name it too, since titles are looked for in the "
            f"pseudonymized view (linedscript sources amend {film} --title-form …)"
        )
    for what in ("licence", "provenance", "year", "genres"):
        if not getattr(facts, what):
            found.append(f"{what}: {NOT_STATED}")
    if not facts.suites:
        found.append(
            f"suites: {NOT_STATED}; the release will list the film under none, and is built just the same "
            f"(linedscript sources amend {film} --suite stage)"
        )
    return Added(made, tuple(found))


def repinned(film: Film, data: bytes, name: str, facts: Facts, rows: Sequence[Film]) -> Film:
    """The film's row with this script in the place of the one that it names. Everything else stays as it is."""
    if film.withdrawn:
        raise LinedscriptError("withdrawn-film", film.id, f"was withdrawn on {film.withdrawn.date}")
    others = [row for row in rows if row.id != film.id]
    read = entry(data, name, facts._replace(id=film.id, language=film.language), others).film.sources[0]
    old = screenplay(film)
    bundled = old.retrieval.method == "bundled"
    new = msgspec.structs.replace(
        old,
        file=old.file if bundled else name,
        raw_sha256=read.raw_sha256,
        normalized_sha256=read.normalized_sha256,
        normalizer=read.normalizer,
        format=read.format,
        encoding=read.encoding,
        errors=read.errors,
    )
    return msgspec.structs.replace(film, sources=tuple(new if source is old else source for source in film.sources))


def _read(data: bytes, name: str, film: str, language: Language, facts: Facts) -> Reading:
    """As ``read_screenplay``; an error names the file, since the film isn't in the index yet."""
    from linedscript.screenplay.read import read_screenplay

    try:
        return read_screenplay(
            data, film, language, format=facts.format, encoding=facts.encoding, errors=facts.errors, budget=1000
        )
    except LinedscriptError as error:
        if type(error) is not LinedscriptError or not error.place.startswith(film):
            raise
        place = name + error.place.removeprefix(film)
        raise LinedscriptError(error.code, place, error.problem, error.hint) from None
