"""What is asked of the end of a scene: whose the last word is, and what somebody does last."""

from collections import Counter

import pytest
from factories import entity
from story import story as scenes_of
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, ENTITIES, TO_CY, told
from unit.suites.asked_films import draw, story

from linedscript.suites.stage.candidates.scene_grounding import last_act, last_word


def spoken_film(final):
    """A scene in which Ann begins an exchange that ``final`` ends."""
    scenes = scenes_of(
        "INT. OFFICE - DAY\nCy locks the green cabinet by the window.\n@ANN: Where is the letter?\n"
        f"@BO: Under the boat.\n@{final}: Fetch it.",
        "INT. HALL - DAY\n@CY: Nothing.",
        "INT. DOCK - DAY\n@CY: Nothing at all.",
    )
    units = [
        told(scenes, 1, "Cy locks the green cabinet by the window.", CY_ACTS, trigger="lock"),
        told(
            scenes,
            1,
            "Fetch it.",
            ("Ann", "ent-0001", "speaker"),
            ("Bo", "ent-0002", "addressee"),
            number=2,
            trigger="talk",
            kind="Interaction",
        ),
    ]
    return scenes, units


def test_the_last_word_is_the_last_cues():
    scenes, units = spoken_film("BO")
    (candidate,) = last_word(story(scenes, units), Counter())
    assert candidate.answer == "Bo" and candidate.steps[1].statement == "Bo: “Fetch it.”"
    span_of = candidate.steps[1].evidence
    assert scenes[0].text[span_of.start : span_of.end] == "Fetch it."


@pytest.mark.parametrize(
    ("cue", "named", "code"),
    [("BO (V.O.)", True, "not-unique"), ("NOBODY", True, "not-unique"), ("BO", False, "answer-not-normalized")],
)
def test_no_last_word_is_asked_for_of_a_voice_over_a_stranger_or_nobody(cue, named, code):
    scenes, units = spoken_film(cue)
    others = [one for one in ENTITIES if one.id != "ent-0002"]
    rejected = Counter()
    assert list(last_word(story(scenes, units, (*others, entity(2, "Bo", named=named))), rejected)) == []
    assert rejected["last_word", code] == 1


def ending(*more, act="Ann locks the green cabinet by the window.", people=ENTITIES):
    """A scene in which Ann acts behind something else, and what comes then; she acts in another scene too."""
    scenes = scenes_of(
        f"INT. OFFICE - DAY\nBo counts forty silver coins twice.\n@CY: Good.\n{act}\n" + "\n".join(more),
        "INT. HALL - DAY\nAnn whistles.\n",
    )
    units = [
        told(scenes, 1, "Bo counts forty silver coins twice.", BO_ACTS, trigger="count"),
        told(scenes, 1, "Ann locks the green cabinet by the window", ANN_ACTS, number=2, trigger="lock"),
        told(scenes, 2, "Ann whistles.", ANN_ACTS, trigger="whistle"),
    ]
    rejected = Counter()
    answers = [one.answer for one in last_act(story(scenes, units, people), rejected) if one.asks["who"] == "Ann"]
    return answers, rejected


@pytest.mark.parametrize("more", [(), ("@ANN: There.",), ("Rain falls.",)])
def test_the_last_act_is_what_nothing_but_talk_follows(more):
    assert ending(*more)[0] == ["Ann locks the green cabinet by the window"]


@pytest.mark.parametrize(
    "more",
    [
        ("She sighs.",),
        ("Cy and Ann lift the box.",),
        ("@ANN: There.", "(picks up the lid)"),
        ("@NOBODY: There.", "(picks up the lid)"),
    ],
)
def test_no_last_act_is_asked_for_where_its_doer_may_do_more(more):
    answers, rejected = ending(*more)
    assert answers == [] and rejected["last_act", "not-unique"] >= 1


def test_no_last_act_is_asked_for_whose_sentence_goes_on():
    assert ending(act="Ann locks the green cabinet by the window, then pockets the key.")[0] == []


def test_no_last_act_is_asked_for_of_somebody_without_a_name():
    others = [one for one in ENTITIES if one.id != "ent-0001"]
    answers, rejected = ending(people=(*others, entity(1, "Ann", named=False)))
    assert answers == [] and rejected["last_act", "answer-not-normalized"] >= 1


def test_what_somebody_does_last_in_a_scene_is_asked_once_however_its_doer_is_told_of():
    scenes = scenes_of(
        "INT. YARD - DAY\nAnn steals a lamp from the chapel.\n",
        "INT. SHED - DAY\nBo hides a torn letter under the red boat.\n"
        f"@CY: {'Say what you like. ' * 12}\nAnn burns a broken oar with Cy.\n",
    )
    units = [
        told(scenes, 1, "Ann steals a lamp from the chapel.", ANN_ACTS, trigger="steal"),
        told(scenes, 2, "Bo hides a torn letter under the red boat.", BO_ACTS, trigger="hide"),
        told(scenes, 2, "Ann burns a broken oar with Cy.", ANN_ACTS, TO_CY, number=2, trigger="burn"),
    ]
    drawn = draw(scenes, units)
    assert [item.answer for item in drawn.records].count("Ann burns a broken oar with Cy.") == 1
    refused = {(entry.key, entry.code) for entry in drawn.ledger if entry.key.endswith(("last_act", "doer_later"))}
    assert refused & {("candidates:last_act", "duplicate"), ("candidates:doer_later", "duplicate")}
