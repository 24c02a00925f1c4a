"""Task II items: candidates out of reviewed-to-be backbone records, gated by D5, and their wording by an engine."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.engines.rules.wording import length
from linedscript.records.base import Language, Made
from linedscript.records.character import State
from linedscript.records.engine import LedgerEntry
from linedscript.records.entity import Entity
from linedscript.records.item import CATEGORIES, Item
from linedscript.records.narrative import Episode, Link, Storyline
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit
from linedscript.suites.stage.candidates import dates, objects, progress, roles, scene_grounding
from linedscript.suites.stage.candidates.base import Candidate, Rejected
from linedscript.suites.stage.story import Story

Maker = Callable[[Story, Rejected], Iterator[Candidate]]
MAKERS: tuple[Maker, ...] = (
    scene_grounding.last_act,
    scene_grounding.last_word,
    dates.on_which_date,
    dates.days_between,
    objects.next_holder,
    objects.thing_chain,
    roles.in_both_scenes,
    roles.who_it_was,
    progress.what_follows,
    progress.state_change,
    progress.which_first,
)


class ItemReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    question: Annotated[str, Meta(min_length=1, max_length=600)]
    answer: Annotated[str, Meta(min_length=1, max_length=300)]


def draw_items(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    relations: Sequence[Relation],
    episodes: Sequence[Episode],
    links: Sequence[Link],
    storylines: Sequence[Storyline],
    states: Sequence[State],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """Task II items of a film, one task per candidate that passed. Rejected candidates are counted in the ledger.

    ``settings``: ``items`` (the most of a film), ``per_category`` and ``per_kind`` (the most of one category and of
    one way of asking), ``per_unit`` (the most items whose question leans on one unit), ``passage_words``,
    ``passage_chars`` and ``passage_share`` (what counts as a passage that answers alone), ``answer_words`` and
    ``answer_chars`` (longest answer), annotator and gates.
    """
    story = Story(language, scenes, units, entities, episodes, links, storylines, states, settings)
    rejected: Rejected = Counter()
    chosen = _choose(story, rejected, settings)
    tasks = [
        Task(
            f"{candidate.kind}-{number:03d}",
            _payload(candidate, number, language, settings),
            _accept(film, story, candidate, settings),
        )
        for number, candidate in enumerate(chosen, 1)
    ]
    outcome = ask_layer("items", film, tasks, engine, ItemReply, **asking_options("items", language, settings))
    outcome.records = [
        msgspec.structs.replace(item, id=f"t2-{number:04d}") for number, item in enumerate(outcome.records, 1)
    ]
    for (kind, code), count in sorted(rejected.items()):
        outcome.ledger.append(
            LedgerEntry(
                id=f"lg-{len(outcome.ledger) + 1:05d}",
                film=film,
                layer="items",
                key=f"candidates:{kind}",
                attempt=0,
                gate="registry",
                outcome="refused_record",
                count=count,
                code=code,
                detail="candidates that were rejected before anything was asked",
            )
        )
    return outcome


def _choose(story: Story, rejected: Rejected, settings: dict[str, Any]) -> list[Candidate]:
    """The best candidates within the caps, one of each kind in turn, then in order of category and story."""
    pools: dict[str, list[Candidate]] = {}
    for make in MAKERS:
        for candidate in make(story, rejected):
            pools.setdefault(candidate.kind, []).append(candidate)
    for pool in pools.values():
        pool.sort(key=lambda candidate: (candidate.score, [story.index[step.scene] for step in candidate.steps]))
    choice = _Choice(story, settings)
    while any(pools.values()):
        for kind in sorted(pools):
            while pools[kind]:
                candidate = pools[kind].pop()
                code = choice.fault(candidate)
                if code is None:
                    choice.keep(candidate)
                    break
                rejected[kind, code] += 1
    return sorted(
        choice.kept,
        key=lambda candidate: (
            CATEGORIES.index(candidate.category),
            [story.index[step.scene] for step in candidate.steps],
            candidate.kind,
            candidate.anchors,
        ),
    )


class _Choice:
    """What was kept so far, and whether one more candidate fits beside it."""

    def __init__(self, story: Story, settings: dict[str, Any]) -> None:
        self._story = story
        self._settings = settings
        self.kept: list[Candidate] = []
        self._kinds: Counter[str] = Counter()
        self._categories: Counter[str] = Counter()
        self._leans: Counter[str] = Counter()
        self._asked: set[tuple[str, ...]] = set()

    def fault(self, candidate: Candidate) -> str | None:
        settings = self._settings
        if (
            len(self.kept) >= settings["items"]
            or self._kinds[candidate.kind] >= settings["per_kind"]
            or self._categories[candidate.category] >= settings["per_category"]
        ):
            return "over-the-cap"
        if (*candidate.asks.values(), candidate.answer) in self._asked:
            return "duplicate"
        if any(self._leans[unit] >= settings["per_unit"] for unit in candidate.anchors):
            return "unit-worn-out"
        return _fault(self._story, candidate, settings)

    def keep(self, candidate: Candidate) -> None:
        self.kept.append(candidate)
        self._kinds[candidate.kind] += 1
        self._categories[candidate.category] += 1
        self._leans.update(candidate.anchors)
        self._asked.add((*candidate.asks.values(), candidate.answer))


def _fault(story: Story, candidate: Candidate, settings: dict[str, Any]) -> str | None:
    """Why a candidate can't be asked; null where it can (D5, the paper's filters)."""
    if path_fault(candidate.category, [(step.record, step.scene, step.evidence) for step in candidate.steps]):
        return "path-too-short"
    limit = settings["answer_words" if story.language == "en" else "answer_chars"]
    if length(candidate.answer, story.language) > limit:
        return "answer-too-long"
    question = " ".join(candidate.asks.values())
    if candidate.kind != "which_first" and story.passages.answering(question, candidate.answer):
        return "single-passage"
    return None


def path_fault(category: str, steps: Sequence[tuple[str, str, Any]]) -> str | None:
    """D5 over ``(record, scene, evidence)`` of a path: two support units at least; in Scene Grounding different
    passages of one scene, elsewhere different scenes. The code of what is wrong, or null."""
    places = {(scene, evidence.start, evidence.end) for _, scene, evidence in steps}
    if len({record for record, _, _ in steps}) < 2 or len(places) < 2:
        return "path-too-short"
    scenes = {scene for _, scene, _ in steps}
    if category == "Scene Grounding":
        return "path-leaves-its-scene" if len(scenes) != 1 else None
    return "path-in-one-scene" if len(scenes) < 2 else None


def _payload(candidate: Candidate, number: int, language: Language, settings: dict[str, Any]) -> dict[str, Any]:
    return {
        "language": language,
        "kind": candidate.kind,
        "category": candidate.category,
        "asks": candidate.asks,
        "answer": candidate.answer,
        "variant": number,
        "statements": [step.statement for step in candidate.steps],
        "answer_limit": settings["answer_words" if language == "en" else "answer_chars"],
    }


def _accept(film: str, story: Story, candidate: Candidate, settings: dict[str, Any]):
    def accept(reply: ItemReply, made: Made) -> Accepted:
        problem = _wording_fault(story, candidate, reply, settings)
        if problem:
            return Accepted((), (Refusal("registry", problem, f"{candidate.kind}: {reply.question[:120]}"),), ())
        item = Item(
            id="t2-0000",
            film=film,
            suite="stage",
            task="II",
            language=story.language,
            category=candidate.category,
            family=candidate.family,
            schema_family=candidate.schema_family,
            question=reply.question,
            answer=reply.answer,
            subjects=candidate.subjects,
            path=candidate.steps,
            cites=candidate.cites,
            made=made,
        )
        return Accepted((item,), (), (reply.question,))

    return accept


def _wording_fault(story: Story, candidate: Candidate, reply: ItemReply, settings: dict[str, Any]) -> str | None:
    limit = settings["answer_words" if story.language == "en" else "answer_chars"]
    if length(reply.answer, story.language) > limit:
        return "answer-too-long"
    if story.passages.terms(candidate.answer) - story.passages.terms(reply.answer):
        return "answer-not-the-candidate's"
    if candidate.kind != "which_first" and story.passages.answering(reply.question, reply.answer):
        return "single-passage"
    return None
