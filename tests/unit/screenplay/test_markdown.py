"""Markdown scripts: headings, bold cues, italics, quotes, rules, front matter, lists of characters, code fences."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.screenplay.reading import contents, cues, elements, kinds, read, removed

from linedscript.errors import LinedscriptError
from linedscript.screenplay.validation import rebuild


def marked(text: str) -> list[tuple[str, str]]:
    return elements(text, "markdown")


@pytest.mark.parametrize("level", ["#", "##", "####"])
def test_a_heading_of_any_level_with_a_slugline_opens_a_scene(level):
    reading = read(
        f"{level} INT. HOUSE - KITCHEN - DAY\n\nRain.\n\n{level} EXT. QUAY - NIGHT\n\nMore.\n", format="markdown"
    )
    assert [(scene.heading.place, scene.heading.time) for scene in reading.scenes] == [
        ("HOUSE - KITCHEN", "DAY"),
        ("QUAY", "NIGHT"),
    ]


def test_a_headings_number_emphasis_and_closing_marks_are_not_its_text():
    reading = read("## 12. **INT. HOUSE - DAY** ##\n\nRain.\n", format="markdown")
    heading = reading.scenes[0].heading
    assert (heading.number, heading.text) == ("12", "INT. HOUSE - DAY")
    assert next(contents(reading)) == ("heading", "INT. HOUSE - DAY")


@pytest.mark.parametrize(
    ("line", "number", "place"),
    [
        ("## 第一场 内景 客厅 夜", "一", "客厅"),
        ("### 场景二：外景 街 日", "二", "街"),
        ("## 1-2 客厅 夜 内", "1-2", "客厅"),
        ("**第三场 内景 仓库 夜**", "三", "仓库"),
        ("## 一、第四场 外景 桥 黄昏", "四", "桥"),
    ],
)
def test_a_chinese_heading_is_read_with_its_fields(line, number, place):
    reading = read(f"{line}\n\n△雨。\n\n**林**：好。\n", "zh", format="markdown")
    heading = reading.scenes[0].heading
    assert (heading.number, heading.place) == (number, place)


def test_a_heading_ends_the_speech_above_it_without_a_blank_line():
    text = "**ANN:** Hi.\n## INT. A - DAY\nRain.\n"
    assert kinds(text, "markdown") == ["cue", "dialogue", "heading", "action"]


def test_headings_that_name_no_place_are_sections():
    text = "# Part Two\n\n## The Mill\n\n### INT. MILL - DAY\n\nDust.\n"
    assert kinds(
        "Words that open the story, long enough for no title of any kind that is known.\n\n" + text, "markdown"
    ) == ["action", "section", "section", "heading", "action"]


@pytest.mark.parametrize(
    ("text", "name", "extensions"),
    [
        ("**ANN**\nHi.", "ANN", ()),
        ("**ANN**\n\nHi.", "ANN", ()),
        ("**ANN** (V.O.)\nHi.", "ANN", ("V.O.",)),
        ("**ANN (O.S.)**\nHi.", "ANN", ("O.S.",)),
        ("**ANN:** Hi.", "ANN", ()),
        ("**ANN**: Hi.", "ANN", ()),
        ("**ANN (V.O.):** Hi.", "ANN", ("V.O.",)),
        ("__ANN:__ Hi.", "ANN", ()),
        ("**Ann:** Hi.", "Ann", ()),
        ("> **ANN:** Hi.", "ANN", ()),
        ("> [!character] ANN\n> Hi.", "ANN", ()),
        ("ANN: Hi.", "ANN", ()),
        ("ANN\nHi.", "ANN", ()),
    ],
)
def test_a_cue_is_read_however_markdown_sets_it(text, name, extensions):
    reading = read(f"## INT. A - DAY\n\n{text}\n", format="markdown")
    assert [(cue.name, cue.extensions) for cue in cues(reading)] == [(name, extensions)]
    assert list(contents(reading))[1:] == [("cue", name), ("dialogue", "Hi.")]


@pytest.mark.parametrize(
    ("text", "name", "extensions"),
    [
        ("**林**：好。", "林", ()),
        ("**林：**好。", "林", ()),
        ("**林**:好。", "林", ()),
        ("**林晚秋**（画外音）：好。", "林晚秋", ("画外音",)),
        ("**林晚秋（画外音）**：好。", "林晚秋", ("画外音",)),
        ("林：好。", "林", ()),
    ],
)
def test_a_chinese_cue_is_read_however_markdown_sets_it(text, name, extensions):
    reading = read(f"## 第一场 内景 客厅 夜\n\n{text}\n", "zh", format="markdown")
    assert [(cue.name, cue.extensions) for cue in cues(reading)] == [(name, extensions)]
    assert list(contents(reading))[1:] == [("cue", name), ("dialogue", "好。")]


@pytest.mark.parametrize(
    "text", ["**BANG!**", "**A shot rings out, then another.**", "**CUT TO:**", "**Note:** check this."]
)
def test_emphasis_alone_makes_no_cue(text):
    assert "cue" not in kinds(f"## INT. A - DAY\n\n{text}\n\nRain.\n", "markdown")


@pytest.mark.parametrize(
    ("line", "own"),
    [("*(low)*", "(low)"), ("(low)", "(low)"), ("_(low)_", "(low)"), ("*low*", "low"), ("_low_", "low")],
)
def test_brackets_or_italics_under_a_cue_are_a_parenthetical(line, own):
    text = f"**ANN**\n{line}\nHi.\n{line}\nHo.\n"
    assert marked(text) == [
        ("cue", "ANN"),
        ("parenthetical", own),
        ("dialogue", "Hi."),
        ("parenthetical", own),
        ("dialogue", "Ho."),
    ]


@pytest.mark.parametrize("lead", ["(low) ", "*(low)* ", "*(low)*"])
def test_a_bracket_that_leads_a_speech_is_a_parenthetical(lead):
    assert marked(f"**ANN:** {lead}Hi *there*.\n") == [
        ("cue", "ANN"),
        ("parenthetical", "(low)"),
        ("dialogue", "Hi *there*."),
    ]


def test_italics_away_from_a_speech_are_action():
    assert kinds("## INT. A - DAY\n\n*Rain falls.*\n", "markdown") == ["heading", "action"]


def test_a_speech_goes_on_over_hard_line_breaks_to_the_blank_line():
    assert marked("**ANN:** Hi.  \nAnd more.\\\nAnd more yet.\n\nShe goes.\n") == [
        ("cue", "ANN"),
        ("dialogue", "Hi.  \nAnd more.\\\nAnd more yet."),
        ("action", "She goes."),
    ]


def test_a_quoted_line_in_capitals_is_a_transition():
    assert marked("## INT. A - DAY\n\nRain.\n\n> CUT TO:\n\n## INT. B - DAY\n\nSun.\n")[2] == ("transition", "CUT TO:")


def test_labels_under_a_heading_are_its_fields():
    reading = read("## SCENE 4\n\n**Location:** Kitchen\n**Time:** Night\n\nRain.\n", format="markdown")
    heading = reading.scenes[0].heading
    assert (heading.number, heading.place, heading.time) == ("4", "Kitchen", "Night")
    assert [kind for kind, _ in contents(reading)] == ["heading", "action"]


def test_rules_are_cut_as_page_breaks_and_join_nothing():
    reading = read("## INT. A - DAY\n\nRain.\n\n---\n\nSun.\n\n***\n\n* * *\n\nWind.\n", format="markdown")
    assert [reason for reason, _ in removed(reading)] == ["page_break", "page_break"]
    assert [text for kind, text in contents(reading) if kind == "action"] == ["Rain.", "Sun.", "Wind."]


def test_front_matter_and_the_title_with_its_contacts_are_the_title_page():
    text = (
        "---\ntitle: The Tide\nauthors:\n  - Ann Poe\n---\n\n"
        "# The Tide\n\nby Ann Poe\nann@example.com\n(207) 555-0142\n\n## INT. A - DAY\n\nRain.\n"
    )
    reading = read(text, format="markdown")
    assert removed(reading) == [("title_page", text[: text.index("## INT.")])]


def test_a_title_that_is_a_scene_stays():
    assert removed(read("# INT. A - DAY\n\nRain.\n", format="markdown")) == []


def test_prose_under_the_title_stays():
    prose = "It has rained for a week, and nobody in the town of Carrow believes that it will ever stop again."
    reading = read(f"# The Tide\n\n{prose}\n\n## INT. A - DAY\n\nRain.\n", format="markdown")
    assert ("action", prose) in list(contents(reading))


@pytest.mark.parametrize(
    "cast",
    [
        "## Characters\n\n- **ANN**, 40\n- **BEN**: a baker\n\n",
        "## Cast\n\n| Name | Age |\n|---|---|\n| Ann | 40 |\n\n",
        "**Characters:**\n- Ann\n- Ben\n\n",
        "| Name | Age |\n|---|---|\n| Ann | 40 |\n\n",
        "### 人物表\n\n- 林：二十岁\n\n",
    ],
)
def test_a_list_or_table_of_characters_is_cut_as_one(cast):
    reading = read(f"{cast}## INT. A - DAY\n\nRain.\n", format="markdown")
    assert removed(reading) == [("cast_list", cast)]


def test_a_comment_is_cut():
    reading = read("## INT. A - DAY\n\nRain <!-- heavy -->falls.\n", format="markdown")
    assert removed(reading) == [("boneyard", "<!-- heavy -->")]


@pytest.mark.parametrize("label", ["fountain", "screenplay", "Fountain"])
def test_a_fence_that_says_so_holds_fountain(label):
    about = "Some words about it, and more, so that the fence is not the most of this."
    text = f"{about}\n\n```{label}\nINT. A - DAY\n\n@Ann\n~La\n```\n\nAfter.\n"
    assert kinds(text, "markdown") == ["action", "heading", "cue", "lyric", "action"]


def test_a_fence_without_a_label_is_the_script_where_it_is_most_of_the_text():
    assert kinds("Here:\n\n```\nINT. A - DAY\n\nANN\nHi.\n```\n", "markdown") == [
        "action",
        "heading",
        "cue",
        "dialogue",
    ]


def test_an_example_in_a_fence_is_no_scene():
    prose = "This guide tells how scripts are written. " * 3
    assert "heading" not in kinds(f"# Guide\n\n{prose}\n\n```\nINT. A - DAY\n```\n\n{prose}\n", "markdown")


def test_a_guide_that_only_shows_examples_is_refused_as_no_screenplay():
    text = (
        "# How to\n\n## Format\n\n| Mark | Use |\n|---|---|\n| INT. | inside |\n\n"
        "```\nINT. A - DAY\n\nANN\nHi.\n```\n\n"
        "## Questions\n\n### Q: Why?\nA: So that it is clear, as everybody who has read one of them knows.\n\n"
        "### Q: How?\nA: By practice, and by reading a great many of those that were made into films.\n\n"
        "### Q: When?\nA: Always, and in every script that is written from now on.\n"
    )
    with pytest.raises(LinedscriptError) as caught:
        read(text)
    assert caught.value.code == "no-scene" and "markdown" in caught.value.problem


def test_a_script_without_scene_headings_has_its_sections_for_scenes():
    reading = read("# 雪\n\n## 第一天\n林 走吧。\n苏 好。\n林 快。\n\n## 第二天\n苏 走。\n林 好。\n苏 好。\n", "zh")
    assert [scene.heading.text for scene in reading.scenes] == ["第一天", "第二天"]


def test_a_section_without_text_opens_the_scene_below_it():
    text = "## One\n\n**ANN:** Hi.\n\n**BEN:** Ho.\n\n## The End\n\n### Two\n\n**ANN:** Well.\n\n**BEN:** So.\n"
    reading = read(text, format="markdown")
    assert [scene.heading.text for scene in reading.scenes] == ["One", "Two"]
    assert reading.scenes[1].text.startswith("## The End")


LINES = [
    "",
    "",
    "# Title",
    "## INT. HOUSE - DAY",
    "### 第一场 内景 客厅 夜",
    "## 第一天",
    "**ANN**",
    "**ANN:** Hi.",
    "**林**：（笑）好。",
    "*(low)*",
    "*low*",
    "(low) Hi.",
    "> quoted",
    "> **BEN:** Ho.",
    "---",
    "***",
    "```",
    "```fountain",
    "| a | b |",
    "- item",
    "## Characters",
    "**Location:** A",
    "Plain words.  ",
    "words\\",
    "<!-- c -->",
    "<!--",
    "ANN",
    "ANN: Hi.",
    "△雨。",
    "> CUT TO:",
    "title: x",
    "Q: Why?",
    "**",
    "# ",
    "> ",
    "a<br>",
    "\u3000**苏**\u3000",
]


@given(
    lines=st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=8)), max_size=30),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    language=st.sampled_from(["en", "zh"]),
)
@settings(max_examples=300, deadline=None)
def test_random_markdown_is_partitioned_exactly_with_elements_in_order(lines, end, language):
    try:
        reading = read(end.join(lines), language, format="markdown", encoding="utf-8", budget=60)
    except LinedscriptError as error:
        assert error.code in ("no-scene", "empty-file", "binary-file")
        return
    assert rebuild(reading.scenes, reading.removed, reading.text) == reading.text
    for scene in reading.scenes:
        assert "".join(scene.text[element.start : element.end] for element in scene.elements) == scene.text
        for element in scene.elements:
            assert element.start <= element.content[0] <= element.content[1] <= element.end


SHARED = Path(__file__).parents[4] / "shared" / "data" / "screenplays"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")


@needs_shared
def test_a_games_script_has_a_scene_for_each_section_that_has_text():
    reading = read(next(SHARED.glob("Potato*.md")).read_bytes(), "zh")
    assert reading.source.format == "markdown" and len(reading.scenes) == 19
    assert [scene.heading.text for scene in reading.scenes[1:5]] == ["夜晚的片段", "第一天：", "夜晚的片段", "第二天："]
    assert Counter(cue.name for cue in cues(reading)).most_common(3) == [("猫猫", 96), ("？？？", 53), ("妈妈", 26)]
    assert [reason for reason, _ in removed(reading)] == ["title_page"]


@needs_shared
def test_a_guide_to_the_format_is_refused_as_no_screenplay():
    with pytest.raises(LinedscriptError) as caught:
        read(next(SHARED.glob("wordflowlab*.md")).read_bytes(), "zh")
    assert caught.value.code == "no-scene"


@pytest.mark.parametrize("top", ["## INT. KITCHEN - DAY\n\n", "## Scene 1\n\n", ""])
@pytest.mark.parametrize("item", ["- **{}**: {}\n", "* **{}:** {}\n", "1. **{}**: {}\n", "- __{}__: {}\n\n"])
@pytest.mark.parametrize("case", [str.upper, str.title])
def test_speeches_in_a_list_are_speeches(top, item, case):
    said = [(case(name), speech) for name, speech in (("ann", "Where?"), ("ben", "Gone."), ("ann", "Oh."))]
    text = top + "".join(item.format(*pair) for pair in said)
    found = [pair for pair in marked(text) if pair[0] != "heading"]
    assert found == [pair for name, speech in said for pair in (("cue", name), ("dialogue", speech))]


def test_a_list_whose_names_come_once_is_no_dialogue():
    text = "## INT. KITCHEN - DAY\n\n- **Lamp**: on the table\n- **Hat**: on the chair\n\n**ANN**\nHi.\n"
    assert [kind for kind, _ in marked(text)] == ["heading", "action", "cue", "dialogue"]
