"""States drawn by the rules of scenes that a test writes down."""

from factories import ASKING, focal, participant, relation, unit
from story import mentions_of

from linedscript.backbone.graph import build_graph
from linedscript.backbone.grounding import ground
from linedscript.backbone.registry import registry
from linedscript.backbone.resolution import draw_entities
from linedscript.characters.states import draw_states
from linedscript.engines.rules import entities as entity_rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules import states as rules
from linedscript.engines.rules.engine import RulesEngine
from linedscript.records.relation import Qualifier

GATES = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
}
RESOLUTION = GATES | {"max_block": 24, "max_evidence": 3, "cluster_rounds": 2}
KEY = ("key", {"types": ("Object",), "named": False})
SCHLUESSEL = ("银簪", {"types": ("Object",), "named": False})


def draw(scenes, forms, who, units=(), relations=(), language="en", annotate=rules.annotate):
    engine = RulesEngine({"construct": entity_rules.annotate, "judge": reflection.annotate})
    mentions = mentions_of(scenes, *forms)
    entities = draw_entities("en-0001", language, scenes, mentions, engine, RESOLUTION)[0].records
    resolved = build_graph("en-0001", units, mentions, (), entities, registry()).units
    names = {entity.name: entity.id for entity in entities}
    named = [r for make in relations for r in [make(names)]]
    engine = RulesEngine({"construct": annotate, "judge": reflection.annotate})
    chosen = [focal(names[name]) for name in who]
    return (
        draw_states("en-0001", language, scenes, resolved, entities, named, (), chosen, engine, GATES),
        resolved,
        entities,
    )


def claims(outcome, aspect):
    return [
        (s.claim, s.valid_from.scene, s.valid_to and s.valid_to.scene) for s in outcome.records if s.aspect == aspect
    ]


def happening(scenes, scene, quote, trigger, *parts, number=1, **changes):
    return unit(
        number,
        **dict(
            id=f"s{scene:04d}.u{number:02d}",
            scene=f"s{scene:04d}",
            summary=quote,
            trigger=trigger,
            evidence=(ground(scenes[scene - 1], quote),),
            participants=tuple(participant(name, None, role=role) for name, role in parts),
        )
        | changes,
    )


def of(predicate, subject, object_, scenes, scene, quote, number=1, **changes):
    place = ground(scenes[scene - 1], quote)
    return lambda names: relation(
        number, subject=names[subject], object=names[object_], predicate=predicate, evidence=(place,), **changes
    )


def qualified(name, value):
    """What a relation made by ``of`` is qualified by."""
    return {"qualifiers": (Qualifier(name=name, value=value),)}
