"""Work-identity effects by how well known a film is: strata of films by the quantiles of their vote counts."""

from collections.abc import Sequence
from typing import NamedTuple

from linedscript.records.base import FilmId
from linedscript.statistics.columns import movie_macro
from linedscript.statistics.estimates import Statistic, score
from linedscript.statistics.film_tests import RankTest, mann_whitney
from linedscript.statistics.multiplicity import adjust
from linedscript.statistics.strata import Recognizability
from linedscript.statistics.strata import recognizability as strata_of
from linedscript.tables.corpus import Corpus
from linedscript.tables.headlines import SAID, Headline, headlines, means
from linedscript.tables.model import Cell, Column, Table
from linedscript.tables.run_cells import (
    estimate_cells,
    estimate_columns,
    estimated,
    film_ids,
    said,
    statistics_of,
    value_cell,
)

_UNKNOWN = "no vote count"


class _Row(NamedTuple):
    headline: Headline
    stratum: str
    films: Sequence[FilmId]
    least: Sequence[FilmId]
    """Of the least known stratum, that the row's films are tested against; none where it is that one or none is."""

    def test(self) -> RankTest | None:
        if not self.least:
            return None
        return mann_whitney(*(means(self.headline.differences(films)) for films in (self.films, self.least)))


def recognizability(corpus: Corpus) -> Table:
    """Headline scores in both views and their difference, by stratum; the least known films first."""
    if not corpus.runs:
        found = Recognizability((), (), ())
    else:
        votes = {film.id: None if film.votes is None else film.votes.count for film in corpus.films}
        found = strata_of(votes, statistics_of(corpus).strata)
    rows = [row for one in headlines(corpus) for row in _rows(one, found)]
    films = film_ids(corpus)
    tests = {place: row.test() for place, row in enumerate(rows)}
    adjusted = adjust({place: test.p for place, test in tests.items() if test is not None})
    statistics: list[Statistic] = []
    for row in rows:
        one = row.headline
        seen = [one.of(run, row.films) for run in (one.side.parent, one.side.pseudonymized)]
        statistics += [score(movie_macro(held, films)) for held in (*seen, one.differences(row.films))]
    estimates = iter(estimated(corpus, statistics))
    cells = []
    for place, row in enumerate(rows):
        one, test = row.headline, tests[place]
        keys, records = one.keys(row.films), one.records(row.films)
        cells.append(
            (
                Cell(f"{one.label}: {row.stratum}"),
                Cell(len({film for film, _ in keys})),
                Cell(len(keys), records),
                *(cell for _ in range(3) for cell in estimate_cells(next(estimates), records)),
                value_cell(test.u if test else None, records),
                value_cell(test.p if test else None, records),
                value_cell(adjusted[place].benjamini_hochberg if test else None, records),
                *(
                    value_cell(None if run is None else run.scores.missing_rate(keys), records)
                    for run in (one.side.parent, one.side.pseudonymized)
                ),
            )
        )
    runs = [run for one in headlines(corpus) for run in one.side.runs]
    return Table(
        "recognizability",
        f"Work-identity effects by how well known the films are, movie-macro: {SAID}. U compares the films' "
        "differences with those of the least known stratum.",
        (
            Column("row", "Task: answerer: stratum", "text"),
            Column("films", "Films", "year"),
            Column("items", "Items", "count"),
            *estimate_columns("original", "Original", "fine"),
            *estimate_columns("pseudonymized", "Pseudonymized", "fine"),
            *estimate_columns("difference", "Pseudonymized − original", "fine"),
            Column("u", "U", "decimal"),
            Column("p", "p", "fine"),
            Column("p_bh", "p, Benjamini-Hochberg", "fine"),
            Column("missing_original", "Missing, original", "share"),
            Column("missing_pseudonymized", "Missing, pseudonymized", "share"),
        ),
        tuple(cells),
        said(corpus, runs, f"{len(runs)} runs") + (_told(corpus, found, len(adjusted)) if runs else ""),
        total=False,
    )


def _rows(one: Headline, found: Recognizability) -> list[_Row]:
    strata = [row for row in found.strata] if any(found.strata) else []
    rows = []
    for number, films in enumerate(strata, 1):
        word = {1: ", least known", len(strata): ", best known"}.get(number, "")
        rows.append(_Row(one, f"{number} of {len(strata)}{word}", films, strata[0] if number > 1 else ()))
    return [*rows, _Row(one, _UNKNOWN, found.missing, ())] if found.missing else rows


def _told(corpus: Corpus, found: Recognizability, tests: int) -> str:
    """Where the strata come from, and who is in none."""
    kinds = sorted({f"{film.votes.source}, {film.votes.date}" for film in corpus.films if film.votes is not None})
    where = f"vote counts of {'; '.join(kinds)}" if kinds else "no film has a vote count"
    cuts = f", cut above {', '.join(f'{cut:,}' for cut in found.cuts)}" if found.cuts else ""
    return (
        f"; strata: {where}{cuts}; {len(found.missing)} of {len(corpus.films)} films without one stand apart; "
        f"two-sided Mann-Whitney U tests over films, asymptotic, family of {tests}"
    )
