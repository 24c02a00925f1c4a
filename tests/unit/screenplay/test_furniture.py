import pytest
from unit.screenplay.reading import contents, cues, read, removed

BREAK = "\nA WIDOW - Rev. 3\n{blank}4.\n\n".format(blank=" " * 60)


def test_a_speech_torn_by_more_and_contd_is_one_speech():
    reading = read(f"INT. A - DAY\n\nANN\nI never once\n(MORE)\n{BREAK}ANN (CONT'D)\ngave it away.\n\nShe sits.\n")
    assert list(contents(reading)) == [
        ("heading", "INT. A - DAY"),
        ("cue", "ANN"),
        ("dialogue", "I never once\ngave it away."),
        ("action", "She sits."),
    ]
    assert [reason for reason, _ in removed(reading)] == [
        "continued_mark",
        "page_header",
        "page_number",
        "continued_mark",
    ]


def test_a_sentence_torn_by_a_page_break_is_one_action():
    mark = " " * 60 + "(CONTINUED)\n"
    reading = read(f"INT. A - DAY\n\nOn deck, Ann\n\n{mark}{BREAK}CONTINUED:\n\nthrows the line.\n")
    assert list(contents(reading))[1:] == [("action", "On deck, Ann\nthrows the line.")]


def test_elements_on_both_sides_of_a_page_break_stay_apart():
    mark = " " * 60 + "(CONTINUED)\n"
    reading = read(f"INT. A - DAY\n\nANN\nWhat then?\n\n{mark}{BREAK}CONTINUED:\n\nBen looks up.\n")
    assert list(contents(reading))[1:] == [("cue", "ANN"), ("dialogue", "What then?"), ("action", "Ben looks up.")]


def test_contd_without_a_page_break_is_a_cue():
    reading = read("INT. A - DAY\n\nANN\nOne.\n\nShe waits.\n\nANN (CONT'D)\nTwo.\n")
    assert [cue.continued for cue in cues(reading)] == [False, True] and removed(reading) == []


def test_contd_of_another_speaker_after_a_page_break_stays():
    reading = read(f"INT. A - DAY\n\nANN\nOne.\n{BREAK}BEN (CONT'D)\nTwo.\n")
    assert [cue.name for cue in cues(reading)] == ["ANN", "BEN"]


def test_a_form_feed_and_the_marks_of_a_continued_scene_open_no_second_scene():
    text = (
        "7   EXT. FAIRGROUND - NIGHT                             7\n\n    The wheel turns.\n\n"
        "                                        (CONTINUED)\n\f                                     12.\n"
        "7   CONTINUED:                                          7\n\n    Its lights go out.\n"
    )
    reading = read(text)
    assert len(reading.scenes) == 1 and reading.scenes[0].heading.number == "7"
    assert [kind for kind, _ in contents(reading)] == ["heading", "action", "action"]


@pytest.mark.parametrize("above", ["CONTINUED:", "(CONTINUED)", "(MORE)"])
def test_a_page_number_without_blank_lines_between_the_marks_of_a_break_is_no_speech(above):
    reading = read(f"INT. A - DAY\n\nANN\nWhat then, and where\n{above}\n2.\nCONTINUED:\nshall we go?\n")
    assert list(contents(reading))[2:] == [("dialogue", "What then, and where\nshall we go?")]
    assert [reason for reason, _ in removed(reading)] == ["continued_mark", "page_number", "continued_mark"]


def test_numbers_that_a_story_counts_are_no_page_numbers():
    reading = read("INT. A - DAY\n\nThree knocks.\n\n1.\n\n2.\n\n3.\n\nANN\n12.\n")
    assert removed(reading) == []


def test_bare_page_numbers_count_up_over_the_script():
    page = "Ann walks.\n\n" * 20
    reading = read("INT. A - DAY\n\n" + "".join(f"{page}{number}\n\n" for number in range(1, 5)) + "The end of it.\n")
    assert [text for reason, text in removed(reading)] == [f"{number}\n\n" for number in range(1, 5)]


def test_a_running_header_with_its_number_on_one_line_is_removed():
    page = "Ann walks.\n\n" * 20
    text = "INT. A - DAY\n\n" + "".join(f"{page}A WIDOW - Draft          {number}.\n\n" for number in range(2, 6))
    assert [reason for reason, _ in removed(read(text + "She stops.\n"))] == ["page_header"] * 4


def test_an_action_that_stands_beside_two_page_numbers_is_no_header():
    page = "Ann walks on.\n\n" * 10
    reading = read(
        "INT. A - DAY\n\n"
        + "".join(f"{page}Silence\n\n{' ' * 60}{number}.\n\n" for number in (2, 3))
        + page
        + "Silence\n"
    )
    assert {reason for reason, _ in removed(reading)} == {"page_number"}


def test_a_cue_below_a_page_number_is_no_header():
    page = "Ann walks on.\n\n" * 10
    reading = read("INT. A - DAY\n\n" + "".join(f"{page}{' ' * 60}{number}.\n\nBEN\nYes.\n\n" for number in (2, 3)))
    assert [cue.name for cue in cues(reading)] == ["BEN", "BEN"]


ACTION, SPEECH, BRACKET, CUE, RIGHT = (" " * columns for columns in (10, 20, 25, 32, 68))
OPENING = f"{ACTION}INT. DINER - NIGHT\n\n{ACTION}Neon and rain.\n\n"
TALK = f"{CUE}SAL\n{SPEECH}Coffee?\n\n{CUE}ANN\n{SPEECH}No.\n\n"


def reasons(text: str) -> list[str]:
    return [reason for reason, _ in removed(read(OPENING + TALK + text))]


def test_a_form_feed_before_a_line_is_removed_and_the_line_stays():
    reading = read(f"{OPENING}{TALK}\f{ACTION}She leaves.\n\n\f{ACTION}He stays.\n")
    assert [text for kind, text in contents(reading) if kind == "action"][1:] == ["She leaves.", "He stays."]
    assert removed(reading) == [("page_break", "\f"), ("page_break", "\f")]


def test_a_sentence_that_a_form_feed_tears_before_a_capital_is_one_action():
    reading = read(
        f"{OPENING}{TALK}{ACTION}The rain keeps falling over the\n\n\f{RIGHT}13.\n\n"
        f"{ACTION}Harbour lights until dawn.\n"
    )
    assert [" ".join(text.split()) for kind, text in contents(reading) if kind == "action"][1:] == [
        "The rain keeps falling over the Harbour lights until dawn."
    ]


def test_a_speech_torn_by_a_form_feed_is_one_speech():
    reading = read(
        f"{OPENING}{TALK}{CUE}SAL\n{SPEECH}More coffee?\n{CUE}(MORE)\n"
        f"\f{RIGHT}12.\n\n{CUE}SAL (CONT'D)\n{SPEECH}It's fresh.\n"
    )
    assert [" ".join(text.split()) for kind, text in contents(reading) if kind == "dialogue"][2:] == [
        "More coffee? It's fresh."
    ]


def test_page_numbers_with_letters_count_up_with_the_others():
    page = f"{ACTION}Ann walks.\n\n" * 20
    text = "".join(f"{page}{ACTION}{number}.\n\n" for number in ("11", "12", "12A", "12B", "13"))
    assert reasons(text + page) == ["page_number"] * 5


def test_a_page_number_in_the_midst_of_a_speech_is_removed_where_it_stands_far_right():
    reading = read(f"{OPENING}{TALK}{CUE}SAL\n{SPEECH}More coffee? It's\n{RIGHT}12.\n{SPEECH}fresh.\n")
    assert list(contents(reading))[-1][1].split() == ["More", "coffee?", "It's", "fresh."]


def test_a_bare_number_spoken_is_speech():
    reading = read(f"{OPENING}{TALK}" + f"{CUE}ANN\n{SPEECH}12.\n\n{CUE}SAL\n{SPEECH}13\n\n" * 3)
    assert removed(reading) == [] and list(contents(reading))[-1] == ("dialogue", "13")


def test_a_character_called_continued_speaks():
    reading = read(f"{OPENING}{TALK}{CUE}CONTINUED\n{SPEECH}They call me that.\n\n{CUE}SAL\n{SPEECH}Why?\n")
    assert [cue.name for cue in cues(reading)] == ["SAL", "ANN", "CONTINUED", "SAL"] and removed(reading) == []


def test_a_character_called_continued_speaks_before_a_colon_too():
    text = "INT. A - DAY\n\n" + "CONTINUED:\nThey call me that.\n\nSAL:\nWhy?\n\n" * 3
    assert [cue.name for cue in cues(read(text, format="plain"))] == ["CONTINUED", "SAL"] * 3


def test_continued_in_brackets_below_a_cue_is_a_parenthetical():
    reading = read(f"{OPENING}{TALK}{CUE}SAL\n{BRACKET}(CONTINUED)\n{SPEECH}And another thing.\n")
    assert list(contents(reading))[-2:] == [("parenthetical", "(CONTINUED)"), ("dialogue", "And another thing.")]


def test_a_sign_that_gives_a_page_stays():
    assert reasons(f"{ACTION}The front page:\n\n{ACTION}PAGE 3\n\n{ACTION}HARBOUR CLOSED, MAYOR SAYS\n\n") == []


def test_the_draft_s_line_on_each_page_is_a_draft_line():
    page = f"{ACTION}Ann walks.\n\n" * 20
    text = "".join(f"{page}\fBlue Rev. 3/14/05{' ' * 40}{number}.\n\n" for number in (2, 3, 4))
    assert set(reasons(text + page)) == {"page_header"}
    text = "".join(f"{page}\f{RIGHT}{number}.\n\nBlue Rev. 3/14/05\n\n" for number in (2, 3, 4))
    assert set(reasons(text + page)) == {"page_number", "draft_line"}


def test_a_header_that_comes_at_the_top_of_pages_without_numbers_is_removed():
    page = f"{ACTION}Ann walks.\n\n" * 20
    assert reasons(f"{page}\fTHE FERRY\n\n" * 3 + page) == ["page_header"] * 3


def test_a_speaker_at_the_top_of_pages_is_no_header():
    page = f"{ACTION}Ann walks on.\n\n" * 20
    reading = read(OPENING + f"{page}\f{CUE}SAL\n{SPEECH}Still here.\n\n" * 3 + page)
    assert [cue.name for cue in cues(reading)] == ["SAL"] * 3


def test_asterisks_in_the_right_margin_are_revision_marks():
    text = (
        f"1   INT. DINER - NIGHT{' ' * 30}1  *\n\n    Neon and rain.{' ' * 50}*\n{' ' * 68}*\n"
        f"                    SAL{' ' * 41}*\n          Twinkle, *twinkle*.\n\n                    ANN\n          No.\n"
    )
    reading = read(text)
    assert [text for kind, text in contents(reading)] == [
        "INT. DINER - NIGHT",
        "Neon and rain.",
        "SAL",
        "Twinkle, *twinkle*.",
        "ANN",
        "No.",
    ]
    assert [(reason, text.strip()) for reason, text in removed(reading)] == [("revision_mark", "*")] * 4
    assert reading.scenes[0].heading.number == "1"


def test_asterisks_that_a_text_uses_otherwise_stay():
    assert reasons(f"{ACTION}* * *\n\n{ACTION}A list:\n\n{ACTION}* bread\n\n{ACTION}five stars  *\n\n") == []


def test_a_site_s_line_stamped_over_the_script_is_a_banner():
    page = f"{ACTION}Ann walks.\n\n" * 10
    assert reasons(f"{page}www.scripts.example.com\n\n" * 3 + page) == ["site_banner"] * 3


def test_a_web_address_that_the_story_shows_stays():
    assert reasons(f"{ACTION}On the van:\n\n{ACTION}www.ferries.example.com\n\n{ACTION}It drives off.\n\n") == []
