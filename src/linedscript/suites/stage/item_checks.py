"""What a check of a Task II item holds back, as assembly and the review queue both have it."""

from linedscript.io.canonical import fields_digest
from linedscript.records.check import Check
from linedscript.records.item import Item

FAILED = {"template_like": "template-like", "one_scene": "not-multi-scene"}
"""Verdicts on a wording for which an item isn't released, and the code that they are counted by."""
ANSWERED = "one-passage-answers"


def failure(check: Check) -> str | None:
    """The code by which an item is held back for this check; null where it passes or nothing could be told."""
    if check.kind == "single_passage":
        return ANSWERED if check.verdict == "right" else None
    return FAILED.get(check.verdict or "")


def current(check: Check, item: Item) -> bool:
    """Whether the check looked at the wording that the item has."""
    return all(cite.digest == fields_digest(item, cite.fields) for cite in check.cites)
