"""The index of a film in a view, out of that view's own texts and records."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from linedscript.evaluation.retrieval.graph import sentences
from linedscript.evaluation.retrieval.passages import Stretch, passages
from linedscript.evaluation.retrieval.ranking import Index
from linedscript.records.base import Language
from linedscript.records.evaluation import Kind, RetrievalSettings
from linedscript.records.scene import Scene
from linedscript.screenplay.tokens import tokenizer_named


class Source(NamedTuple):
    """What an index is built over: never renamed, always the view's own (stage.txt, work-identity control)."""

    language: Language
    scenes: Sequence[Scene]
    units: Sequence[Any] = ()
    relations: Sequence[Any] = ()
    episodes: Sequence[Any] = ()
    entities: Sequence[Any] = ()


GRAPH_LAYERS = ("units", "relations", "episodes", "entities")


def stretches(kind: Kind, source: Source, settings: RetrievalSettings, tokenizer: str) -> list[Stretch]:
    """In order of the story."""
    if kind == "graph":
        return sentences(source.language, source.units, source.relations, source.episodes, source.entities)
    return list(passages(source.scenes, settings.passage_tokens, tokenizer_named(tokenizer)))


def build_index(kind: Kind, source: Source, settings: RetrievalSettings, tokenizer: str) -> Index:
    embedder = None
    if kind in ("dense", "hybrid"):
        import msgspec

        from linedscript.engines.embedding import open_embedder

        embedder = open_embedder(msgspec.to_builtins(settings.encoder))
    return Index(kind, stretches(kind, source, settings, tokenizer), source.language, settings, embedder)
