"""What tables read: the two releases, opened once, a layer at a time."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linedscript.records.evaluation import EvaluationSettings
from linedscript.release.tree import Release, row_id
from linedscript.tables.model import Cell, Table

if TYPE_CHECKING:
    from linedscript.evaluation.results import ScoredRun
    from linedscript.evaluation.tree import RunTree

READ = frozenset({"scenes", "removed", "validation", "blocks"})
"""Layers that no annotator has a part in."""
PATCHED = frozenset({"patches", "tombstones"})
LOOKED_AT = frozenset({"audits", "audit_frames"})
UNPATCHED = frozenset(
    {"mentions", "scene_review", "adjudications", "repairs", "checks", "coverage", "ledger", "transcripts"}
)
"""Layers that annotators write and no patch changes."""
LANGUAGES = {"en": "English", "zh": "Chinese"}


class Corpus:
    """The parent and the pseudonymized release of one version, and the runs over them."""

    def __init__(
        self, parent: Path, pseudonymized: Path, runs: Path | None = None, evaluation: EvaluationSettings | None = None
    ) -> None:
        """``evaluation``: the section of params, whose statistics the runs' tables take; null with no runs."""
        self.parent = Release(parent)
        self.pseudonymized = Release(pseudonymized)
        self._runs = runs
        self.evaluation = evaluation
        self._layer = ""
        self._rows: dict[str, list[Any]] = {}
        """By film, of ``_layer`` alone: a whole release needn't fit into memory."""

    @cached_property
    def films(self) -> list[Any]:
        return self.parent.films()

    @cached_property
    def languages(self) -> list[str]:
        """Codes of the languages that occur, English first."""
        return [code for code in LANGUAGES if any(film.language == code for film in self.films)]

    @cached_property
    def annotators(self) -> str:
        """Who made the rows, as every table says it."""
        return _said(self.parent.manifest().annotators)

    @cached_property
    def annotators_alone(self) -> str:
        """The annotators that aren't reviewers."""
        return _said([name for name in self.parent.manifest().annotators if name != _PATCH])

    def makers(self, table: Table) -> str:
        """Who made what a table counts: the index films' rows, the reader scenes, annotators alone or reviewers alone
        some layers, all of the annotators everything else."""
        if not table.rows:
            return "nobody"
        named = {name.partition("/") for row in table.rows for cell in row for name in cell.records}
        layers = {layer for layer, slash, _ in named if slash}
        if not layers:
            return "the source index" if named else self.annotators
        for alone, who in ((READ, "the reader (no model)"), (PATCHED, _REVIEWERS), (LOOKED_AT, "reviewers (audits)")):
            if layers <= alone:
                return who
        return self.annotators_alone if layers <= UNPATCHED else self.annotators

    @cached_property
    def runs(self) -> "list[ScoredRun]":
        """Every run with its scores, by name."""
        if self._runs is None:
            return []
        from linedscript.evaluation.results import scored_runs

        return scored_runs(self._runs, self.parent, self.pseudonymized)

    def run_tree(self, name: str) -> "RunTree":
        """The folder of one of ``runs``, for what its scores don't hold."""
        from linedscript.evaluation.tree import RunTree

        if self._runs is None:
            raise ValueError("no runs")
        return RunTree(self._runs / name)

    @cached_property
    def version(self) -> str:
        return self.parent.manifest().version

    def rows(self, layer: str, film: str) -> list[Any]:
        """A film's records of a layer in the parent release, kept until another layer is asked for."""
        if layer != self._layer:
            self._layer, self._rows = layer, {}
        if film not in self._rows:
            self._rows[film] = self.parent.rows(layer, film)
        return self._rows[film]

    def all(self, layer: str) -> Iterator[Any]:
        for film in self.films:
            yield from self.rows(layer, film.id)


_PATCH = "patch"
_REVIEWERS = "reviewers (patches)"


def _said(annotators: Sequence[str]) -> str:
    words = {"rules": "rules (a deterministic baseline)", _PATCH: _REVIEWERS}
    return ", ".join(words.get(name, name) for name in annotators) or "nobody"


def ref(layer: str, row: Any) -> str:
    """``<layer>/<film>/<id>``, the address of a record in a trace."""
    return f"{layer}/{row.film}/{row_id(row)}"


def refs(layer: str, rows: Any) -> tuple[str, ...]:
    return tuple(ref(layer, row) for row in rows)


def counted(corpus: Corpus, layer: str, rows: Sequence[Any]) -> tuple[Cell, ...]:
    """How many records of the layer there are, then how many in each language that occurs."""
    language = {film.id: film.language for film in corpus.films}
    own = [[row for row in rows if language[row.film] == code] for code in corpus.languages]
    return tuple(Cell(len(found), refs(layer, found)) for found in (rows, *own))
