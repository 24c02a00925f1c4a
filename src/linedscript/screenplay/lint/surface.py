"""Faults of bytes and lines, whatever they say: encoding, line ends, tabs, blanks, control characters."""

from collections import Counter

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.containers.opening import container_of, refuse_large
from linedscript.screenplay.decode import decode
from linedscript.screenplay.headings import LONGEST
from linedscript.screenplay.lint.findings import Source
from linedscript.screenplay.refusals import refuse_binary, refuse_text

_CONTROL = Pattern(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SEPARATOR = Pattern(r"[\x0b\x0c\x85\u2028\u2029]")
_TRAILING = Pattern(r"(?<![ \t])(?:[ \t]{2,}|\t)$")
_ENDS = {"\n": "LF", "\r\n": "CRLF", "\r": "CR", "": "none"}
_BINARY = 0.05
"""Share of control characters from which a file is no text."""


def opened(data: bytes, encoding: str | None) -> tuple[Source, bool]:
    """The text of a file with the findings of its bytes, and whether it is a text to look into. Never raises."""
    try:
        refuse_binary(data, "")
    except LinedscriptError as error:
        return _refused("not-fountain", error.problem), False
    if container := container_of(data):
        return _refused("not-fountain", f"this is {container.upper()}, not Fountain"), False
    try:
        text, fault = decode(data, "", encoding).text, None
    except LinedscriptError as error:
        if error.code == "empty-file":
            return _refused("empty-file", error.problem), False
        text, fault = _replaced(data, encoding), error
    if fault and len(_CONTROL.findall(text[:100_000])) > _BINARY * len(text[:100_000]):
        return _refused("not-fountain", fault.problem), False
    try:
        refuse_large(text, "")
    except LinedscriptError as error:
        return _refused("too-large", error.problem), False
    source = Source(text)
    if fault and "\ufffd" in text:
        count = text.count("\ufffd")
        more = f"; {count} such places" if count > 1 else ""
        source.add("undecodable-byte", text.index("\ufffd"), fault.problem + more)
    elif fault and not _CONTROL.search(text):
        source.add("undecodable-byte", 0, fault.problem)
    try:
        refuse_text(text, "")
    except LinedscriptError as error:
        source.add("not-fountain", 0, error.problem)
        return source, False
    _characters(source, replaced=fault is not None)
    return source, True


def _refused(code: str, problem: str) -> Source:
    source = Source("")
    source.add(code, 0, problem)
    return source


def _replaced(data: bytes, encoding: str | None) -> str:
    try:
        return decode(data, "", encoding, "replace").text
    except LinedscriptError:
        return data.decode("utf-8", errors="replace")


def _characters(source: Source, replaced: bool) -> None:
    text = source.text
    if text.startswith("\ufeff"):
        source.add("byte-order-mark", 0, "the file starts with a byte order mark")
    if not replaced and "\ufffd" in text:
        for line in source.lines:
            if "\ufffd" in line.raw:
                at = line.start + line.raw.index("\ufffd")
                source.add("replacement-character", at, f"{line.raw.count(chr(0xFFFD))} lost in this line (U+FFFD)")
    if control := _CONTROL.search(text):
        found = len(_CONTROL.findall(text))
        more = f"; {found} in all" if found > 1 else ""
        source.add("control-character", control.start(), f"control character U+{ord(control.group()):04X}{more}")


def check_lines(source: Source, title_stop: int) -> None:
    """Faults of single lines. ``title_stop``: where the title page ends, in which tabs are as good as blanks."""
    ends = Counter(source.text[line.end : line.stop] for line in source.lines)
    del ends[""]
    if len(ends) > 1:
        usual = ends.most_common(1)[0][0]
        odd = next(line for line in source.lines if source.text[line.end : line.stop] not in (usual, ""))
        found = ", ".join(f"{count} {_ENDS[end]}" for end, count in ends.most_common())
        source.add("mixed-line-ends", odd.end, f"line ends differ: {found}")
    for line in source.lines:
        raw = line.raw
        if "\t" in raw and line.start >= title_stop and line.body:
            source.add("tab", line.start + raw.index("\t"), "a tab in this line")
        if len(raw) != len(line.body) and raw and line.body and raw[-1] in " \t" and (blanks := _TRAILING.search(raw)):
            source.add(
                "trailing-blanks", line.start + blanks.start(), f"{len(blanks.group())} blanks at the line's end"
            )
        if match := _SEPARATOR.search(raw):
            sign = f"U+{ord(match.group()):04X}"
            source.add("line-separator", line.start + match.start(), f"{sign} inside a line isn't a line end")
        if len(raw) > LONGEST:
            source.add("long-line", line.start, f"a line of {len(raw)} characters")
