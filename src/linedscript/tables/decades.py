"""Figure A1 and its numbers: release decades within each language."""

from linedscript.tables.corpus import LANGUAGES, Corpus
from linedscript.tables.model import Cell, Column, Table


def decades(corpus: Corpus) -> Table:
    """Shares within each language, since the subsets differ in size (stage.txt, Figure A1). Undated films: a row."""
    dated = [film for film in corpus.films if film.year is not None]
    spans = range(min(film.year for film in dated) // 10, max(film.year for film in dated) // 10 + 1) if dated else ()
    rows = []
    for label, holds in [
        *(
            (f"{decade}0s", lambda film, decade=decade: film.year is not None and film.year // 10 == decade)
            for decade in spans
        ),
        *([("no year", lambda film: film.year is None)] if len(dated) < len(corpus.films) else []),
    ]:
        cells = []
        for language in corpus.languages:
            subset = [film for film in corpus.films if film.language == language]
            ids = tuple(film.id for film in subset if holds(film))
            cells += [Cell(len(ids), ids), Cell(round(len(ids) / len(subset), 6), tuple(film.id for film in subset))]
        rows.append((Cell(label), *cells))
    return Table(
        "decades",
        "Release decades as shares within each language.",
        (
            Column("decade", "Decade", "text"),
            *(
                column
                for language in corpus.languages
                for column in (
                    Column(f"{language}_films", f"{LANGUAGES[language]}, films", "count"),
                    Column(f"{language}_share", f"{LANGUAGES[language]}, share", "share"),
                )
            ),
        ),
        tuple(rows),
        f"n = {len(corpus.films)} films",
        total=False,
    )


def years(corpus: Corpus) -> Table:
    """Range and median of release years by language."""
    from statistics import median

    rows = []
    for language in corpus.languages:
        dated = [film for film in corpus.films if film.language == language and film.year is not None]
        ids = tuple(film.id for film in dated)
        known = [film.year for film in dated]
        all_films = tuple(film.id for film in corpus.films if film.language == language)
        rows.append(
            (
                Cell(LANGUAGES[language]),
                Cell(len(all_films), all_films),
                Cell(len(known), ids),
                Cell(min(known, default=None), ids),
                Cell(_year(median(known)) if known else None, ids),
                Cell(max(known, default=None), ids),
            )
        )
    return Table(
        "years",
        "Release years by language: range and median of the films that have one.",
        (
            Column("language", "Language", "text"),
            Column("films", "Films", "count"),
            Column("dated", "With a year", "count"),
            Column("first", "First", "year"),
            Column("median", "Median", "year"),
            Column("last", "Last", "year"),
        ),
        tuple(rows),
        f"n = {len(corpus.films)} films",
        total=False,
    )


def _year(value: float) -> int | float:
    """The median of an even number of years may lie between two."""
    return int(value) if value == int(value) else float(value)
