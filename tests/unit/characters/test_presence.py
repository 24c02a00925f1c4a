"""Who is in a scene, and who perceives what happens in it."""

import pytest
from factories import ASKING, participant, unit
from story import mentions_of, story

from linedscript.backbone.graph import build_graph
from linedscript.backbone.grounding import ground
from linedscript.backbone.registry import registry
from linedscript.backbone.resolution import draw_entities
from linedscript.characters.presence import draw_presence
from linedscript.engines.rules import entities as entity_rules
from linedscript.engines.rules import presence as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine

GATES = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
}
RESOLUTION = GATES | {"max_block": 24, "max_evidence": 3, "cluster_rounds": 2}


def draw(scenes, forms, units=(), language="en", annotate=rules.annotate):
    engine = RulesEngine({"construct": entity_rules.annotate, "judge": reflection.annotate})
    mentions = mentions_of(scenes, *forms)
    entities = draw_entities("en-0001", language, scenes, mentions, engine, RESOLUTION)[0].records
    resolved = build_graph("en-0001", units, mentions, (), entities, registry()).units
    engine = RulesEngine({"construct": annotate, "judge": reflection.annotate})
    outcome, perception = draw_presence("en-0001", language, scenes, resolved, entities, engine, GATES)
    names = {entity.id: entity.name for entity in entities}
    levels = {(r.scene[-1], names[r.character]): (r.level, r.basis) for r in outcome.records}
    seen = {(p.unit, names[p.character]): (p.participant, p.witness, p.basis) for p in perception}
    return levels, seen, outcome


def happening(scenes, quote, *parts, number=1, scene=1, **changes):
    place = ground(scenes[scene - 1], quote)
    return unit(
        number,
        **dict(
            id=f"s{scene:04d}.u{number:02d}",
            scene=f"s{scene:04d}",
            summary=quote,
            evidence=(place,),
            participants=tuple(participant(name, None, role=role) for name, role in parts),
        )
        | changes,
    )


def test_every_scene_has_a_record_for_every_named_character():
    scenes = story("INT. A - DAY\nAnn waits.", "INT. B - DAY\nBo waits.")
    levels, _, outcome = draw(scenes, ("Ann", "Bo"))
    assert len(outcome.records) == 4
    assert levels["1", "Bo"] == ("absent_unmentioned", "none")


def test_speech_and_action_are_presence():
    levels, _, _ = draw(story("INT. A - DAY\nAnn waits.\n@BO: Hello."), ("Ann", "BO"))
    assert levels == {("1", "Ann"): ("on_screen", "action"), ("1", "Bo"): ("on_screen", "speech")}


def test_a_voice_over_is_never_presence():
    levels, _, _ = draw(story("INT. A - DAY\nBo waits.\n@ANN (V.O.): I was young then."), ("ANN", "Bo"))
    assert levels["1", "Ann"] == ("offscreen_unaware", "voice_over")


def test_a_voice_on_the_phone_is_aware_but_not_there():
    levels, _, _ = draw(story("INT. A - DAY\nThe phone is on speaker.\n@ANN (V.O.): Hello.").copy(), ("ANN",))
    assert levels["1", "Ann"][0] != "on_screen"


@pytest.mark.parametrize("line", ["on telephone", "on loudspeaker", "on walkie-talkie", "on a call"])
def test_a_voice_over_any_line_is_aware(line):
    levels, _, _ = draw(story(f"INT. A - DAY\nBo waits.\n@Ann {line} (V.O.): Hello."), ("Ann", "Bo"))
    assert levels["1", "Ann"] == ("offscreen_aware", "voice_over")


def test_an_off_screen_voice_is_presence():
    levels, _, _ = draw(story("INT. A - DAY\nBo waits.\n@ANN (O.S.): Bo!"), ("ANN", "Bo"))
    assert levels["1", "Ann"] == ("on_screen", "off_screen_speech")


def test_who_is_only_spoken_of_is_elsewhere_and_unaware():
    levels, _, _ = draw(story("INT. A - DAY\n@BO: Where is Ann today?"), ("Ann", "BO"))
    assert levels["1", "Ann"] == ("offscreen_unaware", "mention")


def test_a_photograph_of_someone_is_not_that_person():
    levels, _, _ = draw(story("INT. A - DAY\nBo holds a photograph of Ann."), ("Ann", "Bo"))
    assert levels["1", "Ann"] == ("offscreen_unaware", "mention")


def test_who_stayed_at_the_place_is_aware_of_the_next_scene_there():
    scenes = story("INT. BARN - STALL - DAY\nAnn waits.\nBo leaves.", "INT. BARN - LOFT - DAY\nCy waits.")
    levels, _, _ = draw(scenes, ("Ann", "Bo", "Cy"))
    assert levels["2", "Ann"] == ("offscreen_aware", "adjacent_scene")
    assert levels["2", "Bo"] == ("absent_unmentioned", "none")


def test_a_chinese_narrator_is_not_there_and_a_voice_behind_the_scene_is():
    scenes = story("内景 后台\n邵平坐着。\n@晚秋（旁白）: 那年冬天。\n@林广福（画外音）: 开锣！")
    levels, _, _ = draw(scenes, ("邵平", "晚秋", "林广福"), language="zh")
    assert levels["1", "晚秋"] == ("offscreen_unaware", "voice_over")
    assert levels["1", "林广福"] == ("on_screen", "off_screen_speech")


def test_taking_part_and_witnessing_are_independent():
    scenes = story("INT. A - DAY\nAnn lies unconscious on the floor.\nBo carries Ann outside.\nCy watches.")
    units = [happening(scenes, "Bo carries Ann outside.", ("Bo", "agent"), ("Ann", "patient"))]
    _, seen, _ = draw(scenes, ("Ann", "Bo", "Cy"), units)
    assert seen == {
        ("s0001.u01", "Ann"): (True, False, "perception_blocked"),
        ("s0001.u01", "Bo"): (True, True, "acts"),
        ("s0001.u01", "Cy"): (False, True, "in_scene"),
    }


def test_a_sleeper_who_wakes_perceives_again():
    scenes = story("INT. A - DAY\nAnn is asleep.\nBo sings.\nAnn wakes.\nBo dances.")
    units = [
        happening(scenes, "Bo sings.", ("Bo", "agent")),
        happening(scenes, "Bo dances.", ("Bo", "agent"), number=2),
    ]
    _, seen, _ = draw(scenes, ("Ann", "Bo"), units)
    assert (seen["s0001.u01", "Ann"][1], seen["s0001.u02", "Ann"][1]) == (False, True)


def test_a_voice_over_witnesses_nothing():
    scenes = story("INT. A - DAY\nBo sings.\n@ANN (V.O.): I was young then.")
    _, seen, _ = draw(scenes, ("ANN", "Bo"), [happening(scenes, "Bo sings.", ("Bo", "agent"))])
    assert seen["s0001.u01", "Ann"] == (False, False, "voice_over")


def test_an_off_screen_voice_hears_what_is_said_and_sees_nothing():
    scenes = story("INT. A - DAY\nBo sings.\n@ANN (O.S.): Bo!\n@BO: Here I am.")
    units = [
        happening(scenes, "Bo sings.", ("Bo", "agent")),
        happening(scenes, "Here I am.", ("Bo", "speaker"), number=2, kind="Interaction"),
    ]
    _, seen, _ = draw(scenes, ("ANN", "Bo"), units)
    assert ("s0001.u01", "Ann") not in seen
    assert seen["s0001.u02", "Ann"] == (False, True, "hears_off_screen")


def test_who_has_left_witnesses_nothing_more():
    scenes = story("INT. A - DAY\nAnn waves.\nAnn leaves.\nBo sings.")
    _, seen, _ = draw(scenes, ("Ann", "Bo"), [happening(scenes, "Bo sings.", ("Bo", "agent"))])
    assert seen["s0001.u01", "Ann"] == (False, False, "left")


def test_a_unit_has_no_record_for_characters_of_other_scenes():
    scenes = story("INT. A - DAY\nAnn waits.", "INT. B - DAY\nBo sings.")
    _, seen, _ = draw(scenes, ("Ann", "Bo"), [happening(scenes, "Bo sings.", ("Bo", "agent"), scene=2)])
    assert seen == {("s0002.u01", "Bo"): (True, True, "acts")}


def test_an_engine_that_lets_a_voice_over_witness_is_refused():
    def wrong(payload):
        reply = rules.annotate(payload)
        return reply | {"perception": [entry | {"witness": True} for entry in reply["perception"]]}

    scenes = story("INT. A - DAY\nBo sings.\n@ANN (V.O.): I was young then.")
    _, seen, outcome = draw(scenes, ("ANN", "Bo"), [happening(scenes, "Bo sings.", ("Bo", "agent"))], annotate=wrong)
    assert ("s0001.u01", "Ann") not in seen
    assert "voice-over-witnesses-nothing" in {entry.code for entry in outcome.ledger}


def test_a_quote_that_is_not_in_the_scene_is_refused():
    def wrong(payload):
        entry = {"character": "ent-0001", "level": "on_screen", "basis": "action", "quotes": [{"text": "Ann dances"}]}
        return {"presence": [entry], "perception": []}

    levels, _, outcome = draw(story("INT. A - DAY\nAnn waits."), ("Ann",), annotate=wrong)
    assert levels["1", "Ann"] == ("absent_unmentioned", "none")
    assert [entry.code for entry in outcome.ledger if entry.gate == "grounding"] == ["quote-not-in-scene"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Bo stands before Ann's head office.",
        "Bo opens Ann's hand mirror.",
        "Ann's coat hangs on a nail. Bo waits.",
        "Bo plays Ann's voice mail.",
        "Bo pushes open Ann's back door.",
    ],
)
def test_who_only_owns_a_thing_is_not_there(sentence):
    levels, _, _ = draw(story(f"INT. A - DAY\n{sentence}"), ("Ann", "Bo"))
    assert levels["1", "Ann"][0] == "offscreen_unaware"


@pytest.mark.parametrize(
    "sentence", ["Ann's hand shakes. Bo waits.", "Bo takes Ann's hand.", "Ann's tired face turns."]
)
def test_who_has_a_part_of_the_body_there_is_there(sentence):
    levels, _, _ = draw(story(f"INT. A - DAY\n{sentence}"), ("Ann", "Bo"))
    assert levels["1", "Ann"][0] == "on_screen"


@pytest.mark.parametrize("thing", ["头面匣子", "手机", "手帕", "脸谱", "背包", "眼镜", "脚本", "嘴笼子"])
def test_who_only_owns_a_thing_is_not_there_in_chinese(thing):
    levels, _, _ = draw(story(f"内景 后台\n林晚秋的{thing}摆在镜台上。邵平坐着。"), ("林晚秋", "邵平"), language="zh")
    assert levels["1", "林晚秋"] == ("offscreen_unaware", "mention")


@pytest.mark.parametrize("part", ["手抓住桥栏", "脸白了", "手指停住", "背影一晃", "头低下去", "目光越过他"])
def test_who_has_a_part_of_the_body_there_is_there_in_chinese(part):
    levels, _, _ = draw(story(f"内景 后台\n林晚秋的{part}。邵平坐着。"), ("林晚秋", "邵平"), language="zh")
    assert levels["1", "林晚秋"] == ("on_screen", "action")


def test_who_lifts_a_left_arm_does_not_leave():
    scenes = story("INT. A - DAY\nAnn sits down.\nAnn lifts her left arm.\nBo sings.")
    _, seen, _ = draw(scenes, ("Ann", "Bo"), [happening(scenes, "Bo sings.", ("Bo", "agent"))])
    assert seen["s0001.u01", "Ann"] == (False, True, "in_scene")


def test_who_goes_to_the_window_does_not_leave_and_who_goes_out_does():
    scenes = story("INT. A - DAY\nAnn goes to the window.\nCy goes out.\nBo sings.")
    _, seen, _ = draw(scenes, ("Ann", "Bo", "Cy"), [happening(scenes, "Bo sings.", ("Bo", "agent"))])
    assert (seen["s0001.u01", "Ann"][2], seen["s0001.u01", "Cy"][2]) == ("in_scene", "left")


BLIND = (
    "INT. A - DAY\nAnn, blind since birth, sits down.\nBo frowns.\nBo laughs.\nBo takes Ann by the arm.\nAnn sees Bo."
)


@pytest.mark.parametrize(
    ("quote", "parts", "expected"),
    [
        ("Bo frowns.", (("Bo", "agent"),), (False, False, "perception_blocked")),
        ("Bo laughs.", (("Bo", "agent"),), (False, True, "hears_off_screen")),
        ("Bo takes Ann by the arm.", (("Bo", "agent"), ("Ann", "patient")), (True, True, "acted_upon")),
        ("Ann, blind since birth, sits down.", (("Ann", "agent"),), (True, True, "acts")),
        ("Ann sees Bo.", (("Ann", "agent"), ("Bo", "patient")), (True, False, "perception_blocked")),
    ],
)
def test_a_blind_character_perceives_what_it_does_undergoes_and_hears(quote, parts, expected):
    scenes = story(BLIND)
    trigger = {"Bo laughs.": "laugh", "Ann sees Bo.": "see"}.get(quote, "frown")
    _, seen, _ = draw(scenes, ("Ann", "Bo"), [happening(scenes, quote, *parts, trigger=trigger)])
    assert seen["s0001.u01", "Ann"] == expected


def test_the_blind_hear_what_others_say():
    scenes = story("INT. A - DAY\nAnn, blind since birth, sits down.\n@Bo: Go home.\n@Cy: No.")
    units = [happening(scenes, "Go home.", ("Bo", "speaker"), ("Cy", "addressee"), kind="Interaction")]
    _, seen, _ = draw(scenes, ("Ann", "Bo", "Cy"), units)
    assert seen["s0001.u01", "Ann"] == (False, True, "hears_off_screen")


RADIO = "EXT. SHIP - DAY\nAnn stands at the rail.\n@Bo on radio (V.O.): I see nothing.\nBo falls.\nAnn frowns."
ASTERN = "EXT. ABOARD THE MARY - DAY\nAnn stands at the rail.\nOn the ship astern, Bo falls.\nAnn frowns."


@pytest.mark.parametrize("text", [RADIO, ASTERN])
@pytest.mark.parametrize(("quote", "doer", "other"), [("Bo falls.", "Bo", "Ann"), ("Ann frowns.", "Ann", "Bo")])
def test_who_is_at_the_other_end_of_a_line_or_on_another_ship_sees_nothing_of_it(text, quote, doer, other):
    scenes = story(text)
    _, seen, _ = draw(scenes, ("Ann", "Bo"), [happening(scenes, quote, (doer, "agent"))])
    assert seen["s0001.u01", doer] == (True, True, "acts")
    assert ("s0001.u01", other) not in seen


def test_what_is_said_carries_to_the_other_ship():
    scenes = story(f"{ASTERN}\n@Cy: Man overboard!\n@Ann: Where?")
    units = [happening(scenes, "Man overboard!", ("Cy", "speaker"), ("Ann", "addressee"), kind="Interaction")]
    _, seen, _ = draw(scenes, ("Ann", "Bo", "Cy"), units)
    assert seen["s0001.u01", "Bo"] == (False, True, "hears_off_screen")


def test_a_stand_within_the_place_of_the_heading_is_no_other_place():
    scenes = story("EXT. HARBOR - DAY\nAnn stands at the rail.\nOn the pier, Bo falls.")
    _, seen, _ = draw(scenes, ("Ann", "Bo"), [happening(scenes, "Bo falls.", ("Bo", "agent"))])
    assert seen["s0001.u01", "Ann"] == (False, True, "in_scene")


def test_who_is_behind_the_door_hears_and_neither_sees_nor_is_seen():
    scenes = story("内景 病房\n林广福躺下。\n@林广福: 她问了。\n门外，丁桂香提着饭盒。")
    units = [
        happening(scenes, "林广福躺下。", ("林广福", "agent")),
        happening(scenes, "她问了。", ("林广福", "speaker"), number=2, kind="Interaction"),
        happening(scenes, "丁桂香提着饭盒。", ("丁桂香", "agent"), number=3),
    ]
    _, seen, _ = draw(scenes, ("林广福", "丁桂香"), units, language="zh")
    assert seen["s0001.u01", "丁桂香"] == (False, False, "perception_blocked")
    assert seen["s0001.u02", "丁桂香"] == (False, True, "in_scene")
    assert seen["s0001.u03", "林广福"] == (False, False, "perception_blocked")
    assert seen["s0001.u03", "丁桂香"] == (True, True, "acts")


@pytest.mark.parametrize(
    ("lines", "language", "names"),
    [
        ("Bo waves.\nAnn hides behind the crates.\nAnn coughs.\nBo yawns.", "en", ("Ann", "Bo")),
        ("邵平挥手。\n晚秋躲在门后。\n晚秋咳了一声。\n邵平打哈欠。", "zh", ("晚秋", "邵平")),
    ],
)
def test_who_hides_sees_and_is_not_seen(lines, language, names):
    heading = "INT. A - DAY" if language == "en" else "内景 后台"
    said = lines.split("\n")
    hidden, other = names
    scenes = story(f"{heading}\n{lines}")
    units = [happening(scenes, said[2], (hidden, "agent")), happening(scenes, said[3], (other, "agent"), number=2)]
    _, seen, _ = draw(scenes, names, units, language=language)
    assert seen["s0001.u01", other] == (False, False, "perception_blocked")
    assert seen["s0001.u02", hidden] == (False, True, "in_scene")


def test_who_watches_from_afar_sees_and_does_not_hear():
    scenes = story("外景 桥上\n晚秋坐下。\n@晚秋: 我等你。\n邵平远远地看着他们。")
    units = [
        happening(scenes, "晚秋坐下。", ("晚秋", "agent")),
        happening(scenes, "我等你。", ("晚秋", "speaker"), number=2, kind="Interaction"),
    ]
    _, seen, _ = draw(scenes, ("晚秋", "邵平"), units, language="zh")
    assert seen["s0001.u01", "邵平"] == (False, True, "in_scene")
    assert seen["s0001.u02", "邵平"] == (False, False, "perception_blocked")


def test_who_only_sings_from_elsewhere_hears_nothing():
    scenes = story("外景 桥上\n邵平站着。\n@晚秋（画外音）: （唱）春水才过断桥西。\n@邵平: 谁在唱？")
    units = [happening(scenes, "谁在唱？", ("邵平", "speaker"), kind="Interaction")]
    levels, seen, _ = draw(scenes, ("晚秋", "邵平"), units, language="zh")
    assert levels["1", "晚秋"] == ("on_screen", "off_screen_speech") and ("s0001.u01", "晚秋") not in seen
