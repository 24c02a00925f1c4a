"""What a focal character remembers, from when on, and which memories are refused."""

import msgspec
import pytest
from story import story
from unit.characters.remembered import ANN, draw, happening, sees

from linedscript.characters.windows import perceived, windows
from linedscript.io.canonical import fields_digest


def awake(scenes, scene=1, number=9):
    """Something that Ann does, so that she is there to see the rest."""
    return happening(scenes, scene, "Ann nods.", "nod", ("agent", 1), number=number)


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
