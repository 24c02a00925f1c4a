"""One layer's questions through the gates: schema, grounding, registry, reflection, bounded retries, keep the best.

Nothing is lost: every attempt and every refused record has a ledger entry, and every key a coverage record.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from linedscript.engines.legible import legible
from linedscript.engines.protocol import Engine
from linedscript.engines.requests import made_by, make_request
from linedscript.engines.wire import is_refused
from linedscript.records.base import Made, Record
from linedscript.records.engine import Coverage, LedgerEntry, Request, TranscriptLine

_MOST_TOLD = 20
"""Refused records that an attempt is told of."""
GateName = Literal["schema", "grounding", "registry"]


class Refusal(msgspec.Struct, frozen=True):
    """A record of a reply that a gate did not let through."""

    gate: GateName
    code: str
    detail: str
    critical: bool = False
    """Forces the attempt's score to 0, whatever the judge says (stage.txt: schema violations, self-relations)."""


class Accepted(msgspec.Struct, frozen=True):
    """What a reply comes to after the grounding and registry gates."""

    records: tuple[Record, ...]
    refusals: tuple[Refusal, ...]
    surfaces: tuple[str, ...]
    """A short text per record, by which the judge sees repetition."""


class Task(msgspec.Struct, frozen=True):
    """One key's question and how its reply becomes records."""

    key: str
    payload: dict[str, Any]
    accept: Callable[[Any, Made], Accepted]
    """Gets the reply, decoded as the layer's reply type, and the ``Made`` for its records. Pure."""


class Outcome(msgspec.Struct):
    """Everything that a layer's run over one film leaves."""

    records: list[Record] = []
    coverage: list[Coverage] = []
    ledger: list[LedgerEntry] = []
    transcript: list[TranscriptLine] = []


class Reflection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    score: Annotated[float, Meta(ge=0, le=10)]
    critical: bool
    feedback: Annotated[str, Meta(max_length=1000)]


class Gates(msgspec.Struct, frozen=True):
    threshold: float
    """Accept at or above, 0 to 10."""
    retries: int
    judged_rows: int
    """Of one list of a reply, the most records that a model judge is shown."""


class Voice(msgspec.Struct, frozen=True):
    """How a role is asked."""

    prompt: tuple[str, str] | None
    """The template's name and SHA-256; null for ``rules``."""
    decoding: dict[str, Any]


RULES = Voice(None, {})


class _Judged(NamedTuple):
    task: Task
    request: Request
    accepted: Accepted
    reply: Any
    """As it came, valid under its schema."""


class _Best(msgspec.Struct):
    accepted: Accepted
    request: Request
    score: float


def ask_layer(
    layer: str,
    film: str,
    tasks: Sequence[Task],
    engine: Engine,
    reply: type[msgspec.Struct],
    gates: Gates,
    *,
    construct: Voice = RULES,
    judge: Voice = RULES,
) -> Outcome:
    """Ask every task of a layer and keep the best valid attempt of each.

    A reply that is invalid under ``reply`` is never
    kept; a valid one below the threshold after the last retry is kept with ``accepted: false``.
    """
    outcome = Outcome()
    best: dict[str, _Best] = {}
    attempts: Counter[str] = Counter()
    failures: dict[str, str] = {}
    pending = list(tasks)
    feedback: dict[str, str] = {}
    if len({task.key for task in pending}) != len(pending):
        raise ValueError(f"{layer}: two tasks have one key")
    for attempt in range(1, gates.retries + 2):
        requests = [
            make_request(
                layer=layer,
                film=film,
                key=task.key,
                role="construct",
                prompt=construct.prompt and construct.prompt[0],
                prompt_sha256=construct.prompt and construct.prompt[1],
                payload=task.payload | ({"feedback": feedback[task.key]} if task.key in feedback else {}),
                reply=reply,
                decoding=construct.decoding,
                attempt=attempt,
            )
            for task in pending
        ]
        answers = engine.ask(requests, reply)
        outcome.transcript.extend(answers)
        judged: list[_Judged] = []
        again: list[Task] = []
        for task, request, answer in zip(pending, requests, answers, strict=True):
            attempts[task.key] += 1
            problem, lost = _decoded(answer, reply)
            if isinstance(problem, str):
                gate = "engine" if answer.error else "schema"
                _note(outcome, film, request, gate, "refused_reply", 1, gate, problem)
                failures[task.key] = problem
                feedback[task.key] = problem
                if not is_refused(answer.error):
                    again.append(task)
                continue
            accepted = task.accept(problem, made_by(request, engine.annotator, None, True))
            accepted = msgspec.structs.replace(accepted, refusals=(*lost, *accepted.refusals)) if lost else accepted
            for refusal in accepted.refusals:
                _note(outcome, film, request, refusal.gate, "refused_record", 1, refusal.code, refusal.detail)
            judged.append(_Judged(task, request, accepted, answer.reply))
        reflections = _reflect(layer, film, judged, engine, judge, gates, outcome)
        for (task, request, accepted, _), reflection in zip(judged, reflections, strict=True):
            score = (
                0.0
                if reflection.critical or any(refusal.critical for refusal in accepted.refusals)
                else reflection.score
            )
            passed = score >= gates.threshold
            _note(
                outcome,
                film,
                request,
                "reflection",
                "passed" if passed else "below_threshold",
                len(accepted.records),
                None,
                f"score {score:g}" + (f"; {reflection.feedback}" if reflection.feedback else ""),
            )
            if task.key not in best or score > best[task.key].score:
                best[task.key] = _Best(accepted, request, score)
            if not passed:
                feedback[task.key] = _remark(reflection.feedback, accepted.refusals)
                again.append(task)
        pending = [] if engine.deterministic else again
        if not pending:
            break
    for task in tasks:
        _settle(
            outcome, layer, film, task, best.get(task.key), attempts[task.key], failures.get(task.key), engine, gates
        )
    return outcome


def _remark(feedback: str, refusals: Sequence[Refusal]) -> str:
    """What the next attempt is told: the judge's words, and which records the checks refused and why."""
    refused = dict.fromkeys(f"- {refusal.code}: {refusal.detail}" for refusal in refusals)
    return "\n".join(filter(None, (feedback, *list(refused)[:_MOST_TOLD])))


def _decoded(answer: TranscriptLine, reply: type[msgspec.Struct]) -> tuple[Any, list[Refusal]]:
    """The decoded reply, or the text of what is wrong with it; and its records that nobody could read."""
    if answer.error or answer.reply is None:
        return answer.error or "no reply", []
    try:
        readable, lost = legible(answer.reply)
        return msgspec.convert(readable, reply), [Refusal("schema", "blank-text", place) for place in lost]
    except msgspec.ValidationError as error:
        return str(error), []
    except RecursionError:
        return "nested too deep", []


def _reflect(
    layer: str, film: str, judged: Sequence[_Judged], engine: Engine, judge: Voice, gates: Gates, outcome: Outcome
) -> list[Reflection]:
    requests = [
        make_request(
            layer=layer,
            film=film,
            key=one.task.key,
            role="judge",
            prompt=judge.prompt and judge.prompt[0],
            prompt_sha256=judge.prompt and judge.prompt[1],
            payload=_to_judge(layer, one, judge, gates),
            reply=Reflection,
            decoding=judge.decoding,
            attempt=one.request.attempt,
        )
        for one in judged
    ]
    answers = engine.ask(requests, Reflection)
    outcome.transcript.extend(answers)
    reflections = []
    for answer in answers:
        reflection, _ = _decoded(answer, Reflection)
        if isinstance(reflection, str):  # an unusable verdict accepts nothing
            reflection = Reflection(score=0.0, critical=False, feedback=f"the judge's reply is unusable: {reflection}")
        reflections.append(reflection)
    return reflections


def _to_judge(layer: str, one: _Judged, judge: Voice, gates: Gates) -> dict[str, Any]:
    """What a judge sees of a reply: a count of what passed and, a model, the question and the reply as well, of long
    lists a sample."""
    payload: dict[str, Any] = {
        "layer": layer,
        "kept": len(one.accepted.records),
        "refused": len(one.accepted.refusals),
        "critical": sorted({refusal.code for refusal in one.accepted.refusals if refusal.critical}),
        "surfaces": list(one.accepted.surfaces),
    }
    if judge.prompt is None:
        return payload
    return payload | shown_to_judge(one.request.payload, one.reply, gates.judged_rows)


def shown_to_judge(asked: dict[str, Any], reply: dict[str, Any], most: int) -> dict[str, Any]:
    """A question's payload and its reply as a model judge gets them: of each list at most ``most`` records, evenly
    spread, and then ``left_out``, how many records of which lists aren't shown."""
    task = {name: value for name, value in asked.items() if name != "feedback"}
    counts = {name: len(rows) for name, rows in reply.items() if isinstance(rows, list | tuple)}
    long = {name: count for name, count in counts.items() if count > most}
    sampled = {name: [reply[name][number * count // most] for number in range(most)] for name, count in long.items()}
    shown: dict[str, Any] = {"language": task.get("language"), "task": task, "reply": reply | sampled}
    return shown | ({"left_out": {name: count - most for name, count in long.items()}} if long else {})


def _note(
    outcome: Outcome,
    film: str,
    request: Request,
    gate: str,
    result: str,
    count: int,
    code: str | None,
    detail: str | None,
) -> None:
    outcome.ledger.append(
        LedgerEntry(
            id=f"lg-{len(outcome.ledger) + 1:05d}",
            film=film,
            layer=request.layer,
            key=request.key,
            attempt=request.attempt,
            gate=gate,
            outcome=result,
            count=count,
            code=code,
            detail=detail,
        )
    )


def _settle(
    outcome: Outcome,
    layer: str,
    film: str,
    task: Task,
    best: _Best | None,
    attempts: int,
    failure: str | None,
    engine: Engine,
    gates: Gates,
) -> None:
    kept: tuple[Record, ...] = ()
    if best is not None:
        verdict = made_by(best.request, engine.annotator, best.score, best.score >= gates.threshold)
        kept = tuple(msgspec.structs.replace(record, made=verdict) for record in best.accepted.records)
        outcome.records.extend(kept)
    outcome.coverage.append(
        Coverage(
            id=f"{layer}:{task.key}",
            film=film,
            layer=layer,
            key=task.key,
            status="failed" if best is None else "answered",
            attempts=attempts,
            records=len(kept),
            best_score=None if best is None else best.score,
            reason=failure if best is None else None,
        )
    )
