"""What a person should look at: signs that a file was read as something that it isn't."""

from collections.abc import Iterator
from typing import NamedTuple

from linedscript.patterns import Pattern
from linedscript.records.scene import Element, Scene
from linedscript.screenplay.cues import has_case, speaker, speakers, split_cue
from linedscript.screenplay.headings import LONGEST, find_slug
from linedscript.screenplay.lines import LineNumbers
from linedscript.screenplay.showing.facts import LANGUAGES
from linedscript.screenplay.showing.look import Look
from linedscript.screenplay.showing.marks import INVISIBLE, mark, one_line
from linedscript.screenplay.showing.summary import Summary, said
from linedscript.sources.titles import is_known

_STORY = frozenset(("action", "cue", "dialogue", "parenthetical", "lyric", "centered"))
_SURE = 0.9
_ENOUGH = 3000
"""Characters from which shares say something."""
_SHARES = {
    "heading": (0.25, "lines of prose may have been taken for headings, or the file is an outline"),
    "action": (0.92, "speech may have been taken for action: compare the cues' form with the format's"),
    "dialogue": (0.93, "action may have been taken for speech"),
    "cue": (0.30, "short lines may have been taken for cues"),
    "transition": (0.15, "short lines may have been taken for transitions"),
    "parenthetical": (0.30, "directions may have been taken for parentheticals"),
    "removed": (0.40, "look at what was removed: story text may be in it"),
}
"""Shares of the characters above which a kind is unusual: none of the scripts that the reader is tested on is."""
_MOST_PLACES = 1000
"""Of one hidden character: more are counted, and not listed."""
_LONG_CUE = 40
_WIDE_SCENE = 0.5
_CHINESE_SLUG = Pattern(r"(?:第[0-9０-９零〇一二三四五六七八九十百]+场|场景[：:]|[内外]景[.。．,，:： ])")
_OPEN = Pattern(r"\[\[|/\*|\*/|\]\]")


class Place(NamedTuple):
    line: int
    """1-based, of the decoded source."""
    text: str
    """What stands there, visible and shortened."""


class Doubt(NamedTuple):
    code: str
    problem: str
    places: tuple[Place, ...]
    """In order; empty where it is about the whole file."""


def doubts(look: Look, summary: Summary) -> list[Doubt]:
    """All that is doubtful in a reading, the gravest first."""
    return [*_file(look), *_structure(look, summary), *_lines(look, summary)]


def _file(look: Look) -> Iterator[Doubt]:
    source, text = look.reading.source, look.reading.text
    if source.encoding_confidence < _SURE:
        yield Doubt(
            "encoding-unsure",
            f"read as {source.encoding} with confidence {source.encoding_confidence:.2f}: if letters look wrong, name "
            "the encoding with --encoding",
            (),
        )
    numbers = LineNumbers(text)
    if "\ufffd" in text:
        first = text.index("\ufffd")
        yield Doubt(
            "replaced-characters",
            f"U+FFFD stands {_times(text.count(chr(0xFFFD)))} where bytes couldn't be decoded, first here",
            (_place(numbers, text, first),),
        )
    hidden: dict[str, list[int]] = {}
    for match in INVISIBLE.finditer(text):
        if match.start() or match.group() != "\ufeff":
            hidden.setdefault(match.group(), []).append(match.start())
    hidden.pop("\f", None)
    for char, found in hidden.items():
        yield Doubt(
            "hidden-characters",
            f"{mark(char)} (U+{ord(char):04X}) is in the text {_times(len(found))}: it doesn't show, or changes how "
            "its neighbours show",
            tuple(_place(numbers, text, at) for at in found[:_MOST_PLACES]),
        )
    if empty := look.layer.empty_headings:
        yield Doubt(
            "empty-heading",
            _told("a scene heading without words: no scene begins here", len(empty)),
            tuple(_place(numbers, text, min(at, len(text) - 1)) for at in empty),
        )
    if look.guessed:
        if not is_known(text[:200_000]):
            yield Doubt(
                "language-unsure",
                f"taken for {LANGUAGES[look.language]}, though most letters are neither Latin nor Chinese: words are "
                "counted so",
                (),
            )


def _structure(look: Look, summary: Summary) -> Iterator[Doubt]:
    scenes = look.reading.scenes
    if all(scene.heading is None for scene in scenes):
        yield Doubt("no-heading", "no line is a scene heading: the whole text is one scene", ())
    if not summary.cast:
        yield Doubt("no-cue", "no line is a character cue: nobody speaks", ())
    total = max(1, summary.proof.total)
    kept = max(1, summary.proof.kept)
    if total >= _ENOUGH:
        shares: dict[str, int] = {}
        for scene in scenes:
            for element in scene.elements:
                shares[element.kind] = shares.get(element.kind, 0) + element.end - element.start
        for kind, (most, hint) in _SHARES.items():
            share = summary.proof.removed / total if kind == "removed" else shares.get(kind, 0) / kept
            if share > most:
                where = "of all characters" if kind == "removed" else "of the kept characters"
                yield Doubt("unusual-share", f"{share:.0%} {where} are {kind}: {hint}", ())
    if kept >= 10 * _ENOUGH:
        for scene in scenes:
            if len(scene.text) > _WIDE_SCENE * kept and scene.heading is not None:
                yield Doubt(
                    "wide-scene",
                    f"{scene.id} holds {len(scene.text) / kept:.0%} of the kept text: headings after it may be missed",
                    (_first(scene, scene.elements[0]),),
                )
    bare = [scene for scene in scenes if scene.heading and not any(e.kind in _STORY for e in scene.elements)]
    if bare:
        yield Doubt(
            "scene-without-story",
            _told("a scene with a heading and no story", len(bare)),
            tuple(_first(scene, next(e for e in scene.elements if e.kind == "heading")) for scene in bare),
        )


def _lines(look: Look, summary: Summary) -> Iterator[Doubt]:
    silent, long, alone, named, slugs, opened = [], [], [], [], [], []
    names = {speaker(one.name) for one in summary.cast if one.speeches >= 2}
    for speech in said(look.reading.scenes):
        place = _first(speech.scene, speech.cue)
        if not speech.spoken:
            silent.append(place)
        if speech.cue.cue is not None and any(len(name) > _LONG_CUE for name in speakers(speech.cue.cue.name)):
            long.append(place)
    fountain = look.reading.source.format == "fountain"
    for scene in look.reading.scenes:
        side = None
        for element in scene.elements:
            if element.kind == "cue":
                if element.dual == "right" and side is None or side == "left" and element.dual is None:
                    alone.append(_first(scene, element))
                side = element.dual
            if element.kind not in _STORY or element.kind == "cue":
                continue
            own = scene.text[slice(*element.content)]
            if element.kind == "action":
                for body in map(str.strip, own.splitlines()):
                    if not body or len(body) > LONGEST:
                        continue
                    if speaker(split_cue(body)[0]) in names and (not has_case(body) or body == body.upper()):
                        named.append(Place(element.lines[0], one_line(body, 60)))
                    if (slug := find_slug(body)) and slug.group("rest") and slug.group("word").isupper():
                        slugs.append(Place(element.lines[0], one_line(body, 60)))
                    elif _CHINESE_SLUG.match(body):
                        slugs.append(Place(element.lines[0], one_line(body, 60)))
            if fountain and _OPEN.search(own):
                opened.append(_first(scene, element))
    for code, problem, places in (
        ("cue-without-speech", "a cue with no speech under it: it may be action", silent),
        ("long-cue", f"a cue of more than {_LONG_CUE} characters: it may be action", long),
        ("name-in-action", "action that is a speaker's name alone: it may be a cue", named),
        ("heading-in-action", "action that opens like a scene heading", slugs),
        ("dual-alone", "one side of dual dialogue without the other", alone),
        ("open-mark", "[[ or /* without its partner: the text after it was kept", opened),
    ):
        if places:
            yield Doubt(code, _told(problem, len(places)), tuple(places))


def _told(problem: str, count: int) -> str:
    return problem if count == 1 else f"{count:,} times {problem}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _first(scene: Scene, element: Element) -> Place:
    return Place(element.lines[0], one_line(scene.text[slice(*element.content)], 60))


def _place(numbers: LineNumbers, text: str, at: int) -> Place:
    return Place(numbers.span(at, at + 1)[0], one_line(text[max(0, at - 20) : at + 20], 60))
