"""Who is present from first appearance to exit: only what the text says, in English and in Chinese."""

from pathlib import Path

import pytest
from unit.screenplay.reading import read

from linedscript.screenplay.appearances import Appearance, appearances, cast_of

SHARED = Path(__file__).parents[4] / "shared" / "data" / "screenplays"
CAST = "NORA\nYes.\n\nILYA\nNo.\n\nMRS. VALE\nWell.\n\n"


def rows(action: str, cast: str = CAST) -> dict[str, Appearance]:
    """What a scene shows after one in which everyone speaks."""
    reading = read(f"INT. CAST - DAY\n\n{cast}INT. OFFICE - NIGHT\n\n{action}\n")
    return {row.character: row for row in appearances(reading.scenes[1], cast_of(reading.scenes))}


def quotes(action: str, name: str = "NORA") -> tuple[str | None, str | None]:
    reading = read(f"INT. CAST - DAY\n\n{CAST}INT. OFFICE - NIGHT\n\n{action}\n")
    scene = reading.scenes[1]
    row = next((row for row in appearances(scene, cast_of(reading.scenes)) if row.character == name), None)
    if row is None:
        return None, None
    return scene.text[slice(*row.quote)], row.exit_quote and scene.text[slice(*row.exit_quote)]


def chinese(body: str) -> dict[str, Appearance]:
    cast = "林晚：好。\n\n苏青：嗯。\n\n老周：走。\n\n"
    reading = read(f"第一场 内 客厅 日\n\n{cast}第二场 内 客厅 夜\n\n{body}\n", "zh")
    return {row.character: row for row in appearances(reading.scenes[1], cast_of(reading.scenes))}


def test_a_cue_is_presence_from_its_first_character_on():
    row = rows("The stove ticks.\n\nNORA\nLate.\n")["NORA"]
    assert (row.present, row.how, row.element) == (True, "cue", 2)


def test_a_voice_over_is_never_presence_and_one_from_off_is():
    found = rows("NORA (V.O.)\nLate.\n\nILYA (O.S.)\nSorry.\n")
    assert (found["NORA"].present, found["NORA"].how) == (False, "cue_over")
    assert (found["ILYA"].present, found["ILYA"].how) == (True, "cue_off")


def test_a_voice_over_gives_way_to_the_first_presence():
    row = rows("NORA (V.O.)\nLate.\n\nNora looks up.\n")["NORA"]
    assert (row.present, row.how) == (True, "named")


@pytest.mark.parametrize(
    "action",
    [
        "NORA, 60, counts coins.",
        "Nora counts coins.",
        "Rain. Nora is at the stove.",
        "Ilya and Nora sit down.",
        "The stove ticks, and Nora slowly looks up.",
        "NORA (60) behind the counter.",
        "As Nora opens the tin, it rains.",
    ],
)
def test_whom_a_sentence_of_action_is_about_is_present(action):
    assert rows(action)["NORA"].how == "named"


@pytest.mark.parametrize(
    "action",
    [
        "A photograph of NORA, 60, in a frame.",
        "Nora's coat hangs by the door.",
        "Ilya thinks of Nora.",
        "Ilya waits for Nora.",
        "Nora is gone.",
        "Nora isn't here.",
        "On the screen, Nora laughs.",
        "The name Nora on an envelope.",
        "A letter to Nora lies on the table.",
        "Ilya remembers how Nora laughs.",
    ],
)
def test_whom_a_sentence_only_mentions_is_not(action):
    assert "NORA" not in rows(action)


@pytest.mark.parametrize(
    "action", ["Nora enters.", "Ilya reads. Nora walks in with a lamp.", "Enter NORA and MRS. VALE.", "[Enter NORA.]"]
)
def test_who_comes_in_enters(action):
    assert rows(action)["NORA"].how == "enters"


@pytest.mark.parametrize(
    ("action", "quote"),
    [
        ("Nora leaves.", "Nora leaves."),
        ("Nora puts down the tin and walks out. Rain.", "Nora puts down the tin and walks out."),
        ("Nora and Ilya exit.", "Nora and Ilya exit."),
        ("NORA\nNever.\n\nNora storms out of the room.", "Nora storms out of the room."),
        ("NORA\nNever.\n\n[Exit NORA.]", "[Exit NORA.]"),
        ("NORA\nNever.\n\n[Exit.]", "[Exit.]"),
        ("NORA\nNever.\n\n[Exeunt.]", "[Exeunt.]"),
        ("NORA\nNever.\n\nILYA\nNo.\n\n[Exeunt all but ILYA.]", "[Exeunt all but ILYA.]"),
    ],
)
def test_who_goes_out_has_an_exit_with_its_sentence(action, quote):
    assert quotes(action)[1] == quote


@pytest.mark.parametrize(
    "action",
    [
        "Nora leaves the keys on the table.",
        "Nora exits the car.",
        "Nora counts as Ilya leaves.",
        "NORA\nNever.\n\nIlya leaves.",
        "NORA\nNever.\n\nHe leaves.",
        "Nora leaves. Nora comes in again.",
        "Nora leaves.\n\nNORA (O.S.)\nStill here!",
        "NORA\nNever.\n\nILYA\nNo.\n\n[Exeunt all but NORA.]",
        "Nora never leaves.",
    ],
)
def test_who_stays_or_comes_back_has_none(action):
    assert quotes(action)[0] is not None and quotes(action)[1] is None


def test_an_abbreviation_ends_no_sentence():
    row = rows("Mrs. Vale enters.")["MRS. VALE"]
    assert row.how == "enters"


def test_offsets_are_of_the_scenes_text():
    reading = read(f"INT. CAST - DAY\n\n{CAST}INT. OFFICE - NIGHT\n\nRain. Nora enters.\n\nNORA\nHi.\n\nNora leaves.\n")
    scene = reading.scenes[1]
    (row,) = appearances(scene, cast_of(reading.scenes))
    assert scene.text[row.offset :].startswith("Nora enters") and scene.text[row.exit_offset :].startswith("leaves")
    assert scene.elements[row.element].kind == "action" and row.exit_element == len(scene.elements) - 1


def test_groups_are_no_characters_and_several_speakers_are_each_one():
    reading = read("INT. A - DAY\n\nALL\nHey!\n\nNORA & ILYA\nHey!\n")
    assert cast_of(reading.scenes) == ("NORA", "ILYA")


@pytest.mark.parametrize(
    ("body", "how"),
    [
        ("林晚坐在窗边。", "named"),
        ("雨停了。林晚推门进来。", "enters"),
        ("林晚、苏青上。", "enters"),
        ("苏青和林晚坐下。", "named"),
    ],
)
def test_chinese_action_shows_whom_a_clause_is_about(body, how):
    assert chinese(f"△{body}")["林晚"].how == how


@pytest.mark.parametrize("body", ["林晚的外套挂在门边。", "墙上是林晚的照片。", "苏青想起林晚。", "林晚不在。"])
def test_chinese_mentions_are_no_presence(body):
    assert "林晚" not in chinese(f"△{body}")


@pytest.mark.parametrize("body", ["林晚下。", "林晚、苏青同下。", "林晚转身离开。", "林晚走出房间。"])
def test_chinese_exits(body):
    assert chinese(f"△林晚坐着。\n\n△{body}")["林晚"].exit_quote is not None


@pytest.mark.parametrize("body", ["林晚坐下。", "林晚放下茶杯。", "林晚走下来，坐在旁边。", "苏青离开。"])
def test_chinese_sitting_down_is_no_exit(body):
    assert chinese(f"△林晚坐着。\n\n△{body}")["林晚"].exit_quote is None


def test_a_bracket_that_says_down_sends_the_speaker_off():
    assert chinese("林晚：再会！（下。）")["林晚"].exit_how == "direction"


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
def test_a_printed_play_brings_its_persons_on_and_off():
    reading = read(next(SHARED.glob("*哈姆莱特*")).read_bytes(), "zh", budget=2000)
    found = {row.character: row for row in appearances(reading.scenes[0], cast_of(reading.scenes))}
    scene = reading.scenes[0].text
    assert found["霍拉旭"].how == "enters" and scene[slice(*found["霍拉旭"].quote)] == "霍拉旭及马西勒斯上。"
    assert all(found[name].exit_how == "direction" for name in ("弗兰西斯科", "勃那多", "霍拉旭", "鬼魂"))
