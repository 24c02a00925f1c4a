"""How well one clustering of mentions recovers another: pairwise, MUC, B³, CEAF-e, LEA, CoNLL F1, merges and splits.

All counts are sums over films, so that a corpus' score is the ratio of its films' sums, as the CoNLL-2012 scorer takes
documents. A mention that only one side has counts there as any other. Sources: MUC, Vilain et al. 1995; B³, Bagga and
Baldwin 1998; CEAF with phi4, Luo 2005; LEA, Moosavi and Strube 2016; CoNLL F1, Pradhan et al. 2012.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

Clustering = Mapping[str, Hashable]
"""Mention id to the label of its cluster."""
METRICS = ("pairwise", "muc", "b_cubed", "ceaf_e", "lea")
CONLL = ("muc", "b_cubed", "ceaf_e")


class Counts(NamedTuple):
    """One metric's two ratios, kept as sums so that films can be added."""

    recall_of: float
    recall_in: float
    precision_of: float
    precision_in: float


class Tally(NamedTuple):
    """What a film, or several together, contribute to every metric."""

    pairwise: Counts
    muc: Counts
    b_cubed: Counts
    ceaf_e: Counts
    lea: Counts
    merges: int
    """Merge errors: over the system's clusters, the gold clusters that it mixes, less one."""
    splits: int
    """Split errors: over the gold clusters, the system's clusters that it is strewn over, less one."""


class Ratios(NamedTuple):
    recall: float
    precision: float
    f1: float


def tally(gold: Clustering, system: Clustering) -> Tally:
    """One film's counts. Linear in mentions, but for CEAF-e, which is cubic in clusters that hang together."""
    golds, systems = groups(gold), groups(system)
    forth, back = _cut(golds, systems), _cut(systems, golds)
    return Tally(
        *(Counts(*count(forth), *count(back)) for count in (_pairs, _links, _b_cubed)),
        _ceaf_e(golds, systems, forth),
        Counts(*_lea(forth), *_lea(back)),
        sum(max(0, len(cut.parts) - 1) for cut in back),
        sum(max(0, len(cut.parts) - 1) for cut in forth),
    )


def add(tallies: Iterable[Tally]) -> Tally:
    """The tally of several films together."""
    held = list(tallies)
    if not held:
        raise ValueError("no film")
    sums = [
        Counts(*(math.fsum(part) for part in zip(*(getattr(one, name) for one in held), strict=True)))
        for name in METRICS
    ]
    return Tally(*sums, sum(one.merges for one in held), sum(one.splits for one in held))


def ratios(counts: Counts) -> Ratios:
    """Recall, precision and F1; a ratio over nothing is 0, as the reference scorers have it (see ``measurable``)."""
    recall = counts.recall_of / counts.recall_in if counts.recall_in else 0.0
    precision = counts.precision_of / counts.precision_in if counts.precision_in else 0.0
    return Ratios(recall, precision, 2 * recall * precision / (recall + precision) if recall + precision else 0.0)


def conll(whole: Tally) -> float:
    """CoNLL F1: the mean of the F1 of MUC, B³ and CEAF-e."""
    return sum(ratios(getattr(whole, name)).f1 for name in CONLL) / len(CONLL)


def measurable(counts: Counts) -> bool:
    """Whether the gold has anything to recover: without a link of two mentions, MUC and pairs measure nothing."""
    return counts.recall_in > 0


def groups(clustering: Clustering) -> list[frozenset[str]]:
    """The clusters, in order of their first mention in ``clustering``."""
    found: dict[Hashable, list[str]] = {}
    for mention, label in clustering.items():
        found.setdefault(label, []).append(mention)
    return [frozenset(held) for held in found.values()]


def clustering_of(clusters: Iterable[Iterable[str]]) -> dict[str, int]:
    """The clustering that a list of clusters says; a mention in two of them is a ValueError."""
    found: dict[str, int] = {}
    for number, cluster in enumerate(clusters):
        for mention in cluster:
            if found.setdefault(mention, number) != number:
                raise ValueError(f"{mention} stands in two clusters")
    return found


class _Cut(NamedTuple):
    """A cluster as the other side cuts it."""

    size: int
    parts: dict[int, int]
    """Number of a cluster on the other side to how many mentions they share."""
    alone: int
    """Mentions that the other side doesn't have."""
    same_singleton: bool
    """A cluster of one mention that is a cluster of one on the other side too."""


def _cut(clusters: list[frozenset[str]], others: list[frozenset[str]]) -> list[_Cut]:
    home = {mention: number for number, other in enumerate(others) for mention in other}
    found = []
    for cluster in clusters:
        parts = Counter(home[mention] for mention in sorted(cluster) if mention in home)
        single = len(cluster) == 1 and any(len(others[number]) == 1 for number in parts)
        found.append(_Cut(len(cluster), parts, len(cluster) - parts.total(), single))
    return found


def _pairs(cuts: list[_Cut]) -> tuple[int, int]:
    """Pairs of mentions in one cluster that the other side has in one cluster too, of all such pairs."""
    return (
        sum(math.comb(shared, 2) for cut in cuts for shared in cut.parts.values()),
        sum(math.comb(cut.size, 2) for cut in cuts),
    )


def _links(cuts: list[_Cut]) -> tuple[int, int]:
    """MUC: links of a spanning chain that survive, of all."""
    return sum(cut.size - len(cut.parts) - cut.alone for cut in cuts), sum(cut.size - 1 for cut in cuts)


def _b_cubed(cuts: list[_Cut]) -> tuple[float, int]:
    """Per mention, the share of its cluster that is with it on the other side too."""
    return (
        math.fsum(sum(shared * shared for shared in cut.parts.values()) / cut.size for cut in cuts),
        sum(cut.size for cut in cuts),
    )


def _lea(cuts: list[_Cut]) -> tuple[float, int]:
    """Per cluster, weighted by its size, the share of its links that the other side has; a singleton's is itself."""
    return (
        math.fsum(
            float(cut.same_singleton)
            if cut.size == 1
            else cut.size * sum(math.comb(shared, 2) for shared in cut.parts.values()) / math.comb(cut.size, 2)
            for cut in cuts
        ),
        sum(cut.size for cut in cuts),
    )


def _ceaf_e(golds: list[frozenset[str]], systems: list[frozenset[str]], forth: list[_Cut]) -> Counts:
    """CEAF with phi4: twice the shared mentions by both sizes, over the best one-to-one alignment of clusters."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    best = []
    for block in _blocks(forth):
        columns = sorted({number for row in block for number in forth[row].parts})
        place = {number: column for column, number in enumerate(columns)}
        phi = np.zeros((len(block), len(columns)))
        for row, number in enumerate(block):
            for other, shared in forth[number].parts.items():
                phi[row, place[other]] = 2 * shared / (len(golds[number]) + len(systems[other]))
        best.extend(phi[linear_sum_assignment(phi, maximize=True)].tolist())
    total = math.fsum(sorted(best))
    return Counts(total, len(golds), total, len(systems))


def _blocks(forth: list[_Cut]) -> list[list[int]]:
    """Gold clusters that hang together over the system's: no alignment crosses from one block to another."""
    owner: dict[int, int] = {}
    blocks: dict[int, list[int]] = {}
    for number, cut in enumerate(forth):
        met = sorted({owner[other] for other in cut.parts if other in owner})
        joined = [number, *(row for block in met for row in blocks.pop(block))]
        blocks[number] = joined
        for row in joined:
            owner.update(dict.fromkeys(forth[row].parts, number))
    return [sorted(block) for block in blocks.values()]
