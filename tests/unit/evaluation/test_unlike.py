"""A reply beyond the bounds is told by the fields that a prediction file has."""

import pytest

from linedscript.evaluation.tasks import task_named
from linedscript.records.run import Answer, Speech, StateUpdate


class Target:
    class record:
        class case:
            turns = ("Well?", "And now?")


@pytest.mark.parametrize(
    ("task", "reply", "place"),
    [
        ("I", StateUpdate(states=("x" * 5000,), developments=()), "`$.reply.states[0]`"),
        ("II", Answer(text="字" * 5000), "`$.reply.text`"),
        ("III", Speech(turns=("Yes.", "x" * 50000)), "`$.reply.turns[1]`"),
    ],
)
def test_a_reply_that_is_too_long_is_named_by_its_field_in_the_file(task, reply, place):
    assert place in task_named(task).misfit(Target, reply)
