"""Whether an answer says the kinship that the reference says, from either end, or by one word or two for both ends.

A statement is read sign by sign; one with a word that isn't known, another person, a denial or a choice is none.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from linedscript.engines.rules import language_en, language_zh
from linedscript.engines.rules.kinship import alike, gender_meant, kinds, relates
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.suites.stage.answers import Names, normalized, tokens_of
from linedscript.suites.stage.wordings import readings

_WORDS = {"en": language_en.KIN, "zh": language_zh.KIN}
_PAIRS: dict[Language, dict[str, tuple[tuple[str, str], ...]]] = {
    "en": {
        "brothers": (("brother", "brother"),),
        "sisters": (("sister", "sister"),),
        "siblings": (("sibling", "sibling"),),
        "cousins": (("cousin", "cousin"),),
        "twins": (("twin", "twin"),),
        **dict.fromkeys(("spouses", "married", "married couple"), (("spouse", "spouse"),)),
    },
    "zh": {
        "父子": (("父亲", "儿子"),),
        "父女": (("父亲", "女儿"),),
        "母子": (("母亲", "儿子"),),
        "母女": (("母亲", "女儿"),),
        "兄弟": (("哥哥", "弟弟"), ("兄弟", "兄弟")),
        "兄妹": (("哥哥", "妹妹"),),
        "姐弟": (("姐姐", "弟弟"),),
        **dict.fromkeys(("姐妹", "姊妹"), (("姐姐", "妹妹"), ("姐妹", "姐妹"))),
        **dict.fromkeys(("夫妻", "夫妇", "2口子"), (("丈夫", "妻子"),)),
        "爷孙": (("祖父", "孙子"), ("祖父", "孙女")),
        "祖孙": (
            *((old, young) for old in ("祖父", "祖母") for young in ("孙子", "孙女")),
            *((old, young) for old in ("外祖父", "外祖母") for young in ("外孙", "外孙女")),
        ),
        "叔侄": (("叔父", "侄子"), ("叔父", "侄女")),
        "姑侄": (("姑母", "侄子"), ("姑母", "侄女")),
        "舅甥": (("舅父", "外甥"), ("舅父", "外甥女")),
    },
}
"""Words for both ends. Numbers are read by their value before."""
_SIGNS: dict[Language, dict[str, str]] = {
    "en": {
        "m": "he,him,his",
        "f": "she,her",
        "t": "they,their,them,it,its,this,2,2 of them,these 2,these 2 people,2 people,both,both of them",
        "p": "poss",
        "o": "of,to",
        "b": "be",
        "": "relationship,relation,that,tie,bond,kinship,family,related,as,own,biological,each others,to each other,"
        "between them,answer,correct",
    },
    "zh": {
        "m": "他",
        "f": "她",
        "t": "他们,她们,他俩,她俩,2人,2个人,这2人,这2个人,她和他,这",
        "p": "之",
        "b": "乃",
        "": "关系,亲属,血缘,亲生,俩,1对,这对,答案,之间,间,互,跟,同",
    },
}
_MARKS: dict[Language, tuple[tuple[Pattern, str], ...]] = {
    "en": (
        (Pattern(r"(?i)\b(he|she|it|that|this|they)'(?:s|re)\b"), r"\1 be"),
        (Pattern(r"(?i)'s(?=\s+(?:the|an?)\b)"), " be "),
        (Pattern(r"(?i)'s\b|(?<=s)'(?!\w)"), " poss "),
        (Pattern(r"(?i)\b(?:is|are|was|were)\b"), "be"),
    ),
    "zh": ((Pattern("的"), "之"), (Pattern("[是为]|(?<!关)系"), "乃")),
}
"""What tells who is whose, and would be dropped or read alike."""
_OWNER = {"en": r"(?:(?P<o>[AB])p|(?P<q>[mf]))", "zh": r"(?:(?P<o>[AB])[mf]?|(?P<q>[mf]))p?"}
_STATES = {
    language: tuple(
        Pattern(pattern + "$")
        for pattern in (
            rf"(?:(?P<s>[ABmf])b)?{owner}k",
            rf"{owner}kb?(?P<s>[AB])",
            r"(?:(?P<s>[ABmf])b)?ko(?P<o>[ABmf])",
            r"ko(?P<o>[AB])b?(?P<s>[AB])",
            r"(?P<s>[AB])b?k" if language == "en" else "(?P<s>[AB])bk",
            r"kb(?P<s>[AB])",
        )
    )
    for language, owner in _OWNER.items()
}
_JOINS = Pattern(r"(?:(?P<one>[AB])(?P<two>[AB])|t+)?p?b?o?k(?:(?:[mf]p?)?(?P<more>k))?(?:t|p)?$")
_PARTS = Pattern(r"(?i)[,;.:，；。：]|\band\b|而")


class _End(NamedTuple):
    who: str
    """A name's token; empty where nobody is named."""
    kind: str
    """What it is to the other; empty where that isn't said."""
    gender: str | None = None
    """Of the pronoun that it is."""


_Said = tuple[_End, _End]


def same_kin(said: str, reference: str, names: Names) -> bool:
    """Whether ``said`` states what the reference, one statement of kinship, does: the same of the same, the other end's
    word or both. The gender of who isn't named so is looked at where the names, the reference or a pronoun tell it."""
    if not _tells_kin(reference, names.language):
        return False
    bare = _without_kin(names)
    signs = normalized(_marked(reference, names.language), bare)
    ends = tuple(dict.fromkeys(token for token in signs if token.startswith("e:")))
    if len(ends) not in (0, 2):
        return False
    wanted, whole = _read(reference, ends, bare), _read(said, ends, bare)
    parts = [whole] if whole else [_read(part, ends, bare) for part in _PARTS.split(said) if part.strip(" \"'”“")]
    return (
        bool(wanted)
        and bool(parts)
        and all(any(_agrees(one, other, bare) for other in part) for one in wanted for part in parts)
    )


def _tells_kin(text: str, language: Language) -> bool:
    words = _kin_words(language)
    return any(map(text.__contains__, words)) if language == "zh" else not set(words).isdisjoint(tokens_of(text, "en"))


def _read(text: str, ends: Sequence[str], names: Names) -> list[_Said]:
    """What a statement may mean; nothing where it isn't one, or nobody can tell whose kin is meant."""
    found = _signs(text, ends, names)
    if found is None:
        return []
    signs, said = found
    signs = signs.lstrip("b") or signs
    join = _JOINS.match(signs)
    if join and (join["more"] or said[0] in _PAIRS[names.language]):
        pairs = ((said[0], said[1]),) if join["more"] else _PAIRS[names.language][said[0]]
        return [one for pair in pairs for one in _joined(pair, join, ends, names) if set(pair) <= kinds()]
    for pattern in _STATES[names.language]:
        match = pattern.match(signs)
        if match and said[0] in kinds():
            return _stated(said[0], match.groupdict(), ends)
    return []


def _joined(pair: tuple[str, str], join: "re.Match[str]", ends: Sequence[str], names: Names) -> Iterable[_Said]:
    """In the order of the names, unless that is no order: a word for both has none, nor has one that a name denies."""
    if not join["one"]:
        return [(_End("", pair[0]), _End("", pair[1]))]
    people = [ends["AB".index(join[end])] for end in ("one", "two")]
    if people[0] == people[1]:
        return []
    loose = not join["more"] or any(
        None not in (said := (names.genders.get(who), _letter(kind))) and said[0] != said[1]
        for who, kind in zip(people, pair, strict=True)
    )
    ordered = [people, people[::-1]] if loose else [people]
    return [(_End(one, pair[0]), _End(two, pair[1])) for one, two in ordered]


def _stated(kind: str, parts: dict[str, str | None], ends: Sequence[str]) -> list[_Said]:
    subject, owner = parts.get("s") or "", parts.get("o") or parts.get("q") or ""
    named = [sign for sign in (subject, owner) if sign in ("A", "B")]
    if len(named) == 2 and subject == owner or not named and {subject, owner} != {"m", "f"}:
        return []
    other = {"A": "B", "B": "A"}.get(named[0], "") if len(named) == 1 else ""
    who = [sign if sign in ("A", "B") else other for sign in (subject, owner)]
    people = [ends["AB".index(sign)] if sign else "" for sign in who]
    genders = [sign if sign in ("m", "f") else None for sign in (subject, owner)]
    return [(_End(people[0], kind, genders[0]), _End(people[1], "", genders[1]))]


def _signs(text: str, ends: Sequence[str], names: Names) -> tuple[str, list[str]] | None:
    """A letter for each sign, and the kinds among them; null where a word is none."""
    tokens = readings(normalized(_marked(text, names.language), names), names.language)[-1]
    text = (" " if names.language == "en" else "").join(f" {one} " if one.startswith("e:") else one for one in tokens)
    signs, said, place = "", [], 0
    for match in _lexer(names.language).finditer(text):
        word = match[1]
        if match.start() != place:
            return None
        place = match.end()
        if word.startswith("e:"):
            if word not in ends:
                return None
            signs += "AB"[ends.index(word)]
        elif (sign := _signed(names.language).get(word)) is not None:
            signs += sign
        else:
            signs += "k"
            said.append(_WORDS[names.language].get(word, word))
    return (signs, said) if said and not text[place:].strip() else None


def _agrees(wanted: _Said, said: _Said, names: Names) -> bool:
    return any(_fits(wanted, ends, names) for ends in (said, said[::-1]))


def _fits(wanted: _Said, said: _Said, names: Names) -> bool:
    for one, other in zip(wanted, said, strict=True):
        if other.who and other.who != one.who:
            return False
        if other.kind and not (alike(one.kind, other.kind) if one.kind else relates(wanted[0].kind, other.kind)):
            return False
        own = _letter(one.kind) or names.genders.get(one.who)
        told = {own, _letter(other.kind), other.gender} - {None}
        if len(told) > 1:
            return False
    return True


def _letter(kind: str) -> str | None:
    return (gender_meant(kind) or "")[:1] or None


def _marked(text: str, language: Language) -> str:
    text = text.replace("’", "'")
    for pattern, instead in _MARKS[language]:
        text = pattern.sub(instead, text)
    return text


def _without_kin(names: Names) -> Names:
    """Without forms that end in a word of kinship: whose they are is what is asked."""
    words = tuple(_kin_words(names.language))
    kept = {
        first: left
        for first, held in names.aliases.items()
        if (left := [one for one in held if not _ends(one[0], words, names.language)])
    }
    return names._replace(aliases=kept)


def _ends(alias: Sequence[str], words: tuple[str, ...], language: Language) -> bool:
    return alias[-1] in words if language == "en" else "".join(alias).endswith(words)


@cache
def _kin_words(language: Language) -> tuple[str, ...]:
    own = [word for word in kinds() if word.isascii() == (language == "en") or "é" in word]
    return tuple(sorted({*_WORDS[language], *own, *_PAIRS[language]}, key=lambda word: (-len(word), word)))


@cache
def _signed(language: Language) -> dict[str, str]:
    return {word: sign for sign, words in _SIGNS[language].items() for word in words.split(",")}


@cache
def _lexer(language: Language) -> "re.Pattern[str]":
    words = sorted({*_signed(language), *_kin_words(language)}, key=lambda word: (-len(word), word))
    bound = r"\b" if language == "en" else ""
    return re.compile(rf"\s*(e:[\w,-]+|{bound}(?:{'|'.join(map(re.escape, words))}){bound})")
