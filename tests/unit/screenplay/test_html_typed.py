"""Pages that say of each paragraph what it is: by the classes of exporters, or by how they set cues and speech."""

import pytest
from unit.screenplay.html_pages import NAV, page
from unit.screenplay.reading import contents, cues, read, removed


def typed(*paragraphs: tuple[str, str], tag: str = "p") -> str:
    return "".join(f'<{tag} class="{name}">{text}</{tag}>\n' for name, text in paragraphs)


EXPECTED = [
    ("heading", "INT. MILL - NIGHT"),
    ("action", "Dust."),
    ("cue", "Ann"),
    ("parenthetical", "(low)"),
    ("dialogue", "Who?"),
    ("transition", "CUT TO:"),
]
TEXTS = ("INT. MILL - NIGHT", "Dust.", "Ann (V.O.)", "(low)", "Who?", "CUT TO:")


@pytest.mark.parametrize(
    "names",
    [
        "sceneheading action character parenthetical dialogue transition",
        "sceneheader action character parenthetical dialogue transition",
        "scene-heading action character parenthetical dialogue transition",
        "scene_heading action character-name paren dialog trans",
        "SceneHeading Action Character Parenthetical Dialogue Transition",
        "slug description cue wryly speech transition",
        "slugline action speaker parenthetical lines transition",
    ],
)
@pytest.mark.parametrize("tag", ["p", "div", "h6", "li"])
def test_exporters_classes_name_the_elements(names, tag):
    reading = read(page(typed(*zip(names.split(), TEXTS, strict=True), tag=tag)))
    assert list(contents(reading)) == EXPECTED
    assert [(cue.name, cue.extensions) for cue in cues(reading)] == [("Ann", ("V.O.",))]
    assert reading.source.reader == "html/1 html-types/1"


def test_a_class_of_two_words_is_read_as_one():
    names = ("Scene Heading", "Action", "Character", "Parenthetical", "Dialogue", "Transition")
    assert list(contents(read(page(typed(*zip(names, TEXTS, strict=True)))))) == EXPECTED


def test_speech_in_an_element_of_its_own_with_its_cue_as_a_title():
    html = (
        '<div class="title-page"><h1>THE MILL</h1><p class="credit">by</p><p class="authors">Ann Poe</p></div>'
        "<h3>INT. MILL - NIGHT</h3><p>Dust.</p>"
        '<div class="dialogue"><h4>Ann (V.O.)</h4><p class="parenthetical">(low)</p><p>Who?</p></div><h2>CUT TO:</h2>'
    )
    reading = read(page(html))
    assert list(contents(reading)) == EXPECTED
    assert [(reason, text.split()) for reason, text in removed(reading)] == [
        ("title_page", ["THE", "MILL", "by", "Ann", "Poe"])
    ]


def test_dual_dialogue_in_two_columns_is_simultaneous():
    html = (
        '<h3>INT. MILL - NIGHT</h3><div class="dialogue"><h4>CAL</h4><p>Now.</p></div>'
        '<div class="dual-dialogue"><div class="dialogue left"><h4>ANN</h4><p>One.</p></div>'
        '<div class="dialogue right"><h4>BEN</h4><p>Two.</p></div></div>'
    )
    elements = [element for scene in read(page(html)).scenes for element in scene.elements]
    assert [(element.kind, element.dual) for element in elements] == [
        ("heading", None),
        ("cue", None),
        ("dialogue", None),
        ("cue", "left"),
        ("dialogue", "left"),
        ("cue", "right"),
        ("dialogue", "right"),
    ]


def test_dual_dialogue_without_sides_goes_by_its_cues():
    html = '<h6 class="sceneheading">INT. A - DAY</h6><div class="dual">' + typed(
        ("character", "ANN"), ("dialogue", "One."), ("character", "BEN"), ("dialogue", "Two.")
    )
    elements = read(page(html + "</div>")).scenes[0].elements
    assert [element.dual for element in elements] == [None, "left", "left", "right", "right"]


def test_lyrics_centered_lines_and_sections_keep_their_kinds():
    html = typed(
        ("section", "Part Two"),
        ("sceneheading", "INT. A - DAY"),
        ("character", "ANN"),
        ("lyrics", "La la"),
        ("centered", "THE END"),
    )
    assert [kind for kind, _ in contents(read(page(html)))] == ["section", "heading", "cue", "lyric", "centered"]


def test_notes_page_numbers_and_more_marks_are_cut():
    html = typed(
        ("sceneheading", "INT. A - DAY"),
        ("note", "too long?"),
        ("character", "ANN"),
        ("dialogue", "Hi"),
        ("more", "(MORE)"),
        ("page-number", "12."),
        ("dialogue", "there."),
    )
    reading = read(page(html))
    assert [reason for reason, _ in removed(reading)] == ["note", "continued_mark", "page_number"]
    assert [kind for kind, _ in contents(reading)] == ["heading", "cue", "dialogue", "dialogue"]


def test_emphasis_and_line_breaks_within_a_paragraph():
    html = typed(("sceneheading", "<u>INT. A - DAY</u>"), ("action", "She <i>runs</i>,<br>\n and <b>falls</b>."))
    assert list(contents(read(page(html)))) == [("heading", "INT. A - DAY"), ("action", "She runs,\nand falls.")]


def test_a_number_before_a_typed_heading_is_its_number():
    reading = read(page(typed(("sceneheading", "12 INT. A - DAY"), ("action", "Rain."))))
    assert (reading.scenes[0].heading.number, reading.scenes[0].heading.text) == ("12", "INT. A - DAY")


def test_a_chinese_page_with_types_is_read_by_them():
    html = typed(
        ("scene-heading", "第一场 内景 客厅 夜"),
        ("action", "下雨。"),
        ("character", "林（画外音）："),
        ("dialogue", "好。"),
    )
    reading = read(page(html), "zh")
    assert list(contents(reading)) == [
        ("heading", "第一场 内景 客厅 夜"),
        ("action", "下雨。"),
        ("cue", "林"),
        ("dialogue", "好。"),
    ]
    assert reading.scenes[0].heading.place == "客厅" and cues(reading)[0].voice == "off"


def test_a_quoted_scene_in_a_blog_is_read_and_the_blog_is_cut():
    blog = (
        '<p>My favourite scene of the year:</p><div class="scrippet">{}</div><div id="comments"><p>ANN: great</p></div>'
    )
    names = "sceneheader action character parenthetical dialogue transition".split()
    reading = read(page(NAV + blog.format(typed(*zip(names, TEXTS, strict=True)))))
    assert list(contents(reading)) == EXPECTED
    assert [reason for reason, _ in removed(reading)] == ["site_banner", "reader_comment"]


def test_classes_of_a_site_that_are_no_screenplays_are_not_taken_for_types():
    html = '<div class="section"><div class="action"><pre>INT. A - DAY\n\nRain.\n\nANN\nHi.\n</pre></div></div>'
    assert [kind for kind, _ in contents(read(page(html)))] == ["heading", "action", "cue", "dialogue"]


CUE, SPEECH = 'style="text-align:center"', 'style="margin-left:2in"'
SET = (
    f"<p>INT. A - DAY</p><p>Rain.</p><p {CUE}>ANN</p><p {SPEECH}>Hi.</p><p {SPEECH}>And more.</p><p>She goes.</p>"
    f"<p {CUE}>BEN</p><p {SPEECH}>(low)</p><p {SPEECH}>Ho.</p><p {CUE}>ANN (O.S.)</p><p {SPEECH}>What?</p>"
    f"<p {CUE}>BEN</p><p {SPEECH}>Yes.</p><p>CUT TO:</p>"
)


def test_cues_and_speech_as_paragraphs_of_their_own_are_told_by_repetition_and_setting():
    assert list(contents(read(page(SET)))) == [
        ("heading", "INT. A - DAY"),
        ("action", "Rain."),
        ("cue", "ANN"),
        ("dialogue", "Hi."),
        ("dialogue", "And more."),
        ("action", "She goes."),
        ("cue", "BEN"),
        ("parenthetical", "(low)"),
        ("dialogue", "Ho."),
        ("cue", "ANN"),
        ("dialogue", "What?"),
        ("cue", "BEN"),
        ("dialogue", "Yes."),
        ("transition", "CUT TO:"),
    ]


def test_without_a_setting_of_its_own_speech_is_one_paragraph():
    bare = SET.replace(f" {CUE}", "").replace(f" {SPEECH}", "")
    assert ("action", "And more.") in list(contents(read(page(bare))))


def test_page_numbers_and_a_title_are_cut_from_a_page_without_types():
    numbered = "".join(f"<p>{number}.</p>{SET}" + "<p>Long action.</p>" * 20 for number in range(1, 5))
    reasons = [reason for reason, _ in removed(read(page(f"<h1>THE MILL</h1><p>by Ann Poe</p>{SET}{numbered}")))]
    assert reasons == ["title_page", *["page_number"] * 4]


TYPED_ENDING = (
    '<p class="scene-heading">INT. BAR - NIGHT</p><p class="character">BO</p><p class="dialogue">Hi.</p>'
    '<p class="action {site}">A flag: Welcome home!</p><p class="character">ANN</p><p class="dialogue">{speech}</p>'
    "<p>She leaves.</p>"
)


@pytest.mark.parametrize("name", ["banner", "menu", "footer", "share"])
def test_a_typed_paragraph_stays_whatever_else_its_class_says(name):
    reading = read(f"<html><body>{TYPED_ENDING.format(site=name, speech='Hm.')}</body></html>")
    assert removed(reading) == []


def test_a_typed_speech_that_announces_comments_is_speech():
    reading = read(f"<html><body>{TYPED_ENDING.format(site='', speech='5 comments')}</body></html>")
    assert list(contents(reading))[-2:] == [("dialogue", "5 comments"), ("action", "She leaves.")]


def test_who_speaks_once_has_a_cue_where_it_is_set_as_the_other_cues_are():
    said = "".join(
        f"<p {CUE}>{name}</p><p {SPEECH}>Go.</p><p>They go.</p>" for name in ("ANN", "BEN", "ANN", "BEN", "WAITER")
    )
    reading = read(page(f"<p>INT. BAR - DAY</p><p>SILENCE</p><p>Long.</p>{said}"))
    assert [cue.name for cue in cues(reading)] == ["ANN", "BEN", "ANN", "BEN", "WAITER"]


def test_capitals_set_as_action_are_no_cue_though_others_speak():
    said = "".join(f"<p>{name}</p><p>Go.</p><p>They go.</p>" for name in ("ANN", "BEN", "ANN", "BEN", "SILENCE"))
    assert [cue.name for cue in cues(read(page(f"<p>INT. BAR - DAY</p>{said}")))] == ["ANN", "BEN", "ANN", "BEN"]
