"""What may not stand in a recording: script text, contact details, keys, machine paths. In no field of a line."""

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from linedscript import contacts
from linedscript.errors import LinedscriptError
from linedscript.records.engine import TranscriptLine
from linedscript.records.release import QuoteLimit
from linedscript.records.source import Film
from linedscript.release.gates import secrets
from linedscript.release.gates.quotes import Script, bounds, tokens

_DIGESTS = frozenset({"request", "tokenizer_sha256"})
"""Whose digits look like telephone numbers, and which quote nothing."""
_OF_SERVERS = frozenset({"engine", "usage", "error"})
"""Fields of a line in which no model speaks of a script."""
_OF_RUNS = frozenset({"layer", "role", "annotator"})
"""Those that are compared with the run's own: ``m@v1.2``, a model and its revision, reads like a mail address."""


class Public(NamedTuple):
    """What a recording that anyone may read is allowed."""

    limit: QuoteLimit
    contacts: tuple[str, ...]
    """``release.contact_allowed``: a story's own."""


def scanned(
    lines: Sequence[TranscriptLine], path: Path, film: Film, public: Public | None, script: Script | None
) -> Iterator[LinedscriptError]:
    """The faults of one transcript. ``public`` is null for a private recording, which may hold what a model says of a
    script, and no keys and paths of servers. ``script``: the film's, for a public one."""
    for number, line in enumerate(lines, 1):
        place = f"{path}:{number}"
        for field in line.__struct_fields__:
            texts = [] if field in _DIGESTS else list(_texts(getattr(line, field)))
            if public is not None or field in _OF_SERVERS:
                yield from _secret(texts, place, field)
            if public is not None and field not in _OF_RUNS:
                yield from _contact(texts, place, field, public)
            if public is not None and script is not None:
                yield from _quoting(texts, place, field, film, public.limit, script)


def repeated(film: Film, public: Public, script: Script) -> Iterator[LinedscriptError]:
    """The fault of a film's transcripts together, once all were scanned: short quotations add up to a script."""
    if script.share > public.limit.share:
        yield LinedscriptError(
            "repeats-script",
            film.id,
            f"its transcripts repeat {script.share:.1%} of the script in runs of {script.counted} or more "
            f"{_unit(film)}; {public.limit.share:.1%} is allowed in public",
            "keep this run under private/: linedscript recordings promote --private",
        )


def _unit(film: Film) -> str:
    return "characters" if film.language == "zh" else "words"


def _secret(texts: list[str], place: str, field: str) -> Iterator[LinedscriptError]:
    for code in sorted({code for text in texts for code, _ in secrets.found(text)}):
        yield LinedscriptError(
            code,
            place,
            f"its {field} holds what looks like a {code.replace('-', ' ')}",
            "a recording holds no key and no path of the machine that it was made on; where a model said it of a "
            "script, keep the run under private/: linedscript recordings promote --private",
        )


def _contact(texts: list[str], place: str, field: str, public: Public) -> Iterator[LinedscriptError]:
    allowed = {unicodedata.normalize("NFKC", text) for text in public.contacts}
    for kind in sorted({kind for text in texts for kind, matched in contacts.found(text) if matched not in allowed}):
        yield LinedscriptError(
            kind,
            place,
            f"its {field} holds what looks like a contact detail ({kind})",
            "a story's own invented one goes into release.contact_allowed in params; else keep this run under "
            "private/: linedscript recordings promote --private",
        )


def _quoting(
    texts: list[str], place: str, field: str, film: Film, limit: QuoteLimit, script: Script
) -> Iterator[LinedscriptError]:
    longest = bounds(limit, film.language)[0]
    length = max((script.longest(tokens(text, film.language))[0] for text in texts), default=0)
    if length > longest:
        yield LinedscriptError(
            "quotes-script",
            place,
            f"its {field} repeats {length} consecutive {_unit(film)} of the script; {longest} are allowed in public",
            "keep this run under private/: linedscript recordings promote --private",
        )


def _texts(value: Any) -> Iterator[str]:
    """Every string, keys of objects included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name not in _DIGESTS:
                yield name
                yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _texts(getattr(value, name))
