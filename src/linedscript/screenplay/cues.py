"""Character cues: the name apart from its extensions, and how the voice reaches the scene."""

import re

from linedscript.patterns import Pattern
from linedscript.records.scene import Cue

_BRACKET = Pattern(r"\s*[(（]([^()（）]*)[)）]\s*$")
_OVER = Pattern(
    r"\bV\.?\s?/?O\b|VOICE[ -]?OVER|NARRAT|\bPRE-?LAP|\bFILTERED?\b|ON (?:THE )?(?:PHONE|RADIO|TV)|"
    r"旁白|独白|内心|心声|内心OS|\bЗК\b|ЗА КАДРОМ|ナレーション|モノローグ",
    re.IGNORECASE,
)
_OFF = Pattern(
    r"\bO\.?\s?/?\s?[SC]\b|OFF[ -]?(?:SCREEN|CAMERA|STAGE)?\b|画外音|画外|场外|幕后|\bВНЕ КАДРА\b", re.IGNORECASE
)
_CONTINUED = Pattern(r"CONT(?:['’`´]?D|INUED|INUING)?\.?\b|^ПРОД|^续$", re.IGNORECASE)


def voice(extensions: tuple[str, ...]) -> str:
    """``over``, ``off`` or ``on`` (D12)."""
    if any(_OVER.search(extension) for extension in extensions):
        return "over"
    return "off" if any(_OFF.search(extension) for extension in extensions) else "on"


def is_voice(extension: str) -> bool:
    """Whether a bracket says how the voice reaches the scene, as opposed to how a line is spoken."""
    return len(extension) <= 12 and voice((extension,)) != "on"


def make_cue(name: str, extensions: tuple[str, ...] = ()) -> Cue:
    return Cue(
        name=name,
        extensions=extensions,
        voice=voice((*extensions, name) if name in ("旁白", "画外音") else extensions),
        continued=any(_CONTINUED.search(extension) for extension in extensions),
    )


def split_cue(body: str) -> tuple[str, tuple[str, ...]]:
    """``JOE (V.O.) (CONT'D)`` to ``JOE`` and its extensions as written. A bracket that opens and never closes stays."""
    extensions: list[str] = []
    while match := _BRACKET.search(body):
        if not match.start():
            break
        extensions.insert(0, match.group(1).strip())
        body = body[: match.start()]
    return body.rstrip(), tuple(extensions)


def has_case(text: str) -> bool:
    return text.lower() != text.upper()


def is_upper(text: str) -> bool:
    """Letters with case, and none of them small."""
    return text == text.upper() and text != text.lower()
