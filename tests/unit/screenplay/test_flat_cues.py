"""Cues in flat text, where no blank line or column sets them apart: names that come again, and those that come once."""

import pytest
from unit.screenplay.reading import contents, read

SAID = (("ANN", "Where is it?"), ("BEN", "I don't know."), ("ANN", "Then look."), ("BEN", "No."))


def pairs(*said: tuple[str, str]) -> list[tuple[str, str]]:
    return [pair for name, speech in said for pair in (("cue", name), ("dialogue", speech))]


def found(text: str) -> list[tuple[str, str]]:
    return list(contents(read(text)))


def flat(*said: tuple[str, str]) -> str:
    return "".join(f"{name}\n{speech}\n" for name, speech in said)


TOP = "INT. KITCHEN - DAY\nA kettle sings.\n"


@pytest.mark.parametrize("once", ["CARL", "WAITER", "SECOND GUARD", "OLD WOMAN"])
def test_who_speaks_once_between_two_others_has_a_cue(once):
    said = (*SAID, (once, "Here it is."), ("ANN", "Oh."), ("BEN", "Thanks."))
    assert found(TOP + flat(*said))[2:] == pairs(*said)


def test_who_is_named_elsewhere_has_a_cue_over_several_lines():
    text = f"{TOP}{flat(*SAID)}Old Carl comes in.\nOLD CARL\nHere.\nHere it is.\n{flat(*SAID)}"
    assert ("cue", "OLD CARL") in found(text)


def test_a_speech_without_an_end_stops_at_the_next_cue():
    wide = (
        "The rain runs down the window and nobody looks up from the table\n"
        "which is laid for four people who have not yet\n"
        "come home to this house from the long road down in the\nvalley.\n"
    )
    said = (("ANN", "Look, and look again until you have found what you lost\nso easily"), ("BEN", "Here it is."))
    assert found(f"{TOP}{wide}{flat(*said, *SAID[:2])}")[-8:] == pairs(*said, *SAID[:2])


@pytest.mark.parametrize("line", ["SILENCE", "THE KNIFE", "THUNDER", "GUNSHOTS", "LATER", "A DOOR SLAMS SHUT."])
def test_what_is_seen_or_heard_stays_action(line):
    text = f"{TOP}{flat(*SAID)}{line}\nNobody moves.\n{flat(*SAID)}"
    assert ("cue", line) not in found(text)


def test_speeches_in_one_paragraph_are_told_apart():
    scenes = [f"INT. {place} - DAY\n\n{place.title()} by day.\n\n{flat(*SAID)}" for place in ("KITCHEN", "HALL")]
    expected = [
        pair
        for place in ("KITCHEN", "HALL")
        for pair in (("heading", f"INT. {place} - DAY"), ("action", f"{place.title()} by day."), *pairs(*SAID))
    ]
    assert found("\n".join(scenes)) == expected


def test_a_name_that_is_called_within_a_speech_stays_in_it_where_blank_lines_tell():
    text = "INT. A - DAY\n\nANN\nListen!\nBEN\nCome back!\n\nBEN\nNo.\n\nANN\nPlease.\n\nBEN\nNever.\n"
    assert found(text)[1:3] == [("cue", "ANN"), ("dialogue", "Listen!\nBEN\nCome back!")]


@pytest.mark.parametrize(
    "met",
    [
        "MARGE enters and sits.",
        "In comes MARGE, 60, wet.",
        "He looks up. MARGE (30) waves.",
        "Rain. MARGE stands there.",
    ],
)
@pytest.mark.parametrize("others", [SAID, SAID[:1] + SAID[2:3]])
def test_who_is_introduced_in_capitals_has_a_cue_though_it_is_the_only_one(met, others):
    text = f"{TOP}{flat(*others)}{met}\nMARGE\nDid you sleep?\nI could hear you.\n{flat(*others)}"
    assert ("cue", "MARGE") in found(text)


@pytest.mark.parametrize("met", ["He lifts the KNIFE.", "A KNIFE falls.", "The KNIFE, bright, falls.", "Look: KNIFE."])
def test_a_thing_in_capitals_is_no_cue_where_it_stands_alone(met):
    text = f"{TOP}{flat(*SAID[:1], *SAID[2:3])}{met}\nKNIFE\nIt gleams.\n{flat(*SAID[:1], *SAID[2:3])}"
    assert ("cue", "KNIFE") not in found(text)


def test_a_line_that_goes_on_in_small_letters_is_part_of_what_the_line_above_began():
    text = f"{TOP}{flat(('ANN', 'Did you sleep'), ('BEN', 'I heard you walk'))}all night.\nHe looks at the\ndoor.\n"
    text += flat(*SAID)
    assert found(text)[-11:-8] == [
        ("cue", "BEN"),
        ("dialogue", "I heard you walk\nall night."),
        ("action", "He looks at the\ndoor."),
    ]
