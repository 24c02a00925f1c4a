"""Episodes: each Event and Interaction in exactly one, whatever the reply."""

import pytest
from factories import ASKING, entity, heading, participant, scene, span, unit
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from scripted import Scripted

from linedscript.backbone.episodes import draw_episodes
from linedscript.engines.rules import episodes as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "max_units": 6,
    "sentence_words": 20,
    "sentence_chars": 40,
}
RULES = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
ANN, BO = entity(1, "Ann"), entity(2, "Bo")


def event(number, text, *people, scene_number=1, trigger=None, **changes):
    return unit(
        number,
        trigger=trigger,
        id=f"s{scene_number:04d}.u{number:02d}",
        scene=f"s{scene_number:04d}",
        summary=text,
        label=text,
        participants=tuple(participant(name, ref) for name, ref in people),
        evidence=(span(f"s{scene_number:04d}", number * 10, number * 10 + 5),),
        **changes,
    )


def draft(*units, **changes):
    return {
        "title": "A piece",
        "setup": "Ann sits.",
        "development": "Ann waits.",
        "outcome": None,
        "units": list(units),
    } | changes


def draw(units, engine=RULES, language="en", scenes=None, entities=(ANN, BO)):
    scenes = scenes or [scene(), scene(index=2)]
    return draw_episodes("en-0001", language, scenes, units, entities, engine, SETTINGS)


TWO = [event(1, "Ann enters the room.", ("Ann", "ent-0001")), event(2, "Ann reads a letter.", ("Ann", "ent-0001"))]


def test_a_scene_without_events_has_no_episode_and_asks_nothing():
    outcome = draw([event(1, "A supper.", kind="Occasion")])
    assert outcome.records == [] and outcome.coverage == []


def test_an_occasion_is_in_no_episode_but_stands_in_the_question():
    units = [*TWO, event(3, "The supper.", kind="Occasion")]
    outcome = draw(units)
    assert {unit for episode in outcome.records for unit in episode.units} == {"s0001.u01", "s0001.u02"}


def test_ids_run_in_story_order_over_the_film():
    units = [event(1, "Bo leaves.", ("Bo", "ent-0002"), scene_number=2), *TWO]
    outcome = draw(units)
    assert [(episode.id, episode.scene) for episode in outcome.records] == [("ep-0001", "s0001"), ("ep-0002", "s0002")]


def test_participants_are_the_union_of_the_units_entities():
    units = [
        event(1, "Bo meets Ann.", ("Bo", "ent-0002"), ("Ann", "ent-0001")),
        event(2, "Ann nods.", ("Ann", "ent-0001")),
    ]
    assert draw(units).records[0].participants == ("ent-0001", "ent-0002")


def test_a_participant_that_resolves_to_nothing_is_left_out_of_the_participants():
    units = [event(1, "Somebody comes and Ann waits.", ("Somebody", None), ("Ann", "ent-0001"))]
    assert draw(units).records[0].participants == ("ent-0001",)


def test_the_location_is_the_entity_of_the_headings_place():
    office = entity(3, "Office", types=("Location",))
    assert draw(TWO, entities=(ANN, BO, office)).records[0].location == "ent-0003"


def test_the_longest_place_name_in_the_heading_wins():
    station, pilot = entity(3, "Station", types=("Location",)), entity(4, "Pilot Station", types=("Location",))
    where = scene(heading=heading("INT. PILOT STATION - DAY", place="PILOT STATION"))
    assert draw(TWO, scenes=[where], entities=(ANN, station, pilot)).records[0].location == "ent-0004"


def test_an_episode_is_open_exactly_where_it_has_no_outcome():
    units = [
        event(n, text, ("Ann", "ent-0001"))
        for n, text in enumerate(("Ann enters.", "Ann reads.", "Ann leaves the room."), 1)
    ]
    closed, open_one = draw(units).records[0], draw(TWO).records[0]
    assert (closed.outcome, closed.open) == ("Ann leaves the room.", False)
    assert (open_one.outcome, open_one.open) == (None, True)


def test_a_reply_that_leaves_a_unit_out_is_refused_and_asked_again():
    engine = Scripted({"episodes": [draft("s0001.u01")]}, {"episodes": [draft("s0001.u01", "s0001.u02")]})
    outcome = draw(TWO, engine)
    assert [entry.code for entry in outcome.ledger if entry.code] == ["unit-left-out"]
    assert engine.asked == 2
    assert outcome.records[0].units == ("s0001.u01", "s0001.u02") and outcome.records[0].made.accepted


def test_a_unit_that_stays_left_out_gets_an_episode_of_its_own_that_is_not_accepted():
    outcome = draw(TWO, Scripted({"episodes": [draft("s0001.u01")]}))
    assert [episode.units for episode in outcome.records] == [("s0001.u01",), ("s0001.u02",)]
    rest = outcome.records[1]
    assert (rest.made.accepted, rest.made.request, rest.open) == (False, None, True)
    assert "rest-episode" in [entry.code for entry in outcome.ledger]


def test_a_doubled_unit_stays_in_the_first_episode_and_the_reply_is_refused():
    reply = {"episodes": [draft("s0001.u01", "s0001.u02"), draft("s0001.u02")]}
    outcome = draw(TWO, Scripted(reply))
    assert [episode.units for episode in outcome.records] == [("s0001.u01", "s0001.u02")]
    assert "unit-doubled" in [entry.code for entry in outcome.ledger]
    assert not outcome.records[0].made.accepted


def test_a_unit_of_another_scene_is_refused_with_its_episode():
    outcome = draw(TWO, Scripted({"episodes": [draft("s0001.u01", "s0002.u09")]}))
    assert "unknown-unit" in [entry.code for entry in outcome.ledger]
    assert {unit for episode in outcome.records for unit in episode.units} == {"s0001.u01", "s0001.u02"}


def test_a_sentence_beyond_the_limit_is_refused():
    outcome = draw(TWO, Scripted({"episodes": [draft("s0001.u01", "s0001.u02", setup="word " * 21)]}))
    assert "sentence-too-long" in [entry.code for entry in outcome.ledger]


def test_a_scene_that_no_reply_answered_loses_no_unit_and_stays_failed():
    outcome = draw(TWO, Scripted(None))
    assert outcome.coverage[0].status == "failed"
    assert outcome.records[0].units == ("s0001.u01", "s0001.u02") and not outcome.records[0].made.accepted


def test_an_episode_cites_its_units_and_names():
    cites = draw(TWO).records[0].cites
    assert [(cite.layer, cite.record, cite.fields) for cite in cites] == [
        ("entities", "ent-0001", ("name",)),
        ("units", "s0001.u01", ("summary", "participants")),
        ("units", "s0001.u02", ("summary", "participants")),
    ]


def test_rules_cut_a_long_scene_into_pieces_of_bounded_size():
    units = [event(n, f"Ann does thing {n}.", ("Ann", "ent-0001")) for n in range(1, 16)]
    assert max(len(episode.units) for episode in draw(units).records) <= SETTINGS["max_units"]


def test_rules_cut_where_the_participants_change():
    units = [event(n, f"Ann does {n}.", ("Ann", "ent-0001")) for n in (1, 2, 3)]
    units += [event(n, f"Bo does {n}.", ("Bo", "ent-0002")) for n in (4, 5)]
    assert [len(episode.units) for episode in draw(units).records] == [3, 2]


def test_rules_put_the_name_for_a_pronoun_at_the_start():
    units = [event(1, "She opens the door.", ("Ann", "ent-0001")), event(2, "Ann waits.", ("Ann", "ent-0001"))]
    assert draw(units).records[0].setup == "Ann opens the door."


def test_chinese_episodes_end_with_a_resolving_act():
    ming = entity(1, "林晚秋")
    units = [
        event(n, text, ("林晚秋", "ent-0001"))
        for n, text in enumerate(("林晚秋走进来。", "林晚秋看信。", "林晚秋撕掉信，离开。"), 1)
    ]
    episode = draw(units, language="zh", entities=(ming,)).records[0]
    assert (episode.setup, episode.outcome) == ("林晚秋走进来。", "林晚秋撕掉信，离开。")


@pytest.mark.parametrize(("language", "limit"), [("en", 20), ("zh", 40)])
def test_rules_clip_long_sentences(language, limit):
    text = "Ann walks, " + "on and " * 30 + "on." if language == "en" else "林晚秋走，" + "又走又停" * 20 + "。"
    from linedscript.engines.rules.wording import length

    episode = draw(
        [event(1, text, ("Ann", "ent-0001")), event(2, text, ("Ann", "ent-0001"))], language=language
    ).records[0]
    assert length(episode.setup, language) <= limit


@hypothesis_settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=1, max_size=30))
def test_rules_partition_every_scene(shape):
    people = [("Ann", "ent-0001"), ("Bo", "ent-0002"), ("Cy", None)]
    units = [
        event(number, "They talk.", people[who], kind="Interaction" if talk else "Event")
        for number, (who, talk) in enumerate(shape, 1)
    ]
    placed = [unit for episode in draw(units).records for unit in episode.units]
    assert sorted(placed) == sorted(unit.id for unit in units)
