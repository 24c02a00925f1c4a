"""Requests: their hash, which is the key of their recording, the seed that follows from them, their answer's line."""

from functools import cache
from typing import Any

import msgspec

from linedscript.engines.grammar import grammar
from linedscript.io.canonical import digest
from linedscript.records.base import Made
from linedscript.records.engine import Request, Role, TranscriptLine


def request_hash(request: Request) -> str:
    return digest(request)


@cache
def _schema_sha256(reply: type[msgspec.Struct]) -> str:
    return digest(grammar(reply))


def make_request(
    *,
    layer: str,
    film: str,
    key: str,
    role: Role,
    prompt: str | None,
    prompt_sha256: str | None,
    payload: dict[str, Any],
    reply: type[msgspec.Struct],
    decoding: dict[str, Any],
    sample: int = 1,
    attempt: int = 1,
) -> Request:
    """A request whose seed (31 bits) derives from everything else in it, so that samples and attempts differ."""
    named = dict(
        layer=layer,
        film=film,
        key=key,
        role=role,
        prompt=prompt,
        prompt_sha256=prompt_sha256,
        payload=payload,
        reply=reply.__name__,
        reply_sha256=_schema_sha256(reply),
        decoding=decoding,
        sample=sample,
        attempt=attempt,
    )
    return Request(**named, seed=int(digest(named)[:8], 16) & 0x7FFFFFFF)


def answered(
    request: Request,
    annotator: str,
    *,
    reply: Any = None,
    error: str | None = None,
    engine: dict[str, Any] | None = None,
    usage: dict[str, int] | None = None,
) -> TranscriptLine:
    """What ``annotator`` said to ``request``, or the error that stands for it."""
    return TranscriptLine(
        request=request_hash(request),
        layer=request.layer,
        key=request.key,
        role=request.role,
        sample=request.sample,
        attempt=request.attempt,
        annotator=annotator,
        engine=engine or {},
        usage=usage or {},
        reply=reply,
        error=error,
    )


def made_by(request: Request, annotator: str, score: float | None, accepted: bool) -> Made:
    return Made(
        annotator=annotator,
        role=request.role,
        prompt=request.prompt,
        prompt_sha256=request.prompt_sha256,
        request=request_hash(request),
        score=score,
        accepted=accepted,
    )
