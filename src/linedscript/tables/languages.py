"""English and Chinese films beside each other: two independent samples of films, compared by ranks."""

from linedscript.records.base import FilmId
from linedscript.statistics.columns import movie_macro
from linedscript.statistics.estimates import Statistic, difference, score
from linedscript.statistics.film_tests import mann_whitney
from linedscript.statistics.multiplicity import adjust
from linedscript.tables.corpus import LANGUAGES, Corpus
from linedscript.tables.headlines import SAID, headlines, means
from linedscript.tables.model import Cell, Column, Table
from linedscript.tables.run_cells import estimate_cells, estimate_columns, estimated, film_ids, said, value_cell

_VIEWS = {"parent": "original", "pseudonymized": "pseudonymized"}


def languages_compared(corpus: Corpus) -> Table:
    """Headline scores by language, view by view, with a two-sided Mann-Whitney U test of the films' means."""
    groups: dict[str, list[FilmId]] = {
        code: [film.id for film in corpus.films if film.language == code] for code in LANGUAGES
    }
    rows = [(one, run) for one in headlines(corpus) for run in one.side.runs]
    statistics: list[Statistic] = []
    tests = {}
    for place, (one, run) in enumerate(rows):
        held = {code: one.of(run, films) for code, films in groups.items()}
        first, second = (score(movie_macro(seen, film_ids(corpus))) for seen in held.values())
        statistics += [first, second, difference(first, second)]
        tests[place] = mann_whitney(*(means(seen) for seen in reversed(held.values())))
    adjusted = adjust({place: test.p for place, test in tests.items()})
    estimates = iter(estimated(corpus, statistics))
    cells = []
    for place, (one, run) in enumerate(rows):
        shown: list[Cell] = []
        for films in groups.values():
            keys, records = one.keys(films), one.records(films)
            shown += [
                Cell(len({film for film, _ in keys})),
                Cell(len(keys), records),
                *estimate_cells(next(estimates), records),
                value_cell(run.scores.missing_rate(keys), records),
            ]
        test, both = tests[place], one.records([film for films in groups.values() for film in films])
        cells.append(
            (
                Cell(f"{one.label}, {_VIEWS[run.manifest.condition.view]}"),
                *shown,
                *estimate_cells(next(estimates), both),
                value_cell(test.u, both),
                value_cell(test.p, both),
                value_cell(adjusted[place].benjamini_hochberg, both),
            )
        )
    family = [one.family for one in adjusted.values()][:1] or [0]
    return Table(
        "languages_compared",
        f"Headline scores by language, movie-macro: {SAID}. U counts the pairs of a Chinese and an English film in "
        "which the Chinese one's mean is higher, ties half.",
        (
            Column("row", "Task: answerer, view", "text"),
            *(
                column
                for code, head in LANGUAGES.items()
                for column in (
                    Column(f"{code}_films", f"{head}, films", "year"),
                    Column(f"{code}_items", f"{head}, items", "count"),
                    *estimate_columns(code, head, "fine"),
                    Column(f"{code}_missing", f"{head}, missing", "share"),
                )
            ),
            *estimate_columns("difference", "Chinese − English", "fine"),
            Column("u", "U", "decimal"),
            Column("p", "p", "fine"),
            Column("p_bh", "p, Benjamini-Hochberg", "fine"),
        ),
        tuple(cells),
        said(corpus, [run for _, run in rows], f"{len(rows)} runs")
        + (
            f"; two-sided Mann-Whitney U tests over films, asymptotic, family of {family[0]}, "
            f"{len(rows) - family[0]} not to be done"
            if rows
            else ""
        ),
        total=False,
    )
