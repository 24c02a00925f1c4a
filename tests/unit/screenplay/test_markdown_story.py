"""What stays story in a Markdown script, and what of its first lines is the title page or the list of characters."""

import pytest
from unit.screenplay.reading import contents, cues, elements, kinds, read, removed


def marked(text: str) -> list[tuple[str, str]]:
    return elements(text, "markdown")


@pytest.mark.parametrize(
    "lines",
    [
        "Ann reads the list on the board. It is blood.\n\n**ANN**\nNobody.\n\n",
        "- a hat\n- a coat\n\n**ANN**\nMine.\n\n",
        "| Name |\n|---|\n\nShe folds it.\n\n",
    ],
)
def test_a_section_named_cast_within_the_story_is_story(lines):
    text = f"## INT. HALL - DAY\n\n**BEN**\nWho is in it?\n\n## Cast\n\n{lines}**BEN**\nThen who?\n"
    reading = read(text, format="markdown")
    assert removed(reading) == []
    assert [cue.name for cue in cues(reading)][-1] == "BEN"


@pytest.mark.parametrize(
    "entries",
    [
        "ANN - a baker, who is never late.\nBEN – her son.\n\n",
        "ANN, 40, a baker.\n\nBEN (12): her son.\n\n",
        "**ANN**: a baker\n\n**BEN** — her son\n\n",
    ],
)
def test_names_with_descriptions_above_the_story_are_a_cast_list(entries):
    reading = read(f"## Cast\n\n{entries}Rain falls on the mill.\n\n## INT. A - DAY\n\nSun.\n", format="markdown")
    assert removed(reading) == [("cast_list", f"## Cast\n\n{entries}")]


@pytest.mark.parametrize(
    "lines",
    ["Rain on glass.\n\nLou sits alone.\n\n", "*Rain on glass*\n\n", "The bell.\n\n", "BANG\n\n", "A bus, late\n\n"],
)
def test_short_lines_of_story_under_the_title_stay(lines):
    reading = read(f"# Night Bus\n\n{lines}## INT. BUS - NIGHT\n\nRain.\n", format="markdown")
    assert removed(reading) == [("title_page", "# Night Bus\n\n")]


@pytest.mark.parametrize(
    "lines",
    [
        "by Ann Poe",
        "*by Ann Poe*",
        "**Written by Ann Poe**",
        "Written by\n\nAnn Poe",
        "Ann Poe\nann@example.com\nc/o The Mill Agency\n4 Quay Street\nCarrow, ME 04101",
        "Ann Poe\n\nSecond draft\n\nAnn Poe\n(207) 555-0142",
        "Contact: ann@example.com",
        "**Draft:** second",
        "Second draft, 3 May 2024",
        "May 3, 2024",
        "编剧：林晚",
        "2024年5月",
        "Copyright 2024 Ann Poe. All rights reserved.",
        "www.example.com",
    ],
)
def test_who_when_and_how_to_reach_them_under_the_title_are_the_title_page(lines):
    front = f"# Night Bus\n\n{lines}\n\n"
    assert removed(read(f"{front}## INT. BUS - NIGHT\n\nRain.\n", format="markdown")) == [("title_page", front)]


@pytest.mark.parametrize(("line", "own"), [("*(low)*", "(low)"), ("(low)", "(low)"), ("*low*", "low")])
def test_speech_behind_a_parenthetical_with_blank_lines_between_is_speech(line, own):
    text = f"## INT. A - DAY\n\n**ANN**\n\n{line}\n\nHi there.\n\nShe goes.\n"
    assert marked(text)[1:] == [
        ("cue", "ANN"),
        ("parenthetical", own),
        ("dialogue", "Hi there."),
        ("action", "She goes."),
    ]


def test_chinese_speech_behind_a_parenthetical_with_blank_lines_between_is_speech():
    reading = read("## 第一场 内景 客厅 夜\n\n**林晚**\n\n（低声）\n\n走吧。\n\n△雨。\n", "zh", format="markdown")
    assert [kind for kind, _ in contents(reading)] == ["heading", "cue", "parenthetical", "dialogue", "action"]


@pytest.mark.parametrize("end", ["CUT TO:", "## INT. B - DAY"])
def test_what_ends_a_scene_behind_a_parenthetical_is_no_speech(end):
    assert "dialogue" not in kinds(f"## INT. A - DAY\n\n**ANN**\n\n(low)\n\n{end}\n\nRain.\n", "markdown")


def test_a_quoted_name_over_its_words_is_a_cue():
    assert marked("## INT. A - DAY\n\n> LOU\n> I'm home.\n")[1:] == [("cue", "LOU"), ("dialogue", "I'm home.")]


@pytest.mark.parametrize("line", ["LOU", "BANG", "A LOUD NOISE"])
def test_a_quoted_line_in_capitals_that_ends_like_no_transition_is_none(line):
    assert "transition" not in kinds(f"## INT. A - DAY\n\nRain.\n\n> {line}\n\nSun.\n", "markdown")


@pytest.mark.parametrize("line", ["BURN TO WHITE.", "SMASH CUT TO:", "FADE IN"])
def test_a_quoted_line_in_capitals_that_ends_like_a_transition_is_one(line):
    assert "transition" in kinds(f"## INT. A - DAY\n\nRain.\n\n> {line}\n\nSun.\n", "markdown")


def test_names_in_capitals_in_items_of_a_list_speak():
    said = "## INT. A - DAY\n\nRain.\n\n- ANN: Where?\n- BEN (V.O.): Here.\n- ANN: Now.\n\n## EXT. B - DAY\n\nSun.\n"
    assert [pair for pair in contents(read(said, format="markdown")) if pair[0] in ("cue", "dialogue")] == [
        ("cue", "ANN"),
        ("dialogue", "Where?"),
        ("cue", "BEN"),
        ("dialogue", "Here."),
        ("cue", "ANN"),
        ("dialogue", "Now."),
    ]


@pytest.mark.parametrize("items", ["- ANN: A WIDOW\n- BEN: HER SON", "- A KNIFE\n- a hat", "1. KNIFE\n2. HAT"])
def test_an_item_of_a_list_in_capitals_is_nobodys_cue(items):
    assert kinds(f"## INT. A - DAY\n\nRain.\n\n{items}\n\nSun.\n", "markdown").count("cue") == 0


@pytest.mark.parametrize("manner", ["*(laughing)*", "_(laughing)_", "(laughing)", "**(laughing)**"])
def test_a_bracket_in_emphasis_before_the_colon_parts_no_cue_from_its_speech(manner):
    text = f"## INT. A - DAY\n\n**JON** {manner}: Did you?\n"
    reading = read(text, format="markdown")
    assert ("dialogue", "Did you?") in contents(reading)
    assert [cue.name for cue in cues(reading)] == ["JON"]
