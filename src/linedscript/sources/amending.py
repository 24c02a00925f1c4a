"""A film's row corrected: what the index says about the film, and a file that was attached to it by mistake."""

from typing import Literal, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.records.source import Film, Source, Suite
from linedscript.sources.index import screenplay
from linedscript.sources.titles import unmarked

Clearable = Literal["title-forms", "year", "genres", "suites"]


class Amendment(NamedTuple):
    """What a person corrects; null, or nothing: stays. A list takes the place of the whole old one."""

    title: str | None = None
    title_forms: tuple[str, ...] = ()
    year: int | None = None
    genres: tuple[str, ...] = ()
    suites: tuple[Suite, ...] = ()
    clear: tuple[Clearable, ...] = ()
    licence: str | None = None
    provenance: str | None = None
    file: str | None = None
    """Whose licence and provenance those are; null: the screenplay's."""


def amended(film: Film, amendment: Amendment) -> Film:
    """The film's row with the amendment. Id, language and the hashes of its files stay.

    Raises ``withdrawn-film``, ``unknown-file``, and ``wrong-usage`` where a field is both set and cleared.
    """
    if film.withdrawn:
        raise LinedscriptError("withdrawn-film", film.id, f"was withdrawn on {film.withdrawn.date}")
    said = {
        "title": amendment.title and unmarked(amendment.title),
        "title_forms": tuple(map(unmarked, amendment.title_forms)),
        "year": amendment.year,
        "genres": amendment.genres,
        "suites": amendment.suites,
    }
    changes = {name: value for name, value in said.items() if value not in (None, ())}
    for name in amendment.clear:
        field = name.replace("-", "_")
        if field in changes:
            raise LinedscriptError(
                "wrong-usage", f"--clear {name}", "is also given a value", "leave one of the two away"
            )
        changes[field] = None if field == "year" else ()
    old = screenplay(film) if amendment.file is None else _named(film, amendment.file)
    about = {
        name: value
        for name, value in (("licence", amendment.licence), ("provenance", amendment.provenance))
        if value is not None
    }
    new = msgspec.structs.replace(old, **about)
    return msgspec.structs.replace(
        film, **changes, sources=tuple(new if source is old else source for source in film.sources)
    )


def detached(film: Film, file: str) -> Film:
    """The film's row without the attached file of that name. Raises ``unknown-file``, and refuses the screenplay."""
    if film.withdrawn:
        raise LinedscriptError("withdrawn-film", film.id, f"was withdrawn on {film.withdrawn.date}")
    gone = _named(film, file)
    if gone.kind == "screenplay":
        raise LinedscriptError(
            "no-screenplay",
            f"{film.id}: {file}",
            "is the film's screenplay, and a film has exactly one",
            f"'linedscript sources replace {film.id} FILE' gives it another, 'sources withdraw' drops the film",
        )
    return msgspec.structs.replace(film, sources=tuple(source for source in film.sources if source is not gone))


def _named(film: Film, file: str) -> Source:
    for source in film.sources:
        if source.file == file:
            return source
    raise LinedscriptError(
        "unknown-file",
        f"{film.id}: {file}",
        "the index names no such file of the film",
        f"there are: {', '.join(f'{source.file} ({source.kind})' for source in film.sources)}",
    )
