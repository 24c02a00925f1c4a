"""When two answers say the same: names by their entity, numbers and dates by their value, no articles, no case.

``wordings`` reads what may stand about an answer. Of a sentence in other words nobody knows anything: a deterministic
judge takes it for wrong, and tables name the judge.
"""

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from linedscript.io.canonical import id_key
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.suites.stage.dates import Date, date_of, date_places, dates_agree
from linedscript.suites.stage.whole import gender

_WORD = Pattern(r"[^\W_]+(?:'[^\W_]+)*")
_HAN = Pattern(r"[〇零一二三四五六七八九十百千两]+|[㐀-鿿]|[^\W_㐀-鿿]+")
_DROPPED = frozenset("a an the and or then is are was were".split())
_DROPPED_HAN = frozenset("的了是和与、")
_ONES = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split(),
        range(20),
        strict=True,
    )
)
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_ORDINAL = Pattern(r"^(\d+)(?:st|nd|rd|th)$")
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = {name[:3]: f"m:{number}" for number, name in enumerate(_MONTHS, 1)} | {
    name: f"m:{number}" for number, name in enumerate(_MONTHS, 1)
}
_ORDINALS = {
    name: number
    for number, name in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
} | {"thirtieth": 30}
"""Read as numbers beside a month alone: elsewhere "second" may be a second."""
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_DAY = {name: f"w:{number}" for number, name in enumerate(_DAYS, 1)} | {
    short: f"w:{number}" for short, number in dict(mon=1, tue=2, tues=2, thu=4, thur=4, thurs=4, fri=5).items()
}
"""Short forms that are words as well ("sat", "sun", "wed") stay words."""
_FIGURES = Pattern(r"(?<![\w.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\w-])")
"""Year, month and day in figures; with the year at the end nobody can tell the month from the day."""
_WEEK_HAN = Pattern(r"(?:星期|周|礼拜)([一二三四五六日天])")
_DIGITS = dict(zip("〇零一二三四五六七八九", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)) | {"两": 2}
_POWERS = {"十": 10, "百": 100, "千": 1000}


class Names(NamedTuple):
    """The approved aliases of a film's entities, as token sequences by their first token, the longest first."""

    language: Language
    aliases: dict[str, list[tuple[tuple[str, ...], str]]]
    dates: frozenset[Date]
    """With a month and a day, as the film tells them."""
    genders: dict[str, str]
    """"m" or "f" by token of a person whose forms tell it; in English alone."""


def names_of(entities: Sequence[Entity], language: Language) -> Names:
    """An alias that several entities bear stands for all of them together. A time with a number, a month or a day of
    the week in it is no name: it is read by its value. A title before one name of somebody may stand before each."""
    owners: dict[tuple[str, ...], set[str]] = {}
    dates: set[Date] = set()
    for entity in entities:
        forms = [tuple(tokens_of(alias.surface, language)) for alias in entity.aliases]
        for tokens in dict.fromkeys((*forms, *_titled(forms))):
            date = date_of(tokens) if "TimePoint" in entity.types else None
            if date is not None:
                dates.add(date)
            if tokens and not (entity.types == ("TimePoint",) and any(map(_is_of_time, tokens))):
                owners.setdefault(tokens, set()).add(entity.id)
    index: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for tokens, ids in sorted(owners.items()):
        index.setdefault(tokens[0], []).append((tokens, "e:" + ",".join(sorted(ids, key=id_key))))
    aliases = {first: sorted(held, key=lambda one: -len(one[0])) for first, held in index.items()}
    genders = {f"e:{one.id}": told for one in entities if language == "en" and (told := gender(one))}
    return Names(language, aliases, frozenset(dates), genders)


def _titled(forms: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    names = [form for form in forms if form]
    titles = {
        form[: -len(name)] for form in names for name in names if len(form) > len(name) and form[-len(name) :] == name
    }
    return [title + name for title in sorted(titles) for name in names]


def _is_of_time(token: str) -> bool:
    return token.isdigit() or token.startswith(("m:", "w:"))


def normalized(text: str, names: Names) -> tuple[str, ...]:
    """The text's tokens: ``e:<ids>`` for an alias, a number in digits, ``m:<n>`` for a month, else the word. Dates are
    read before names."""
    tokens = tokens_of(text, names.language)
    dates = date_places(tokens)
    found: list[str] = []
    place = 0
    while place < len(tokens):
        for alias, name in names.aliases.get(tokens[place], ()):
            size = len(alias)
            if tuple(tokens[place : place + size]) == alias and not dates.issuperset(range(place, place + size)):
                found.append(name)
                place += size
                break
        else:
            found.append(tokens[place])
            place += 1
    return tuple(found)


def equal(reply: Sequence[str], reference: Sequence[str], dates: Collection[Date] = (), with_year: bool = True) -> bool:
    """Whether two normalized answers are the same: token by token; of dates as ``dates_agree`` says; of a number with
    its unit also the bare number, as the question gives the unit."""
    if not reply or not reference:
        return False
    if tuple(reply) == tuple(reference):
        return True
    if len(reference) == 2 and reference[0].isdigit() and not reference[1].isdigit() and len(reply) == 1:
        return reply[0] == reference[0]
    return date_of(reference) is not None and dates_agree(date_of(reply), date_of(reference), dates, with_year)


def holds(text: Sequence[str], part: Sequence[str]) -> bool:
    """Whether ``part`` stands in ``text`` in one piece."""
    size = len(part)
    return size > 0 and any(tuple(text[at : at + size]) == tuple(part) for at in range(len(text) - size + 1))


def tokens_of(text: str, language: Language) -> list[str]:
    """Numbers in digits, ``m:<n>`` for a month, ``w:<n>`` for a day of the week, else words; no names."""
    text = unicodedata.normalize("NFKC", text).replace("’", "'").replace("‘", "'").casefold()
    return list(_english(text) if language == "en" else _chinese(text))


def _english(text: str) -> Iterable[str]:
    text = _FIGURES.sub(lambda found: f"{int(found[4])} {_month_name(found[3])} {found[1]}", text)
    words = [word.removesuffix("'s").replace("'", "") for word in _WORD.findall(text)]
    place = 0
    while place < len(words):
        word = words[place]
        ordinal = _ORDINAL.match(word)
        following = words[place + 1] if place + 1 < len(words) else ""
        if (day := _ordinal(words, place)) is not None:
            yield str(day[0])
            place += day[1]
            continue
        if word in _TENS:
            more = _ONES.get(following, 0) if _ONES.get(following, 10) < 10 else 0
            yield str(_TENS[word] + more)
            place += 1 + (more > 0)
            continue
        if word in _ONES:
            yield str(_ONES[word])
        elif ordinal:
            yield ordinal[1]
        elif word.isascii() and word.isdigit():
            yield str(int(word))
        elif word in _MONTH:
            yield _MONTH[word]
        elif word in _DAY:
            yield _DAY[word]
        elif word not in _DROPPED:
            yield word
        place += 1


def _month_name(figures: str) -> str:
    """As it is where there is no such month."""
    return _MONTHS[int(figures) - 1] if 1 <= int(figures) <= 12 else figures


def _ordinal(words: Sequence[str], place: int) -> tuple[int, int] | None:
    """The day that ordinals name beside a month ("the twenty-first of May", "May the third"), and their words."""
    tens, size = (_TENS[words[place]], 1) if words[place] in _TENS else (0, 0)
    last = words[place + size] if place + size < len(words) else ""
    day = _ORDINALS.get(last)
    if day is None or (tens and day > 9):
        return None
    size += 1
    before = [word for word in words[max(0, place - 2) : place] if word != "the"][-1:]
    after = [word for word in words[place + size : place + size + 2] if word != "of"][:1]
    return (tens + day, size) if any(word in _MONTH for word in (*before, *after)) else None


def _chinese(text: str) -> Iterable[str]:
    """A month is told by 月 behind its number, so that 3月20日 and 三月二十日 are one date; 年, 月, 日 and 号 behind a
    number go with it."""
    text = _FIGURES.sub(lambda found: f"{found[1]}年{int(found[3])}月{int(found[4])}日", text)
    text = _WEEK_HAN.sub(lambda found: f" week{'一二三四五六日'.find(found[1].replace('天', '日')) + 1} ", text)
    pieces = [piece for piece in _HAN.findall(text) if piece not in _DROPPED_HAN]
    for place, piece in enumerate(pieces):
        number = _number(piece)
        following = pieces[place + 1] if place + 1 < len(pieces) else ""
        before = _number(pieces[place - 1]) if place else None
        if piece.startswith("week") and piece[4:].isdigit():
            yield f"w:{piece[4:]}"
        elif number is not None:
            yield f"m:{number}" if following == "月" else str(number)
        elif not (before is not None and piece in "月年日号"):
            yield piece


def _number(piece: str) -> int | None:
    """The value of digits or of a Chinese numeral, written by place (二〇二六) or with 十, 百, 千."""
    if piece.isascii() and piece.isdigit():
        return int(piece)
    if any(char not in _DIGITS and char not in _POWERS for char in piece):
        return None
    if not any(char in _POWERS for char in piece):
        return int("".join(str(_DIGITS[char]) for char in piece))
    total, held = 0, None
    for char in piece:
        if char in _POWERS:
            total += (1 if held is None else held) * _POWERS[char]
            held = None
        else:
            held = _DIGITS[char]
    return total + (held or 0)
