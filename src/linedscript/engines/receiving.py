"""A server's answer, read within bounds: of bytes, of time, of what was packed into it."""

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import httpx

MOST = 16 * 1024 * 1024
"""Bytes of an answer. The longest reply that a schema allows is a tenth of it."""
WHOLE = 2
"""Times the client's time without a byte that a whole answer may take."""
_PACKED = frozenset(("", "identity", "gzip", "deflate"))
"""A piece of one of these unfolds to a thousand times its size at most; of several over one another, or of others, to
anything."""


class Received(NamedTuple):
    status: int
    retry_after: str
    body: bytes


class TooMuch(Exception):
    """An answer out of bounds. Says which."""


async def received(
    http: "httpx.AsyncClient", method: str, url: str, body: dict[str, Any] | None, headers: dict[str, str]
) -> Received:
    """Of a request; ``body`` goes as JSON. Of the client's time without a byte, ``WHOLE`` times as much is all that
    an answer may take.

    Raises TooMuch, and what httpx raises.
    """
    seconds = WHOLE * (http.timeout.read or 0) or None
    try:
        async with asyncio.timeout(seconds):
            asked = {"Accept-Encoding": "identity", **headers}
            async with http.stream(method, url, json=body, headers=asked) as answer:
                packed = answer.headers.get("Content-Encoding", "").strip().lower()
                if packed not in _PACKED:
                    raise TooMuch("the answer is packed in a way that wasn't asked for")
                pieces, size = [], 0
                async for piece in answer.aiter_bytes():
                    size += len(piece)
                    if size > MOST:
                        raise TooMuch(f"the answer has more than {MOST:,} bytes")
                    pieces.append(piece)
                return Received(answer.status_code, answer.headers.get("Retry-After", "0"), b"".join(pieces))
    except TimeoutError:
        raise TooMuch(f"no whole answer in {seconds:g} seconds") from None
