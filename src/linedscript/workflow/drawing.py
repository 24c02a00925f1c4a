"""One film through every engine layer in memory, as the rules chain their commands: each layer sees stored records."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from linedscript.engines.protocol import Engine
from linedscript.io.canonical import lines
from linedscript.records.base import Record
from linedscript.workflow.plan import Plan

R = TypeVar("R", bound=Record)


def draw_film(plan: Plan, film: str, engine_of: Callable[[str], Engine]) -> None:
    """Ask every layer's questions about a film of the index. ``engine_of``: the engine of a layer.

    Raises what reading the script and drawing raise.
    """
    from linedscript.backbone.dropping import standing
    from linedscript.backbone.episodes import draw_episodes
    from linedscript.backbone.graph import build_graph
    from linedscript.backbone.links import draw_links
    from linedscript.backbone.mentions import draw_mentions
    from linedscript.backbone.registry import read_registry
    from linedscript.backbone.relations import draw_relations
    from linedscript.backbone.resolution import draw_entities
    from linedscript.backbone.scene_review import draw_findings
    from linedscript.backbone.storylines import draw_storylines
    from linedscript.backbone.units import draw_units
    from linedscript.characters.access import draw_access
    from linedscript.characters.checkpoints import choose_checkpoints
    from linedscript.characters.developments import draw_developments
    from linedscript.characters.focal import choose_focal
    from linedscript.characters.key_facts import key_facts
    from linedscript.characters.memories import draw_memories
    from linedscript.characters.presence import draw_presence
    from linedscript.characters.states import draw_states
    from linedscript.characters.traits import draw_traits
    from linedscript.engines.embedding import open_embedder
    from linedscript.suites.stage.checks import draw_checks
    from linedscript.suites.stage.items import draw_items
    from linedscript.suites.stage.observations import draw_observations
    from linedscript.suites.stage.prompts import draw_prompts

    def how(layer: str) -> dict[str, Any]:
        return {"engine": engine_of(layer), "settings": plan.settings(layer)}

    language = plan.films[film].language
    film_of = (film, language)
    registry = read_registry(plan.root / "manifests/predicates.yaml")
    scenes = _scenes(plan, film)
    drawn = _stored(draw_units(*film_of, scenes, **how("units")).records)
    mentions = _stored(draw_mentions(*film_of, scenes, drawn, **how("mentions")).records)
    extracted = _stored(draw_relations(*film_of, scenes, drawn, mentions, registry, **how("extracted")).records)
    read = (scenes, drawn, mentions, extracted, registry)
    findings = _stored(draw_findings(*film_of, *read, **how("scene_review")).records)
    embedding = plan.settings("entities").get("embedding")
    embedder = embedding and open_embedder(embedding)
    standing_mentions = standing("mentions", mentions, findings)
    resolution = draw_entities(*film_of, scenes, standing_mentions, **how("entities"), embedder=embedder)
    entities = _stored(resolution[0].records)
    graph = build_graph(film, drawn, mentions, extracted, entities, registry, findings)
    units, relations = _stored(graph.units), _stored(graph.relations)
    episodes = _stored(draw_episodes(*film_of, scenes, units, entities, **how("episodes")).records)
    links = _stored(draw_links(*film_of, scenes, episodes, units, entities, relations, **how("links")).records)
    whole = (scenes, episodes, links, entities, relations, units)
    storylines = _stored(draw_storylines(*film_of, *whole, **how("storylines")).records)
    there, perceived = draw_presence(*film_of, scenes, units, entities, **how("presence"))
    presence, perception = _stored(there.records), _stored(perceived)
    focal = choose_focal(film, units, entities, presence, plan.settings("states"))
    known = (scenes, units, entities, relations)
    states = _stored(draw_states(*film_of, *known, presence, focal, **how("states")).records)
    around = (scenes, units, entities, episodes, links)
    developments = _stored(draw_developments(*film_of, *around, focal, states, **how("developments")).records)
    facts = key_facts(units, episodes, storylines, focal, states, developments, language)
    seen = (scenes, units, entities, presence, perception)
    access = _stored(draw_access(*film_of, *seen, focal, facts, **how("access")).records)
    found = (scenes, units, presence, perception, focal, states, developments, access)
    points = _stored(choose_checkpoints(film, *found, plan.settings("checkpoints")))
    draw_traits(*film_of, *known, states, focal, **how("traits"))
    memories = _stored(draw_memories(*film_of, scenes, units, entities, perception, focal, **how("memories")).records)
    draw_observations(*film_of, scenes, entities, focal, points, **how("observations"))
    titles = plan.titles(film)
    draw_prompts(*film_of, units, entities, states, access, points, memories, **how("prompts"), titles=titles)
    over_time = (states, developments, access, points)
    woven = (episodes, links, storylines, *over_time)
    items = _stored(draw_items(*film_of, *known, *woven, **how("items"), titles=titles).records)
    draw_checks(*film_of, scenes, entities, items, **how("checks"))


def _scenes(plan: Plan, film: str) -> list[Any]:
    from linedscript.screenplay.read import read_screenplay, verified_bytes
    from linedscript.sources.index import screenplay

    source = screenplay(plan.films[film])
    reading = read_screenplay(
        verified_bytes(Path(plan.script(film)), film, source.raw_sha256),
        film,
        plan.films[film].language,
        format=source.format,
        encoding=source.encoding,
        errors=source.errors,
        budget=plan.params.reading.budget,
        tokenizer=plan.params.reading.tokenizer,
    )
    return _stored(list(reading.scenes))


def _stored(records: Sequence[R]) -> list[R]:
    """As a later command reads them from disk: in order of their ids, decoded."""
    if not records:
        return []
    decoder = msgspec.json.Decoder(type(records[0]))
    return [decoder.decode(line) for line in lines(records).splitlines()]
