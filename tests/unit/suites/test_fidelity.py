"""The deterministic judge of Task III: hand-worked responses, each dimension from 1 to 5."""

import pytest
from factories import alias, at, checkpoint, entity, span, state, unaware, unit
from role_factories import prompt

from linedscript.suites.stage.scaffolds import assemble_scaffold, evaluator_side
from linedscript.suites.stage.scores.fidelity import Case, score
from linedscript.suites.stage.scores.hearing import Ear

PEOPLE = [
    entity(1, "Ann Lee", aliases=(alias("Ann Lee"), alias("Ann"))),
    entity(2, "Bo"),
    entity(3, "lamp", types=("Object",)),
    entity(4, "Zed"),
]
EAR = Ear("en", PEOPLE)
POINTS = [checkpoint(1, 2, 50), checkpoint(2, 4, 50)]
STATES = [
    state(1, aspect="role", claim="Ann Lee is a lowly clerk.", value="clerk", valid_to=at(3, 0)),
    state(2, aspect="role", claim="Ann Lee is the boss.", value="boss", valid_from=at(3, 0)),
    state(3, aspect="possession", claim="Ann Lee has the lamp.", value="lamp", target="ent-0003"),
]
FACT = unit(1, summary="Bo burns a letter behind the barn.", evidence=(span(),))
SIDE = evaluator_side(POINTS, STATES, [unaware(1)], [FACT])


def case(number=1, about=("states/cs-0001", "states/cs-0002"), turns=("What are you here, Ann?",), mode="single"):
    one = prompt(checkpoint=f"cp-0001-{number:02d}", about=about, turns=turns, mode=mode)
    scaffold = assemble_scaffold(one, SIDE, {"future": 0})
    claims = (*scaffold.supporting, *scaffold.contradicting, *scaffold.unknown, *scaffold.future_negatives)
    topics = (claims,)
    if mode == "multi":
        topics = tuple(
            tuple(claim for claim in claims if (claim.source in about[:2]) == first) for first in (True, False)
        )
    return Case(scaffold, mode, turns, topics, EAR.named("Ann Lee Bo lamp"))


def marks(said, **changes):
    return score(case(**changes), [said], EAR)


UNKNOWN = {"about": ("access/ac-0001",), "turns": ("What did Bo do?",)}
EPISODE = {
    "about": ("states/cs-0001", "states/cs-0002", "states/cs-0003"),
    "turns": ("What are you here?", "Do you have the lamp?", "Are you sure of the first thing?"),
    "mode": "multi",
}


def test_an_answer_that_takes_the_stance_has_the_ceiling():
    assert set(marks("I'm just a lowly clerk.").values()) == {5}


def test_an_empty_answer_has_the_floor():
    assert set(marks(" ").values()) == {1}


def test_half_of_what_supports_a_stance_is_half_way():
    # one of two supporting claims is said: 1 + 4 · 1/2 = 3
    both = {"about": ("states/cs-0001", "states/cs-0003")}
    assert marks("I'm a lowly clerk.", **both)["fidelity"] == 3


def test_what_held_before_is_against_the_stance():
    # the boss is said, the clerk too: all that supports it (5), but no more than 2 with what has ended
    assert marks("I am the boss, I was a lowly clerk.", number=2)["fidelity"] == 2


def test_a_past_claim_that_is_told_halves_faithfulness():
    # one of the two claims that are told is so: 1 + 4 · 1/2 = 3
    assert marks("I am the boss, I was a lowly clerk.", number=2)["faithfulness"] == 3


def test_what_comes_later_breaks_the_boundary():
    assert marks("I'm the boss, a lowly clerk.")["boundary"] == 1


def test_a_denied_claim_is_not_asserted():
    assert marks("I'm not the boss. I'm a lowly clerk.")["boundary"] == 5


def test_a_fact_that_cannot_be_known_is_a_leak():
    said = marks("He burnt things. Bo burns a letter behind the barn.", **UNKNOWN)
    assert (said["fidelity"], said["boundary"]) == (2, 1)


def test_not_knowing_is_the_stance_where_nothing_can_be_known():
    assert set(marks("I don't know what Bo did.", **UNKNOWN).values()) == {5}


def test_somebody_whom_the_input_never_names_is_outside_the_boundary():
    assert marks("I'm a lowly clerk, ask Zed.")["boundary"] == 3


@pytest.mark.parametrize(
    ("language", "name", "said"),
    [("en", "June", "I'm a lowly clerk, ask June."), ("zh", "小满", "我是小伙计，去问小满。")],
)
def test_a_person_with_the_name_of_a_month_or_a_feast_is_that_person_alone(language, name, said):
    ear = Ear(language, [entity(1, name), entity(2, name, types=("TimePoint",))])
    assert ear.hear(said).all & {"e:ent-0001", "e:ent-0002"} == {"e:ent-0001"}


def test_an_answer_beside_the_point_draws_on_nothing():
    assert marks("My weather is fine.") == {"fidelity": 1, "faithfulness": 2, "boundary": 5, "naturalness": 3}


@pytest.mark.parametrize("said", ["I'm a lowly clerk (cs-0001).", "As an AI I can't, but: a lowly clerk."])
def test_what_nobody_would_say_is_not_natural(said):
    assert marks(said)["naturalness"] == 1


def test_speech_without_anybody_who_speaks_is_stiff():
    assert marks("A lowly clerk.")["naturalness"] == 3


def test_a_speech_is_too_long_for_talk():
    assert marks("I'm a lowly clerk. " + "I know that. " * 60)["naturalness"] == 4


def episode(*said):
    return score(case(**EPISODE), said, EAR)


GOOD = ("I'm a lowly clerk.", "I have the lamp.", "Yes, I'm a lowly clerk.")


def test_an_episode_that_holds_together_has_the_ceiling():
    assert set(episode(*GOOD).values()) == {5}


def test_an_empty_episode_has_the_floor_in_all_six():
    assert list(episode("", "", "").values()) == [1] * 6


def test_a_turn_that_contradicts_another_is_inconsistent():
    assert episode(GOOD[0], GOOD[1], "No, I'm the boss.")["consistency"] == 1


def test_a_first_answer_that_is_taken_back_is_inconsistent():
    assert episode(GOOD[0], GOOD[1], "I have the lamp.")["consistency"] == 2


def test_a_lost_turn_is_inconsistent_and_half_compatible():
    # one of the two later turns is taken up: 1 + 4 · 1/2 = 3
    lost = episode(GOOD[0], "", GOOD[2])
    assert (lost["consistency"], lost["compatibility"]) == (1, 3)


def test_an_answer_that_is_said_again_takes_nothing_up():
    assert episode(GOOD[0], GOOD[0], GOOD[0])["compatibility"] == 1


def test_missing_turns_count_as_empty():
    assert episode(GOOD[0]) == episode(GOOD[0], "", "")


def test_a_claim_that_only_repeats_another_cannot_be_told_from_it():
    states = [
        state(1, aspect="role", claim="Ann Lee is acting chief.", value="acting chief", valid_to=at(3, 0)),
        state(2, aspect="role", claim="Ann Lee is chief.", value="chief", valid_from=at(3, 0)),
    ]
    one = prompt(about=("states/cs-0001",))
    scaffold = assemble_scaffold(one, evaluator_side(POINTS, states, (), ()), {"future": 0})
    claims = (*scaffold.supporting, *scaffold.future_negatives)
    found = score(Case(scaffold, "single", one.turns, (claims,), frozenset()), ["I'm acting chief."], EAR)
    assert found["boundary"] == 5


def test_a_chinese_answer_is_heard_by_pairs_of_characters():
    ear = Ear("zh", [entity(1, "林晚秋"), entity(2, "邵平")])
    states = [state(1, aspect="role", claim="林晚秋是戏院团长。", value="团长")]
    one = prompt(about=("states/cs-0001",), turns=("你现在是什么身份？",))
    scaffold = assemble_scaffold(one, evaluator_side(POINTS, states, (), ()), {"future": 0})
    made = Case(scaffold, "single", one.turns, (scaffold.supporting,), frozenset())
    assert [set(score(made, [said], ear).values()) for said in ("我是戏院团长。", "")] == [{5}, {1}]


def test_a_bare_title_of_the_character_is_what_a_claim_says_and_not_its_name():
    ear = Ear("en", [entity(1, "Ann Lee", aliases=(alias("Ann Lee"), alias("Mayor", kind="title")))])
    one = prompt(about=("states/cs-0001",))
    states = [state(1, aspect="role", claim="Ann Lee is Mayor.", value="Mayor")]
    scaffold = assemble_scaffold(one, evaluator_side(POINTS, states, (), ()), {"future": 0})
    made = Case(scaffold, "single", ("What are you?",), (scaffold.supporting,), frozenset())
    assert [score(made, [said], ear)["fidelity"] for said in ("I'm the mayor.", "I'm a clerk.")] == [5, 1]


ASKED = ("What did Bo do?", "And Zed?", "Are you sure?")


def ignorant(*said):
    claims = (case(**UNKNOWN).scaffold.unknown, ())
    return score(Case(case(**UNKNOWN).scaffold, "multi", ASKED, claims, frozenset()), said, EAR)


def test_not_to_know_two_things_is_no_repetition():
    said = ("I don't know what Bo did.", "I don't know of Zed either.", "Yes. I don't know what Bo did.")
    assert ignorant(*said)["compatibility"] == 5


def test_one_refusal_of_every_request_takes_nothing_up():
    found = ignorant(*["I don't know anything about that."] * 3)
    assert (found["naturalness"], found["consistency"], found["compatibility"]) == (3, 3, 1)


@pytest.mark.parametrize("asked", ["What did Bo do?", "Do you know what Bo did?"])
def test_a_refusal_that_takes_up_no_word_of_the_request_is_no_answer_to_it(asked):
    assert marks("I don't know anything about that.", about=UNKNOWN["about"], turns=(asked,))["naturalness"] == 3


def test_to_deny_what_is_known_keeps_nothing_out():
    assert marks("I don't know anything about that.")["boundary"] == 2


def test_a_chinese_refusal_that_takes_up_no_word_is_no_answer():
    ear = Ear("zh", [entity(1, "林晚秋"), entity(2, "邵平")])
    one = prompt(about=("states/cs-0001",), turns=("你知道石桥的事吗？",))
    states = [state(1, aspect="role", claim="林晚秋是戏院团长。", value="团长")]
    scaffold = assemble_scaffold(one, evaluator_side(POINTS, states, (), ()), {"future": 0})
    made = Case(scaffold, "single", one.turns, (scaffold.supporting,), frozenset())
    found = score(made, ["这件事我一点也不知道。"], ear)
    assert (found["naturalness"], found["boundary"]) == (3, 2)


KIN = [
    entity(1, "Ines Calloway"),
    entity(
        2,
        "August Calloway",
        aliases=(
            alias("August Calloway"),
            alias("August", kind="short_name"),
            alias("Captain Calloway", kind="title"),
            alias("Captain", kind="role"),
            alias("Mr. Calloway", kind="title"),
        ),
    ),
    entity(3, "Peter Calloway", aliases=(alias("Peter Calloway"), alias("Mr. Calloway", kind="title"))),
    entity(4, "steel flask", types=("Object",)),
]
SIPPE = [
    entity(1, "林晚秋"),
    entity(2, "何敬之", aliases=(alias("何敬之"), alias("何总", kind="title"))),
    entity(4, "银簪", types=("Object",)),
]
FATHER = ("August Calloway is Ines Calloway's father.", "How are you and August Calloway related?")
FLASK = ("Ines Calloway has the steel flask.", "Do you have the steel flask with you?")
VATER = ("何敬之是林晚秋的父亲。", "你和何敬之是什么关系？")
NADEL = ("林晚秋持有银簪。", "银簪在你手里吗？")


def fidelity_of(claim, asked, said):
    language, people = ("en", KIN) if claim.isascii() else ("zh", SIPPE)
    side = evaluator_side(POINTS, [state(1, aspect="role", claim=claim)], [], [])
    scaffold = assemble_scaffold(prompt(about=("states/cs-0001",), turns=(asked,)), side, {"future": 0})
    ear = Ear(language, people)
    return score(Case(scaffold, "single", (asked,), (scaffold.supporting,), ear.named(asked)), [said], ear)["fidelity"]


@pytest.mark.parametrize(
    ("claim", "asked", "said"),
    [
        (*FATHER, "August is my father."),
        (*FATHER, "Captain Calloway is my father."),
        (*FATHER, "He's my father."),
        (*FLASK, "Yes, I have it."),
        (*FLASK, "Yes."),
        (*FLASK, "Yes, I do."),
        (*VATER, "何总是我父亲。"),
        (*VATER, "他是我父亲。"),
        (*NADEL, "有，我带着它。"),
        (*NADEL, "是的。"),
    ],
)
def test_a_title_with_a_name_a_pronoun_and_a_bare_yes_say_what_was_asked(claim, asked, said):
    assert fidelity_of(claim, asked, said) == 5


@pytest.mark.parametrize(
    ("claim", "asked", "said"),
    [
        (*FATHER, "Mr. Calloway is my father."),  # two bear it
        (*FATHER, "Yes."),  # not asked whether
        (*FATHER, "He's not my father."),
        (FATHER[0], "How are you, August Calloway and Peter Calloway related?", "He's my father."),
        (*FLASK, "It is a fine day."),
        (*FLASK, "No."),
        (*FLASK, "Yes. I don't have it."),
        (*FATHER, "Peter said: “He's my father.”"),
        (*VATER, "是的。"),
        (*NADEL, "没有。"),
    ],
)
def test_what_may_mean_another_or_denies_is_not_taken_for_it(claim, asked, said):
    assert fidelity_of(claim, asked, said) < 5
