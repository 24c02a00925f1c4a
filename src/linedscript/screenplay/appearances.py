"""Who is present in a scene, from first appearance to exit, where the script says so.

A cue says that its speaker is there, but for voices over the picture (D12). Action says so where a character is what a
sentence is about: a name alone, in a possessive, on a photograph or after ``of`` says nothing. Nothing is inferred.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.base import Range
from linedscript.records.scene import Element, Scene
from linedscript.screenplay.cues import has_case, speaker, speakers
from linedscript.screenplay.told import in_han, in_letters

_GROUPS = frozenset(
    "all both everyone everybody together voice voices crowd chorus narrator "
    "众人 众 全体 齐声 合 旁白 画外音 всё все вместе 一同 全員".split()
)
_STOP = Pattern(
    r"(?<!\bMR)(?<!\bMRS)(?<!\bMS)(?<!\bDR)(?<!\bST)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bDr)(?<!\bSt)"
    r"[.!?…]+[\"'”’)\]_*]*(?=\s|$)|[。！？；]+[”’」）)]*|;(?=\s)|\n[ \t]*\n"
)
_DIRECTION = Pattern(
    r"[\s\[(_*]*(?P<verb>Re-?enters?|Enters?|Exits?|Exeunt|Manent|Manet)\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL
)
_BUT = Pattern(r"\b(?:but|except|save)\b", re.IGNORECASE)
_BARE_EXIT = Pattern(r"[\s\[(_*（]*(?:exits?|exit (?:left|right)|下|退场|下场)[\s.。)\]_*）]*", re.IGNORECASE)
_WITHIN = Pattern(r"[（(\[][^（）()\[\]]{1,120}[)）\]]")
_BESIDES = Pattern(r"除(?P<who>[^。，]{1,30}?)(?:之?外|以外)[，]?[均皆俱都同齐余人]*下")
_ALL_LEAVE = Pattern(r"[\s（(\[]*(?:[同齐众俱皆全][体众]?(?:人)?下|众人下|全体下|幕落|幕闭)[。)）\]\s]*")

_LONGEST = 2000
"""Characters of a sentence that is looked at."""


class Appearance(NamedTuple):
    """A character in one scene. Offsets and ranges are code points of the scene's text."""

    character: str
    """As in the cast."""
    present: bool
    """False for a voice over the picture that is all there is of the character."""
    element: int
    """The element, 0-based, that shows the character first."""
    offset: int
    how: str
    """``cue``, ``cue_off``, ``cue_over``, ``named`` in action, ``enters``."""
    quote: Range
    """What says so: the cue, or the sentence."""
    exit_element: int | None
    """The element that says that the character leaves for good; null where none does."""
    exit_offset: int | None
    exit_how: str | None
    """``action`` or ``direction`` (Exit, Exeunt, 下)."""
    exit_quote: Range | None


class _Event(NamedTuple):
    character: str
    kind: str
    """``cue``, ``cue_off``, ``cue_over``, ``named``, ``enters``, ``action``, ``direction``; the last two leave."""
    element: int
    offset: int
    quote: Range


def cast_of(scenes: Iterable[Scene]) -> tuple[str, ...]:
    """Who has a cue, each character once, as first written and in order; groups such as ALL aren't characters."""
    found: dict[str, str] = {}
    for scene in scenes:
        for element in scene.elements:
            if element.cue:
                for name in speakers(element.cue.name):
                    key = speaker(name)
                    if key and key not in _GROUPS:
                        found.setdefault(key, name)
    return tuple(found.values())


def appearances(scene: Scene, cast: Sequence[str]) -> tuple[Appearance, ...]:
    """Of the characters of ``cast``, those whom the scene shows or lets be heard, by first appearance."""
    first: dict[str, _Event] = {}
    left: dict[str, _Event] = {}
    for event in _events(scene, tuple(cast)):
        if event.kind in ("action", "direction"):
            if event.character in first and first[event.character].kind != "cue_over":
                left[event.character] = event
            continue
        if event.kind == "cue_over":
            first.setdefault(event.character, event)
            continue
        if event.character not in first or first[event.character].kind == "cue_over":
            first[event.character] = event
        left.pop(event.character, None)
    rows = []
    for name, event in first.items():
        out = left.get(name)
        rows.append(
            Appearance(
                character=name,
                present=event.kind != "cue_over",
                element=event.element,
                offset=event.offset,
                how=event.kind,
                quote=event.quote,
                exit_element=out and out.element,
                exit_offset=out and out.offset,
                exit_how=out and out.kind,
                exit_quote=out and out.quote,
            )
        )
    return tuple(sorted(rows, key=lambda row: (row.offset, row.character)))


@lru_cache(maxsize=8)
def _names(cast: tuple[str, ...]) -> tuple[dict[str, str], re.Pattern[str] | None]:
    """Each spelling of the cast's names, and a pattern that finds them: in capitals, or with capital initials."""
    forms: dict[str, str] = {}
    for name in cast:
        for form in (name, name.title().replace("’S", "’s").replace("'S", "'s")) if has_case(name) else (name,):
            forms.setdefault(form, name)
    if not forms:
        return forms, None
    any_name = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return forms, re.compile(rf"(?<![A-Za-zА-я0-9'’])(?:{any_name})(?![A-Za-zА-я0-9])")


def _events(scene: Scene, cast: tuple[str, ...]) -> Iterator[_Event]:
    keys = {speaker(name): name for name in cast}
    forms, pattern = _names(cast)
    here: dict[str, None] = {}
    speaking: str | None = None
    for number, element in enumerate(scene.elements):
        if element.cue:
            names = [keys[key] for name in speakers(element.cue.name) if (key := speaker(name)) in keys]
            kind = {"on": "cue", "off": "cue_off", "over": "cue_over"}[element.cue.voice]
            for name in names:
                if kind != "cue_over":
                    here[name] = None
                yield _Event(name, kind, number, element.content[0], element.content)
            speaking = names[0] if len(names) == 1 and kind == "cue" else None
        elif pattern and element.kind in ("action", "parenthetical", "dialogue"):
            for event in _told(scene.text, number, element, forms, pattern, here, speaking):
                if event.kind in ("named", "enters"):
                    here[event.character] = None
                else:
                    here.pop(event.character, None)
                yield event


def _told(
    text: str,
    number: int,
    element: Element,
    forms: dict[str, str],
    pattern: re.Pattern[str],
    here: dict[str, None],
    speaking: str | None,
) -> Iterator[_Event]:
    """What an action, a direction, or the directions within a speech say, in order."""
    spans = [element.content]
    if element.kind == "dialogue":
        spans = [bracket.span() for bracket in _WITHIN.finditer(text, *element.content)]
    for low, high in spans:
        if _BARE_EXIT.fullmatch(text, low, high):
            if speaking:
                yield _Event(speaking, "direction", number, low, (low, high))
            continue
        besides = _BESIDES.search(text, low, high)
        if besides or _ALL_LEAVE.fullmatch(text, low, high):
            stay = {forms[found[0]] for found in pattern.finditer(text, *besides.span("who"))} if besides else set()
            for name in [name for name in here if name not in stay]:
                yield _Event(name, "direction", number, low, (low, high))
            continue
        prose = element.kind == "action" or text[low] in "[（"
        for start, end in _sentences(text, low, high):
            if end - start > _LONGEST:
                continue
            matches = list(pattern.finditer(text, start, end))
            if match := _DIRECTION.match(text, start, end):
                named = [(forms[found[0]], found) for found in matches]
                yield from _direction(match, number, (start, end), named, here, speaking)
            elif prose:
                for found in matches:
                    tell = in_letters if has_case(found[0]) else in_han
                    for kind, offset in tell(text, (start, end), found, matches):
                        yield _Event(forms[found[0]], kind, number, offset, (start, end))


def _sentences(text: str, low: int, high: int) -> Iterator[Range]:
    at = low
    for stop in _STOP.finditer(text, low, high):
        yield from _trimmed(text, at, stop.end())
        at = stop.end()
    yield from _trimmed(text, at, high)


def _trimmed(text: str, low: int, high: int) -> Iterator[Range]:
    while low < high and text[low].isspace():
        low += 1
    while high > low and text[high - 1].isspace():
        high -= 1
    if low < high:
        yield low, high


def _direction(
    match: re.Match[str],
    number: int,
    quote: Range,
    names: list[tuple[str, re.Match[str]]],
    here: dict[str, None],
    speaking: str | None,
) -> Iterator[_Event]:
    """``Enter NORA and ILYA.``, ``Exit.``, ``Exeunt all but NORA.``"""
    verb = match.group("verb").lower()
    if verb.startswith(("enter", "re")):
        for name, found in names:
            yield _Event(name, "enters", number, found.start(), quote)
    elif verb.startswith("exit"):
        for name in [name for name, _ in names] or (
            [speaking] if speaking and not match.group("rest").strip(" .)]_*") else []
        ):
            yield _Event(name, "direction", number, quote[0], quote)
    elif verb == "exeunt":
        named = [name for name, _ in names]
        leaving = [name for name in here if name not in named] if _BUT.search(match.group("rest")) else named
        if not named and len(match.group("rest").split()) <= 1:
            leaving = list(here)
        for name in leaving:
            yield _Event(name, "direction", number, quote[0], quote)
