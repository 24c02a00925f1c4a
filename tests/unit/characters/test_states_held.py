"""Who has a thing by how a scene shows it."""

import msgspec
import pytest
from drawn_states import GATES, KEY, claims, draw, happening
from factories import focal, presence
from story import story

from linedscript.characters.states import draw_states
from linedscript.engines.rules import reflection
from linedscript.engines.rules import states as rules
from linedscript.engines.rules.engine import RulesEngine

BOX = ("tin box", {"types": ("Object",), "named": False})


def of_box(text, *more, forms=("Ann", "Bo", BOX), who=("Ann",), units=()):
    outcome, _, _ = draw(story(text, *more), forms, who, units)
    return claims(outcome, "possession")


@pytest.mark.parametrize(
    "line",
    [
        "Ann sits with the tin box across her knees.",
        "Bo looks up. Ann comes in, the tin box under her arm.",
        "Ann waits at the door with the tin box.",
        "Ann waits. She comes in with the tin box in both hands.",
    ],
)
def test_who_is_shown_with_a_thing_has_it(line):
    assert of_box(f"INT. A - DAY\n{line}") == [("Ann has the tin box.", "s0001", None)]


@pytest.mark.parametrize(
    "line",
    [
        "Ann notices the tin box under his arm.",
        "Ann sits beside Bo with the tin box.",
        "Ann comes in without the tin box.",
        "Ann opens the door with the tin box.",
        "Ann looks at the tin box.",
    ],
)
def test_who_only_sees_a_thing_or_is_near_it_has_it_not(line):
    assert of_box(f"INT. A - DAY\n{line}") == []


def test_what_passed_from_hand_to_hand_unseen_is_with_whom_it_is_shown_next():
    scenes = story(
        "INT. A - DAY\nAnn takes the tin box.",
        "INT. B - DAY\nAnn waits.",
        "INT. C - DAY\nBo sits with the tin box across his knees.",
    )
    units = [happening(scenes, 1, "Ann takes the tin box.", "take", ("Ann", "agent"), ("tin box", "theme"))]
    outcome, _, _ = draw(scenes, ("Ann", "Bo", BOX), ("Ann", "Bo"), units)
    assert claims(outcome, "possession") == [
        ("Ann has the tin box.", "s0001", "s0003"),
        ("Bo has the tin box.", "s0003", None),
    ]


def test_a_thing_that_no_mention_of_the_scene_names_is_found_by_its_name_of_two_words():
    scenes = story("INT. A - DAY\nAnn takes the tin box.", "INT. B - DAY\nBo sits with the tin box across his knees.")
    _, _, entities = draw(scenes, ("Ann", "Bo", BOX), ("Bo",))
    known = [
        msgspec.structs.replace(entity, evidence=entity.evidence[:1]) if entity.name == "tin box" else entity
        for entity in entities
    ]
    who = next(entity.id for entity in entities if entity.name == "Bo")
    engine = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
    outcome = draw_states("en-0001", "en", scenes, (), known, (), (), [focal(who)], engine, GATES)
    assert claims(outcome, "possession") == [("Bo has the tin box.", "s0002", None)]


@pytest.mark.parametrize(
    ("text", "quote", "trigger", "parts", "expected"),
    [
        (
            "Ann opens the key. She gives it to Bo.",
            "She gives it to Bo.",
            "give",
            (("Ann", "agent"), ("Bo", "recipient")),
            "Bo",
        ),
        ("Bo drops the key. Ann catches it.", "Ann catches it.", "catch", (("Ann", "agent"),), "Ann"),
    ],
)
def test_it_is_what_was_handled_just_before(text, quote, trigger, parts, expected):
    scenes = story(f"INT. A - DAY\n{text}")
    units = [happening(scenes, 1, quote, trigger, *parts)]
    outcome, _, _ = draw(scenes, ("Ann", "Bo", KEY), ("Ann", "Bo"), units)
    assert claims(outcome, "possession") == [(f"{expected} has the key.", "s0001", None)]


def test_what_it_means_is_open_where_the_paragraph_names_two_things():
    scenes = story("INT. A - DAY\nBo moves the key and the tin box. Ann catches it.")
    units = [happening(scenes, 1, "Ann catches it.", "catch", ("Ann", "agent"))]
    outcome, _, _ = draw(scenes, ("Ann", "Bo", KEY, BOX), ("Ann", "Bo"), units)
    assert claims(outcome, "possession") == []


@pytest.mark.parametrize(("line", "trigger"), [("Ann hands it back.", "hand"), ("Ann covers Bo with it.", "cover")])
def test_what_is_handed_back_or_spread_over_somebody_is_no_longer_had(line, trigger):
    scenes = story(f"INT. A - DAY\nAnn takes the key. {line}")
    units = [
        happening(scenes, 1, "Ann takes the key.", "take", ("Ann", "agent"), ("key", "theme")),
        happening(scenes, 1, line, trigger, ("Ann", "agent"), number=2),
    ]
    outcome, _, _ = draw(scenes, ("Ann", "Bo", KEY), ("Ann",), units)
    assert claims(outcome, "possession") == [("Ann has the key.", "s0001", "s0001")]


def test_who_swings_a_thing_has_it():
    scenes = story("INT. A - DAY\nBo takes the key.", "INT. B - DAY\nAnn swings the key.")
    units = [
        happening(scenes, 1, "Bo takes the key.", "take", ("Bo", "agent"), ("key", "theme")),
        happening(scenes, 2, "Ann swings the key.", "swing", ("Ann", "agent"), ("key", "theme")),
    ]
    outcome, _, _ = draw(scenes, ("Ann", "Bo", KEY), ("Ann", "Bo"), units)
    assert claims(outcome, "possession") == [("Bo has the key.", "s0001", "s0002"), ("Ann has the key.", "s0002", None)]


@pytest.mark.parametrize(
    ("lines", "here"),
    [
        ("@Ann (O.S.): Come down!", False),
        ("Through the wall, a chair falls.\n@Ann (O.S.): Come down!\nBo takes Ann's coat.", False),
        ("@Ann (O.S.): Come down!\nAnn enters.", True),
        ("@Ann (O.S.): Come down!\n@Ann: Here I am.", True),
        ("@Ann on radio (V.O.): Come down!\nAnn falls.", False),
    ],
)
def test_who_is_only_heard_from_outside_is_not_where_the_heading_is(lines, here):
    scenes = story(f"INT. BARN - DAY\nBo waits.\n{lines}")
    barn = ("BARN", {"types": ("Location",)})
    _, _, entities = draw(scenes, ("Ann", "Bo", barn), ("Bo",))
    who = next(entity.id for entity in entities if entity.name == "Ann")
    shown = presence("s0001", who, level="on_screen", basis="off_screen_speech")
    engine = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
    outcome = draw_states("en-0001", "en", scenes, (), entities, (), (shown,), [focal(who)], engine, GATES)
    assert bool(claims(outcome, "location")) is here


@pytest.mark.parametrize(("cue", "end"), [("@Ann on phone (V.O.)", "s0002"), ("@Ann (V.O.)", None)])
def test_who_calls_up_from_elsewhere_is_no_longer_where_a_scene_showed_them(cue, end):
    scenes = story("INT. BARN - DAY\nAnn waits.", f"INT. OFFICE - DAY\nBo waits.\n{cue}: Come down!")
    barn, office = ("BARN", {"types": ("Location",)}), ("OFFICE", {"types": ("Location",)})
    _, _, entities = draw(scenes, ("Ann", "Bo", barn, office), ("Bo",))
    who = next(entity.id for entity in entities if entity.name == "Ann")
    shown = [
        presence("s0001", who, level="on_screen", basis="action"),
        presence("s0002", who, level="offscreen_aware", basis="voice_over"),
    ]
    engine = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
    outcome = draw_states("en-0001", "en", scenes, (), entities, (), shown, [focal(who)], engine, GATES)
    assert claims(outcome, "location") == [("Ann is at Barn.", "s0001", end)]
