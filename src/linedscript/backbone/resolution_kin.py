"""Which of a film's kinship terms mean one person: those of one sense for one person's relatives.

"Dad" names nobody by itself: it names the father of who says it, and "your dad" that of who is spoken to. Such terms
are candidates, whoever says them; so are a term and the name that the text sets beside it ("my brother Wendell", "Peter
was my father"). A term whose owner can't be told stays apart, by scene.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from linedscript.backbone.kin_owners import name_beside, narrated, owners_at, several
from linedscript.backbone.normalization import name_key, read_person, split_kin
from linedscript.backbone.normalization_words import KIN_SENSES
from linedscript.backbone.resolution_candidates import Candidate, pair_of
from linedscript.backbone.resolution_clusters import Clusters
from linedscript.backbone.resolution_context import SceneContext
from linedscript.backbone.resolution_nodes import Node
from linedscript.records.base import Evidence
from linedscript.records.entity import Mention


class Kin(NamedTuple):
    """What a question about kinship says beside the two sides."""

    by: Literal["owner", "named"]
    """``owner``: both terms mean such a relative of one person. ``named``: the text sets the name beside the term."""
    sense: str
    owner: str
    """The name of whose relative it is."""
    single: bool
    """Whether a person has just one such relative; of siblings and the like, as far as the film speaks of no more."""


class _Owned(NamedTuple):
    node: Node
    term: str
    owner: int
    """Cluster root."""


def kin_names(mentions: Sequence[Mention], contexts: Sequence[SceneContext], cues: Collection[str]) -> set[str]:
    """Ids of mentions of kinship terms that are a speaker's name there, as a script gives one cue to one person: a cue,
    or what the script calls somebody who has that cue (``cues``: keys) elsewhere."""
    held = {context.scene.id: context for context in contexts}
    return {
        mention.id
        for mention in mentions
        if "Character" in mention.types
        and mention.scene in held
        and read_person(mention.normalized).kind == "kin"
        and name_key(mention.normalized) in cues
        and any(_names(held[mention.scene], place) for place in mention.evidence)
    }


def _names(context: SceneContext, place: Evidence) -> bool:
    return place.start is not None and (context.cue_at(place.start) or narrated(context, place.start, place.end))


class KinTerms:
    """A film's kinship terms with their owners, as the clusters stand. Linear in places of mentions."""

    def __init__(
        self, nodes: list[Node], clusters: Clusters, contexts: list[SceneContext], named: Collection[str]
    ) -> None:
        """``named``: what ``kin_names`` gave."""
        self._named = named
        self._plural: dict[str, bool] = {}
        self._nodes, self._clusters = nodes, clusters
        self._contexts = {context.scene.id: context for context in contexts}
        self._homes: dict[str, list[Node]] = {}
        self._places: dict[str, list[tuple[int, int, Node]]] = {}
        for node in nodes:
            if not node.person:
                continue
            self._homes.setdefault(node.key, []).append(node)
            for mention in node.mentions:
                if mention.named and node.form.kind != "kin":
                    spans = [(place.start, place.end, node) for place in mention.evidence if place.start is not None]
                    self._places.setdefault(mention.scene, []).extend(spans)
        self._owned = [owned for node in nodes if node.person and (owned := self._owned_by(node))]

    def same_owner(self) -> list[tuple[Candidate, Kin]]:
        """Each term with the first of its sense and owner."""
        first: dict[tuple[str, int], Node] = {}
        found = []
        for one in self._owned:
            head = first.setdefault((KIN_SENSES[one.term][0], one.owner), one.node)
            if head is not one.node:
                found.append((pair_of(head, one.node, ()), self._kin("owner", one)))
        return self._open(found)

    def named_beside(self) -> list[tuple[Candidate, Kin]]:
        """Each term with the persons whose names the text sets beside it."""
        found = []
        for one in self._owned:
            for mention in one.node.mentions:
                context, names = self._contexts[mention.scene], self._places.get(mention.scene, [])
                for place in mention.evidence:
                    if place.start is None:
                        continue
                    other = name_beside(context, place.start, place.end, names)
                    if other is not None and self._clusters.root[other.index] != one.owner:
                        found.append((pair_of(other, one.node, ()), self._kin("named", one)))
        return self._open(found)

    def _open(self, found: list[tuple[Candidate, Kin]]) -> list[tuple[Candidate, Kin]]:
        """Each pair once, but for those of one cluster and those that were judged before."""
        kept = {
            (candidate.left, candidate.right): (candidate, kin)
            for candidate, kin in reversed(found)
            if self._clusters.root[candidate.left] != self._clusters.root[candidate.right]
            and (candidate.left, candidate.right) not in self._clusters.verdicts
        }
        return [kept[pair] for pair in sorted(kept)]

    def _kin(self, by: Literal["owner", "named"], one: _Owned) -> Kin:
        sense, single = KIN_SENSES[one.term]
        return Kin(by, sense, self._nodes[one.owner].first.normalized, single or not self._several(one.term))

    def _several(self, term: str) -> bool:
        if term not in self._plural:
            texts = (context.scene.text for context in self._contexts.values())
            self._plural[term] = any(map(several(term).search, texts))
        return self._plural[term]

    def _owned_by(self, node: Node) -> _Owned | None:
        """A term with its owner, where every place says the same one. A script that uses it as a name says none."""
        parts = split_kin(node.key)
        if parts is None or parts.term not in KIN_SENSES:
            return None
        if node.form.kind != "kin" and self._root(parts.owner, "") is None:
            return None
        possible: set[int] | None = None
        for names, scene in self._owner_names(node, parts.owner):
            roots = {root for name in names if (root := self._root(name, scene)) is not None}
            possible = roots if possible is None else possible & roots
        (owner,) = possible if possible and len(possible) == 1 else (None,)
        return None if owner is None or owner == self._clusters.root[node.index] else _Owned(node, parts.term, owner)

    def _owner_names(self, node: Node, named: str) -> Iterator[tuple[list[str], str]]:
        """Per place of the term the names of its possible owners, and the scene."""
        for mention in node.mentions:
            context = self._contexts.get(mention.scene)
            if context is None or mention.scope != "film" or not mention.mergeable:
                yield [], mention.scene
                continue
            for place in mention.evidence:
                if place.start is None:
                    yield [], mention.scene
                elif node.form.kind != "kin":
                    yield [named], mention.scene
                elif mention.id not in self._named or context.spoken_at(place.start):
                    yield owners_at(context, place.start, place.end), mention.scene

    def _root(self, name: str, scene: str) -> int | None:
        """The one cluster that bears a name, or its last words; of several, the one whom the scene calls so."""
        parts = name.split()
        for first in range(len(parts)):
            homes = self._homes.get(name_key(" ".join(parts[first:])), [])
            roots = {self._clusters.root[node.index] for node in homes}
            if len(roots) > 1:
                here = [node for node in homes if any(mention.scene == scene for mention in node.mentions)]
                roots = {self._clusters.root[node.index] for node in here}
            if roots:
                return roots.pop() if len(roots) == 1 else None
        return None
