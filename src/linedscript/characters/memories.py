"""The first-person memory bank of a focal character: what it did, saw, was told and concluded.

(stage.txt, Task III: dialogues, actions and facts of the scenes with the character, gathered in rolling windows and
turned into a compact first-person memory bank with light grounding.) A memory rests on units that the character
perceived; its evidence is theirs, out of the screenplay. Nothing that the character couldn't perceive is in a question.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, merge_evidence, sort_citations
from linedscript.characters.intervals import moment
from linedscript.characters.moments import shown_from
from linedscript.characters.windows import Seen, Window, perceived, seen_view, windows
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.base import Language, Made
from linedscript.records.character import Anchor, Focal, UnitPresence
from linedscript.records.engine import LedgerEntry
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Memory, MemoryKind
from linedscript.records.unit import Unit

LAYER = "memories"
_FIRST_PERSON = {"en": Pattern(r"\b(?:I|me|my|mine|myself)\b"), "zh": Pattern(r"我|自己|咱")}
_QUOTATION = Pattern(r"“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』")
_WORD = Pattern(r"[^\W_]+(?:['’][^\W_]+)*")
_QUOTED = {"en": 20, "zh": 40}
"""Words or characters of one quotation, below the shortest that a release's gate refuses."""


class MemoryDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    kind: MemoryKind
    text: Annotated[str, Meta(min_length=2, max_length=300)]
    """One or two sentences in the first person."""
    units: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(min_length=1, max_length=6)]


class MemoriesReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    memories: Annotated[tuple[MemoryDraft, ...], Meta(max_length=100)]
    unworded: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=1000)]
    """Units of the window that can't be said in the first person without guessing."""


def draw_memories(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    entities: Sequence[Entity],
    perception: Sequence[UnitPresence],
    focal: Sequence[Focal],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """Memories of the focal characters, ``mm-0001`` onwards by character and moment.

    ``settings``: ``annotator``, ``gates`` and the section ``memories``. One question per character and window. What
    couldn't be worded is counted in the ledger (``unworded``). Linear in units.
    """
    by_id = {entity.id: entity for entity in entities}
    by_scene = {scene.id: scene for scene in scenes}
    chosen = [by_id[record.id] for record in sorted(focal, key=lambda record: id_key(record.id)) if record.id in by_id]
    seen = perceived(scenes, units, perception, {entity.id: entity for entity in chosen})
    bounds = (settings["window_scenes"], settings["window_units"], settings["overlap"])
    tasks = [
        Task(
            window.key,
            _payload(language, who, window, by_id, by_scene, settings["per_window"]),
            _accepting(film, language, who, window, by_id, settings["per_window"]),
        )
        for who in chosen
        for window in windows(who.id, seen[who.id], *bounds)
    ]
    outcome = ask_layer(LAYER, film, tasks, engine, MemoriesReply, **asking_options(LAYER, language, settings))
    _count_unworded(outcome, film)
    outcome.records = _numbered(outcome.records)
    return outcome


def _payload(
    language: Language, who: Entity, window: Window, entities: dict[str, Entity], scenes: dict[str, Scene], most: int
) -> dict[str, Any]:
    named = [
        part.entity
        for one in (*window.before, *window.seen)
        for part in one.unit.participants
        if part.entity in entities
    ]
    return {
        "language": language,
        "most": most,
        "character": {
            "id": who.id,
            "name": who.name,
            "aliases": [alias.surface for alias in who.aliases],
            "description": who.description[:200],
        },
        "people": [
            {"id": key, "name": entities[key].name, "named": entities[key].named, "types": list(entities[key].types)}
            for key in sorted({key for key in named if key and key != who.id}, key=id_key)
        ],
        "scenes": [
            {"id": scene, "heading": heading.text if (heading := scenes[scene].heading) else None}
            for scene in window.scenes
        ],
        "before": [seen_view(one, scenes) for one in window.before],
        "units": [seen_view(one, scenes) for one in window.seen],
    }


def _accepting(
    film: str, language: Language, who: Entity, window: Window, entities: dict[str, Entity], most: int
) -> Any:
    known = {one.unit.id: one for one in (*window.before, *window.seen)}
    own = {one.unit.id for one in window.seen}
    order = {unit: place for place, unit in enumerate(known)}

    def accept(reply: MemoriesReply, made: Made) -> Accepted:
        kept: list[Memory] = []
        refusals: list[Refusal] = []
        for draft in reply.memories:
            fault = _fault(draft, language, who, known, own)
            rests_on = sorted(set(draft.units), key=lambda unit: order.get(unit, 0))
            evidence = merge_evidence(
                [span for span in known[unit].unit.evidence if span.kind == "span"]
                for unit in rests_on
                if unit in known
            )
            if fault:
                refusals.append(fault)
            elif not evidence:
                refusals.append(Refusal("grounding", "no-passage", " ".join(rests_on)))
            elif len(kept) == most:
                refusals.append(Refusal("registry", "too-many", draft.text[:80]))
            else:
                last = max(evidence, key=lambda span: (id_key(str(span.scene)), span.end or 0))
                kept.append(
                    Memory(
                        id="mm-0000",
                        film=film,
                        character=who.id,
                        kind=draft.kind,
                        text=draft.text,
                        at=Anchor(scene=str(last.scene), offset=last.end or 0),
                        units=tuple(rests_on),
                        evidence=evidence,
                        cites=_cites(draft.text, [known[unit] for unit in rests_on], entities),
                        made=made,
                    )
                )
        return Accepted(tuple(kept), tuple(refusals), tuple(memory.text for memory in kept))

    return accept


def _fault(
    draft: MemoryDraft, language: Language, who: Entity, known: dict[str, Seen], own: set[str]
) -> Refusal | None:
    if not set(draft.units) <= known.keys() or not set(draft.units) & own:
        return Refusal("registry", "not-in-window", " ".join(draft.units))
    parts = {known[unit].part for unit in draft.units}
    if draft.kind == "did" and not parts & {"does", "takes_part"}:
        return Refusal("registry", "not-done", f"{draft.text[:60]}: {' '.join(draft.units)}")
    if draft.kind == "was_told" and not any(
        part.role == "speaker" and part.entity != who.id
        for unit in draft.units
        for part in known[unit].unit.participants
    ):
        return Refusal("registry", "nobody-tells", f"{draft.text[:60]}: {' '.join(draft.units)}")
    own_words = _QUOTATION.sub(" ", draft.text)
    if not _FIRST_PERSON[language].search(own_words):
        return Refusal("registry", "not-first-person", draft.text[:80])
    if any(own_words.lstrip().startswith(alias.surface) for alias in who.aliases):
        return Refusal("registry", "speaks-of-itself-by-name", draft.text[:80])
    for quoted in _QUOTATION.findall(draft.text):
        length = len(_WORD.findall(quoted)) if language == "en" else sum(char.isalnum() for char in quoted)
        if length > _QUOTED[language]:
            return Refusal("registry", "quotes-too-much", quoted[:80])
    return None


def _cites(text: str, rests_on: Sequence[Seen], entities: dict[str, Entity]) -> tuple:
    """What the memory relies on: the units as they are, that the character perceived them, and the names it says."""
    said = {
        part.entity
        for one in rests_on
        for part in one.unit.participants
        if part.entity in entities and any(alias.surface in text for alias in entities[part.entity].aliases)
    }
    return sort_citations(
        (
            *(citation("units", one.unit, "summary", "participants", "polarity", "modality") for one in rests_on),
            *(citation("perception", one.perception, "participant", "witness") for one in rests_on),
            *(citation("entities", entities[key], "name") for key in said if key),
        )
    )


def _count_unworded(outcome: Outcome, film: str) -> None:
    """An entry of the ledger for each reply that left units unworded, behind those of the gates."""
    for line in outcome.transcript:
        if line.role != "construct" or not isinstance(line.reply, dict) or not line.reply.get("unworded"):
            continue
        left = [str(unit) for unit in line.reply["unworded"]]
        outcome.ledger.append(
            LedgerEntry(
                id=f"lg-{len(outcome.ledger) + 1:05d}",
                film=film,
                layer=LAYER,
                key=line.key,
                attempt=line.attempt,
                gate="registry",
                outcome="refused_record",
                count=len(left),
                code="unworded",
                detail=" ".join(left)[:500],
            )
        )


def _numbered(memories: Sequence[Memory]) -> list[Memory]:
    """In order of character and of where what is told begins: a talk goes before what was said in it. A sentence that a
    character has twice at one moment stands once."""

    def place(one: Memory) -> tuple[Any, ...]:
        return id_key(one.character), shown_from(one.evidence, one.at), moment(one.at), one.kind, one.text

    ordered = sorted(memories, key=place)
    found: dict[tuple[Any, ...], Memory] = {}
    for memory in ordered:
        found.setdefault((memory.character, memory.at.scene, memory.at.offset, memory.text), memory)
    return [msgspec.structs.replace(one, id=f"mm-{number:04d}") for number, one in enumerate(found.values(), 1)]
