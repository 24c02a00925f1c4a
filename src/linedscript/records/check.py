"""What the checks of a Task II item found, and why an item isn't released."""

from typing import Annotated, Literal

from msgspec import Meta

from linedscript.records.base import Citation, Evidence, FilmId, ItemRef, Made, Prose, Record

CheckKind = Literal["closed_book", "single_passage", "wording"]
Verdict = Literal["right", "wrong", "sound", "template_like", "one_scene"]


class Check(Record):
    """One look at one item: what a reader answers who sees the question alone or one passage beside it, or whether its
    wording is a template's and one scene answers it (stage.txt, the harder cross-scene portion of Task II)."""

    id: Annotated[str, Meta(pattern=r"^(t2-[0-9]{4,}|[a-z][a-z0-9]*-pt-[0-9]{4})\.(closed|p[0-9]+|wording)$(?!\n)")]
    """The item's id and what was looked at."""
    film: FilmId
    item: ItemRef
    kind: CheckKind
    passage: Evidence | None
    """What the reader saw beside the question; null unless ``kind`` is ``single_passage``."""
    answer: Prose | None
    """Null where the reader couldn't tell, and of ``wording``."""
    verdict: Verdict | None
    """``right`` or ``wrong`` of an answer, the others of a wording. A reader who can't tell is wrong. Null: missing."""
    reason: Prose | None
    """Why a wording was found wanting, or why the verdict is missing."""
    cites: tuple[Citation, ...]
    """What the reader's answer or the judge's verdict rests on: the item's question and answer, of ``wording`` also its
    category and path. A check of another wording says nothing."""
    made: Made
    """Of the reader's answer; of ``wording``, of the judge's verdict."""
    judge: str | None
    """Who said whether the answer is right; null where nobody had to."""


class Withheld(Record):
    """A reviewed item that isn't released."""

    id: Annotated[str, Meta(pattern=r"^items/[^/ ]+$(?!\n)")]
    film: FilmId
    code: str
    detail: Prose
