"""The canonicalization study: systems side by side, per language and type, with film-cluster bootstrap intervals.

(stage.txt, canonicalization study.) The embedding graph's threshold is chosen on development films, by CoNLL F1, and
used on the others as it stands.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.evaluation.coreference import add, conll, tally
from linedscript.evaluation.gold import Joined, among
from linedscript.evaluation.measures import MEASURES, measure, rows
from linedscript.evaluation.systems import Graph, exact_names, pipeline
from linedscript.records.entity import ENTITY_TYPES, Entity, Mention
from linedscript.records.study import FrozenThreshold, StudyScore
from linedscript.statistics.bootstrap import draw, intervals, on_grid

THRESHOLDS = tuple(number / 100 for number in range(50, 100))
ALL = "all"
_DECIMALS = 6
_DIFFERENCE = "pipeline-minus-"
_NAME = re.compile(r"[\w.-]{1,40}")


class Film(NamedTuple):
    """One film of the study: its gold, joined, and the mentions that have one."""

    id: str
    joined: Joined
    mentions: list[Mention]
    types: dict[str, str]
    """Mention id to the type under which its gold stands."""
    entities: list[Entity]
    known: tuple[str, ...]
    """Every mention of the film, with gold or without."""

    @property
    def language(self) -> str:
        return self.id[:2]


def make_film(film: str, joined: Joined, mentions: Sequence[Mention], entities: Sequence[Entity]) -> Film:
    types = {mention: row.type for mention, row in joined.rows.items()}
    scored = [mention for mention in mentions if mention.id in types]
    return Film(film, joined, scored, types, list(entities), tuple(mention.id for mention in mentions))


def graph_of(film: Film, embedder: Any, settings: Mapping[str, Any]) -> Graph:
    return Graph(film.mentions, film.types, embedder, settings["alpha"], settings["neighbours"])


def choose_threshold(films: Sequence[Film], graphs: Mapping[str, Graph]) -> tuple[float, list[tuple[float, float]]]:
    """The threshold with the best CoNLL F1 over the films together, of equals the highest; and every one tried."""
    curve = []
    for threshold in THRESHOLDS:
        tallies = [
            tally(film.joined.gold, among(graphs[film.id].clusters(threshold), film.joined.gold)) for film in films
        ]
        curve.append((threshold, round(conll(add(tallies)), _DECIMALS)))
    return max(curve, key=lambda pair: (pair[1], pair[0]))[0], curve


def clusterings(
    films: Sequence[Film],
    graphs: Mapping[str, Graph],
    frozen: FrozenThreshold | None,
    others: Mapping[str, Mapping[str, str]],
) -> dict[str, dict[str, dict[str, str]]]:
    """System to film to clustering. ``others``: name to ``<film>/<mention>`` to label; mentions may be missing."""
    found = {
        "exact_names": {film.id: exact_names(film.mentions, film.types) for film in films},
        "pipeline": {film.id: pipeline(film.entities) for film in films},
    }
    if frozen is not None:
        found["embedding_graph"] = {film.id: graphs[film.id].clusters(frozen.threshold) for film in films}
    for name, labels in others.items():
        if name in found or name.startswith(_DIFFERENCE):
            raise LinedscriptError("system-name", name, "is a name of the study's own", "call yours otherwise")
        if not _NAME.fullmatch(name):
            hint = "take up to 40 letters, digits, dots, dashes and underscores"
            raise LinedscriptError("system-name", name[:80], "would break the table's rows and the scores' ids", hint)
        found[name] = {
            film.id: {
                mention.id: labels[f"{film.id}/{mention.id}"]
                for mention in film.mentions
                if f"{film.id}/{mention.id}" in labels
            }
            for film in films
        }
    return found


def score(
    films: Sequence[Film], systems: Mapping[str, Mapping[str, Mapping[str, str]]], seed: int, replicates: int
) -> list[StudyScore]:
    """Every panel that has gold: each language and all, each type and all. Within a panel all systems see one draw.

    A system stands only in panels all of whose mentions it has, so that one of another scope isn't scored on what it
    never saw. ``pipeline-minus-<system>`` is the paired difference.
    """
    found: list[StudyScore] = []
    languages = [ALL, *sorted({film.language for film in films})]
    for language in languages:
        for kind in (ALL, *ENTITY_TYPES):
            panel = [film for film in films if language in (ALL, film.language)]
            golds = {film.id: _gold(film, kind) for film in panel}
            panel = [film for film in panel if golds[film.id]]
            if panel:
                found.extend(_panel(language, kind, panel, golds, systems, seed, replicates))
    return found


def _gold(film: Film, kind: str) -> dict[str, str]:
    return {mention: label for mention, label in film.joined.gold.items() if kind in (ALL, film.types[mention])}


def _panel(
    language: str,
    kind: str,
    panel: Sequence[Film],
    golds: Mapping[str, Mapping[str, str]],
    systems: Mapping[str, Mapping[str, Mapping[str, str]]],
    seed: int,
    replicates: int,
) -> list[StudyScore]:
    import numpy as np

    values, draws = {}, {}
    weights = draw(len(panel), np.random.default_rng(seed), replicates)
    for name, clustering in systems.items():
        if name != "pipeline" and any(golds[film.id].keys() - clustering[film.id].keys() for film in panel):
            continue
        counts = rows([tally(golds[film.id], among(clustering[film.id], golds[film.id])) for film in panel])
        values[name] = measure(counts.sum(axis=0, keepdims=True))[0]
        draws[name] = measure(weights @ on_grid(counts.T).T)
    for name in [name for name in values if name != "pipeline"]:
        values[f"{_DIFFERENCE}{name}"] = values["pipeline"] - values[name]
        draws[f"{_DIFFERENCE}{name}"] = draws["pipeline"] - draws[name]
    mentions = sum(len(golds[film.id]) for film in panel)
    found = []
    for name in values:
        bounds = intervals(draws[name].T)
        for column, measured in enumerate(MEASURES):
            low, high, used = bounds[column]
            bounded = used > 0 and len(panel) > 1
            value = values[name][column]
            found.append(
                StudyScore(
                    id=f"{language}/{kind}/{name}/{measured}",
                    language=language,
                    type=kind,
                    system=name,
                    measure=measured,
                    films=len(panel),
                    mentions=mentions,
                    value=None if np.isnan(value) else round(float(value), _DECIMALS),
                    low=round(low, _DECIMALS) if bounded else None,
                    high=round(high, _DECIMALS) if bounded else None,
                    replicates=used if bounded else 0,
                )
            )
    return found


SHOWN = (
    "pairwise_precision",
    "pairwise_recall",
    "pairwise_f1",
    "b_cubed_f1",
    "ceaf_e_f1",
    "conll_f1",
    "merges",
    "splits",
)


def table(scores: Sequence[StudyScore]) -> str:
    """The scores for readers, as Markdown: a row per panel and system, differences left to the file."""
    cells = {score.id: score for score in scores}
    lines = [
        "| language | type | films | mentions | system | " + " | ".join(SHOWN) + " |",
        "|" + "---|" * (5 + len(SHOWN)),
    ]
    for score in scores:
        if score.measure != MEASURES[0] or score.system.startswith(_DIFFERENCE):
            continue
        panel = f"{score.language}/{score.type}/{score.system}"
        shown = [_cell(cells[f"{panel}/{measured}"]) for measured in SHOWN]
        head = (score.language, score.type, str(score.films), str(score.mentions), score.system)
        lines.append("| " + " | ".join((*head, *shown)) + " |")
    return "\n".join(lines) + "\n"


def _cell(score: StudyScore) -> str:
    if score.value is None:
        return "none to find"
    form = "{:.0f}" if score.measure in ("merges", "splits") else "{:.3f}"
    value = form.format(score.value)
    return value if score.low is None else f"{value} ({form.format(score.low)} to {form.format(score.high)})"
