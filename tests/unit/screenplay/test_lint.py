import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.screenplay.test_partition import ENDS, SCRIPTS

from linedscript.screenplay.lint.checking import lint
from linedscript.screenplay.lint.codes import CODES

CLEAN = (
    "Title: The Weir\nAuthor: Ann Example\nDraft date: 1 May\nContact:\n    12 Mill Street\n\n"
    "FADE IN:\n\n# Act One\n\n## Morning\n\n= She comes home.\n\nINT. KITCHEN - DAY #1#\n\nRain. _Loud_ rain.\n\n"
    "ANN (V.O.)\n(low)\nOne *more* time.\n  \nAnd on.\n\nBEN ^\nWhat?\n\n~La la\n\n[[a note\n  \nof two]]\n\n"
    "> THE END <\n\n===\n\nEXT. YARD - NIGHT #2#\n\n/* cut\n\nout */\n\n!BANG\nTwo shots.\n\n@McTavish\nAye.\n\n"
    "CUT TO:\n\n.THE LENS\n\nDust.\n"
)
H = "INT. A - DAY\n\nRain.\n\n"
"""Four lines before what a case is about, which starts in line 5."""


def codes(text: str | bytes, **options) -> list[str]:
    return [found.code for found in lint(text.encode() if isinstance(text, str) else text, **options)]


def places(text: str | bytes, code: str) -> list[tuple[int, int]]:
    data = text.encode() if isinstance(text, str) else text
    return [(found.line, found.column) for found in lint(data) if found.code == code]


def test_a_clean_script_has_no_finding():
    assert lint(CLEAN.encode()) == []


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_a_clean_script_has_none_with_other_line_ends(end):
    assert lint(CLEAN.replace("\n", end).encode()) == []


FOUND = {
    "too-large": [("INT. A - DAY\n" + "\n" * 200_000, [(1, 1)])],
    "undecodable-byte": [(b"INT. A - DAY\n\nCaf\xc3\xa9 and caf\xc3\xa9 \xff\n", [(3, 15)])],
    "not-fountain": [
        (b"%PDF-1.7\n", [(1, 1)]),
        (b"PK\x03\x04rest", [(1, 1)]),
        ("<?xml version='1.0'?><FinalDraft></FinalDraft>", [(1, 1)]),
        ("1\n00:00:01,000 --> 00:00:02,000\nHi\n", [(1, 1)]),
        (b"\x00\x01\x02\x03" * 40, [(1, 1)]),
    ],
    "empty-file": [("", [(1, 1)]), ("\n \n", [(1, 1)])],
    "control-character": [(H + "A \x07bell.\n", [(5, 3)])],
    "replacement-character": [(H + "Caf\ufffd.\n", [(5, 4)])],
    "byte-order-mark": [("\ufeff" + H, [(1, 1)])],
    "mixed-line-ends": [("INT. A - DAY\r\n\nRain.\n", [(1, 13)]), ("INT. A - DAY\n\nRain.\rMore.\n", [(3, 6)])],
    "line-separator": [(H + "One\u2028two.\n", [(5, 4)]), (H + "\fOne.\n", [(5, 1)])],
    "tab": [(H + "\tRain.\n", [(5, 1)]), (H + "A\tb.\n", [(5, 2)])],
    "trailing-blanks": [(H + "Rain.  \n", [(5, 6)]), (H + "Rain.\t\n", [(5, 6)])],
    "long-line": [(H + "x " * 501 + "\n", [(5, 1)])],
    "unclosed-boneyard": [(H + "A /* b.\n\nC.\n", [(5, 3)])],
    "stray-boneyard-end": [(H + "A */ b.\n", [(5, 3)])],
    "nested-boneyard": [(H + "/* a /* b */ c */\n", [(5, 6)])],
    "unclosed-note": [(H + "A [[b.\n\nC.\n", [(5, 3)]), (H + "[[a\n\n[[b\n", [(5, 1), (7, 1)])],
    "stray-note-end": [(H + "A ]] b.\n", [(5, 3)])],
    "nested-note": [(H + "[[a [[b]]\n", [(5, 5)])],
    "unmatched-emphasis": [(H + "A *b.\n", [(5, 3)]), (H + "ANN\nA **b.\n*c*\nd_\n", [(6, 3), (8, 2)])],
    "forced-mark-without-text": [(H + f"{mark}\n", [(5, 1)]) for mark in ("@", "!", ".", ">", "#", "##", "=", "><")],
    "title-page-unknown-key": [("Title: A\nAuther: B\n\n" + H, [(2, 1)])],
    "title-page-duplicate-key": [("Title: A\nTITLE: B\n\n" + H, [(2, 1)])],
    "title-page-blank-line": [
        ("Title: A\n\nAuthor: B\n\n" + H, [(3, 1)]),
        ("标题：雪\n\n作者：某人\n\n" + H, [(3, 1)]),
    ],
    "title-page-value-at-margin": [("Title: A\nContact:\nMill Street\n\n" + H, [(2, 1)])],
    "title-page-no-blank-after": [("Title: A\nRain falls.\n\n" + H, [(2, 1)])],
    "note-in-title-page": [("[[x]]\nTitle: A\n\n" + H, [(1, 1)]), ("Title: A [[x]]\nAuthor: B\n\n" + H, [(1, 10)])],
    "no-heading": [("Rain.\n\nANN\nHi.\n", [(1, 1)])],
    "heading-without-blank-before": [(H + "He sits.\nEXT. B - DAY\n\nHi.\n", [(6, 1)])],
    "heading-without-blank-after": [(H + "EXT. B - DAY\nHe sits.\n", [(5, 1)])],
    "heading-not-standard": [(H + "DINING ROOM - DAY\n\nHi.\n", [(5, 1)]), ("外景. 小巷 - 夜\n\n雨。\n", [(1, 1)])],
    "section-not-standard": [("SCENE A\n\nINT. B - DAY\n\nHi.\n", [(1, 1)])],
    "heading-like": [
        (H + "The sign:\nInt. b - day\n\nHi.\n", [(6, 1)]),
        (H + "He sits.\nKITCHEN - NIGHT\nHe stands.\n", [(6, 1)]),
        (H + "INT- KITCHEN\n\nHi.\n", [(5, 1)]),
    ],
    "ellipsis-before-heading": [(H + "..THE LENS\n\nHi.\n", [(5, 1)]), (H + "...THE LENS\n\nHi.\n", [(5, 1)])],
    "unclosed-scene-number": [(H + "EXT. B - DAY #12\n\nHi.\n", [(5, 14)])],
    "duplicate-scene-number": [("INT. A - DAY #1#\n\nHi.\n\nINT. B - DAY #1#\n\nHi.\n", [(5, 1)])],
    "cue-without-speech": [
        (H + "@Ann\n\nHi.\n", [(5, 2)]),
        (H + "ANN\n(ducking)\n\nBoom.\n", [(5, 1)]),
        (H + "ANN\n# Act\n", [(5, 1)]),
    ],
    "cue-followed-by-blank": [
        (H + "ANN\nHi.\n\nANN\n\nHello there.\n", [(8, 1)]),
        (H + "ANN (V.O.)\n\nHello there.\n", [(5, 1)]),
    ],
    "cue-without-blank-before": [
        (H + "ANN\nHi.\n\nHe sits.\nANN\nHello.\n", [(9, 1)]),
        (H + "He sits.\nBEN (O.S.)\nHello.\n", [(6, 1)]),
    ],
    "lower-case-cue": [(H + "ANN\nHi.\n\nAnn\nHello.\n", [(8, 1)]), (H + "Ann (V.O.)\nHello.\n", [(5, 1)])],
    "cue-on-two-lines": [(H + "ANN AND\nBO\nHi.\n", [(5, 1)])],
    "caps-reads-as-cue": [(H + "SCANNING THE AISLES…\nWhere is he?\n", [(5, 1)]), (H + "BANG!\nHe falls.\n", [(5, 1)])],
    "misplaced-caret": [(H + "ANN\nHi.\n\nBEN ^ (V.O.)\nHo.\n", [(8, 1)])],
    "dual-without-partner": [
        (H + "BEN ^\nHo.\n", [(5, 1)]),
        (H + "ANN\nHi.\n\nHe nods.\n\nBEN ^\nHo.\n", [(10, 1)]),
        (H + "ANN\nHi.\n\nBEN ^\nHo.\n\nCAM ^\nHa.\n", [(11, 1)]),
    ],
    "transition-not-alone": [
        (H + "CUT TO:\nHe sits.\n", [(5, 1)]),
        (H + "He sits.\nCUT TO:\n\nHi.\n", [(6, 1)]),
        (H + "CUT TO:\nEXT. B - DAY\n\nHi.\n", [(5, 1)]),
    ],
    "transition-trailing-blanks": [(H + "CUT TO: \n\nHi.\n", [(5, 1)])],
    "parenthetical-outside-speech": [(H + "ANN\nHi.\n\n(beat)\nHo.\n", [(8, 1)])],
    "section-jump": [("## A\n\n" + H, [(1, 1)]), ("# A\n\n### B\n\n" + H, [(3, 1)])],
}
"""For each code, texts with the line and column of every finding of this code."""


@pytest.mark.parametrize(
    ("code", "text", "expected"), [(code, text, at) for code, rows in FOUND.items() for text, at in rows]
)
def test_each_violation_is_found_with_its_line_and_column(code, text, expected):
    assert places(text, code) == expected


def test_every_code_has_a_case():
    assert set(FOUND) == set(CODES)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("tab", "Title:\n\tThe Weir\nAuthor: B\n\n" + H),
        ("trailing-blanks", H + "ANN\nHi.\n  \nHo.\n"),
        ("trailing-blanks", H + "Rain. \n"),
        ("unmatched-emphasis", H + "5 * 3, snake_case, \\*69 and * * *\n"),
        ("unmatched-emphasis", H + "[[*a]] **b** _c *d* e_\n"),
        ("unclosed-note", H + "[[a\n  \nb]]\n"),
        ("title-page-unknown-key", "Title: A\nDraft date: x\nCopyright: y\n\n" + H),
        ("heading-without-blank-before", H + "# B\nEXT. B - DAY\n\nHi.\n"),
        ("heading-without-blank-before", H + "He sits.\n===\nEXT. B - DAY\n\nHi.\n"),
        ("heading-without-blank-after", H + "EXT. B - DAY\n= He goes.\n\nHi.\n"),
        ("heading-not-standard", ".A\n\nHi.\n\nint. b - day\n\nHi.\n\nI/E C - DAY\n\nHi.\n\nINT./EXT. D\n\nHi.\n"),
        ("heading-like", H + "!INT. no place\n\nAn internal affair.\n\nExtra pay.\n"),
        ("unclosed-scene-number", "INT. ROOM #4 - DAY #7#\n\nHi.\n"),
        ("cue-without-speech", H + "ANN\n~La\n\nBEN\n(low)\nHi.\n"),
        ("cue-followed-by-blank", H + "BANG\n\nHe falls.\n"),
        ("cue-without-blank-before", H + "ANN\nHi.\n\nThe sign says\nANN\n\nHe sits.\nNO ENTRY\nShe knocks.\n"),
        ("lower-case-cue", H + "ANN\nHi.\n\nAnn sits.\nShe reads.\n"),
        ("caps-reads-as-cue", H + "DR. STRANGE\nHi.\n\nJOE JR.\nHo.\n\nOLD MAN\nHa.\n"),
        ("transition-not-alone", H + "> CUT TO:\nHe sits.\n"),
        ("parenthetical-outside-speech", H + "(It rains.)\n"),
        ("section-jump", "# A\n\n## B\n\n### C\n\n# D\n\n" + H),
        ("duplicate-scene-number", "INT. A - DAY #1#\n\nHi.\n\nINT. B - DAY #1A#\n\nHi.\n"),
    ],
)  # fmt: skip
def test_what_is_right_is_not_reported(code, text):
    assert code not in codes(text)


def test_a_script_in_another_form_is_told_apart_from_fountain():
    text = "第一场　内景　客厅　夜\n\n△雨。\n\n林：（画外音）好。\n\n第二场　外景　街　日\n\n△雪。\n"
    assert ["chinese" in found.message for found in lint(text.encode()) if found.code == "no-heading"] == [True]


def test_lines_end_at_lf_crlf_and_cr_alone():
    text = "INT. A - DAY\n\nOne\u2028two\x85three\x0bfour.\n\n@\n"
    assert places(text, "forced-mark-without-text") == [(5, 1)]
    for end in ("\r\n", "\r"):
        assert places(H.replace("\n", end) + "@" + end, "forced-mark-without-text") == [(5, 1)]


def test_columns_count_characters_and_no_byte_order_mark():
    assert places("\ufeffé😀 [[a\n\nb\n", "unclosed-note") == [(1, 4)]
    assert places("\ufeff@\n\nB\n", "forced-mark-without-text") == [(1, 1)]


def test_places_are_those_of_the_file_though_notes_and_boneyards_are_cut_out():
    text = H + "/* a\n\nb */\n\n[[n]] A *b [[m]] c\n"
    assert places(text, "unmatched-emphasis") == [(9, 9)]


def test_an_encoding_that_is_named_is_used():
    data = "INT. A - DAY\n\nCafé \ufffdx.\n".replace("\ufffd", "").encode("cp1252")
    assert "undecodable-byte" not in codes(data, encoding="cp1252")
    assert codes(b"INT. A\n\nHi.\n", encoding="no-such-code") == ["undecodable-byte"]


def test_every_finding_says_what_is_there_and_what_to_do():
    for rows in FOUND.values():
        for text, _ in rows:
            for found in lint(text.encode() if isinstance(text, str) else text):
                assert found.message and found.hint and found.level in ("error", "warning", "note")
                assert "\n" not in found.message and len(found.message) < 200


def check(data: bytes) -> None:
    found = lint(data)
    assert [(one.line, one.column) for one in found] == sorted((one.line, one.column) for one in found)
    assert all(one.line >= 1 and one.column >= 1 for one in found)


def test_speeches_behind_their_names_stop_no_check():
    """Their words start inside a line."""
    check(b"CONTINUED:\nA [[note]] inside\nCONTINUED:\nANN: inline speech")


@given(lines=SCRIPTS, end=ENDS)
@settings(max_examples=150, deadline=None)
def test_no_script_stops_the_check(lines, end):
    check(end.join(lines).encode())


@given(lines=SCRIPTS, codec=st.sampled_from(["utf-8-sig", "utf-16", "gb18030", "cp1252"]), cut=st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_no_encoding_and_no_cut_stops_the_check(lines, codec, cut):
    data = "\n".join(lines).encode(codec, errors="ignore")
    check(data[: round(len(data) * cut)])


@given(st.binary(max_size=200))
@settings(max_examples=150, deadline=None)
def test_no_bytes_stop_the_check(data):
    check(data)


@given(st.text(st.sampled_from("*_@!.>#=~[]/\n\r ^()：:'ＡAaA\u2028\ufeff\ufffd中1"), max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_marks_stop_the_check(text):
    check(text.encode())
