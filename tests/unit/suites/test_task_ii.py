import msgspec
import pytest
from evaluated import questions, targets
from factories import item, made, step

from linedscript.engines.views import Forbidden
from linedscript.errors import LinedscriptError
from linedscript.evaluation import asking
from linedscript.evaluation.asking import Asked
from linedscript.records.run import Answer, Condition
from linedscript.suites.stage.task_ii import TASK, closed_payload, judge_payload, reader_payload

CHOICE = item(
    1,
    question="Which of these comes first: Ann waits; Bob sings?",
    answer="Ann waits.",
    path=(step(statement="Ann waits."), step("units/s0002.u01", "s0002", statement="Bob sings.")),
)


def labels(text: str, one=None) -> tuple[str, ...]:
    (target,) = targets([one or questions()[1]])
    return tuple(verdict.label for verdict in TASK.exact(target, Answer(text=text)))


def test_the_reference_is_correct_and_supported():
    for target in targets():
        assert [one.label for one in TASK.exact(target, TASK.reference(target))] == ["correct", "supported"]


def test_an_empty_answer_is_neither():
    assert labels("") == ("incorrect", "unsupported")


def test_a_wrong_answer_out_of_the_evidence_is_supported_and_incorrect():
    assert labels("Ann") == ("incorrect", "supported")


def test_a_word_that_no_evidence_has_is_unsupported():
    assert labels("Bob drowned") == ("incorrect", "unsupported")


@pytest.mark.parametrize("said", ["Ann waits", "First of all, Ann waits.", "Ann waits comes first"])
def test_a_choice_may_be_named_within_a_sentence(said):
    assert labels(said, CHOICE)[0] == "correct"


def test_naming_another_choice_as_well_is_incorrect():
    assert labels("Ann waits, then Bob sings", CHOICE)[0] == "incorrect"


@pytest.mark.parametrize(
    "said", ["Ann and Bob", "Not Bob", "It isn't Bob", "Both, Ann and Bob", "Not Bob, but Ann", "neither Ann nor Bob"]
)
def test_of_two_named_people_the_other_one_and_a_denial_are_incorrect(said):
    one = item(1, question="Who of Ann and Bob knows that Ann sings?", answer="Bob")
    assert labels(said, one)[0] == "incorrect"
    assert labels("Bob knows it", one)[0] == "correct"


def test_denying_the_right_choice_is_incorrect():
    assert labels("Not Ann waits", CHOICE)[0] == "incorrect"


def test_a_right_answer_in_more_words_is_correct_and_supported():
    one = item(1, question="How many days later is it that Bob sings?", answer="Two days")
    assert labels("It is two days later.", one) == ("correct", "supported")


def test_a_closed_book_prompt_is_filled_with_the_question_alone():
    assert closed_payload(CHOICE) == {"language": "en", "question": CHOICE.question}


def test_a_reader_sees_passages_and_question():
    assert set(reader_payload(CHOICE, ["text"])) == {"language", "passages", "question"}


def test_a_judge_sees_no_view_condition_or_answerer():
    assert set(judge_payload(CHOICE, Answer(text="x"))) == {"language", "question", "reference", "evidence", "answer"}


@pytest.mark.parametrize("changed", [{"question": "Who?"}, {"answer": "Eve"}, {"category": "Scene Grounding"}])
def test_a_changed_item_has_another_digest(changed):
    (before,), (after,) = targets([CHOICE]), targets([msgspec.structs.replace(CHOICE, **changed)])
    assert before.sha256 != after.sha256


def test_who_made_an_item_is_no_part_of_its_digest():
    (before,), (after,) = targets([CHOICE]), targets([msgspec.structs.replace(CHOICE, made=made(score=7.0))])
    assert before.sha256 == after.sha256


class Asker(asking.Asker):
    """Answers nothing, and keeps what it was asked."""

    def __init__(self, **finds):
        self.asked = []
        found = {name: lambda text, form=form: form if form in text else None for name, form in finds.items()}
        super().__init__(None, "answer", "task_ii", "en-0001", "en", {}, 0, 2, Forbidden(**found))

    def ask(self, prompt, questions, reply):
        self.look(questions)
        self.asked += questions
        return [Asked(None, "no JSON", "0" * 64, None) for _ in questions]


def predict(asker, setting="closed_book", passages=("Ann sails.",), **changes):
    own = targets([msgspec.structs.replace(questions()[1], **changes)])
    condition = Condition(view="parent", setting=setting, memory=None)
    return TASK.predict(condition, own, {target.id: passages for target in own}, asker)


@pytest.mark.parametrize(
    ("code", "finds", "changes"),
    [
        ("leak-title", {"titles": "The Lantern"}, {"question": "Who sings in The Lantern?"}),
        ("leak-original-name", {"originals": "Ann"}, {"question": "Whom does Ann call?"}),
        ("leak-reference", {}, {"question": "Why does Bob sing?", "answer": "Bob"}),
        ("leak-checkpoint", {}, {"question": "What holds at cp-0001-02?"}),
        ("leak-id", {}, {"question": "Who speaks in s0004?"}),
    ],
)
def test_a_leak_in_a_closed_book_prompt_is_named_before_anything_is_asked(code, finds, changes):
    asker = Asker(**finds)
    with pytest.raises(LinedscriptError) as error:
        predict(asker, **changes)
    assert error.value.code == code and "t2-0002, closed_book: question" in error.value.place and asker.asked == []


def test_an_original_name_in_a_passage_is_named_before_anything_is_asked():
    asker = Asker(originals="Ann")
    with pytest.raises(LinedscriptError, match="leak-original-name"):
        predict(asker, "context")
    assert asker.asked == []


def test_a_passage_may_hold_the_reference_and_a_choice_question_its_answer():
    asker = Asker()
    predict(asker, "context", ("Bob sings.",))
    predict(asker, question="Who sings, Ann or Bob?", answer="Bob")
    assert len(asker.asked) == 4
