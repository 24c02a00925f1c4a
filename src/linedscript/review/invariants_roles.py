"""What holds of a film's role-play prompts after every patch."""

from collections.abc import Callable, Iterator
from typing import Any

from linedscript.records.layers import REVIEWED
from linedscript.review.book import Book
from linedscript.review.invariants_characters import Found, moment
from linedscript.review.references import Ref

_DISCLOSED = ("inaccessible", "post_disclosure")
"""The one pair of two conditions: what the later prompt asks about was told in between."""


def check(book: Book, live: Callable[[str], list[Any]]) -> Found:
    """``live``: a layer's records that aren't withheld."""
    prompts = live("prompts")
    by_id = {prompt.id: prompt for prompt in prompts}
    for prompt in prompts:
        yield from _prompt(book, prompt)
        # an earlier one that is withheld has still to get its condition
        if prompt.pair in by_id:
            yield from _conditions(by_id[prompt.pair], prompt)
    asked: dict[tuple[Any, ...], str] = {}
    for prompt in prompts:
        other = asked.setdefault((prompt.checkpoint, prompt.turns), prompt.id)
        if other != prompt.id and not book.changes.keys().isdisjoint({("prompts", prompt.id), ("prompts", other)}):
            hint = "word one of the two otherwise"
            yield "prompt-twice", ("prompts", prompt.id), f"asks what {other} asks", (("prompts", other),), hint


def _conditions(earlier: Any, later: Any) -> Found:
    pair = (earlier.condition, later.condition)
    if pair[0] != pair[1] and pair != _DISCLOSED:
        yield (
            "prompt-pair",
            ("prompts", later.id),
            f"is {later.condition} and its pair {earlier.id} {earlier.condition}",
            (("prompts", earlier.id),),
            "a pair has one condition, or goes from inaccessible to post_disclosure: revise the later one with "
            "pair=null and its condition, then the earlier one, then set the pair again",
        )


def _prompt(book: Book, prompt: Any) -> Iterator[tuple[str, Ref, str, tuple[Ref, ...], str]]:
    at = ("prompts", prompt.id)
    if (len(prompt.turns) > 1) != (prompt.mode == "multi"):
        yield "prompt-turns", at, f"is {prompt.mode} and has {len(prompt.turns)} turns", (), "single has one turn"
    for text in prompt.about:
        layer, _, record = text.partition("/")
        if layer not in REVIEWED or not record:
            yield "prompt-about", at, f"is about {text!r}, which is no record", (), "about lists <layer>/<id>"
    said = " ".join(prompt.turns).casefold()
    if prompt.stance.casefold() in said:
        yield "prompt-tells-stance", at, "a turn holds the stance, which is the evaluator's alone", (), ""
    checkpoint = book.get(("checkpoints", prompt.checkpoint))
    if checkpoint is not None and checkpoint.character != prompt.character:
        yield (
            "prompt-character",
            at,
            f"is {prompt.character}'s, its checkpoint {checkpoint.character}'s",
            (("checkpoints", checkpoint.id),),
            "",
        )
    earlier = book.get(("prompts", prompt.pair)) if prompt.pair else None
    if earlier is None:
        return
    first = book.get(("checkpoints", earlier.checkpoint))
    other = (("prompts", earlier.id),)
    if earlier.character != prompt.character or earlier.mode != prompt.mode:
        yield "prompt-pair", at, f"is paired with {earlier.id} of another character or mode", other, ""
    elif checkpoint is not None and first is not None and moment(first.anchor) >= moment(checkpoint.anchor):
        yield (
            "prompt-pair",
            at,
            f"doesn't come after {earlier.id}, its pair",
            other,
            "the later prompt names the earlier",
        )
