"""The headline score of every task and setting, film by film: what tables compare groups of films by."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from linedscript.evaluation.results import ScoredRun, Side, sides
from linedscript.records.base import FilmId
from linedscript.records.run import Setting, TaskNumber
from linedscript.statistics.columns import Observation, film_means
from linedscript.tables.corpus import Corpus
from linedscript.tables.task_i import changes, counted_in

_HEADLINES: tuple[tuple[TaskNumber, Setting, str, str, str], ...] = (
    ("I", "rsu", "states", "Task I, RSU", "checkpoints"),
    ("I", "asu", "states", "Task I, ASU", "checkpoints"),
    ("II", "context", "correct", "Task II, with evidence", "items"),
    ("II", "closed_book", "correct", "Task II, question alone", "items"),
    ("III", "single", "fidelity", "Task III, one turn", "prompts"),
    ("III", "multi", "fidelity", "Task III, several turns", "prompts"),
)
SAID = "coverage of current states (Task I), accuracy (Task II), character fidelity from 1 to 5 (Task III)"


class Headline(NamedTuple):
    """An answerer's headline score in one setting, in the two views."""

    label: str
    side: Side
    measure: str
    layer: str
    """Of the records that are scored."""

    def of(self, run: ScoredRun | None, films: Collection[FilmId]) -> list[Observation]:
        """Of the films among ``films`` that the side covers; none where there is no run."""
        if run is None:
            return []
        held = set(self.side.films) & set(films)
        return (
            counted_in(run, self.measure, sorted(held)) if self.layer == "checkpoints" else run.of(self.measure, held)
        )

    def differences(self, films: Collection[FilmId]) -> list[Observation]:
        """Pseudonymized minus original, item by item; none where a view lacks."""
        one, other = self.side.parent, self.side.pseudonymized
        if one is None or other is None:
            return []
        return changes(one, other, self.measure, set(self.side.films) & set(films))

    def keys(self, films: Collection[FilmId]) -> list[tuple[FilmId, str]]:
        """``(film, item)`` of the items of these films, whether or not they have something to count."""
        held = set(self.side.films) & set(films)
        return [(one.film, one.id) for one in self.side.runs[0].scores.targets if one.film in held]

    def records(self, films: Collection[FilmId]) -> tuple[str, ...]:
        return tuple(f"{self.layer}/{film}/{item}" for film, item in self.keys(films))


def headlines(corpus: Corpus) -> Iterator[Headline]:
    for task, setting, measure, head, layer in _HEADLINES:
        for side in sides(corpus.runs, task, setting):
            yield Headline(f"{head}: {side.label}", side, measure, layer)


def means(observations: Sequence[Observation]) -> list[float | None]:
    """A value for each film, None where it has nothing scored: a sample for a test over films."""
    return list(film_means(observations).values())
