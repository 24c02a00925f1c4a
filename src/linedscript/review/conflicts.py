"""Contradictions between a film's records that can be told without reading the script."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from linedscript.backbone.identity_key import SYMMETRIC
from linedscript.io.canonical import id_key
from linedscript.records.base import Record
from linedscript.records.character import Anchor, State
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene

_DEAD = re.compile(
    r"\b(dead|died|deceased|killed|drowned|murdered|executed)\b|死|去世|身亡|牺牲|病逝|遇难|亡故", re.IGNORECASE
)
_OTHER_TIME = re.compile(r"flashback|dream|memory|years? (ago|earlier)|闪回|回忆|梦|年前", re.IGNORECASE)
_END = (("~",), 0)
"""After every scene."""


class Conflict(NamedTuple):
    layer: str
    record: str
    detail: str
    scenes: tuple[str, ...]


def conflicts(layers: Mapping[str, Sequence[Record]], scenes: Sequence[Scene] = ()) -> list[Conflict]:
    """All conflicts, each at the later of its records. Headings of ``scenes`` tell flashbacks."""
    states: Sequence[Any] = layers.get("states", ())
    found = [
        *_after_death(states, layers.get("presence", ()), scenes),
        *_two_holders(states),
        *_two_places(states),
        *_unended(states),
        *_contradicted(layers.get("relations", ())),
    ]
    return sorted(found, key=lambda conflict: (conflict.layer, id_key(conflict.record), conflict.detail))


def _at(anchor: Anchor | None) -> tuple[Any, int]:
    return _END if anchor is None else (id_key(anchor.scene), anchor.offset)


def _overlap(one: State, other: State) -> bool:
    return _at(one.valid_from) < _at(other.valid_to) and _at(other.valid_from) < _at(one.valid_to)


def _after_death(states: Sequence[State], presences: Sequence[Any], scenes: Sequence[Scene]) -> list[Conflict]:
    """On screen in a scene after the one in which a death begins, outside flashbacks."""
    elsewhen = {
        scene.id
        for scene in scenes
        if scene.heading is not None and _OTHER_TIME.search(" ".join((scene.heading.text, *scene.heading.modifiers)))
    }
    deaths: dict[str, State] = {}
    for state in states:
        if state.aspect == "physical" and state.valid_to is None and _DEAD.search(state.value):
            first = deaths.setdefault(state.character, state)
            if _at(state.valid_from) < _at(first.valid_from):
                deaths[state.character] = state
    found = []
    for presence in presences:
        death = deaths.get(presence.character)
        if (
            death is not None
            and presence.level == "on_screen"
            and presence.scene not in elsewhen
            and id_key(presence.scene) > id_key(death.valid_from.scene)
        ):
            found.append(
                Conflict(
                    "presence",
                    presence.id,
                    f"on screen, but states/{death.id} says {death.value!r} since {death.valid_from.scene}",
                    (death.valid_from.scene, presence.scene),
                )
            )
    return found


def _pairs(states: Iterable[State], key: Callable[[State], str | None]) -> Iterator[tuple[State, State]]:
    """Pairs of overlapping states of one key, the later one second. States without a key meet none."""
    groups: dict[str, list[State]] = {}
    for state in sorted(states, key=lambda state: (_at(state.valid_from), id_key(state.id))):
        if (group := key(state)) is not None:
            groups.setdefault(group, []).append(state)
    for group in groups.values():
        for place, one in enumerate(group):
            for other in group[place + 1 :]:
                if _at(other.valid_from) >= _at(one.valid_to):
                    break  # and so do all that begin later
                if _overlap(one, other):
                    yield one, other


def _two_holders(states: Sequence[State]) -> list[Conflict]:
    return [
        Conflict(
            "states",
            other.id,
            f"has {one.target} while {one.character} has it (states/{one.id})",
            (one.valid_from.scene, other.valid_from.scene),
        )
        for one, other in _pairs(_of(states, "possession"), lambda state: state.target)
        if one.character != other.character
    ]


def _two_places(states: Sequence[State]) -> list[Conflict]:
    return [
        Conflict(
            "states",
            other.id,
            f"is at {other.value!r} and, by states/{one.id}, at {one.value!r} at the same time",
            (one.valid_from.scene, other.valid_from.scene),
        )
        for one, other in _pairs(_of(states, "location"), lambda state: state.character)
        if (one.target, one.value) != (other.target, other.value)
    ]


def _of(states: Sequence[State], aspect: str) -> list[State]:
    return [state for state in states if state.aspect == aspect]


def _unended(states: Sequence[State]) -> list[Conflict]:
    """A state that replaces one which goes on."""
    by_id = {state.id: state for state in states}
    return [
        Conflict(
            "states",
            state.id,
            f"replaces states/{state.after}, which still holds when this one begins",
            (by_id[state.after].valid_from.scene, state.valid_from.scene),
        )
        for state in states
        if state.after in by_id and _at(by_id[state.after].valid_to) > _at(state.valid_from)
    ]


def _contradicted(relations: Sequence[Relation]) -> list[Conflict]:
    """One relation said and denied, or kin of two different kinds, over one time."""
    groups: dict[tuple[str, ...], list[Relation]] = {}
    for relation in sorted(relations, key=lambda relation: id_key(relation.id)):
        if relation.modality == "actual":
            ends = (relation.subject, relation.object)
            if relation.predicate in SYMMETRIC:
                ends = tuple(sorted(ends, key=id_key))
            groups.setdefault((relation.predicate, *ends), []).append(relation)
    found = []
    for (predicate, *_), group in groups.items():
        for one, other in combinations(group, 2):
            if (one.polarity == other.polarity and predicate != "kinship_with") or not _same_time(one, other):
                continue
            detail = ""
            if one.polarity != other.polarity:
                detail = f"{predicate} is {other.polarity} here and {one.polarity} in relations/{one.id}"
            elif predicate == "kinship_with" and one.subject == other.subject:
                kinds = [_kinds(one), _kinds(other)]
                if all(kinds) and not set(kinds[0]) & set(kinds[1]):
                    said = [" / ".join(each) for each in kinds]
                    detail = f"kinship {said[1]!r} here and {said[0]!r} in relations/{one.id}"
            if detail:
                scenes = {evidence.scene for each in (one, other) for evidence in each.evidence if evidence.scene}
                found.append(Conflict("relations", other.id, detail, tuple(sorted(scenes, key=id_key))))
    return found


def _kinds(relation: Relation) -> list[str]:
    return sorted(own.value.casefold() for own in relation.qualifiers if own.name in ("kind", "role"))


def _same_time(one: Relation, other: Relation) -> bool:
    """Whether the scenes between which the two hold meet; an open side reaches as far as the film."""
    low, high = ((),), (("~",),)

    def ends(relation: Relation) -> tuple[Any, Any]:
        span = relation.time_range
        return (
            (id_key(span.start),) if span and span.start else low,
            (id_key(span.end),) if span and span.end else high,
        )

    (start, end), (other_start, other_end) = ends(one), ends(other)
    return start <= other_end and other_start <= end
