"""Pages of a PDF script: what stands around the story, and what a page's end tears apart."""

import pytest
from unit.screenplay.pdf_files import action, at, page, pdf_of, speech
from unit.screenplay.reading import contents, cues, read, removed

HEADING = action("INT. DINER - NIGHT")


def both(number: str, text: str) -> str:
    """A line with a scene number in both margins."""
    return at(8, number).ljust(15) + text.ljust(61) + number


def elements_of(*pages: str, **options) -> list[tuple[str, str]]:
    return [(kind, " ".join(text.split())) for kind, text in contents(read(pdf_of(*pages, **options)))]


def reasons(*pages: str) -> list[str]:
    return [reason for reason, _ in removed(read(pdf_of(*pages)))]


def filled(*lines: str, number: str = "", depth: int = 40) -> str:
    """A page with a scene above, and blank lines so that ``lines`` are its last ones."""
    return page(HEADING, "", *speech("BO", "Here we", "go again."), *[""] * depth, *lines, number=number)


def test_a_scene_that_goes_on_over_two_page_ends_is_one_scene():
    pages = (
        page(both("7", "EXT. FAIRGROUND - NIGHT"), "", action("The wheel turns."), "", at(60, "(CONTINUED)")),
        page(both("7", "CONTINUED:"), "", action("Its lights go out."), "", at(60, "(CONTINUED)"), number="12."),
        page(both("7", "CONTINUED: (2)"), "", action("Dark."), number="13."),
    )
    reading = read(pdf_of(*pages))
    assert [scene.heading.number for scene in reading.scenes] == ["7"]
    assert [text for kind, text in contents(reading) if kind == "action"] == [
        "The wheel turns.",
        "Its lights go out.",
        "Dark.",
    ]
    assert set(reasons(*pages)) == {"continued_mark", "page_break", "page_number"}


def test_numbers_in_both_margins_are_the_scenes_numbers():
    numbers = ("1", "12A", "A13", "104")
    lines = [line for number in numbers for line in (both(number, "INT. DINER - NIGHT"), "", action("Rain."), "")]
    headings = [scene.heading for scene in read(pdf_of(page(*lines))).scenes]
    assert [heading.number for heading in headings] == list(numbers)
    assert {heading.text for heading in headings} == {"INT. DINER - NIGHT"}


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        (("1.", "2.", "3."), "page_number"),
        (("12.", "12A.", "12B."), "page_number"),
        (("- 8 -", "- 9 -", "- 10 -"), "page_number"),
        (("Page 1 of 3", "Page 2 of 3", "Page 3 of 3"), "page_number"),
        (("SALT 1", "SALT 2", "SALT 3"), "page_header"),
        (("Blue Rev. 3/14/25   1.", "Blue Rev. 3/14/25   2.", "Pink Rev. 4/2/25   3."), "draft_line"),
    ],
)
def test_what_stands_on_top_of_each_page_is_no_story(numbers, reason):
    pages = [page(HEADING, "", action(f"Line {number}"), number=number) for number in numbers]
    assert [kind for kind, _ in elements_of(*pages)] == ["heading", "action"] * 3
    assert reasons(*pages) == [reason, *["page_break", reason] * 2]


def test_a_header_of_two_lines_is_no_story():
    lines = (at(15, "A WIDOW'S FATHOM"), at(15, "Second draft, 3/14/25"), "", "", HEADING, "", action("Rain."))
    assert [kind for kind, _ in elements_of(*["\n".join(lines)] * 3)] == ["heading", "action"] * 3


def test_what_stands_at_the_foot_of_each_page_is_no_story():
    pages = [
        "\n".join([HEADING, "", action(f"Nobody {verb}."), *[""] * 54, at(40, "Salt - 3rd draft")])
        for verb in ("comes", "goes", "stays")
    ]
    assert [kind for kind, _ in elements_of(*pages)] == ["heading", "action"] * 3


def test_a_number_that_is_spoken_at_the_foot_of_a_page_is_speech():
    pages = (page(HEADING, "", action("Sal.")), filled(*speech("SAL", "1931."), number="2."))
    assert elements_of(*pages)[-2:] == [("cue", "SAL"), ("dialogue", "1931.")]


def test_speech_at_the_same_place_of_several_pages_is_speech():
    pages = [page(*[""] * 30, *speech("SAL", f"{word}.")) for word in ("One", "Two", "Three", "Four")]
    assert [cue.name for cue in cues(read(pdf_of(page(HEADING), *pages)))] == ["SAL"] * 4


def test_speech_over_a_page_end_is_one_speech():
    pages = (
        filled(*speech("SAL (O.S.)", "I only wanted to say", "that the coffee"), at(37, "(MORE)")),
        page(*speech("SAL (O.S.) (CONT'D)", "is cold. And the pie", "is old."), "", action("Rain."), number="2."),
    )
    assert elements_of(*pages)[3:] == [
        ("cue", "SAL"),
        ("dialogue", "I only wanted to say that the coffee is cold. And the pie is old."),
        ("action", "Rain."),
    ]


def test_speech_over_three_pages_is_one_speech():
    middle = page(*speech("SAL (CONT'D)", *["Word for word."] * 9), at(37, "(MORE)"), number="2.")
    pages = (
        filled(*speech("SAL", "So."), at(37, "(MORE)")),
        middle,
        page(*speech("SAL (CONT'D)", "Done."), number="3."),
    )
    found = elements_of(*pages)[3:]
    assert [kind for kind, _ in found] == ["cue", "dialogue"]
    assert found[1][1] == "So. " + "Word for word. " * 9 + "Done."


def test_speech_that_a_page_end_cuts_without_a_mark_is_one_speech():
    pages = (
        filled(*speech("SAL", "I only wanted to say.")),
        page(at(25, "That the coffee is cold."), "", action("Rain."), number="2."),
    )
    assert elements_of(*pages)[4] == ("dialogue", "I only wanted to say. That the coffee is cold.")


def test_who_speaks_first_on_a_page_after_somebody_else_has_a_cue():
    pages = (
        filled(*speech("SAL", "Coffee?")),
        page(*speech("ANN (CONT'D)", "No."), "", *speech("SAL (CONT'D)", "Well."), number="2."),
    )
    assert [(cue.name, cue.continued) for cue in cues(read(pdf_of(*pages)))][1:] == [
        ("SAL", False),
        ("ANN", True),
        ("SAL", True),
    ]


def test_who_goes_on_after_action_at_the_foot_of_the_page_has_a_cue():
    pages = (
        filled(*speech("SAL", "Coffee?"), "", action("He pours.")),
        page(*speech("SAL (CONT'D)", "Well."), number="2."),
    )
    assert [kind for kind, _ in elements_of(*pages)][3:] == ["cue", "dialogue", "action", "cue", "dialogue"]


FULL = action("Neon buzzes over the counter while SAL wipes it down, slowly")


def test_a_sentence_over_a_page_end_is_one_paragraph():
    pages = (filled(FULL), page(action("and looks at the Clock."), number="2."))
    assert elements_of(*pages)[-1] == ("action", " ".join(f"{FULL} and looks at the Clock.".split()))


def test_a_full_line_before_a_capital_goes_on_over_the_page_end():
    pages = (filled(FULL), page(action("Salvatore's clock."), number="2."))
    assert elements_of(*pages)[-1][1].endswith("slowly Salvatore's clock.")


def test_a_paragraph_that_ends_with_the_page_ends():
    pages = (filled(FULL, action("and stops.")), page(action("Rain falls."), number="2."))
    assert [text for kind, text in elements_of(*pages)[-2:]][1] == "Rain falls."


def test_a_heading_at_the_top_of_a_page_opens_a_scene():
    pages = (filled(FULL), page(action("EXT. ROAD - DAY"), "", action("Dust."), number="2."))
    assert [kind for kind, _ in elements_of(*pages)][-3:] == ["action", "heading", "action"]


def star(line: str) -> str:
    return line.ljust(79) + "*"


def test_stars_in_the_right_margin_are_revision_marks_and_no_text():
    lines = (
        star(both("7", "INT. DINER - NIGHT")),
        star(""),
        star(action("SAL wipes the counter.")),
        "",
        *map(star, speech("SAL", "More coffee?")),
    )
    assert elements_of(page(*lines)) == [
        ("heading", "INT. DINER - NIGHT"),
        ("action", "SAL wipes the counter."),
        ("cue", "SAL"),
        ("dialogue", "More coffee?"),
    ]
    assert [text.strip() for reason, text in removed(read(pdf_of(page(*lines)))) if reason == "revision_mark"] == [
        "*"
    ] * 5


def test_a_star_within_a_line_is_text():
    found = elements_of(page(HEADING, "", action("A sign: * NO CREDIT *")))
    assert found[-1] == ("action", "A sign: * NO CREDIT *")


TITLE = "\n".join(
    [""] * 14 + [at(37, "SALT"), "", at(37, "by"), "", at(35, "A. Writer"), *[""] * 20, at(15, "a@example.com")]
)


def test_a_title_page_is_no_story():
    assert reasons(TITLE, page(HEADING, "", action("Rain.")))[0] == "title_page"
    assert elements_of(TITLE, page(HEADING, "", action("Rain.")))[0] == ("heading", "INT. DINER - NIGHT")


def test_a_notice_after_the_title_page_is_no_story():
    notice = "\n".join([""] * 20 + [at(20, "Copyright 2025 A. Writer."), at(20, "All rights reserved.")])
    pages = (TITLE, notice, page(action("FADE IN:"), "", HEADING, "", action("Rain.")))
    assert elements_of(*pages)[0] == ("transition", "FADE IN:")


def test_a_first_page_that_opens_the_story_is_no_title_page():
    opening = page(action("Over black, the sound of rain on a tin roof."), *[""] * 8, action("A match is struck."))
    assert elements_of(TITLE, opening, page(HEADING, number="2."))[0][0] == "action"


def test_pages_without_any_furniture_are_one_text():
    pages = [page(HEADING, "", action(f"{word} of them.")) for word in ("Two", "Three", "Four")]
    assert reasons(*pages) == ["page_break"] * 2
    assert [kind for kind, _ in elements_of(*pages)] == ["heading", "action"] * 3


SPOKEN_ON = (
    page(action("FADE IN:"), "", HEADING, "", action("Bo counts cups."), "", *speech("SAL", "Well?")),
    page(
        *speech("SAL (CONT'D)", "Every day."), "", action("Bo sits."), "", action("EXT. ROAD - DAY"), "", action("A.")
    ),
    page(*speech("SAL (CONT'D)", "I am."), "", action("Bo leaves."), "", action("INT. CAR - DAY"), "", action("B.")),
    page(action("EXT. HILL - DAY"), "", action("The car is gone."), "", action("FADE OUT.")),
)


def test_what_stands_on_top_of_the_pages_of_a_short_script_is_its_story():
    reading = read(pdf_of(*SPOKEN_ON))
    assert [scene.heading.place for scene in reading.scenes] == ["DINER", "ROAD", "CAR", "HILL"]
    assert {reason for reason, _ in removed(reading)} <= {"page_break", "continued_mark"}
    assert "FADE IN:" in [text for _, text in contents(reading)]


@pytest.mark.parametrize(
    "repeated",
    [
        (action("LATER"),) * 3,
        (action("CUT TO:"),) * 3,
        (action("Silence."),) * 3,
        tuple(action(f"DAY {number}") for number in (2, 3, 4)),
        tuple("\n".join(speech("SAL", f"{word} it is.")) for word in ("So", "Thus", "Here")),
        tuple("\n".join(speech("SAL (CONT'D)", "Yes.")) for _ in range(3)),
        (action("A bell."),) * 2,
    ],
)
def test_a_line_of_story_that_comes_again_on_top_of_pages_stays(repeated):
    rest = ("", HEADING, "", action("Rain falls on the roof of the"), action("diner."))
    pages = [page(action("FADE IN:"), *rest), *(page(lines, *rest) for lines in repeated)]
    assert set(reasons(*pages)) <= {"page_break", "continued_mark"}
    assert [kind for kind, _ in elements_of(*pages)].count("heading") == len(pages)


def test_a_line_of_story_at_the_place_of_a_header_stays():
    pages = [page(HEADING, "", action("Rain."), number="SALT") for _ in range(3)]
    assert elements_of(*pages, "\n".join([at(15, "A bell rings twice."), "", "", HEADING, "", action("Rain.")]))[6] == (
        "action",
        "A bell rings twice.",
    )


def test_a_header_in_a_script_of_two_pages_is_told_by_its_number():
    pages = [page(HEADING, "", action(f"{word}."), number=f"SALT {number}.") for number, word in ((7, "A"), (8, "B"))]
    assert reasons(*pages) == ["page_header", "page_break", "page_header"]


@pytest.mark.parametrize("head", ["A WIDOW'S FATHOM", "Salt / Ortiz", "SALT      2.", "Salt, draft of 3/14/25"])
@pytest.mark.parametrize("headed", [(1,), (1, 2)])
def test_a_header_that_comes_once_or_twice_is_no_story(head, headed):
    pages = [
        page(HEADING, "", action(f"{word}."), number=head if number in headed else "")
        for number, word in enumerate(("A", "B", "C", "D"))
    ]
    assert [kind for kind, _ in elements_of(*pages)] == ["heading", "action"] * 4
    assert len([reason for reason in reasons(*pages) if reason != "page_break"]) == len(headed)


def test_a_header_of_the_second_page_of_two_is_no_story():
    pages = (page(HEADING, "", action("A.")), page(action("B."), number="SALT / ORTIZ"))
    assert elements_of(*pages) == [("heading", "INT. DINER - NIGHT"), ("action", "A."), ("action", "B.")]


def test_a_footer_that_comes_once_is_no_story():
    low = "\n".join(["", "", "", HEADING, "", action("A."), *[""] * 53, at(40, "Salt / Ortiz")])
    assert elements_of(low, page(HEADING, "", action("B.")))[:3] == [
        ("heading", "INT. DINER - NIGHT"),
        ("action", "A."),
        ("heading", "INT. DINER - NIGHT"),
    ]


def test_a_header_right_above_the_story_is_told_by_the_title_page():
    title = "\n".join([""] * 20 + [at(40, "SALT")])
    pages = (page(HEADING, "", action("A.")), "\n".join([at(40, "SALT"), "", "", HEADING, "", action("B.")]))
    assert [kind for kind, _ in elements_of(title, *pages)] == ["heading", "action"] * 2


@pytest.mark.parametrize("line", ["A bell rings.", "BANG!", "into the sea", '"Go on"'])
def test_a_sentence_alone_in_the_margin_of_one_page_is_story(line):
    pages = (page(HEADING, "", action("A.")), "\n".join([action(line), "", "", HEADING, "", action("B.")]))
    assert line in [text for _, text in elements_of(*pages)] or elements_of(*pages)[1] == ("action", f"A. {line}")


def test_a_line_in_the_margin_is_story_where_other_pages_have_theirs_there():
    pages = ["\n".join([action(line), "", "", HEADING, "", action("B.")]) for line in ("A shot", "Rain", "More rain")]
    assert [kind for kind, _ in elements_of(*pages)] == ["action", "heading", "action"] * 3


@pytest.mark.parametrize("years", [("1984", "1985"), ("3", "2"), ("12", "47")])
def test_numbers_low_on_pages_that_do_not_count_them_are_story(years):
    pages = [
        "\n".join(["", "", "", HEADING, "", action("Rain."), *[""] * 47, at(35, year), *[""] * 4]) for year in years
    ]
    last = page(HEADING, "", action("Sun."), number="")
    assert set(reasons(*pages, last)) == {"page_break"}


def test_page_numbers_low_on_the_page_are_no_story():
    pages = [
        "\n".join(["", "", "", HEADING, "", action("Rain."), *[""] * 47, at(40, str(number))]) for number in (4, 5, 6)
    ]
    assert reasons(*pages) == ["page_number", "page_break"] * 2 + ["page_number"]


@pytest.mark.parametrize(
    "lines",
    [
        (at(20, "Black."), *[""] * 5, at(20, "A scream in the dark."), *[""] * 9, at(20, '"Help me!"')),
        (at(38, "Black."), *[""] * 5, at(30, "A scream in the dark.")),
        (at(15, "A note written by Ann lies on the table."),),
        (at(15, "He reads the last draft."),),
        (at(15, "A bell"),),
    ],
)
def test_lines_of_story_alone_on_the_first_page_are_no_title_page(lines):
    pages = ("\n".join([""] * 20 + list(lines)), page(HEADING, "", action("Rain.")))
    assert "title_page" not in reasons(*pages)
    assert elements_of(*pages)[0][0] == "action"


def test_a_bare_title_in_the_middle_of_the_first_page_is_a_title_page():
    pages = ("\n".join([""] * 20 + [at(40, "SALT")]), page(HEADING, "", action("Rain.")))
    assert reasons(*pages)[0] == "title_page"
