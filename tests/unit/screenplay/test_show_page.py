"""The page: every character of the source once, in order, escaped, labelled, and nothing that loads or runs."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import Page, look

from linedscript.errors import LinedscriptError
from linedscript.screenplay.showing.page import page_of

SCRIPT = """Title: The Mill
Contact: mill@example.org

# Part Two

INT. MILL - LOFT - NIGHT

Rain. [[check the roof]] More rain.

ANN (V.O.)
(quiet)
My number is 555-0142 *now*.

BEN
Yes.

CAL ^
No.

> CUT TO:
"""


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page(page_of(look(tmp_path, SCRIPT)))


def test_the_page_is_titled_with_the_file_s_name_alone(tmp_path: Path):
    page = page_of(look(tmp_path, SCRIPT, "mill.fountain"))
    assert "<title>mill.fountain: lined script</title>" in page and "<h1>mill.fountain</h1>" in page


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_source_texts_put_together_are_the_decoded_text(tmp_path: Path, end: str):
    text = SCRIPT.replace("\n", end)
    assert "".join(Page(page_of(look(tmp_path, text))).source) == text


def test_a_chinese_script_in_another_encoding_is_there_as_it_was_decoded(tmp_path: Path):
    text = "第一场 内景 客厅 夜\n\n△张三走进来。\n\n张三：（小声）有人吗？\n\n李四（画外音）：我在。\n" * 20
    shown = look(tmp_path, text.encode("gb18030"), "script.txt")
    assert shown.reading.source.encoding == "gb18030"
    assert "".join(Page(page_of(shown)).source) == text


HARD = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "\n\n",
                "\n",
                "\r\n",
                "\r",
                "\f",
                "<script>alert(1)</script>",
                "</div>",
                "&amp;",
                "&#13;",
                '"',
                "<!--",
                "ANN\n",
            ]
            + [
                "\u202e",
                "\u2066",
                "\u200b",
                "\ufeff",
                "\u2028",
                "\x85",
                "\x7f",
                "\t",
                "[[",
                "]]",
                "/*",
                "*/",
                "*",
                "_",
                " ^",
            ]
        ),
        st.text(st.characters(exclude_categories=("Cs",), min_codepoint=32), max_size=12),
    ),
    max_size=40,
).map("".join)


@settings(max_examples=150, deadline=None)
@given(body=HARD)
def test_no_text_breaks_out_of_the_page(tmp_path_factory: pytest.TempPathFactory, body: str):
    text = f"INT. A - DAY\n\n{body}\n"
    try:
        shown = look(tmp_path_factory.mktemp("page"), text)
    except LinedscriptError:
        return
    page = Page(page_of(shown))
    assert "".join(page.source) == shown.reading.text
    assert page.count("script") == 1 and page.count("style") == 1


def test_a_byte_order_mark_is_in_the_source_text(tmp_path: Path):
    page = Page(page_of(look(tmp_path, "\ufeffINT. A - DAY\n\nX.\n")))
    assert "".join(page.source).startswith("\ufeffINT.")
    assert page.all("h")[0]["data-m"] == "BOM"


def test_a_mark_that_turns_the_direction_is_named_and_kept_in_a_place_of_its_own(tmp_path: Path):
    page = page_of(look(tmp_path, "INT. A - DAY\n\nHe says \u202egnorts.\n"))
    assert '<bdi class="h" data-m="RLO">\u202e</bdi>' in page


def test_a_name_in_the_sidebar_or_a_note_cannot_turn_the_direction(tmp_path: Path):
    page = page_of(look(tmp_path, "INT. \u202eA - DAY\n\n@\u202eNNA <b>\nHi.\n"))
    outside = re.sub(r"<bdi[^>]*>[^<]*</bdi>", "", page)
    assert "\u202e" not in outside and "‹RLO›" in outside and "<b>\n" not in outside


def test_the_page_names_nothing_outside_itself(tmp_path: Path):
    page = page_of(look(tmp_path, SCRIPT.replace("Rain.", "See https://example.org/a.png.")))
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!#)""", page)
    assert "@import" not in page and "url(" not in page
    assert "default-src 'none'" in page


def test_the_policy_allows_only_the_page_s_own_style_and_script(tmp_path: Path):
    import base64
    import hashlib

    page = page_of(look(tmp_path, SCRIPT))
    for tag, rule in (("style", "style-src"), ("script", "script-src")):
        inner = re.search(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL).group(1)
        digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
        assert f"{rule} 'sha256-{digest}'" in page
    assert not re.search(r"<[^>]* (?:style|on\w+)=", page.split("<body>")[1])


def test_each_piece_has_its_kind_and_a_removed_region_its_reason(page: Page):
    labels = [piece["data-k"] for piece in page.all("p")]
    assert labels[:5] == ["title page", "section", "heading", "action", "note"]
    assert {"cue", "parenthetical", "dialogue", "transition"} <= set(labels)


def test_what_is_removed_within_an_element_stands_between_its_parts(page: Page):
    labels = [piece["data-k"] for piece in page.all("p")]
    assert labels[3:6] == ["action", "note", "action"]
    assert "part 2 of 2" in page.all("p")[5]["title"]


def test_a_piece_tells_its_id_kind_lines_offsets_and_bytes(tmp_path: Path):
    page = Page(page_of(look(tmp_path, "INT. CAFÉ - DAY\n\nÉté.\n")))
    assert page.all("p")[1]["title"].split("\n") == [
        "s0001, element 2 of 2: action",
        "line 3",
        "characters 17 to 22 of the decoded text",
        "characters 17 to 22 of the scene, own text 17 to 21",
        "bytes 18 to 25 of the file: c3 89 74 c3 a9 2e 0a",
    ]


def test_a_cue_tells_name_voice_and_extension(page: Page):
    cue = next(piece for piece in page.all("cue") if piece.get("title"))
    assert "speaker ANN, voice over, as written: V.O." in cue["title"]


def test_lines_are_those_of_the_decoded_source_each_once(page: Page):
    numbers = [int(row["data-n"]) for row in page.all("t") if row.get("data-n")]
    assert numbers == list(range(1, SCRIPT.count("\n") + 1))


def test_a_piece_that_starts_within_a_line_says_so(page: Page):
    assert len(page.all("more")) == 2


def test_every_scene_has_an_anchor_that_the_index_links(page: Page):
    assert [tag["id"] for tag in page.all("scene") if tag.get("id")] == ["s0001"]
    assert "#s0001" in [values.get("href") for tag, values in page.tags if tag == "a"]


def test_the_legend_counts_and_filters_each_kind(page: Page):
    boxes = {values["id"] for tag, values in page.tags if tag == "input" and values["type"] == "checkbox"}
    assert boxes == {
        f"f-{kind}" for kind in ("heading", "action", "cue", "parenthetical", "dialogue", "transition")
    } | {"f-section", "f-removed"}
    style = "".join(page.rest)
    assert all(f"#{box}:not(:checked)" in style for box in boxes)


def test_a_contact_detail_and_emphasis_are_marked(tmp_path: Path):
    page = page_of(look(tmp_path, SCRIPT))
    assert '<span class="o s">555-0142</span>' in page and '<span class="o italic">now</span>' in page


def test_a_cue_is_labelled_with_its_voice(page: Page):
    assert [cue.get("data-v") for cue in page.all("cue") if cue.get("title")] == ["voice over", None, None]


def test_dual_dialogue_stands_side_by_side(page: Page):
    assert len(page.all("dual")) == 1


def test_a_page_grows_with_its_script_alone(tmp_path: Path):
    scene = SCRIPT.partition("\n\n")[2]
    sizes = [len(page_of(look(tmp_path, scene * number))) for number in (10, 20, 40)]
    assert (sizes[2] - sizes[1]) / (sizes[1] - sizes[0]) == pytest.approx(2, rel=0.05)


def test_the_proof_is_on_the_page(page: Page):
    shown = "".join(page.rest)
    assert f"= {len(SCRIPT)} of {len(SCRIPT)}" in shown and "ARE ACCOUNTED" not in shown
