"""What a reading comes to, and what a person should look at."""

from pathlib import Path

from shown import look
from unit.screenplay.fdx_files import document, paragraph

from linedscript.screenplay.showing.doubts import Doubt, doubts
from linedscript.screenplay.showing.facts import facts
from linedscript.screenplay.showing.summary import summarize


def told(folder: Path, text: str | bytes, name: str = "script.fountain", **options) -> dict[str, Doubt]:
    shown = look(folder, text, name, **options)
    return {doubt.code: doubt for doubt in doubts(shown, summarize(shown))}


def test_the_cast_is_counted_by_cues_with_the_words_that_are_spoken(tmp_path: Path):
    text = "INT. A - DAY\n\nANN\n(low)\nOne two.\n\nBEN (V.O.)\nThree.\n\nINT. B - DAY\n\nANN\nFour.\n"
    cast = summarize(look(tmp_path, text)).cast
    assert [(one.name, one.speeches, one.words, one.scenes, one.voices) for one in cast] == [
        ("ANN", 2, 3, 2, ("on",)),
        ("BEN", 1, 1, 1, ("over",)),
    ]


def test_a_chinese_cast_is_counted_in_characters(tmp_path: Path):
    cast = summarize(look(tmp_path, "第一场 内景 客厅 夜\n\n张三：有人吗？\n李四：我在。\n", "a.txt")).cast
    assert [(one.name, one.words) for one in cast] == [("张三", 4), ("李四", 3)]


def test_kept_and_removed_characters_add_up(tmp_path: Path):
    text = "Title: T\n\nINT. A - DAY\n\nRain. /* no */ More.\n"
    summary = summarize(look(tmp_path, text))
    assert summary.proof.holds and summary.proof.total == len(text)
    assert summary.removed == {"title_page": (1, 10), "boneyard": (1, 8)}


def test_line_ends_are_counted_by_kind(tmp_path: Path):
    facts_ = dict(facts(shown := look(tmp_path, "INT. A - DAY\r\n\r\nX.\n"), summarize(shown)))
    assert "line ends 1 LF, 2 CRLF" in facts_["size"]


def test_a_plain_good_script_leaves_no_doubt(tmp_path: Path):
    assert not told(tmp_path, "INT. A - DAY\n\nShe waits.\n\nANN\nYes.\n")


def test_a_cue_without_speech_is_told_with_its_line(tmp_path: Path):
    found = told(tmp_path, "INT. A - DAY\n\nANN\nYes.\n\nBEN\n(nods)\n")["cue-without-speech"]
    assert [(place.line, place.text) for place in found.places] == [(6, "BEN")]


def test_a_text_without_headings_is_told(tmp_path: Path):
    assert "no-heading" in told(tmp_path, "ANN\nYes.\n")


def test_a_text_in_which_nobody_speaks_is_told(tmp_path: Path):
    assert "no-cue" in told(tmp_path, "INT. A - DAY\n\nRain.\n")


def test_a_heading_without_story_is_told(tmp_path: Path):
    found = told(tmp_path, "INT. A - DAY\n\nINT. B - DAY\n\nRain.\n")["scene-without-story"]
    assert [place.line for place in found.places] == [1]


def test_a_speaker_s_name_that_stands_as_action_is_told(tmp_path: Path):
    text = "INT. A - DAY\n\nANN\nYes.\n\nANN\nNo.\n\nANN\n\nRain.\n"
    assert [place.line for place in told(tmp_path, text)["name-in-action"].places] == [9]


def test_action_that_opens_like_a_heading_is_told(tmp_path: Path):
    text = "INT. A - DAY\n\nRain.\nINT. B - DAY\nMore.\n\nANN\nYes.\n"
    assert told(tmp_path, text)["heading-in-action"].places[0].text == "INT. B - DAY"


def test_a_hidden_character_is_told_by_name(tmp_path: Path):
    found = told(tmp_path, "INT. A - DAY\n\nHe says \u202egnorts.\n\nANN\nYes.\n")["hidden-characters"]
    assert "RLO (U+202E)" in found.problem and found.places[0].line == 3 and "‹RLO›" in found.places[0].text


def test_a_byte_order_mark_at_the_start_is_nothing_hidden(tmp_path: Path):
    assert not told(tmp_path, "\ufeffINT. A - DAY\n\nRain.\n\nANN\nYes.\n")


def test_replaced_bytes_are_told(tmp_path: Path):
    data = "INT. A - DAY\n\nÉté à la mer, où l'été dure.\n\nANN\nYes.\n".encode() + b"\xff\n"
    found = told(tmp_path, data, encoding="utf-8", errors="replace")["replaced-characters"]
    assert found.places[0].line == 7


def test_a_script_that_is_almost_all_dialogue_is_told(tmp_path: Path):
    text = "INT. A - DAY\n\n" + "ANN\n" + "I talk and talk. " * 400 + "\n"
    assert "dialogue" in told(tmp_path, text)["unusual-share"].problem


def test_a_script_of_which_most_is_removed_is_told(tmp_path: Path):
    text = "/* " + "old text " * 600 + "*/\n\nINT. A - DAY\n\nRain.\n\nANN\nYes.\n"
    assert "removed" in told(tmp_path, text)["unusual-share"].problem


def test_a_scene_heading_without_words_is_a_warning_with_its_line(tmp_path: Path):
    heading, hay = paragraph("Scene Heading", "INT. A - DAY"), paragraph("Action", "Hay.")
    doubt = told(tmp_path, document(heading, hay, paragraph("Scene Heading"), hay), "a.fdx")["empty-heading"]
    assert [place.line for place in doubt.places] == [5]


def test_letters_of_another_writing_leave_the_language_in_doubt(tmp_path: Path):
    text = "ИНТ. МЕЛЬНИЦА - ДЕНЬ\n\nЗерно на полу.\n\nАННА\nДа.\n"
    assert "language-unsure" in told(tmp_path, text)
    assert "language-unsure" not in told(tmp_path, text, language="en")


def test_japanese_leaves_the_language_in_doubt(tmp_path: Path):
    text = "○　水車小屋の中（夜）\n\n　　床に穀物がこぼれている。\n\n花子「もう遅いよ」\n太郎「まだだ」\n"
    assert "language-unsure" in told(tmp_path, text)


def test_a_mark_that_never_closes_is_told(tmp_path: Path):
    assert "open-mark" in told(tmp_path, "INT. A - DAY\n\nRain [[check\n\nANN\nYes.\n")


def test_a_cue_that_reads_as_prose_is_told_and_one_of_several_speakers_is_not(tmp_path: Path):
    text = "INT. A - DAY\n\n{}\nYes.\n"
    assert "long-cue" in told(tmp_path, text.format("THE DOOR AT THE END OF THE LONG CORRIDOR OPENS"))
    assert "long-cue" not in told(tmp_path, text.format("THE TALL WAITRESS & THE SMALL WAITER & THE OLD COOK"))
