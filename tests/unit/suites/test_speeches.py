"""Who speaks in a scene, to whom a line is said, and whether words do what they are taken to do."""

import pytest
from factories import alias, entity
from story import story

from linedscript.suites.stage.speeches import cue_names, does_what_it_is_called, is_said_to, speeches

PEOPLE = (entity(1, "Ann"), entity(2, "Bob"), entity(3, "Cy"))
ADDRESSED = "You hid it."


def talk(*lines):
    (scene,) = story("INT. ROOM - DAY\n" + "\n".join(lines))
    return scene, speeches(scene, cue_names(PEOPLE))


def said_to(addressee, *lines, language="en", line=ADDRESSED):
    scene, spoken = talk(*lines)
    start = scene.text.index(line)
    forms = [one.surface for person in PEOPLE if person.id == addressee for one in person.aliases]
    return is_said_to(spoken, (start, start + len(line)), addressee, forms, language)


def test_each_cue_begins_a_speech_of_the_person_who_bears_its_name():
    _, spoken = talk("@ANN: Where?", "@BOB (V.O.): There.", "@NOBODY: Here.")
    assert [(one.speaker, one.voice) for one in spoken] == [("ent-0001", "on"), ("ent-0002", "over"), (None, "on")]


def test_a_name_that_two_people_bear_is_nobodys():
    assert cue_names((entity(1, "Ann"), entity(2, "Ann Lee", aliases=(alias("Ann"),)))) == {"ann": None}


def test_of_two_people_who_talk_each_line_is_said_to_the_other():
    assert said_to("ent-0002", f"@ANN: {ADDRESSED}", "@BOB: No.")


def test_a_line_between_two_others_is_said_to_nobody_in_particular():
    assert not said_to("ent-0002", "@BOB: It is gone.", f"@ANN: {ADDRESSED}", "@CY: I had to.")


def test_a_line_is_said_to_whom_its_speech_calls():
    called = (f"@ANN: Bob, look at me. {ADDRESSED}", "@CY: He did.", "@BOB: No.")
    assert said_to("ent-0002", "@CY: It is gone.", *called)


def test_a_call_that_comes_after_the_line_opens_another_address():
    late = f"@ANN: {ADDRESSED} Bob, come here."
    assert not said_to("ent-0002", "@CY: It is gone.", late, "@CY: I had to.", "@BOB: Yes.")


def test_of_three_people_a_line_is_said_to_the_one_who_speaks_before_and_after_it():
    assert said_to("ent-0002", "@BOB: It is gone.", f"@ANN: {ADDRESSED}", "@BOB: I had to.", "@CY: Ha.")


def test_what_is_no_speech_is_taken_at_its_word():
    assert said_to("ent-0002", f"Ann turns to Bob: {ADDRESSED}", "@CY: Ha.")


@pytest.mark.parametrize(
    ("act", "summary", "language", "does"),
    [
        ("accuse", "Ann accuses Bob: “You sold it.”", "en", True),
        ("accuse", "Ann accuses Bob: “So he is lying.”", "en", False),
        ("accuse", "Ann accuses Bob: “She's still a wonderful liar.”", "en", False),
        ("accuse", "安指责波：“你骗我。”", "zh", True),
        ("accuse", "安指责波：“就是他。”", "zh", False),
        ("promise", "Ann promises Bob: “I will come.”", "en", True),
        ("promise", "Ann promises Bob: “You have to keep your word.”", "en", False),
        ("promise", "安答应波：“我一定来。”", "zh", True),
        ("promise", "安答应波：“说话算数。”", "zh", False),
        ("refuse", "Ann refuses Bob: “No.”", "en", False),
        ("refuse", "Ann refuses Bob: “I won't go.”", "en", True),
        ("ask", "Ann asks Bob: “Who is he?”", "en", True),
        ("accuse", "Ann accuses Bob of theft.", "en", True),
    ],
)
def test_an_act_of_speech_needs_words_that_do_it(act, summary, language, does):
    assert does_what_it_is_called(act, summary, language) is does
