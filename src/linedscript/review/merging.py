"""Two entities that are one: what the survivor takes over, and what becomes of relations between the two."""

from collections.abc import Sequence

import msgspec

from linedscript.backbone.citing import merge_evidence
from linedscript.backbone.identity_key import d10_key
from linedscript.io.canonical import fields_digest, id_key
from linedscript.records.entity import Alias, Entity
from linedscript.records.relation import Relation
from linedscript.review.appearing import appear, parts_of
from linedscript.review.book import Book
from linedscript.review.derived import merge_derived
from linedscript.review.references import Ref


def united(survivor: Entity, gone: Entity) -> Entity:
    """The survivor with both aliases, mentions and evidence. Its name, types and description stay as they are."""
    return msgspec.structs.replace(
        survivor,
        aliases=_aliases(survivor.aliases + gone.aliases),
        named=survivor.named or gone.named,
        scope="film" if "film" in (survivor.scope, gone.scope) else "scene",
        mentions=tuple(sorted({*survivor.mentions, *gone.mentions}, key=id_key)),
        evidence=merge_evidence((survivor.evidence, gone.evidence)),
        description=survivor.description or gone.description,
    )


def _aliases(aliases: Sequence[Alias]) -> tuple[Alias, ...]:
    """Each surface once, with its first scene and the first in which it is spoken, in order of first appearance."""
    kept: dict[str, Alias] = {}
    for alias in aliases:
        there = kept.get(alias.surface)
        if there is not None:
            spoken = [scene for scene in (there.spoken, alias.spoken) if scene is not None]
            alias = msgspec.structs.replace(
                there,
                first_scene=min(there.first_scene, alias.first_scene, key=id_key),
                spoken=min(spoken, key=id_key, default=None),
            )
        kept[alias.surface] = alias
    return tuple(sorted(kept.values(), key=lambda alias: id_key(alias.first_scene)))


def merge_entities(book: Book, gone: str, into: str, patch: str) -> None:
    """Everything of entity ``gone`` becomes the survivor's, but for its checkpoints where both have some: the
    survivor's stand, the others end with a tombstone, and what rests on them is stale.

    Relations that become self-loops, states of a character towards itself and relations that become duplicates (D10)
    end, each with a tombstone. A record that relied on the name of ``gone`` may go on using it, for it is now a name of
    the survivor; but one that had to do with both took them for two and becomes stale.
    """
    survivor, other = book.rows["entities"][into], book.rows["entities"][gone]
    parts = parts_of(book, gone)
    _one_trajectory(book, gone, into, patch)
    moved = merge_derived(book, gone, into, patch)
    book.put("entities", united(survivor, other), patch)
    _carry_name(book, ("entities", gone), ("entities", into), patch)
    book.end(("entities", gone), patch, "merge", [("entities", into)])
    touched = book.rename(moved | {("entities", gone): into}, patch)
    for at in sorted(touched, key=lambda at: (at[0], id_key(at[1]))):
        record = book.get(at)
        if (at[0] == "relations" and record.subject == record.object) or (
            at[0] == "states" and record.target == record.character
        ):
            book.end(at, patch, "merge")
    _unite_duplicates(book, {at[1] for at in touched if at[0] == "relations"}, patch)
    if "Character" in survivor.types:
        appear(book, into, other, parts, patch)


def _one_trajectory(book: Book, gone: str, into: str, patch: str) -> None:
    """Two sets of moments, chosen apart, are no sequence: two baselines, two final ones, and what one of them calls
    inaccessible the other may have lived through."""
    checkpoints = list(book.rows.get("checkpoints", {}).values())
    if any(one.character == into for one in checkpoints):
        for one in checkpoints:
            if one.character == gone:
                book.end(("checkpoints", one.id), patch, "merge")


def _carry_name(book: Book, gone: Ref, into: Ref, patch: str) -> None:
    """Let citations of the name of ``gone`` stand, in records that neither cite nor refer to ``into``."""
    for at, record in list(book.all()):
        cites = getattr(record, "cites", ())
        cited = {(cite.layer, cite.record) for cite in cites}
        if gone not in cited or into in cited or any(to == into for _, to in book.references(at)):
            continue
        broken = book.mismatches(at)
        book.put(
            at[0],
            msgspec.structs.replace(
                record,
                cites=tuple(
                    msgspec.structs.replace(cite, digest=fields_digest(book.get(into), cite.fields))
                    if (cite.layer, cite.record) == gone and cite.fields == ("name",) and cite not in broken
                    else cite
                    for cite in cites
                ),
            ),
            patch,
        )


def _unite_duplicates(book: Book, touched: set[str], patch: str) -> None:
    groups: dict[object, list[Relation]] = {}
    for relation in book.rows.get("relations", {}).values():
        groups.setdefault(d10_key(relation), []).append(relation)
    ended: dict[tuple[str, str], str] = {}
    for group in groups.values():
        if len(group) == 1 or not touched & {relation.id for relation in group}:
            continue
        group.sort(key=lambda relation: id_key(relation.id))
        kept, *rest = group
        richest = max(group, key=lambda relation: len(relation.description))
        book.put(
            "relations",
            msgspec.structs.replace(
                kept,
                description=richest.description,
                confidence=max(relation.confidence for relation in group),
                evidence=merge_evidence(relation.evidence for relation in group),
            ),
            patch,
        )
        for relation in rest:
            book.end(("relations", relation.id), patch, "merge", [("relations", kept.id)])
            ended["relations", relation.id] = kept.id
    if ended:
        book.rename(ended, patch)
