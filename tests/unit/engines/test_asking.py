import msgspec
from factories import unit
from msgspec.structs import replace

from linedscript.engines.asking import Accepted, Gates, Refusal, Task, ask_layer, shown_to_judge
from linedscript.engines.requests import answered, make_request, request_hash

ROWS = 20


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    labels: tuple[str, ...]


class Scripted:
    """Answers each construct attempt of each key with the next of its replies, and each judge with the next score."""

    annotator = "scripted@1"
    deterministic = False

    def __init__(self, replies, scores=()):
        self.replies, self.scores, self.asked = {key: list(rows) for key, rows in replies.items()}, list(scores), []

    def ask(self, requests, reply):
        lines = []
        for request in requests:
            self.asked.append(request)
            if request.role == "judge":
                reply = {
                    "score": self.scores.pop(0) if self.scores else 10.0,
                    "critical": bool(request.payload["critical"]),
                    "feedback": "be exact",
                }
            else:
                reply = self.replies[request.key].pop(0)
            failed = isinstance(reply, str)
            lines.append(
                answered(request, self.annotator, reply=None if failed else reply, error=reply if failed else None)
            )
        return lines


def accept(reply, made):
    good = tuple(label for label in reply.labels if label != "bad")
    return Accepted(
        tuple(unit(number, label=label, made=made) for number, label in enumerate(good, 1)),
        tuple(Refusal("grounding", "quote-not-in-scene", "bad") for label in reply.labels if label == "bad"),
        good,
    )


def ask(engine, keys=("s0001",), threshold=6.0, retries=2, accept=accept):
    tasks = [Task(key, {"text": "Ann waits."}, accept) for key in keys]
    return ask_layer("units", "en-0001", tasks, engine, Reply, Gates(threshold, retries, ROWS))


def test_an_accepted_reply_is_asked_once_and_its_records_name_the_model():
    outcome = ask(Scripted({"s0001": [{"labels": ["one"]}]}))
    (record,) = outcome.records
    assert (record.made.annotator, record.made.score, record.made.accepted) == ("scripted@1", 10.0, True)
    assert outcome.coverage[0].attempts == 1


def test_a_reply_of_the_wrong_schema_is_never_kept():
    outcome = ask(Scripted({"s0001": [{"lables": []}] * 3}))
    assert outcome.records == []
    assert (outcome.coverage[0].status, outcome.coverage[0].attempts) == ("failed", 3)
    assert [entry.gate for entry in outcome.ledger] == ["schema"] * 3


def test_a_failed_attempt_is_repaired_by_the_next():
    outcome = ask(Scripted({"s0001": ["connection reset", {"labels": ["one"]}]}))
    assert [record.label for record in outcome.records] == ["one"]
    assert [(entry.gate, entry.outcome) for entry in outcome.ledger] == [
        ("engine", "refused_reply"),
        ("reflection", "passed"),
    ]


def test_below_the_threshold_the_best_attempt_is_kept_and_marked():
    outcome = ask(
        Scripted({"s0001": [{"labels": ["one"]}, {"labels": ["two"]}, {"labels": ["three"]}]}, [3.0, 5.0, 4.0])
    )
    (record,) = outcome.records
    assert (record.label, record.made.score, record.made.accepted) == ("two", 5.0, False)


def test_a_retry_carries_the_feedback_and_is_another_request():
    engine = Scripted({"s0001": [{"labels": ["one"]}, {"labels": ["two"]}]}, [1.0, 9.0])
    ask(engine)
    first, second = (request for request in engine.asked if request.role == "construct")
    assert "feedback" not in first.payload and second.payload["feedback"] == "be exact"
    assert request_hash(first) != request_hash(second) and first.seed != second.seed


def test_a_retry_is_told_which_records_the_checks_refused():
    engine = Scripted({"s0001": [{"labels": ["one", "bad", "bad"]}, {"labels": ["two"]}]}, [1.0, 9.0])
    ask(engine)
    second = [request for request in engine.asked if request.role == "construct"][1]
    assert second.payload["feedback"] == "be exact\n- quote-not-in-scene: bad"


def test_an_ungrounded_record_is_refused_and_the_rest_kept():
    outcome = ask(Scripted({"s0001": [{"labels": ["one", "bad"]}]}))
    assert len(outcome.records) == 1
    assert ("grounding", "refused_record", "quote-not-in-scene") in [
        (entry.gate, entry.outcome, entry.code) for entry in outcome.ledger
    ]


def test_a_critical_error_forces_the_attempt_below_the_threshold():
    def strict(reply, made):
        return replace(accept(reply, made), refusals=(Refusal("registry", "self-loop", "x", critical=True),))

    outcome = ask(Scripted({"s0001": [{"labels": ["one"]}] * 3}), accept=strict)
    assert not outcome.records[0].made.accepted


def test_only_the_keys_that_need_it_are_asked_again():
    engine = Scripted({"s0001": [{"labels": ["one"]}], "s0002": ["timeout", {"labels": ["two"]}]})
    ask(engine, ("s0001", "s0002"))
    assert [request.key for request in engine.asked if request.role == "construct"] == ["s0001", "s0002", "s0002"]


def test_every_key_has_a_coverage_record_and_every_answer_is_in_the_transcript():
    engine = Scripted({"s0001": [{"labels": []}], "s0002": ["timeout"] * 3})
    outcome = ask(engine, ("s0001", "s0002"))
    assert [row.id for row in outcome.coverage] == ["units:s0001", "units:s0002"]
    assert len(outcome.transcript) == len(engine.asked) == 5


def test_a_deterministic_engine_is_not_asked_the_same_again():
    engine = Scripted({"s0001": [{"labels": ["one"]}]}, [1.0])
    engine.deterministic = True
    assert ask(engine).coverage[0].attempts == 1


def test_samples_of_one_question_are_different_requests():
    asked = dict(
        layer="units",
        film="en-0001",
        key="s0001",
        role="construct",
        prompt=None,
        prompt_sha256=None,
        payload={},
        reply=Reply,
        decoding={},
    )
    requests = [make_request(**asked, sample=number) for number in range(1, 6)]
    assert len({request_hash(request) for request in requests}) == len({request.seed for request in requests}) == 5


def test_a_judge_is_shown_a_short_list_whole():
    rows = [{"n": number} for number in range(ROWS)]
    shown = shown_to_judge({"language": "en", "feedback": "be exact"}, {"rows": rows}, ROWS)
    assert shown == {"language": "en", "task": {"language": "en"}, "reply": {"rows": rows}}


def test_a_judge_is_shown_an_even_sample_of_a_long_list_and_told_how_many_it_leaves_out():
    rows = [{"n": number} for number in range(7 * ROWS)]
    shown = shown_to_judge({"language": "en"}, {"rows": rows, "others": [1]}, ROWS)
    assert shown["reply"] == {"rows": rows[::7], "others": [1]}
    assert shown["left_out"] == {"rows": 6 * ROWS}


def test_a_record_without_a_readable_text_is_refused_and_in_the_ledger():
    outcome = ask(Scripted({"s0001": [{"labels": ["one", "\x00 \u200b"]}]}))
    assert [record.label for record in outcome.records] == ["one"]
    assert [(entry.gate, entry.outcome, entry.code, entry.detail) for entry in outcome.ledger[:1]] == [
        ("schema", "refused_record", "blank-text", "labels[1]")
    ]


def test_no_control_character_of_a_reply_reaches_a_record():
    outcome = ask(Scripted({"s0001": [{"labels": ["\x1b[31mone\x00"]}]}))
    assert [record.label for record in outcome.records] == [" [31mone "]


def test_a_reply_that_is_nested_too_deep_is_a_failed_attempt_and_no_crash():
    deep = []
    for _ in range(900):
        deep = [deep]
    outcome = ask(Scripted({"s0001": [{"labels": deep}]}), retries=0)
    assert [row.status for row in outcome.coverage] == ["failed"]
    assert [(row.gate, row.outcome) for row in outcome.ledger] == [("schema", "refused_reply")]
