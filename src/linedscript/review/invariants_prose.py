"""What holds of the words that a patch gives a record."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from linedscript.engines.legible import shows
from linedscript.engines.views import ids_in
from linedscript.records.walk import prose
from linedscript.review.book import Book
from linedscript.review.invariants_characters import Found
from linedscript.review.references import Ref

TOLD = frozenset(("states", "developments", "traits", "memories", "prompts", "items"))
"""Whose words are shown to models under test: an id in them would stop every run over the film (``engines.views``)."""
_MAY_BE_EMPTY = frozenset(
    ("description", "label", "normalized", "note", "outcome", "place", "reason", "time", "trigger")
)
_LONGEST = {"claim": 400, "answer": 1000}
"""Characters of what a reply has to be able to say (``suites.stage``), by field."""
_LONG = 2000
"""Of any other text that models are shown."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def check(book: Book, stale: Mapping[Ref, Any]) -> Found:
    """Of what a patch began, or of the fields that it changed. An entity's forms of name are the script's own."""
    for at, changes in book.changes.items():
        record = book.get(at)
        if record is None or at in stale or at[0] == "entities":
            continue
        began = any(change.kind == "began" for change in changes)
        fields = {field for change in changes for field in change.fields}
        for path, text in prose(record):
            if not began and re.split(r"[.\[]", path)[0] not in fields:
                continue
            for code, problem, hint in _faults(at, path, text):
                yield code, at, f"{path} {problem}", (), hint


def _faults(at: Ref, path: str, text: str) -> Iterator[tuple[str, str, str]]:
    field = re.sub(r"\[\d*\]", "", path).rpartition(".")[2]
    if not shows(text) and (text or field not in _MAY_BE_EMPTY):
        yield "blank-text", "shows nothing", "say what it is, or drop the record"
    if match := _CONTROL.search(text):
        yield "control-character", f"holds the character U+{ord(match[0]):04X}", "take it out"
    if at[0] in TOLD and len(text) > (most := _LONGEST.get(field, _LONG)):
        yield "long-text", f"has {len(text):,} characters, at most {most:,}", "say it in a sentence or two"
    if at[0] in TOLD and (ids := ids_in(text)):
        yield "id-in-words", f"names {', '.join(ids)}", "say it in words: models are shown no id"
