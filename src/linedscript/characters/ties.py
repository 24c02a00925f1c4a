"""How a focal character stands to each other character over time, of reviewed states and relations."""

from collections.abc import Iterator, Sequence

from linedscript.characters.intervals import moment
from linedscript.characters.moments import passage_end
from linedscript.io.canonical import id_key
from linedscript.records.character import Anchor, Focal, State
from linedscript.records.entity import Entity
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Phase, Tie

_BETWEEN = frozenset(("kinship_with", "affinity_with", "hostility_with", "leads"))
"""Predicates of the registry that hold between two characters (D2)."""


def draw_ties(
    film: str,
    scenes: Sequence[Scene],
    entities: Sequence[Entity],
    relations: Sequence[Relation],
    focal: Sequence[Focal],
    states: Sequence[State],
) -> list[Tie]:
    """``tie-0001`` onwards by character and other; phases by where they begin.

    A relation adds what no state of the pair says: its state, which was read off it, goes before it. What is denied,
    intended or only reported is no phase.
    """
    people = {entity.id for entity in entities if "Character" in entity.types}
    chosen = {record.id for record in focal}
    by_id = {scene.id: scene for scene in scenes}
    phases: dict[tuple[str, str], list[Phase]] = {}
    cited: set[tuple[str, str]] = set()
    for state in states:
        if state.aspect != "relationship" or state.character not in chosen or state.target not in people:
            continue
        phases.setdefault((state.character, state.target), []).append(
            Phase(claim=state.claim, valid_from=state.valid_from, valid_to=state.valid_to, source=f"states/{state.id}")
        )
        cited |= {(state.character, cite.record) for cite in state.cites if cite.layer == "relations"}
    for relation in relations:
        if relation.predicate not in _BETWEEN or relation.modality != "actual" or relation.polarity != "positive":
            continue
        for one, other in _directions(relation):
            if one not in chosen or other not in people or (one, relation.id) in cited:
                continue
            phase = _phase(relation, by_id)
            if phase is not None:
                phases.setdefault((one, other), []).append(phase)
    return [
        Tie(
            id=f"tie-{number:04d}",
            film=film,
            character=pair[0],
            other=pair[1],
            phases=tuple(sorted(phases[pair], key=lambda one: (moment(one.valid_from), id_key(one.source)))),
        )
        for number, pair in enumerate(sorted(phases, key=lambda pair: (id_key(pair[0]), id_key(pair[1]))), 1)
    ]


def _directions(relation: Relation) -> Iterator[tuple[str, str]]:
    yield relation.subject, relation.object
    yield relation.object, relation.subject


def _phase(relation: Relation, scenes: dict[str, Scene]) -> Phase | None:
    """From its first passage on; one that lasts a moment, or is told as what somebody said, to the end of its last
    passage. Null without a passage."""
    spans = [one for one in relation.evidence if one.kind == "span" and one.scene in scenes and one.end is not None]
    if not spans:
        return None
    first, last = spans[0], spans[-1]
    over: Anchor | None = None
    if relation.persistence == "momentary" or "“" in relation.description:
        over = passage_end(scenes[last.scene or ""], last.end or 0)
    return Phase(
        claim=relation.description,
        valid_from=Anchor(scene=first.scene or "", offset=first.start or 0),
        valid_to=over,
        source=f"relations/{relation.id}",
    )
