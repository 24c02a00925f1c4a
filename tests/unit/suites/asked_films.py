"""Small films that Task II asks about: each told in scenes and units, as a story or drawn as a layer."""

from story import story as scenes_of
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, ENTITIES, SETTINGS, THE_LEAD, TO_BO, told

from linedscript.engines.rules import items as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.suites.stage.items import draw_items
from linedscript.suites.stage.story import Story

RULES = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
NOTHING: tuple[list, ...] = ([],) * 8
"""Relations, Episodes, links, storylines, states, developments, access, checkpoints."""


def story(scenes, units, entities=ENTITIES, language="en", states=(), **more):
    return Story(language, scenes, units, entities, [], [], [], states, SETTINGS, **more)


def draw(scenes, units, entities=ENTITIES, engine=RULES, language="en", titles=(), **settings):
    return draw_items("en-0001", language, scenes, units, entities, *NOTHING, engine, SETTINGS | settings, titles)


def rooms(*texts):
    """A scene per text, each in a room of its own."""
    return scenes_of(*(f"INT. ROOM {number} - DAY\n{text}\n" for number, text in enumerate(texts, 1)))


def dated_film():
    scenes = scenes_of(
        "INT. OFFICE - MORNING\nSUPER: MONDAY, MAY 5, 2025\nAnn hands the brass lead to Bo across the counter.\n",
        "EXT. DOCK - NIGHT\nBo hides a torn letter under the red boat.\n",
        "INT. HALL - MORNING\nSUPER: THURSDAY, MAY 8\nCy steals the brass lead from a wooden drawer.\n",
    )
    units = [
        told(
            scenes, 1, "Ann hands the brass lead to Bo across the counter.", ANN_ACTS, TO_BO, THE_LEAD, trigger="hand"
        ),
        told(scenes, 2, "Bo hides a torn letter under the red boat.", BO_ACTS, trigger="hide"),
        told(scenes, 3, "Cy steals the brass lead from a wooden drawer.", CY_ACTS, THE_LEAD, trigger="steal"),
    ]
    return scenes, units
