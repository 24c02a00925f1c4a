"""Labels of scenes on lines of their own: ``SCENE ONE``, ``SCENE 4``, ``SCENE A`` of a multi-camera script."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.screenplay.formats.fountain_lines import TRANSITION
from linedscript.screenplay.formats.plain_headings import SCENE, is_act, is_numbered_part, plain_heading
from linedscript.screenplay.lines import split_lines

_LETTER = Pattern(r"[_*]*(?:SCENE|Scene)\s+(?P<letter>[A-Z]{1,2})[_*]*[.:]?[_*]*")
_LONGEST = 40
_MOST_BETWEEN = 3
"""Transitions and acts between a label and the slugline that it names."""


class Label(NamedTuple):
    number: str
    """Empty of an act."""
    names: bool
    """The slugline below has the scene's place; the label is its number. Else the label is all the heading there is."""


def scene_labels(bodies: Sequence[str], is_slug: Callable[[str], bool]) -> dict[int, Label]:
    """By line. ``bodies``: the lines of a text without blanks around them; empty ones set paragraphs apart.

    A label stands alone in its paragraph, or right above a slugline. Letters count in a row, ``A`` before ``B``, or
    above a slugline.
    """
    found: dict[int, Label] = {}
    letters: dict[int, str] = {}
    for at, body in enumerate(bodies):
        if body[:5].upper() != "SCENE" or len(body) > _LONGEST:
            continue
        number, letter = SCENE.fullmatch(body), _LETTER.fullmatch(body)
        if not letter and (not number or number["rest"] or number["caps"]):
            continue
        above = bodies[at - 1] if at else ""
        below = bodies[at + 1] if at + 1 < len(bodies) else ""
        if above and not is_act(above) or below and not is_slug(below):
            continue
        if letter:
            letters[at] = letter["letter"]
        found[at] = Label(letter["letter"] if letter else number["number"], _slug_below(bodies, at, is_slug))
    order = [_place(letter) for letter in letters.values()]
    in_a_row = len(order) > 1 and all(one < other for one, other in pairwise(order))
    return {
        at: label
        for at, label in found.items()
        if at not in letters or label.names or in_a_row or SCENE.fullmatch(bodies[at])
    }


def fountain_labels(bodies: Sequence[str], is_slug: Callable[[str], bool]) -> dict[int, Label]:
    """``scene_labels`` of a text in Fountain, where nothing forces them: those that name a slugline, or two at least
    that are all the headings there are, ``SCENE 2 - THE JETTY`` too. Acts beside them are sections."""
    labels = scene_labels(bodies, is_slug)
    if any(body and is_slug(body) for body in bodies):
        labels = {at: label for at, label in labels.items() if label.names}
    else:
        labels |= _with_places(bodies)
        labels = labels if len(labels) > 1 else {}
    if labels:
        alone = zip(["", *bodies], bodies, [*bodies[1:], ""], strict=False)
        for at, (above, body, below) in enumerate(alone):
            if body and not above and is_act(body) and (not below or at + 1 in labels):
                labels[at] = Label("", True)
    return labels


def _with_places(bodies: Sequence[str]) -> dict[int, Label]:
    """The lines in a paragraph of their own that say a scene's number, in capitals, and where it plays."""
    alone = enumerate(zip(["", *bodies], bodies, [*bodies[1:], ""], strict=False))
    return {
        at: Label(found[0].number or "", False)
        for at, (above, body, below) in alone
        if body.startswith(("SCENE ", "ACT "))
        if not above and not below and is_numbered_part(body) and not is_act(body) and (found := plain_heading(body))
    }


def plain_labels(text: str) -> dict[int, Label]:
    """By the start of the line, of a text in the grammar of plain text."""
    if "SCENE" not in text and "Scene" not in text:
        return {}
    lines = split_lines(text)
    return {lines[at].start: label for at, label in scene_labels([line.body for line in lines], _is_slugline).items()}


def _is_slugline(body: str) -> bool:
    found = plain_heading(body)
    return found is not None and (found[0].interior is not None or found[0].time is not None)


def _slug_below(bodies: Sequence[str], at: int, is_slug: Callable[[str], bool]) -> bool:
    below = (body for body in bodies[at + 1 :] if body)
    for _, body in zip(range(_MOST_BETWEEN), below, strict=False):
        if is_slug(body):
            return True
        if not (TRANSITION.fullmatch(body) or is_act(body)):
            return False
    return False


def _place(letter: str) -> tuple[int, str]:
    """``Z`` before ``AA``."""
    return len(letter), letter
