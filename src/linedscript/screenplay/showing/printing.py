"""Prints the lined script: in colour to a terminal, as plain text to anything else."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from linedscript.errors import LinedscriptError
from linedscript.screenplay.showing.doubts import Doubt, doubts
from linedscript.screenplay.showing.emphasized import emphasis_marks
from linedscript.screenplay.showing.facts import facts
from linedscript.screenplay.showing.layout import Bit, Bits, pad, place, width, wrap
from linedscript.screenplay.showing.look import Look
from linedscript.screenplay.showing.marks import visible
from linedscript.screenplay.showing.summary import Speaker, Summary, summarize
from linedscript.screenplay.showing.terminal import FANCY, PLAIN, Setter, Signs

_PLAIN_COLUMNS = 80
_PLACES = 5
"""Places shown of one doubt."""
_CAST = 40
"""Speakers shown: the rest is told by number."""
_BATCH = 200
_STYLES = {
    "margin": "dim",
    "rule": "cyan",
    "id": "bold cyan",
    "field": "dim",
    "value": "bold",
    "heading": "bold cyan",
    "action": "",
    "cue": "bold yellow",
    "parenthetical": "yellow",
    "dialogue": "green",
    "lyric": "italic green",
    "transition": "magenta",
    "centered": "bold",
    "section": "bold blue",
    "synopsis": "italic blue",
    "removed": "dim red",
    "reason": "dim red",
    "cut": "dim strike",
    "mark": "dim",
    "note": "italic magenta",
    "contact": "underline reverse",
    "bold": "bold",
    "italic": "italic",
    "underline": "underline",
    "doubt": "bold red",
    "title": "bold",
}


class Printer:
    """Lines to standard output. Rich is loaded where that is a terminal, or where the environment wants colour."""

    def __init__(self) -> None:
        self.console = None
        self.columns = _columns()
        if _is_terminal():
            from rich.console import Console

            self.console = Console(highlight=False, markup=False, emoji=False)
            self.columns = self.console.width
        encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
        self.signs: Signs = FANCY if encoding.startswith(("utf", "gb18030")) else PLAIN

    def print(self, lines: Iterable[Bits]) -> None:
        if self.console is None:
            for line in lines:
                sys.stdout.write("".join(bit.text for bit in line).rstrip() + "\n")
            return
        from rich.segment import Segment, Segments
        from rich.style import Style

        styles: dict[str, Style] = {}

        def style(names: str) -> Style:
            if names not in styles:
                styles[names] = sum((Style.parse(_STYLES.get(name) or "none") for name in names.split()), Style.null())
            return styles[names]

        rest = iter(lines)
        while batch := list(islice(rest, _BATCH)):
            segments: list[Segment] = []
            for line in batch:
                segments += [Segment(bit.text, style(bit.style)) for bit in line]
                segments.append(Segment.line())
            self.console.print(Segments(segments), end="", soft_wrap=True)


def show(look: Look, text: bool = True, only: frozenset[int] | None = None) -> None:
    """The lined script and, after it, what it comes to. ``only``: the numbers of the scenes that are shown."""
    if only is not None and (missing := sorted(only - {scene.index for scene in look.reading.scenes})):
        raise LinedscriptError(
            "no-such-scene",
            look.name,
            f"--scenes asks for {', '.join(map(str, missing[:5]))}, the last scene is {len(look.reading.scenes)}",
            "leave --scenes out to see all",
        )
    printer = Printer()
    summary = summarize(look)
    if text:
        printer.print(Setter(look, printer.columns, printer.signs, emphasis_marks(look)).script(only))
        printer.print([[]])
    printer.print(account(look, summary, doubts(look, summary), printer.columns, printer.signs))


def account(
    look: Look, summary: Summary, doubtful: Sequence[Doubt], columns: int, signs: Signs = FANCY
) -> Iterator[Bits]:
    """Facts, cast and doubts, in so many columns."""
    yield [Bit(signs.rule * 2 + " summary " + signs.rule * max(0, columns - 11), "rule")]
    for name, said in facts(look, summary):
        yield from _hanging(
            f"{name:<9} ", said, columns, "doubt" if name == "proof" and not summary.proof.holds else ""
        )
    if summary.cast:
        yield from _cast(summary.cast, columns, "characters" if look.language == "zh" else "words")
    for doubt in doubtful:
        yield from _hanging("warning   ", f"{doubt.problem} [{doubt.code}]", columns, "", "doubt")
        for at in doubt.places[:_PLACES]:
            for line in wrap([Bit(f"line {at.line}: ", "field"), Bit(at.text, "")], columns - 12):
                yield place(line, 12)
        if len(doubt.places) > _PLACES:
            yield place([Bit(f"and {len(doubt.places) - _PLACES} more places", "field")], 12)


def _hanging(name: str, said: str, columns: int, style: str, lead: str = "field") -> Iterator[Bits]:
    if columns < 40:
        yield [Bit(name.rstrip(), lead)]
        for line in wrap([Bit(said, style)], columns - 2):
            yield place(line, 2)
        return
    for number, line in enumerate(wrap([Bit(said, style)], columns - len(name))):
        yield [Bit(" " * len(name) if number else name, lead), *line]


def _cast(cast: Sequence[Speaker], columns: int, unit: str) -> Iterator[Bits]:
    shown = cast[:_CAST]
    column = min(max(width(visible(speaker.name)) for speaker in shown), max(8, columns - 50))
    lead = "cast      " if columns >= 40 else "  "
    for number, speaker in enumerate(shown):
        name = wrap([Bit(visible(speaker.name), "cue")], column)[0]
        voices = "/".join(voice for voice in speaker.voices if voice != "on")
        said = [
            f"{speaker.speeches} speech{'es' if speaker.speeches != 1 else ''}",
            f"{speaker.words:,} {unit if speaker.words != 1 else unit[:-1]}",
            f"{speaker.scenes} scene{'s' if speaker.scenes != 1 else ''}",
            *([f"voice {voices}"] if voices else []),
        ]
        yield [
            Bit(" " * len(lead) if number else lead, "field"),
            *pad(name, column),
            *wrap([Bit("  " + ", ".join(said), "")], max(20, columns - len(lead) - column))[0],
        ]
    if len(cast) > _CAST:
        yield place([Bit(f"and {len(cast) - _CAST} more speakers", "field")], len(lead))


def _columns() -> int:
    """The environment's word, else a page's."""
    said = os.environ.get("COLUMNS", "")
    return int(said) if said.isdecimal() and 20 <= int(said) <= 1000 else _PLAIN_COLUMNS


def _is_terminal() -> bool:
    forced = os.environ.get("FORCE_COLOR", "") not in ("", "0")
    return forced or (sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb")
