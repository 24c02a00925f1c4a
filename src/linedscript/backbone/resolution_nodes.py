"""Mentions of one form and kind as one node: what resolution compares, merges and keeps apart."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from linedscript.backbone.normalization import Form, name_key, read_person
from linedscript.io.canonical import id_key
from linedscript.records.entity import ENTITY_TYPES, EntityType, Mention

Family = str
_THINGS = frozenset(("Organization", "Location", "Object"))
"""Types that one form may carry together: an institution that is a place, a vessel that is a place (D3)."""


class Node(NamedTuple):
    """Mentions that normalization alone identifies: one key, one family of types, film scope."""

    index: int
    key: str
    mentions: tuple[Mention, ...]
    """In order of appearance."""
    types: tuple[EntityType, ...]
    form: Form
    """The form read as a person's; of use where ``types`` has Character."""
    mergeable: bool

    @property
    def first(self) -> Mention:
        return self.mentions[0]

    @property
    def person(self) -> bool:
        return "Character" in self.types

    @property
    def named(self) -> bool:
        return any(mention.named for mention in self.mentions)


def appearance(mention: Mention) -> tuple:
    """Sort key of a mention: scene, offset of its first evidence, id."""
    starts = [evidence.start for evidence in mention.evidence if evidence.start is not None]
    return (id_key(mention.scene), min(starts, default=0), id_key(mention.id))


def compatible(left: Sequence[EntityType], right: Sequence[EntityType]) -> bool:
    """Whether one thing may carry both type sets."""
    return bool(set(left) & set(right)) or (set(left) <= _THINGS and set(right) <= _THINGS)


def union_types(mentions: Sequence[Mention]) -> tuple[EntityType, ...]:
    held = {kind for mention in mentions for kind in mention.types}
    return tuple(kind for kind in ENTITY_TYPES if kind in held)


def make_nodes(mentions: Sequence[Mention], names: Collection[str] = ()) -> list[Node]:
    """Group mergeable film-scope mentions by key and compatible types; every other mention is a node of its own.

    Kinship terms stay apart per scene: ``Dad`` is someone else in every mouth. But ``names`` (ids) are terms by which
    the script itself names somebody. Linear in mentions.
    """
    ordered = sorted(mentions, key=appearance)
    groups: list[list[Mention]] = []
    by_key: dict[str, list[int]] = {}
    for mention in ordered:
        if not _joins(mention, names):
            groups.append([mention])
            continue
        key = name_key(mention.normalized)
        home = next(
            (number for number in by_key.get(key, ()) if compatible(union_types(groups[number]), mention.types)), None
        )
        if home is None:
            by_key.setdefault(key, []).append(len(groups))
            groups.append([mention])
        else:
            groups[home].append(mention)
    return [_node(number, group, names) for number, group in enumerate(groups)]


def split(nodes: list[Node], apart: set[int], names: Collection[str] = ()) -> list[Node]:
    """The nodes anew, those of ``apart`` (indices) cut into one node per mention."""
    groups: list[tuple[Mention, ...]] = []
    for node in nodes:
        groups.extend([(mention,) for mention in node.mentions] if node.index in apart else [node.mentions])
    groups.sort(key=lambda group: appearance(group[0]))
    return [_node(number, group, names) for number, group in enumerate(groups)]


def _joins(mention: Mention, names: Collection[str]) -> bool:
    if mention.scope != "film" or not mention.mergeable:
        return False
    kin = "Character" in mention.types and read_person(mention.normalized).kind == "kin"
    return not kin or mention.id in names


def _node(number: int, group: Sequence[Mention], names: Collection[str]) -> Node:
    first = group[0]
    return Node(
        number,
        name_key(first.normalized),
        tuple(group),
        union_types(group),
        read_person(first.normalized),
        _joins(first, names),
    )
