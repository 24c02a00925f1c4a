"""What a focal character remembers, in whose words, and from when on."""

import msgspec
import pytest
from factories import ASKING, entity, focal, participant, perception, unit
from story import story

from linedscript.backbone.grounding import ground
from linedscript.characters.memories import draw_memories
from linedscript.characters.windows import perceived, windows
from linedscript.engines.rules import memories as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.engines.rules.past_en import past
from linedscript.io.canonical import fields_digest

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


def awake(scenes, scene=1, number=9):
    """Something that Ann does, so that she is there to see the rest."""
    return happening(scenes, scene, "Ann nods.", "nod", ("agent", 1), number=number)


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


def test_what_was_planned_or_reported_is_nobodys_memory():
    scenes = story("INT. A - DAY\nAnn hides the key.")
    units = [happening(scenes, 1, "Ann hides the key.", "hide", ("agent", 1), modality="reported")]
    assert draw(scenes, units).records == []


def test_a_witness_remembers_what_it_saw_and_nothing_else():
    scenes = story("INT. A - DAY\nAnn nods.\nBo hides the key.\nBo breaks the lamp.")
    units = [
        awake(scenes),
        happening(scenes, 1, "Bo hides the key.", "hide", ("agent", 2), number=1),
        happening(scenes, 1, "Bo breaks the lamp.", "break", ("agent", 2), number=2),
    ]
    seen = [sees(units[0], 1), sees(units[1], 1), sees(units[2], 1, witness=False, basis="left")]
    assert [one.text for one in draw(scenes, units, seen=seen).records] == ["I nodded.", "I saw Bo hide the key."]


def test_who_neither_acts_nor_is_spoken_to_in_a_scene_may_be_asleep_in_it():
    scenes = story("INT. A - DAY\nBo hides the key.\nBo covers Ann.")
    units = [
        happening(scenes, 1, "Bo hides the key.", "hide", ("agent", 2)),
        happening(scenes, 1, "Bo covers Ann.", "cover", ("agent", 2), ("patient", 1), number=2),
    ]
    assert draw(scenes, units).records == []


@pytest.mark.parametrize(("parts", "texts"), [((), 0), ((("addressee", 1),), 1)])
def test_a_voice_over_reaches_only_whom_it_speaks_to(parts, texts):
    scenes = story("INT. A - DAY\nAnn nods.\n@BO (V.O.): Come home.")
    said = "Bo orders Ann: “Come home.”" if parts else "Bo speaks: “Come home.”"
    voice = happening(scenes, 1, said, "order" if parts else "speak", ("speaker", 2), *parts, passage="Come home.")
    outcome = draw(scenes, [awake(scenes), voice])
    assert len([one for one in outcome.records if one.units == ("s0001.u01",)]) == texts


def test_a_memory_is_had_from_the_end_of_its_last_evidence():
    scenes = story("INT. A - DAY\nAnn hides the key.")
    memory = draw(scenes, [happening(scenes, 1, "Ann hides the key.", "hide", ("agent", 1))]).records[0]
    assert (memory.at.scene, memory.at.offset) == ("s0001", memory.evidence[-1].end)


def test_a_memory_cites_its_units_what_was_perceived_and_the_names_that_it_says():
    scenes = story("INT. A - DAY\nAnn nods.\nBo hides the key.")
    one = happening(scenes, 1, "Bo hides the key.", "hide", ("agent", 2))
    memory = next(m for m in draw(scenes, [one, awake(scenes)]).records if m.units == (one.id,))
    assert [(cite.layer, cite.record, cite.fields) for cite in memory.cites] == [
        ("entities", "ent-0002", ("name",)),
        ("perception", "s0001.u01:ent-0001", ("participant", "witness")),
        ("units", "s0001.u01", ("summary", "participants", "polarity", "modality")),
    ]
    assert memory.cites[2].digest == fields_digest(one, memory.cites[2].fields)


def test_ids_run_by_character_and_moment():
    scenes = story("INT. A - DAY\nAnn hides the key.", "INT. B - DAY\nAnn finds the key.")
    units = [
        happening(scenes, 2, "Ann finds the key.", "find", ("agent", 1)),
        happening(scenes, 1, "Ann hides the key.", "hide", ("agent", 1)),
    ]
    assert [(one.id, one.text) for one in draw(scenes, units).records] == [
        ("mm-0001", "I hid the key."),
        ("mm-0002", "I found the key."),
    ]


def reply(**changes):
    return lambda payload: {
        "memories": [{"kind": "did", "text": "I hid the key.", "units": ["s0001.u01"]} | changes],
        "unworded": [],
    }


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"units": ["s0009.u01"]}, "not-in-window"),
        ({"text": "The key was hidden."}, "not-first-person"),
        ({"text": "“I hid it,” said the key."}, "not-first-person"),
        ({"text": "Ann hid the key, and I know."}, "speaks-of-itself-by-name"),
        ({"kind": "was_told"}, "nobody-tells"),
        ({"text": f"I said: “{'key ' * 21}”"}, "quotes-too-much"),
    ],
)
def test_a_reply_that_breaks_a_rule_of_memories_is_refused_by_name(changes, code):
    scenes = story("INT. A - DAY\nAnn hides the key.")
    units = [happening(scenes, 1, "Ann hides the key.", "hide", ("agent", 1))]
    outcome = draw(scenes, units, annotate=reply(**changes))
    assert outcome.records == []
    assert [entry.code for entry in outcome.ledger if entry.outcome == "refused_record"] == [code]


def test_what_the_character_only_watched_is_no_deed_of_its():
    scenes = story("INT. A - DAY\nBo hides the key.\nAnn nods.")
    units = [happening(scenes, 1, "Bo hides the key.", "hide", ("agent", 2)), awake(scenes)]
    outcome = draw(scenes, units, annotate=reply())
    assert [entry.code for entry in outcome.ledger if entry.outcome == "refused_record"] == ["not-done"]


def test_no_more_than_the_bound_are_kept_of_a_window_and_the_weighty_ones_first():
    lines = ["Ann nods.", "Ann turns.", "Ann steals the key."]
    scenes = story("INT. A - DAY\n" + "\n".join(lines))
    units = [
        happening(scenes, 1, line, trigger, ("agent", 1), number=number)
        for number, (line, trigger) in enumerate(zip(lines, ("nod", "turn", "steal"), strict=True), 1)
    ]
    assert [one.text for one in draw(scenes, units, per_window=1).records] == ["I stole the key."]


def test_a_question_shows_nothing_of_films_and_only_what_was_perceived():
    asked = []

    def listen(payload):
        asked.append(payload)
        return {"memories": [], "unworded": []}

    scenes = story("INT. A - DAY\nAnn nods.\nBo hides the key.")
    units = [awake(scenes), happening(scenes, 1, "Bo hides the key.", "hide", ("agent", 2))]
    draw(scenes, units, annotate=listen, seen=[sees(units[0], 1), sees(units[1], 1, witness=False)])
    assert b"key" not in msgspec.json.encode(asked) and b"en-0001" not in msgspec.json.encode(asked)


def test_windows_roll_over_scenes_and_show_the_end_of_the_one_before():
    scenes = story(*(f"INT. A{number} - DAY\nAnn nods." for number in range(6)))
    units = [awake(scenes, number, 1) for number in range(1, 7)]
    seen = perceived(scenes, units, [sees(one, 1) for one in units], {"ent-0001": ANN})["ent-0001"]
    found = list(windows("ent-0001", seen, 2, 24, 1))
    assert [one.scenes for one in found] == [("s0001", "s0002"), ("s0003", "s0004"), ("s0005", "s0006")]
    assert [[held.unit.id for held in one.before] for one in found] == [[], ["s0002.u01"], ["s0004.u01"]]


def test_every_unit_is_in_one_window_and_a_scene_that_is_too_long_is_cut():
    scenes = story("INT. A - DAY\nAnn nods.", "INT. B - DAY\nAnn nods.")
    units = [awake(scenes, 1, number) for number in range(1, 8)] + [awake(scenes, 2, 1)]
    seen = perceived(scenes, units, [sees(one, 1) for one in units], {"ent-0001": ANN})["ent-0001"]
    found = list(windows("ent-0001", seen, 5, 3, 0))
    assert [one.unit.id for window in found for one in window.seen] == [one.unit.id for one in seen]
    assert max(len(one.seen) for one in found) == 3
    assert len({one.key for one in found}) == len(found)


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


@pytest.mark.parametrize("line", ["Bo corrects.", "Bo reads that twice."])
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
