"""In whose words a memory is told by the rules, in English and in Chinese, and what they can't say."""

import msgspec
import pytest
from story import story
from unit.characters.remembered import draw, happening, told

from linedscript.backbone.grounding import ground
from linedscript.engines.rules.past_en import past


@pytest.mark.parametrize(
    ("line", "trigger", "parts", "kind", "text"),
    [
        ("Ann hides the key.", "hide", [("agent", 1)], "did", "I hid the key."),
        ("Ann takes her coat.", "take", [("agent", 1)], "did", "I took my coat."),
        ("Ann does not answer.", "answer", [("agent", 1)], "did", "I did not answer."),
        ("Ann opens the door, then stops.", "open", [("agent", 1)], "did", "I opened the door, then stopped."),
        ("Ann is carrying a lamp.", "carry", [("agent", 1)], "did", "I was carrying a lamp."),
        ("Ann watches the boat.", "watch", [("agent", 1)], "witnessed", "I watched the boat."),
        ("Ann realizes the truth.", "realize", [("agent", 1)], "inferred", "I realized the truth."),
        ("Bo hides the key.", "hide", [("agent", 2)], "witnessed", "I saw Bo hide the key."),
        ("Bo takes his coat and leaves.", "take", [("agent", 2)], "witnessed", "I saw Bo take his coat and leave."),
        ("Bo does not answer.", "answer", [("agent", 2)], "witnessed", "I saw that Bo did not answer."),
        ("A laugh dies of shame.", "die", [("theme", "laugh")], "witnessed", "I heard a laugh die of shame."),
        ("The ship Mary sinks.", "sink", [("theme", "ship Mary")], "witnessed", "I saw the ship Mary sink."),
        ("Bo hugs Ann.", "hug", [("agent", 2), ("patient", 1)], "witnessed", "Bo hugged me."),
        ("Bo takes Ann's keys.", "take", [("agent", 2)], "witnessed", "Bo took my keys."),
        ("A lamp breaks.", "break", [("theme", "lamp")], "witnessed", "I saw a lamp break."),
        ("Phone buzzes.", "buzz", [("theme", "Phone")], "witnessed", "I heard the phone buzz."),
        (
            "Bo asks Ann: “Where is he?”",
            "ask",
            [("speaker", 2), ("addressee", 1)],
            "was_told",
            "Bo asked me: “Where is he?”",
        ),
        ("Ann asks Bo: “Where is he?”", "ask", [("speaker", 1), ("addressee", 2)], "did", "I asked Bo: “Where is he?”"),
        (
            "Bo apologizes to Cy: “I'm sorry.”",
            "apologize",
            [("speaker", 2), ("addressee", 3)],
            "witnessed",
            "I heard Bo apologize to Cy: “I'm sorry.”",
        ),
        (
            "Bo and Ann talk; Bo begins: “You're late.”",
            "talk",
            [("speaker", 2), ("addressee", 1)],
            "was_told",
            "Bo talked with me and began: “You're late.”",
        ),
    ],
)
def test_an_english_unit_is_told_in_the_first_person(line, trigger, parts, kind, text):
    assert told(line, trigger, *parts) == [(kind, text)]


@pytest.mark.parametrize(
    ("line", "trigger", "parts", "kind", "text"),
    [
        ("林晚秋把银簪放在桌上。", "放在", [("agent", 1)], "did", "我把银簪放在桌上。"),
        ("林晚秋看着银簪。", "看着", [("agent", 1)], "witnessed", "我看着银簪。"),
        ("林晚秋认出银簪。", "认出", [("agent", 1)], "inferred", "我认出银簪。"),
        ("邵平拿出银簪。", "拿出", [("agent", 2)], "witnessed", "我看见邵平拿出银簪。"),
        ("邵平推开林晚秋。", "推开", [("agent", 2), ("patient", 1)], "witnessed", "邵平推开我。"),
        ("邵平问林晚秋：“签了没有？”", "ask", [("speaker", 2), ("addressee", 1)], "was_told", "邵平问我：“签了没有？”"),
        (
            "邵平问何敬之：“签了没有？”",
            "ask",
            [("speaker", 2), ("addressee", 3)],
            "witnessed",
            "我听见邵平问何敬之：“签了没有？”",
        ),
        (
            "邵平和林晚秋谈话，邵平先说：“好。”",
            "talk",
            [("speaker", 2), ("addressee", 1)],
            "was_told",
            "邵平和我谈话，邵平先说：“好。”",
        ),
        ("一艘客船靠上埠头。", "靠上", [("theme", "客船")], "witnessed", "我看见一艘客船靠上埠头。"),
    ],
)
def test_a_chinese_unit_is_told_in_the_first_person(line, trigger, parts, kind, text):
    assert told(line, trigger, *parts, language="zh") == [(kind, text)]


@pytest.mark.parametrize(
    ("line", "trigger", "parts", "passage"),
    [
        ("Ann writes it down.", "write", [("agent", 1)], None),
        ("Ann drops the book in front of him.", "drop", [("agent", 1)], None),
        ("Bo sits beside him.", "sit", [("agent", 2)], None),
        ("Bo notices the key under her arm.", "notice", [("agent", 2)], None),
        ("Ann takes the flask before he can find the lamp.", "take", [("agent", 1)], None),
        ("Bo sees the book.", "see", [("agent", 2)], None),
        ("Ann reads.", "read", [("agent", 1)], None),
        ("Ann lays the page in front.", "lay", [("agent", 1)], "Ann lays the page in front of her father."),
        ("林晚秋坐在他旁边。", "坐在", [("agent", 1)], None),
        ("邵平放在桌上。", "放在", [("agent", 2)], None),
        ("侧耳听。", "听", [("theme", "侧耳")], None),
        ("邵平听见了。", "听见", [("agent", 2)], None),
    ],
)
def test_what_cannot_be_said_well_is_left_out_and_counted(line, trigger, parts, passage):
    language = "en" if line.isascii() else "zh"
    scenes = story(f"INT. A - DAY\n{passage or line}")
    made = happening(scenes, 1, line, trigger, *parts, passage=passage or line)
    own = happening(scenes, 1, line, trigger, ("agent", 1), passage=passage or line, number=2, modality="intended")
    outcome = draw(scenes, [made, own], language=language)
    assert outcome.records == []
    assert [(entry.code, entry.count) for entry in outcome.ledger if entry.code] == [("unworded", 2)]


@pytest.mark.parametrize(
    ("lemma", "form"),
    [
        ("carry", "carried"),
        ("stop", "stopped"),
        ("take", "took"),
        ("open", "opened"),
        ("squat", "squatted"),
        ("play", "played"),
        ("row", "rowed"),
        ("commit", "committed"),
        ("visit", "visited"),
        ("hope", "hoped"),
    ],
)
def test_past_forms(lemma, form):
    assert past(lemma) == form


@pytest.mark.parametrize("trigger", ["hits (hard", "y", "*", "?", "[x", "\\", " "])
def test_a_trigger_is_no_pattern_whatever_a_model_gave_for_one(trigger):
    """A plan's stand-ins read what a model recorded."""
    assert isinstance(told("Ann hides the key.", trigger, ("agent", 1)), list)


def test_a_talk_is_remembered_before_what_was_said_in_it():
    scenes = story("INT. A - DAY\n@ANN: Sit down.\n@BO: Why?\n@ANN: You look ill.")
    talk = happening(
        scenes,
        1,
        "Ann and Bo talk; Ann begins: “Sit down.”",
        "talk",
        ("speaker", 1),
        ("addressee", 2),
        passage="Sit down.",
    )
    talk = msgspec.structs.replace(talk, evidence=(*talk.evidence, ground(scenes[0], "You look ill.")))
    asked = happening(
        scenes, 1, "Bo asks Ann: “Why?”", "ask", ("speaker", 2), ("addressee", 1), number=2, passage="Why?"
    )
    assert [one.text for one in draw(scenes, [asked, talk]).records] == [
        "I talked with Bo and began: “Sit down.”",
        "Bo asked me: “Why?”",
    ]


def test_somebody_who_was_only_described_is_remembered_with_an_article():
    scenes = story("INT. A - DAY\n@STRANGER: Move!\n@ANN: No.")
    order = happening(
        scenes,
        1,
        "The Stranger orders Ann: “Move!”",
        "order",
        ("speaker", "Stranger"),
        ("addressee", 1),
        passage="Move!",
    )
    assert [one.text for one in draw(scenes, [order]).records] == ["The stranger ordered me: “Move!”"]


@pytest.mark.parametrize(
    ("line", "trigger", "parts"),
    [
        ("邵平转过来给林晚秋看。", "转过", [("agent", 2), ("recipient", 1)]),
        ("邵平递给林晚秋。", "递给", [("agent", 2), ("recipient", 1)]),
        ("邵平放回桌上。", "放回", [("agent", 2)]),
        ("邵平拍在桌上。", "拍在", [("agent", 2)]),
    ],
)
def test_a_chinese_unit_that_lacks_what_is_handed_or_put_is_no_memory(line, trigger, parts):
    assert told(line, trigger, *parts, language="zh") == []


@pytest.mark.parametrize(
    ("line", "trigger", "parts", "text"),
    [
        ("邵平递给林晚秋一封信。", "递给", [("agent", 2), ("recipient", 1)], "邵平递给我一封信。"),
        ("邵平把名单转过来给林晚秋看。", "转过", [("agent", 2), ("recipient", 1)], "邵平把名单转过来给我看。"),
        ("邵平把信交给林晚秋。", "交给", [("agent", 2), ("recipient", 1)], "邵平把信交给我。"),
        ("邵平放下藤箱。", "放下", [("agent", 2)], "我看见邵平放下藤箱。"),
    ],
)
def test_a_chinese_unit_that_names_it_is(line, trigger, parts, text):
    assert [found[1] for found in told(line, trigger, *parts, language="zh")] == [text]


def test_what_somebody_owns_is_told_as_mine_or_by_the_owners_name():
    assert told("Ann's phone buzzes.", "buzz", ("theme", "Ann's phone")) == [("witnessed", "I heard my phone buzz.")]
    assert told("Bo's phone buzzes.", "buzz", ("theme", "Bo's phone")) == [("witnessed", "I heard Bo's phone buzz.")]


@pytest.mark.parametrize(
    ("line", "trigger", "parts", "text"),
    [
        ("A Sailor waits by the rail.", "wait", [("theme", "Sailor")], "I saw a sailor wait by the rail."),
        ("The ship's bow swings.", "swing", [("theme", "bow")], "I saw the ship's bow swing."),
        ("Bo's dog runs off.", "run", [("theme", "dog")], "I saw Bo's dog run off."),
    ],
)
def test_a_described_doer_keeps_its_article_and_no_capital(line, trigger, parts, text):
    assert [found[1] for found in told(line, trigger, *parts)] == [text]


@pytest.mark.parametrize("line", ["Bo corrects.", "Bo finds.", "Bo reads that twice."])
def test_what_lacks_its_object_or_only_points_at_it_is_no_memory(line):
    assert told(line, line.split()[1].removesuffix("s"), ("agent", 2)) == []


@pytest.mark.parametrize(
    ("line", "trigger", "language", "seen"),
    [
        ("Bo waits outside the door.", "wait", "en", False),
        ("Bo waits behind the locked gate.", "wait", "en", False),
        ("Bo waits by the door.", "wait", "en", True),
        ("邵平在门外等着。", "等着", "zh", False),
        ("邵平在门边等着。", "等着", "zh", True),
    ],
)
def test_nobody_remembers_seeing_what_is_done_behind_a_door(line, trigger, language, seen):
    own = "Ann sits down." if language == "en" else "林晚秋坐下。"
    scenes = story(f"INT. A - DAY\n{own}\n{line}")
    units = [
        happening(scenes, 1, own, "sit" if language == "en" else "坐下", ("agent", 1)),
        happening(scenes, 1, line, trigger, ("agent", 2), number=2),
    ]
    told = [memory.text for memory in draw(scenes, units, language=language).records if memory.kind == "witnessed"]
    assert bool(told) is seen
