"""Developments of the focal characters: which of their new states is a change that matters, its cause, its trace.

(stage.txt: a development links a before state, a catalyst, the resulting state and an observable consequence.) One
question per focal character and window of scenes. The reply names records by their ids, so that all evidence of a
development is that of states and units which were grounded before.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, merge_evidence, sort_citations
from linedscript.backbone.naming import names_one_of
from linedscript.characters.development_views import Ledger
from linedscript.characters.intervals import moment
from linedscript.characters.moments import begins, ends
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.io.canonical import id_key
from linedscript.records.base import Language, Made
from linedscript.records.character import Focal, State
from linedscript.records.entity import Entity
from linedscript.records.narrative import Episode, Link
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Development
from linedscript.records.unit import Unit

LAYER = "developments"
Id = Annotated[str, Meta(max_length=40)]


class DevelopmentDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    after: Id
    before: Id | None
    catalyst: Id | None
    consequence: Id | None
    claim: Annotated[str, Meta(min_length=1, max_length=400)]
    """One sentence that names the character."""


class DevelopmentsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    developments: Annotated[tuple[DevelopmentDraft, ...], Meta(max_length=200)]


def draw_developments(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    episodes: Sequence[Episode],
    links: Sequence[Link],
    focal: Sequence[Focal],
    states: Sequence[State],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """``dv-0001`` onwards by moment and character.

    ``settings``: ``window``, ``states``, ``units``, ``back``, ``sentence_words``, ``sentence_chars``, annotator and
    gates.
    """
    book = Ledger(language, scenes, units, entities, episodes, links, states, settings)
    tasks = [
        Task(f"{record.id}:{asked[0].id}", payload, _accepting(film, record.id, book, asked, payload))
        for record in focal
        if record.id in book.entities
        for asked in book.windows(record.id)
        for payload in [book.payload(record.id, asked)]
    ]
    outcome = ask_layer(LAYER, film, tasks, engine, DevelopmentsReply, **asking_options(LAYER, language, settings))
    outcome.records.sort(key=lambda one: (moment(one.at), id_key(one.character), id_key(one.after)))
    outcome.records = [
        msgspec.structs.replace(one, id=f"dv-{number:04d}") for number, one in enumerate(outcome.records, 1)
    ]
    return outcome


def _accepting(film: str, character: str, book: Ledger, asked: Sequence[State], payload: dict[str, Any]) -> Any:
    offered = {state.id for state in asked}
    shown = {unit["id"] for unit in payload["units"]}

    def accept(reply: DevelopmentsReply, made: Made) -> Accepted:
        kept: dict[str, Development] = {}
        refusals: list[Refusal] = []
        for draft in reply.developments:
            fault = _fault(draft, character, book, offered, shown)
            if fault is None and draft.after in kept:
                fault = Refusal("registry", "development-twice", draft.after)
            if fault is not None:
                refusals.append(fault)
            else:
                kept[draft.after] = _development(film, character, book, draft, made)
        records = tuple(kept.values())
        return Accepted(records, tuple(refusals), tuple(f"{one.kind} {one.claim}" for one in records))

    return accept


def _fault(draft: DevelopmentDraft, character: str, book: Ledger, offered: set[str], shown: set[str]) -> Refusal | None:
    if draft.after not in offered:
        return Refusal("registry", "unknown-state", draft.after)
    after = book.states[draft.after]
    if draft.before is not None:
        before = book.states.get(draft.before)
        if before is None or before.character != character:
            return Refusal("registry", "unknown-state", draft.before)
        if before.id == after.id or moment(before.valid_from) >= moment(after.valid_from):
            return Refusal("registry", "before-is-later", f"{draft.before} {draft.after}", critical=True)
        if before.aspect != after.aspect:
            return Refusal("registry", "before-of-another-aspect", f"{draft.before} {draft.after}")
    for unit in (draft.catalyst, draft.consequence):
        if unit is not None and unit not in shown:
            return Refusal("registry", "unknown-unit", unit)
    stands = max(moment(after.valid_from), moment_of_evidence(after))
    if draft.catalyst is not None and moment(begins(book.units[draft.catalyst])) > stands:
        return Refusal("registry", "catalyst-is-later", f"{draft.catalyst} {draft.after}", critical=True)
    if draft.consequence is not None and (
        draft.consequence == draft.catalyst
        or moment(ends(book.units[draft.consequence])) <= moment(after.valid_from)
        or book.units[draft.consequence].scene == after.valid_from.scene
    ):
        return Refusal("registry", "consequence-is-no-later", f"{draft.consequence} {draft.after}")
    if not names_one_of(draft.claim, [book.entities[character]]):
        return Refusal("registry", "claim-names-nobody", draft.claim[:80])
    return None


def moment_of_evidence(state: State) -> tuple:
    """The end of the passage that first shows the state."""
    first = state.evidence[0]
    if first.kind != "span" or first.scene is None:
        return moment(state.valid_from)
    return (id_key(first.scene), first.end)


def _development(film: str, character: str, book: Ledger, draft: DevelopmentDraft, made: Made) -> Development:
    after = book.states[draft.after]
    before = book.states[draft.before] if draft.before else None
    units = [book.units[unit] for unit in (draft.catalyst, draft.consequence) if unit]
    cites = [citation("entities", book.entities[character], "name")]
    cites.append(citation("states", after, "aspect", "value", "target", "valid_from"))
    if before is not None:
        cites.append(citation("states", before, "aspect", "value", "target"))
    if after.target and after.target != character and after.target in book.entities:
        cites.append(citation("entities", book.entities[after.target], "name"))
    cites += [citation("units", unit, "summary", "participants", "polarity", "modality") for unit in units]
    return Development(
        id="dv-0000",
        film=film,
        character=character,
        kind=after.aspect,
        claim=draft.claim,
        before=draft.before,
        catalyst=draft.catalyst,
        after=draft.after,
        consequence=draft.consequence,
        at=after.valid_from,
        evidence=merge_evidence(
            [(before.evidence[:1] if before else ()), after.evidence[:2]] + [u.evidence for u in units]
        ),
        cites=sort_citations(cites),
        made=made,
    )
