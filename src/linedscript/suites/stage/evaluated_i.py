"""Task I as the evaluation sees it: checkpoints, predicted along their trajectories and judged claim by claim (D6)."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from linedscript.evaluation.asking import Asked, Asker
from linedscript.evaluation.asking import Question as Asking
from linedscript.evaluation.tasks import Rows, Target, Verdict, unlike
from linedscript.io.canonical import digest, encode, fields_digest, id_key
from linedscript.records.base import FilmId, Language
from linedscript.records.run import Condition, Judgement, Prediction, Reply, Setting, StateUpdate
from linedscript.records.stage import Claim, Interval, Observation, Rubric
from linedscript.suites.stage import judging_i
from linedscript.suites.stage.claims import SHARES, ClaimsJudge
from linedscript.suites.stage.memory import wording
from linedscript.suites.stage.scores.coverage import CREDIT, LABELS, MEASURES, METRIC, Marks, checkpoint_value
from linedscript.suites.stage.task_i import (
    MOST_DEVELOPMENTS,
    MOST_STATES,
    UPDATE_PROMPT,
    Missing,
    Question,
    Step,
    Trajectory,
    Update,
    question,
    reference,
    run,
)
from linedscript.suites.stage.views import PREDICTOR, PREDICTOR_ALONG, STATE_JUDGE

COVERAGE, CONTRADICTION = "coverage/1", "contradiction/1"
"""Label sets: of each reference claim ``full``, ``partial`` or ``none``; of each claim that a reply may hold
``contradicted`` or ``compatible``, or ``absent`` where the reply has fewer."""
_PREDICTED = tuple(f"p{number:02d}" for number in range(1, MOST_STATES + MOST_DEVELOPMENTS + 1))
_CONTRADICTED = {True: "contradicted", False: "compatible"}
_ABSENT = "absent"
_POOLS = ("states", "developments", "invariants", "future_negatives")


class Known(NamedTuple):
    """What a checkpoint's prediction and judgement need besides its rubric."""

    interval: Interval
    name: str
    """Of the character, in this view."""
    before: tuple[str, ...]
    """The reviewed states of the checkpoint before."""
    memory: tuple[Observation, ...]
    claims: ClaimsJudge


class TaskI:
    number: Literal["I"] = "I"
    metric = METRIC
    settings: tuple[Setting, ...] = ("rsu", "asu")
    evidence: frozenset[Setting] = frozenset()
    layers = ("entities", "observations", "intervals", "rubrics")
    named_in = ("checkpoints", "intervals", "rubrics")
    controls = tuple(
        Condition(view=view, setting=setting, memory=None)
        for setting in ("rsu", "asu")
        for view in ("parent", "pseudonymized")
    )
    labels = {COVERAGE: LABELS, CONTRADICTION: (*_CONTRADICTED.values(), _ABSENT)}
    reply = StateUpdate
    measures = MEASURES

    def targets(self, film: FilmId, language: Language, rows: Rows, setting: Setting | None = None) -> list[Target]:
        """The checkpoints, the same in both settings."""
        rubrics: dict[str, Rubric] = {rubric.id: rubric for rubric in rows["rubrics"]}
        seen: dict[str, Observation] = {one.id: one for one in rows["observations"]}
        names = {entity.id: entity.name for entity in rows["entities"]}
        claims = ClaimsJudge(rows["entities"], language, SHARES)
        before: dict[str, tuple[str, ...]] = {}
        found = []
        for interval in sorted(rows["intervals"], key=lambda one: (id_key(one.character), one.number)):
            rubric, own = rubrics[interval.id], interval.character
            known = Known(
                interval, names[own], before.get(own, ()), tuple(seen[one] for one in interval.memory), claims
            )
            before[own] = tuple(claim.text for claim in rubric.states)
            found.append(Target(interval.id, film, language, _rests_on(rubric, known), rubric, known))
        return sorted(found, key=lambda target: id_key(target.id))

    def query(self, target: Target) -> str:
        return ""

    def material(self, targets: Sequence[Target], texts: Mapping[str, str]) -> dict[str, list[str]]:
        """Of each target the memory of its interval, a sentence an observation. ``texts``: of the view's scenes."""
        return {target.id: [wording(one, texts, target.language) for one in target.known.memory] for target in targets}

    def reference(self, target: Target) -> Reply:
        return _reply(reference(target.record))

    def empty(self, target: Target) -> Reply:
        return StateUpdate(states=(), developments=())

    def misfit(self, target: Target, reply: Reply) -> str | None:
        return unlike(msgspec.structs.asdict(_update(reply)), Update)

    def same(self, target: Target) -> str:
        return digest(reference(target.record))

    def predict(
        self, condition: Condition, targets: Sequence[Target], contexts: Mapping[str, Sequence[str]], asker: Asker
    ) -> list[Prediction]:
        """``contexts``: the memories, as ``material`` gives them. Under ``asu`` a wave holds the next step of every
        trajectory and generation. Raises what leaks into an input (``engines.views``) before anything is asked."""
        along = condition.setting == "asu"
        known = {target.id: target for target in targets}

        def asking(one: Question) -> Asking:
            held: Known = known[one.step.target].known
            return Asking(
                f"{condition.view}:{condition.setting}:{one.step.target}",
                one.step.sample,
                one.payload,
                PREDICTOR_ALONG if along else PREDICTOR,
                moment=held.interval.end,
                grounds=tuple((f"observations/{seen.id}", seen.evidence) for seen in held.memory),
            )

        asked: dict[tuple[str, int], Asked] = {}

        def answer(questions: Sequence[Question]) -> list[Update | Missing]:
            heard = asker.ask(UPDATE_PROMPT, [asking(one) for one in questions], Update)
            asked.update(((one.step.target, one.step.sample), said) for one, said in zip(questions, heard, strict=True))
            return [Missing(said.problem or "unusable") if said.reply is None else said.reply for said in heard]

        paths = [
            path for sample in range(1, asker.generations + 1) for path in _trajectories(targets, contexts, sample)
        ]
        asker.look([asking(question(step, () if along else step.before)) for path in paths for step in path.steps])
        outcomes = run(paths, "asu" if along else "rsu", answer)
        return [
            Prediction(
                id=f"{outcome.target}#{outcome.sample}",
                film=outcome.film,
                target=outcome.target,
                sample=outcome.sample,
                item_sha256=known[outcome.target].sha256,
                reply=None if isinstance(outcome.reply, Missing) else _reply(outcome.reply),
                missing="unusable" if isinstance(outcome.reply, Missing) else None,
                detail=outcome.reply.reason if isinstance(outcome.reply, Missing) else None,
                request=asked[outcome.target, outcome.sample].request,
            )
            for outcome in outcomes
        ]

    def exact(self, target: Target, reply: Reply) -> list[Verdict]:
        rubric, claims = target.record, target.known.claims
        said = judging_i.predicted(_update(reply))
        holding = [claim.text for claim in (*_references(rubric), *rubric.invariants)]
        later = [claim.text for claim in rubric.future_negatives]
        covered = [claims.coverage(rubric.character, claim.text, said) for claim in _references(rubric)]
        wrong = [claims.contradicted(rubric.character, claim, holding, later) for claim in said]
        return [Verdict(*one) for one in _labelled(rubric, covered, wrong) if one[2] is not None]

    def dimensions(self, target: Target) -> Sequence[tuple[str, str]]:
        own = [(_dimension(claim), COVERAGE) for claim in _references(target.record)]
        return (*own, *((name, CONTRADICTION) for name in _PREDICTED))

    def judge(self, pairs: Sequence[tuple[Target, Prediction]], asker: Asker) -> list[Judgement]:
        covering, contradicting = _Questions(), _Questions()
        for target, prediction in pairs:
            rubric, update, name = target.record, _update(prediction.reply), target.known.name
            if judging_i.predicted(update):
                if _references(rubric):
                    covering.add(target, prediction, judging_i.coverage_payload(target.language, name, rubric, update))
                contradicting.add(
                    target, prediction, judging_i.contradiction_payload(target.language, name, rubric, update)
                )
        covering.ask(judging_i.COVERAGE_PROMPT, judging_i.CoverageReply, asker)
        contradicting.ask(judging_i.CONTRADICTION_PROMPT, judging_i.ContradictionReply, asker)
        found = []
        for target, prediction in pairs:
            rubric, said = target.record, judging_i.predicted(_update(prediction.reply))
            one, other = covering.heard(prediction), contradicting.heard(prediction)
            covered: list[Any] = ["none" if not said else None] * len(_references(rubric))
            if one is not None and one.reply is not None:
                covered = judging_i.coverage_labels(one.reply, len(covered))
            wrong: list[Any] = [None] * len(said)
            if other is not None and other.reply is not None:
                wrong = judging_i.contradiction_labels(other.reply, len(said))
            found += [
                _judgement(target, prediction, asker, verdict, one if verdict[1] == COVERAGE else other)
                for verdict in _labelled(rubric, covered, wrong)
            ]
        return found

    def value(self, target: Target, labels: Mapping[str, str], measure: str) -> float | None:
        rubric = target.record
        states = [_dimension(claim) for claim in rubric.states]
        developments = [_dimension(claim) for claim in rubric.developments]
        marks = Marks(
            film=target.film,
            character=rubric.character,
            checkpoint=target.id,
            usable=True,
            states=tuple(_label(labels, name) for name in states),
            developments=tuple(_label(labels, name) for name in developments),
            contradicted=tuple(
                {"contradicted": True, "compatible": False}.get(labels.get(name, ""))
                for name in _PREDICTED
                if labels.get(name) != _ABSENT
            ),
        )
        return checkpoint_value(marks, measure, CREDIT).value  # type: ignore[arg-type]

    def group(self, target: Target) -> str:
        return target.record.character

    def prompts(self, language: Language) -> dict[str, tuple[str, ...]]:
        update = (f"{UPDATE_PROMPT}.{language}",)
        judge = (f"{judging_i.COVERAGE_PROMPT}.{language}", f"{judging_i.CONTRADICTION_PROMPT}.{language}")
        return {"rsu": update, "asu": update, "judge": judge}


TASK = TaskI()


class _Questions:
    """A judge's questions, each asked once however many generations say the same."""

    def __init__(self) -> None:
        self._payloads: dict[str, dict[str, Any]] = {}
        self._keys: dict[str, str] = {}
        self._heard: dict[str, Asked] = {}

    def add(self, target: Target, prediction: Prediction, payload: dict[str, Any]) -> None:
        key = f"{target.id}:{digest(payload)[:16]}"
        self._payloads[key] = payload
        self._keys[prediction.id] = key

    def ask(self, prompt: str, reply: type, asker: Asker) -> None:
        asking = [Asking(f"{prompt}:{key}", 1, payload, STATE_JUDGE) for key, payload in self._payloads.items()]
        self._heard = dict(zip(self._payloads, asker.ask(prompt, asking, reply) if asking else (), strict=True))

    def heard(self, prediction: Prediction) -> Asked | None:
        return self._heard.get(self._keys.get(prediction.id, ""))


def _trajectories(targets: Sequence[Target], contexts: Mapping[str, Sequence[str]], sample: int) -> list[Trajectory]:
    steps: dict[str, list[Step]] = {}
    for target in sorted(targets, key=lambda one: one.known.interval.number):
        known = target.known
        steps.setdefault(target.record.character, []).append(
            Step(
                film=target.film,
                target=target.id,
                sample=sample,
                language=target.language,
                character=known.name,
                memory=tuple(contexts[target.id]),
                before=known.before,
            )
        )
    return [
        Trajectory(own[0].film, character, tuple(own))
        for character, own in sorted(steps.items(), key=lambda pair: id_key(pair[0]))
    ]


def _rests_on(rubric: Rubric, known: Known) -> str:
    """Claims with their evidence's places, the interval's bounds and memory, and the state before."""
    return digest(
        [
            fields_digest(rubric, _POOLS),
            fields_digest(known.interval, ("start", "end")),
            [fields_digest(one, ("text", "quoted", "evidence")) for one in known.memory],
            list(known.before),
            known.name,
        ]
    )


def _references(rubric: Rubric) -> tuple[Claim, ...]:
    return (*rubric.states, *rubric.developments)


def _dimension(claim: Claim) -> str:
    return claim.id.rpartition(".")[2]


def _labelled(rubric: Rubric, covered: Sequence[Any], wrong: Sequence[Any]) -> list[tuple[str, str, str | None]]:
    """Dimension, label set and label of every reference claim and of every claim that a reply may hold."""
    held = [(_dimension(claim), COVERAGE, label) for claim, label in zip(_references(rubric), covered, strict=True)]
    said = [
        (name, CONTRADICTION, _ABSENT if place >= len(wrong) else _CONTRADICTED.get(wrong[place]))
        for place, name in enumerate(_PREDICTED)
    ]
    return held + said


def _judgement(
    target: Target, prediction: Prediction, asker: Asker, verdict: tuple[str, str, str | None], heard: Asked | None
) -> Judgement:
    dimension, label_set, label = verdict
    raw = None
    if heard is not None:
        raw = encode(heard.raw).decode() if heard.raw is not None else heard.problem
    return Judgement(
        id=f"{prediction.id}/{dimension}",
        film=target.film,
        target=target.id,
        sample=prediction.sample,
        dimension=dimension,
        label_set=label_set,
        label=label,
        missing="unusable_verdict" if label is None else None,
        judge=asker.annotator,
        item_sha256=target.sha256,
        reply_sha256=digest(prediction.reply),
        raw=raw,
    )


def _label(labels: Mapping[str, str], name: str) -> Any:
    found = labels.get(name)
    return found if found in LABELS else None


def _reply(update: Update) -> StateUpdate:
    return StateUpdate(states=update.states, developments=update.developments)


def _update(reply: Reply | None) -> Update:
    if not isinstance(reply, StateUpdate):
        return Update(states=(), developments=())
    return Update(states=reply.states, developments=reply.developments)
