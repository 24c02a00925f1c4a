"""States that stop: quarrels that are made up, positions that are taken or given, things put out of sight."""

import pytest
from drawn_states import KEY, SCHLUESSEL, claims, draw, happening, of, qualified
from story import story

from linedscript.backbone.grounding import ground


def clash(scenes, quote, manner="threaten", number=1, scene=1):
    return of("hostility_with", "Ann", "Bo", scenes, scene, quote, number, **qualified("manner", manner))


def test_a_quarrel_ends_with_the_apology_that_follows_it():
    scenes = story("INT. A - DAY\nAnn threatens Bo.", "INT. B - DAY\nBo apologizes to Ann.")
    units = [happening(scenes, 2, "Bo apologizes to Ann.", "apologize", ("Bo", "speaker"), ("Ann", "addressee"))]
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann", "Bo"), units, [clash(scenes, "Ann threatens Bo")])
    assert claims(outcome, "relationship") == [
        ("Ann is at odds with Bo.", "s0001", "s0002"),
        ("Bo is at odds with Ann.", "s0001", "s0002"),
    ]


def test_a_quarrel_ends_where_the_two_talk_and_neither_clashes():
    scenes = story("INT. A - DAY\nAnn threatens Bo.", "INT. B - DAY\nAnn and Bo talk.")
    units = [happening(scenes, 2, "Ann and Bo talk.", "talk", ("Ann", "speaker"), ("Bo", "addressee"))]
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), units, [clash(scenes, "Ann threatens Bo")])
    assert claims(outcome, "relationship") == [("Ann is at odds with Bo.", "s0001", "s0002")]


def test_a_quarrel_goes_on_where_the_two_talk_and_one_accuses_the_other():
    scenes = story("INT. A - DAY\nAnn threatens Bo.", "INT. B - DAY\nAnn and Bo talk. Bo accuses Ann.")
    units = [
        happening(scenes, 2, "Ann and Bo talk.", "talk", ("Ann", "speaker"), ("Bo", "addressee")),
        happening(scenes, 2, "Bo accuses Ann.", "accuse", ("Bo", "speaker"), ("Ann", "addressee"), number=2),
    ]
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), units, [clash(scenes, "Ann threatens Bo")])
    assert claims(outcome, "relationship") == [("Ann is at odds with Bo.", "s0001", None)]


def test_a_chinese_quarrel_ends_with_a_talk_in_peace():
    scenes = story("内景 后台\n邵平威胁阿豆。", "内景 台上\n邵平和阿豆谈话。")
    units = [happening(scenes, 2, "邵平和阿豆谈话。", "talk", ("邵平", "speaker"), ("阿豆", "addressee"))]
    made = of("hostility_with", "邵平", "阿豆", scenes, 1, "邵平威胁阿豆", **qualified("manner", "threaten"))
    outcome, _, _ = draw(scenes, ("邵平", "阿豆"), ("邵平",), units, [made], language="zh")
    assert claims(outcome, "relationship") == [("邵平与阿豆对立。", "s0001", "s0002")]


@pytest.mark.parametrize(
    ("line", "manner"),
    [
        ("He's a liar, Ann says to Bo.", "accuse"),
        ("I thought it was you, Ann tells Bo.", "accuse"),
        ("Ann pushes Bo out of the way.", "push"),
    ],
)
def test_what_was_said_of_another_or_only_thought_or_done_in_help_sets_nobody_at_odds(line, manner):
    scenes = story(f"INT. A - DAY\n{line}")
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), relations=[clash(scenes, line, manner)])
    assert claims(outcome, "relationship") == []


def test_an_accusation_to_the_face_sets_two_at_odds():
    line = "You sold the boat, Ann tells Bo."
    scenes = story(f"INT. A - DAY\n{line}")
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), relations=[clash(scenes, line, "accuse")])
    assert claims(outcome, "relationship") == [("Ann is at odds with Bo.", "s0001", None)]


def test_a_thank_says_nothing_of_how_two_people_stand():
    scenes = story("INT. A - DAY\nAnn thanks Bo.")
    thanks = of("affinity_with", "Ann", "Bo", scenes, 1, "Ann thanks Bo", **qualified("manner", "thank"))
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), relations=[thanks])
    assert claims(outcome, "relationship") == []


@pytest.mark.parametrize(
    ("speech", "language", "forms", "who", "claim", "value"),
    [
        ("@NORA: Ann Lowe, you're Acting Warden-Captain.", "en", ("NORA", "Ann Lowe"), "Ann Lowe", None, None),
        ("@NORA: Ann, you're Acting Captain, till we vote.\n@ANN: No.", "en", ("NORA", "ANN"), "Ann",
         "Ann is Acting Captain.", "Acting Captain"),
        ("@NORA: You are now the editor.\n@ANN: Am I?", "en", ("NORA", "ANN"), "Ann", "Ann is an editor.", "Editor"),
        ("@NORA: This board revokes your licence.\n@ANN: When?", "en", ("NORA", "ANN"), "Ann", "Ann is suspended.",
         "suspended"),
        ("@ANN: I'm a clerk.", "en", ("ANN",), "Ann", "Ann is a clerk.", "Clerk"),
        ("@NORA: You're a captain. Take a bearing.\n@ANN: Yes.", "en", ("NORA", "ANN"), "Ann", None, None),
        ("@NORA: You're Leo Finch.\n@ANN: I am.", "en", ("NORA", "ANN"), "Ann", None, None),
        ("@何敬之: 从今天起，你就是演艺部经理。\n@邵平: 好。", "zh", ("何敬之", "邵平"), "邵平", "邵平是演艺部经理。",
         "演艺部经理"),
    ],
)  # fmt: skip
def test_words_that_give_or_take_a_position_are_a_role(speech, language, forms, who, claim, value):
    outcome, _, _ = draw(story(f"INT. A - DAY\n{speech}"), forms, (who,), language=language)
    found = [(state.claim, state.value) for state in outcome.records if state.aspect == "role"]
    assert found == ([] if claim is None else [(claim, value)])


@pytest.mark.parametrize(
    ("first", "then", "language", "names"),
    [
        ("@ROZ: You're fired.\n@JUNE: Fine.", "@ROZ: Sit. You aren't fired.\n@JUNE: Oh.", "en", ("ROZ", "JUNE")),
        ("@林广福: 我现在是团长。", "@林广福: 往后你们也别叫我团长。", "zh", ("林广福", "林广福")),
    ],
)
def test_a_position_that_is_taken_back_ends(first, then, language, names):
    scenes = story(f"INT. A - DAY\n{first}", f"INT. B - DAY\n{then}")
    who = names[1].title() if language == "en" else names[1]
    outcome, _, _ = draw(scenes, tuple(dict.fromkeys(names)), (who,), language=language)
    assert [(found[1], found[2]) for found in claims(outcome, "role")] == [("s0001", "s0002")]


def test_a_thing_that_is_never_shown_again_is_held_to_the_end_of_its_scene():
    scenes = story("INT. A - DAY\nAnn takes the key.", "INT. B - DAY\nAnn coughs.")
    units = [happening(scenes, 1, "Ann takes the key.", "take", ("Ann", "agent"), ("key", "theme"))]
    outcome, _, _ = draw(scenes, ("Ann", KEY), ("Ann",), units)
    assert claims(outcome, "possession") == [("Ann has the key.", "s0001", "s0002")]


@pytest.mark.parametrize("line", ["Ann reads the paper.", "Ann finds the back of a chair."])
def test_an_act_of_reading_or_finding_is_no_knowledge(line):
    scenes = story(f"INT. A - DAY\n{line}")
    units = [happening(scenes, 1, line, line.split()[1].rstrip("s"), ("Ann", "agent"))]
    outcome, _, _ = draw(scenes, ("Ann",), ("Ann",), units)
    assert claims(outcome, "knowledge") == []


def test_who_is_called_by_an_office_alone_holds_it():
    scenes = story("内景 后台\n@阿豆: 团长，灯架的绳子断了。\n@林广福: 多少钱？")
    outcome, _, _ = draw(scenes, ("阿豆", "林广福"), ("林广福",), language="zh")
    assert [state.claim for state in outcome.records if state.aspect == "role"] == ["林广福是团长。"]


def test_a_quarrel_ends_where_one_reads_to_the_other():
    scenes = story("INT. A - DAY\nAnn threatens Bo.", "INT. B - DAY\nAnn reads to Bo.")
    units = [happening(scenes, 2, "Ann reads to Bo.", "read", ("Ann", "agent"), ("Bo", "recipient"))]
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), units, [clash(scenes, "Ann threatens Bo")])
    assert claims(outcome, "relationship") == [("Ann is at odds with Bo.", "s0001", "s0002")]


def test_a_look_ends_no_quarrel():
    scenes = story("INT. A - DAY\nAnn threatens Bo.", "INT. B - DAY\nAnn looks at Bo.")
    units = [happening(scenes, 2, "Ann looks at Bo.", "look", ("Ann", "agent"), ("Bo", "patient"))]
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), units, [clash(scenes, "Ann threatens Bo")])
    assert claims(outcome, "relationship") == [("Ann is at odds with Bo.", "s0001", None)]


def test_words_that_give_a_position_are_what_brought_it_about():
    scenes = story("INT. A - DAY\n@NORA: You're fired.\n@ANN: No.")
    units = [happening(scenes, 1, "You're fired.", "dismiss", ("Nora", "speaker"), ("Ann", "addressee"))]
    outcome, _, _ = draw(scenes, ("NORA", "ANN"), ("Ann",), units)
    assert [one.catalyst for one in outcome.records if one.aspect == "role"] == ["s0001.u01"]


@pytest.mark.parametrize(
    ("line", "trigger", "parts"),
    [
        ("Ann takes Bo by the elbow.", "take", (("Ann", "agent"), ("Bo", "patient"))),
        ("Ann holds the good hand.", "hold", (("Ann", "agent"),)),
        ("Ann squeezes Bo's shoulder.", "squeeze", (("Ann", "agent"),)),
        ("Ann puts an arm around him.", "put", (("Ann", "agent"),)),
    ],
)
def test_a_quarrel_ends_with_a_gentle_touch(line, trigger, parts):
    scenes = story(f"INT. A - DAY\nAnn threatens Bo.\n{line}")
    units = [
        happening(scenes, 1, "Ann threatens Bo.", "threaten", ("Ann", "speaker"), ("Bo", "addressee")),
        happening(scenes, 1, line, trigger, *parts, number=2),
    ]
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), units)
    assert claims(outcome, "relationship") == [("Ann is at odds with Bo.", "s0001", "s0001")]


@pytest.mark.parametrize(
    ("line", "trigger"),
    [
        ("Ann takes Bo by the arm and drags him out.", "take"),
        ("Ann holds her hand.", "hold"),
        ("Ann puts down her hand.", "put"),
    ],
)
def test_a_rough_hand_or_one_own_hand_ends_no_quarrel(line, trigger):
    scenes = story(f"INT. A - DAY\nAnn threatens Bo.\n{line}")
    parts = (("Ann", "agent"), ("Bo", "patient")) if "Bo" in line else (("Ann", "agent"),)
    units = [
        happening(scenes, 1, "Ann threatens Bo.", "threaten", ("Ann", "speaker"), ("Bo", "addressee")),
        happening(scenes, 1, line, trigger, *parts, number=2),
    ]
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), units)
    assert claims(outcome, "relationship") == [("Ann is at odds with Bo.", "s0001", None)]


@pytest.mark.parametrize(
    ("said", "trigger"),
    [("Bo, this Commission suspends your licence.", "dismiss"), ("Sit, or I'll clear the room.", "threaten")],
)
def test_what_is_said_in_office_or_to_a_whole_room_sets_nobody_at_odds(said, trigger):
    scenes = story(f"INT. A - DAY\n@Ann: {said}\n@Bo: No.")
    units = [happening(scenes, 1, said, trigger, ("Ann", "speaker"), ("Bo", "addressee"))]
    made = of("hostility_with", "Ann", "Bo", scenes, 1, said, **qualified("manner", trigger))
    outcome, _, _ = draw(scenes, ("Ann", "Bo"), ("Ann",), units, [made])
    assert claims(outcome, "relationship") == []


def test_a_thing_that_somebody_without_a_ledger_takes_is_no_longer_had():
    scenes = story(
        "INT. A - DAY\nAnn takes the key.", "INT. B - DAY\nBo picks up the key.", "INT. C - DAY\nThe key lies."
    )
    held = of("possesses", "Ann", "key", scenes, 1, "Ann takes the key")
    taken = of("possesses", "Bo", "key", scenes, 2, "Bo picks up the key", 2)
    outcome, _, _ = draw(scenes, ("Ann", "Bo", KEY), ("Ann",), relations=[held, taken])
    assert claims(outcome, "possession") == [("Ann has the key.", "s0001", "s0002")]


@pytest.mark.parametrize("line", ["银簪没了。", "银簪我已经当了。", "银簪不见了，谁拿的？"])
def test_what_somebody_says_is_gone_is_no_longer_had(line):
    scenes = story("内景 后台\n邵平拿起银簪。", f"内景 台上\n@邵平: {line}\n邵平看着银簪。", "内景 河边\n银簪在水里。")
    held = of("possesses", "邵平", "银簪", scenes, 1, "邵平拿起银簪")
    outcome, _, _ = draw(scenes, ("邵平", SCHLUESSEL), ("邵平",), relations=[held], language="zh")
    assert claims(outcome, "possession") == [("邵平持有银簪。", "s0001", "s0002")]


def test_whoever_is_given_a_thing_by_other_words_has_it_and_the_giver_hasnt():
    scenes = story("内景 后台\n邵平拿起银簪。", "内景 台上\n邵平替晚秋把银簪戴上。银簪亮。", "内景 河边\n银簪亮。")
    held = of("possesses", "邵平", "银簪", scenes, 1, "邵平拿起银簪")
    roles = (("邵平", "agent"), ("晚秋", "recipient"), ("银簪", "theme"))
    units = [happening(scenes, 2, "邵平替晚秋把银簪戴上。", "戴上", *roles)]
    people = ("邵平", "晚秋")
    outcome, _, _ = draw(scenes, (*people, SCHLUESSEL), people, units, [held], language="zh")
    assert claims(outcome, "possession") == [("邵平持有银簪。", "s0001", "s0002"), ("晚秋持有银簪。", "s0002", None)]


@pytest.mark.parametrize(("said", "role"), [("你被开除了，听见没有？", ["邵平被开除。"]), ("你被开除了？", [])])
def test_what_is_only_asked_is_no_state(said, role):
    scenes = story(f"内景 后台\n@何敬之: {said}\n@邵平: 听见了。")
    outcome, _, _ = draw(scenes, ("何敬之", "邵平"), ("邵平",), language="zh")
    assert [state.claim for state in outcome.records if state.aspect == "role"] == role


def test_one_hurt_told_twice_is_one_state():
    scenes = story(
        "内景 后台\n邵平没有躲，灯架砸在他右腿上。", "内景 病房\n@韩大夫: 小腿骨折，三个月不能下地。\n@邵平: 好。"
    )
    outcome, _, _ = draw(scenes, ("韩大夫", "邵平"), ("邵平",), language="zh")
    assert claims(outcome, "physical") == [("邵平右腿受伤。", "s0001", None)]


@pytest.mark.parametrize("line", ["我知道他偷了银簪。", "我要把它找回来。"])
def test_what_points_at_somebody_unnamed_is_neither_known_nor_wanted(line):
    outcome, _, _ = draw(story(f"内景 后台\n@邵平: {line}"), ("邵平",), ("邵平",), language="zh")
    assert [state for state in outcome.records if state.aspect in ("knowledge", "goal")] == []


def promised(scenes, deed):
    said = "邵平答应晚秋：“我让你打第一板。”"
    line = {"summary": said, "evidence": (ground(scenes[0], "我让你打第一板。"),)}
    return [
        happening(scenes, 1, "我让你打第一板。", "promise", ("邵平", "speaker"), ("晚秋", "addressee"), **line),
        happening(scenes, 2, deed, "打", ("晚秋", "agent"), number=2),
    ]


@pytest.mark.parametrize(("deed", "until"), [("晚秋打下第一板。", "s0002"), ("晚秋打开窗。", None)])
def test_a_promise_ends_with_the_deed_that_keeps_it(deed, until):
    scenes = story("内景 后台\n@邵平: 我让你打第一板。\n@晚秋: 好。", f"内景 台上\n{deed}")
    people = ("邵平", "晚秋")
    outcome, _, _ = draw(scenes, people, ("邵平",), promised(scenes, deed), language="zh")
    assert [held[1:] for held in claims(outcome, "goal")] == [("s0001", until)]


def test_who_is_behind_the_door_is_not_at_the_scenes_place():
    scenes = story("内景 病房\n门外，邵平听着。")
    outcome, _, _ = draw(scenes, ("病房", "邵平"), ("邵平",), language="zh")
    assert claims(outcome, "location") == []
