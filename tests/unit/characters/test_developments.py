"""Which new states are developments, and what the gates let through of a reply."""

import pytest
from factories import entity as make_entity
from factories import episode, focal, link, participant, span, state, unit
from msgspec.structs import replace
from story import story

from linedscript.backbone.grounding import ground
from linedscript.characters.developments import draw_developments
from linedscript.engines.rules import developments as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.records.character import Anchor

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 1, "fuzzy": 0.9, "judged_rows": 200},
    "window": 12,
    "states": 16,
    "units": 4,
    "back": 8,
    "sentence_words": 30,
    "sentence_chars": 60,
}
SCENES = story(
    "INT. A - DAY\nAnn greets Bo. Bo has the lamp.",
    "INT. B - DAY\nBo hands Ann the lamp.",
    "INT. C - DAY\nAnn lifts the lamp. Bo accuses Ann.",
    "INT. D - DAY\nAnn limps. Ann carries the lamp.",
)
PEOPLE = [
    make_entity(1, "Ann"),
    make_entity(2, "Bo"),
    make_entity(3, "lamp", types=("Object",), evidence=tuple(span(f"s000{n}", text="lamp") for n in (1, 2, 3))),
]
LAMP = dict(aspect="possession", target="ent-0003", value="lamp")


def happens(scene, quote, trigger, *parts, number=1, **changes):
    return unit(
        number,
        **dict(
            id=f"s{scene:04d}.u{number:02d}",
            scene=f"s{scene:04d}",
            summary=quote,
            trigger=trigger,
            kind="Interaction",
            evidence=(ground(SCENES[scene - 1], quote),),
            participants=tuple(participant(name, who, role=role) for name, who, role in parts),
        )
        | changes,
    )


ANN, BO, THING = ("Ann", "ent-0001", "agent"), ("Bo", "ent-0002", "agent"), ("lamp", "ent-0003", "theme")
TO_ANN, OF_ANN, OF_BO = ("Ann", "ent-0001", "recipient"), ("Ann", "ent-0001", "patient"), ("Bo", "ent-0002", "patient")
UNITS = [
    happens(1, "Ann greets Bo", "greet", ANN, OF_BO),
    happens(2, "Bo hands Ann the lamp", "hand", BO, TO_ANN, THING),
    happens(3, "Ann lifts the lamp", "lift", ANN, THING),
    happens(3, "Bo accuses Ann", "accuse", BO, OF_ANN, number=2),
    happens(4, "Ann carries the lamp", "carry", ANN, THING),
]


def held(number, scene, quote, until=None, **changes):
    place = ground(SCENES[scene - 1], quote)
    return state(
        number,
        **dict(
            valid_from=Anchor(scene=place.scene, offset=place.start),
            valid_to=until and Anchor(scene=f"s{until:04d}", offset=0),
            evidence=(place,),
            catalyst=None,
        )
        | changes,
    )


BO_HOLDS = held(1, 1, "Bo has the lamp", character="ent-0002", claim="Bo has the lamp.", **LAMP)
AT_GIFT = ground(SCENES[1], "Bo hands Ann the lamp").start
ANN_HOLDS = held(2, 2, "Bo hands Ann the lamp", claim="Ann has the lamp.", **LAMP)


def replying(*drafts):
    blank = {"before": None, "catalyst": None, "consequence": None, "claim": "Ann changes."}
    return lambda payload: {"developments": [blank | draft for draft in drafts]}


def draw(ledger, units=UNITS, annotate=rules.annotate, episodes=(), links=(), who=("ent-0001",), **settings):
    engine = RulesEngine({"construct": annotate, "judge": reflection.annotate})
    chosen = [focal(one) for one in who]
    known = (SCENES, units, PEOPLE, episodes, links)
    return draw_developments("en-0001", "en", *known, chosen, ledger, engine, SETTINGS | settings)


def refused(outcome):
    return [entry.code for entry in outcome.ledger if entry.outcome == "refused_record"]


def test_a_thing_that_counts_and_changes_hands_is_a_development_with_its_cause_and_what_shows_it_later():
    given = Anchor(scene="s0002", offset=AT_GIFT)
    (found,) = draw([replace(BO_HOLDS, valid_to=given), ANN_HOLDS]).records
    assert (found.claim, found.catalyst, found.consequence) == ("Ann gets the lamp from Bo.", "s0002.u01", "s0003.u01")
    assert (found.kind, found.after, found.at) == ("possession", "cs-0002", given)


@pytest.mark.parametrize("aspect", ["location", "emotion"])
def test_where_somebody_is_and_how_somebody_feels_is_no_development(aspect):
    assert draw([held(1, 2, "Bo hands Ann the lamp", aspect=aspect, catalyst="s0002.u01")]).records == []


def test_who_hands_a_thing_over_is_who_it_comes_from():
    third = held(3, 1, "Bo has the lamp", character="ent-0004", claim="Cy has the lamp.", **LAMP)
    given = Anchor(scene="s0002", offset=AT_GIFT)
    (found,) = draw([replace(third, valid_to=given), ANN_HOLDS]).records
    assert found.claim == "Ann gets the lamp from Bo."


def test_what_is_over_in_its_own_scene_is_no_development():
    limping = held(1, 4, "Ann limps", claim="Ann limps.", value="limping")
    assert len(draw([limping]).records) == 1
    assert draw([replace(limping, valid_to=Anchor(scene="s0004", offset=30))]).records == []


def test_what_holds_when_somebody_is_first_seen_is_no_development():
    assert draw([held(1, 1, "Ann greets Bo", claim="Ann is lame.", value="lame")]).records == []


def test_a_rift_between_two_who_had_met_is_a_development_and_one_at_first_sight_is_not():
    rift = held(
        1, 3, "Bo accuses Ann", aspect="relationship", target="ent-0002", claim="Ann is at odds with Bo.", value="x"
    )
    (found,) = draw([rift]).records
    assert (found.claim, found.catalyst) == ("From then on Ann is at odds with Bo.", "s0003.u02")
    assert draw([rift], [one for one in UNITS if one.scene > "s0002"]).records == []


def test_an_office_follows_another():
    first = held(1, 1, "Ann greets Bo", aspect="role", claim="Ann is Mate.", value="Mate", until=3)
    second = held(2, 3, "Ann lifts the lamp", aspect="role", claim="Ann is Master.", value="Master", after="cs-0001")
    (found,) = draw([first, second]).records
    assert (found.claim, found.before) == ("Ann goes from Mate to Master.", "cs-0001")


def test_a_deed_in_which_the_character_has_no_part_brings_no_office_about():
    office = held(1, 3, "Bo accuses Ann", aspect="role", claim="Ann is Master.", value="Master", after="cs-0002")
    first = held(2, 1, "Ann greets Bo", aspect="role", claim="Ann is Mate.", value="Mate", until=3)
    ends = happens(3, "Ann lifts the lamp", "close", ("laugh", None, "theme"), number=3, kind="Event")
    (found,) = draw([first, office], [*UNITS[:2], ends]).records
    assert (found.after, found.catalyst) == ("cs-0001", None)


def test_what_the_passage_of_a_hurt_tells_brings_it_about_whoever_takes_part():
    lame = held(1, 4, "Ann limps. Ann carries the lamp", claim="Ann is lame.", value="lame")
    falls = happens(4, "Ann carries the lamp", "break", ("beam", None, "theme"), number=2, kind="Event")
    (found,) = draw([lame], [*UNITS[:4], falls]).records
    assert found.catalyst == "s0004.u02"


def test_an_occasion_shows_no_change():
    limping = held(1, 3, "Ann lifts the lamp", claim="Ann limps.", value="limping")
    feast = happens(4, "Ann carries the lamp", None, ("Ann", "ent-0001", "present"), kind="Occasion")
    (found,) = draw([limping], [*UNITS[:3], feast]).records
    assert found.consequence is None


def test_one_hurt_that_is_told_in_two_ways_is_one_development():
    first = held(1, 3, "Ann lifts the lamp", claim="Ann has an injured leg.", value="injured leg", until=4)
    second = held(2, 4, "Ann limps", claim="Ann is injured.", value="injured", after="cs-0001")
    assert [one.after for one in draw([first, second]).records] == ["cs-0001"]


def test_an_invariant_is_not_asked_about():
    assert draw([held(1, 2, "Bo hands Ann the lamp", invariant=True)]).coverage == []


def test_a_question_holds_the_states_of_one_window_of_scenes():
    states = [held(1, 1, "Ann greets Bo"), held(2, 4, "Ann limps")]
    assert [one.key for one in draw(states, window=3).coverage] == ["ent-0001:cs-0001", "ent-0001:cs-0002"]
    assert [one.key for one in draw(states, window=4).coverage] == ["ent-0001:cs-0001"]
    assert len(draw(states, states=1).coverage) == 2


def test_a_later_episode_that_a_link_leads_to_can_show_the_change():
    episodes = [episode(1, scene="s0002", units=("s0002.u01",)), episode(2, scene="s0004", units=("s0004.u01",))]
    asked = []

    def listening(payload):
        asked.append(payload)
        return {"developments": []}

    draw([ANN_HOLDS], annotate=listening, episodes=episodes, links=[link(1, type="causes")])
    assert asked[0]["states"][0]["consequences"][0] == "s0004.u01"


def test_developments_are_numbered_in_the_order_of_the_story():
    states = [held(1, 4, "Ann limps"), held(2, 2, "Bo hands Ann the lamp", aspect="goal", value="y")]
    outcome = draw(states, annotate=replying({"after": "cs-0001"}, {"after": "cs-0002"}))
    assert [(one.id, one.after) for one in outcome.records] == [("dv-0001", "cs-0002"), ("dv-0002", "cs-0001")]


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ({"after": "cs-0009"}, "unknown-state"),
        ({"after": "cs-0002", "before": "cs-0003"}, "before-is-later"),
        ({"after": "cs-0003", "before": "cs-0004"}, "before-of-another-aspect"),
        ({"after": "cs-0003", "before": "cs-0001"}, "unknown-state"),
        ({"after": "cs-0002", "catalyst": "s0009.u01"}, "unknown-unit"),
        ({"after": "cs-0002", "catalyst": "s0004.u01"}, "catalyst-is-later"),
        ({"after": "cs-0002", "consequence": "s0002.u01"}, "consequence-is-no-later"),
        ({"after": "cs-0002", "claim": "Somebody changes."}, "claim-names-nobody"),
    ],
)
def test_a_development_that_the_records_do_not_bear_out_is_refused(draft, code):
    states = [
        BO_HOLDS,
        ANN_HOLDS,
        held(3, 4, "Ann carries the lamp", aspect="possession", target="ent-0003", value="lamp"),
        held(4, 1, "Ann greets Bo", aspect="goal", value="peace"),
    ]
    outcome = draw(states, annotate=replying(draft))
    assert refused(outcome) == [code] and outcome.records == []


def test_a_state_is_the_outcome_of_one_development():
    outcome = draw([ANN_HOLDS], annotate=replying({"after": "cs-0002"}, {"after": "cs-0002"}))
    assert refused(outcome) == ["development-twice"] and len(outcome.records) == 1


def test_all_evidence_is_that_of_its_states_and_units():
    (found,) = draw([ANN_HOLDS], annotate=replying({"after": "cs-0002", "catalyst": "s0002.u01"})).records
    assert found.evidence == ANN_HOLDS.evidence


def test_a_development_cites_what_its_states_are_and_not_how_they_are_worded():
    (found,) = draw([ANN_HOLDS], annotate=replying({"after": "cs-0002", "catalyst": "s0002.u01"})).records
    cited = {cite.record: cite.fields for cite in found.cites}
    assert cited["cs-0002"] == ("aspect", "value", "target", "valid_from")
    assert cited["s0002.u01"] == ("summary", "participants", "polarity", "modality")


def test_chinese_developments_are_told_in_chinese():
    scenes = story("内景 甲 - 日\n老本拿着银簪。", "内景 乙 - 日\n安妮偷走银簪。", "内景 丙 - 日\n安妮看银簪。")
    people = [
        make_entity(1, "安妮"),
        make_entity(2, "老本"),
        make_entity(3, "银簪", types=("Object",), evidence=tuple(span(f"s000{n}") for n in (1, 2, 3))),
    ]
    stolen = ground(scenes[1], "安妮偷走银簪")
    theft = unit(
        1,
        id="s0002.u01",
        scene="s0002",
        summary="安妮偷走银簪。",
        trigger="偷",
        evidence=(stolen,),
        participants=(participant("安妮", "ent-0001"), participant("银簪", "ent-0003", role="theme")),
    )
    at = Anchor(scene="s0002", offset=stolen.start)
    thing = dict(aspect="possession", target="ent-0003", value="银簪", catalyst=None)
    had = state(
        1,
        character="ent-0002",
        claim="老本持有银簪。",
        valid_from=Anchor(scene="s0001", offset=0),
        valid_to=at,
        evidence=(ground(scenes[0], "老本拿着银簪"),),
        **thing,
    )
    has = state(2, claim="安妮持有银簪。", valid_from=at, evidence=(stolen,), **thing)
    engine = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
    known = (scenes, [theft], people, (), ())
    (found,) = draw_developments("zh-0001", "zh", *known, [focal()], [had, has], engine, SETTINGS).records
    assert (found.claim, found.catalyst) == ("安妮从老本那里得到银簪。", "s0002.u01")
