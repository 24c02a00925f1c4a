"""What an evaluator holds an answer against: by the moment of the checkpoint."""

import msgspec
from factories import access, at, checkpoint, span, state, unaware, unit
from role_factories import prompt

from linedscript.suites.stage.scaffolds import assemble_scaffold, evaluator_side

POINTS = [checkpoint(1, 2, 50), checkpoint(2, 4, 50, kind="final")]
CLERK = state(1, aspect="role", claim="Ann is a clerk.", value="clerk", valid_to=at(3, 0))
BOSS = state(2, aspect="role", claim="Ann is the boss.", value="boss", valid_from=at(3, 0))
SICK = state(3, aspect="physical", claim="Ann is sick.", value="sick", valid_from=at(5, 0))
FACT = unit(1, summary="Bo burns the letter.", evidence=(span(),))
UNKNOWN = unaware(1)
BOTH = ("states/cs-0001", "states/cs-0002")


def scaffold(number=1, about=BOTH, future=2, known=(UNKNOWN,), states=(), **changes):
    side = evaluator_side(POINTS, [CLERK, BOSS, SICK, *states], known, [FACT])
    one = prompt(checkpoint=f"cp-0001-{number:02d}", about=about, **changes)
    return assemble_scaffold(one, side, {"future": future})


def texts(claims):
    return [claim.text for claim in claims]


def test_the_state_that_holds_supports():
    assert [texts(scaffold(number).supporting) for number in (1, 2)] == [["Ann is a clerk."], ["Ann is the boss."]]


def test_the_state_that_ended_contradicts():
    assert [texts(scaffold(number).contradicting) for number in (1, 2)] == [[], ["Ann is a clerk."]]


def test_the_state_that_comes_later_is_a_future_negative():
    assert texts(scaffold(1, future=0).future_negatives) == ["Ann is the boss."]


def test_later_states_of_the_character_are_future_negatives_too_up_to_a_number():
    assert texts(scaffold(1, future=1).future_negatives) == ["Ann is the boss.", "Ann is sick."]


def test_a_state_that_comes_back_is_no_future_negative_while_it_holds():
    again = state(4, aspect="physical", claim="Ann is a clerk.", value="x", valid_from=at(5, 0))
    assert texts(scaffold(1, states=[again], future=9).future_negatives) == ["Ann is the boss.", "Ann is sick."]


def test_a_fact_is_unknown_until_it_is_learnt():
    late = access(1, mode="told", gained=at(3, 0))
    found = [scaffold(number, ("access/ac-0001",), known=[late]) for number in (1, 2)]
    assert [(texts(one.unknown), texts(one.supporting)) for one in found] == [
        (["Bo burns the letter."], []),
        ([], ["Bo burns the letter."]),
    ]


def test_a_fact_that_is_never_learnt_stays_unknown():
    assert texts(scaffold(2, ("access/ac-0001",)).unknown) == ["Bo burns the letter."]


def test_claims_say_what_they_are_drawn_from_and_where_it_stands():
    claim = scaffold(1).supporting[0]
    assert (claim.id, claim.source, claim.evidence) == ("rp-0001.s01", "states/cs-0001", CLERK.evidence)


def test_the_scaffold_of_a_later_prompt_names_its_pair():
    assert scaffold(2, pair="rp-0009").pair == "rp-0009"


def test_the_scaffold_takes_the_kind_of_its_checkpoint():
    assert scaffold(2).kind == "final"


def test_a_reworded_state_is_a_reworded_claim_and_changes_nothing_else():
    reworded = msgspec.structs.replace(BOSS, claim="Ann runs it.")
    side = evaluator_side(POINTS, [CLERK, reworded, SICK], (), ())
    after = assemble_scaffold(prompt(checkpoint="cp-0001-02", about=BOTH), side, {"future": 2})
    assert texts(after.supporting) == ["Ann runs it."] and after.contradicting == scaffold(2).contradicting


def test_what_only_went_out_of_sight_neither_supports_nor_contradicts():
    key = state(5, aspect="possession", claim="Ann has the key.", value="key", target="ent-0009", valid_to=at(3, 0))
    gone = scaffold(2, ("states/cs-0005",), states=[key])
    assert (texts(gone.supporting), texts(gone.contradicting)) == ([], [])
