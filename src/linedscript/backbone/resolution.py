"""Which mentions are one entity: candidates, pairwise adjudication, cluster review, canonical records.

(stage.txt, "Entity resolution uses two semantic stages after deterministic candidate filtering".) A positive verdict
merges only where type, scope, same-scene and earlier negative verdicts allow it; clusters of several nodes that a
verdict would join are reviewed as clusters, in at most ``cluster_rounds`` rounds; uncertain cases stay apart.
"""

from collections.abc import Sequence
from typing import Any

from linedscript.backbone.resolution_candidates import (
    ambiguous,
    introductions,
    merge_candidates,
    people,
    person_candidates,
)
from linedscript.backbone.resolution_clusters import Clusters, review_pairs
from linedscript.backbone.resolution_context import SceneContext, speaking_spans
from linedscript.backbone.resolution_entities import entity_numbers, make_entities
from linedscript.backbone.resolution_kin import KinTerms, kin_names
from linedscript.backbone.resolution_nodes import make_nodes, split
from linedscript.backbone.resolution_phrases import spelled_out
from linedscript.backbone.resolution_tasks import IdentityReply, Questions
from linedscript.backbone.resolution_things import thing_candidates
from linedscript.engines.asking import Outcome, ask_layer
from linedscript.engines.embedding import Embedder
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.records.base import Language
from linedscript.records.entity import Adjudication, Mention
from linedscript.records.scene import Scene

LAYER = "entities"


def draw_entities(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    mentions: Sequence[Mention],
    engine: Engine,
    settings: dict[str, Any],
    embedder: Embedder | None = None,
) -> tuple[Outcome, list[Adjudication]]:
    """Canonical entities in the outcome's records, and every verdict on the way.

    ``settings``: ``annotator``, ``gates``, ``max_block`` (nodes), ``max_evidence`` (passages per side of a question),
    ``cluster_rounds`` and, with ``embedder``, ``embedding``; without one, candidates are lexical alone. Time grows with
    mentions and with candidate pairs, which blocking keeps linear; with ``embedder`` also with the cube of the nodes.
    """
    contexts = [SceneContext(scene) for scene in scenes]
    spans = speaking_spans(contexts)
    kin = kin_names(mentions, contexts, spans)
    nodes = make_nodes(mentions, kin)
    apart = ambiguous(people(nodes), spans)
    passing = {nodes[index].key for index in apart}
    if apart:
        nodes = split(nodes, apart, kin)
    known = people(nodes)
    limit = settings["max_block"]
    groups = [person_candidates(nodes, known, limit), thing_candidates(nodes, limit), introductions(nodes, contexts)]
    if embedder is not None:
        from linedscript.backbone.resolution_graph import graph_candidates

        groups.append(graph_candidates(nodes, passing, spans, embedder, settings["embedding"]))
    candidates = merge_candidates(groups)
    questions = Questions(film, language, nodes, known, contexts, spans, settings["max_evidence"])
    options = asking_options(LAYER, language, settings)
    outcome = Outcome()
    adjudications: list[Adjudication] = []

    def ask(tasks: list) -> list[Adjudication]:
        if not tasks:
            return []
        answered = ask_layer(LAYER, film, tasks, engine, IdentityReply, **options)
        _join(outcome, answered)
        start = len(adjudications)
        adjudications.extend(_numbered(record, start + number) for number, record in enumerate(answered.records, 1))
        return adjudications[start:]

    clusters = Clusters(nodes, spans)
    clusters.take_pairs(candidates, ask([questions.pair(candidate) for candidate in candidates]))
    for number in range(1, settings["cluster_rounds"] + 1):
        pairs = review_pairs(clusters)
        verdicts = ask([questions.clusters(clusters, pair, number) for pair in pairs])
        if not clusters.take_reviews(pairs, verdicts):
            break
    numbers = entity_numbers(clusters)
    spelled = spelled_out(nodes, contexts)
    clusters.take_pairs(spelled, ask([questions.pair(candidate) for candidate in spelled]))
    for related in (KinTerms.named_beside, KinTerms.same_owner):
        found = related(KinTerms(nodes, clusters, contexts, kin))
        clusters.take_pairs([candidate for candidate, _ in found], ask([questions.pair(*pair) for pair in found]))
    outcome.records = list(
        make_entities(film, clusters, numbers, contexts, adjudications, engine.annotator, options["construct"].prompt)
    )
    return outcome, adjudications


def _numbered(record: Adjudication, number: int) -> Adjudication:
    import msgspec

    return msgspec.structs.replace(record, id=f"aj-{number:04d}")


def _join(whole: Outcome, part: Outcome) -> None:
    import msgspec

    whole.coverage.extend(part.coverage)
    whole.transcript.extend(part.transcript)
    start = len(whole.ledger)
    whole.ledger.extend(
        msgspec.structs.replace(entry, id=f"lg-{start + number:05d}") for number, entry in enumerate(part.ledger, 1)
    )
