"""Observations: what one chunk of the script shows of a focal character, read without knowledge of the rest.

(stage.txt, Task I: a character-centric extractor receives only the focal character, aliases and one chunk.) One
question per focal character and chunk in which it is named. The chunks are of the whole film, cut also where the
character's checkpoints anchor; an interval takes the observations whose evidence ends inside it, so that a checkpoint
that a patch moves asks nothing again.
"""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import merge_evidence
from linedscript.backbone.grounding import ground, ground_alike
from linedscript.backbone.quotes import Quote
from linedscript.characters.places import spans_by_scene
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.engines.views import guarded
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence, Language, Made, Range
from linedscript.records.character import Anchor, Focal
from linedscript.records.entity import Entity
from linedscript.records.scene import Element, Scene
from linedscript.records.stage import Chunk, Observation
from linedscript.records.trajectory import Checkpoint
from linedscript.screenplay.tokens import tokenizer_named
from linedscript.suites.stage.intervals import Script, cut_script, in_order
from linedscript.suites.stage.views import EXTRACTOR

LAYER = "observations"


class ObservationDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=300)]
    """One sentence that names the character; where ``quoted``, what leads in to the words."""
    quoted: bool
    quotes: Annotated[tuple[Quote, ...], Meta(min_length=1, max_length=4)]


class ObservationsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    observations: Annotated[tuple[ObservationDraft, ...], Meta(max_length=60)]


class Shown(NamedTuple):
    """An element as far as it stands in a chunk."""

    scene: Scene
    element: Element
    within: Range


def draw_observations(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    entities: Sequence[Entity],
    focal: Sequence[Focal],
    checkpoints: Sequence[Checkpoint],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """``ob-00001`` onwards by character, in the order of the text. ``settings``: ``budget`` (content tokens of a
    chunk), ``tokenizer``, ``annotator``, ``gates``."""
    script = Script(film, scenes, tokenizer_named(settings["tokenizer"]))
    by_id = {entity.id: entity for entity in entities}
    spans = spans_by_scene(entities)
    tasks = []
    for record in sorted(focal, key=lambda record: id_key(record.id)):
        entity = by_id.get(record.id)
        if entity is None:
            continue
        own = in_order(point for point in checkpoints if point.character == entity.id)
        plan = cut_script(script, [(point.id, point.anchor) for point in own], settings["budget"], to_end=True)
        stands = {scene: held[entity.id] for scene, held in spans.items() if entity.id in held}
        for number, chunk in enumerate((chunk for cut in plan for chunk in cut.chunks), 1):
            if _names(chunk, stands):
                shown = elements_of(script, chunk)
                tasks.append(
                    Task(
                        f"{entity.id}.c{number:03d}",
                        payload(language, entity, shown),
                        _accepting(film, entity, shown, settings["gates"]["fuzzy"]),
                    )
                )
    outcome = ask_layer(
        LAYER, film, tasks, guarded(engine, EXTRACTOR), ObservationsReply, **asking_options(LAYER, language, settings)
    )
    ordered = sorted(outcome.records, key=_place)
    outcome.records = [
        msgspec.structs.replace(record, id=f"ob-{number:05d}") for number, record in enumerate(ordered, 1)
    ]
    return outcome


def _place(record: Observation) -> tuple:
    ends = [(id_key(piece.scene), piece.end) for piece in record.evidence]
    return (id_key(record.character), id_key(record.at.scene), record.at.offset, max(ends), record.text)


def _names(chunk: Chunk, spans: dict[str, list[Evidence]]) -> bool:
    return any(
        part.start <= span.start < part.end
        for part in chunk.parts
        for span in spans.get(part.scene, ())
        if span.start is not None
    )


def elements_of(script: Script, chunk: Chunk) -> list[Shown]:
    """The chunk's elements in order, each as far as it stands in the chunk; those with no text there are left out."""
    found = []
    for part in chunk.parts:
        scene = script.scenes[script.number[part.scene]]
        for element in scene.elements:
            low, high = max(element.content[0], part.start), min(element.content[1], part.end)
            if low < high:
                found.append(Shown(scene, element, (low, high)))
    return found


def payload(language: Language, entity: Entity, shown: Sequence[Shown]) -> dict[str, Any]:
    """What the extractor sees: the character's forms of name and the chunk's elements, and no id."""
    return {
        "language": language,
        "character": {"name": entity.name, "aliases": list(dict.fromkeys(alias.surface for alias in entity.aliases))},
        "elements": [
            {
                "kind": one.element.kind,
                "text": one.scene.text[one.within[0] : one.within[1]],
                "cue": one.element.cue and {"name": one.element.cue.name, "voice": one.element.cue.voice},
            }
            for one in shown
        ],
    }


def _accepting(film: str, entity: Entity, shown: Sequence[Shown], fuzzy: float) -> Any:
    forms = {entity.name, *(alias.surface for alias in entity.aliases)}

    def accept(reply: ObservationsReply, made: Made) -> Accepted:
        kept: list[Observation] = []
        refusals: list[Refusal] = []
        for draft in reply.observations:
            evidence = [_ground(shown, quote, fuzzy) for quote in draft.quotes]
            lost = next(
                (quote.text for quote, found in zip(draft.quotes, evidence, strict=True) if found is None), None
            )
            if lost is not None:
                refusals.append(Refusal("grounding", "quote-not-in-chunk", f"{draft.text[:60]}: {lost[:60]}"))
            elif not any(form in draft.text for form in forms):
                refusals.append(Refusal("registry", "observation-names-nobody", draft.text[:80]))
            else:
                pieces = merge_evidence([[piece for piece in evidence if piece is not None]])
                kept.append(
                    Observation(
                        id="ob-00000",
                        film=film,
                        character=entity.id,
                        at=Anchor(scene=pieces[0].scene, offset=pieces[0].start),
                        text=draft.text,
                        quoted=draft.quoted,
                        evidence=pieces,
                        made=made,
                    )
                )
        return Accepted(tuple(kept), tuple(refusals), tuple(record.text for record in kept))

    return accept


def _ground(shown: Sequence[Shown], quote: Quote, fuzzy: float) -> Evidence | None:
    """The quote's place in its element; without a number, in the first element of the chunk that holds it."""
    if quote.element is not None:
        places = shown[quote.element : quote.element + 1]
    else:
        places = shown
    exact = (ground(one.scene, quote.text, quote.occurrence, one.within) for one in places)
    found = next((evidence for evidence in exact if evidence), None)
    if found is None:
        alike = (ground_alike(one.scene, quote.text, fuzzy, one.within) for one in places)
        found = next((evidence for evidence in alike if evidence), None)
    return found
