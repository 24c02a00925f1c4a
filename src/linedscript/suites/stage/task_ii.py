"""Task II as the evaluation sees it: questions with frozen evidence or alone, judged correct and supported (D8)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from linedscript.evaluation.asking import Asker, Question
from linedscript.evaluation.tasks import Rows, Target, Verdict, unlike
from linedscript.io.canonical import digest, encode, fields_digest, id_key
from linedscript.patterns import Pattern
from linedscript.records.base import FilmId, Language
from linedscript.records.item import Item
from linedscript.records.run import Answer, Condition, Judgement, Prediction, Reply, Setting
from linedscript.suites.stage.answers import Names, holds, names_of, normalized
from linedscript.suites.stage.choice import is_choice, offers
from linedscript.suites.stage.kin import same_kin
from linedscript.suites.stage.views import ANSWER_JUDGE, CLOSED_BOOK, READER
from linedscript.suites.stage.wordings import answers, beside, denies

CORRECT, SUPPORTED = "correct", "supported"
_SETS = {CORRECT: "correct/1", SUPPORTED: "support/1"}
_LABELS = {CORRECT: ("incorrect", "correct"), SUPPORTED: ("unsupported", "supported")}
"""No, yes."""
_PROMPTS: dict[Setting, str] = {"context": "reader", "closed_book": "closed_book"}
_ASKS = Pattern(r"""[?？][\s"'”’」』)）*]*$|吗[\s。.]*$""")
"""A question back is no answer, unless a question is what was asked for."""
_RESTS_ON = ("question", "answer", "category", "path")


class ReaderReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    answer: Annotated[str, Meta(max_length=1000)]


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A judge's verdict. The reason comes first, so that the labels follow from it."""

    reason: Annotated[str, Meta(max_length=600)]
    correct: bool
    supported: bool


class TaskII:
    number: Literal["II"] = "II"
    metric = "accuracy/1"
    settings: tuple[Setting, ...] = ("context", "closed_book")
    evidence: frozenset[Setting] = frozenset({"context"})
    layers = ("items", "entities")
    named_in = ("items",)
    controls = tuple(
        Condition(view=view, setting=setting, memory=None)
        for setting in ("context", "closed_book")
        for view in ("parent", "pseudonymized")
    )
    labels = {_SETS[dimension]: _LABELS[dimension] for dimension in (CORRECT, SUPPORTED)}
    reply = Answer
    measures = (CORRECT, SUPPORTED)

    def targets(self, film: FilmId, language: Language, rows: Rows, setting: Setting | None = None) -> list[Target]:
        names = names_of(rows["entities"], language)
        items: list[Item] = sorted(rows["items"], key=lambda item: id_key(item.id))
        return [Target(item.id, film, language, fields_digest(item, _RESTS_ON), item, names) for item in items]

    def query(self, target: Target) -> str:
        return target.record.question

    def material(self, targets: Sequence[Target], texts: Mapping[str, str]) -> dict[str, list[str]]:
        return {}

    def reference(self, target: Target) -> Reply:
        return Answer(text=target.record.answer)

    def empty(self, target: Target) -> Reply:
        return Answer(text="")

    def misfit(self, target: Target, reply: Reply) -> str | None:
        return unlike({"answer": reply.text if isinstance(reply, Answer) else ""}, ReaderReply, "answer", "text")

    def same(self, target: Target) -> str:
        return " ".join(normalized(target.record.answer, target.known))

    def predict(
        self, condition: Condition, targets: Sequence[Target], contexts: Mapping[str, Sequence[str]], asker: Asker
    ) -> list[Prediction]:
        places = [(target, sample) for target in targets for sample in range(1, asker.generations + 1)]
        with_evidence = condition.setting in self.evidence
        questions = []
        for target, sample in places:
            key = f"{condition.view}:{condition.setting}:{target.id}"
            if with_evidence:
                questions.append(Question(key, sample, reader_payload(target.record, contexts[target.id]), READER))
            else:
                held = () if offers(target.record, target.known) else (target.record.answer,)
                questions.append(Question(key, sample, closed_payload(target.record), CLOSED_BOOK, reference=held))
        asked = asker.ask(_PROMPTS[condition.setting], questions, ReaderReply)
        return [
            Prediction(
                id=f"{target.id}#{sample}",
                film=target.film,
                target=target.id,
                sample=sample,
                item_sha256=target.sha256,
                reply=None if one.reply is None else Answer(text=one.reply.answer),
                missing="unusable" if one.reply is None else None,
                detail=one.problem,
                request=one.request,
            )
            for (target, sample), one in zip(places, asked, strict=True)
        ]

    def exact(self, target: Target, reply: Reply) -> list[Verdict]:
        item: Item = target.record
        text = reply.text if isinstance(reply, Answer) else ""
        said = normalized(text, target.known)
        right = answers(said, normalized(item.answer, target.known), item.question, target.known, is_choice(item))
        right = right or same_kin(text, item.answer, target.known)
        told = not _ASKS.search(text) or bool(_ASKS.search(item.answer))
        return [
            _verdict(CORRECT, told and (right or _is_chosen(item, said, target.known))),
            _verdict(SUPPORTED, told and right or _is_licensed(item, said, target.known)),
        ]

    def dimensions(self, target: Target) -> Sequence[tuple[str, str]]:
        return tuple(_SETS.items())

    def judge(self, pairs: Sequence[tuple[Target, Prediction]], asker: Asker) -> list[Judgement]:
        payloads = {}
        for target, prediction in pairs:
            payload = judge_payload(target.record, prediction.reply)
            payloads[target.id, prediction.sample] = (f"{target.id}:{digest(payload)[:16]}", payload)
        distinct = {key: payload for key, payload in payloads.values()}
        asked = dict(
            zip(
                distinct,
                asker.ask(
                    "judge_ii", [Question(key, 1, payload, ANSWER_JUDGE) for key, payload in distinct.items()], Decision
                ),
                strict=True,
            )
        )
        found = []
        for target, prediction in pairs:
            one = asked[payloads[target.id, prediction.sample][0]]
            for dimension in self.measures:
                said = None if one.reply is None else getattr(one.reply, dimension)
                found.append(
                    Judgement(
                        id=f"{prediction.id}/{dimension}",
                        film=target.film,
                        target=target.id,
                        sample=prediction.sample,
                        dimension=dimension,
                        label_set=_SETS[dimension],
                        label=None if said is None else _LABELS[dimension][said],
                        missing="unusable_verdict" if said is None else None,
                        judge=asker.annotator,
                        item_sha256=target.sha256,
                        reply_sha256=digest(prediction.reply),
                        raw=encode(one.raw).decode() if one.raw is not None else one.problem,
                    )
                )
        return found

    def value(self, target: Target, labels: Mapping[str, str], measure: str) -> float | None:
        label = labels.get(measure)
        return None if label is None else float(_LABELS[measure].index(label))

    def group(self, target: Target) -> str:
        return ""

    def prompts(self, language: Language) -> dict[str, tuple[str, ...]]:
        return {
            **{setting: (f"{name}.{language}",) for setting, name in _PROMPTS.items()},
            "judge": (f"judge_ii.{language}",),
        }


TASK = TaskII()


def reader_payload(item: Item, passages: Sequence[str]) -> dict[str, object]:
    """What a reader sees: the texts of its passages and the question."""
    return {"language": item.language, "passages": list(passages), "question": item.question}


def closed_payload(item: Item) -> dict[str, object]:
    """The question alone (stage.txt: no screenplay, passage, reference or title is added)."""
    return {"language": item.language, "question": item.question}


def judge_payload(item: Item, reply: Reply | None) -> dict[str, object]:
    """What a judge sees (D8): question, reference, evidence and answer. No view, condition or answerer."""
    return {
        "language": item.language,
        "question": item.question,
        "reference": item.answer,
        "evidence": [step.statement for step in item.path],
        "answer": reply.text if isinstance(reply, Answer) else "",
    }


def _verdict(dimension: str, yes: bool) -> Verdict:
    return Verdict(dimension, _SETS[dimension], _LABELS[dimension][yes])


def _is_chosen(item: Item, said: tuple[str, ...], names: Names) -> bool:
    """Whether the answer names the right one of the question's choices, and no other."""
    if not is_choice(item):
        return False
    reference = normalized(item.answer, names)
    others = [normalized(step.statement, names) for step in item.path]
    others += [(name,) for name in beside(reference, normalized(item.question, names))]
    return (
        holds(said, reference)
        and not denies(said, reference)
        and not any(holds(said, other) for other in others if other != reference and not holds(reference, other))
    )


def _is_licensed(item: Item, said: tuple[str, ...], names: Names) -> bool:
    """Whether all that the answer says stands in the question, the evidence or the reference. Of an answer that says
    nothing there is nothing to support."""
    texts = (item.question, item.answer, *(step.statement for step in item.path))
    licensed = {token for text in texts for token in normalized(text, names)}
    return bool(said) and set(said) <= licensed
