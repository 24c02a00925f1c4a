"""Who speaks at a place of a scene."""

from linedscript.backbone.resolution_context import SceneContext
from linedscript.screenplay.read import read_screenplay

COLUMNS = (
    "INT. A - DAY\n\nRain falls on the mill.\n\n"
    "        ANN                            BEN\n"
    "   Where is the key?               Leave it where it is.\n"
    "   I need it now.                  Do you hear me?\n\n"
    "                      CAM\n          The key is gone.\n"
)


def context() -> SceneContext:
    reading = read_screenplay(COLUMNS.encode(), "en-0001", "en", format="plain", budget=500)
    return SceneContext(reading.scenes[0])


def speaker(words: str) -> str | None:
    scene = context()
    turn = scene.turn_at(scene.scene.text.index(words))
    return None if turn is None else scene.turns[turn].speaker


def test_each_column_of_dual_dialogue_is_the_speech_of_its_own_cue():
    assert [speaker(words) for words in ("Where is", "I need", "Leave it", "Do you", "The key")] == [
        "ANN",
        "ANN",
        "BEN",
        "BEN",
        "CAM",
    ]


def test_nobody_says_the_action_and_a_cue_isn_t_said():
    scene = context()
    text = scene.scene.text
    assert speaker("Rain") is None and not scene.spoken_at(text.index("Rain"))
    assert speaker("BEN") == "BEN" and not scene.spoken_at(text.index("BEN"))
    assert scene.spoken_at(text.index("Leave"))
