"""Task III as the evaluation sees it: targets, controls, judges and scores; what an actor is asked, and remembers."""

import msgspec
import pytest
from evaluated import retrieval
from factories import span
from unit.suites.test_cases import PROMPTS, rows

from linedscript.engines.views import Forbidden
from linedscript.errors import LinedscriptError
from linedscript.evaluation import asking
from linedscript.evaluation.asking import Asked
from linedscript.evaluation.controls import control_predictions
from linedscript.evaluation.judging import judged
from linedscript.records.run import Condition, Speech
from linedscript.suites.stage.playing import SpeechReply
from linedscript.suites.stage.remembering import contexts, freeze
from linedscript.suites.stage.task_iii import TASK

SINGLE = Condition(view="parent", setting="single", memory="full_memory")
LINES = {"ex-0001": "Not you."}


def targets(setting=None, **changes):
    return TASK.targets("en-0001", "en", rows(**changes), setting)


def values(control, setting, measure):
    """A control's scores, by target."""
    own = targets(setting)
    predictions = control_predictions(control, TASK, own, 1, 7)
    labels = {}
    for one in judged(TASK, own, predictions, None):
        labels.setdefault(one.target, {})[one.dimension] = one.label
    found = {target.id: TASK.value(target, labels[target.id], measure) for target in own}
    return {name: value for name, value in found.items() if value is not None}


def test_each_setting_has_its_own_targets():
    assert [[one.id for one in targets(setting)] for setting in ("single", "multi")] == [
        ["rp-0001", "rp-0002", "rp-0003"],
        ["rp-0004"],
    ]


@pytest.mark.parametrize("setting", TASK.settings)
@pytest.mark.parametrize("measure", TASK.measures[:6])
def test_the_reference_is_the_ceiling_and_nothing_the_floor(setting, measure):
    best, least = (values(control, setting, measure) for control in ("reference", "empty"))
    assert set(best.values()) <= {5.0} and set(least.values()) <= {1.0} and set(best) == set(least)


def test_dimensions_of_several_turns_have_no_value_for_one():
    assert values("reference", "single", "consistency") == {}


def test_a_shuffled_reference_is_below_the_reference_in_each_dimension_on_average():
    for measure in ("fidelity", "faithfulness", "naturalness"):
        found = values("shuffled", "single", measure)
        assert sum(found.values()) / len(found) < 5


@pytest.mark.parametrize(("control", "value"), [("reference", 1.0), ("empty", 0.0)])
def test_a_pair_is_realized_by_the_reference_and_not_by_nothing(control, value):
    assert values(control, "single", "pair_evolving") == {"rp-0002": value}


def test_a_pair_counts_under_its_own_condition_alone():
    assert values("reference", "single", "pair_invariant") == {}


def test_a_pair_with_a_missing_response_has_no_label():
    own = targets("single")
    predictions = [
        msgspec.structs.replace(one, reply=None, missing="unusable") if one.target == "rp-0001" else one
        for one in control_predictions("reference", TASK, own, 1, 7)
    ]
    found = judged(TASK, own, predictions, None)
    assert "pair" not in {one.dimension for one in found}
    assert {one.missing for one in found if one.target == "rp-0001"} == {"unusable"}


class Asker(asking.Asker):
    """Answers every question with one reply of each type, and keeps what it was shown."""

    annotator = "m@1"

    def __init__(self, **replies):
        self.replies, self.asked = replies, []
        super().__init__(None, "answer", "task_iii", "en-0001", "en", {}, 0, 2)

    def ask(self, prompt, questions, reply):
        self.look(questions)
        self.asked += [(prompt, question) for question in questions]
        said = self.replies.get(reply.__name__)
        return [
            Asked(None if said is None else reply(**said), None if said else "not JSON", "0" * 64, said)
            for _ in questions
        ]


def test_a_model_is_asked_a_generation_at_a_time_and_says_its_turns():
    own = targets("single")
    asker = Asker(SpeechReply={"says": "I file."})
    found = TASK.predict(SINGLE, own, contexts(own, "full_memory", [], LINES), asker)
    assert [one.id for one in found][:2] == ["rp-0001#1", "rp-0002#1"] and len(found) == 6
    assert found[0].reply == Speech(turns=("I file.",))


def test_a_reply_that_cannot_be_read_is_missing():
    own = targets("multi")
    (one, _) = TASK.predict(SINGLE, own, contexts(own, "persona_only", [], LINES), Asker())
    assert (one.reply, one.missing, one.detail) == (None, "unusable", "not JSON")


def test_an_input_that_holds_the_stance_is_refused_before_it_is_asked():
    prompts = [msgspec.structs.replace(PROMPTS[0], stance="I lit the lamp.")]
    own = targets("single", prompts=prompts)
    asker = Asker(SpeechReply={"says": "I file."})
    with pytest.raises(LinedscriptError, match="leak-reference"):
        TASK.predict(SINGLE, own, contexts(own, "full_memory", [], LINES), asker)
    assert asker.asked == []


def test_an_actors_context_that_holds_a_later_fact_is_refused_before_it_is_asked():
    prompts = [msgspec.structs.replace(PROMPTS[2], turns=("You know that Bo burns a letter behind the barn?",))]
    own = targets("single", prompts=prompts)
    asker = Asker(SpeechReply={"says": "I file."})
    with pytest.raises(LinedscriptError, match="leak-later"):
        TASK.predict(SINGLE, own, contexts(own, "full_memory", [], LINES), asker)
    assert asker.asked == []


def test_a_memory_that_ends_behind_the_checkpoint_is_refused_whatever_it_says():
    own = targets("single")
    late = own[0].known._replace(memories=own[0].known.memories | {"mm-0001": (span("s0004", 0, 5),)})
    asker = Asker(SpeechReply={"says": "I file."})
    with pytest.raises(LinedscriptError) as raised:
        TASK.predict(SINGLE, [one._replace(known=late) for one in own], contexts(own, "persona_only", [], LINES), asker)
    assert raised.value.code == "leak-later" and "memories/mm-0001" in raised.value.place and asker.asked == []


@pytest.mark.parametrize("find", ["titles", "originals"])
def test_a_title_or_an_original_name_in_a_request_is_refused_before_it_is_asked(find):
    own = targets("single")
    asker = Asker(SpeechReply={"says": "I file."})
    asker._forbidden = Forbidden(**{find: lambda text: "Bo" if "Bo do" in text else None})
    with pytest.raises(LinedscriptError, match="leak-title" if find == "titles" else "leak-original-name"):
        TASK.predict(SINGLE, own, contexts(own, "full_memory", [], LINES), asker)
    assert asker.asked == []


def test_a_model_judge_is_asked_once_for_each_dimension_and_pair():
    own = targets("single")
    predictions = control_predictions("reference", TASK, own, 1, 7)
    asker = Asker(
        Graded={"score": 4, "reason": "Fine."}, PairGraded={"earlier_true": True, "later_true": True, "leaks": False}
    )
    found = judged(TASK, own, predictions, asker)
    assert len(asker.asked) == 3 * 4 + 1
    assert {(one.dimension, one.label) for one in found if one.target == "rp-0002"} == {
        ("fidelity", "4"),
        ("faithfulness", "4"),
        ("boundary", "4"),
        ("naturalness", "4"),
        ("pair", "realized"),
    }


def test_a_verdict_that_cannot_be_read_is_missing_and_no_score():
    own = targets("single")
    found = judged(TASK, own, control_predictions("reference", TASK, own, 1, 7), Asker())
    assert {(one.label, one.missing) for one in found} == {(None, "unusable_verdict")}


@pytest.mark.parametrize(
    ("memory", "held"), [("persona_only", ()), ("full_memory", ("I lit the lamp.", "I rose.")), ("bm25", None)]
)
def test_each_memory_setting_gives_its_memories(memory, held):
    own = [target for target in targets("single") if target.id == "rp-0002"]
    frozen = freeze(own, "parent", memory, retrieval())
    found = contexts(own, memory, frozen, LINES)
    assert found["rp-0002/lines"] == ["Not you."]
    if held is None:
        assert [one.id for one in frozen] == ["rp-0002"] and len(found["rp-0002/0"]) == 2
    else:
        assert (found["rp-0002/0"], frozen) == (list(held), [])


def test_each_turn_of_an_episode_has_a_frozen_choice_of_its_own():
    frozen = freeze(targets("multi"), "parent", "bm25", retrieval())
    assert [one.id for one in frozen] == [f"rp-0004.t{number:02d}" for number in (1, 2, 3, 4)]
    assert frozen[1].passages[0].record == "memories/mm-0001"


def test_what_a_run_freezes_names_records_and_holds_no_text():
    (first, *_) = freeze(targets("single"), "parent", "bm25", retrieval())
    assert {(one.sha256, one.start) for one in first.passages} == {(None, None)}


def test_the_reply_of_an_actor_is_bounded():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"says": "x" * 2001}, SpeechReply)


def test_what_is_remembered_comes_with_the_exemplars_words_out_of_the_scenes():
    own = targets("single")
    frozen, found = TASK.remember(SINGLE, own, retrieval(), {"s0001": "Not  you. More."})
    assert (frozen, found["rp-0002/lines"]) == ([], ["Not"])
    assert found["rp-0002/0"] == ["I lit the lamp.", "I rose."]
