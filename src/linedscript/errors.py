"""Typed errors: a code, the place, what was expected and found, and a hint."""

import re

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST = 2000
"""Characters of a problem, most of which is then some value of a file."""


def one_line(text: object) -> str:
    """With control characters and line ends as escapes: a file may have them in its name, and a line of a report or a
    terminal is no place for them."""
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), str(text))


_FORMS = {
    r"^[0-9a-f]{64}$(?!\n)": "a SHA-256 of 64 digits (0 to 9, a to f)",
    r"^[a-z]{2}-[0-9]{4}$(?!\n)": "a film's id such as en-0001",
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$(?!\n)": "a day such as 2026-11-29",
    r"^[a-z0-9][a-z0-9-]{0,99}$(?!\n)": "a run's name, of small letters, digits and hyphens",
    r"^pt-[0-9]{4}$(?!\n)": "a patch's id such as pt-0001",
    r"^r[0-9]+$(?!\n)": "a reviewer's code such as r1",
    r"^s[0-9]{4}$(?!\n)": "a scene's id such as s0004",
}
"""What a pattern of the records asks for, in words."""


def _worded(text: str) -> str:
    """A validation error with words in place of a pattern of ``_FORMS``."""
    for pattern, words in _FORMS.items():
        text = text.replace(f"Expected `str` matching regex {pattern!r}", f"Expected {words}")
    return text


def _told(text: object) -> str:
    """Line by line as ``one_line``, and not longer than a person reads: a value out of a file may be anything."""
    said = "\n".join(map(one_line, _worded(str(text)).split("\n")))
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}… ({len(said):,} characters)"


def misfit(error: object) -> str:
    """What a validation or decoding error says of settings, without a value that it found there: that may be a key, as
    may be what stands in the place of a field's name."""
    without = re.sub(
        r"^Invalid (enum )?value .*?(?=( - at `[^`]*`)?$)", r"Invalid \1value", str(error), flags=re.DOTALL
    )
    return re.sub(r"unknown field `(?![a-z_]{1,30}`).*?`", "unknown field", without, flags=re.DOTALL)


class LinedscriptError(Exception):
    """A fault in data or settings that a person can repair.

    ``code`` is stable and kebab-case; ``place`` names file, line or record; ``hint`` says what to do.
    """

    def __init__(self, code: str, place: str, problem: str, hint: str = "") -> None:
        super().__init__(code, place, problem, hint)
        self.code = code
        self.place = place
        self.problem = problem
        self.hint = hint

    def __str__(self) -> str:
        hint = f"\n    hint: {_told(self.hint)}" if self.hint else ""
        return f"[{self.code}] {one_line(self.place)}: {_told(self.problem)}{hint}"


class Faults(LinedscriptError):
    """All faults of a file or tree, collected before failing once."""

    def __init__(self, faults: list[LinedscriptError]) -> None:
        first = faults[0]
        super().__init__(first.code, first.place, first.problem, first.hint)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


_TOLD = 3
"""Faults of one kind that are told one by one."""
_LINES = 8
"""Lines that a folded fault names."""
_FILES = 4
"""Files that it names beside the first."""


def folded(faults: list[LinedscriptError]) -> list[LinedscriptError]:
    """Faults of rows, of which more than a few of one file, code and hint become one that says how many there are; so
    do faults of whole files, of one code and hint."""
    groups: dict[tuple[str, str, str], list[LinedscriptError]] = {}
    for fault in faults:
        groups.setdefault((fault.code, fault.place.rpartition(":")[0], fault.hint), []).append(fault)
    told: list[LinedscriptError] = []
    for (code, place, hint), group in groups.items():
        first, *more = group
        if len(group) <= _TOLD:
            told += group
            continue
        if place:
            lines = [fault.place.rpartition(":")[2] for fault in more[:_LINES]] + ["…"] * (len(more) > _LINES)
            problem = f"{first.problem}; so it is in {len(more)} more rows, at {', '.join(lines)}"
        else:
            folder = first.place.rpartition("/")[0]
            files = [fault.place.removeprefix(f"{folder}/") for fault in more[:_FILES]]
            rest = f" and {left} more" if (left := len(more) - len(files)) else ""
            problem = f"{first.problem}; so it is with {len(more)} more: {', '.join(files)}{rest}"
        told.append(LinedscriptError(code, first.place, problem, hint))
    return told


def raise_all(faults: list[LinedscriptError]) -> None:
    """Raise the collected faults, if there are any."""
    if faults:
        raise faults[0] if len(faults) == 1 else Faults(faults)
