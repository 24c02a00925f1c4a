"""One-pass extraction: all entity types and all relation types of a scene in one answer, with nothing behind it.

Source: stage.txt, Appendix B.3 (Table A10). The baseline of the staged pipeline: no gates, no retries, no repairs, no
review. Types and predicates are plain strings in its reply, since how often they are wrong is what is measured.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.payloads import film_roster, scene_payload
from linedscript.backbone.registry import Registry
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.engines.requests import make_request
from linedscript.records.base import Language
from linedscript.records.engine import TranscriptLine
from linedscript.records.scene import Scene

LAYER = "one_pass"
Id = Annotated[str, Meta(min_length=1, max_length=12)]


class EntityDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id
    """Given by the reply, for its relations to name."""
    name: Annotated[str, Meta(min_length=1, max_length=160)]
    types: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...], Meta(min_length=1, max_length=7)]
    description: Annotated[str, Meta(min_length=1, max_length=300)]


class TripleDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    subject: Id
    predicate: Annotated[str, Meta(min_length=1, max_length=60)]
    object: Id
    description: Annotated[str, Meta(min_length=1, max_length=300)]


class OnePassReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    entities: Annotated[tuple[EntityDraft, ...], Meta(max_length=1000)]
    relations: Annotated[tuple[TripleDraft, ...], Meta(max_length=1000)]


def ask_one_pass(
    film: str, language: Language, scenes: Sequence[Scene], registry: Registry, engine: Engine, settings: dict[str, Any]
) -> list[TranscriptLine]:
    """Each scene asked about once, in the film's order."""
    voice = asking_options(LAYER, language, settings)["construct"]
    roster = film_roster(scenes)
    requests = [
        make_request(
            layer=LAYER,
            film=film,
            key=scene.id,
            role="construct",
            prompt=voice.prompt and voice.prompt[0],
            prompt_sha256=voice.prompt and voice.prompt[1],
            payload=scene_payload(scene, language, roster, settings["asking"]["names"])
            | {"registry": registry.prompt()},
            reply=OnePassReply,
            decoding=voice.decoding,
        )
        for scene in scenes
    ]
    return engine.ask(requests, OnePassReply)
