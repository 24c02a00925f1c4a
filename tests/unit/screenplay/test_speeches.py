"""Which elements a cue has as its speech."""

from unit.screenplay.reading import read

from linedscript.screenplay.speeches import silent_cues, speeches


def spoken(text: str, **options) -> list[tuple[str, list[str]]]:
    scene = read(text, **options).scenes[0]
    own = [scene.text[slice(*element.content)] for element in scene.elements]
    return [(own[speech.cue], [own[part] for part in speech.parts]) for speech in speeches(scene)]


def test_a_speech_is_what_stands_between_its_cue_and_the_next():
    text = "INT. A - DAY\n\nANN\n(softly)\nOne.\n\nShe waits.\n\nBEN\nTwo.\n"
    assert spoken(text) == [("ANN", ["(softly)", "One."]), ("BEN", ["Two."])]


def test_each_side_of_dual_dialogue_has_its_own_lines():
    lines = (
        "INT. DINER - NIGHT",
        "",
        "  SAL                      ANN",
        "More coffee?              No, thanks.",
        "It's fresh.               I'm fine.",
    )
    assert spoken("\n".join(lines) + "\n", format="plain") == [
        ("SAL", ["More coffee?", "It's fresh."]),
        ("ANN", ["No, thanks.", "I'm fine."]),
    ]


def test_a_cue_without_a_word_is_silent():
    cue, action = " " * 25 + "GUARD\n", " " * 15
    text = f"INT. A - DAY\n\n{cue}\n{action}A siren.\n\n{cue}{' ' * 19}(ducking)\n\n"
    text += f"{action}Boom.\n\n{cue}{' ' * 18}Stop!\n"
    scene = read(text, format="plain").scenes[0]
    assert [scene.elements[number].kind for number in silent_cues(scene)] == ["cue", "cue"]
    assert [speech.silent for speech in speeches(scene)] == [True, True, False]
