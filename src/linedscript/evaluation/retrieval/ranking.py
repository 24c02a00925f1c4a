"""Which passages a question gets: scores of one index, or the fused ranks of two, and the best of them frozen."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from linedscript.engines.embedding import Embedder
from linedscript.evaluation.retrieval.dense import DenseIndex
from linedscript.evaluation.retrieval.lexical import LexicalIndex
from linedscript.evaluation.retrieval.passages import Stretch
from linedscript.io.files import sha256_text
from linedscript.records.base import FilmId, Language
from linedscript.records.evaluation import Kind, RetrievalSettings
from linedscript.records.release import View
from linedscript.records.run import Passage, Retrieved

if TYPE_CHECKING:
    import numpy as np

DECIMALS = 6
"""Of a score, before it is ranked: what differs beyond is a tie, and goes by the order of the story."""


class Index:
    """The passages of one film in one view. ``embedder`` is asked for where the kind needs it."""

    def __init__(
        self,
        kind: Kind,
        stretches: Sequence[Stretch],
        language: Language,
        settings: RetrievalSettings,
        embedder: Embedder | None,
    ) -> None:
        self.kind = kind
        self.stretches = list(stretches)
        self._language = language
        self._settings = settings
        self._embedder = embedder

    @cached_property
    def _lexical(self) -> LexicalIndex:
        return LexicalIndex([one.text for one in self.stretches], self._language, self._settings)

    @cached_property
    def _dense(self) -> DenseIndex:
        if self._embedder is None:
            raise ValueError(f"{self.kind}: no encoder")
        return DenseIndex([one.text for one in self.stretches], self._embedder)

    def best(self, question: str, top: int) -> list[tuple[float, Stretch]]:
        """The ``top`` passages by score, the earlier one of a tie first. Linear in the passages, but for the sorting of
        those that are kept."""
        import numpy as np

        if not self.stretches:
            return []
        if self.kind == "hybrid":
            scores = fused([self._lexical.scores(question), self._dense.scores(question)], self._settings.rrf_k)
        elif self.kind == "dense":
            scores = self._dense.scores(question)
        else:
            scores = self._lexical.scores(question)
        scores = np.round(np.asarray(scores, dtype=np.float64), DECIMALS) + 0.0
        order = _first(scores, min(top, len(scores)))
        return [(float(scores[place]), self.stretches[place]) for place in order]


def _first(scores: "np.ndarray", top: int) -> list[int]:
    """Places of the ``top`` greatest scores, the greatest first, ties by place."""
    import numpy as np

    least = np.partition(scores, len(scores) - top)[len(scores) - top]
    held = np.flatnonzero(scores >= least)
    return held[np.argsort(-scores[held], kind="stable")][:top].tolist()


def fused(scores: Sequence["np.ndarray"], k: int) -> "np.ndarray":
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): 1 / (k + rank), added over the rankings.

    Passages with one score share the best rank that they reach, so that a tie is no order.
    """
    import numpy as np

    total = np.zeros(len(scores[0]))
    for one in scores:
        rounded = np.round(np.asarray(one, dtype=np.float64), DECIMALS)
        ordered = np.sort(-rounded)
        total += 1.0 / (k + 1 + np.searchsorted(ordered, -rounded, side="left"))
    return total


def retrieve(film: FilmId, view: View, questions: Sequence[tuple[str, str]], index: Index, top: int) -> list[Retrieved]:
    """The frozen context of each ``(target, question)``."""
    return [
        Retrieved(
            id=target,
            film=film,
            view=view,
            kind=index.kind,
            query_sha256=sha256_text(question),
            passages=tuple(
                Passage(
                    scene=one.scene,
                    start=one.start,
                    end=one.end,
                    sha256=None if one.start is None else sha256_text(one.text),
                    record=one.record,
                    score=score,
                )
                for score, one in index.best(question, top)
            ),
        )
        for target, question in questions
    ]
