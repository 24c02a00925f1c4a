"""Task III as the evaluation sees it: role-play responses of one turn or several, judged dimension by dimension, and
pairs of frozen responses (D9)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from linedscript.evaluation.asking import Asker, Question
from linedscript.evaluation.tasks import Rows, Target, Verdict, unlike
from linedscript.io.canonical import digest, encode
from linedscript.records.base import Evidence, FilmId, Language
from linedscript.records.character import Anchor
from linedscript.records.evaluation import RetrievalSettings
from linedscript.records.run import Condition, Judgement, Prediction, Reply, Retrieved, Setting, Speech
from linedscript.records.stage import Scaffold
from linedscript.suites.stage.cases import LAYERS, role_cases
from linedscript.suites.stage.judging_iii import Graded, PairGraded, beyond, graded_payload, pair_payload, prompt_of
from linedscript.suites.stage.playing import Answer, SpeechReply, Spoken, Turn, play
from linedscript.suites.stage.remembering import contexts, freeze
from linedscript.suites.stage.scores import fidelity, pair
from linedscript.suites.stage.scores.hearing import Ear
from linedscript.suites.stage.views import ACTOR as ACTOR_VIEW
from linedscript.suites.stage.views import PAIR_JUDGE, SPEECH_JUDGE

ACTOR = prompt_of("actor")
PAIR = "pair"
_PAIRS = tuple(f"{PAIR}_{condition}" for condition in pair.CONDITIONS)


class Known(NamedTuple):
    """What a target's film knows besides."""

    ear: Ear
    scaffolds: Mapping[str, Scaffold]
    exemplars: Mapping[str, Evidence]
    """Where their words stand."""
    anchors: Mapping[str, Anchor]
    """Of the checkpoints."""
    memories: Mapping[str, tuple[Evidence, ...]]
    """What each of them rests on."""


class TaskIII:
    number: Literal["III"] = "III"
    metric = fidelity.METRIC
    settings: tuple[Setting, ...] = ("single", "multi")
    evidence: frozenset[Setting] = frozenset()
    """None of the film's text: what is remembered is chosen among the pack's memories (``remembering``)."""
    layers = LAYERS
    named_in = ("prompts",)
    controls = tuple(
        Condition(view=view, setting=setting, memory=memory)
        for setting, memory in (("single", "bm25"), ("multi", "full_memory"))
        for view in ("parent", "pseudonymized")
    )
    """The paper's work-identity audits: one turn under BM25, several under the full memory."""
    labels = {fidelity.METRIC: fidelity.LABELS, pair.METRIC: pair.LABELS}
    reply = Speech
    measures = (*fidelity.MULTI, *_PAIRS)

    def targets(self, film: FilmId, language: Language, rows: Rows, setting: Setting | None = None) -> list[Target]:
        """The prompts of the setting; of both, where none is named."""
        ear = Ear(language, rows["entities"])
        known = Known(
            ear,
            {one.id: one for one in rows["scaffolds"]},
            {one.id: one.evidence[0] for one in rows["exemplars"]},
            {one.id: one.anchor for one in rows["checkpoints"]},
            {one.id: one.evidence for one in rows["memories"]},
        )
        return [
            Target(case.id, film, language, case.sha256, case, known)
            for case in role_cases(film, language, rows, ear)
            if setting in (None, case.case.mode)
        ]

    def query(self, target: Target) -> str:
        return ""

    def material(self, targets: Sequence[Target], texts: Mapping[str, str]) -> dict[str, list[str]]:
        return {}

    def remember(
        self, condition: Condition, targets: Sequence[Target], settings: RetrievalSettings, texts: Mapping[str, str]
    ) -> tuple[list[Retrieved], dict[str, list[str]]]:
        """The exemplars' words and the memories of each turn, chosen before anything is asked."""
        memory = condition.memory or "persona_only"
        frozen = freeze(targets, condition.view, memory, settings)
        lines = {}
        for target in targets:
            for one in target.record.played.exemplars:
                span = target.known.exemplars[one]
                lines[one] = " ".join(texts[span.scene or ""][span.start : span.end].split())
        return frozen, contexts(targets, memory, frozen, lines)

    def reference(self, target: Target) -> Reply:
        return Speech(turns=target.record.reference)

    def empty(self, target: Target) -> Reply:
        return Speech(turns=("",) * len(target.record.case.turns))

    def misfit(self, target: Target, reply: Reply) -> str | None:
        turns, asked = _turns(reply), len(target.record.case.turns)
        if len(turns) != asked:
            return f"has {len(turns)} turns, the request {asked}; each has its text, empty where nothing is said"
        found = (
            unlike({"says": turn}, SpeechReply, "says", f"turns[{number}]") for number, turn in enumerate(turns) if turn
        )
        return next((why for why in found if why), None)

    def same(self, target: Target) -> str:
        return "\n".join(target.record.reference)

    def predict(
        self, condition: Condition, targets: Sequence[Target], contexts: Mapping[str, Sequence[str]], asker: Asker
    ) -> list[Prediction]:
        """``contexts``: of ``remember``."""

        def question(turn: Turn, sample: int) -> Question:
            target = targets[turn.case]
            key = f"{condition.view}:{condition.memory}:{target.id}:{turn.number}"
            stance = (target.record.case.scaffold.stance,)
            return Question(
                key, sample, turn.payload, ACTOR_VIEW, tuple(beyond(target.record)), stance, *_rests_on(target)
            )

        def played(answer: Answer) -> list[Spoken]:
            return play(
                [target.record.played for target in targets],
                asker.language,
                lambda place, number: contexts[f"{targets[place].id}/{number}"],
                lambda place: contexts[f"{targets[place].id}/lines"],
                answer,
            )

        asked: list[Question] = []

        def look(turns: Sequence[Turn]) -> list[tuple[str | None, str | None, str]]:
            asked.extend(question(turn, 1) for turn in turns)
            return [("", None, "") for _ in turns]

        played(look)
        asker.look(asked)
        found = []
        for sample in range(1, asker.generations + 1):

            def answer(turns: Sequence[Turn], sample: int = sample) -> list[tuple[str | None, str | None, str]]:
                return [
                    (None if one.reply is None else one.reply.says, one.problem, one.request)
                    for one in asker.ask(ACTOR, [question(turn, sample) for turn in turns], SpeechReply)
                ]

            spoken = played(answer)
            found += [
                Prediction(
                    id=f"{target.id}#{sample}",
                    film=target.film,
                    target=target.id,
                    sample=sample,
                    item_sha256=target.sha256,
                    reply=None if one.turns is None else Speech(turns=one.turns),
                    missing="unusable" if one.turns is None else None,
                    detail=one.problem,
                    request=one.requests[-1],
                )
                for target, one in zip(targets, spoken, strict=True)
            ]
        return found

    def exact(self, target: Target, reply: Reply) -> list[Verdict]:
        scores = fidelity.score(target.record.case, _turns(reply), target.known.ear)
        return [Verdict(dimension, fidelity.METRIC, str(value)) for dimension, value in scores.items()]

    def earlier(self, target: Target) -> str | None:
        return target.record.pair

    def exact_pair(self, target: Target, reply: Reply, other: Reply) -> list[Verdict]:
        """``other``: to the earlier prompt of the pair, whose scaffold the target's known world has."""
        earlier = target.known.scaffolds[target.record.pair]
        label = pair.judge_pair(
            (earlier, " ".join(_turns(other))),
            (target.record.case.scaffold, " ".join(_turns(reply))),
            target.known.ear,
            " ".join(target.record.case.turns),
        )
        return [Verdict(PAIR, pair.METRIC, label)]

    def dimensions(self, target: Target) -> Sequence[tuple[str, str]]:
        """Pairs are apart: whether there is a label of one hangs on another prompt."""
        return [(dimension, fidelity.METRIC) for dimension in fidelity.dimensions(target.record.case.mode)]

    def judge(self, pairs: Sequence[tuple[Target, Prediction]], asker: Asker) -> list[Judgement]:
        found: list[Judgement] = []
        for dimension in fidelity.MULTI:
            of = [(t, p) for t, p in pairs if dimension in fidelity.dimensions(t.record.case.mode)]
            payloads = [graded_payload(dimension, t.record, _turns(p.reply)) for t, p in of]
            for one, asked in zip(of, _ask(asker, dimension, of, payloads, Graded), strict=True):
                label = None if asked.reply is None else str(asked.reply.score)
                found.append(_judgement(one, dimension, fidelity.METRIC, label, asker.annotator, _raw(asked)))
        both = list(_pairs(pairs))
        payloads = [pair_payload((e[0].record, _turns(e[1].reply)), (t[0].record, _turns(t[1].reply))) for e, t in both]
        later = [one for _, one in both]
        for one, asked in zip(later, _ask(asker, PAIR, later, payloads, PairGraded), strict=True):
            label = None
            if asked.reply is not None:
                findings = pair.Findings(**msgspec.structs.asdict(asked.reply))
                label = pair.verdict(one[0].record.condition, findings)
            found.append(_judgement(one, PAIR, pair.METRIC, label, asker.annotator, _raw(asked)))
        return found

    def value(self, target: Target, labels: Mapping[str, str], measure: str) -> float | None:
        if measure in _PAIRS:
            label = labels.get(PAIR) if measure == f"{PAIR}_{target.record.condition}" else None
            return None if label is None else pair.VALUES[label]
        label = labels.get(measure)
        return None if label is None else float(label)

    def group(self, target: Target) -> str:
        return ""

    def prompts(self, language: Language) -> dict[str, tuple[str, ...]]:
        judges = tuple(f"{prompt_of(name)}.{language}" for name in (*fidelity.MULTI, PAIR))
        return {setting: (f"{ACTOR}.{language}",) for setting in self.settings} | {"judge": judges}


TASK = TaskIII()


def _turns(reply: Reply | None) -> tuple[str, ...]:
    return reply.turns if isinstance(reply, Speech) else ()


def _pairs(
    sound: Sequence[tuple[Target, Prediction]],
) -> Iterator[tuple[tuple[Target, Prediction], tuple[Target, Prediction]]]:
    """Earlier and later response of each pair, generation by generation."""
    held = {(target.id, prediction.sample): (target, prediction) for target, prediction in sound}
    for target, prediction in sound:
        earlier = held.get((target.record.pair or "", prediction.sample))
        if earlier is not None:
            yield earlier, (target, prediction)


def _rests_on(target: Target) -> tuple[Anchor, tuple[tuple[str, tuple[Evidence, ...]], ...]]:
    """The prompt's moment, and the evidence of every memory and line that its pack may give."""
    played, known = target.record.played, target.known
    memories = [(f"memories/{one.id}", known.memories[one.id]) for one in (*played.memories, *played.left_out)]
    lines = [(f"exemplars/{one}", (known.exemplars[one],)) for one in played.exemplars]
    return known.anchors[target.record.case.scaffold.checkpoint], (*memories, *lines)


def _ask(
    asker: Asker,
    dimension: str,
    of: Sequence[tuple[Target, Prediction]],
    payloads: Sequence[dict[str, Any]],
    reply: type[msgspec.Struct],
) -> list[Any]:
    """One call for each different payload; equal ones have one answer."""
    keys = [
        f"{target.id}:{dimension}:{digest(payload)[:16]}" for (target, _), payload in zip(of, payloads, strict=True)
    ]
    distinct = dict(zip(keys, payloads, strict=True))
    view = PAIR_JUDGE if dimension == PAIR else SPEECH_JUDGE
    asked = asker.ask(
        prompt_of(dimension), [Question(key, 1, payload, view) for key, payload in distinct.items()], reply
    )
    answers = dict(zip(distinct, asked, strict=True))
    return [answers[key] for key in keys]


def _raw(asked: Any) -> str | None:
    return encode(asked.raw).decode() if asked.raw is not None else asked.problem


def _judgement(
    one: tuple[Target, Prediction], dimension: str, label_set: str, label: str | None, judge: str, raw: str | None
) -> Judgement:
    target, prediction = one
    return Judgement(
        id=f"{prediction.id}/{dimension}",
        film=target.film,
        target=target.id,
        sample=prediction.sample,
        dimension=dimension,
        label_set=label_set,
        label=label,
        missing="unusable_verdict" if label is None else None,
        judge=judge,
        item_sha256=target.sha256,
        reply_sha256=digest(prediction.reply),
        raw=raw,
    )
