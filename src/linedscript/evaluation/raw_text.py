"""Raw-text generation: questions made straight from scene text, without the backbone.

Source: stage.txt, Appendix B.3 (Table A11), the baseline of backbone-guided items. One question per block window of
whole scenes; a reply is taken as it comes: no candidates, no filters, no checks, no people.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.engines.requests import make_request
from linedscript.records.base import Language
from linedscript.records.engine import TranscriptLine
from linedscript.records.scene import Block, Scene

LAYER = "raw_text"


class StepDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    fact: Annotated[str, Meta(min_length=1, max_length=300)]
    """One atomic fact that the answer needs."""
    quote: Annotated[str, Meta(min_length=1, max_length=300)]


class QuestionDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    question: Annotated[str, Meta(min_length=1, max_length=600)]
    answer: Annotated[str, Meta(min_length=1, max_length=300)]
    steps: Annotated[tuple[StepDraft, ...], Meta(min_length=1, max_length=8)]


class RawTextReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    questions: Annotated[tuple[QuestionDraft, ...], Meta(max_length=20)]


def ask_raw_text(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    blocks: Sequence[Block],
    engine: Engine,
    settings: dict[str, Any],
    per_block: int,
) -> list[TranscriptLine]:
    """Each block asked about once, in the film's order, for at most ``per_block`` questions (1 to 20).

    ``settings``: ``annotator``, ``gates`` and ``items``, whose longest answers hold.
    """
    voice = asking_options(LAYER, language, settings)["construct"]
    limit = settings["items"]["answer_words" if language == "en" else "answer_chars"]
    by_id = {scene.id: scene for scene in scenes}
    requests = [
        make_request(
            layer=LAYER,
            film=film,
            key=block.id,
            role="construct",
            prompt=voice.prompt and voice.prompt[0],
            prompt_sha256=voice.prompt and voice.prompt[1],
            payload={
                "language": language,
                "scenes": [_shown(by_id[part.scene], part.start, part.end) for part in block.parts],
                "most": per_block,
                "answer_limit": limit,
            },
            reply=RawTextReply,
            decoding=voice.decoding,
        )
        for block in blocks
    ]
    return engine.ask(requests, RawTextReply)


def _shown(scene: Scene, start: int, end: int) -> dict[str, Any]:
    """The elements that begin in the part, as ``{kind, text}``."""
    elements = [element for element in scene.elements if start <= element.start < end]
    return {
        "elements": [
            {"kind": element.kind, "text": scene.text[element.content[0] : element.content[1]]} for element in elements
        ]
    }
