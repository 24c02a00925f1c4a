"""Task II items: candidates out of a film's records, rejected for the paper's reasons, and their wording."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.engines.views import guarded
from linedscript.records.base import Language, Made
from linedscript.records.character import State
from linedscript.records.engine import LedgerEntry
from linedscript.records.entity import Entity
from linedscript.records.item import CATEGORIES, Item
from linedscript.records.narrative import Episode, Link, Storyline
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Access, Checkpoint, Development
from linedscript.records.unit import Unit
from linedscript.release.gates.titles import said_title
from linedscript.suites.stage.candidates import (
    aims,
    bonds,
    causes,
    changes,
    constants,
    contrast,
    dates,
    knowledge,
    meetings,
    objects,
    progress,
    roles,
    scene_grounding,
)
from linedscript.suites.stage.candidates.base import Candidate, Rejected, in_one_form
from linedscript.suites.stage.rejections import TITLE, candidate_fault, likeness, path_fault, wording_fault
from linedscript.suites.stage.story import Story
from linedscript.suites.stage.views import QUESTION_WRITER

__all__ = ["draw_items", "path_fault"]

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
    meetings.next_meeting,
    meetings.what_the_doer_does,
    progress.what_follows,
    progress.which_first,
    contrast.state_change,
    contrast.contrast,
    constants.unchanged,
    constants.kin,
    changes.trigger,
    changes.delayed,
    knowledge.learns,
    knowledge.knows_already,
    causes.came_by,
    causes.hurt_by,
    bonds.turns,
    aims.fates,
)

_ACTS_OF_A_SCENE = frozenset(("doer_later", "last_act", "next_meeting"))
"""Ways of asking for what somebody does last, or first, in a scene."""


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
    developments: Sequence[Development],
    access: Sequence[Access],
    checkpoints: Sequence[Checkpoint],
    engine: Engine,
    settings: dict[str, Any],
    titles: Sequence[str] = (),
) -> Outcome:
    """Task II items of a film, one task per candidate that passed. Rejected candidates are counted in the ledger.

    ``titles``: the film's title and its other forms, which no question may say (``said_title``).

    ``settings``: ``items`` (the most of a film), ``per_category`` and ``per_kind`` (the most of one category and of
    one way of asking), ``per_unit`` (the most items whose question leans on one unit), ``per_answer`` (the most of one
    way of asking with one answer), ``passage_words``, ``passage_chars`` and ``passage_share`` (what counts as a passage
    that answers alone), ``answer_words`` and ``answer_chars`` (longest answer), ``near_duplicate`` (likeness of two
    questions with their answers), annotator and gates.
    """
    story = Story(
        language,
        scenes,
        units,
        entities,
        episodes,
        links,
        storylines,
        states,
        settings,
        developments=developments,
        access=access,
        checkpoints=checkpoints,
        titles=said_title(titles, entities),
    )
    rejected: Rejected = Counter()
    chosen = _choose(story, rejected, settings)
    turns: Counter[str] = Counter()
    tasks = []
    for candidate in chosen:
        turns[candidate.kind] += 1  # by its way of asking, so that one item more rewords none of another way
        turn = turns[candidate.kind]
        payload, accept = _payload(candidate, turn, language, settings), _accept(film, story, candidate, settings)
        tasks.append(Task(f"{candidate.kind}-{turn:03d}", payload, accept))
    outcome = ask_layer(
        "items", film, tasks, guarded(engine, QUESTION_WRITER), ItemReply, **asking_options("items", language, settings)
    )
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
    """The best candidates within the caps, one of each kind in turn, then in order of category and story.

    Kinds about a character's trajectory come first, then those with the fewest candidates: what many candidates could
    be made of is not to wear out what few rest on.
    """
    pools: dict[str, list[Candidate]] = {}
    for make in MAKERS:
        for candidate in make(story, rejected):
            pools.setdefault(candidate.kind, []).append(in_one_form(story, candidate))
    for pool in pools.values():
        pool.sort(key=lambda candidate: (candidate.score, [story.index[step.scene] for step in candidate.steps]))
    choice = _Choice(story, settings)
    kinds = sorted(pools, key=lambda kind: (not pools[kind][0].checkpoints, len(pools[kind]), kind))
    while any(pools.values()):
        for kind in kinds:
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
            candidate.leans,
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
        self._ends: set[tuple[str, str, str]] = set()
        self._answers: Counter[tuple[str, str]] = Counter()
        self._asked: dict[tuple[str, ...], frozenset[str]] = {}
        self._acts: set[tuple[str, str]] = set()

    def fault(self, candidate: Candidate) -> str | None:
        settings = self._settings
        if (
            len(self.kept) >= settings["items"]
            or self._kinds[candidate.kind] >= settings["per_kind"]
            or self._categories[candidate.category] >= settings["per_category"]
        ):
            return "over-the-cap"
        asked = (*candidate.asks.values(), candidate.answer)
        if asked in self._asked:
            return "duplicate"
        if _asked_act(candidate) in self._acts:
            return "duplicate"
        terms = self._story.passages.terms(" ".join(asked))
        if any(likeness(terms, other) >= settings["near_duplicate"] for other in self._asked.values()):
            return "near-duplicate"
        if (candidate.kind, candidate.answer, candidate.steps[-1].record) in self._ends:
            return "near-duplicate"
        if self._answers[candidate.kind, candidate.answer] >= settings["per_answer"]:
            return "answer-worn-out"
        if any(self._leans[unit] >= settings["per_unit"] for unit in candidate.leans):
            return "unit-worn-out"
        return candidate_fault(self._story, candidate, settings)

    def keep(self, candidate: Candidate) -> None:
        self.kept.append(candidate)
        self._kinds[candidate.kind] += 1
        self._categories[candidate.category] += 1
        self._leans.update(candidate.leans)
        self._answers[candidate.kind, candidate.answer] += 1
        self._ends.add((candidate.kind, candidate.answer, candidate.steps[-1].record))
        act = _asked_act(candidate)
        if act is not None:
            self._acts.add(act)
        asked = (*candidate.asks.values(), candidate.answer)
        self._asked[asked] = self._story.passages.terms(" ".join(asked))


def _asked_act(candidate: Candidate) -> tuple[str, str] | None:
    """The act of a scene that is asked for, and the answer: however its doer and its scene are told of, it is one
    question. Null where no such act is asked for."""
    if candidate.kind not in _ACTS_OF_A_SCENE:
        return None
    return candidate.steps[-1].record, candidate.answer


def _payload(candidate: Candidate, turn: int, language: Language, settings: dict[str, Any]) -> dict[str, Any]:
    return {
        "language": language,
        "kind": candidate.kind,
        "category": candidate.category,
        "asks": candidate.asks,
        "answer": candidate.answer,
        "variant": turn,
        "statements": [step.statement for step in candidate.steps],
        "answer_limit": settings["answer_words" if language == "en" else "answer_chars"],
    }


def _accept(film: str, story: Story, candidate: Candidate, settings: dict[str, Any]):
    def accept(reply: ItemReply, made: Made) -> Accepted:
        problem = wording_fault(story, candidate, reply.question, reply.answer, settings)
        if problem:
            said = "a wording" if problem == TITLE else reply.question[:120]  # which a model may be told of
            return Accepted((), (Refusal("registry", problem, f"{candidate.kind}: {said}"),), ())
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
            anchors=tuple(checkpoint.id for checkpoint in candidate.checkpoints),
            path=candidate.steps,
            cites=candidate.cites,
            made=made,
        )
        return Accepted((item,), (), (reply.question,))

    return accept
