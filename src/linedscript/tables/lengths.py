"""Table A2: screenplay length and structure by language."""

from linedscript.tables.corpus import LANGUAGES, Corpus, refs
from linedscript.tables.model import Cell, Column, Table
from linedscript.tables.summary import cells, columns


def lengths(corpus: Corpus) -> Table:
    """Length is the words of scene titles, subtitles and contents (characters in Chinese); structure is the number of
    scenes (stage.txt, Table A2)."""
    rows = []
    for language in corpus.languages:
        films = [film for film in corpus.films if film.language == language]
        scenes = [corpus.rows("scenes", film.id) for film in films]
        names = tuple(name for found in scenes for name in refs("scenes", found))
        unit = "characters" if language == "zh" else "words"
        rows.append(
            (
                Cell(LANGUAGES[language]),
                Cell(unit),
                Cell(len(films), tuple(film.id for film in films)),
                *cells([sum(scene.words for scene in found) for found in scenes], names),
                *cells([len(found) for found in scenes], names),
            )
        )
    return Table(
        "lengths",
        "Screenplay length (words of scene headings and contents; characters in Chinese) and number of scenes.",
        (
            Column("language", "Language", "text"),
            Column("unit", "Unit", "text"),
            Column("films", "Films", "count"),
            *columns("length", "length_"),
            *columns("scenes", "scenes_"),
        ),
        tuple(rows),
        f"n = {len(corpus.films)} films",
        total=False,
    )
