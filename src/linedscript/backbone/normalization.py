"""Surface forms of names made comparable, and read: titles, given names, surnames, nicknames, Chinese forms.

Strings only, no records: the resolution layer takes candidates from the keys, the ``rules`` adjudicator reads names
with the same reader. (stage.txt, appendix on normalization and candidate filtering.)
"""

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from linedscript.backbone.normalization_words import (
    COMPOUND_SURNAMES,
    HONORIFICS,
    KIN,
    NICKNAMES,
    PLAIN_HONORIFICS,
    SURNAMES,
    TITLES,
    ZH_ADDRESS,
    ZH_KIN,
    ZH_TITLES,
)
from linedscript.han import closed_up
from linedscript.patterns import UNSEEN, Pattern

FormKind = Literal["full", "titled", "single", "role", "initials", "kin", "other"]
"""``full``: given name and surname. ``titled``: title and one name. ``single``: one bare name. ``role``: a title
alone. ``kin``: a kinship term, which means someone else in every mouth. ``other``: anything else."""

_ARTICLE = Pattern(r"^(?:the|a|an)\s+", re.IGNORECASE)
_POSSESSIVE = Pattern(r"['’]s?$")
_BLANKS = Pattern(r"\s+")
_EDGES = " \t\r\n.,;:!?\"'“”‘’*_()[]（）《》〈〉「」『』【】，。、；：！？…—-"
_HAN = Pattern(r"[㐀-鿿]")
_INITIALS = Pattern(r"^(?:[a-z]\.?\s?){2,3}$")
_MC = Pattern(r"\bMc([a-z])(?=[a-z]{2})")
_NOT_NAMES = frozenset("with and of in on at from by to for no s #1 #2 #3".split())
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii"))


class KinForm(NamedTuple):
    """A kinship term with the owner that its form names: a pronoun, a person, or nobody."""

    owner: str
    term: str


_OWNERS = Pattern(r"^(?:my|your|his|her|our|their)$")


class Form(NamedTuple):
    """A person's surface form, read. All parts are comparison keys (see ``name_key``)."""

    kind: FormKind
    title: str
    """Title words joined, without ``acting``; empty where there is none."""
    given: frozenset[str]
    """The given name with the formal names that it may shorten."""
    surname: str
    names: frozenset[str]
    """Every name that the form may be matched by: surname, given names, nickname roots."""
    informal: bool
    """A diminutive or one of 老X, 小X, 阿X: no title that the person holds."""


def tidy(surface: str) -> str:
    """NFKC, single blanks, straight quotes, nothing that can't be seen, no quotes, marks or punctuation at the ends."""
    text = unicodedata.normalize("NFKC", UNSEEN.sub("", surface.replace("’", "'").replace("‘", "'")))
    return closed_up(_BLANKS.sub(" ", text).strip(_EDGES))


@lru_cache(maxsize=65536)
def name_key(surface: str) -> str:
    """What two spellings of one form share: case, article, possessive and outer punctuation are gone."""
    text = _ARTICLE.sub("", tidy(surface))
    return _POSSESSIVE.sub("", text).casefold() or surface.strip().casefold()


def is_chinese(text: str) -> bool:
    return bool(_HAN.search(text))


def display(surface: str) -> str:
    """The form for readers: an all-capitals form in title case, without article, everything else as written."""
    text = _ARTICLE.sub("", tidy(surface)) or surface.strip()
    if re.search(r"(?:^|[\s.])[A-Za-z]\.$", surface.strip()) and not text.endswith("."):
        text += "."
    if text.isupper() and re.search(r"[A-Z]{2}", text) and "." not in text.rstrip("."):
        words = [word.capitalize() if len(word) > 1 else word for word in text.split(" ")]
        text = " ".join(_recase(word) for word in words)
    return _MC.sub(lambda match: "Mc" + match.group(1).upper(), text)


def _recase(word: str) -> str:
    word = re.sub(r"(?<=[-'])([a-z])(?=[a-z])", lambda match: match.group(1).upper(), word)
    return re.sub(r"'(S|T|Ll|Re|Ve|D|M)$", lambda match: match.group(0).lower(), word)


def words(surface: str) -> tuple[str, ...]:
    """Key tokens: words in English, single characters in Chinese."""
    key = name_key(surface)
    if is_chinese(key):
        return tuple(key.replace(" ", ""))
    return tuple(word.strip(_EDGES) for word in key.split(" ") if word.strip(_EDGES))


@lru_cache(maxsize=65536)
def read_person(surface: str) -> Form:
    """Read a person's form. What isn't built like a name is ``other``."""
    key = name_key(surface)
    return _read_chinese(key) if is_chinese(key) else _read_english(key)


@lru_cache(maxsize=65536)
def split_kin(key: str) -> KinForm | None:
    """``my dad``, ``Ines's mother``, 我爹, 小雨妈 and ``dad`` as owner and term; null for what names no relative.

    Of Chinese forms the longest term counts.
    """
    if not is_chinese(key):
        owner, _, term = key.rpartition(" ")
        named = owner.removesuffix("'s")
        if term not in KIN or not (owner == "" or named != owner or _OWNERS.match(owner)):
            return None
        return KinForm(named, term)
    for size in (2, 1):
        term = key[-size:]
        if len(term) == size and term in ZH_KIN:
            return KinForm(key[:-size], term)
    return None


def given_roots(given: str) -> frozenset[str]:
    """The name, and the formal names that it may be short for: of a table, and Junie for June."""
    stem = given[:-2] if given.endswith("ie") and len(given) > 4 else ""
    return frozenset((given, *NICKNAMES.get(given, ()), *((stem, stem + "e") if stem else ())))


def _form(kind: FormKind, title: str = "", given: str = "", surname: str = "", informal: bool = False) -> Form:
    roots = given_roots(given) if given else frozenset()
    return Form(kind, title, roots, surname, roots | ({surname} if surname else frozenset()), informal)


def _read_english(key: str) -> Form:
    tokens = [token.strip(".,'\"") for token in key.split()]
    tokens = [token for token in tokens if token]
    if not tokens or any(token in _NOT_NAMES or any(char.isdigit() for char in token) for token in tokens):
        return _form("other")
    if tokens[-1] in KIN and (len(tokens) == 1 or (len(tokens) == 2 and _OWNERS.match(tokens[0]))):
        return _form("kin")
    if _INITIALS.match(key) and "." in key:
        return _form("initials", given=re.sub(r"[^a-z]", "", key))
    title: list[str] = []
    while tokens and (tokens[0] in TITLES or (title and tokens[0] == "of")):
        title.append(tokens.pop(0))
    title = [word for word in title if word != "acting"]
    if len(title) > 1 and HONORIFICS.get(title[0], title[0]) in PLAIN_HONORIFICS:
        title.pop(0)
    while len(tokens) > 1 and tokens[-1] in _SUFFIXES:
        tokens.pop()
    held = " ".join(HONORIFICS.get(word, word) for word in title)
    if not tokens:
        return _form("role", title=held)
    if len(tokens) == 1:
        return _form("titled" if title else "single", title=held, given=tokens[0])
    if len(tokens) > 4:
        return _form("other")
    if len(tokens[0]) == 1 and len(tokens) == 2:
        return _form("initials", title=held, given=tokens[0], surname=tokens[1])
    return _form("full", title=held, given=tokens[0], surname=tokens[-1])


def _read_chinese(key: str) -> Form:
    key = key.replace(" ", "")
    if "·" in key:
        parts = [part for part in key.split("·") if part]
        return _form("full", given=parts[0], surname=parts[-1]) if len(parts) > 1 else _form("single", given=key)
    if key in ZH_KIN or (key[0] in "我你他她您咱" and key[1:] in ZH_KIN):
        return _form("kin")
    if key in ZH_TITLES:
        return _form("role", title=key)
    if len(key) == 2 and key[0] in "老小" and key[1] in SURNAMES:
        return Form("single", "", frozenset(), key[1], frozenset((key[1],)), True)
    if len(key) in (2, 3) and key[0] == "阿":
        return Form("single", "", frozenset(key[1:]), "", frozenset(("阿" + key[-1],)), True)
    for title in ZH_TITLES_LONGEST:
        if key.endswith(title) and len(key) > len(title):
            rest = key[: -len(title)]
            honour = "" if title in ZH_ADDRESS else title
            if rest in SURNAMES or rest in COMPOUND_SURNAMES:
                return Form(
                    "titled", honour or title, frozenset((rest,)), rest, frozenset((rest,)), title in ZH_ADDRESS
                )
            inner = _read_chinese(rest) if len(rest) > 1 else _form("single", given=rest)
            if inner.kind == "full":
                return inner._replace(title=title)
            if inner.kind == "single":
                return inner._replace(kind="titled", title=title, informal=title in ZH_ADDRESS)
            return _form("other")
    if len(key) == 2 and key[0] == key[1]:
        return Form("single", "", frozenset((key[0],)), "", frozenset(("阿" + key[0], key)), True)
    for size in (2, 1):
        head = key[:size]
        if head in (COMPOUND_SURNAMES if size == 2 else SURNAMES) and 1 <= len(key) - size <= 2:
            calls = ("阿" + char for char in key[size:])
            return Form("full", "", frozenset((key[size:],)), head, frozenset((head, key[size:], key, *calls)), False)
    return _form("single", given=key) if len(key) <= 8 else _form("other")


ZH_TITLES_LONGEST: tuple[str, ...] = tuple(sorted(ZH_TITLES, key=lambda title: (-len(title), title)))
