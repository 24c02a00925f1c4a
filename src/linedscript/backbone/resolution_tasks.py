"""The questions of resolution: what an adjudicator sees of two nodes or clusters, and its verdict as a record."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from linedscript.backbone.normalization import display
from linedscript.backbone.resolution_candidates import Candidate, People, speaks_apart
from linedscript.backbone.resolution_clusters import ClusterPair, Clusters
from linedscript.backbone.resolution_context import SceneContext
from linedscript.backbone.resolution_kin import Kin
from linedscript.backbone.resolution_nodes import Node, union_types
from linedscript.engines.asking import Accepted, Refusal, Task
from linedscript.records.base import Language, Made
from linedscript.records.entity import Adjudication

MAX_TIMELINE = 12
"""Scenes listed per side; the first ones."""


class IdentityReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    verdict: Literal["same_identity", "different_identity", "uncertain"]
    reason: Annotated[str, Meta(min_length=1, max_length=400)]


class Questions:
    """Builds the tasks of one film."""

    def __init__(
        self,
        film: str,
        language: Language,
        nodes: list[Node],
        known: People,
        contexts: list[SceneContext],
        spans: dict[str, dict[str, tuple[int, int]]],
        max_evidence: int,
    ) -> None:
        self._film, self._language, self._nodes = film, language, nodes
        self._spans, self._limit = spans, max_evidence
        self._contexts = {context.scene.id: context for context in contexts}
        self._group = {node.index: group for group in known.groups for node in group}

    def pair(self, candidate: Candidate, kin: Kin | None = None) -> Task:
        """``kin``: where the sides are candidates by kinship, whose relative both would be."""
        left, right = self._nodes[candidate.left], self._nodes[candidate.right]
        apart = speaks_apart(left, right, self._spans)
        payload = {
            "stage": "pair",
            "language": self._language,
            "left": self._side([left]),
            "right": self._side([right]),
            "candidate_by": list(candidate.by),
            "similarity": candidate.similarity,
            "rivals": [self._known_as(self._nodes[rival]) for rival in candidate.rivals],
            "apart": apart,
        }
        if kin is not None:
            payload["kin"] = kin._asdict() | {"owner": display(kin.owner)}
        return self._task("pair", "pair", left, right, candidate.by, candidate.similarity, payload, apart)

    def clusters(self, clusters: Clusters, pair: ClusterPair, number: int) -> Task:
        sides = [[self._nodes[index] for index in clusters.members[root]] for root in (pair.left, pair.right)]
        apart = sorted(
            {scene for left in sides[0] for right in sides[1] for scene in speaks_apart(left, right, self._spans)}
        )
        between = [
            candidate
            for candidate in (*clusters.deferred, *clusters.doubted)
            if {clusters.root[candidate.left], clusters.root[candidate.right]} == {pair.left, pair.right}
        ]
        similar = max((candidate.similarity for candidate in between), default=1.0)
        by = tuple(sorted({source for candidate in between for source in candidate.by})) or ("lexical",)
        payload = {
            "stage": "cluster",
            "language": self._language,
            "left": self._side(sides[0]),
            "right": self._side(sides[1]),
            "candidate_by": list(by),
            "similarity": similar,
            "rivals": [],
            "apart": apart,
        }
        return self._task(f"round{number}", "cluster", sides[0][0], sides[1][0], by, similar, payload, apart)

    def _side(self, nodes: list[Node]) -> dict[str, Any]:
        mentions = sorted((mention for node in nodes for mention in node.mentions), key=lambda mention: mention.scene)
        scenes = list(dict.fromkeys(mention.scene for mention in mentions))
        descriptions = dict.fromkeys(mention.description for mention in mentions if mention.description)
        group = self._group.get(nodes[0].index, nodes) if len(nodes) == 1 else nodes
        passages = []
        for mention in mentions:
            for evidence in mention.evidence:
                if len(passages) < self._limit and evidence.start is not None and mention.scene in self._contexts:
                    passages.append(self._contexts[mention.scene].passage(evidence))
        return {
            "names": list(dict.fromkeys(display(mention.normalized) for mention in mentions)),
            "also": self._known_as(nodes[0])["names"] if len(group) > 1 else [],
            "speaks": any(node.key in self._spans for node in nodes),
            "types": list(union_types(mentions)),
            "scope": mentions[0].scope,
            "named": any(node.named for node in nodes),
            "places": sum(len(mention.evidence) for mention in mentions),
            "scenes": scenes[:MAX_TIMELINE],
            "descriptions": list(descriptions)[: self._limit],
            "evidence": passages,
        }

    def _known_as(self, node: Node) -> dict[str, Any]:
        group = self._group.get(node.index, [node])
        return {
            "names": [{"name": display(other.first.normalized), "since": other.first.scene} for other in group],
            "scenes": sorted({mention.scene for other in group for mention in other.mentions})[:MAX_TIMELINE],
        }

    def _task(
        self,
        prefix: str,
        stage: Literal["pair", "cluster"],
        left: Node,
        right: Node,
        by: tuple[str, ...],
        similar: float,
        payload: dict[str, Any],
        apart: list[str],
    ) -> Task:
        film = self._film

        def accept(reply: IdentityReply, made: Made) -> Accepted:
            verdict, reason, refusals = reply.verdict, reply.reason, ()
            if verdict == "same_identity" and apart:
                verdict = "different_identity"
                reason = f"both speak in turn in {apart[0]}"
                refusals = (Refusal("registry", "same_scene", f"{left.first.id} and {right.first.id} {reason}"),)
            record = Adjudication(
                id="aj-0000",
                film=film,
                left=left.first.id,
                right=right.first.id,
                stage=stage,
                candidate_by=by,
                similarity=similar,
                verdict=verdict,
                reason=reason,
                made=made,
            )
            return Accepted((record,), refusals, (f"{left.first.id} {right.first.id}",))

        return Task(key=f"{prefix}:{left.first.id}+{right.first.id}", payload=payload, accept=accept)
