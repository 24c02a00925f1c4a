"""Contact details in any text of a record: mail and web addresses, telephone numbers, accounts, street addresses."""

import unicodedata
from collections.abc import Iterator

from linedscript.contacts import found
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting, clip

GATE = "contact"
_SPEAKERS = ("annotator", "judge", "run")
"""Ends of the names of fields that say who spoke."""


def _speakers(rows: FilmRows, setting: Setting) -> frozenset[str]:
    """Names that params gave: ``m@v1.2``, a model and its revision, reads like a mail address."""
    said = [name for one in rows.records.get("transcripts", ()) for name in (one.annotator, one.judge, one.run)]
    return frozenset((*said, *setting.manifest.annotators, setting.manifest.run))


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    allowed = {unicodedata.normalize("NFKC", text) for text in setting.manifest.contact_allowed}
    for name in ("title", "title_forms"):
        value = getattr(rows.film, name, ())
        for text in (value,) if isinstance(value, str) else value:
            for kind, matched in found(text):
                if matched not in allowed:
                    yield Defect(
                        gate=GATE,
                        code=kind,
                        file="films.jsonl",
                        record=rows.film.id,
                        problem=f"{name} holds “{clip(matched)}”",
                        hint="correct the film's row in the source index",
                    )
    speakers = _speakers(rows, setting)
    for layer in rows.lines:
        for name, path, text in rows.said(layer):
            if len(text) < 6 or path == "id" or (text in speakers and path.endswith(_SPEAKERS)):
                continue
            for kind, matched in found(text):
                if matched not in allowed:
                    yield rows.defect(
                        GATE,
                        kind,
                        layer,
                        name,
                        f"{path} holds “{clip(matched)}”",
                        "patch the record; a story's own invented address goes into release.contact_allowed in params",
                    )
