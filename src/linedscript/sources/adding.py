"""An index entry from any readable script."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256, sha256_text
from linedscript.records.base import Language
from linedscript.records.source import Film, Retrieval, Source, Suite
from linedscript.screenplay.decode import decode
from linedscript.screenplay.normalize import NORMALIZER, normalize
from linedscript.sources.index import next_id

NOT_STATED = "not stated"
_TITLE = re.compile(r"^\s*(?:title|剧名|片名|标题)\s*[:：]\s*(.*)$", re.IGNORECASE)

_KEY = re.compile(r"^\s*[^\W\d_][\w ]{0,19}[:：](?:\s|$)")
"""Another key of a title page, indented or not."""


class Facts(NamedTuple):
    """What a person says about a film; null: read off the file, or not stated."""

    id: str | None
    title: str | None
    title_forms: tuple[str, ...]
    language: Language | None
    year: int | None
    genres: tuple[str, ...]
    suites: tuple[Suite, ...]
    licence: str | None
    provenance: str | None
    address: str | None
    archived: str | None
    date: str | None


class Added(NamedTuple):
    film: Film
    found: tuple[str, ...]
    """What was read off the file, as sentences for the person who adds it."""


def entry(data: bytes, name: str, facts: Facts, rows: Sequence[Film], bundled: str | None = None) -> Added:
    """The entry of a script. Reads it whole first: what can't be read isn't added.

    ``bundled`` is its path in this repository. Raises ``duplicate-script`` where the index has the same bytes or text.
    """
    from linedscript.screenplay.read import read_screenplay

    decoded = decode(data, name)
    raw, normalized = sha256(data), sha256_text(normalize(decoded.text))
    for film in rows:
        for source in film.sources:
            if source.raw_sha256 == raw or source.normalized_sha256 == normalized:
                raise LinedscriptError(
                    "duplicate-script",
                    name,
                    f"{film.id} has the same {'bytes' if source.raw_sha256 == raw else 'text'}",
                    "withdrawn films keep their row" if film.withdrawn else "",
                )
    language = facts.language or guess_language(decoded.text)
    film = facts.id or next_id(rows, language)
    if any(row.id == film for row in rows):
        raise LinedscriptError(
            "duplicate-film", name, f"{film} is taken", f"the next free id is {next_id(rows, language)}"
        )
    reading = read_screenplay(data, film, language, budget=1000)
    title = facts.title or title_of(decoded.text) or Path(name).stem
    method = "bundled" if bundled else "address" if facts.address else "bring_your_own"
    source = Source(
        kind="screenplay",
        file=Path(name).name,
        provenance=facts.provenance or NOT_STATED,
        retrieval=Retrieval(
            method=method,
            path=bundled,
            address=facts.address,
            archived=facts.archived,
            date=facts.date,
            outcome="retrieved",
        ),
        licence=facts.licence or NOT_STATED,
        raw_sha256=raw,
        normalized_sha256=normalized,
        normalizer=NORMALIZER,
        format=reading.source.format,
        encoding=reading.source.encoding,
        errors="strict",
        removal="none",
    )
    made = Film(
        id=film,
        title=title,
        title_forms=facts.title_forms,
        year=facts.year,
        language=language,
        genres=facts.genres,
        suites=facts.suites,
        votes=None,
        sources=(source,),
        withdrawn=None,
    )
    found = [f"{film}: {reading.source.format}, {reading.source.encoding}, {len(reading.scenes)} scenes"]
    if facts.language is None:
        found.append(
            f"language read off the text: {language}"
            + (
                ""
                if _is_known(decoded.text)
                else (", though most letters are neither Latin nor Chinese; name it with --language")
            )
        )
    if facts.title is None:
        found.append(f"title read off the {'title page' if title_of(decoded.text) else 'file name'}: {title}")
    for what in ("licence", "provenance", "year", "genres"):
        if not getattr(facts, what):
            found.append(f"{what}: {NOT_STATED}")
    return Added(made, tuple(found))


def guess_language(text: str) -> Language:
    """Chinese where more than a third of the letters are Chinese characters."""
    letters = [char for char in text if char.isalpha()]
    wide = sum("\u3400" <= char <= "\u9fff" for char in letters)
    return "zh" if wide * 3 > len(letters) else "en"


def _is_known(text: str) -> bool:
    """Whether at least half of the letters are Latin or Chinese."""
    letters = [char for char in text if char.isalpha()]
    return 2 * sum(char <= "\u024f" or "\u3400" <= char <= "\u9fff" for char in letters) >= len(letters)


def title_of(text: str) -> str | None:
    """The title on a script's title page, without emphasis marks; a title of several lines is joined by blanks."""
    lines = text.removeprefix("\ufeff").splitlines()[:40]
    for number, line in enumerate(lines):
        if match := _TITLE.match(line):
            parts = [match.group(1)]
            for more in lines[number + 1 :]:
                if not more.startswith(("   ", "\t")) or not more.strip() or _KEY.match(more):
                    break
                parts.append(more.strip())
            title = " ".join(re.sub(r"[*_]+", "", part).strip() for part in parts).strip(" 《》")
            return title or None
    return None
