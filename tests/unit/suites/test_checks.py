"""Checks of Task II items: the question alone, one passage, and the wordings of a film side by side."""

import pytest
from factories import ASKING, entity, item, step
from story import story

from linedscript.engines.rules import checks as rules
from linedscript.engines.rules.engine import RulesEngine
from linedscript.suites.stage.checks import draw_checks
from linedscript.suites.stage.item_checks import failure

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6, "retries": 0, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "passages": 2,
    "passage_words": 40,
    "passage_chars": 60,
    "same_wording": 1,
}
RULES = RulesEngine({"construct": rules.annotate, "judge": rules.judge})
SCENES = story(
    "INT. OFFICE - DAY\nSUPER: MAY 5, 2025\nAnn hides the torn letter under a loose board.\n",
    "EXT. DOCK - NIGHT\nBo burns the torn letter in an oil drum.\nCy laughs.\n",
)
PEOPLE = [entity(1, "Ann"), entity(2, "Bo"), entity(3, "Cy")]
FATE = item(
    1,
    question="Ann hides the torn letter under a loose board. What becomes of it?",
    answer="Bo burns it.",
    path=(
        step("units/s0001.u01", "s0001", statement="Ann hides the torn letter under a loose board."),
        step("units/s0002.u01", "s0002", statement="Bo burns the torn letter in an oil drum."),
    ),
)


def draw(*items, engine=RULES, language="en", **settings):
    return draw_checks("en-0001", language, SCENES, PEOPLE, items, engine, SETTINGS | settings)


def by_id(outcome):
    return {check.id: check for check in outcome.records}


def test_every_item_is_tried_alone_with_each_passage_and_its_wording_is_judged():
    assert list(by_id(draw(FATE))) == ["t2-0001.closed", "t2-0001.p1", "t2-0001.p2", "t2-0001.wording"]


def test_the_likest_passage_comes_first_and_none_overlaps_another():
    places = [check.passage for check in draw(FATE).records if check.passage]
    assert places[0].scene == "s0001" and {place.scene for place in places} == {"s0001", "s0002"}


def test_the_reader_of_the_question_alone_is_shown_nothing_else():
    outcome = draw(FATE, engine=Watching())
    assert [payload["passage"] for key, payload in Watching.seen if key == "t2-0001.closed"] == [None]
    assert all(set(payload) == {"language", "question", "passage"} for _, payload in Watching.seen)
    assert all("Bo burns it." not in str(payload) for _, payload in Watching.seen)
    assert outcome.records


class Watching:
    annotator = "rules"
    deterministic = True
    seen: list = []

    def ask(self, requests, reply):
        if requests and requests[0].role == "construct":
            type(self).seen = [(request.key, request.payload) for request in requests]
        return RULES.ask(requests, reply)


def test_a_date_that_one_passage_shows_with_the_event_is_found_by_its_reader():
    dated = item(1, question="On what date does Ann hide the torn letter under a loose board?", answer="May 5, 2025")
    found = by_id(draw(dated))
    assert (found["t2-0001.p1"].answer, found["t2-0001.p1"].verdict) == ("May 5, 2025", "right")
    assert failure(found["t2-0001.p1"]) == "one-passage-answers"


def test_what_failed_and_what_needs_no_screenplay_is_counted_once_per_item():
    days = item(1, question="Ann hides the torn letter. How many days later does Bo burn it?", answer="Two days")
    ledger = {entry.code: (entry.count, entry.outcome) for entry in draw(days).ledger}
    assert ledger == {"closed-book-answerable": (1, "passed")}


def test_a_choice_is_tried_alone_but_with_no_passage():
    first = item(1, question="Which comes first: Ann sings; or Bo burns it?", answer="Ann sings.")
    assert [check.kind for check in draw(first).records] == ["closed_book", "wording"]


def worded(number, name):
    return item(
        number,
        question=f"Apart from those named here, who speaks both when {name} sings and when Bo dances?",
        answer="Cy",
        path=(
            step("units/s0001.u01", "s0001", statement=f"{name} sings."),
            step("units/s0002.u01", "s0002", statement="Bo dances."),
        ),
    )


def test_of_questions_worded_alike_no_more_than_the_allowed_ones_are_sound():
    verdicts = [check.verdict for check in draw(worded(1, "Ann"), worded(2, "Dee")).records if check.kind == "wording"]
    assert verdicts == ["sound", "template_like"]


def test_an_item_that_one_of_its_support_units_answers_is_of_one_scene():
    alone = item(1, question="Who burns the torn letter in an oil drum?", answer="Bo", path=FATE.path)
    (verdict,) = [check.verdict for check in draw(alone).records if check.kind == "wording"]
    assert verdict == "one_scene"


def test_a_reader_that_never_gives_a_valid_reply_leaves_a_failed_block_and_no_check():
    outcome = draw(FATE, engine=RulesEngine({"construct": lambda payload: None, "judge": rules.judge}))
    failed = {block.key for block in outcome.coverage if block.status == "failed"}
    assert {"t2-0001.closed", "t2-0001.p1", "t2-0001.p2"} <= failed
    assert not [check for check in outcome.records if check.kind != "wording"]


def test_a_verdict_that_is_unusable_is_missing_and_not_wrong():
    told = {"construct": lambda payload: {"answer": "Bo burns it."}, "judge": lambda payload: {"score": 10}}
    outcome = draw(FATE, engine=RulesEngine(told))
    found = by_id(outcome)["t2-0001.closed"]
    assert found.verdict is None and found.reason
    assert "t2-0001.closed" in {block.key for block in outcome.coverage if block.status == "failed"}


@pytest.mark.parametrize(
    ("reference", "answer", "right"),
    [
        ("Tobias Lund, then Eli", "First Tobias Lund, then Eli.", True),
        ("Tobias Lund, then Eli", "Tobias Lund", False),
        ("林晚秋把银簪锁进衣箱。", "林晚秋把银簪锁进衣箱", True),
        ("林晚秋", "邵平", False),
    ],
)
def test_the_rules_call_an_answer_right_that_holds_every_content_word_of_the_reference(reference, answer, right):
    language = "en" if reference.isascii() else "zh"
    payload = {"asks": "verdict", "language": language, "question": "?", "reference": reference, "answer": answer}
    assert rules.judge(payload)["right"] is right
