"""What every engine offers: answers to requests, in the order asked."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from linedscript.records.engine import Request, TranscriptLine


class Engine(Protocol):
    annotator: str
    """Who speaks: ``rules``, or a model's name and revision. Stands in every record made from the answers."""
    deterministic: bool
    """True where asking again about the same payload can't change the answer, so that a retry is pointless."""

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        """One line per request, in order. A request that stays unanswered has a null reply and its error.

        ``reply`` is the type of every answer; it may be decoded by it, and is checked again by who asks.

        Raises LinedscriptError where going on makes no sense (no recording under replay, no server).
        """
        ...
