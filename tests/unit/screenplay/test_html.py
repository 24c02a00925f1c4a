"""Script pages of the web: where the script stands on them, and what is around it."""

import pytest
from unit.screenplay.html_pages import FOOT, LINES, NAV, broken, page, pre, site
from unit.screenplay.reading import contents, cues, read, removed

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers.opening import container_of, open_layer

SCRIPT = [
    ("heading", "INT. MILL - NIGHT"),
    ("action", "Dust & <flour>."),
    ("cue", "ANN"),
    ("dialogue", "Who's there?"),
    ("cue", "BEN"),
    ("parenthetical", "(low)"),
    ("dialogue", '"Nobody."'),
    ("heading", "EXT. RIVER - DAY"),
    ("action", "Ann runs."),
]


def story(html: str | bytes, language: str = "en", **options) -> list[tuple[str, str]]:
    return list(contents(read(html, language, **options)))


@pytest.mark.parametrize(
    "main",
    [
        f"<pre>{pre()}</pre>",
        f'<td class="scrtext"><pre>{pre()}</pre></td>',
        f'<td class="scrtext">\n{pre()}</td>',
        f'<div class="post">\n{pre()}</div>',
        f'<div style="white-space: pre-wrap">{pre()}</div>',
        f"<textarea>{pre()}</textarea>",
        f"<div>{broken()}</div>",
        f"<p>{broken()}</p>",
        f"<font face=Courier>{broken()}</font>",
        f"<div><pre>{pre(LINES[:6])}</pre><p>&nbsp;</p><pre>{pre(LINES[7:])}</pre></div>",
    ],
    ids=["pre", "cell with pre", "bare cell", "bare div", "style", "textarea", "br", "p", "font", "two pres"],
)
def test_a_script_is_found_however_the_page_sets_its_lines(main):
    reading = read(site(main))
    assert list(contents(reading)) == SCRIPT
    assert {reason for reason, _ in removed(reading)} == {"site_banner"}
    assert reading.source.format == "html" and reading.source.reader.startswith("html/1 ")


def test_navigation_and_footer_stay_in_the_text_and_are_cut():
    reading = read(site(f"<pre>{pre()}</pre>"))
    assert [text.strip() for _, text in removed(reading)] == [
        "HOME | A TO Z | ALL SCRIPTS",
        "Contact us | Privacy | Links",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Back to index",
        "<a href='/x'>The next script</a>",
        "Home | Scripts | About",
        "© 1999 The Shelf",
        "返回目录",
        "www.example.com/scripts",
    ],
)
def test_site_lines_at_the_edges_of_the_scripts_own_element_are_cut(line):
    reading = read(page(f"<div><p>{line}</p><div>{broken()}</div><p>{line}</p></div>"))
    assert list(contents(reading)) == SCRIPT
    assert [reason for reason, _ in removed(reading)] == ["site_banner", "site_banner"]


def test_a_line_like_a_sites_within_the_script_stays():
    lines = (*LINES, "", "Back to the mill, at last.", "", "INT. MILL - DAY", "", "Rest.")
    assert ("action", "Back to the mill, at last.") in story(site(f"<pre>{pre(lines)}</pre>"))


@pytest.mark.parametrize(
    "comments",
    [
        '<div id="comments"><p>ANN: great scene, ANN!</p><p>INT. HOUSE - DAY was better.</p></div>',
        '<section class="user-comments"><p>Loved it.</p></section>',
        "<h3>User Comments</h3><p>Loved it.</p><p>So did I.</p>",
        "<h3>3 Comments</h3><p>Loved it.</p>",
        "<h3>网友评论</h3><p>好看。</p>",
    ],
)
def test_readers_comments_are_cut_as_such(comments):
    reading = read(page(f"{NAV}<div class=script><div>{broken()}</div></div>{comments}"))
    assert list(contents(reading)) == SCRIPT
    assert [reason for reason, _ in removed(reading)][-1] == "reader_comment"


def test_an_element_with_a_comments_class_that_holds_the_script_is_not_cut():
    assert story(page(f'{NAV}<div class="comment-body">{broken()}</div>')) == SCRIPT


@pytest.mark.parametrize(
    "aside",
    [
        '<div class="ad">BUY NOW</div>',
        "<form>Search <input></form>",
        "<aside>Related: other scripts</aside>",
        '<div style="display:none">hidden</div>',
        "<div hidden>hidden</div>",
        "<button>Print</button>",
    ],
)
def test_site_matter_in_the_midst_of_the_script_is_cut_and_tears_nothing(aside):
    reading = read(page(f"<div>{broken(LINES[:3])}</div>{aside}<div>{broken(LINES[3:])}</div>"))
    assert list(contents(reading)) == SCRIPT
    assert [reason for reason, _ in removed(reading)] == ["site_banner"]


def test_scripts_styles_comments_and_the_head_are_markup():
    html = page(
        f"<script>var a = '<p>INT. NO - DAY</p>';</script><!-- INT. NO - DAY --><style>p</style><pre>{pre()}</pre>",
        "<style>INT. NO - DAY</style>",
    )
    reading = read(html)
    assert list(contents(reading)) == SCRIPT and "NO - DAY" not in reading.text and "TITLE" not in reading.text


def test_blanks_outside_pre_are_one_as_a_browser_shows_them():
    assert story("<p>INT. MILL -\n     NIGHT</p><p>Dust\n  <b>and </b>\n <i>flour</i>.</p>") == [
        ("heading", "INT. MILL - NIGHT"),
        ("action", "Dust and flour."),
    ]


def test_a_pages_own_title_above_the_script_is_the_title_page():
    reading = read(page(f"<h1>THE MILL</h1><p>Written by Ann Poe</p><p>ann@example.com</p><pre>{pre()}</pre>"))
    assert list(contents(reading)) == SCRIPT
    assert {reason for reason, _ in removed(reading)} <= {"title_page", "contact"}


def test_a_table_with_speaker_and_speech_in_cells_is_read_row_by_row():
    html = "<table><tr><td>ANN</td><td>Who is it?</td></tr><tr><td>BEN</td><td>Me.</td></tr><tr><td>ANN<td>Oh.</table>"
    assert story(html) == [
        ("cue", "ANN"),
        ("dialogue", "Who is it?"),
        ("cue", "BEN"),
        ("dialogue", "Me."),
        ("cue", "ANN"),
        ("dialogue", "Oh."),
    ]


def test_a_list_of_terms_is_read_as_cues_and_speech():
    assert story("<dl><dt>ANN<dd>Who is it?<dt>BEN<dd>Me.<dt>ANN<dd>Oh.</dl>")[:4] == [
        ("cue", "ANN"),
        ("dialogue", "Who is it?"),
        ("cue", "BEN"),
        ("dialogue", "Me."),
    ]


def test_a_play_is_read_by_its_acts_scenes_and_names():
    html = "<h2>ACT I</h2><h3>SCENE 1. A mill.</h3>" + "".join(
        f"<p><b>{name}:</b> {words}</p>" for name, words in [("ANN", "Who?"), ("BEN", "Me."), ("ANN", "Oh.")]
    )
    reading = read(html)
    assert [scene.heading.number for scene in reading.scenes] == ["1"]
    assert [cue.name for cue in cues(reading)] == ["ANN", "BEN", "ANN"]


def test_a_chinese_page_in_its_own_encoding_is_read():
    html = page(
        "<div class=nav><a href=/>首页</a></div><div class=content><p>第一场　内景　客厅　夜</p>"
        "<p>△雨。</p><p>林：（笑）好&middot;</p><p>苏：走。</p></div>"
        "<div class=comments><p>读者：好看</p></div><p>返回目录</p>",
        "<meta charset=gb2312>",
    )
    reading = read(html.encode("gbk"), "zh")
    assert (reading.source.encoding, reading.source.encoding_by) == ("gb18030", "declared")
    assert list(contents(reading)) == [
        ("heading", "第一场　内景　客厅　夜"),
        ("action", "雨。"),
        ("cue", "林"),
        ("parenthetical", "（笑）"),
        ("dialogue", "好·"),
        ("cue", "苏"),
        ("dialogue", "走。"),
    ]
    assert [reason for reason, _ in removed(reading)] == ["site_banner", "reader_comment", "site_banner"]


@pytest.mark.parametrize(
    "html",
    [
        page(f"{NAV}<p>Welcome to the shelf. Choose a script.</p>{FOOT}"),
        page("<p>The news of today: it rained.</p>"),
        "<html></html>",
        "<html><head><title>INT. A - DAY</title></head><body></body></html>",
        "<html><script>INT. A - DAY",
        page("<a href='/1'>INT. HOUSE - DAY</a>"),
    ],
)
def test_a_page_without_a_script_is_a_clear_error(html):
    with pytest.raises(LinedscriptError) as caught:
        read(html)
    assert caught.value.code == "no-scene" and caught.value.hint


@pytest.mark.parametrize(
    ("data", "container"),
    [
        (b"<!doctype HTML><p>x", "html"),
        (b"\xef\xbb\xbf\n <!-- saved --> <html>", "html"),
        ("<html>".encode("utf-16"), "html"),
        (b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', "html"),
        (b"<pre>INT. A", "html"),
        (b"<b>INT. A</b>", "html"),
        (b'<?xml version="1.0"?>\n<FinalDraft DocumentType="Script">', "fdx"),
        (b"<preface>", None),
        (b"< INT. A", None),
        (b"<<CUT TO>>", None),
        (b"<!--" * 5000, None),
        (b"<!---->" * 5000, None),
        (b"INT. A <html>", None),
    ],
)
def test_a_page_is_told_by_its_first_tag(data, container):
    assert container_of(data) == container


def test_the_index_can_say_that_a_file_is_a_page():
    reading = read("INT. MILL - NIGHT<br><br>Dust &amp; flour.", format="html")
    assert list(contents(reading)) == [("heading", "INT. MILL - NIGHT"), ("action", "Dust & flour.")]


def test_a_page_that_the_index_calls_plain_is_taken_at_its_word():
    assert open_layer(b"<b>INT. A - DAY</b>", "en-0001", "plain").text == "<b>INT. A - DAY</b>"


SHELF = (
    "<html><body><table><tr><td><h1>The Shelf of Scripts</h1><a href=/>Home</a></td></tr></table><table><tr><td>"
    "<form>Find: <input></form><a href=/a>A</a> <a href=/b>B</a><br>Latest comments<br><a href=/x>A film</a> 9/10</td>"
    '<td class="scrtext">{main}<br><table><tr><td><h2>The Mill</h2><b>Writers</b> : <a href=/w>Ann Poe</a><br>'
    "<b>Genres</b> : <a href=/g>Drama</a><br><b>User Comments</b><br>ANN: nice<br>BEN: very<br></td></tr></table>"
    "<div><a href=/>Back to the shelf</a></div></td></tr></table><div>Index | Submit | Links</div></body></html>"
)


@pytest.mark.parametrize(
    "main",
    [f"<pre>{pre()}</pre>", f"<pre><html><head><title>x</title></head><body>{pre()}</body></html></pre>", pre()],
    ids=["pre", "page in pre", "bare"],
)
def test_what_a_site_puts_around_a_script_within_its_own_cell_is_cut(main):
    reading = read(SHELF.format(main=main))
    assert list(contents(reading)) == SCRIPT
    assert [reason for reason, _ in removed(reading)] == ["site_banner", "site_banner", "reader_comment"]


def test_comments_behind_a_pre_that_never_ends_are_cut_from_the_line_that_announces_them():
    reading = read(SHELF.format(main=f"<pre>{pre()}"))
    assert list(contents(reading))[: len(SCRIPT)] == SCRIPT
    assert "nice" not in "".join(scene.text for scene in reading.scenes)
    assert removed(reading)[-1][0] == "reader_comment"


@pytest.mark.parametrize("line", ["Comments?", "Response.", "Reviews", "Comment"])
def test_a_storys_line_that_could_announce_comments_ends_nothing(line):
    lines = (*LINES, "", line, "", "She waits.")
    found = story(site(f"<pre>{pre(lines)}</pre>"))
    assert ("action", line) in found and ("action", "She waits.") in found


def test_a_play_with_names_in_bold_and_speech_in_quotes_is_read():
    speech = "<a name=s{0}><b>{1}</b></a><blockquote><a name={0}>{2}</a><br><a name={0}b>So.</a><br></blockquote>"
    spoken = [("ANN", "Where goes the sea?"), ("BEN", "Nowhere."), ("ANN", "Then stay."), ("BEN", "Aye.")]
    html = "<h1>Tide</h1><h3>ACT I</h3><h3>SCENE I. A quay.</h3><blockquote><i>Enter ANN</i></blockquote>" + "".join(
        speech.format(number, *pair) for number, pair in enumerate(spoken)
    )
    reading = read(html)
    assert list(contents(reading))[:3] == [
        ("section", "ACT I"),
        ("heading", "SCENE I. A quay."),
        ("action", "Enter ANN"),
    ]
    assert list(contents(reading))[3:5] == [("cue", "ANN"), ("dialogue", "Where goes the sea?\nSo.")]
    assert [cue.name for cue in cues(reading)] == ["ANN", "BEN", "ANN", "BEN"]


def test_a_transcript_with_names_in_small_letters_is_read():
    spoken = [
        ("Ann", "Where?"),
        ("Ben", "<i>(low)</i> Here."),
        ("Ann", "So."),
        ("Ben", "Ho."),
        ("Ann", "No."),
        ("Ben", "Yes."),
    ]
    body = "".join(f"<p><b>{name}:</b> {words}</p>" for name, words in spoken)
    reading = read(page(f"<nav><a href=/>Wiki</a></nav><h1>The Tide</h1><p>[Ann walks in.]</p>{body}"))
    assert [cue.name for cue in cues(reading)] == ["Ann", "Ben", "Ann", "Ben", "Ann", "Ben"]
    assert ("parenthetical", "(low)") in list(contents(reading))


@pytest.mark.parametrize(
    "main",
    [
        f"<pre>{pre((*LINES, '', '          ANN', '     5 comments', '', 'She leaves the mill.'))}</pre>",
        f"<pre>{pre((*LINES, '', '          ANN', '     I got', '     5 comments', '', 'She leaves the mill.'))}</pre>",
        f"<pre>{pre((*LINES, '', '5 comments', '', 'She leaves the mill.'))}</pre>",
        f"<div>{broken(LINES)}<p>ANN</p><p>5 comments</p><p>She leaves the mill.</p></div>",
    ],
)
def test_a_speech_or_line_of_story_that_announces_comments_ends_nothing(main):
    reading = read(site(main))
    assert "reader_comment" not in [reason for reason, _ in removed(reading)]
    assert "She leaves the mill." in "".join(scene.text for scene in reading.scenes)


def test_a_linked_sentence_at_the_end_of_the_script_is_story():
    main = f"<pre>{pre()}\n\n     <a href='/z'>She leaves the mill for ever.</a>\n\n<a href='/n'>Next</a></pre>"
    assert story(site(main))[-1] == ("action", "She leaves the mill for ever.")


@pytest.mark.parametrize("case", [str.upper, str.title])
@pytest.mark.parametrize("top", ["<p>INT. KITCHEN - DAY</p>", "<h2>ACT I</h2><p><i>A room.</i></p>", ""])
@pytest.mark.parametrize(
    "line",
    [
        "<p><b>{}</b>: {}</p>",
        "<p><b>{}:</b> {}</p>",
        "<p>\n<strong class=x>{}</strong>: {}</p>\n",
        "<b>{}</b>: {}<br>\n",
        "<li><b>{}</b>: {}</li>",
    ],
)
def test_a_name_in_bold_before_a_colon_is_a_cue(line, top, case):
    said = [(case(name), speech) for name, speech in (("ann", "Where?"), ("ben", "Gone."), ("ann", "Oh."))]
    text = f"<html><body>{top}{''.join(line.format(*pair) for pair in said)}</body></html>"
    found = [pair for pair in contents(read(text)) if pair[0] in ("cue", "dialogue")]
    assert found == [pair for name, speech in said for pair in (("cue", name), ("dialogue", speech))]


@pytest.mark.parametrize("names", [("Director", "Year"), ("Note", "Title", "Note")])
def test_labels_in_bold_are_no_speakers(names):
    with pytest.raises(LinedscriptError) as caught:
        read(f"<html><body>{''.join(f'<p><b>{name}</b>: and so on</p>' for name in names)}</body></html>")
    assert caught.value.code == "no-scene"
