"""Epistemic access of the focal characters: one record per character and key fact.

(stage.txt: access distinguishes what was witnessed, involved the character, was told, was inferred, or remains
unknown.) Who took part and who perceived is read off the perception of units; who is told or concludes a fact later is
asked, scene by scene; the rest is unknown, by the scene that the character missed.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, sort_citations
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.backbone.stretches import all_stretches
from linedscript.characters.access_questions import Ignorance
from linedscript.characters.intervals import moment
from linedscript.characters.moments import ends
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence, Language, Made
from linedscript.records.character import Anchor, Focal, ScenePresence, UnitPresence
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Access
from linedscript.records.unit import Unit

LAYER = "access"
Id = Annotated[str, Meta(max_length=40)]


class AccessDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    character: Id
    fact: Id
    mode: Literal["told", "inferred"]
    via: Id
    """The unit of this scene by which the character comes to know."""
    teller: Id | None
    confidence: Annotated[float, Meta(ge=0, le=1)]
    quotes: Annotated[tuple[Quote, ...], Meta(min_length=1, max_length=6)]


class AccessReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    learned: Annotated[tuple[AccessDraft, ...], Meta(max_length=200)]


def draw_access(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    presence: Sequence[ScenePresence],
    perception: Sequence[UnitPresence],
    focal: Sequence[Focal],
    facts: Sequence[Unit],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """``ac-0001`` onwards by fact and character; ``facts`` in the order of the text.

    ``settings``: ``facts``, annotator, gates and asking.
    """
    seen = {(record.unit, record.character): record for record in perception}
    known = {pair for pair, record in seen.items() if record.participant or record.witness}
    book = Ignorance(language, scenes, units, entities, presence, focal, facts, known, settings["facts"])
    tasks = [
        Task(stretch.key, payload, _accepting(film, stretch.scene, book, payload, settings["gates"]["fuzzy"]))
        for stretch in all_stretches(scenes, settings["asking"]["scene_tokens"])
        for payload in [book.payload(stretch)]
        if payload is not None
    ]
    outcome = ask_layer(LAYER, film, tasks, engine, AccessReply, **asking_options(LAYER, language, settings))
    learned = _earliest(outcome.records)
    at_scene = {(record.scene, record.character): record for record in presence}
    records = [
        _read_off(film, fact, record.id, seen.get((fact.id, record.id)))
        or learned.get((fact.id, record.id))
        or _unknown(film, fact, record.id, seen.get((fact.id, record.id)), at_scene.get((fact.scene, record.id)))
        for fact in facts
        for record in sorted(focal, key=lambda one: id_key(one.id))
    ]
    outcome.records = [
        msgspec.structs.replace(record, id=f"ac-{number:04d}")
        for number, record in enumerate((one for one in records if one is not None), 1)
    ]
    return outcome


def _earliest(records: Sequence[Access]) -> dict[tuple[str, str], Access]:
    """By fact and character; of one moment, being told before concluding, then the surer one."""
    found: dict[tuple[str, str], Access] = {}
    for record in sorted(records, key=lambda one: (moment(one.gained), one.mode != "told", -one.confidence, one.via)):
        found.setdefault((record.fact, record.character), record)
    return found


def _read_off(film: str, fact: Unit, character: str, seen: UnitPresence | None) -> Access | None:
    if seen is None or not (seen.participant or seen.witness):
        return None
    return Access(
        id="ac-0000",
        film=film,
        character=character,
        fact=fact.id,
        mode="involved" if seen.participant else "witnessed",
        gained=ends(fact),
        via=None,
        teller=None,
        confidence=1.0,
        evidence=fact.evidence,
        cites=(citation("perception", seen, "participant", "witness"), citation("units", fact, "evidence")),
        made=seen.made,
    )


def _unknown(
    film: str, fact: Unit, character: str, seen: UnitPresence | None, there: ScenePresence | None
) -> Access | None:
    """Null where nothing says that the character missed the scene: it isn't rostered."""
    basis = seen or there
    if basis is None:
        return None
    missed = Evidence(
        kind="absence",
        scene=fact.scene,
        start=None,
        end=None,
        sha256=None,
        source=(),
        grounding=None,
        record=f"entities/{character}",
    )
    cites = [citation("perception", seen, "participant", "witness")] if seen else []
    cites += [citation("presence", there, "level")] if there else []
    return Access(
        id="ac-0000",
        film=film,
        character=character,
        fact=fact.id,
        mode="unknown",
        gained=None,
        via=None,
        teller=None,
        confidence=1.0,
        evidence=(missed,),
        cites=sort_citations(cites),
        made=basis.made,
    )


def _accepting(film: str, scene: Scene, book: Ignorance, payload: dict[str, Any], fuzzy: float) -> Any:
    asked = {entry["id"]: set(entry["ignorant"]) for entry in payload["facts"]}
    drawn = {entry["id"] for entry in payload["units"]}

    def accept(reply: AccessReply, made: Made) -> Accepted:
        kept: dict[tuple[str, str], Access] = {}
        refusals: list[Refusal] = []
        for draft in reply.learned:
            fault = _fault(draft, asked, drawn, book)
            evidence = ground_quotes(scene, draft.quotes, fuzzy) if fault is None else ""
            if fault is not None:
                refusals.append(fault)
            elif isinstance(evidence, str):
                where = f"{draft.character} {draft.fact}"
                refusals.append(Refusal("grounding", "quote-not-in-scene", f"{where}: {evidence[:60]}"))
            elif (draft.fact, draft.character) in kept:
                refusals.append(Refusal("registry", "learned-twice", f"{draft.character} {draft.fact}"))
            else:
                record = _learned(film, scene, book, draft, evidence, made)
                kept[draft.fact, draft.character] = record
        records = tuple(kept.values())
        return Accepted(
            records, tuple(refusals), tuple(f"{one.character} {one.mode} {one.fact} {one.via}" for one in records)
        )

    return accept


def _fault(draft: AccessDraft, asked: dict[str, set[str]], drawn: set[str], book: Ignorance) -> Refusal | None:
    where = f"{draft.character} {draft.fact}"
    if draft.fact not in asked:
        return Refusal("registry", "unknown-fact", where)
    if draft.character not in asked[draft.fact]:
        return Refusal("registry", "not-ignorant", where)
    if draft.via not in drawn or draft.via == draft.fact:
        return Refusal("registry", "unknown-unit", f"{where}: {draft.via}")
    if moment(ends(book.units[draft.via])) <= moment(ends(book.units[draft.fact])):
        return Refusal("registry", "learned-before-it-happened", f"{where}: {draft.via}", critical=True)
    if draft.mode == "told" and not book.perceives(draft.via, draft.character):
        return Refusal("registry", "did-not-hear", f"{where}: {draft.via}")
    if draft.teller is not None and (
        draft.mode != "told" or draft.teller not in book.entities or draft.teller == draft.character
    ):
        return Refusal("registry", "no-teller", f"{where}: {draft.teller}")
    return None


def _learned(
    film: str, scene: Scene, book: Ignorance, draft: AccessDraft, evidence: tuple[Evidence, ...], made: Made
) -> Access:
    cites = (
        citation("units", book.units[draft.fact], "summary", "polarity", "modality"),
        citation("units", book.units[draft.via], "summary", "participants"),
    )
    return Access(
        id="ac-0000",
        film=film,
        character=draft.character,
        fact=draft.fact,
        mode=draft.mode,
        gained=Anchor(scene=scene.id, offset=evidence[-1].end),
        via=draft.via,
        teller=draft.teller,
        confidence=round(draft.confidence, 4),
        evidence=evidence,
        cites=sort_citations(cites),
        made=made,
    )
