"""Plays that list who is on stage below a scene's heading, and plays whose cues stand alone in their paragraphs."""

import pytest
from unit.screenplay.reading import contents, cues, read

VERSE = (
    ("ORGON", "Bonjour, mon frère."),
    ("DORINE", "Je sortais."),
    ("ORGON", "Tout s'est-il passé de bonne sorte ?"),
    ("DORINE", "Madame eut la fièvre."),
)


def found(text: str) -> list[tuple[str, str]]:
    return list(contents(read(text)))


def pairs(*said: tuple[str, str]) -> list[tuple[str, str]]:
    return [pair for name, speech in said for pair in (("cue", name), ("dialogue", speech))]


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("listed", ["ORGON, DORINE.", "DORINE, ORGON et CLÉANTE.", "ORGON. DORINE.", "DORINE, ORGON"])
@pytest.mark.parametrize("line", ["{}.\n{}\n\n", "{}. {}\n\n", "{}\n{}\n\n", "{}\n\n{}\n\n"])
def test_names_below_a_scenes_heading_are_who_is_on_stage_and_nobodys_cue(line, listed, gap):
    said = "".join(line.format(*pair) for pair in VERSE)
    text = f"ACTE PREMIER\n\nSCÈNE PREMIÈRE\n\n{said}SCÈNE II{gap}{listed}\n\n{said}"
    expected = [("heading", "SCÈNE II"), ("action", listed), *pairs(*VERSE)]
    assert found(text)[-len(expected) :] == expected


def test_two_who_speak_together_first_in_a_scene_have_a_cue():
    said = "".join(f"{name}.\n{speech}\n\n" for name, speech in VERSE)
    text = f"ACTE PREMIER\n\nSCÈNE PREMIÈRE\n\n{said}SCÈNE II\n\nORGON, DORINE.\nAu voleur !\n\n{said}"
    assert [cue.name for cue in cues(read(text))].count("ORGON, DORINE") == 1


def test_a_name_alone_in_its_paragraph_above_speech_is_a_cue_of_a_play():
    text = "ACTE PREMIER\n\nSCÈNE PREMIÈRE\n\n" + "".join(f"{name}\n\n{speech}\n\n" for name, speech in VERSE)
    assert found(text)[-8:] == pairs(*VERSE)


def test_who_speaks_once_alone_in_a_paragraph_has_a_cue_too():
    said = (*VERSE, ("CLÉANTE", "Adieu."))
    text = "ACTE PREMIER\n\nSCÈNE PREMIÈRE\n\n" + "".join(f"{name}\n\n{speech}\n\n" for name, speech in said)
    assert found(text)[-2:] == pairs(*said)[-2:]


@pytest.mark.parametrize(
    "body",
    [
        "MUSIC\n\nThe room\nis gone.\n\nSILENCE\n\nA long time.\n\nMUSIC\n\nNight comes.\n\nSILENCE\n\nIt ends.\n",
        "Rain.\n\nLONDON\n\nA street.\n\nHe\nwalks.\n\nShe walks.\n\nThey meet.\n\nThey part.\n\nPARIS\n\nRain.\n",
    ],
)
def test_labels_and_places_alone_in_a_paragraph_are_action(body):
    assert {kind for kind, _ in found(f"ACT I\n\nSCENE 1. A room.\n\n{body}")[2:]} == {"action"}


@pytest.mark.parametrize(
    ("line", "name"),
    [("Те же и Хлестаков.", "Хлестаков"), ("Die Vorigen. Saladin.", "Saladin"), ("Les mêmes, Dorante.", "Dorante")],
)
def test_who_joins_those_on_stage_speaks_even_once_in_small_letters(line, name):
    said = (("Anna", "Where?"), ("Ivan", "Here."), ("Anna", "Now?"), ("Ivan", "Yes."), ("Anna", "Oh."), ("Ivan", "Go."))
    top = "ACT I\n\nSCENE I\n\n" + "".join(f"{who}. {what}\n\n" for who, what in said)
    text = f"{top}SCENE II\n\n{line}\n\n{name}. Good day to you all.\n\nAnna. Welcome.\n\nIvan. Sit.\n"
    assert ("cue", name) in found(text)
    assert ("action", line) in found(text)
