"""From extracted relations to the canonical graph: endpoints rewritten, repaired, deduplicated; no engine asked.

The paper's three deterministic operations and its type-aware name deduplication (stage.txt, Appendix B), with D10 in
place of its shorter deduplication tuple. What is not taken over as it was leaves a ``Repair``.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from linedscript.backbone.citing import merge_evidence
from linedscript.backbone.dropping import detached, ended, standing
from linedscript.backbone.graph_units import outranked, resolve_participants
from linedscript.backbone.identity_key import d10_key
from linedscript.backbone.registry import Registry
from linedscript.io.canonical import id_key
from linedscript.records.entity import Entity, Mention
from linedscript.records.finding import Finding
from linedscript.records.relation import MentionRelation, Relation, Repair
from linedscript.records.unit import Unit


class Graph(NamedTuple):
    relations: list[Relation]
    """``rel-0001`` onwards by first evidence; within the registry, no self-loop, no duplicate by D10."""
    units: list[Unit]
    """The drawn units with participants resolved, without the Events that an entity outranks."""
    repairs: list[Repair]


class _Draft(NamedTuple):
    source: str
    """Id of the extracted relation."""
    before: str
    """Its ends and predicate, as ids: a repair quotes no name."""
    relation: Relation


def build_graph(
    film: str,
    units: Sequence[Unit],
    mentions: Sequence[Mention],
    extracted: Sequence[MentionRelation],
    entities: Sequence[Entity],
    registry: Registry,
    findings: Sequence[Finding] = (),
) -> Graph:
    """Deterministic and linear in its inputs. ``entities`` were drawn without the mentions that ``findings`` drop."""
    repairs: list[Repair] = []

    def note(action: str, record: str, into: str | None, before: str, after: str | None) -> None:
        repairs.append(
            Repair(
                id=f"rp-{len(repairs) + 1:04d}",
                film=film,
                action=action,
                record=record,
                into=into,
                before=before,
                after=after,
            )
        )

    for unit in ended("units", units, findings):
        note("dropped_in_review", f"units/{unit.id}", None, unit.kind, None)
    for mention in ended("mentions", mentions, findings):
        note("dropped_in_review", f"mentions/{mention.id}", None, "/".join(mention.types), None)
    for relation in ended("relations", extracted, findings):
        note("dropped_in_review", f"relations/{relation.id}", None, _ends(relation), None)
    drafts = _repaired(film, standing("relations", extracted, findings), entities, registry, note)
    relations, became = _deduplicated(drafts, note)
    kept = []
    units = standing("units", units, findings)
    lost = outranked(units, entities)
    for unit in sorted(units, key=lambda unit: id_key(unit.id)):
        if unit.id in lost:
            note("outranked_by_entity", f"units/{unit.id}", f"entities/{lost[unit.id]}", unit.kind, None)
        else:
            kept.append(unit)
    resolved = resolve_participants(kept, standing("mentions", mentions, findings), entities)
    for unit, place, mention in detached(resolved, ended("mentions", mentions, findings)):
        part = unit.participants[place]
        into = part.entity and f"entities/{part.entity}"
        note("participant_detached", f"units/{unit.id}", into, f"{part.role} {mention}", None)
    for finding in sorted(findings, key=lambda finding: id_key(finding.id)):
        kind, _, record = finding.record.partition("/")
        if kind == "relations" and not finding.drops and record in became:
            relation = became[record]
            note("flagged_in_review", finding.record, f"relations/{relation.id}", _ends(relation), None)
    return Graph(relations, resolved, repairs)


def _repaired(film, extracted, entities, registry, note) -> list[_Draft]:
    """Endpoint validation, self-loops and schema-constrained type repair, in the order of the extracted ids."""
    home = {mention: entity for entity in entities for mention in entity.mentions}
    drafts = []
    for found in sorted(extracted, key=lambda relation: id_key(relation.id)):
        record, before = f"relations/{found.id}", _ends(found)
        ends = home.get(found.subject), home.get(found.object)
        if None in ends or not found.evidence:
            note("dangling_endpoint", record, None, before, None)
            continue
        subject, object_ = ends
        if subject.id == object_.id:
            note("self_loop", record, f"entities/{subject.id}", before, None)
            continue
        predicate = found.predicate
        if not registry.valid(predicate, subject.types, object_.types):
            choices = registry.admissible(subject.types, object_.types)
            if len(choices) != 1:
                types = f"{'/'.join(subject.types)} to {'/'.join(object_.types)}"
                action = "ambiguous_type" if choices else "no_valid_type"
                note(action, record, None, f"{before} ({types})", None)
                continue
            predicate = choices[0]
            note("retyped", record, None, before, predicate)
        drafts.append(
            _Draft(
                found.id,
                before,
                Relation(
                    id="rel-0000",
                    film=film,
                    subject=subject.id,
                    predicate=predicate,
                    object=object_.id,
                    description=found.description,
                    polarity=found.polarity,
                    modality=found.modality,
                    qualifiers=found.qualifiers,
                    time_range=found.time_range,
                    persistence=found.persistence,
                    confidence=found.confidence,
                    evidence=merge_evidence([found.evidence]),
                    made=found.made,
                ),
            )
        )
    return drafts


def _deduplicated(drafts: list[_Draft], note) -> tuple[list[Relation], dict[str, Relation]]:
    """One relation per D10 key: evidence merged, the richest description stays, the highest confidence counts.

    And for each extracted relation the one that it became.
    """
    groups: dict[tuple, list[_Draft]] = {}
    for draft in drafts:
        groups.setdefault(d10_key(draft.relation), []).append(draft)
    merged = []
    for group in groups.values():
        best = max(
            group, key=lambda draft: len(draft.relation.description.split()) + len(draft.relation.description) / 1e4
        )
        merged.append(
            (
                group,
                msgspec.structs.replace(
                    best.relation,
                    evidence=merge_evidence(draft.relation.evidence for draft in group),
                    confidence=max(draft.relation.confidence for draft in group),
                ),
            )
        )
    merged.sort(key=lambda pair: (_first(pair[1]), id_key(pair[0][0].source)))
    relations = []
    became: dict[str, Relation] = {}
    for number, (group, relation) in enumerate(merged, 1):
        relations.append(msgspec.structs.replace(relation, id=f"rel-{number:04d}"))
        became |= {draft.source: relations[-1] for draft in group}
        for draft in group[1:]:
            note(
                "merged_duplicate",
                f"relations/{draft.source}",
                f"relations/rel-{number:04d}",
                draft.before,
                _ends(relation),
            )
    return relations, became


def _ends(relation: Relation | MentionRelation) -> str:
    return f"{relation.subject} {relation.predicate} {relation.object}"


def _first(relation: Relation) -> tuple:
    first = relation.evidence[0]
    return (id_key(first.scene or "~"), first.start or 0)
