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


def test_numbers_that_a_story_counts_are_no_page_numbers():
    reading = read("INT. A - DAY\n\nThree knocks.\n\n1.\n\n2.\n\n3.\n\nANN\n12.\n")
    assert removed(reading) == []


def test_bare_page_numbers_count_up_over_the_script():
    page = "Ann walks.\n\n" * 20
    reading = read("INT. A - DAY\n\n" + "".join(f"{page}{number}\n\n" for number in range(1, 5)) + "The end of it.\n")
    assert [text for reason, text in removed(reading)] == [f"{number}\n\n" for number in range(1, 5)]


def test_a_running_header_with_its_number_on_one_line_is_removed():
    page = "Ann walks.\n\n" * 10
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
