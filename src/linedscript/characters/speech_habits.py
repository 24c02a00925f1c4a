"""How a character's lines differ from the others', and how it addresses whom: measured, with the lines that show it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from linedscript.backbone.normalization_words import KIN, PLAIN_HONORIFICS, TITLES, ZH_KIN, ZH_TITLES
from linedscript.characters.spoken import Line, sentences
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity

_WORD = Pattern(r"[^\W_]+(?:['’][^\W_]+)*")
_CLOSERS = "\"'”’」』）)*_ "
_SHORT, _LONG = {"en": 3, "zh": 4}, {"en": 14, "zh": 16}
"""Words or characters of a sentence, at most and at least."""
_SHORT_MEAN, _LONG_MEAN = {"en": 5, "zh": 6}, {"en": 8, "zh": 10}
"""Of all sentences of who speaks in short or in long ones, at most and at least: between them lie most speakers of the
samples (en 5.2 to 7.3, zh 7.3 to 8), and a few long speeches among many short lines make nobody long-winded."""
_APART = 1.25
"""How many times the others' mean length a speaker's is, or theirs the speaker's."""
_COURTESY = {
    "en": Pattern(r"\b(?:please|sir|ma['’]am|madam|thank you|thanks|pardon|sorry|if you would|may I)\b", 2),
    "zh": Pattern(r"您|请|谢谢|多谢|劳驾|抱歉|对不起"),
}
_PLAIN = {
    "en": Pattern(r"\b(?:ain['’]t|gonna|gotta|wanna|y['’]all|yep|nope|kid|fella|damn|hell)\b|\b\w+in['’](?!\w)", 2),
    "zh": Pattern(r"[呗嘛哩喽咯啦哟吧呢呀啊](?:[，。！？…—”]|$)"),
}
MEASURES = ("questions", "exclamations", "short", "long", "broken", "courtesy", "plain")
_LEAST = 8
"""Sentences that a character has to have said before a measure says anything."""
_ODDS = 1.4
"""How many times the others' share a character's share is."""
_SURE = 1.64
"""z of the difference between two shares, one-sided at 5 %."""
_SHOWN = 3
"""Lines that show a measure or a form of address."""
_TERMS_EN = frozenset(KIN | TITLES | PLAIN_HONORIFICS) - {"kid", "baby", "first", "second"}
_VOCATIVE_EN = Pattern(
    r"(?:^|[.!?…]\s+|,\s*|^(?:yes|no|well|oh),?\s+)"
    r"(?P<form>(?:Mr|Mrs|Ms|Miss|Madam)\.? [A-Z]\w+|[A-Za-z]['’A-Za-z]+)(?=\s*[,.!?—])"
)
_VOCATIVE_ZH = Pattern(r"(?:^|[。！？，])(?P<form>[\u3400-\u9fff]{1,4})(?=[，！。—…]|$)")


class Measure(NamedTuple):
    name: str
    own: float
    others: float
    """Shares of sentences."""
    lines: tuple[int, ...]
    """Lines that show it, by number; the measure held at the last of them already."""


class Address(NamedTuple):
    to: str
    form: str
    times: int
    by_name: int
    """Lines to the same person that say its name."""
    lines: tuple[int, ...]


class _Said(NamedTuple):
    line: int
    traits: frozenset[str]
    length: int


def measures(lines: Sequence[Line], language: Language) -> dict[str, list[Measure]]:
    """Per speaker what its sentences are more often than all others'. ``lines``: all of the film. Linear in lines."""
    said: dict[str, list[_Said]] = {}
    for number, line in enumerate(lines):
        if line.speaker is not None and not line.performed and line.voice != "over":
            for start, end in sentences(line.text, language):
                sentence = line.text[start:end]
                one = _Said(number, _traits(sentence, language), _length(sentence, language))
                said.setdefault(line.speaker, []).append(one)
    total = sum(map(len, said.values()))
    whole = sum(one.length for held in said.values() for one in held)
    counts = {name: sum(name in one.traits for held in said.values() for one in held) for name in MEASURES}
    found: dict[str, list[Measure]] = {}
    for speaker, held in said.items():
        lengths = sum(one.length for one in held)
        mean, theirs = lengths / len(held), (whole - lengths) / max(total - len(held), 1)
        for name in MEASURES:
            if not _borne_out(name, mean, theirs, language):
                continue
            hits = [place for place, one in enumerate(held) if name in one.traits]
            others = (counts[name] - len(hits)) / max(total - len(held), 1)
            since = _since(hits, others, len(held), total - len(held))
            if since is not None:
                shown = tuple(dict.fromkeys(held[place].line for place in hits[: since + 1]))[-_SHOWN:]
                found.setdefault(speaker, []).append(
                    Measure(name, round(len(hits) / len(held), 4), round(others, 4), shown)
                )
    return found


def _length(sentence: str, language: Language) -> int:
    return len(_WORD.findall(sentence)) if language == "en" else sum(char.isalnum() for char in sentence)


def _borne_out(name: str, mean: float, others: float, language: Language) -> bool:
    """Whether a speaker's mean length bears out what the share of its short or long sentences says: in itself, and
    beside the others'."""
    if name == "long":
        return mean >= max(_LONG_MEAN[language], _APART * others)
    return name != "short" or mean <= min(_SHORT_MEAN[language], others / _APART)


def _traits(sentence: str, language: Language) -> frozenset[str]:
    bare = sentence.rstrip(_CLOSERS)
    length = _length(sentence, language)
    marks = {
        "questions": bare.endswith(("?", "？")),
        "exclamations": bare.endswith(("!", "！")),
        "short": length <= _SHORT[language],
        "long": length >= _LONG[language],
        "broken": bare.endswith(("--", "—", "…", "...")),
        "courtesy": bool(_COURTESY[language].search(sentence)),
        "plain": bool(_PLAIN[language].search(sentence)),
    }
    return frozenset(name for name, holds in marks.items() if holds)


def _since(hits: Sequence[int], others: float, said: int, by_others: int) -> int | None:
    """The index of the hit by which the share is high already, where it is high over the whole film too; else null."""
    if said < _LEAST or not by_others or not _high(len(hits), said, others, by_others):
        return None
    for index, place in enumerate(hits):
        if index + 1 >= _SHOWN and place + 1 >= _LEAST and (index + 1) / (place + 1) >= _ODDS * others:
            return index
    return None


def _high(hits: int, said: int, others: float, by_others: int) -> bool:
    own = hits / said
    pooled = (hits + others * by_others) / (said + by_others)
    spread = (pooled * (1 - pooled) * (1 / said + 1 / by_others)) ** 0.5
    return own >= _ODDS * others and spread > 0 and (own - others) / spread >= _SURE


def addresses(lines: Sequence[Line], entities: Mapping[str, Entity], language: Language) -> dict[str, list[Address]]:
    """Per speaker the kinship terms, titles and polite forms by which it addresses whom, three times or more.

    A line is addressed to who speaks next in the scene, else to who spoke before. Linear in lines.
    """
    spoken_to = _spoken_to(lines)
    forms: dict[tuple[str, str, str], list[int]] = {}
    named: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines):
        to = spoken_to.get(number)
        if line.speaker is None or to is None or line.performed:
            continue
        if any(entity == to and not _is_term(line.text[low:high], language) for low, high, entity in line.names):
            named[line.speaker, to] = named.get((line.speaker, to), 0) + 1
        for form in dict.fromkeys(_forms(line.text, language)):
            forms.setdefault((line.speaker, to, form), []).append(number)
    found: dict[str, list[Address]] = {}
    for (speaker, to, form), where in sorted(forms.items()):
        if len(where) >= _SHOWN and to in entities:
            one = Address(to, form, len(where), named.get((speaker, to), 0), tuple(where[:_SHOWN]))
            found.setdefault(speaker, []).append(one)
    return found


def _spoken_to(lines: Sequence[Line]) -> dict[int, str]:
    """By line: the next other speaker of its scene, else the last one before."""
    found: dict[int, str] = {}
    for order in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        scene = current = other = None
        for number in order:
            line = lines[number]
            if line.scene != scene:
                scene, current, other = line.scene, line.speaker, None
            elif line.speaker != current:
                current, other = line.speaker, current
            if other is not None and other != line.speaker:
                found[number] = other
    return found


def _forms(text: str, language: Language) -> Iterator[str]:
    pattern = _VOCATIVE_EN if language == "en" else _VOCATIVE_ZH
    for match in pattern.finditer(text):
        if _is_term(match["form"], language):
            yield match["form"] if language == "zh" else match["form"][0].upper() + match["form"][1:]


def _is_term(form: str, language: Language) -> bool:
    """Whether a form of address is one of kinship, office or courtesy: Dad, Captain, Mr. Ames, 爹, 平哥, 林团长."""
    if language == "zh":
        return any(form.endswith(term) and len(form) - len(term) <= 2 for term in ZH_KIN | ZH_TITLES if term)
    head = form.replace("’", "'").split()[0].rstrip(".").casefold()
    return head in _TERMS_EN or head in ("mr", "mrs", "ms", "miss")
