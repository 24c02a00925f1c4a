import pytest
from unit.screenplay.reading import cues, read

from linedscript.errors import LinedscriptError
from linedscript.screenplay.formats.recognize import recognize


def test_a_format_that_the_index_names_is_taken_at_its_word():
    assert read("ANN\nHi.\n", format="plain").source.format == "plain"


def test_an_unknown_format_in_the_index_names_those_that_are_read():
    with pytest.raises(LinedscriptError) as caught:
        read("ANN\nHi.\n", format="celtx")
    assert "fountain" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("Title: A\n\nINT. A - DAY\n\nHi.\n", "en", "fountain"),
        ("INT. A - DAY\n\nANN\nHi.\n", "en", "fountain"),
        ("                    ANN\n          Hi.\n\n                    BEN\n          Ho.\n", "en", "plain"),
        ("ACT I\n\nSCENE 1. A room.\n\nANN. Hello there.\n", "en", "plain"),
        ("第一场 内 客厅 日\n\n林：好。\n", "zh", "chinese"),
        ("林：好。\n\n苏：不好。\n\n林：走。\n\n苏：走。\n", "zh", "chinese"),
        ("# The Tide\n\n## INT. A - DAY\n\n**ANN**\nHi.\n", "en", "markdown"),
        ("**ANN:** Hi.\n\n**BEN:** Ho.\n\n---\n\n**ANN:** Well.\n", "en", "markdown"),
        ("# Act\n\n= What happens\n\nINT. A - DAY\n\n@Ann\nHi.\n\n> OUT\n", "en", "fountain"),
        ("# One\n\n## Inner\n\nINT. A - DAY\n\nX.\n\n# Two\n\nINT. B - DAY\n\nY.\n", "en", "fountain"),
        ("INT. A - DAY\n\n**Rain.** It *pours*.\n\nANN\nHi.\n\nBEN\nHo.\n", "en", "fountain"),
        ("# 雪\n\n## 第一场 内景 客厅 夜\n\n**林**：好。\n", "zh", "markdown"),
        ("## 第一天\n林 走吧。\n苏 好。\n林 快。\n\n## 第二天\n苏 走。\n林 好。\n苏 好。\n", "zh", "markdown"),
    ],
)
def test_the_format_is_told_by_content(text, language, name):
    assert read(text, language).source.format == name


@pytest.mark.parametrize("top", ["Act I", "Act One", "Act I.", "Act 1, Scene 1", "ACT I\n\nScene I", "Erster Akt"])
@pytest.mark.parametrize(
    "line", ["  {}\n    {}\n\n", "    {}\n    {}\n\n", "            {}\n    {}\n\n", "{}\n  {}\n\n"]
)
def test_an_act_above_indented_text_makes_a_play(top, line):
    said = (("ANN", "Where is it?"), ("BEN", "I don't know."), ("ANN", "Then look.")) * 8
    reading = read(f"{top}\n\n    A room. The kettle sings.\n\n" + "".join(line.format(*pair) for pair in said))
    assert reading.source.format == "plain"
    assert len(reading.scenes) == 1 and reading.scenes[0].heading
    assert [cue.name for cue in cues(reading)] == [name for name, _ in said]


def test_acts_over_sluglines_are_no_play():
    text = (
        "ACT ONE\n\nINT. KITCHEN - DAY\n\nA kettle.\n\nANN\nHi.\n\nBEN\nHo.\n\nINT. HALL - DAY\n\nANN\nBye.\n"
        + "\nBEN\nNo.\n" * 9
    )
    assert read(text).source.format == "fountain"


def test_a_text_of_which_nothing_is_left_is_some_format():
    assert recognize("", "en-0001").name == "fountain"
