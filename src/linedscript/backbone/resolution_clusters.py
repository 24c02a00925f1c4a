"""Nodes merged under constraints: accumulated negative verdicts, same-scene turns, contradicting full names."""

from typing import NamedTuple

from linedscript.backbone.normalization import name_key
from linedscript.backbone.normalization_words import PLAIN_HONORIFICS
from linedscript.backbone.resolution_candidates import Candidate, speaks_apart
from linedscript.backbone.resolution_nodes import Node, compatible, union_types
from linedscript.records.entity import Adjudication


class ClusterPair(NamedTuple):
    left: int
    right: int
    """Roots: the lowest node index of each cluster; ``left`` is the lower."""
    why: str
    """``deferred``: a pair verdict that would join clusters; ``form``: one form stands in both; ``doubted``: alike in
    meaning, uncertain as nodes."""


class Clusters:
    """A partition of the nodes, with the verdicts that stand between them."""

    def __init__(self, nodes: list[Node], spans: dict[str, dict[str, tuple[int, int]]]) -> None:
        """``spans``: who speaks from where to where in which scene, as ``speaking_spans`` has it."""
        self.nodes = nodes
        self._spans = spans
        self._speaking = {node.index for node in nodes if name_key(node.key) in spans}
        self.members: dict[int, list[int]] = {node.index: [node.index] for node in nodes}
        self.root = list(range(len(nodes)))
        self.verdicts: dict[tuple[int, int], str] = {}
        self.by: dict[int, set[str]] = {}
        self.deferred: list[Candidate] = []
        """Positive verdicts that would join clusters."""
        self.doubted: list[Candidate] = []
        """Uncertain verdicts on likeness of meaning: heard again where a cluster has more to say than its nodes."""
        self._reviewed: set[tuple[frozenset[int], frozenset[int]]] = set()
        self._near: dict[int, set[int]] = {}

    def _note(self, left: int, right: int, verdict: str) -> None:
        self.verdicts[left, right] = verdict
        self._near.setdefault(left, set()).add(right)
        self._near.setdefault(right, set()).add(left)

    def take_pairs(self, candidates: list[Candidate], verdicts: list[Adjudication]) -> None:
        """Merge by the positive verdicts, the most similar first; what would join two clusters blindly is deferred."""
        index = {node.first.id: node.index for node in self.nodes}
        found = [(index[verdict.left], index[verdict.right], verdict) for verdict in verdicts]
        for left, right, verdict in found:
            self._note(left, right, verdict.verdict)
            if verdict.verdict == "uncertain" and "lexical" not in verdict.candidate_by:
                self.doubted.append(Candidate(left, right, verdict.candidate_by, verdict.similarity, ()))
        positive = [
            (-verdict.similarity, left, right, verdict)
            for left, right, verdict in found
            if verdict.verdict == "same_identity"
        ]
        for _, left, right, verdict in sorted(positive, key=lambda item: item[:3]):
            one, two = self.root[left], self.root[right]
            if one == two:
                continue
            if self.open_between(one, two) or self._unheard(one, two, verdict):
                self.deferred.append(Candidate(left, right, verdict.candidate_by, verdict.similarity, ()))
            elif self.allowed(one, two):
                self._merge(one, two, verdict.id)

    def open_between(self, one: int, two: int) -> bool:
        """Whether the clusters hold members that were judged uncertain of each other, or are both composite."""
        pairs = self._judged_between(one, two)
        return (
            any(verdict == "uncertain" for verdict in pairs) or min(len(self.members[one]), len(self.members[two])) > 1
        )

    def _unheard(self, one: int, two: int, verdict: Adjudication) -> bool:
        """A verdict on likeness of meaning that would join a node to others which it wasn't compared with."""
        return "lexical" not in verdict.candidate_by and max(len(self.members[one]), len(self.members[two])) > 1

    def _judged_between(self, one: int, two: int) -> list[str]:
        small, big = sorted((one, two), key=lambda root: (len(self.members[root]), root))
        return [
            self.verdicts[min(left, right), max(left, right)]
            for left in self.members[small]
            for right in sorted(self._near.get(left, ()))
            if self.root[right] == big
        ]

    def allowed(self, one: int, two: int, heard: bool = False) -> bool:
        """No negative verdict between members, compatible types, no two that speak in turn in a scene, no two full
        names of different people.

        ``heard``: the verdict is about all names of both clusters, and on likeness of meaning, which lets a person
        have two full names.
        """
        if "different_identity" in self._judged_between(one, two):
            return False
        lefts = [self.nodes[index] for index in self.members[one]]
        rights = [self.nodes[index] for index in self.members[two]]
        if not compatible(
            union_types([m for n in lefts for m in n.mentions]), union_types([m for n in rights for m in n.mentions])
        ):
            return False
        speaking = [[node for node in side if node.index in self._speaking] for side in (lefts, rights)]
        if any(speaks_apart(left, right, self._spans) for left in speaking[0] for right in speaking[1]):
            return False
        full = [[node for node in side if node.person and node.form.kind == "full"] for side in (lefts, rights)]
        return heard or not any(
            not _one_name(left, right)
            and (min(left.index, right.index), max(left.index, right.index)) not in self.verdicts
            for left in full[0]
            for right in full[1]
        )

    def _merge(self, one: int, two: int, by: str) -> None:
        low, high = sorted((one, two))
        for member in self.members[high]:
            self.root[member] = low
        self.members[low] = sorted(self.members[low] + self.members.pop(high))
        self.by[low] = self.by.pop(low, set()) | self.by.pop(high, set()) | {by}

    def take_reviews(self, pairs: list[ClusterPair], verdicts: list[Adjudication]) -> bool:
        """Merge by the cluster verdicts; whether any did."""
        index = {node.first.id: node.index for node in self.nodes}
        merged = False
        for verdict in verdicts:
            left, right = index[verdict.left], index[verdict.right]
            if verdict.verdict == "different_identity":
                self._note(min(left, right), max(left, right), verdict.verdict)
            one, two = self.root[left], self.root[right]
            heard = "embedding" in verdict.candidate_by
            if verdict.verdict == "same_identity" and one != two and self.allowed(one, two, heard):
                self._merge(one, two, verdict.id)
                merged = True
        return merged

    def fresh(self, pair: ClusterPair) -> bool:
        """Whether this pair of clusters, as they are now, wasn't reviewed before. Marks it as reviewed."""
        key = (frozenset(self.members[pair.left]), frozenset(self.members[pair.right]))
        if key in self._reviewed:
            return False
        self._reviewed.add(key)
        return True


def _one_name(left: Node, right: Node) -> bool:
    return left.form.surname == right.form.surname and bool(left.form.given & right.form.given)


def review_pairs(clusters: Clusters) -> list[ClusterPair]:
    """Newly adjacent clusters: a deferred verdict lies between them, or a distinctive form of one stands in both.

    So are two that the graph holds alike and one of which has grown since they were doubted as nodes. A form that
    stands in two clusters which each have other names settles nothing and makes no pair.
    """
    found: dict[tuple[int, int], ClusterPair] = {}
    for candidate in clusters.deferred:
        left, right = sorted((clusters.root[candidate.left], clusters.root[candidate.right]))
        if left != right:
            found.setdefault((left, right), ClusterPair(left, right, "deferred"))
    for candidate in clusters.doubted:
        left, right = sorted((clusters.root[candidate.left], clusters.root[candidate.right]))
        if left != right and max(len(clusters.members[left]), len(clusters.members[right])) > 1:
            found.setdefault((left, right), ClusterPair(left, right, "doubted"))
    holders: dict[str, list[int]] = {}
    for node in clusters.nodes:
        if node.mergeable and node.person and node.form.title and not set(node.form.title.split()) & PLAIN_HONORIFICS:
            roots = holders.setdefault(node.key, [])
            if clusters.root[node.index] not in roots:
                roots.append(clusters.root[node.index])
    for key in sorted(holders):
        roots = holders[key]
        homes = [root for root in roots if any(clusters.nodes[member].key != key for member in clusters.members[root])]
        if len(homes) == 1:
            for root in roots:
                if root != homes[0]:
                    left, right = sorted((homes[0], root))
                    found.setdefault((left, right), ClusterPair(left, right, "form"))
    return [found[key] for key in sorted(found) if clusters.fresh(found[key])]
