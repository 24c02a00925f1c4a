"""The systems of the canonicalization study: exact names, the embedding graph alone, and the pipeline's entities.

(stage.txt, canonicalization study.) Each sees the same mentions, with name and description, within their types.
"""

from collections.abc import Mapping, Sequence

from linedscript.backbone.normalization import display, name_key
from linedscript.engines.embedding import Embedder
from linedscript.records.entity import Entity, Mention


def exact_names(mentions: Sequence[Mention], types: Mapping[str, str]) -> dict[str, str]:
    """One cluster per normalized name and type (``types``: mention id to the type that it is scored under)."""
    return {mention.id: f"{types[mention.id]}: {name_key(mention.normalized)}" for mention in mentions}


def pipeline(entities: Sequence[Entity]) -> dict[str, str]:
    """What resolution made of the mentions, with whatever reviewers changed in it."""
    return {mention: entity.id for entity in entities for mention in entity.mentions}


class Graph:
    """The embedding graph of one film's mentions, once for every threshold.

    Mentions whose name and description read alike are one node, or a name's repetitions would be all its neighbours.
    """

    def __init__(
        self, mentions: Sequence[Mention], types: Mapping[str, str], embedder: Embedder, alpha: float, neighbours: int
    ) -> None:
        from linedscript.backbone.resolution_graph import Vectors, combined, neighbour_graph

        self._ids = [mention.id for mention in mentions]
        self._edges: list[tuple[float, str, str]] = []
        for kind in sorted(set(types.values())):
            alike: dict[tuple[str, str], list[str]] = {}
            for mention in mentions:
                if types[mention.id] == kind:
                    alike.setdefault((display(mention.normalized), mention.description), []).append(mention.id)
            self._edges.extend((1.0, held[0], other) for held in alike.values() for other in held[1:])
            if len(alike) < 2:
                continue
            texts = sorted(alike)
            vectors = Vectors(embedder.embed([name for name, _ in texts]), embedder.embed([told for _, told in texts]))
            near = neighbour_graph(combined(vectors, alpha), neighbours)
            self._edges.extend(
                (float(near[one, two]), alike[texts[one]][0], alike[texts[two]][0])
                for one in range(len(texts))
                for two in range(one + 1, len(texts))
                if near[one, two] > 0
            )

    def clusters(self, threshold: float) -> dict[str, str]:
        """Mentions that edges of at least ``threshold`` join, by way of others too: the graph has nobody to ask."""
        root = {mention: mention for mention in self._ids}

        def find(mention: str) -> str:
            while root[mention] != mention:
                root[mention] = root[root[mention]]
                mention = root[mention]
            return mention

        for similar, one, two in self._edges:
            if similar >= threshold:
                low, high = sorted((find(one), find(two)))
                root[high] = low
        return {mention: find(mention) for mention in self._ids}
