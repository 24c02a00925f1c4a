"""The protocol of Task I: what a model is shown in each setting, and what comes of its replies."""

import factories as make
import msgspec
import pytest
from factories import entity

from linedscript.engines.views import NOTHING, leaks
from linedscript.suites.stage.claims import ClaimsJudge
from linedscript.suites.stage.scores.coverage import Marks, summarize
from linedscript.suites.stage.task_i import Missing, Step, Trajectory, Update, payload, reference, run
from linedscript.suites.stage.views import PREDICTOR

CREDIT = {"full": 1.0, "partial": 0.5, "none": 0.0}
STATES = (
    ("Ann Poe has the key.", "Ann Poe wants to sell the house."),
    ("Ann Poe has the key.", "Ann Poe wants to keep the house."),
    ("Ann Poe has the key.", "Ann Poe is at odds with her brother."),
)
"""What holds at three checkpoints; the key is hers all along, and only the first interval says so."""
NEW = ("Ann Poe takes the key. Ann Poe wants to sell the house.", "Ann Poe wants to keep the house.", "They quarrel.")


def path(states=STATES, memories=NEW, character="ent-0001", film="en-0001", first=1):
    steps = []
    before = ()
    for number, (now, memory) in enumerate(zip(states, memories, strict=True), first):
        steps.append(Step(film, f"cp-{character[4:]}-{number:02d}", 1, "en", "Ann Poe", (memory,), before))
        before = now
    return Trajectory(film, character, tuple(steps))


def update(states, developments=()):
    return Update(states=tuple(states), developments=tuple(developments))


class Model:
    """Replies to one question at a time; remembers what it was asked."""

    def __init__(self, reply):
        self.reply = reply
        self.asked = []
        self.waves = []

    def __call__(self, questions):
        self.asked.extend(questions)
        self.waves.append(len(questions))
        return [self.reply(question) for question in questions]


def right(question):
    """A perfect predictor."""
    return update(STATES[int(question.step.target[-2:]) - 1])


def forgetful(question):
    """Knows what the interval shows; of the preceding state it carries over all but the key, from the second on."""
    now = STATES[int(question.step.target[-2:]) - 1]
    shown = [claim for claim in now if claim not in question.payload["preceding"]]
    kept = [claim for claim in now if claim in question.payload["preceding"]]
    if question.step.target.endswith("02"):
        kept = [claim for claim in kept if "key" not in claim]
    if question.step.target != "cp-0001-01":
        shown = [claim for claim in shown if "key" not in claim]
    return update([*kept, *shown])


def play(setting, reply, paths=None):
    model = Model(reply)
    return run(paths or [path()], setting, model), model


def scored(outcomes):
    judge = ClaimsJudge([entity(1, "Ann Poe")], "en", {"full": 0.75, "partial": 0.6})
    rows = []
    for now, outcome in zip(STATES, outcomes, strict=True):
        labels = tuple(judge.coverage("ent-0001", claim, outcome.reply.states) for claim in now)
        rows.append(Marks("en-0001", "ent-0001", outcome.target, True, labels, (), ()))
    return rows


def test_what_a_model_is_shown_is_sentences_and_bounds():
    step = path().steps[1]
    assert payload(step, step.before) == {
        "language": "en",
        "character": "Ann Poe",
        "preceding": list(STATES[0]),
        "memory": [NEW[1]],
        "bounds": {"states": 8, "developments": 4},
    }


def test_the_two_settings_differ_in_the_preceding_state_alone():
    asked = {setting: play(setting, forgetful)[1].asked for setting in ("rsu", "asu")}
    for one, other in zip(asked["rsu"], asked["asu"], strict=True):
        assert one.payload | {"preceding": []} == other.payload | {"preceding": []}


def test_the_first_checkpoint_is_the_same_in_both_and_has_no_preceding_state():
    one, other = (play(setting, right)[1].asked[0] for setting in ("rsu", "asu"))
    assert one == other
    assert one.payload["preceding"] == []


def test_of_a_perfect_predictor_both_settings_are_equal():
    (rsu, shown), (asu, fed) = play("rsu", right), play("asu", right)
    assert [question.payload for question in shown.asked] == [question.payload for question in fed.asked]
    assert rsu == asu
    assert summarize(scored(asu), "states", CREDIT).value == 1.0


def test_what_a_predictor_forgets_once_is_lost_from_then_on_under_asu_alone():
    # Both settings: checkpoint 1 covers 2 of 2, checkpoint 2 lacks the key: 1 of 2.
    # Checkpoint 3: rsu is handed the key again, 2 of 2; asu never sees it again, 1 of 2.
    # rsu: (1 + 1/2 + 1) / 3 = 5/6; asu: (1 + 1/2 + 1/2) / 3 = 2/3
    found = {setting: scored(play(setting, forgetful)[0]) for setting in ("rsu", "asu")}
    assert [row.states for row in found["rsu"]] == [("full", "full"), ("none", "full"), ("full", "full")]
    assert [row.states for row in found["asu"]] == [("full", "full"), ("none", "full"), ("none", "full")]
    assert summarize(found["rsu"], "states", CREDIT).value == pytest.approx(5 / 6)
    assert summarize(found["asu"], "states", CREDIT).value == pytest.approx(2 / 3)


def test_developments_are_not_handed_on():
    _, model = play("asu", lambda question: update(["Ann Poe is ill."], ["Ann Poe falls ill."]))
    assert model.asked[1].payload["preceding"] == ["Ann Poe is ill."]


def test_after_an_unusable_reply_the_next_step_gets_the_last_usable_state():
    def reply(question):
        return Missing("unreadable") if question.step.target.endswith("02") else right(question)

    outcomes, model = play("asu", reply)
    assert outcomes[1].reply == Missing("unreadable")
    assert model.asked[2].payload["preceding"] == list(STATES[0])


def test_before_any_usable_reply_the_preceding_state_is_empty():
    _, model = play("asu", lambda question: Missing("unreadable"))
    assert [question.payload["preceding"] for question in model.asked] == [[], [], []]


def test_outcomes_of_films_with_equal_checkpoint_ids_stay_apart():
    outcomes, _ = play("rsu", lambda question: update([question.step.film]), [path(), path(film="zh-0001")])
    assert [outcome.reply.states[0] for outcome in outcomes] == ["en-0001"] * 3 + ["zh-0001"] * 3


def test_generations_are_asked_apart_though_they_begin_alike():
    paths = [
        Trajectory(one.film, one.character, tuple(step._replace(sample=at) for step in one.steps))
        for at in (1, 2)
        for one in [path()]
    ]
    outcomes, model = play("asu", lambda question: update([f"Ann Poe is at {question.step.sample}."]), paths)
    assert [(question.step.target, question.step.sample) for question in model.asked[:2]] == [
        ("cp-0001-01", 1),
        ("cp-0001-01", 2),
    ]
    assert [outcome.reply.states[0][-2] for outcome in outcomes] == ["1"] * 3 + ["2"] * 3


def test_under_rsu_all_is_asked_at_once_and_under_asu_each_trajectory_in_its_order():
    paths = [path(), path(STATES[:2], NEW[:2], character="ent-0002")]
    assert play("rsu", right, paths)[1].waves == [5]
    outcomes, model = play("asu", right, paths)
    assert model.waves == [2, 2, 1]
    assert [question.step.target[3:] for question in model.asked] == [
        "0001-01",
        "0002-01",
        "0001-02",
        "0002-02",
        "0001-03",
    ]
    assert [outcome.target[3:] for outcome in outcomes] == ["0001-01", "0001-02", "0001-03", "0002-01", "0002-02"]


@pytest.mark.parametrize(
    "reply",
    [
        {"states": ["Ann."] * 9, "developments": []},
        {"states": [], "developments": ["Ann."] * 5},
        {"states": [""], "developments": []},
        {"states": ["Ann."]},
        {"states": ["Ann."], "developments": [], "notes": "x"},
    ],
)
def test_a_reply_outside_of_its_bounds_is_unusable(reply):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(reply, Update)


def rubric(number, *states):
    claims = tuple(make.claim(place, text) for place, text in enumerate(states, 1))
    return make.rubric(number, states=claims)


def test_the_reference_reply_is_the_rubric():
    assert reference(rubric(1, "Ann is ill.")) == update(["Ann is ill."])


def test_what_a_predictor_is_shown_holds_no_leak():
    for step in path().steps:
        assert leaks(PREDICTOR, payload(step, step.before), NOTHING) == []
