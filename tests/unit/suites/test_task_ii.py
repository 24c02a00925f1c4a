import msgspec
import pytest
from evaluated import questions, targets
from factories import item, made, step

from linedscript.records.run import Answer
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
