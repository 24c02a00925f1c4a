"""Task I under the evaluation: targets, controls, a model's trajectories, both judges, scores."""

import factories as make
import msgspec
import pytest
from unit.suites.trajectory import anchor, observation

from linedscript.engines.requests import answered
from linedscript.engines.views import Forbidden
from linedscript.errors import LinedscriptError
from linedscript.evaluation.asking import Asker
from linedscript.evaluation.controls import control_predictions
from linedscript.evaluation.judging import judged
from linedscript.evaluation.tasks import task_named
from linedscript.records.run import Condition, StateUpdate
from linedscript.suites.stage.evaluated_i import TASK

STATES = (("Ann Poe has the key.", "Ann Poe is ill."), ("Ann Poe has the key.", "Ann Poe is well."))
PEOPLE = [make.entity(1, "Ann Poe", aliases=(make.alias("Ann Poe"), make.alias("Ann")))]
OBSERVATIONS = [observation(1, "Ann takes the key and falls ill."), observation(2, "Ann says:", quoted=True, end=9)]
TEXTS = {"s0001": "I'm well."}


def rubric(number, states, developments=()):
    def claims(letter, role, texts):
        names = (f"cp-0001-{number:02d}.{letter}{place:02d}" for place in range(1, len(texts) + 1))
        return tuple(make.claim(id=name, text=text, role=role) for name, text in zip(names, texts, strict=True))

    return make.rubric(
        number,
        states=claims("s", "state", states),
        developments=claims("d", "development", developments),
        future_negatives=claims("f", "future_negative", ("Ann Poe leaves the island.",)),
    )


def rows(**changes):
    return {
        "entities": PEOPLE,
        "observations": OBSERVATIONS,
        "intervals": [
            make.interval(1, end=anchor(1, 20), memory=("ob-00001",)),
            make.interval(2, start=anchor(1, 20), end=anchor(1, 40), memory=("ob-00002",)),
        ],
        "rubrics": [rubric(1, STATES[0]), rubric(2, STATES[1], ("Ann Poe gets well.",))],
    } | changes


def targets(**changes):
    return TASK.targets("en-0001", "en", rows(**changes))


class Engine:
    """Replies by the payload; remembers what it was asked."""

    annotator = "model"
    deterministic = False

    def __init__(self, reply):
        self.reply = reply
        self.asked = []

    def ask(self, requests, reply):
        self.asked += requests
        return [answered(request, self.annotator, reply=self.reply(request.payload)) for request in requests]


def asker(reply, role="answer", generations=1, **forbidden):
    engine = Engine(reply)
    return Asker(engine, role, "task_i", "en-0001", "en", {}, 0, generations, Forbidden(**forbidden)), engine


def predict(reply, setting="asu", generations=1):
    own = targets()
    asking, engine = asker(reply, generations=generations)
    condition = Condition(view="parent", setting=setting, memory=None)
    return TASK.predict(condition, own, TASK.material(own, TEXTS), asking), engine


def scores(predictions, judge=None):
    """Per target its measures."""
    own = {target.id: target for target in targets()}
    found = judged(TASK, list(own.values()), predictions, judge)
    return {
        one.target: [
            TASK.value(own[one.target], {j.dimension: j.label for j in found if j.target == one.target}, measure)
            for measure in TASK.measures
        ]
        for one in predictions
    }


def test_the_task_is_known_by_its_number():
    assert task_named("I") is TASK


def test_a_target_is_a_checkpoint_with_its_memory_and_the_state_before():
    own = targets()
    assert [target.id for target in own] == ["cp-0001-01", "cp-0001-02"]
    assert [target.known.before for target in own] == [(), STATES[0]]
    assert TASK.material(own, TEXTS) == {
        "cp-0001-01": ["Ann takes the key and falls ill."],
        "cp-0001-02": ["Ann says: “I'm well.”"],
    }


@pytest.mark.parametrize(
    "changes",
    [
        {"rubrics": [rubric(1, ("Ann Poe is tired.",)), rubric(2, STATES[1], ("Ann Poe gets well.",))]},
        {"observations": [OBSERVATIONS[0], observation(2, "Bo says:", quoted=True, end=9)]},
        {"entities": [make.entity(1, "Eve Lund")]},
    ],
)
def test_what_a_checkpoint_rests_on_changes_its_digest(changes):
    before, after = ([target.sha256 for target in targets(**one)] for one in ({}, changes))
    assert before[1] != after[1]


def test_a_patch_to_another_trajectory_leaves_a_checkpoints_digest():
    changed = make.interval(1, id="cp-0002-01", character="ent-0002", end=anchor(1, 41))
    more = targets(
        entities=[*PEOPLE, make.entity(2, "Bo")],
        intervals=[*rows()["intervals"], changed],
        rubrics=[*rows()["rubrics"], make.rubric(id="cp-0002-01", character="ent-0002")],
    )
    assert {one.id: one.sha256 for one in targets()}.items() <= {one.id: one.sha256 for one in more}.items()


def test_the_controls_are_at_ceiling_and_floor():
    found = {name: scores(control_predictions(name, TASK, targets(), 1, 7)) for name in ("reference", "empty")}
    assert found["reference"] == {"cp-0001-01": [1.0, None, 0.0], "cp-0001-02": [1.0, 1.0, 0.0]}
    assert found["empty"] == {"cp-0001-01": [0.0, None, None], "cp-0001-02": [0.0, 0.0, None]}


def test_a_future_negative_that_is_asserted_is_contradicted():
    said = StateUpdate(states=("Ann Poe has the key.", "Ann leaves the island."), developments=())
    (first, _) = control_predictions("reference", TASK, targets(), 1, 7)
    assert scores([msgspec.structs.replace(first, reply=said)])["cp-0001-01"] == [0.5, None, 0.5]


def test_every_dimension_of_a_reply_is_labelled():
    predictions = control_predictions("reference", TASK, targets(), 1, 7)
    own = {target.id: target for target in targets()}
    for one in predictions:
        held = [j for j in judged(TASK, list(own.values()), predictions, None) if j.target == one.target]
        assert sorted((j.dimension, j.label_set) for j in held) == sorted(TASK.dimensions(own[one.target]))
        assert all(j.label is not None for j in held)


def test_a_model_is_asked_along_the_trajectory():
    predictions, engine = predict(
        lambda payload: {"states": [f"Ann Poe, {len(payload['memory'])}."], "developments": []}
    )
    assert [request.payload["preceding"] for request in engine.asked] == [[], ["Ann Poe, 1."]]
    assert [one.id for one in predictions] == ["cp-0001-01#1", "cp-0001-02#1"]
    assert all(one.item_sha256 == target.sha256 for one, target in zip(predictions, targets(), strict=True))


def test_under_rsu_it_gets_the_reviewed_state():
    _, engine = predict(lambda payload: {"states": [], "developments": []}, "rsu")
    assert [request.payload["preceding"] for request in engine.asked] == [[], list(STATES[0])]


def test_generations_are_trajectories_of_their_own():
    predictions, engine = predict(lambda payload: {"states": ["Ann."], "developments": []}, generations=2)
    assert [(request.key[-10:], request.sample) for request in engine.asked] == [
        ("cp-0001-01", 1),
        ("cp-0001-01", 2),
        ("cp-0001-02", 1),
        ("cp-0001-02", 2),
    ]
    assert len(predictions) == 4


def test_an_input_that_would_leak_is_refused_before_anything_is_asked():
    own = targets(rubrics=[rubric(1, ("As of cp-0001-01, Ann Poe is ill.",)), rubric(2, STATES[1])])
    asking, engine = asker(lambda payload: {"states": [], "developments": []})
    condition = Condition(view="parent", setting="rsu", memory=None)
    with pytest.raises(LinedscriptError, match="leak-checkpoint"):
        TASK.predict(condition, own, TASK.material(own, TEXTS), asking)
    assert engine.asked == []


@pytest.mark.parametrize("setting", TASK.settings)
def test_a_memory_that_rests_on_what_stands_behind_the_checkpoint_is_refused_before_anything_is_asked(setting):
    late = [msgspec.structs.replace(OBSERVATIONS[0], evidence=(make.span("s0001", 10, 30),)), *OBSERVATIONS[1:]]
    own = targets(observations=late)
    asking, engine = asker(lambda payload: {"states": [], "developments": []})
    condition = Condition(view="parent", setting=setting, memory=None)
    with pytest.raises(LinedscriptError) as raised:
        TASK.predict(condition, own, {target.id: ["Ann Poe is ill."] for target in own}, asking)
    assert raised.value.code == "leak-later" and "observations/ob-00001" in raised.value.place and engine.asked == []


def test_a_reference_that_holds_an_original_name_is_shown_to_no_judge():
    predictions = control_predictions("shuffled", TASK, targets(), 1, 7)
    judge, engine = asker(verdicts, "judge", originals=lambda text: "Ann" if "Ann Poe is ill" in text else None)
    with pytest.raises(LinedscriptError, match="leak-original-name"):
        judged(TASK, targets(), predictions, judge)
    assert engine.asked == []


def test_an_unreadable_reply_is_missing_with_its_problem():
    predictions, _ = predict(lambda payload: {"states": ["Ann."] * 9, "developments": []})
    assert {one.missing for one in predictions} == {"unusable"}
    assert all(one.reply is None and one.detail for one in predictions)


def verdicts(payload):
    if "references" in payload:
        return {"verdicts": [{"number": n, "label": "partial"} for n in range(1, len(payload["references"]) + 1)]}
    return {"verdicts": [{"number": n, "contradicted": n == 1} for n in range(1, len(payload["predicted"]) + 1)]}


def test_a_model_judge_labels_what_the_deterministic_one_does():
    predictions = control_predictions("reference", TASK, targets(), 1, 7)
    judge, engine = asker(verdicts, "judge")
    assert scores(predictions, judge) == {
        "cp-0001-01": [0.5, None, 0.5],
        "cp-0001-02": [0.5, 0.5, pytest.approx(1 / 3)],
    }
    assert len(engine.asked) == 4


def test_equal_replies_are_judged_once():
    predictions = control_predictions("reference", TASK, targets(), 3, 7)
    judge, engine = asker(verdicts, "judge")
    judged(TASK, targets(), predictions, judge)
    assert len(engine.asked) == 4


def test_a_claim_that_the_judge_passes_over_makes_its_measure_missing():
    predictions = control_predictions("reference", TASK, targets(), 1, 7)
    judge, _ = asker(lambda payload: {"verdicts": verdicts(payload)["verdicts"][1:]}, "judge")
    assert scores(predictions, judge)["cp-0001-01"] == [None, None, None]


def test_an_empty_reply_is_judged_without_asking():
    predictions = control_predictions("empty", TASK, targets(), 1, 7)
    judge, engine = asker(verdicts, "judge")
    assert scores(predictions, judge)["cp-0001-02"] == [0.0, 0.0, None]
    assert engine.asked == []
