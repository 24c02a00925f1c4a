"""The ``evaluation`` section of params: control answerers, retrieval, statistics."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import Count, Record, Sha256

Seed = Annotated[int, Meta(ge=0, lt=2**32)]
Generations = Annotated[int, Meta(ge=1, le=1000)]
"""Per target (the paper: five). Rates run over every one of them, also those that a file hasn't got."""
Kind = Literal["bm25", "dense", "graph", "hybrid"]
Control = Literal["reference", "empty", "shuffled"]
CONTROLS: tuple[Control, ...] = ("reference", "empty", "shuffled")
"""The ceiling, the floor, and answers that are right for other questions."""


class EncoderSettings(Record):
    """The encoder of the dense index, named as ``entities.embedding`` names it."""

    encoder: Annotated[str, Meta(min_length=1)]
    revision: Annotated[str, Meta(min_length=1)]
    sha256: Sha256 | None


class RetrievalSettings(Record):
    passage_tokens: Count
    """Content tokens of a passage, at most."""
    top_k: Count
    rrf_k: Annotated[int, Meta(ge=0)]
    """Of reciprocal rank fusion: 1 / (rrf_k + rank), added over BM25 and dense (Cormack et al. 2009: 60)."""
    bm25_k1: Annotated[float, Meta(gt=0)]
    bm25_b: Annotated[float, Meta(ge=0, le=1)]
    bm25_epsilon: Annotated[float, Meta(ge=0)]
    """Share of the mean weight that a term has which stands in more than half of the passages."""
    encoder: EncoderSettings


class EvaluationStatistics(Record):
    replicates: Count
    """Of the film-cluster bootstrap (the paper: 1,000 and 10,000)."""
    level: Annotated[float, Meta(gt=0, lt=1)]
    seed: Seed
    strata: Annotated[int, Meta(ge=2, le=100)]
    """Of films by the quantiles of their vote counts."""


class EvaluationSettings(Record):
    """The ``evaluation`` section of params."""

    controls: tuple[Control, ...]
    """Answerers whose runs are built with the release."""
    generations: Generations
    seed: Seed
    """Of shuffled controls."""
    retrieval: RetrievalSettings
    control_retrieval: Kind
    """The frozen context that controls' runs carry, for the strata of retrieval coverage."""
    budget: Count
    statistics: EvaluationStatistics
