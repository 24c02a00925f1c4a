"""Links: forward relations between Episodes at most eight scenes apart, each over a bridge that both ends share."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, merge_evidence, sort_citations
from linedscript.backbone.link_bridges import Profile, Shared, bridges, later_within_window, profiles
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.io.canonical import id_key
from linedscript.records.base import Language, Made
from linedscript.records.entity import Entity
from linedscript.records.narrative import LINK_WINDOW, Bridge, BridgeKind, Link, LinkType
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

_STRENGTH: dict[BridgeKind, int] = {
    "trigger_result": 6,
    "open_thread": 6,
    "state_target": 5,
    "interaction_endpoint": 4,
    "occasion": 3,
    "participant": 2,
    "location": 1,
}
"""By how much a bridge says about why two Episodes belong together; orders candidates before the cap."""
_EPISODE_FIELDS = ("scene", "setup", "development", "outcome", "open", "units", "participants", "location")


Id = Annotated[str, Meta(max_length=40)]


class LinkDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    target: Id
    type: LinkType
    bridge: BridgeKind
    entities: Annotated[tuple[Id, ...], Meta(max_length=20)]
    units: Annotated[tuple[Id, ...], Meta(max_length=20)]
    note: Annotated[str, Meta(min_length=1, max_length=300)]
    rationale: Annotated[str, Meta(min_length=1, max_length=400)]
    confidence: Annotated[float, Meta(ge=0, le=1)]


class LinksReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    links: Annotated[tuple[LinkDraft, ...], Meta(max_length=100)]


def draw_links(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    episodes: Sequence[Any],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    relations: Sequence[Relation],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """Links of a film, one task per Episode that has a candidate.

    ``settings``: ``candidates`` and ``links`` (the most per source Episode, asked about and kept), annotator and gates.
    Time is linear in the number of scenes: a source looks no further than the window.
    """
    names = {entity.id: entity for entity in entities}
    index = {scene.id: scene.index for scene in scenes}
    order = sorted(episodes, key=lambda episode: (index[episode.scene], id_key(episode.id)))
    ordered = profiles(order, units, entities, index, language)
    of_episode = {profile.episode.id: (place, profile) for place, profile in enumerate(ordered)}
    of_unit = {unit.id: unit for unit in units}
    between = _relations_between(relations)
    tasks = []
    for place, source in enumerate(ordered):
        candidates = [
            (target, shared)
            for target in later_within_window(ordered, place)
            if (shared := list(bridges(source, target))) and _promising(source, target, shared)
        ]
        candidates.sort(
            key=lambda pair: (
                -sum(sorted((_STRENGTH[one.kind] for one in pair[1]), reverse=True)[:3]),
                pair[0].scene - source.scene,
                id_key(pair[0].episode.id),
            )
        )
        candidates = candidates[: settings["candidates"]]
        if candidates:
            payload = _payload(source, candidates, names, of_unit, between, language, settings)
            tasks.append(
                Task(source.episode.id, payload, _accept(place, of_episode, ordered, names, of_unit, settings))
            )
    outcome = ask_layer("links", film, tasks, engine, LinksReply, **asking_options("links", language, settings))
    rank = {episode.id: number for number, episode in enumerate(order)}
    outcome.records = [
        msgspec.structs.replace(link, id=f"lk-{number:04d}")
        for number, link in enumerate(
            sorted(outcome.records, key=lambda link: (rank[link.source], rank[link.target], link.type)), 1
        )
    ]
    return outcome


def _promising(source: Profile, target: Profile, shared: Sequence[Shared]) -> bool:
    """A place alone, scenes later, says nothing about why two Episodes belong together."""
    return target.scene - source.scene <= 1 or any(one.kind != "location" for one in shared)


def _relations_between(relations: Sequence[Relation]) -> dict[tuple[str, str], list[Relation]]:
    between: dict[tuple[str, str], list[Relation]] = {}
    for relation in relations:
        between.setdefault(tuple(sorted((relation.subject, relation.object), key=id_key)), []).append(relation)
    return between


def _payload(
    source, candidates, names, of_unit, between, language: Language, settings: dict[str, Any]
) -> dict[str, Any]:
    shown = {source.episode.id: source} | {target.episode.id: target for target, _ in candidates}
    used = dict.fromkeys(
        entity for profile in shown.values() for entity in (*profile.touched, *filter(None, [profile.episode.location]))
    )
    used.update(dict.fromkeys(entity for _, shared in candidates for one in shared for entity in one.entities))
    pairs = {
        pair
        for _, shared in candidates
        for one in shared
        if one.kind == "interaction_endpoint"
        for pair in [tuple(sorted(one.entities, key=id_key))]
    }
    return {
        "language": language,
        "source": _episode_payload(source, of_unit),
        "candidates": [
            _episode_payload(target, of_unit)
            | {
                "distance": target.scene - source.scene,
                "bridges": [
                    {"kind": one.kind, "entities": list(one.entities), "units": list(one.units)} for one in shared
                ],
            }
            for target, shared in candidates
        ],
        "entities": [
            {"id": entity, "name": names[entity].name, "types": list(names[entity].types)}
            for entity in used
            if entity in names
        ],
        "relations": [
            {"subject": relation.subject, "predicate": relation.predicate, "object": relation.object}
            for pair in sorted(pairs, key=lambda pair: tuple(map(id_key, pair)))
            for relation in between.get(pair, [])
        ],
        "links": settings["links"],
    }


def _episode_payload(profile: Profile, of_unit: dict[str, Unit]) -> dict[str, Any]:
    episode = profile.episode
    return {
        "id": episode.id,
        "title": episode.title,
        "setup": episode.setup,
        "development": episode.development,
        "outcome": episode.outcome,
        "location": episode.location,
        "participants": list(episode.participants),
        "units": [
            {
                "id": unit.id,
                "kind": unit.kind,
                "summary": unit.summary,
                "trigger": unit.trigger,
                "polarity": unit.polarity,
                "modality": unit.modality,
                "participants": [
                    {"name": part.name, "role": part.role, "entity": part.entity} for part in unit.participants
                ],
            }
            for unit in map(of_unit.get, episode.units)
            if unit is not None
        ],
    }


def _accept(
    place: int,
    of_episode: dict[str, tuple[int, Profile]],
    ordered: Sequence[Profile],
    names: dict[str, Entity],
    of_unit: dict[str, Unit],
    settings: dict[str, Any],
):
    source = ordered[place]

    def accept(reply: LinksReply, made: Made) -> Accepted:
        records: list[Link] = []
        refusals: list[Refusal] = []
        for draft in reply.links:
            problem = _problem(draft, place, of_episode, ordered)
            if not problem and any(link.target == draft.target for link in records):
                problem = ("link-doubled", "the two episodes are linked already")
            if not problem and len(records) >= settings["links"]:
                problem = ("too-many-links", f"one episode has at most {settings['links']}")
            if problem:
                code, detail = problem
                refusals.append(
                    Refusal(
                        "registry",
                        code,
                        f"{source.episode.id} -> {draft.target}: {detail}",
                        critical=code == "self-link",
                    )
                )
                continue
            records.append(_link(draft, source, of_episode[draft.target][1], names, of_unit, made))
        surfaces = tuple(f"{link.source} {link.type} {link.target}" for link in records)
        return Accepted(tuple(records), tuple(refusals), surfaces)

    return accept


def _problem(draft: LinkDraft, place: int, of_episode, ordered: Sequence[Profile]) -> tuple[str, str] | None:
    """The code and text of what is wrong with a proposed link; null where nothing is."""
    if draft.target not in of_episode:
        return "unknown-episode", "no such episode"
    there, target = of_episode[draft.target]
    source = ordered[place]
    if there == place:
        return "self-link", "an episode can't be linked to itself"
    if there < place:
        return "backward-link", "the target comes before the source"
    if target.scene - source.scene > LINK_WINDOW:
        return "out-of-window", f"{target.scene - source.scene} scenes apart; the window is {LINK_WINDOW}"
    for shared in bridges(source, target):
        if (
            shared.kind == draft.bridge
            and (draft.entities or draft.units)
            and set(draft.entities) <= set(shared.entities)
            and set(draft.units) <= set(shared.units)
        ):
            return None
    return "bridge-not-shared", f"the two episodes share no such {draft.bridge}"


def _link(
    draft: LinkDraft, source: Profile, target: Profile, names: dict[str, Entity], of_unit: dict[str, Unit], made: Made
) -> Link:
    bearing = [of_unit[unit] for unit in draft.units]
    cites = [citation("episodes", profile.episode, *_EPISODE_FIELDS) for profile in (source, target)]
    cites += [citation("entities", names[entity], "name") for entity in set(draft.entities) if entity in names]
    cites += [citation("units", unit, "summary", "participants") for unit in bearing]
    spans = [unit.evidence for unit in bearing] or [source.episode.evidence[:1], target.episode.evidence[:1]]
    return Link(
        id="lk-0000",
        film=source.episode.film,
        source=source.episode.id,
        type=draft.type,
        target=target.episode.id,
        distance=target.scene - source.scene,
        bridge=Bridge(kind=draft.bridge, entities=draft.entities, units=draft.units, note=draft.note),
        rationale=draft.rationale,
        confidence=round(draft.confidence, 4),
        evidence=merge_evidence(spans),
        cites=sort_citations(cites),
        made=made,
    )
