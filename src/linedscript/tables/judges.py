"""How far two judges of the same answers agree: Cohen's kappa and Krippendorff's alpha, label set by label set."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from linedscript.evaluation.comparing import FIELDS, common_films
from linedscript.evaluation.results import ScoredRun
from linedscript.io.canonical import encode
from linedscript.records.base import FilmId
from linedscript.records.run import Judgement
from linedscript.statistics.alpha import krippendorff_alpha
from linedscript.statistics.kappa import Kappa, cohen
from linedscript.suites.stage.scores import coverage, fidelity
from linedscript.tables.corpus import Corpus
from linedscript.tables.model import Cell, Column, Table
from linedscript.tables.run_cells import value_cell

_ORDERED: dict[str, tuple[str, ...]] = {
    coverage.METRIC: tuple(reversed(coverage.LABELS)),
    fidelity.METRIC: fidelity.LABELS,
}
"""Label sets whose labels have an order, the lowest first. Of every other set labels are the same, or not."""
_JUDGING = frozenset({"evaluator", "metric"})
_NAMED: dict[str, str] = {"parent": "original", "pseudonymized": "pseudonymized"}


class _Pair(NamedTuple):
    """Two runs over the same answers, judged by two judges."""

    one: ScoredRun
    other: ScoredRun

    @property
    def label(self) -> str:
        run = self.one.manifest
        where = ", ".join((f"Task {run.task}", run.condition.setting.replace("_", " "), _NAMED[run.condition.view]))
        judges = " and ".join(held.manifest.evaluator.judge for held in self)
        return f"{self.one.answerer}, {where}: {judges}"


class _Seen(NamedTuple):
    """A verdict that both judges were asked for."""

    film: FilmId
    item: str
    first: str | None
    second: str | None


def judge_agreement(corpus: Corpus) -> Table:
    """A row for each two judges of one answerer's answers and each thing that they judged."""
    rows, films = [], set()
    for pair in _pairs(corpus):
        for name, (label_set, seen) in _verdicts(corpus, pair).items():
            scale = _ORDERED.get(label_set)
            labels = scale or tuple(sorted({one for held in seen for one in held[2:] if one is not None}))
            first, second = [held.first for held in seen], [held.second for held in seen]
            kappa = cohen(first, second, labels, "quadratic" if scale else None)
            place = {label: number for number, label in enumerate(labels)}
            coders = [[None if one is None else place[one] for one in held] for held in (first, second)]
            alpha = krippendorff_alpha(coders, "ordinal" if scale else "nominal")
            films |= {held.film for held in seen}
            rows.append(
                (
                    Cell(f"{pair.label}: {name}"),
                    Cell(len(seen)),
                    Cell(len({held.film for held in seen})),
                    *_kappa(kappa),
                    value_cell(alpha.value),
                    value_cell(kappa.missing_rate),
                )
            )
    return Table(
        "judge_agreement",
        "Two judges of the same answers: the share of verdicts with one label, Cohen's kappa (quadratic weights where "
        "labels are ordered) and Krippendorff's alpha (ordinal there, else nominal).",
        (
            Column("row", "Answerer, run: judges: what", "text"),
            Column("verdicts", "Verdicts", "year"),
            Column("films", "Films", "year"),
            Column("agreement", "Same label", "share"),
            Column("kappa", "Cohen's κ", "fine"),
            Column("alpha", "Krippendorff's α", "fine"),
            Column("missing", "Missing", "share"),
        ),
        tuple(rows),
        f"n = {len(rows)} pairs of judges, {len(films)} films; no intervals"
        if rows
        else "n = 0: no answers were judged by two judges",
        total=False,
    )


def _kappa(found: Kappa) -> tuple[Cell, Cell]:
    return value_cell(found.agreement), value_cell(found.value)


def _pairs(corpus: Corpus) -> Iterator[_Pair]:
    """Runs of one view that differ in nothing that is held fixed but who judged."""
    groups: dict[bytes, list[ScoredRun]] = {}
    for run in corpus.runs:
        fixed = [field(run.manifest) for name, field in FIELDS.items() if name not in _JUDGING]
        groups.setdefault(encode([run.manifest.condition.view, *fixed]), []).append(run)
    for runs in groups.values():
        for one, other in combinations(runs, 2):
            if encode(FIELDS["evaluator"](one.manifest)) != encode(FIELDS["evaluator"](other.manifest)):
                yield _Pair(*sorted((one, other), key=lambda run: run.manifest.evaluator.judge))


def _verdicts(corpus: Corpus, pair: _Pair) -> dict[str, tuple[str, list[_Seen]]]:
    """By what was judged, its label set and the verdicts on answers that are the same in both runs, down to the item.

    Of Task I, where each claim is a dimension of its own, what was judged is the label set.
    """
    found: dict[str, tuple[str, list[_Seen]]] = {}
    for film in common_films(pair.one.manifest, pair.other.manifest):
        held, other = (_by_id(corpus, run, film) for run in pair)
        for name in sorted(held.keys() & other.keys()):
            one, two = held[name], other[name]
            same = one.reply_sha256 == two.reply_sha256 is not None and one.item_sha256 == two.item_sha256
            if same and one.label_set == two.label_set:
                what = one.label_set if pair.one.manifest.task == "I" else f"{one.dimension} ({one.label_set})"
                found.setdefault(what, (one.label_set, []))[1].append(_Seen(film, one.target, one.label, two.label))
    return dict(sorted(found.items()))


def _by_id(corpus: Corpus, run: ScoredRun, film: FilmId) -> Mapping[str, Judgement]:
    return {one.id: one for one in corpus.run_tree(run.manifest.id).judgements(film)}
