"""Which nodes may be one entity by what their names and descriptions mean: a graph, its eigengap, k-means.

(stage.txt, entity resolution: S = alpha S(n) + (1 - alpha) S(d); symmetric k-nearest-neighbour graph; eigengap over
non-trivial modes, regularized where the sample is small; k-means on [beta e(n); (1 - beta) e(d)].) Nodes meet within
one family of types. A cluster's neighbours are candidates, so that the questions grow with the nodes and not with
their square. One thread and rounded spectra: the same candidates on every number of cores.
"""

from collections.abc import Sequence
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from linedscript.backbone.normalization import display
from linedscript.backbone.resolution_candidates import Candidate, speaks_apart
from linedscript.backbone.resolution_nodes import Node, compatible
from linedscript.engines.embedding import Embedder

if TYPE_CHECKING:
    import numpy as np

FAMILIES = (("Character",), ("Organization", "Location", "Object"), ("Concept",), ("Occasion",), ("TimePoint",))
"""Types whose nodes are compared with each other; those of one family may be one thing (D3)."""
_TRIVIAL = 1e-6
"""Eigenvalues up to it are zero: one for each part of the graph that hangs together."""
_DECIMALS = 6
_STARTS = 4
"""Runs of k-means, of which the tightest is kept."""


class Vectors(NamedTuple):
    """Row for row the same nodes. Zero rows of ``described`` say nothing."""

    named: "np.ndarray"
    described: "np.ndarray"


def node_texts(node: Node) -> tuple[str, str]:
    """A node's name and what its mentions say of it, each description once."""
    told = dict.fromkeys(mention.description.strip() for mention in node.mentions)
    return display(node.first.normalized), " ".join(text for text in told if text)


def graph_candidates(
    nodes: list[Node],
    apart: set[str],
    spans: dict[str, dict[str, tuple[int, int]]],
    embedder: Embedder,
    settings: dict[str, Any],
) -> list[Candidate]:
    """Candidates among mergeable nodes; ``apart``: keys of forms that are judged mention by mention, left out.

    ``settings`` is ``entities.embedding`` of params. Pairs of types that exclude each other, and of cues that take
    turns in a scene, are no candidates.
    """
    found: dict[tuple[int, int], Candidate] = {}
    for family in FAMILIES:
        held = [node for node in nodes if node.mergeable and node.key not in apart and set(node.types) & set(family)]
        if len(held) < 2:
            continue
        texts = [node_texts(node) for node in held]
        vectors = Vectors(embedder.embed([name for name, _ in texts]), embedder.embed([told for _, told in texts]))
        for one, two, similar in near_pairs(vectors, settings):
            left, right = held[one], held[two]
            if compatible(left.types, right.types) and not speaks_apart(left, right, spans):
                found.setdefault(
                    (left.index, right.index), Candidate(left.index, right.index, ("embedding",), similar, ())
                )
    return [found[pair] for pair in sorted(found)]


def near_pairs(vectors: Vectors, settings: dict[str, Any]) -> list[tuple[int, int, float]]:
    """Rows that are neighbours in the graph and fall into one cluster, with their combined similarity, in order."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        similar = combined(vectors, settings["alpha"])
        adjacent = neighbour_graph(similar, settings["neighbours"])
        count = cluster_count(adjacent, settings)
        labels = cluster(joint(vectors, settings["beta"]), count, settings["seed"])
    return [
        (one, two, float(similar[one, two]))
        for one, two in combinations(range(len(labels)), 2)
        if labels[one] == labels[two] and adjacent[one, two] > 0
    ]


def combined(vectors: Vectors, alpha: float) -> "np.ndarray":
    """S, (n, n), 0 to 1; of pairs of which one has no description, the similarity of the names alone."""
    import numpy as np

    names, told = (rows.astype(np.float64) @ rows.astype(np.float64).T for rows in vectors)
    silent = ~vectors.described.any(axis=1)
    known = ~(silent[:, None] | silent[None, :])
    return np.round(np.clip(np.where(known, alpha * names + (1 - alpha) * told, names), 0, 1), _DECIMALS)


def neighbour_graph(similar: "np.ndarray", neighbours: int) -> "np.ndarray":
    """Adjacency, (n, n), symmetric: each row with its most similar others, weighted by S; of ties, the earlier."""
    import numpy as np

    count = len(similar)
    others = similar.copy()
    np.fill_diagonal(others, -1.0)
    nearest = np.argsort(-others, axis=1, kind="stable")[:, : min(neighbours, count - 1)]
    chosen = np.zeros((count, count), dtype=bool)
    np.put_along_axis(chosen, nearest, True, axis=1)
    return np.where(chosen | chosen.T, np.maximum(others, 0.0), 0.0)


def cluster_count(adjacent: "np.ndarray", settings: dict[str, Any]) -> int:
    """How many clusters the spectrum of the normalized Laplacian shows: the widest gap behind the trivial modes.

    As few clusters as parts of the graph would say nothing, so only gaps behind these count. In a small sample few
    eigenvalues make a gap by chance: at least ``small_share`` clusters per node, counted over at most ``small_sample``
    nodes, keep a handful of names from being thrown together. At most ``most_share`` per node: behind that nearly
    every node would be alone, and the graph would propose nothing. Of equal gaps the last, which merges least.
    """
    import numpy as np

    values = spectrum(adjacent)
    count = len(values)
    parts = int((values <= _TRIVIAL).sum())
    least = max(parts, ceil(settings["small_share"] * min(count, settings["small_sample"])))
    most = max(least, int(settings["most_share"] * count))
    gaps = np.round(np.diff(values), _DECIMALS)[least - 1 : most]
    if not len(gaps):
        return min(count, least)
    return least + len(gaps) - 1 - int(np.argmax(gaps[::-1]))


def spectrum(adjacent: "np.ndarray") -> "np.ndarray":
    """Eigenvalues of I - D^-1/2 A D^-1/2, ascending, 0 to 2; a node without neighbours adds a zero."""
    import numpy as np
    from scipy.linalg import eigvalsh

    degree = adjacent.sum(axis=1)
    scale = np.divide(1.0, np.sqrt(degree), out=np.zeros_like(degree), where=degree > 0)
    laplacian = np.diag((degree > 0).astype(np.float64)) - scale[:, None] * adjacent * scale[None, :]
    return np.sort(np.clip(np.round(eigvalsh(laplacian), _DECIMALS), 0, 2))


def joint(vectors: Vectors, beta: float) -> "np.ndarray":
    """[beta e(n); (1 - beta) e(d)], (n, d + d')."""
    import numpy as np

    return np.hstack([beta * vectors.named, (1 - beta) * vectors.described]).astype(np.float64)


def cluster(points: "np.ndarray", count: int, seed: int) -> Sequence[int]:
    """k-means labels. Equal points share a label, so that more clusters than distinct points are never asked for."""
    import numpy as np
    from sklearn.cluster import KMeans

    distinct, place = np.unique(points, axis=0, return_inverse=True)
    if count >= len(distinct):
        return place.ravel().tolist()
    fitted = KMeans(n_clusters=count, n_init=_STARTS, random_state=seed, algorithm="lloyd").fit(distinct)
    return fitted.labels_[place.ravel()].tolist()
