"""The shared memory of an interval: its observations, deduplicated, and how each reads."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

import msgspec

from linedscript.engines.rules.wording import tidy
from linedscript.io.canonical import id_key
from linedscript.records.base import Language
from linedscript.records.stage import Interval, Observation
from linedscript.suites.stage.passages import Terms


def wording(observation: Observation, texts: Mapping[str, str], language: Language) -> str:
    """The observation as a reader gets it, on one line. ``texts``: scene texts of the view by scene id."""
    if not observation.quoted:
        return tidy(observation.text)
    pieces = (texts[piece.scene][piece.start : piece.end] for piece in observation.evidence)
    words = " … ".join(filter(None, map(tidy, pieces)))
    return f"{tidy(observation.text)}{' ' if language == 'en' else ''}“{words.strip('“”')}”"


def fill_memories(
    intervals: Sequence[Interval],
    observations: Sequence[Observation],
    texts: Mapping[str, str],
    terms: Terms,
    language: Language,
) -> list[Interval]:
    """One character's intervals, in order, with their memories.

    An observation is of the interval in which its evidence ends: nothing that stands behind a checkpoint's anchor is
    remembered there. Within an interval, one that says the same (the same words, or the same key terms and as many of
    them) as one before it is left out. What stands behind the final anchor is in none.
    """
    ends = [(id_key(interval.end.scene), interval.end.offset) for interval in intervals]
    held: list[list[Observation]] = [[] for _ in intervals]
    own = {interval.character for interval in intervals}
    for observation in sorted(observations, key=lambda one: (id_key(one.at.scene), one.at.offset, id_key(one.id))):
        last = max((id_key(piece.scene), piece.end) for piece in observation.evidence)
        number = bisect_left(ends, last)
        if observation.character in own and number < len(intervals):
            held[number].append(observation)
    return [
        msgspec.structs.replace(interval, memory=tuple(_distinct(kept, texts, terms, language)))
        for interval, kept in zip(intervals, held, strict=True)
    ]


def _distinct(kept: Sequence[Observation], texts: Mapping[str, str], terms: Terms, language: Language) -> list[str]:
    seen: set[frozenset[str]] = set()
    ids = []
    for observation in kept:
        read = wording(observation, texts, language)
        said = terms.of(read) | terms.plain(read) or frozenset((read,))
        if said not in seen:
            seen.add(said)
            ids.append(observation.id)
    return ids
