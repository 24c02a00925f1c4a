"""Role-play prompts of Task III: paired single-turn requests over checkpoints, and multi-turn episodes beside them.

What is asked about is settled (``topics``); an engine words the request and the stance of a true answer.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, sort_citations
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.engines.rules.wording import length
from linedscript.engines.views import guarded
from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.base import Citation, Language, Made
from linedscript.records.character import State
from linedscript.records.engine import LedgerEntry
from linedscript.records.entity import Entity
from linedscript.records.stage import Prompt
from linedscript.records.trajectory import Access, Checkpoint, Memory
from linedscript.records.unit import Unit
from linedscript.release.gates.titles import said_title
from linedscript.suites.stage.passages import Passages
from linedscript.suites.stage.support import Support
from linedscript.suites.stage.topics import Moment, Topic, called, ledgers, topics
from linedscript.suites.stage.views import REQUEST_WRITER

LAYER = "prompts"
_UNPAIRED = "rp-0000"
"""Stands in until ids are given: of a later prompt, the one before it."""
_ONCE = frozenset(("emotion", "location"))
"""Kinds that say little of a character: one topic each."""
_ID = Pattern(r"\b[a-z0-9]{1,3}-(?:pt-)?\d{3,}\b|\bs\d{4}\b")
_SAID = Pattern("“(.+)”")
Rejected = Counter[tuple[str, str]]


class Worded(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    turns: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=400)], ...], Meta(min_length=1, max_length=8)]
    stance: Annotated[str, Meta(min_length=1, max_length=800)]


class PromptsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    prompts: Annotated[tuple[Worded, ...], Meta(min_length=1, max_length=2)]
    """In the order of the checkpoints."""


class _Plan(NamedTuple):
    """One question to the engine: a pair, a prompt without a partner, or an episode."""

    character: str
    parts: tuple[tuple[Topic, tuple[Moment, ...]], ...]
    multi: bool

    @property
    def sides(self) -> tuple[Moment, ...]:
        return self.parts[0][1]


def draw_prompts(
    film: str,
    language: Language,
    units: Sequence[Unit],
    entities: Sequence[Entity],
    states: Sequence[State],
    access: Sequence[Access],
    checkpoints: Sequence[Checkpoint],
    memories: Sequence[Memory],
    engine: Engine,
    settings: dict[str, Any],
    titles: Sequence[str] = (),
) -> Outcome:
    """Prompts of every focal character with checkpoints; a later prompt of a pair follows the earlier one.

    ``memories``: what packs are made of; a topic that nothing of a pack tells is passed over (``Support``).

    ``titles``: the film's title and its other forms, which no request may say (``said_title``).

    ``settings``: ``pairs`` and ``per_kind`` (the most topics of a character, and of one kind), ``episodes`` (multi-turn
    prompts of a character), ``turns`` (in one of them), ``request_words`` and ``request_chars`` (longest turn),
    ``told_share`` (share of what is asked about at which a request tells it), annotator and gates.
    """
    story = _Story(language, units, entities, states, access, memories, settings, titles)
    rejected: Rejected = Counter()
    plans = [
        plan for ledger in ledgers(checkpoints, states, access).values() for plan in _plans(story, ledger, rejected)
    ]
    tasks = [
        Task(
            f"{'episode' if plan.multi else 'pair' if len(plan.sides) > 1 else 'single'}-{number:03d}",
            _payload(plan, number, story),
            _accepting(film, plan, story),
        )
        for number, plan in enumerate(plans, 1)
    ]
    outcome = ask_layer(
        LAYER, film, tasks, guarded(engine, REQUEST_WRITER), PromptsReply, **asking_options(LAYER, language, settings)
    )
    numbered: list[Any] = []
    for number, prompt in enumerate(outcome.records, 1):
        pair = numbered[-1].id if prompt.pair == _UNPAIRED else prompt.pair
        numbered.append(msgspec.structs.replace(prompt, id=f"rp-{number:04d}", pair=pair))
    outcome.records = numbered
    for (kind, code), count in sorted(rejected.items()):
        outcome.ledger.append(
            LedgerEntry(
                id=f"lg-{len(outcome.ledger) + 1:05d}",
                film=film,
                layer=LAYER,
                key=f"candidates:{kind}",
                attempt=0,
                gate="registry",
                outcome="refused_record",
                count=count,
                code=code,
                detail="topics that were passed over before anything was asked",
            )
        )
    return outcome


class _Story:
    """A film's records by id, and what two texts have in common."""

    def __init__(
        self,
        language: Language,
        units: Sequence[Unit],
        entities: Sequence[Entity],
        states: Sequence[State],
        access: Sequence[Access],
        memories: Sequence[Memory],
        settings: dict[str, Any],
        titles: Sequence[str],
    ) -> None:
        self.language = language
        self.settings = settings
        self.titles = said_title(titles, entities)
        self.units: Mapping[str, Unit] = {unit.id: unit for unit in units}
        self.entities: Mapping[str, Entity] = {entity.id: entity for entity in entities}
        self.states = {state.id: state for state in states}
        self.access = {record.id: record for record in access}
        self.places = {
            alias.surface.casefold(): entity
            for entity in entities
            if "Location" in entity.types and entity.named
            for alias in entity.aliases
        }
        self._words = Passages((), entities, language, 1, 1.0)
        self.support = Support(memories, self.states, self.access, self.content)

    def content(self, text: str) -> frozenset[str]:
        """Key terms of a text that aren't names."""
        return frozenset(term for term in self._words.terms(text) if not term.startswith("e:"))

    def named(self, text: str) -> frozenset[str]:
        """Ids of the entities that a text names."""
        return frozenset(term[2:] for term in self._words.terms(text) if term.startswith("e:"))


def _plans(story: _Story, ledger: Any, rejected: Rejected) -> Iterator[_Plan]:
    """The pairs of a character, then its episodes: of each sort of topic the best in turn."""
    settings = story.settings
    sorts: dict[str, deque[Topic]] = {"evolving": deque(), "inaccessible": deque(), "invariant": deque()}
    for topic in topics(ledger, story.units, story.entities):
        sorts[topic.earlier.condition].append(topic)
    kept: list[Topic] = []
    kinds: Counter[str] = Counter()
    seen: set[tuple[str, ...]] = set()
    while any(sorts.values()):
        for pool in sorts.values():
            while pool:
                topic = pool.popleft()
                most = 1 if topic.kind in _ONCE else settings["per_kind"]
                if len(kept) >= settings["pairs"] or kinds[topic.kind] >= most:
                    code = "over-the-cap"
                elif _key(topic, story) in seen:
                    code = "duplicate"
                else:
                    code = _unaskable(topic, story)
                if code:
                    rejected[topic.kind, code] += 1
                    continue
                kept.append(topic)
                kinds[topic.kind] += 1
                seen.add(_key(topic, story))
                break
    for topic in kept:
        sides = (topic.earlier, topic.later) if topic.later else (topic.earlier,)
        yield _Plan(topic.character, ((topic, sides),), False)
    yield from _episodes(kept, settings)


def _episodes(kept: Sequence[Topic], settings: dict[str, Any]) -> Iterator[_Plan]:
    """At the checkpoints where most can be asked about: a turn on each topic, and one that comes back to the first."""
    here: dict[str, list[tuple[Topic, tuple[Moment, ...]]]] = {}
    for topic in kept:
        for side in (topic.earlier, topic.later):
            if side:
                here.setdefault(side.checkpoint.id, []).append((topic, (side,)))
    fullest = sorted(
        (key for key, held in here.items() if len(held) > 1), key=lambda key: (-len(here[key]), id_key(key))
    )
    for key in sorted(fullest[: settings["episodes"]], key=id_key):
        parts = tuple(here[key][: settings["turns"] - 1])
        yield _Plan(parts[0][0].character, parts, True)


def _unaskable(topic: Topic, story: _Story) -> str | None:
    """Why a topic can't be worded: what it turns on has no name yet, nothing that may be said points at it, or no
    pack of the character tells it."""
    anchor = topic.earlier.checkpoint.anchor
    if topic.character not in story.entities:
        return "no-such-character"
    if topic.kind == "fact":
        if not _people(topic, story) and not _place(topic, story):
            return "nothing-to-ask-by"
    elif topic.target is not None:
        target = story.entities.get(topic.target)
        if target is None or called(target, anchor) is None:
            return "target-not-introduced"
    elif topic.kind in ("relationship", "kinship", "possession"):
        return "no-target"
    return None if story.support.bears(topic) else "not-in-the-pack"


def _key(topic: Topic, story: _Story) -> tuple[str, ...]:
    """Of topics with one key a request could be worded alike; a character gets one of them."""
    if topic.kind != "fact":
        return (topic.kind, topic.target or "")
    return ("fact", *(sorted(_people(topic, story)) or [_place(topic, story) or ""]))


def _people(topic: Topic, story: _Story) -> list[str]:
    """The other people of a fact, as they are called at the earlier checkpoint, at most two."""
    anchor = topic.earlier.checkpoint.anchor
    others = [
        story.entities[part.entity]
        for part in (topic.fact.participants if topic.fact else ())
        if part.entity in story.entities and part.entity != topic.character
    ]
    names = [called(other, anchor) for other in others if "Character" in other.types and other.named]
    return list(dict.fromkeys(name for name in names if name))[:2]


def _place(topic: Topic, story: _Story) -> str | None:
    """Where the fact happened, by its name if the story has used that by then."""
    place = topic.fact.place.casefold() if topic.fact and topic.fact.place else None
    if place is None:
        return None
    entity = story.places.get(place)
    return called(entity, topic.earlier.checkpoint.anchor) if entity else None


def _payload(plan: _Plan, number: int, story: _Story) -> dict[str, Any]:
    return {
        "language": story.language,
        "name": story.entities[plan.character].name,
        "mode": "multi" if plan.multi else "single",
        "prompts": len(plan.sides),
        "turns": len(plan.parts) + 1 if plan.multi else 1,
        "variant": number,
        "request_limit": story.settings["request_words" if story.language == "en" else "request_chars"],
        "parts": [_part(topic, sides, story) for topic, sides in plan.parts],
    }


def _part(topic: Topic, sides: Sequence[Moment], story: _Story) -> dict[str, Any]:
    target = story.entities.get(topic.target or "")
    return {
        "kind": topic.kind,
        "conditions": [side.condition for side in sides],
        "values": [side.value for side in sides],
        "elsewhere": [_elsewhere(topic, side) for side in sides],
        "target": target and (called(target, topic.earlier.checkpoint.anchor) or target.name),
        "named": bool(target and target.named),
        "fact": topic.fact and topic.fact.summary,
        "people": _people(topic, story),
        "place": _place(topic, story),
        "learnt": topic.mode if topic.mode not in (None, "unknown") else None,
    }


def _elsewhere(topic: Topic, side: Moment) -> dict[str, Any] | None:
    """Where nothing holds on this side: what holds on the topic's other one, and whether that is over by now."""
    other = topic.later if side is topic.earlier else topic.earlier
    if side.value is not None or topic.fact is not None or other is None or other.value is None:
        return None
    return {"value": other.value, "ended": side is topic.later}


def _accepting(film: str, plan: _Plan, story: _Story) -> Any:
    def accept(reply: PromptsReply, made: Made) -> Accepted:
        fault = _fault(reply, plan, story)
        if fault:
            return Accepted((), (fault,), ())
        kept = []
        for number, worded in enumerate(reply.prompts):
            side = plan.sides[number]
            kept.append(
                Prompt(
                    id=_UNPAIRED,
                    film=film,
                    character=plan.character,
                    checkpoint=side.checkpoint.id,
                    condition=side.condition,
                    mode="multi" if plan.multi else "single",
                    turns=worded.turns,
                    stance=worded.stance,
                    about=tuple(dict.fromkeys(one for _, sides in plan.parts for one in sides[number].records)),
                    pair=_UNPAIRED if number else None,
                    cites=_cites(plan, number, story),
                    made=made,
                )
            )
        surfaces = tuple(f"{prompt.checkpoint} {' / '.join(prompt.turns)}" for prompt in kept)
        return Accepted(tuple(kept), (), surfaces)

    return accept


def _fault(reply: PromptsReply, plan: _Plan, story: _Story) -> Refusal | None:
    wanted = len(plan.parts) + 1 if plan.multi else 1
    limit = story.settings["request_words" if story.language == "en" else "request_chars"]
    if len(reply.prompts) != len(plan.sides):
        return Refusal("registry", "wrong-number-of-prompts", f"{len(reply.prompts)} for {len(plan.sides)} checkpoints")
    for number, worded in enumerate(reply.prompts):
        said = " ".join(worded.turns)
        if len(worded.turns) != wanted:
            return Refusal("registry", "wrong-number-of-turns", f"{len(worded.turns)} turns, {wanted} were asked for")
        if any(length(turn, story.language) > limit for turn in worded.turns):
            return Refusal("registry", "request-too-long", said[:120])
        if found := _ID.search(said + worded.stance):
            return Refusal("registry", "carries-an-id", found.group())
        if any(map(story.titles, worded.turns)):
            return Refusal("registry", "title-in-request", "a request")  # without its words: a model may be told of it
        if worded.stance.casefold() in said.casefold():
            return Refusal("registry", "stance-in-request", worded.stance[:120])
        anchor = plan.sides[number].checkpoint.anchor
        late = [one for one in story.named(said) if not _introduced(one, anchor, story)]
        if late:
            return Refusal("registry", "name-comes-later", f"{', '.join(sorted(late))}: {said[:120]}")
        for topic, _ in plan.parts:
            if _tells(topic, said, story):
                return Refusal("registry", "tells-what-it-asks", said[:120])
    return None


def _introduced(entity: str, anchor: Any, story: _Story) -> bool:
    return any(id_key(alias.first_scene) <= id_key(anchor.scene) for alias in story.entities[entity].aliases)


def _tells(topic: Topic, said: str, story: _Story) -> bool:
    """Whether a request gives away what it asks about: any value of it whole, or so much of a fact; of one that was
    said, of its words alone: "What can you tell me?" gives away nothing of what somebody tells."""
    heard = story.content(said)
    if topic.fact is not None:
        quoted = _SAID.search(topic.fact.summary)
        wanted = story.content(quoted[1] if quoted else topic.fact.summary)
        return bool(wanted) and len(wanted & heard) >= story.settings["told_share"] * len(wanted)
    if topic.kind == "possession":
        return False
    values = [side.value for side in (topic.earlier, topic.later) if side and side.value]
    contents = [story.content(value) for value in values]
    return any(wanted and wanted <= heard for wanted in contents)


def _cites(plan: _Plan, number: int, story: _Story) -> tuple[Citation, ...]:
    """What the wording and the condition rest on. Not how a state is worded: a reworded one changes the scaffold and
    leaves the prompt as it is."""
    found = [
        citation("entities", story.entities[plan.character], "name"),
        citation("checkpoints", plan.sides[number].checkpoint, "character", "anchor"),
    ]
    for topic, sides in plan.parts:
        if topic.target and topic.target in story.entities:
            found.append(citation("entities", story.entities[topic.target], "name"))
        if topic.fact is not None:
            found.append(citation("units", topic.fact, "summary", "polarity", "modality"))
        for record in sides[number].records:
            layer, _, record_id = record.partition("/")
            if layer == "states":
                found.append(citation(layer, story.states[record_id], "value", "target", "valid_from", "valid_to"))
            else:
                found.append(citation(layer, story.access[record_id], "fact", "mode", "gained"))
    return sort_citations(found)
