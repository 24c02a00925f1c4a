"""What one-pass and staged extraction come to, measured in one way (stage.txt, Table A10; ``docs/study.md``)."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from linedscript.backbone.identity_key import SYMMETRIC
from linedscript.backbone.normalization import name_key
from linedscript.backbone.registry import Registry
from linedscript.evaluation.one_pass import OnePassReply
from linedscript.records.engine import Coverage, LedgerEntry, TranscriptLine
from linedscript.records.entity import ENTITY_TYPES, Entity, Mention
from linedscript.records.relation import MentionRelation, Relation
from linedscript.records.study import ExtractionOutcome

PROPOSING = ("mentions", "extracted")
"""The staged layers that propose entities and relations."""
_VIOLATING = frozenset(("unknown-predicate", "unknown-mention", "self-loop"))
"""What the registry gate refuses for the schema's sake. One said twice is no violation, as in one pass."""
_TRIMMING = frozenset(("time-not-in-scene",))
"""Of a record that is kept without the field: it was proposed once."""
_SCORE = re.compile(r"score (\S+?)(?:;|$)")


class Staged(NamedTuple):
    """A film's staged extraction, as the build has it."""

    mentions: Sequence[Mention]
    extracted: Sequence[MentionRelation]
    coverage: Sequence[Coverage]
    ledger: Sequence[LedgerEntry]
    """Both of the layers in ``PROPOSING``, in the order written."""
    entities: Sequence[Entity]
    relations: Sequence[Relation]
    """Both reviewed: the pipeline's end."""


class _Count(NamedTuple):
    proposed: int
    violations: int


def one_pass_outcome(
    film: str, annotator: str, lines: Sequence[TranscriptLine], blocks: int, registry: Registry
) -> ExtractionOutcome:
    """An unusable reply is one proposed record and one violation. What violates the schema is no node and no triple;
    entities of one name are one node."""
    proposed = violations = 0
    nodes: set[str] = set()
    triples: set[tuple[str, str, str]] = set()
    for line in lines:
        try:
            reply = msgspec.convert(line.reply, OnePassReply)
        except msgspec.ValidationError:
            proposed, violations = proposed + 1, violations + 1
            continue
        known: dict[str, tuple[str, tuple[str, ...]]] = {}
        wrong = 0
        for entity in reply.entities:
            if entity.id in known or not set(entity.types) <= set(ENTITY_TYPES):
                wrong += 1
            else:
                known[entity.id] = (name_key(entity.name), entity.types)
        for relation in reply.relations:
            ends = known.get(relation.subject), known.get(relation.object)
            if None in ends or relation.subject == relation.object:
                wrong += 1
            elif not registry.valid(relation.predicate, ends[0][1], ends[1][1]):
                wrong += 1
            else:
                triples.add(_triple(ends[0][0], relation.predicate, ends[1][0]))
        nodes |= {name for name, _ in known.values()}
        proposed += len(reply.entities) + len(reply.relations)
        violations += wrong
    return _outcome(film, "one_pass", annotator, blocks, len(nodes), triples, _Count(proposed, violations))


def staged_outcome(film: str, annotator: str, staged: Staged, blocks: int, registry: Registry) -> ExtractionOutcome:
    """Nodes and triples of the reviewed graph; proposals are those of the attempt that was kept of each question."""
    types = {mention.id: mention.types for mention in staged.mentions}
    proposed = violations = 0
    for layer in PROPOSING:
        for block in staged.coverage:
            if block.layer == layer:
                mine = [entry for entry in staged.ledger if entry.layer == layer and entry.key == block.key]
                count = _of_block(block, mine)
                proposed, violations = proposed + count.proposed, violations + count.violations
    violations += sum(
        not registry.valid(relation.predicate, types[relation.subject], types[relation.object])
        for relation in staged.extracted
    )
    triples = {_triple(relation.subject, relation.predicate, relation.object) for relation in staged.relations}
    return _outcome(film, "staged", annotator, blocks, len(staged.entities), triples, _Count(proposed, violations))


def _of_block(block: Coverage, entries: Sequence[LedgerEntry]) -> _Count:
    """Kept and refused records of the kept attempt, and which of the refused are violations."""
    if block.status == "failed":
        return _Count(1, 1)
    judged = [entry for entry in entries if entry.gate == "reflection"]
    kept = max(judged, key=lambda entry: (_score(entry), -entry.attempt))
    refused = [entry for entry in entries if entry.outcome == "refused_record" and entry.attempt == kept.attempt]
    return _Count(
        kept.count + sum(entry.count for entry in refused if entry.code not in _TRIMMING),
        sum(entry.count for entry in refused if entry.code in _VIOLATING),
    )


def _score(entry: LedgerEntry) -> float:
    """The score that a reflection entry's detail begins with."""
    found = _SCORE.match(entry.detail or "")
    if found is None:
        raise ValueError(f"{entry.layer}/{entry.id}: no score in {entry.detail!r}")
    return float(found.group(1))


def _triple(subject: str, predicate: str, object_: str) -> tuple[str, str, str]:
    left, right = sorted((subject, object_)) if predicate in SYMMETRIC else (subject, object_)
    return left, predicate, right


def _outcome(
    film: str,
    procedure: str,
    annotator: str,
    blocks: int,
    nodes: int,
    triples: Iterable[tuple[str, str, str]],
    count: _Count,
) -> ExtractionOutcome:
    return ExtractionOutcome(
        id=f"{film}/{procedure}",
        film=film,
        procedure=procedure,
        annotator=annotator,
        blocks=blocks,
        nodes=nodes,
        triples=sum(left != right for left, _, right in triples),
        proposed=count.proposed,
        violations=count.violations,
    )
