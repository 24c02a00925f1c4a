"""The scene-review layer: a scene's units, mentions and relations read together, after relations and before resolution.

Source: stage.txt, construction ("scene-level review"); its problems are the errors that the paper's reviewers target.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from linedscript.backbone.mentions import unit_payload
from linedscript.backbone.payloads import film_roster, scene_payload
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.backbone.registry import Registry
from linedscript.backbone.relations import mention_payload
from linedscript.backbone.stretches import all_stretches, renumbered
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.records.base import Language, Made
from linedscript.records.entity import Mention
from linedscript.records.finding import KINDS, Finding, Problem
from linedscript.records.relation import MentionRelation
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

LAYER = "scene_review"


class FindingDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    record: Annotated[str, Meta(max_length=12)]
    """Id of a unit, mention or relation of the payload: ``u01``, ``m03``, ``r02``."""
    against: Annotated[str, Meta(max_length=12)] | None
    verdict: Literal["flag", "drop"]
    problem: Problem
    reason: Annotated[str, Meta(min_length=1, max_length=300)]
    quotes: Annotated[tuple[Quote, ...], Meta(min_length=1, max_length=6)]


class FindingsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    findings: Annotated[tuple[FindingDraft, ...], Meta(max_length=1000)]


def draw_findings(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    mentions: Sequence[Mention],
    extracted: Sequence[MentionRelation],
    registry: Registry,
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """Findings of a film, one question per scene or part of a long one.

    Ids follow the records found faulty: units, mentions, relations.
    """
    roster = film_roster(scenes)
    by_scene: dict[str, tuple[list[Any], ...]] = {scene.id: ([], [], []) for scene in scenes}
    for place, rows in enumerate((units, mentions, extracted)):
        for row in rows:
            by_scene[row.scene][place].append(row)
    tasks = []
    for stretch in all_stretches(scenes, settings["asking"]["scene_tokens"]):
        scene = stretch.scene
        here = [[row for row in rows if stretch.begins(row.evidence)] for rows in by_scene[scene.id]]
        ends = {end for relation in here[2] for end in (relation.subject, relation.object)}
        ends |= {mention.id for mention in here[1]}
        shown = [mention for mention in by_scene[scene.id][1] if mention.id in ends]
        tasks.append(
            Task(
                stretch.key,
                scene_payload(scene, language, roster, settings["asking"]["names"])
                | {
                    "registry": registry.prompt(),
                    "units": [unit_payload(unit, scene) for unit in here[0]],
                    "mentions": [mention_payload(mention) for mention in shown],
                    "relations": [_relation_payload(relation, scene) for relation in here[2]],
                },
                _accepting(scene, *here, settings["gates"]["fuzzy"], settings["most_dropped"]),
            )
        )
    outcome = ask_layer(LAYER, film, tasks, engine, FindingsReply, **asking_options(LAYER, language, settings))
    outcome.records = renumbered(outcome.records, "f")
    return outcome


def _relation_payload(relation: MentionRelation, scene: Scene) -> dict[str, Any]:
    return {
        "id": _short(relation.id),
        "subject": _short(relation.subject),
        "predicate": relation.predicate,
        "object": _short(relation.object),
        "description": relation.description,
        "polarity": relation.polarity,
        "modality": relation.modality,
        "time": relation.time_range and relation.time_range.text,
        "persistence": relation.persistence,
        "quotes": [scene.text[span.start : span.end] for span in relation.evidence if span.start is not None],
    }


def _short(record: str) -> str:
    return record.rpartition(".")[2]


def _accepting(
    scene: Scene,
    units: Sequence[Unit],
    mentions: Sequence[Mention],
    extracted: Sequence[MentionRelation],
    fuzzy: float,
    most: float,
) -> Any:
    kinds = {
        _short(row.id): f"{kind}/{row.id}"
        for kind, rows in (("units", units), ("mentions", mentions), ("relations", extracted))
        for row in rows
    }

    def accept(reply: FindingsReply, made: Made) -> Accepted:
        refusals: list[Refusal] = []
        grounded = []
        gate = _Gate(kinds)
        for draft in reply.findings:
            evidence = ground_quotes(scene, draft.quotes, fuzzy)
            if isinstance(evidence, str):
                refusals.append(Refusal("grounding", "quote-not-in-scene", f"{draft.record}: {evidence[:80]}"))
            elif refusal := gate.refusal(draft):
                refusals.append(refusal)
            else:
                grounded.append((draft, evidence))
        order = {record: place for place, record in enumerate(kinds)}
        grounded.sort(key=lambda pair: order[pair[0].record])
        grounded, too_many = _bounded(grounded, kinds, most)
        refusals += too_many
        findings = tuple(
            Finding(
                id=f"{scene.id}.f{number:02d}",
                film=scene.film,
                scene=scene.id,
                record=kinds[draft.record],
                against=None if draft.against is None else kinds[draft.against],
                verdict=draft.verdict,
                problem=draft.problem,
                reason=draft.reason,
                evidence=evidence,
                made=made,
            )
            for number, (draft, evidence) in enumerate(grounded, 1)
        )
        return Accepted(findings, tuple(refusals), tuple(f"{f.record} {f.problem}" for f in findings))

    return accept


def _bounded(
    found: list[tuple[FindingDraft, Any]], kinds: dict[str, str], most: float
) -> tuple[list[tuple[FindingDraft, Any]], list[Refusal]]:
    """The findings, those that would drop too much of the scene turned into flags.

    Of ``n`` records of a kind at most ``most * n`` are dropped, one at least; the last unit only where ``most`` is 1. A
    reply that goes beyond has misread the scene or its task: which of its drops are right is a reviewer's to say.
    """
    whole = Counter(kind.partition("/")[0] for kind in kinds.values())
    drops = Counter(kinds[draft.record].partition("/")[0] for draft, _ in found if draft.verdict == "drop")
    beyond = {kind for kind, count in drops.items() if count > _most(kind, whole[kind], most)}
    kept = []
    for draft, evidence in found:
        if draft.verdict == "drop" and kinds[draft.record].partition("/")[0] in beyond:
            draft = msgspec.structs.replace(draft, verdict="flag")
        kept.append((draft, evidence))
    return kept, [
        Refusal("registry", "drops-too-much", f"{drops[kind]} of {whole[kind]} {kind}: flagged instead")
        for kind in sorted(beyond)
    ]


def _most(kind: str, whole: int, most: float) -> int:
    if most == 1:
        return whole
    allowed = max(1, int(most * whole))
    return min(allowed, whole - 1) if kind == "units" else allowed


class _Gate:
    """What a finding may be about, given those of its reply that came before it."""

    def __init__(self, kinds: dict[str, str]) -> None:
        self._kinds = kinds
        self._found: set[str] = set()
        self._dropped: set[str] = set()
        self._carries_on: set[str] = set()
        """What a dropped duplicate repeats: were it dropped too, both would be gone."""

    def refusal(self, draft: FindingDraft) -> Refusal | None:
        code = self._code(draft)
        if code:
            return Refusal("registry", code, f"{draft.record} {draft.verdict} {draft.problem} {draft.against or ''}")
        self._found.add(draft.record)
        if draft.verdict == "drop":
            self._dropped.add(draft.record)
            if draft.problem == "duplicate":
                self._carries_on.add(draft.against or "")
        return None

    def _code(self, draft: FindingDraft) -> str | None:
        if draft.record not in self._kinds or (draft.against is not None and draft.against not in self._kinds):
            return "unknown-record"
        kind = self._kinds[draft.record].partition("/")[0]
        if draft.record == draft.against:
            return "against-itself"
        if draft.record in self._found:
            return "second-finding"
        if kind not in KINDS[draft.problem]:
            return "problem-of-another-kind"
        if draft.problem == "duplicate":
            if draft.against is None or not self._kinds[draft.against].startswith(f"{kind}/"):
                return "duplicate-of-nothing"
            if draft.verdict == "drop" and draft.against in self._dropped:
                return "both-dropped"
        if draft.verdict == "drop" and draft.record in self._carries_on:
            return "both-dropped"
        return None
