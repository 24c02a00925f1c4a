"""Memories drawn of units that a test writes down, for a cast of three in each language."""

from factories import ASKING, entity, focal, participant, perception, unit
from story import story

from linedscript.backbone.grounding import ground
from linedscript.characters.memories import draw_memories
from linedscript.engines.rules import memories as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "window_scenes": 5,
    "window_units": 24,
    "overlap": 4,
    "per_window": 12,
}
ANN, BO, CY = entity(1, "Ann"), entity(2, "Bo"), entity(3, "Cy")
WAN, PING, HE = entity(1, "林晚秋"), entity(2, "邵平"), entity(3, "何敬之")
CAST = {"en": (ANN, BO, CY), "zh": (WAN, PING, HE)}


def happening(scenes, scene, quote, trigger, *parts, number=1, **changes):
    """A unit whose summary is its quote. ``parts``: ``(role, number of the person in the cast)``."""
    language = "zh" if any("\u4e00" <= char for char in quote) else "en"
    names = [person.name for person in CAST[language]]
    return unit(
        number,
        **dict(
            id=f"s{scene:04d}.u{number:02d}",
            scene=f"s{scene:04d}",
            kind="Interaction" if len(parts) > 1 else "Event",
            summary=quote,
            trigger=trigger,
            polarity="negative" if " does not " in quote else "positive",
            evidence=(ground(scenes[scene - 1], changes.pop("passage", quote)),),
            participants=tuple(
                participant(who, None, role=role)
                if isinstance(who, str)
                else participant(names[who - 1], f"ent-{who:04d}", role=role)
                for role, who in parts
            ),
        )
        | changes,
    )


def sees(one, character, **changes):
    taking = {part.entity for part in one.participants}
    who = f"ent-{character:04d}"
    return perception(
        one.id, who, **dict(participant=who in taking, basis="acts" if who in taking else "in_scene") | changes
    )


def draw(scenes, units, who=1, language="en", annotate=rules.annotate, seen=None, **settings):
    engine = RulesEngine({"construct": annotate, "judge": reflection.annotate})
    records = [sees(one, who) for one in units] if seen is None else seen
    return draw_memories(
        "en-0001",
        language,
        scenes,
        units,
        CAST[language],
        records,
        [focal(f"ent-{who:04d}")],
        engine,
        SETTINGS | settings,
    )


def told(line, trigger, *parts, who=1, language="en", passage=None):
    """What the person makes of one line of action."""
    first = "Ann nods." if language == "en" else "林晚秋点头。"
    names = {1: first, 2: "Bo nods." if language == "en" else "邵平点头。"}
    scenes = story(f"INT. A - DAY\n{passage or line}\n{names[who]}")
    units = [
        happening(scenes, 1, line, trigger, *parts, passage=passage or line),
        happening(scenes, 1, names[who], "nod" if language == "en" else "点头", ("agent", who), number=9),
    ]
    outcome = draw(scenes, units, who, language)
    return [(one.kind, one.text) for one in outcome.records if one.units != ("s0001.u09",)]
