import numpy as np
from evaluated import targets
from hypothesis import given
from hypothesis import strategies as st

from linedscript.evaluation.controls import control_predictions, deranged
from linedscript.evaluation.judging import judged
from linedscript.suites.stage.task_ii import TASK


def correct(control: str) -> list[str | None]:
    own = targets()
    predictions = control_predictions(control, TASK, own, 2, 7)
    return [one.label for one in judged(TASK, own, predictions, None) if one.dimension == "correct"]


def test_the_reference_reaches_the_ceiling():
    assert set(correct("reference")) == {"correct"}


def test_the_empty_answer_is_judged_and_lies_at_the_floor():
    assert set(correct("empty")) == {"incorrect"}


def test_a_shuffled_answer_is_another_questions_reference():
    own = targets()
    references = {target.id: TASK.reference(target) for target in own}
    for one in control_predictions("shuffled", TASK, own, 3, 7):
        assert one.reply in references.values() and one.reply != references[one.target]


def test_shuffling_is_the_same_for_one_seed_and_differs_between_generations():
    replies = [[one.reply for one in control_predictions("shuffled", TASK, targets(), 2, seed)] for seed in (7, 7, 8)]
    assert replies[0] == replies[1] != replies[2]


@given(st.lists(st.sampled_from("abcd"), max_size=12), st.integers(0, 99))
def test_nothing_keeps_its_value_unless_more_than_half_are_alike(same, seed):
    order = deranged(same, np.random.default_rng(seed))
    assert sorted(order) == list(range(len(same)))
    if all(same.count(value) * 2 <= len(same) for value in same):
        assert all(same[place] != same[taken] for place, taken in enumerate(order))
