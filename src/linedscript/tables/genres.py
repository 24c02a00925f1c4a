"""Table A1: parent genres over all genre slots."""

from linedscript.tables.corpus import LANGUAGES, Corpus
from linedscript.tables.model import Cell, Column, Table, sums


def genres(corpus: Corpus) -> Table:
    """Each film fills up to three slots, so the counts add up to the slots, not to the films (stage.txt, Table A1)."""
    names = sorted({genre for film in corpus.films for genre in film.parent_genres})
    rows = []
    for name in names:
        holders = [film for film in corpus.films if name in film.parent_genres]
        by_language = [
            Cell(len(ids), ids)
            for language in corpus.languages
            for ids in [tuple(film.id for film in holders if film.language == language)]
        ]
        rows.append((Cell(name), Cell(len(holders), tuple(film.id for film in holders)), *by_language))
    rows.sort(key=lambda row: (-row[1].value, row[0].value))
    return Table(
        "genres",
        "Parent genres over all genre slots; a film fills up to three slots.",
        (
            Column("genre", "Genre", "text"),
            Column("films", "Films", "count"),
            *(Column(language, LANGUAGES[language], "count") for language in corpus.languages),
        ),
        (*rows, sums("All slots", rows)) if rows else (),
        f"n = {sum(bool(film.parent_genres) for film in corpus.films)} films with a genre, of {len(corpus.films)}",
        total=bool(rows),
    )
