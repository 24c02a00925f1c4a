"""What looks like a title page, furniture, an end or contact details, and is story, stays."""

import pytest
from unit.screenplay.reading import contents, cues, read, removed

ACTION, SPEECH, CUE = (" " * columns for columns in (5, 15, 25))
OPENING = f"{ACTION}INT. HALL - DAY\n\n{ACTION}Bob walks.\n\n"
TALK = f"{CUE}BOB\n{SPEECH}Here I am.\n\n{CUE}ANN\n{SPEECH}So I see.\n\n"
PAGE = "Ann walks.\n\n" * 20


def shots(text: str, apart: str) -> str:
    first = f"1    INT. HALL - DAY\n\n{apart}"
    return first + "".join(f"{number}    {text}\n\n{apart}" for number in range(2, 7))


@pytest.mark.parametrize("text", ["ANOTHER ANGLE", "OMITTED", "ON BOB", "BOB'S FACE"])
@pytest.mark.parametrize("apart", [f"{ACTION}Bob walks.\n\n", PAGE])
def test_numbered_shots_are_no_running_headers(text, apart):
    assert removed(read(shots(text, apart))) == []


@pytest.mark.parametrize("apart", [TALK, PAGE])
def test_a_scoreboard_is_no_running_header(apart):
    boards = "".join(f"{ACTION}HOME {tens}0    GUEST     {tens}3\n\n{apart}" for tens in range(1, 5))
    assert removed(read(OPENING + boards)) == []


def test_a_header_whose_number_counts_up_a_page_apart_goes():
    text = "INT. A - DAY\n\n" + "".join(f"{PAGE}{number}.        THE FERRY\n\n" for number in range(2, 6))
    assert [reason for reason, _ in removed(read(text + PAGE))] == ["page_header"] * 4


@pytest.mark.parametrize(
    "above",
    [
        f"{CUE}BOB (V.O.)\n{SPEECH}My father used to say that every\n{SPEECH}man has one story.\n\n",
        f'{ACTION}Darkness. A scream.\n\n{ACTION}SUPER: "1984"\n\n',
        f"{ACTION}Waves.\n\n{ACTION}CAST\n\n{ACTION}A line flies out over the water.\n\n",
        f"THE BOAT\n\nCharacters\n\nfly by on a wheel. A BOY counts them.\n\n{CUE}BOY\n{SPEECH}Eleven, twelve.\n\n",
        "DIRECTOR: Cut! Again.\nACTOR: I can't.\n\n",
        "PHONE: Ring ring, it says.\nBOB: Are you there?\n\n",
    ],
)
def test_a_cold_open_is_no_title_page(above):
    assert removed(read(above + OPENING + TALK)) == []


def test_a_cold_open_below_a_title_page_stays():
    top = f"{CUE}THE FERRY\n\n{CUE}by\n{CUE}P. Example\n\n\n"
    reading = read(f"{top}{ACTION}Darkness. A scream.\n\n{OPENING}{TALK}")
    assert [text.split() for _, text in removed(reading)] == [top.split()]
    assert next(contents(reading)) == ("action", "Darkness. A scream.")


def test_a_cast_list_ends_where_a_first_act_without_heading_begins():
    cast = "CHARACTERS\nANNA, a widow.\nBORIS, her brother.\n\n"
    talk = "ANNA. You came.\n\nBORIS. I did. Was I late?\n\nANNA. The train was late.\n\n"
    reading = read(
        f"THE LANTERN\n\n{cast}A parlour. Evening.\n\n{talk}SCENE TWO\n\nThe same.\n\nANNA. Boris!\n\nBORIS. Here.\n"
    )
    assert ("cast_list", cast) in removed(reading)
    story = "".join(scene.text for scene in reading.scenes)
    assert "A parlour. Evening." in story and "Was I late?" in story


@pytest.mark.parametrize("key", ["AGENT", "PHONE", "WRITER", "COMPANY", "DIRECTOR", "SOURCE", "AUTHOR"])
def test_a_speaker_who_is_called_like_a_key_opens_no_fountain_title_page(key):
    text = f"{key}: Is anybody there?\nBOB: Yes!\n\nINT. HOUSE - DAY\n\nBOB\nWho is it?\n"
    assert removed(read(text, format="fountain")) == []


@pytest.mark.parametrize(
    "top",
    [
        "Title: A Boat\nAuthor: P. Example\n\n",
        "TITLE:\n    A BOAT\n\n",
        "title: a boat\n\n",
        "TITLE: A BOAT\nAUTHOR: P. E\n\n",
    ],
)
def test_keys_of_a_title_page_open_one(top):
    assert removed(read(top + "INT. A - DAY\n\nBOB\nHere.\n", format="fountain")) == [("title_page", top)]


def test_an_end_on_the_screen_with_story_behind_it_stays():
    shown = f"{ACTION}THE END\n\n{ACTION}Lights up. The agent stands in the press row, 1984 badge on.\n\n"
    assert removed(read(f"{OPENING}{TALK}{shown}{ACTION}BOB: You liked it?\n\n{ACTION}AGENT: I hated it.\n")) == []
    assert removed(read(f"{OPENING}{TALK}{shown}{OPENING}")) == []


def test_behind_the_end_only_what_is_itself_an_edition_s_goes():
    text = f"{ACTION}THE END\n\n{ACTION}The agent of 1984 rises.\n\n{ACTION}Copyright 2001 by P. Example\n"
    reading = read(OPENING + TALK + text)
    assert [reason for reason, _ in removed(reading)][0] == "end_mark"
    assert list(contents(reading))[-1] == ("action", "The agent of 1984 rises.")


def test_an_end_that_somebody_says_is_speech():
    reading = read(f"{OPENING}{CUE}ANN\n{SPEECH}THE END\n\n{CUE}BOB\n{SPEECH}Good.\n")
    assert removed(reading) == [] and ("dialogue", "THE END") in list(contents(reading))


def test_a_character_called_fin_shouts():
    text = f"{OPENING}{CUE}ANN\n{SPEECH}Who?\n\n{CUE}FIN\n{SPEECH}ME.\n\n{CUE}ANN\n{SPEECH}Why?\n"
    assert [cue.name for cue in cues(read(text))] == ["ANN", "FIN", "ANN"]


@pytest.mark.parametrize("name", ["AGENT", "MANAGER", "REPRESENTATION"])
def test_a_number_that_the_last_speech_gives_stays(name):
    assert removed(read(f"{OPENING}{TALK}{CUE}{name}\n{SPEECH}555-0142\n")) == []
    assert removed(read(f"INT. A - DAY\n\nBOB\nYour number?\n\n{name}\n555-0142\n")) == []


def test_a_card_behind_the_last_cut_stays():
    assert removed(read(f"{OPENING}{TALK}{ACTION}CUT TO BLACK.\n\n{ACTION}SUPER: Call 800-273-8255\n")) == []
    assert removed(read("INT. A - DAY\n\nBOB\nBye.\n\nFADE TO BLACK.\n\nSuper: 1-800-273-8255\n")) == []


@pytest.mark.parametrize("first", [1, 1984])
@pytest.mark.parametrize("apart", ["Bob sits.\n\n" * 8, "Bob sits.\n\n" * 18])
def test_cards_that_count_are_no_page_numbers(first, apart):
    text = "".join(f"INT. ROOM - DAY\n\n{number}\n\n{apart}" for number in range(first, first + 3))
    assert removed(read(text)) == []


def test_a_speaker_who_is_a_number_speaks():
    deep = " " * 44
    text = f"{' ' * 20}INT. HALL - DAY\n\n" + f"{deep}47\n{' ' * 30}Here.\n\n{deep}BOB\n{' ' * 30}So.\n\n" * 2
    reading = read(text)
    assert removed(reading) == [] and "47" in reading.scenes[0].text


def test_later_below_page_numbers_is_story():
    page = f"{ACTION}Bob paces.\n\n" * 20
    text = "".join(f"{page}{' ' * 60}{number}.\n\n{ACTION}LATER\n\n" for number in (2, 3))
    assert {reason for reason, _ in removed(read(OPENING + text + page))} == {"page_number"}


def test_a_flat_title_page_with_contact_details_goes_and_a_cold_open_with_a_number_stays():
    script = "INT. HALL - DAY\n\nBOB\nHello.\n\nEXT. YARD - DAY\n\nANN\nHi.\n"
    reading = read(f"THE FERRY\n\nby\n\nP. Example\n\np@example.com\n(310) 555-0142\nWGA Reg. 123456\n\n{script}")
    assert [reason for reason, _ in removed(reading)] == ["title_page", "contact", "draft_line"]
    assert len(reading.scenes) == 2
    assert removed(read(f"BOB\nCall 555-0142.\n\n{script}", format="fountain")) == []


@pytest.mark.parametrize(
    ("line", "number", "place"),
    [
        ("1. INT. FLAT - DAY", "1", "FLAT"),
        ("12A INT. FLAT - DAY", "12A", "FLAT"),
        ("1. ИНТ. КВАРТИРА — УТРО", "1", "КВАРТИРА"),
        ("1-3. ИНТ. ЗАЛ. ДЕНЬ", "1-3", "ЗАЛ"),
        ("1 INT. OFFICE - DAY 1", "1", "OFFICE"),
    ],
)
def test_a_number_before_a_heading_at_the_margin_is_the_scene_s(line, number, place):
    heading = read(f"{line}\n\nBob sits.\n\nBOB\nHere.\n", format="fountain").scenes[0].heading
    assert (heading.number, heading.place, heading.modifiers) == (number, place, ())


def test_the_day_of_the_story_and_the_clock_are_modifiers():
    heading = read("2  INT. KITCHEN. DAY 1. 08.15\n\nBob sits.\n\nBOB\nHere.\n").scenes[0].heading
    assert (heading.place, heading.time, heading.modifiers) == ("KITCHEN", "DAY", ("1", "08.15"))


def fdx(*paragraphs: tuple[str, str]) -> bytes:
    inner = "".join(f'<Paragraph Type="{kind}"><Text>{text}</Text></Paragraph>' for kind, text in paragraphs)
    return f'<?xml version="1.0"?><FinalDraft><Content>{inner}</Content></FinalDraft>'.encode()


OPEN = (("Scene Heading", "INT. A - DAY"), ("Character", "BOB"), ("Dialogue", "What?"))


def test_years_beside_a_mark_of_a_page_break_are_action():
    cards = (("Action", "1984"), ("Action", "CONTINUED:"), ("Action", "1985"))
    assert [text.strip() for _, text in removed(read(fdx(*OPEN, *cards)))] == ["CONTINUED:"]


def test_more_in_brackets_that_somebody_says_is_speech():
    assert removed(read(fdx(*OPEN, ("Character", "OLIVER"), ("Dialogue", "(MORE)"), ("Action", "He eats.")))) == []


def test_more_before_the_same_speaker_s_next_cue_is_a_mark():
    torn = (("Dialogue", "(MORE)"), ("Character", "BOB (CONT'D)"), ("Dialogue", "Who?"))
    assert {reason for reason, _ in removed(read(fdx(*OPEN, *torn)))} == {"continued_mark"}
