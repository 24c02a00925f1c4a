"""Tables A17 and A18, and Task I by checkpoint type: coverage and contradiction under both views and update modes."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, get_args

from linedscript.evaluation.results import ScoredRun, sides
from linedscript.records.base import FilmId
from linedscript.records.release import View
from linedscript.records.run import Setting
from linedscript.records.trajectory import CheckpointKind
from linedscript.statistics.columns import Observation, movie_macro
from linedscript.statistics.estimates import Estimate, Statistic, average, score
from linedscript.statistics.paired import differences
from linedscript.tables.corpus import Corpus
from linedscript.tables.model import Cell, Column, Table
from linedscript.tables.run_cells import estimate_cells, estimate_columns, estimated, film_ids, said, value_cell

MEASURES = {"states": "Current states", "developments": "Developments", "contradiction": "Contradiction"}
_MODES: tuple[Setting, ...] = ("rsu", "asu")
_VIEWS: dict[View, str] = {"parent": "original", "pseudonymized": "pseudonymized"}
_AVERAGE = "average over models"
Place = tuple[View, Setting]
Effect = tuple[Place, Place]
"""What is taken from, and what it is taken from."""
_EFFECTS: dict[str, tuple[str, Effect]] = {
    "mode_original": ("ASU − RSU, original", (("parent", "rsu"), ("parent", "asu"))),
    "mode_pseudonymized": ("ASU − RSU, pseudonymized", (("pseudonymized", "rsu"), ("pseudonymized", "asu"))),
    "view_rsu": ("Pseudonymized − original, RSU", (("parent", "rsu"), ("pseudonymized", "rsu"))),
    "view_asu": ("Pseudonymized − original, ASU", (("parent", "asu"), ("pseudonymized", "asu"))),
}


class _Protocol(NamedTuple):
    """An answerer's runs, by view and mode."""

    label: str
    runs: dict[Place, ScoredRun]

    @property
    def is_model(self) -> bool:
        return any(run.manifest.answerer.kind != "control" for run in self.runs.values())

    @property
    def films(self) -> list[FilmId]:
        """That all of its runs cover."""
        return sorted(set.intersection(*(set(run.manifest.films) for run in self.runs.values())))


def task_i_scores(corpus: Corpus) -> Table:
    """Table A17."""
    found, films = _protocols(corpus), film_ids(corpus)
    places: list[Place] = [(view, mode) for view in _VIEWS for mode in _MODES]
    rows = [(one, place, one.runs[place]) for one in found for place in places if place in one.runs]
    own = [
        [score(movie_macro(counted_in(run, measure, one.films), films)) for measure in MEASURES] for one, _, run in rows
    ]
    cells, statistics = [], [one for row in own for one in row]
    models = [number for number, (one, _, _) in enumerate(rows) if one.is_model]
    means = {
        place: [
            average([own[number][at] for number in models if rows[number][1] == place]) for at in range(len(MEASURES))
        ]
        for place in places
        if len([number for number in models if rows[number][1] == place]) > 1
    }
    statistics += [one for row in means.values() for one in row]
    estimates = iter(estimated(corpus, statistics))
    for one, place, run in rows:
        targets = [target for target in run.scores.targets if target.film in set(one.films)]
        keys = [(target.film, target.id) for target in targets]
        records = tuple(f"checkpoints/{film}/{name}" for film, name in keys)
        cells.append(
            (
                Cell(f"{one.label}: {_named(place)}"),
                Cell(len(keys), records),
                Cell(len({(target.film, target.record.character) for target in targets})),
                Cell(len({film for film, _ in keys})),
                *(cell for _ in MEASURES for cell in estimate_cells(next(estimates), records)),
                Cell(sum(not target.record.states for target in targets)),
                Cell(sum(not target.record.developments for target in targets)),
                value_cell(run.scores.missing_rate(keys), records),
                value_cell(run.scores.reversion_rate(keys) if place[0] == "pseudonymized" else None, records),
            )
        )
    for place in means:
        shown = [cell for _ in MEASURES for cell in estimate_cells(next(estimates))]
        cells.append((Cell(f"{_AVERAGE}: {_named(place)}"), *(Cell(None),) * 3, *shown, *(Cell(None),) * 4))
    return Table(
        "task_i_scores",
        "Task I: coverage of current states and of developments, and the share of predicted claims that are "
        "contradicted, movie-macro, by answerer, view and update mode (RSU: reference state, ASU: own state).",
        (
            Column("row", "Answerer: view, mode", "text"),
            Column("checkpoints", "Checkpoints", "count"),
            Column("trajectories", "Trajectories", "year"),
            Column("films", "Films", "year"),
            *(column for name, head in MEASURES.items() for column in estimate_columns(name, head)),
            Column("no_state", "Without states", "year"),
            Column("no_development", "Without developments", "year"),
            Column("missing", "Missing", "share"),
            Column("reversion", "Reversion", "share"),
        ),
        tuple(cells),
        _said(corpus, found),
        total=False,
    )


def task_i_effects(corpus: Corpus) -> Table:
    """Table A18: paired by checkpoint."""
    found, films = _protocols(corpus), film_ids(corpus)
    rows: list[tuple[str, str, list[Statistic | None]]] = []
    for measure, head in MEASURES.items():
        own = [(one, [_effect(one, measure, effect, films) for _, effect in _EFFECTS.values()]) for one in found]
        rows += [(f"{one.label}: {head.lower()}", measure, made) for one, made in own]
        models = [made for one, made in own if one.is_model]
        if len(models) > 1:
            means = [_mean([made[at] for made in models]) for at in range(len(_EFFECTS))]
            rows.append((f"{_AVERAGE}: {head.lower()}", measure, means))
    estimates = iter(estimated(corpus, [one for _, _, made in rows for one in made if one is not None]))
    blank = (Cell(None),) * 4
    cells = [
        (Cell(label), *(cell for one in made for cell in (blank if one is None else _effect_cells(next(estimates)))))
        for label, _, made in rows
    ]
    return Table(
        "task_i_effects",
        "Task I: what the update mode changes within each view, and the view within each update mode; movie-macro of "
        "differences paired by checkpoint.",
        (
            Column("row", "Answerer: measure", "text"),
            *(
                column
                for name, (head, _) in _EFFECTS.items()
                for column in (*estimate_columns(name, head), Column(f"{name}_missing", f"{head}, missing", "share"))
            ),
        ),
        tuple(cells),
        _said(corpus, found),
        total=False,
    )


def _effect_cells(one: Estimate) -> tuple[Cell, ...]:
    return (*estimate_cells(one), value_cell(one.missing_rate))


def task_i_kinds(corpus: Corpus) -> Table:
    """Task I by checkpoint type, in the original view."""
    found, films = _protocols(corpus), film_ids(corpus)
    rows = []
    for one in found:
        for mode in _MODES:
            run = one.runs.get(("parent", mode))
            for kind in get_args(CheckpointKind) if run is not None else ():
                keys = {
                    (target.film, target.id)
                    for target in run.scores.targets
                    if target.record.kind == kind and target.film in set(one.films)
                }
                chosen = [
                    [held for held in counted_in(run, measure, one.films) if (held.film, held.item) in keys]
                    for measure in MEASURES
                ]
                label = f"{one.label}, {mode.upper()}: {kind.replace('_', ' ')}"
                rows.append((label, sorted(keys), chosen, run.scores.missing_rate(keys)))
    estimates = iter(
        estimated(corpus, [score(movie_macro(held, films)) for _, _, chosen, _ in rows for held in chosen])
    )
    cells = []
    for label, keys, _, missing in rows:
        records = tuple(f"checkpoints/{film}/{name}" for film, name in keys)
        shown = [cell for _ in MEASURES for cell in estimate_cells(next(estimates), records)]
        cells.append((Cell(label), Cell(len(keys), records), *shown, value_cell(missing, records)))
    return Table(
        "task_i_kinds",
        "Task I by checkpoint type, original view: coverage of current states and of developments, and contradiction, "
        "movie-macro.",
        (
            Column("row", "Answerer, mode: checkpoint type", "text"),
            Column("checkpoints", "Checkpoints", "count"),
            *(column for name, head in MEASURES.items() for column in estimate_columns(name, head)),
            Column("missing", "Missing", "share"),
        ),
        tuple(cells),
        _said(corpus, found),
        total=False,
    )


def _protocols(corpus: Corpus) -> list[_Protocol]:
    """Answerers, controls first, each with the runs that go by its name in either mode."""
    found: dict[str, dict[Place, ScoredRun]] = {}
    for mode in _MODES:
        for side in sides(corpus.runs, "I", mode):
            own = found.setdefault(side.label, {})
            for run in side.runs:
                own[run.manifest.condition.view, mode] = run
    return [_Protocol(label, runs) for label, runs in found.items()]


def counted_in(run: ScoredRun, measure: str, films: Collection[FilmId]) -> list[Observation]:
    """Without the checkpoints that have nothing to count: those are no missing ones."""
    missing = run.scores.missing
    return [one for one in run.of(measure, films) if one.value is not None or missing.get((one.film, one.item))]


def _effect(one: _Protocol, measure: str, effect: Effect, films: Sequence[str]) -> Statistic | None:
    """Null where one of the two runs isn't there."""
    first, second = (one.runs.get(place) for place in effect)
    if first is None or second is None:
        return None
    return score(movie_macro(changes(first, second, measure, one.films), films))


def changes(first: ScoredRun, second: ScoredRun, measure: str, films: Collection[FilmId]) -> list[Observation]:
    """``second`` minus ``first``, without the checkpoints that have nothing to count under either."""
    held = {(one.film, one.item) for run in (first, second) for one in counted_in(run, measure, films)}
    pairs = differences(first.of(measure, films), second.of(measure, films))
    return [one for one in pairs if (one.film, one.item) in held]


def _mean(statistics: Sequence[Statistic | None]) -> Statistic | None:
    """Over the models that have the effect; null unless all have."""
    held = [one for one in statistics if one is not None]
    return average(held) if held and len(held) == len(statistics) else None


def _named(place: Place) -> str:
    return f"{_VIEWS[place[0]]}, {place[1].upper()}"


def _said(corpus: Corpus, found: Sequence[_Protocol]) -> str:
    runs = [run for one in found for run in one.runs.values()]
    points = {(target.film, target.id) for run in runs for target in run.scores.targets}
    return said(corpus, runs, f"{len(points)} checkpoints")
