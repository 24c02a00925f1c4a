"""A reply without the words that its question holds, and with them again: so a recording holds no script.

Whoever replays a recording asks the same question, whose payload has the script's words.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from linedscript.engines.places import is_wide
from linedscript.errors import LinedscriptError
from linedscript.records.engine import Quotation, RecordedLine, TranscriptLine

Place = tuple[str | int, ...]
_LEAST = 12
"""Code points, a wide one for two, from which equal words are kept as a place: some three words, or six characters."""
_TRIED = 20
"""Places of the payload that are tried for one beginning: of what is said everywhere one will do."""
_END = "\uffff"
"""Between two texts of a payload: no character."""


def without_quotes(line: TranscriptLine, payload: dict[str, Any]) -> RecordedLine:
    """The line with every run of its question's words taken out of its reply, exactly as they stand there."""
    fields = {name: getattr(line, name) for name in TranscriptLine.__struct_fields__}
    quotes: list[Quotation] = []
    question = _Question(payload)

    def shortened(text: str, at: Place) -> str:
        kept = ""
        done = 0
        for begin, end, of, start in question.runs(text):
            kept += text[done:begin]
            quotes.append(Quotation(at=at, offset=len(kept), of=of, start=start, end=start + end - begin))
            done = end
        return kept + text[done:]

    return RecordedLine(**fields | {"reply": _mapped(line.reply, (), shortened)}, quotes=tuple(quotes))


def with_quotes(line: RecordedLine, payload: dict[str, Any]) -> TranscriptLine:
    """The line as the transcript had it. Raises ``invalid-answer`` where a quotation names no place of ``payload``."""
    fields = {name: getattr(line, name) for name in TranscriptLine.__struct_fields__}
    by_text: dict[Place, list[Quotation]] = {}
    for quote in line.quotes:
        by_text.setdefault(quote.at, []).append(quote)

    def whole(text: str, at: Place) -> str:
        pieces: list[str] = []
        done = 0
        for quote in by_text.pop(at, ()):
            words = _text_at(payload, quote.of)
            if words is None or not done <= quote.offset <= len(text) or not quote.start < quote.end <= len(words):
                raise _misplaced(line, quote)
            pieces += (text[done : quote.offset], words[quote.start : quote.end])
            done = quote.offset
        return "".join((*pieces, text[done:]))

    reply = _mapped(line.reply, (), whole) if by_text else line.reply
    if by_text:
        raise _misplaced(line, next(iter(by_text.values()))[0])
    return TranscriptLine(**fields | {"reply": reply})


def _misplaced(line: RecordedLine, quote: Quotation) -> LinedscriptError:
    return LinedscriptError(
        "invalid-answer",
        f"{line.layer} {line.role} {line.key} attempt {line.attempt}",
        f"its recording puts words of {_told(quote.of)} into {_told(quote.at)}, where they can't stand",
        "fetch the recording again",
    )


def _told(place: Place) -> str:
    return "/".join(map(str, place)) or "the whole"


class _Question:
    """The texts of a payload, in one string, with where each begins."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self._places: list[Place] = []
        self._begins: list[int] = []
        texts: list[str] = []
        length = 0
        for place, text in _texts(payload, ()):
            self._places.append(place)
            self._begins.append(length)
            texts.append(text)
            length += len(text) + 1
        self._all = _END.join(texts)

    def runs(self, text: str) -> Iterator[tuple[int, int, Place, int]]:
        """``(begin, end, of, start)``: ``text[begin:end]`` stands at ``start`` in the payload's text ``of``. Disjoint,
        in order, each as long as it can be from where it begins, which is no place inside a word."""
        begin = 0
        while begin < len(text):
            least = _least(text, begin)
            if least is None:
                return
            length, where = (0, 0) if _inside(text, begin) else self._longest(text, begin, least)
            if length:
                number = _number(self._begins, where)
                yield begin, begin + length, self._places[number], where - self._begins[number]
            begin += length or 1

    def _longest(self, text: str, begin: int, least: int) -> tuple[int, int]:
        seed = text[begin:least]
        length, where = 0, 0
        found = -1 if _END in seed else self._all.find(seed)
        for _ in range(_TRIED):
            if found < 0:
                break
            run = len(seed)
            while text[begin + run : begin + run + 1] == self._all[found + run : found + run + 1] not in ("", _END):
                run += 1
            if run > length:
                length, where = run, found
            found = self._all.find(seed, found + 1)
        return length, where


def _least(text: str, begin: int) -> int | None:
    """Where the shortest run from ``begin`` that counts would end; null where the text ends before."""
    width = 0
    for place in range(begin, len(text)):
        width += 2 if is_wide(text[place]) else 1
        if width >= _LEAST:
            return place + 1
    return None


def _inside(text: str, place: int) -> bool:
    if not place or is_wide(text[place]) or is_wide(text[place - 1]):
        return False
    return text[place - 1].isalnum() and text[place].isalnum()


def _number(begins: list[int], where: int) -> int:
    from bisect import bisect_right

    return bisect_right(begins, where) - 1


def _texts(value: Any, place: Place) -> Iterator[tuple[Place, str]]:
    """Every text in plain data or records, keys left out and in their order."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for name in sorted(value):
            yield from _texts(value[name], (*place, name))
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _texts(inner, (*place, number))
    elif isinstance(value, msgspec.Struct):
        yield from _texts(msgspec.to_builtins(value), place)


def _text_at(value: Any, place: Place) -> str | None:
    for step in place:
        if isinstance(value, msgspec.Struct):
            value = msgspec.to_builtins(value)
        if isinstance(step, str) and isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(step, int) and isinstance(value, list | tuple) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value if isinstance(value, str) else None


def _mapped(value: Any, place: Place, change: Any) -> Any:
    if isinstance(value, str):
        return change(value, place)
    if isinstance(value, dict):
        return {name: _mapped(value[name], (*place, name), change) for name in value}
    if isinstance(value, list | tuple):
        return [_mapped(inner, (*place, number), change) for number, inner in enumerate(value)]
    return value
