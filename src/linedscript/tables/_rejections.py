"""Why a candidate of Task II was rejected, in words, by its code in the ledger."""

from linedscript.records.item import REJECTIONS

_BOUNDS = {
    "answer-too-long": "the answer is longer than params allow",
    "answer-worn-out": "enough questions of its kind have this answer",
    "over-the-cap": "enough questions of its film, kind or category are kept",
    "unit-worn-out": "enough questions lean on one of its units",
}
"""Bounds of params."""
_LACKS = {
    "anchor-not-unique": "the event that it points at doesn't tell one moment",
    "before-its-date": "the event comes before the date that its scene names",
    "flashback": "one of its scenes is a flashback",
    "holder-unknown": "the script doesn't say who has the thing",
    "maybe-named": "whom it asks for may be one whom it names",
    "named-at-once": "whom it asks for is named from the first",
    "no-clause": "an event that it rests on can't be told in a clause",
    "no-contrast": "what holds before and after doesn't differ",
    "no-deed": "no later deed answers to the aim",
    "no-new-holder": "the thing goes to nobody else in a later scene",
    "no-shared-person": "too few later scenes share a person with it",
    "no-trace": "a scene shows nothing of whom it asks for",
    "no-turn": "the two don't fall out or make up soon after",
    "nobody": "those whom it needs aren't there, or have no names",
    "nothing-shared": "its two events have no thing in common",
    "one-scene": "all of it lies in one scene",
    "single-scene-subject": "whom it asks about does something in one scene only",
    "too-far-apart": "its two days lie more than two weeks apart",
    "too-few-holders": "the thing has too few holders, or all in one scene",
}
"""What a way of asking needs and a film didn't have."""
_WORDINGS = {
    "answer-in-question": "the question gives the answer away",
    "answer-not-the-candidate's": "the wording lost a part of the answer",
    "no-question": "the wording is no question",
    "path-in-one-scene": "the reasoning path lies in one scene",
    "path-leaves-its-scene": "the reasoning path of a question about one scene leaves it",
    "title-in-question": "the question holds a film's title",
}
"""What speaks against a question or its path as it stands."""
_REASONS = REJECTIONS | _BOUNDS | _LACKS | _WORDINGS


def reason(code: str) -> str:
    """One of its own for every code of the build; another annotator's code is its own words."""
    return _REASONS.get(code, code.replace("-", " "))
