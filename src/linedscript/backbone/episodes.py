"""Episodes: which Events and Interactions of a scene belong together, and how they set up, develop and end.

Every Event and Interaction lies in exactly one scene-local Episode (stage.txt, narrative construction). A reply that
leaves out or doubles a unit is refused, asked again where the engine can answer otherwise, and its best attempt is
kept as not accepted; what it still leaves out goes into an Episode of its own, so that nothing is lost.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, merge_evidence, sort_citations
from linedscript.backbone.stretches import Stretch, all_stretches
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.engines.rules.wording import clip, length
from linedscript.io.canonical import id_key
from linedscript.records.base import Language, Made
from linedscript.records.engine import LedgerEntry
from linedscript.records.entity import Entity
from linedscript.records.narrative import Episode
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

Sentence = Annotated[str, Meta(min_length=1, max_length=400)]
_UNIT_FIELDS = ("summary", "participants")


class EpisodeDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    title: Annotated[str, Meta(min_length=1, max_length=120)]
    setup: Sentence
    development: Sentence
    outcome: Sentence | None
    """Null where the Episode stays open."""
    units: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=1, max_length=400)]


class EpisodesReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    episodes: Annotated[tuple[EpisodeDraft, ...], Meta(max_length=200)]


def draw_episodes(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """Episodes of a film, one task per scene, or part of a long one, with at least one Event or Interaction.

    ``units`` carry resolved entities. ``settings``: ``max_units`` (of one Episode, a hint to the annotator),
    ``sentence_words`` and ``sentence_chars`` (longest sentence in English and Chinese), annotator and gates.
    Ids run in story order over the film.
    """
    by_scene = _by_scene(units)
    places = heading_places(scenes, entities)
    names = {entity.id: entity for entity in entities}
    tasks = []
    for stretch in all_stretches(scenes, settings["asking"]["scene_tokens"]):
        scene = stretch.scene
        here = [unit for unit in by_scene.get(scene.id, []) if stretch.begins(unit.evidence)]
        members = [unit for unit in here if unit.kind != "Occasion"]
        if members:
            payload = _payload(stretch, language, here, names, settings)
            tasks.append(
                Task(stretch.key, payload, _accept(scene, language, members, places.get(scene.id), names, settings))
            )
    outcome = ask_layer(
        "episodes", film, tasks, engine, EpisodesReply, **asking_options("episodes", language, settings)
    )
    _place_the_rest(outcome, film, language, scenes, by_scene, places, names, settings)
    order = {unit.id: (scene.index, place) for scene in scenes for place, unit in enumerate(by_scene.get(scene.id, []))}
    outcome.records = [
        msgspec.structs.replace(episode, id=f"ep-{number:04d}")
        for number, episode in enumerate(sorted(outcome.records, key=lambda episode: order[episode.units[0]]), 1)
    ]
    return outcome


def heading_places(scenes: Sequence[Scene], entities: Sequence[Entity]) -> dict[str, str]:
    """Per scene the Location that its heading names: the longest alias that stands in the heading's place."""
    aliases = sorted(
        {
            (alias.surface.casefold(), entity.id)
            for entity in entities
            if "Location" in entity.types
            for alias in entity.aliases
        },
        key=lambda pair: (-len(pair[0]), pair[0], id_key(pair[1])),
    )
    whole = {surface: entity for surface, entity in reversed(aliases)}
    found: dict[str, str] = {}
    known: dict[str, str | None] = {}
    for scene in scenes:
        place = scene.heading.place.casefold() if scene.heading and scene.heading.place else ""
        if place and place not in known:
            known[place] = whole.get(place) or next((entity for surface, entity in aliases if surface in place), None)
        if place and known[place]:
            found[scene.id] = known[place]
    return found


def _by_scene(units: Sequence[Unit]) -> dict[str, list[Unit]]:
    """Units of each scene in text order."""
    grouped: dict[str, list[Unit]] = {}
    for unit in units:
        grouped.setdefault(unit.scene, []).append(unit)
    for members in grouped.values():
        members.sort(key=lambda unit: (unit_start(unit), id_key(unit.id)))
    return grouped


def unit_start(unit: Unit) -> int:
    """Where in its scene's text a unit begins; 0 where it has no span."""
    return min((evidence.start or 0 for evidence in unit.evidence if evidence.kind == "span"), default=0)


def unit_end(unit: Unit) -> int:
    return max((evidence.end or 0 for evidence in unit.evidence if evidence.kind == "span"), default=0)


def _payload(
    stretch: Stretch, language: Language, units: Sequence[Unit], names: dict[str, Entity], settings: dict[str, Any]
) -> dict[str, Any]:
    scene = stretch.scene
    mentioned = dict.fromkeys(part.entity for unit in units for part in unit.participants if part.entity in names)
    return {
        "language": language,
        "place": scene.heading.place if scene.heading else None,
        "time": scene.heading.time if scene.heading else None,
        "text": scene.text[stretch.start : stretch.end],
        "units": [_unit_payload(unit, stretch.start) for unit in units],
        "entities": [
            {"id": entity, "name": names[entity].name, "types": list(names[entity].types)} for entity in mentioned
        ],
        "max_units": settings["max_units"],
        "sentence_limit": settings["sentence_words" if language == "en" else "sentence_chars"],
    }


def _unit_payload(unit: Unit, since: int) -> dict[str, Any]:
    return {
        "id": unit.id,
        "kind": unit.kind,
        "label": unit.label,
        "summary": unit.summary,
        "trigger": unit.trigger,
        "participants": [{"name": part.name, "role": part.role, "entity": part.entity} for part in unit.participants],
        "place": unit.place,
        "time": unit.time,
        "polarity": unit.polarity,
        "modality": unit.modality,
        "start": unit_start(unit) - since,
        "end": unit_end(unit) - since,
    }


def _accept(
    scene: Scene,
    language: Language,
    members: Sequence[Unit],
    place: str | None,
    names: dict[str, Entity],
    settings: dict[str, Any],
):
    known = {unit.id: unit for unit in members}
    limit = settings["sentence_words" if language == "en" else "sentence_chars"]

    def accept(reply: EpisodesReply, made: Made) -> Accepted:
        records: list[Episode] = []
        refusals: list[Refusal] = []
        taken: set[str] = set()
        for number, draft in enumerate(reply.episodes, 1):
            where = f"{scene.id}, episode {number}"
            unknown = [unit for unit in draft.units if unit not in known]
            if unknown:
                refusals.append(
                    Refusal(
                        "registry", "unknown-unit", f"{where}: {unknown[0]} is no Event or Interaction of the scene"
                    )
                )
                continue
            if any(_too_long(text, language, limit) for text in (draft.setup, draft.development, draft.outcome or "")):
                refusals.append(
                    Refusal(
                        "registry",
                        "sentence-too-long",
                        f"{where}: a sentence has more than {limit} words or characters",
                    )
                )
                continue
            doubled = [unit for number, unit in enumerate(draft.units) if unit in taken or unit in draft.units[:number]]
            if doubled:
                refusals.append(
                    Refusal(
                        "registry", "unit-doubled", f"{where}: {doubled[0]} is in an episode already", critical=True
                    )
                )
            own = [known[unit] for unit in dict.fromkeys(draft.units) if unit not in taken]
            if not own:
                continue
            taken.update(unit.id for unit in own)
            records.append(_episode(scene, draft, own, place, names, made))
        left = [unit.id for unit in members if unit.id not in taken]
        if left:
            refusals.append(
                Refusal(
                    "registry",
                    "unit-left-out",
                    f"{scene.id}: {len(left)} of {len(members)} units are in no episode, the first is {left[0]}",
                    critical=True,
                )
            )
        return Accepted(tuple(records), tuple(refusals), tuple(f"{record.title}: {record.setup}" for record in records))

    return accept


def _too_long(text: str, language: Language, limit: int) -> bool:
    return length(text, language) > limit


def _episode(
    scene: Scene, draft: EpisodeDraft, units: Sequence[Unit], place: str | None, names: dict[str, Entity], made: Made
) -> Episode:
    ordered = sorted(units, key=lambda unit: (unit_start(unit), id_key(unit.id)))
    participants = sorted(
        {part.entity for unit in ordered for part in unit.participants if part.entity in names}, key=id_key
    )
    cites = [citation("units", unit, *_UNIT_FIELDS) for unit in ordered]
    cites += [citation("entities", names[entity], "name") for entity in {*participants, *([place] if place else [])}]
    return Episode(
        id="ep-0000",
        film=scene.film,
        scene=scene.id,
        title=draft.title,
        setup=draft.setup,
        development=draft.development,
        outcome=draft.outcome,
        open=draft.outcome is None,
        units=tuple(unit.id for unit in ordered),
        participants=tuple(participants),
        location=place,
        evidence=merge_evidence(unit.evidence for unit in ordered),
        cites=sort_citations(cites),
        made=made,
    )


def _place_the_rest(
    outcome: Outcome,
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    by_scene: dict[str, list[Unit]],
    places: dict[str, str],
    names: dict[str, Entity],
    settings: dict[str, Any],
) -> None:
    """Put the units that no kept Episode holds into one open Episode per scene, not accepted, with a ledger entry."""
    taken = {unit for episode in outcome.records for unit in episode.units}
    limit = settings["sentence_words" if language == "en" else "sentence_chars"]
    nobody = Made(
        annotator="rules", role="construct", prompt=None, prompt_sha256=None, request=None, score=None, accepted=False
    )
    for scene in scenes:
        rest = [unit for unit in by_scene.get(scene.id, []) if unit.kind != "Occasion" and unit.id not in taken]
        if not rest:
            continue
        draft = EpisodeDraft(
            title=clip(rest[0].label, language, 12),
            setup=clip(rest[0].summary, language, limit),
            development=clip(rest[-1].summary, language, limit),
            outcome=None,
            units=tuple(unit.id for unit in rest),
        )
        outcome.records.append(_episode(scene, draft, rest, places.get(scene.id), names, nobody))
        outcome.ledger.append(
            LedgerEntry(
                id=f"lg-{len(outcome.ledger) + 1:05d}",
                film=film,
                layer="episodes",
                key=scene.id,
                attempt=0,
                gate="registry",
                outcome="refused_record",
                count=len(rest),
                code="rest-episode",
                detail="the units that no reply placed stand in an episode of their own",
            )
        )
