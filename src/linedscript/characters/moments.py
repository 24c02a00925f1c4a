"""Moments of the story: where units and passages begin and end, in the order of the text."""

from bisect import bisect_left
from collections.abc import Iterable

from linedscript.characters.intervals import moment
from linedscript.records.base import Evidence
from linedscript.records.character import Anchor
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

_SPOKEN = ("parenthetical", "dialogue", "lyric")
_SPEECH = ("cue", *_SPOKEN)


def spans_of(unit: Unit) -> list[Evidence]:
    """The unit's spans in its scene, in text order."""
    own = [one for one in unit.evidence if one.kind == "span" and one.scene == unit.scene]
    return sorted(own, key=lambda one: (one.start, one.end))


def begins(unit: Unit) -> Anchor:
    own = spans_of(unit)
    return Anchor(scene=unit.scene, offset=own[0].start if own else 0)


def ends(unit: Unit) -> Anchor:
    """The end of the last of its spans: from here on it has been seen or heard whole."""
    own = spans_of(unit)
    return Anchor(scene=unit.scene, offset=max((one.end for one in own), default=0))


def shown_from(evidence: Iterable[Evidence], at: Anchor) -> tuple[int, int]:
    """Where the first of the passages begins; ``at`` where there is none. In story order."""
    own = [moment(Anchor(scene=one.scene, offset=one.start)) for one in evidence if one.kind == "span" and one.scene]
    return min(own, default=moment(at))


def passage_end(scene: Scene, offset: int) -> Anchor:
    """The end of the element that holds the character before ``offset``, of a speech the end of it all: what is said
    isn't cut from who says it."""
    stops = [element.end for element in scene.elements]
    place = bisect_left(stops, offset)
    if place >= len(stops):
        return Anchor(scene=scene.id, offset=len(scene.text))
    if scene.elements[place].kind in _SPEECH:
        while place + 1 < len(stops) and scene.elements[place + 1].kind in _SPOKEN:
            place += 1
    return Anchor(scene=scene.id, offset=stops[place])
