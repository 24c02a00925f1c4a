"""Time lines of SRT and WebVTT: what is one, what it says, and what it gets wrong."""

from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern

_TIME = (
    r"(?P<{0}minus>-?)\s?(?:(?P<{0}hours>[0-9]{{1,4}})\s?:\s?)?(?P<{0}minutes>[0-9]{{1,3}})\s?:\s?"
    r"(?P<{0}seconds>[0-9]{{1,3}})(?:\s?[,.:;，．]\s?(?P<{0}part>[0-9]{{1,9}}))?"
)
_DIGIT, _MARK = "[0-9０-９]", r"\s?[:;.,：；．，]\s?"
_LOOSE_TIME = (
    rf"(?=-?\s?{_DIGIT}+{_MARK}{_DIGIT}+{_MARK}{_DIGIT})(?P<{{0}}minus>-?)\s?(?:(?P<{{0}}hours>{_DIGIT}{{{{1,4}}}}){_MARK})?"
    rf"(?P<{{0}}minutes>{_DIGIT}{{{{1,2}}}}){_MARK}(?P<{{0}}seconds>{_DIGIT}{{{{2}}}})(?!{_DIGIT})"
    rf"(?:{_MARK}(?P<{{0}}part>{_DIGIT}{{{{1,9}}}}))?"
)
"""A time whose parts are apart by other signs than colons, as some programs write it: 00.00.01.500, 00;00;01;500."""
_ARROW = r"[ \t]*(?:-[ \t]?-?[ \t]?>|[–—=]>|→)[ \t]*"
_LINE = Pattern(rf"[\s\ufeff]*{_TIME.format('from_')}{_ARROW}{_TIME.format('to_')}(?P<rest>(?![0-9]).*)?$")
_LOOSE_LINE = Pattern(
    rf"[\s\ufeff]*{_LOOSE_TIME.format('from_')}{_ARROW}{_LOOSE_TIME.format('to_')}(?P<rest>(?![0-9]).*)?$"
)
_CLOCK = Pattern(r"[0-9]\s?:\s?[0-9]")
_SETTINGS = Pattern(r"(?:\s+[A-Za-z][\w-]*:\S+)*\s*$")


class Times(NamedTuple):
    start: float
    """Seconds."""
    end: float
    text: int | None
    """Where text begins on the time line itself; null where only settings follow the times."""


def time_line(line: str, place: str, settings_only: bool) -> Times | None:
    """What a time line says; null where the line is none.

    Hours may be missing, and so may the fraction, behind a comma or a dot, of any number of digits; dots, semicolons,
    commas and full-width signs may stand for the colons. ``settings_only``:
    what follows the times is never text. Raises ``invalid-time`` and ``impossible-time``.
    """
    if ">" not in line and "→" not in line:
        return None
    match = _LINE.match(line) or _LOOSE_LINE.match(line)
    if match is None:
        if "-->" in line and _CLOCK.search(line):
            raise LinedscriptError(
                "invalid-time", place, f"{line.strip()[:80]!r} isn't two times", "write 00:01:02,345 --> 00:01:04,567"
            )
        return None
    start, end = (_seconds(match, which, line, place) for which in ("from_", "to_"))
    if end < start:
        raise LinedscriptError(
            "impossible-time",
            place,
            f"{line.strip()[:80]!r} ends before it begins",
            "correct the times, or delete the cue",
        )
    rest = match["rest"] or ""
    if settings_only or _SETTINGS.match(rest):
        return Times(start, end, None)
    return Times(start, end, match.start("rest") + len(rest) - len(rest.lstrip()))


def _seconds(match, which: str, line: str, place: str) -> float:
    hours, minutes, seconds = (int(match[which + part] or 0) for part in ("hours", "minutes", "seconds"))
    if match[which + "minus"]:
        raise LinedscriptError(
            "impossible-time",
            place,
            f"{line.strip()[:80]!r} has a time before 0",
            "shift the subtitles so that none begins before the film, or delete the cue",
        )
    if minutes > 59 or seconds > 59:
        raise LinedscriptError(
            "impossible-time",
            place,
            f"{line.strip()[:80]!r} has {minutes} minutes and {seconds} seconds in one time",
            "minutes and seconds go up to 59: correct the time",
        )
    part = (match[which + "part"] or "").ljust(3, "0")[:3]
    return (((hours * 60 + minutes) * 60 + seconds) * 1000 + int(part)) / 1000
