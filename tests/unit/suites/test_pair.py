"""Two frozen responses to one request, at two checkpoints."""

import pytest
from factories import access, at, checkpoint, entity, span, state, unit
from role_factories import prompt

from linedscript.suites.stage.scaffolds import assemble_scaffold, evaluator_side
from linedscript.suites.stage.scores.hearing import Ear
from linedscript.suites.stage.scores.pair import LABELS, VALUES, Findings, judge_pair, verdict

EAR = Ear("en", [entity(1, "Ann"), entity(2, "Bo")])
POINTS = [checkpoint(1, 2, 50), checkpoint(2, 4, 50)]
STATES = [
    state(1, aspect="role", claim="Ann is a lowly clerk.", value="clerk", valid_to=at(3, 0)),
    state(2, aspect="role", claim="Ann is the boss.", value="boss", valid_from=at(3, 0)),
    state(3, aspect="relationship", claim="Ann and Bo are cousins.", value="cousin", target="ent-0002", invariant=True),
]
FACT = unit(1, summary="Bo burns a letter behind the barn.", evidence=(span(),))
ROLE = ("states/cs-0001", "states/cs-0002")
KIN = ("states/cs-0003",)
SECRET = ("access/ac-0001",)


def label(conditions, about, earlier, later, gained=None):
    known = access(1, mode="told" if gained else "unknown", gained=gained)
    side = evaluator_side(POINTS, STATES, [known], [FACT])
    pair = [
        assemble_scaffold(
            prompt(number, checkpoint=f"cp-0001-{number:02d}", about=about, condition=condition), side, {"future": 0}
        )
        for number, condition in enumerate(conditions, 1)
    ]
    return judge_pair((pair[0], earlier), (pair[1], later), EAR)


CHANGE, SAME = ("evolving", "evolving"), ("invariant", "invariant")
HIDDEN, LEARNT = ("inaccessible", "inaccessible"), ("inaccessible", "post_disclosure")
BURNT = "I know that Bo burns a letter behind the barn."


@pytest.mark.parametrize(
    ("expected", "conditions", "about", "earlier", "later"),
    [
        ("realized", CHANGE, ROLE, "I'm a lowly clerk.", "I'm the boss."),
        ("not_realized", CHANGE, ROLE, "I'm a lowly clerk.", "I'm a lowly clerk."),
        ("not_realized", CHANGE, ROLE, "I'm the boss.", "I'm the boss."),
        ("kept", SAME, KIN, "Bo and I are cousins.", "Cousins, Bo and I."),
        ("drifted", SAME, KIN, "Bo and I are cousins.", "I hardly met Bo."),
        ("kept", HIDDEN, SECRET, "I don't know.", "I have no idea."),
        ("leaked", HIDDEN, SECRET, "I don't know.", BURNT),
        ("no_answer", HIDDEN, SECRET, "I don't know.", "My weather is fine."),
        ("no_answer", CHANGE, ROLE, "I'm a lowly clerk.", " "),
    ],
)
def test_a_pair_has_the_label_of_its_condition(expected, conditions, about, earlier, later):
    assert label(conditions, about, earlier, later) == expected


@pytest.mark.parametrize(("expected", "later"), [("realized", BURNT), ("not_realized", "I don't know.")])
def test_what_was_disclosed_is_realized_where_the_later_response_knows_it(expected, later):
    assert label(LEARNT, SECRET, "I don't know.", later, gained=at(3, 0)) == expected


def test_every_label_has_a_value():
    assert set(VALUES) == set(LABELS)


@pytest.mark.parametrize("condition", ["evolving", "invariant", "inaccessible", "post_disclosure"])
def test_a_judge_that_finds_both_true_gives_the_best_label(condition):
    assert VALUES[verdict(condition, Findings(True, True, False))] == 1.0


@pytest.mark.parametrize("condition", ["evolving", "invariant", "post_disclosure", "inaccessible"])
def test_a_judge_that_finds_neither_true_gives_none_of_them(condition):
    assert VALUES[verdict(condition, Findings(False, False, True))] == 0.0
