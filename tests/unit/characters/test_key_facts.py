"""Which events are key facts: deeds of focal characters that tell enough, and what states and storylines turn on."""

import msgspec
import pytest
from factories import episode, focal, participant, span, state, storyline, unit

from linedscript.characters.key_facts import key_facts
from linedscript.records.character import Anchor
from linedscript.records.narrative import Transition


def fact(number, **changes):
    place = dict(id=f"s{number:04d}.u01", scene=f"s{number:04d}", evidence=())
    return unit(1, **place | dict(summary="Ann signs it.", trigger="sign") | changes)


def facts(units, states=(), storylines=(), episodes=()):
    return [one.id for one in key_facts(units, episodes, storylines, [focal()], states, (), "en")]


def test_key_facts_are_what_brings_about_the_states_of_focal_characters():
    states = [state(1, catalyst="s0002.u01"), state(2, catalyst="s0001.u01", character="ent-0007")]
    assert facts([fact(1), fact(2)], states) == ["s0002.u01"]


def test_key_facts_are_what_a_storyline_turns_on():
    turn = Transition(before="a", catalyst="b", after="c", episodes=("ep-0001", "ep-0002"), links=())
    episodes = [episode(1, units=("s0001.u01", "s0001.u02")), episode(2, scene="s0002", units=("s0002.u01",))]
    idle = fact(1, id="s0001.u02", summary="Ann waits.", trigger="wait")
    units = [fact(1), idle, fact(2)]
    assert facts(units, storylines=[storyline(1, transitions=(turn,))], episodes=episodes) == ["s0001.u01", "s0002.u01"]


@pytest.mark.parametrize("changes", [{"polarity": "negative"}, {"modality": "intended"}, {"kind": "Occasion"}])
def test_what_did_not_happen_is_no_key_fact(changes):
    assert facts([fact(1, **changes)], [state(1, catalyst="s0001.u01")]) == []


KEY_PART = participant("key", "ent-0009", role="theme")


ANN_PART, BO_PART = participant("Ann", "ent-0001", role="agent"), participant("Bo", "ent-0002", role="recipient")


@pytest.mark.parametrize(
    ("summary", "trigger", "parts", "key"),
    [
        ("Ann gives Bo the key.", "give", (ANN_PART, BO_PART, KEY_PART), True),
        ("Ann steals the key.", "steal", (ANN_PART, KEY_PART), True),
        ("Ann promises Bo: “I'll come.”", "promise", (ANN_PART, BO_PART), True),
        ("Ann slides it across.", "slide", (ANN_PART,), False),
        ("Ann takes off her boots.", "take", (ANN_PART, KEY_PART), False),
        ("Ann cuts her meat.", "cut", (ANN_PART, KEY_PART), False),
        ("Bo gives Cy the key.", "give", (BO_PART, KEY_PART), False),
    ],
)
def test_a_deed_of_a_focal_character_that_tells_enough_is_a_key_fact(summary, trigger, parts, key):
    one = fact(1, summary=summary, trigger=trigger, participants=parts)
    assert facts([one]) == (["s0001.u01"] if key else [])


def test_a_thing_that_only_one_scene_shows_makes_no_key_fact():
    shown = span("s0002")
    held = state(
        1,
        aspect="possession",
        catalyst="s0002.u01",
        valid_from=Anchor(scene="s0002", offset=4),
        valid_to=Anchor(scene="s0003", offset=0),
        evidence=(shown,),
    )
    assert facts([fact(2)], [held]) == []
    gift = fact(2, summary="Bo gives Ann the key.", trigger="give", participants=(ANN_PART, BO_PART, KEY_PART))
    assert facts([gift], [held]) == []
    unsaid = msgspec.structs.replace(held, catalyst=None, target="ent-0009")
    assert facts([gift], [unsaid]) == []


@pytest.mark.parametrize(
    ("language", "act", "pointing", "telling"),
    [
        ("zh", "tell", "安告诉本：“就是他。”", "安告诉本：“邵平偷了银簪。”"),
        ("zh", "tell", "安告诉本：“她早就知道银簪没了。”", "安告诉本：“其他人都偷了银簪。”"),
        ("zh", "promise", "安答应本：“我答应你。”", "安答应本：“清明一定回来。”"),
        ("en", "tell", "Ann tells Bo: “After thirty years she's still a liar.”", "Ann tells Bo: “Cy stole that lamp.”"),
        ("en", "tell", "Ann tells Bo: “That's it.”", "Ann tells Bo: “I stole it from the mole.”"),
        ("en", "promise", "Ann promises Bo: “I promise you.”", "Ann promises Bo: “I will read his name.”"),
        ("en", "promise", "Ann promises Bo: “I swear.”", "Ann promises Bo: “I promise I'll come.”"),
        ("zh", "promise", "安答应本：“我保证。”", "安答应本：“我答应你，我会收好。”"),
    ],
)
def test_a_telling_or_promise_that_only_points_is_no_key_fact(language, act, pointing, telling):
    parts = [participant("Ann", "ent-0001", role="speaker"), participant("Bo", "ent-0002", role="addressee")]
    told = [
        unit(number, summary=summary, trigger=act, participants=parts)
        for number, summary in enumerate((pointing, telling), 1)
    ]
    found = key_facts(told, (), (), [focal("ent-0001")], (), (), language)
    assert [one.summary for one in found] == [telling]
