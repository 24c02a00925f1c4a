"""Contact details outside the story go, with the reason; what the story says, shows or reads aloud stays."""

import pytest
from unit.screenplay.reading import contents, read, removed

ACTION, SPEECH, CUE = (" " * columns for columns in (10, 20, 32))
OPENING = f"{ACTION}INT. DINER - NIGHT\n\n{ACTION}Neon and rain.\n\n"
TALK = f"{CUE}SAL\n{SPEECH}Coffee?\n\n{CUE}ANN\n{SPEECH}No.\n\n"
FADE = f"{' ' * 60}FADE OUT.\n\n"
DETAILS = "".join(
    f"{ACTION}{line}\n"
    for line in ("P. Example", "12 Elm Street", "Portland, ME 04101", "(207) 555-0118", "p@example.com")
)


def story(text: str) -> str:
    return "".join(scene.text for scene in read(text).scenes)


def test_a_title_page_is_taken_apart_by_what_its_lines_are():
    title = (
        f"{CUE}THE FERRY\n\n{CUE}by\n{CUE}P. Example\n\n\nFirst Draft\nWGAw #1234567\n\n"
        "Example Talent Agency\n12 Elm Street\nPortland, ME 04101\n(207) 555-0118\n\n"
    )
    found = removed(read(title + OPENING + TALK))
    assert [reason for reason, _ in found] == ["title_page", "draft_line", "contact"]
    assert "Example Talent Agency" in found[2][1] and "WGAw" in found[1][1]


@pytest.mark.parametrize("end", [FADE, f"{ACTION}THE END\n\n", f"{' ' * 60}CUT TO BLACK.\n\n", f"{ACTION}CURTAIN\n\n"])
def test_contact_details_behind_the_end_are_cut(end):
    reading = read(OPENING + TALK + end + DETAILS)
    assert ("contact", DETAILS) in removed(reading)


def test_they_are_cut_in_fountain_and_in_chinese_too():
    english = read("INT. A - DAY\n\nANN\nNo.\n\n> FADE OUT.\n\nP. Example\np@example.com\n")
    chinese = read("第一场 内 客厅 日\n\n林：好。\n\n剧终\n\n联系人：某人\n电话：13800138000\n", "zh")
    assert removed(english)[-1] == ("contact", "P. Example\np@example.com\n")
    assert any("13800138000" in text for _, text in removed(chinese))


def test_a_label_tells_contact_details_where_no_end_is_marked():
    assert removed(read(f"{OPENING}{TALK}Contact:\nP. Example\n(207) 555-0118\np@example.com\n"))[-1][0] == "contact"


def test_a_letter_at_the_end_of_the_script_stays():
    lines = ("Yours,", "P. Example", "p@example.com", "(207) 555-0118")
    letter = f"{ACTION}The letter in her hand:\n\n" + "".join(f"{SPEECH}{line}\n" for line in lines)
    assert removed(read(OPENING + TALK + letter)) == []


def test_a_sign_with_an_address_and_a_number_stays():
    assert (
        removed(read(f"{OPENING}{TALK}{ACTION}Over the door:\n\n{ACTION}12 Elm Street\n{ACTION}(207) 555-0118\n")) == []
    )


def test_a_last_line_behind_the_fade_that_is_story_stays():
    assert (
        removed(read(f"{OPENING}{TALK}{FADE}{ACTION}In the dark, the phone rings, and 555-0118 lights up again.\n"))
        == []
    )


def test_a_number_read_aloud_stays_and_is_marked():
    reading = read(f"{OPENING}{TALK}{CUE}ANN\n{SPEECH}Call me at 207-555-0118.\n")
    element = reading.scenes[0].elements[-1]
    assert [reading.scenes[0].text[slice(*span)] for span in element.contacts] == ["207-555-0118"]
    assert list(contents(reading))[-1][1] == "Call me at 207-555-0118."


NAVIGATION = "Home | Scripts | About | Log in\nwww.scripts.example.com\n\n"
COMMENTS = "3 Comments\n\nJo says:\nMarch 3, 2014 at 10:12 am\nLoved it.\n\nMax says:\nNot me.\n\nLeave a Reply\n\n"


def test_a_page_s_navigation_and_comments_around_a_script_are_cut_apart():
    text = NAVIGATION + OPENING + TALK + FADE + "Back to top\n\n" + COMMENTS + "Privacy Policy | Terms | Contact\n"
    assert [reason for reason, _ in removed(read(text))] == [
        "site_banner",
        "site_banner",
        "reader_comment",
        "site_banner",
    ]
    assert "Loved it" not in story(text) and "Neon and rain." in story(text)


def test_comments_that_end_a_script_need_no_navigation():
    assert removed(read(OPENING + TALK + FADE + COMMENTS)) == [("reader_comment", COMMENTS)]


def test_comments_that_the_story_shows_stay():
    shown = (
        f"{ACTION}ON SCREEN:\n\n{SPEECH}2 Comments\n\n{SPEECH}Jo says:\n{SPEECH}You are late.\n\n"
        f"{SPEECH}Max says:\n{SPEECH}So are you.\n\n{SPEECH}Reply\n"
    )
    assert removed(read(OPENING + TALK + shown)) == []


def test_signs_that_read_like_links_stay():
    signs = "".join(f"{ACTION}{word}\n\n" for word in ("HELP", "NEXT", "PRINT", "REGISTER", "HOME"))
    assert removed(read(OPENING + TALK + signs)) == []


def test_a_character_called_end_speaks():
    reading = read("INT. A - DAY\n\nFIN\nI swim.\n\nSAL\nYou do.\n\nFIN\nI do.\n", format="plain")
    assert [text for kind, text in contents(reading) if kind == "cue"] == ["FIN", "SAL", "FIN"]


def test_a_story_that_goes_on_behind_the_end_stays():
    reading = read(f"{OPENING}{TALK}{ACTION}THE END\n\n{ACTION}Or so it seems: the hand rises.\n")
    assert list(contents(reading))[-1] == ("action", "Or so it seems: the hand rises.")
    assert [reason for reason, _ in removed(reading)] == ["end_mark"]


def test_an_edition_s_notes_behind_the_end_go():
    notes = f"{ACTION}Printed at the Example Press\n\n{ACTION}ERRATA\n\n{ACTION}Page 3: a comma.\n"
    assert removed(read(f"{OPENING}{TALK}{ACTION}THE END\n\n{notes}"))[-1] == ("licence_text", notes)
