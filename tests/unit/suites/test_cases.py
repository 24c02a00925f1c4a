"""Task III out of a release: what is played, what it is held against, and controls that bound every score."""

import msgspec
import pytest
from factories import at, checkpoint, entity, exemplar, memory, phase, scene, span, state, tie, trait, unaware, unit
from role_factories import prompt

from linedscript.errors import LinedscriptError
from linedscript.suites.stage.actor import actor_side, asked
from linedscript.suites.stage.cases import role_cases
from linedscript.suites.stage.judging_iii import graded_payload, pair_payload
from linedscript.suites.stage.packs import assemble_packs
from linedscript.suites.stage.scaffolds import assemble_scaffolds, evaluator_side
from linedscript.suites.stage.scores.fidelity import MULTI, dimensions, score
from linedscript.suites.stage.scores.hearing import Ear

SETTINGS = {"budget": 400, "reserve": 0, "exemplars": 2, "phases": 2, "tokenizer": "linedscript/1"}
PEOPLE = [entity(1, "Ann Lee"), entity(2, "Bo"), entity(3, "lamp", types=("Object",))]
POINTS = [checkpoint(1, 2, 50), checkpoint(2, 4, 50)]
STATES = [
    state(1, aspect="role", claim="Ann Lee is a lowly clerk.", value="clerk", valid_to=at(3, 0)),
    state(2, aspect="role", claim="Ann Lee is the boss.", value="boss", valid_from=at(3, 0)),
    state(3, aspect="possession", claim="Ann Lee has the lamp.", value="lamp", target="ent-0003"),
]
FACT = unit(1, summary="Bo burns a letter behind the barn.", evidence=(span(),))
ROLE = ("states/cs-0001", "states/cs-0002")
PROMPTS = [
    prompt(1, about=ROLE, turns=("What are you here?",)),
    prompt(2, about=ROLE, turns=("What are you here?",), checkpoint="cp-0001-02", pair="rp-0001", stance="As a boss."),
    prompt(3, about=("access/ac-0001",), turns=("What did Bo do?",), condition="inaccessible"),
    prompt(
        4,
        about=(*ROLE, "states/cs-0003", "access/ac-0001"),
        turns=("What are you here?", "Do you have the lamp?", "What did Bo do?", "Are you sure of the first?"),
        mode="multi",
    ),
]
EAR = Ear("en", PEOPLE)


def rows(prompts=PROMPTS, states=STATES):
    memories = [memory(1, text="I lit the lamp."), memory(2, 3, text="I rose.")]
    held = {"traits": [trait()], "exemplars": [exemplar()], "memories": memories, "ties": [tie(1, phase())]}
    known = [unaware(1)]
    side = actor_side("en", [scene()], PEOPLE, POINTS, states, (), *held.values())
    return held | {
        "entities": PEOPLE,
        "checkpoints": POINTS,
        "states": states,
        "access": known,
        "prompts": prompts,
        "packs": assemble_packs([asked(one) for one in prompts], side, SETTINGS),
        "scaffolds": assemble_scaffolds(prompts, evaluator_side(POINTS, states, known, [FACT]), {"future": 0}),
    }


def cases(**changes):
    return role_cases("en-0001", "en", rows(**changes), EAR)


def scores(case, said):
    return score(case.case, said, EAR)


@pytest.mark.parametrize("place", range(4))
def test_the_reference_reaches_the_ceiling_in_every_dimension(place):
    case = cases()[place]
    assert set(scores(case, case.reference).values()) == {5}


@pytest.mark.parametrize("place", range(4))
def test_an_empty_answer_stays_on_the_floor_in_every_dimension(place):
    case = cases()[place]
    assert set(scores(case, [""] * len(case.case.turns)).values()) == {1}


def test_a_reference_of_another_prompt_is_below_the_ceiling():
    one, two, three, _ = cases()
    assert max(scores(one, two.reference)["fidelity"], scores(two, three.reference)["fidelity"]) <= 2


def test_an_episode_is_answered_topic_by_topic_and_comes_back_to_the_first():
    assert cases()[3].reference == (
        "I am a lowly clerk.",
        "I have the lamp.",
        "No. I don't know anything of what you ask: What did Bo do.",
        "Yes, I stand by that. I am a lowly clerk.",
    )


def test_what_is_played_holds_the_memories_of_the_moment():
    assert [[one.text for one in case.played.memories] for case in cases()[:2]] == [
        ["I lit the lamp."],
        ["I lit the lamp.", "I rose."],
    ]


def test_what_is_played_shares_no_word_with_the_stance():
    for case in cases():
        assert case.case.scaffold.stance not in str(case.played)


def test_a_reworded_claim_changes_the_digest_of_what_it_is_held_against():
    reworded = [msgspec.structs.replace(STATES[1], claim="Ann Lee runs it all."), STATES[0], STATES[2]]
    changed = [one.id for one, other in zip(cases(), cases(states=reworded), strict=True) if one.sha256 != other.sha256]
    assert changed == ["rp-0001", "rp-0002", "rp-0004"]


def test_a_changed_prompt_changes_its_own_digest_alone():
    other = [PROMPTS[0], PROMPTS[1], msgspec.structs.replace(PROMPTS[2], turns=("And Bo?",)), PROMPTS[3]]
    changed = [one.id for one, two in zip(cases(), cases(prompts=other), strict=True) if one.sha256 != two.sha256]
    assert changed == ["rp-0003"]


def test_a_prompt_without_its_pack_is_an_error():
    held = rows()
    with pytest.raises(LinedscriptError, match="unknown-record"):
        role_cases("en-0001", "en", held | {"packs": held["packs"][1:]}, EAR)


@pytest.mark.parametrize("dimension", MULTI)
def test_a_judge_is_told_neither_condition_nor_checkpoint_nor_any_id(dimension):
    for case in cases():
        if dimension in dimensions(case.case.mode):
            shown = graded_payload(dimension, case, case.reference)
            assert case.condition not in str(shown) and "-0001" not in str(shown) and "single" not in str(shown)


def test_a_judge_of_naturalness_sees_the_exchange_alone():
    case = cases()[0]
    assert graded_payload("naturalness", case, ["Hm."]) == {
        "language": "en",
        "character": "Ann Lee",
        "exchange": [{"asked": "What are you here?", "said": "Hm."}],
    }


def test_a_judge_of_a_pair_sees_each_response_with_its_own_stance():
    one, two = cases()[:2]
    shown = pair_payload((one, ["I file."]), (two, ["I rule."]))
    assert (shown["earlier"]["said"], shown["later"]["stance"]) == ("I file.", "As a boss.")
