"""The checks of Task II items: the question alone, the question beside one passage, and a judge of the wording.

Source: stage.txt: the filters against shortcuts, the judge stage after wording, the question-only condition. Nothing is
removed here: ``assembly`` withholds what fails, so that a reviewer can see it and keep it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation
from linedscript.backbone.grounding import span_evidence
from linedscript.engines.asking import Outcome
from linedscript.engines.protocol import Engine
from linedscript.records.base import Evidence, Language, Made, Record
from linedscript.records.check import Check, Verdict
from linedscript.records.engine import LedgerEntry
from linedscript.records.entity import Entity
from linedscript.records.item import Item
from linedscript.records.scene import Scene
from linedscript.suites.stage.asking import Asking, Question
from linedscript.suites.stage.choice import is_choice
from linedscript.suites.stage.item_checks import failure
from linedscript.suites.stage.passages import Passages
from linedscript.suites.stage.views import CLOSED_BOOK, ITEM_JUDGE, READER

LAYER = "checks"
PER_WORDING = 60
"""Items that one question about wording shows: of a film's 40 questions each is seen beside all others."""
CLOSED = "closed-book-answerable"
_JUDGED = ("category", "question", "answer", "path")
"""What the judge of wordings sees of an item; a reader's answer rests on question and answer alone."""


class ReaderReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    answer: Annotated[str, Meta(min_length=1, max_length=300)] | None


class VerdictReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    right: bool
    reason: Annotated[str, Meta(max_length=300)]


class WordingVerdict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=PER_WORDING)]
    verdict: Literal["sound", "template_like", "one_scene"]
    reason: Annotated[str, Meta(max_length=300)]


class WordingsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    verdicts: Annotated[tuple[WordingVerdict, ...], Meta(max_length=PER_WORDING)]


class _Look(NamedTuple):
    """A question to a reader about an item."""

    key: str
    item: Item
    passage: Evidence | None
    text: str | None


def draw_checks(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    entities: Sequence[Entity],
    items: Sequence[Item],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """A film's checks, in the order of its items.

    ``settings``: ``passages`` (how many are tried alone), ``passage_words`` and ``passage_chars`` (size of each),
    ``same_wording`` (how many questions of a film may be worded alike), annotator and gates.
    """
    asking = Asking(LAYER, film, language, engine, settings)
    looks = list(_looks(language, scenes, entities, items, settings))
    told = asking.ask("construct", LAYER, [_question(look, language) for look in looks], ReaderReply)
    answered = [look for look in looks if told[look.key].reply is not None and told[look.key].reply.answer is not None]
    judged = asking.ask(
        "judge",
        "verdicts",
        [Question(look.key, _to_judge(look, told[look.key].reply.answer, language), ITEM_JUDGE) for look in answered],
        VerdictReply,
    )
    records: list[Record] = []
    for look in looks:
        heard = told[look.key]
        if heard.reply is None or heard.made is None:
            asking.settle(look.key, 0, heard.problem)
            continue
        verdict: Verdict | None = "wrong"
        problem = judge = None
        if heard.reply.answer is not None:
            word = judged[look.key]
            verdict = None if word.reply is None else "right" if word.reply.right else "wrong"
            problem, judge = word.problem, word.made and word.made.annotator
        records.append(_check(film, look, heard.reply.answer, verdict, problem, heard.made, judge))
        asking.settle(look.key, 1, problem)
    records += _wordings(film, language, items, asking, settings)
    asking.outcome.records = records
    _account(film, asking.outcome)
    return asking.outcome


def _looks(
    language: Language,
    scenes: Sequence[Scene],
    entities: Sequence[Entity],
    items: Sequence[Item],
    settings: dict[str, Any],
) -> Iterator[_Look]:
    window = settings["passage_words" if language == "en" else "passage_chars"]
    ordered = sorted(scenes, key=lambda scene: scene.index)
    passages = Passages(ordered, entities, language, window, 1.0)
    by_id = {scene.id: scene for scene in ordered}
    for item in items:
        yield _Look(f"{item.id}.closed", item, None, None)
        if is_choice(item):
            continue  # a passage that holds one of the events answers nothing about their order
        for number, place in enumerate(passages.best(item.question, settings["passages"]), 1):
            scene = by_id[place.scene]
            evidence = span_evidence(scene, place.start, place.end)
            yield _Look(f"{item.id}.p{number}", item, evidence, scene.text[place.start : place.end])


def _question(look: _Look, language: Language) -> Question:
    shown = {"language": language, "question": look.item.question, "passage": look.text}
    return Question(look.key, shown, CLOSED_BOOK if look.passage is None else READER)


def _to_judge(look: _Look, answer: str, language: Language) -> dict[str, Any]:
    """Neither what the reader saw nor who it was."""
    return {
        "language": language,
        "asks": "verdict",
        "question": look.item.question,
        "reference": look.item.answer,
        "answer": answer,
    }


def _check(
    film: str,
    look: _Look,
    answer: str | None,
    verdict: Verdict | None,
    problem: str | None,
    made: Made,
    judge: str | None,
) -> Check:
    return Check(
        id=look.key,
        film=film,
        item=look.item.id,
        kind="closed_book" if look.passage is None else "single_passage",
        passage=look.passage,
        answer=answer,
        verdict=verdict,
        reason=problem,
        cites=(citation("items", look.item, "question", "answer"),),
        made=made,
        judge=judge,
    )


def _wordings(
    film: str, language: Language, items: Sequence[Item], asking: Asking, settings: dict[str, Any]
) -> Iterator[Check]:
    batches = [items[start : start + PER_WORDING] for start in range(0, len(items), PER_WORDING)]
    questions = [
        Question(
            f"wording-{number:03d}",
            {
                "language": language,
                "asks": "wording",
                "same_wording": settings["same_wording"],
                "items": [_worded(place, item) for place, item in enumerate(batch, 1)],
            },
            ITEM_JUDGE,
        )
        for number, batch in enumerate(batches, 1)
    ]
    told = asking.ask("judge", "wordings", questions, WordingsReply)
    for question, batch in zip(questions, batches, strict=True):
        heard = told[question.key]
        said = {one.number: one for one in heard.reply.verdicts} if heard.reply is not None else {}
        asking.settle(question.key, len(said), heard.problem)
        if heard.made is None:
            continue
        for place, item in enumerate(batch, 1):
            one = said.get(place)
            yield Check(
                id=f"{item.id}.wording",
                film=film,
                item=item.id,
                kind="wording",
                passage=None,
                answer=None,
                verdict=one.verdict if one else None,
                reason=(one.reason or None) if one else "the judge's reply leaves it out",
                cites=(citation("items", item, *_JUDGED),),
                made=heard.made,
                judge=None,
            )


def _worded(place: int, item: Item) -> dict[str, Any]:
    scenes = list(dict.fromkeys(step.scene for step in item.path))
    return {
        "number": place,
        "category": item.category,
        "question": item.question,
        "answer": item.answer,
        "steps": [{"scene": 1 + scenes.index(step.scene), "statement": step.statement} for step in item.path],
    }


def _account(film: str, outcome: Outcome) -> None:
    """What the checks found, in the ledger: each item once per code."""
    found = {(check.item, code) for check in outcome.records if (code := failure(check))}
    closed = [check for check in outcome.records if check.kind == "closed_book" and check.verdict == "right"]
    found |= {(check.item, CLOSED) for check in closed}
    for code, count in sorted(Counter(code for _, code in found).items()):
        outcome.ledger.append(
            LedgerEntry(
                id=f"lg-{len(outcome.ledger) + 1:05d}",
                film=film,
                layer=LAYER,
                key="candidates:checked",
                attempt=0,
                gate="registry",
                outcome="refused_record" if code != CLOSED else "passed",
                count=count,
                code=code,
                detail="items that a check found wanting" if code != CLOSED else "items that need no screenplay",
            )
        )
