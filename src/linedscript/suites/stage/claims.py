"""The deterministic judge of Task I: by key terms, with names resolved, in English and Chinese.

A baseline, called so in every table. It sees sentences as bags of key terms, whether they have or are where the
reference says, and whether they deny or only wish it; what is said in other words it misses. A claim is covered by one
predicted claim: words of several aren't pooled.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity
from linedscript.suites.stage.bearers import told_apart
from linedscript.suites.stage.passages import Terms
from linedscript.suites.stage.places import Places
from linedscript.suites.stage.scores.coverage import Label

SHARES = {"full": 0.75, "partial": 0.4}
"""Part of the judge: other shares are another judge."""
_DENIES = {
    "en": Pattern(
        r"\b(?:not|no longer|no|never|nobody|none|nothing|neither|nor|without|cannot|unaware|hardly|barely|scarcely"
        r"|far from|lost|los(?:es|ing)|lack(?:s|ed|ing)?|refus(?:es|ed|ing)|den(?:ies|ied|ying)"
        r"|fail(?:s|ed)? to|stop(?:s|ped)|ceas(?:es|ed)|untrue|false"
        r"|used to|formerly|previously|g[ai]ve(?:s|n)? (?:away|up)|thr[eo]w(?:s|n)? away|gets? rid|got rid)\b|n't\b",
        2,
    ),
    "zh": Pattern(
        r"不再|并不|不是|没有|没|未(?!来|婚)|从不|绝不|不(?!久|过|仅|但|管|论|得不|断)|别(?!人|的|墅)|无(?!论)"
        r"|[并绝远]非|失去|弄?丢[失掉了]?|缺少|缺乏|拒绝|否认|停止|曾|以前|放弃|扔掉"
    ),
}
"""2: any case."""
_WISHES = {
    "en": Pattern(
        r"\b(?:want(?:s|ed)?|wish(?:es|ed)?|hop(?:es|ed)|tr(?:ies|ied) to|plan(?:s|ned)? to|would|might|may|could"
        r"|should|if|whether|wonders?|almost|nearly|perhaps|maybe|either)\b",
        2,
    ),
    "zh": Pattern(r"想|希望|打算|如果|假如|是否|可能|也许|或许|差点|几乎|要么"),
}
"""What is wished or supposed, or one of two, isn't so."""
_INNER = {"en": Pattern(r"\b(?:that|because)\b|[“\"‘]", 2), "zh": Pattern(r"知道|听说|以为|[：“\"「『]")}
"""Where what is known or said begins; the denials before it are the claim's own."""
_QUOTE = Pattern(r"[：“\"‘「『]")
_ASKS = Pattern(r"[?？]\s*$|吗[。.]?\s*$")
_RELATIONS: dict[Language, tuple[tuple[Pattern, Pattern], ...]] = {
    "en": (
        (
            Pattern(r"\bhas (?:the|an?|his|her|their)\b"),
            Pattern(
                r"\b(?:has|have) (?:still |now |got |no longer |no )*(?:the|an?|his|her|their|its|this|that|some"
                r"|[A-Z]\w+|no)\b|\bhaving\b|\b(?:hold|keep|carr(?:y|ie)|own|possess(?:e)?|lack|lose)(?:s|ing)?\b"
                r"|\b(?:gets?|got|takes?|took|receives?|lost)\b|\bin (?:his|her|their) (?:hands?|pockets?)\b"
            ),
        ),
        (
            Pattern(r"\bgets (?:the|an?|his|her|their)\b"),
            Pattern(r"\b(?:get|receive|take|obtain)s?\b|\b(?:got|took|received|obtained|taken|is given|handed)\b"),
        ),
        (
            Pattern(r"\bis (?:at (?!odds\b)|(?:in|on) (?:the )?(?=[A-Z]))"),
            Pattern(r"\bat (?!odds\b)|\b(?:in|inside|on|to|into|reach(?:es)?|enters?|here|there)\b"),
        ),
    ),
    "zh": (
        (Pattern(r"持有"), Pattern(r"持有|拥有|有|拿|握|带着|收好|得到|取|失去|丢")),
        (Pattern(r"得到"), Pattern(r"得到|拿到|收到|接过|取得|取回")),
        (Pattern(r"^\s*在"), Pattern(r"在|到|来|回|进|位于")),
    ),
}
"""Of what one has and where one is the verb is no key term. How a reference states each, and how it may be said."""
_WHERE = 2
"""Number of the last of them."""


_LOWER = Pattern(r"\b(?!(?:and|or|of|the|with|in|at|to)\b)[a-z]{2,}\b")
_BESIDE_NAMES = Pattern(r"[\W_和与及跟同的]+")


_HOLDS = Pattern(r"持有|得到")
"""Would be key terms; English has its like among stop words."""

_RULES_OUT: dict[Language, tuple[tuple[Pattern, str], ...]] = {
    "en": (
        (Pattern(r"^([^:“]* is )at odds( with [^:“]*)$"), r"\1on good terms\2"),
        (Pattern(r"^([^:“]* is )on good terms( with [^:“]*)$"), r"\1at odds\2"),
        (Pattern(r"^([^:“]*) goes from ([^:“]*) to .*$"), r"\1 is \2."),
    ),
    "zh": (
        (Pattern("^([^：“]*与[^：“]*)对立([^：“]*)$"), r"\1关系和睦\2"),
        (Pattern("^([^：“]*与[^：“]*)关系和睦([^：“]*)$"), r"\1对立\2"),
        (Pattern("^([^：“]*)由([^：“]*)变为.*$"), r"\1是\2。"),
    ),
}
"""How what holds is worded, and what then doesn't hold any more."""
_PAST = {
    "en": Pattern(
        r"\b(?:was|were|had|been|once|until|before|after|earlier|left|leaves|leaving|outside|near|from"
        r"|will|going to|to be|promis(?:es|ed)|expect(?:s|ed)|fear(?:s|ed)|thinks?|thought|believe[sd]?|seems?"
        r"|pretend(?:s|ed)?|must|soon|later|tomorrow)\b",
        2,
    ),
    "zh": Pattern(
        r"曾|之前|以前|此前|原先|原来|起初|本来|离开|刚才|后来|[门外旁边][。.]?$|外面|门口|附近|对面"
        r"|或者|将[在要是与到会]|即将|要去|会[在是与]|答应|承诺|害怕|担心|认为|觉得|似乎|好像|假装|马上|明天"
    ),
}
"""What a claim may say of another time, of a place that is only near, or as nobody can say that it is so."""


class _Read(NamedTuple):
    terms: frozenset[str]
    plain: frozenset[str]
    """With titles and roles read as words."""
    says: bool
    """More than names."""
    denies: tuple[bool, bool]
    """Itself; and what it says to be known or said."""
    wishes: bool
    asks: bool
    stated: frozenset[int]
    """Relations that it is about."""
    told: frozenset[int]
    """Relations that may be said by it."""

    @property
    def untitled(self) -> bool:
        """Whether names aren't what it says of the character, so that a title is a word."""
        return not self.stated and all(map(_is_name, self.terms))


class ClaimsJudge:
    """Judges replies about one film's characters in one view."""

    def __init__(self, entities: Sequence[Entity], language: Language, settings: dict[str, Any]) -> None:
        """``settings``: ``full`` and ``partial``, the shares in (0, 1] of a reference claim's key terms from which on a
        predicted claim covers it in full or in part."""
        apart = told_apart(entities)
        self._places = Places(entities, language)
        self._terms = Terms(apart, language)
        self._by_name = Terms([_untitled(one) for one in apart], language)
        self._names = {one.id: _names(one) for one in apart}
        self._others = {f"e:{one.id}" for one in entities if "Character" in one.types}
        surfaces = " ".join(alias.surface for one in entities for alias in one.aliases)
        self._name_words = frozenset(_LOWER.findall(surfaces))
        self._language = language
        self._full, self._partial = settings["full"], settings["partial"]
        self._seen: dict[tuple[str, str], _Read] = {}

    def coverage(self, character: str, reference: str, predicted: Sequence[str]) -> Label:
        """How far the reply covers a reference claim: by the predicted claim that holds most of its key terms and
        agrees with it on whether it is so. Names alone cover nothing. ``character``: id of whom all of them are about;
        its name says nothing."""
        wanted = self._read(character, reference)
        share = max((_covered(wanted, self._read(character, claim)) for claim in predicted), default=0.0)
        return "full" if share >= self._full else "partial" if share >= self._partial else "none"

    def contradicted(self, character: str, predicted: str, holding: Sequence[str], later: Sequence[str]) -> bool:
        """Whether a predicted claim denies what holds (current states, developments, invariants), asserts what that
        rules out (another place, footing or position) or what holds only ``later``: it is closer to that than to
        anything that holds."""
        said = self._read(character, predicted)
        known = [self._read(character, claim) for claim in holding]
        support = max((_likeness(one, said) for one in known if _agree(one, said)), default=0.0)
        against = [one for one in known if _opposed(one, said)]
        against += [one for one in (self._read(character, claim) for claim in later) if _agree(one, said)]
        named = self._named(character, predicted)
        if not _PAST[self._language].search(predicted) and (named >= 0 or not said.terms & self._others):
            gone = [self._read(character, one) for claim in holding for one in self._ruled_out(character, claim)]
            against += [
                one
                for one in gone
                if _agree(one, said) and one.stated <= said.stated and (named <= 0 or one.terms & self._others)
            ]
        closest = max((_likeness(one, said) for one in against if _share(one, said) >= self._full), default=0.0)
        return closest > support

    def _ruled_out(self, character: str, claim: str) -> list[str]:
        found = [pattern.sub(other, claim) for pattern, other in _RULES_OUT[self._language] if pattern.search(claim)]
        return [*found, *(self._places.elsewhere(claim) if _WHERE in self._read(character, claim).stated else ())]

    def _says(self, text: str) -> bool:
        if self._language == "en":
            return any(word not in self._name_words for word in _LOWER.findall(text))
        place, rest = 0, ""
        while place < len(text):
            size = self._terms.name_at(text, place)
            rest += "" if size else text[place]
            place += size or 1
        return _BESIDE_NAMES.sub("", rest) != ""

    def _told(self, character: str, text: str) -> frozenset[int]:
        """Relations in which the character may be said to stand: nobody else is named before it."""
        named = self._named(character, text)
        found = set()
        for number, (_, may_be) in enumerate(_RELATIONS[self._language]):
            match = may_be.search(text, named + 1)
            if match and not self._terms.of(text[: named if named >= 0 else match.start()]) & self._others:
                found.add(number)
        return frozenset(found)

    def _named(self, character: str, text: str) -> int:
        """Where the character is first named, not within a longer word or somebody else's name; -1 where it isn't."""
        names = self._names.get(character, ())
        if f"e:{character}" not in self._terms.of(text):
            return -1
        if self._language == "en":
            found = (re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)
            return min((match.start() for match in found if match), default=-1)
        return next((at for at in range(len(text)) if text[at : at + self._terms.name_at(text, at)] in names), -1)

    def _read(self, character: str, text: str) -> _Read:
        if (character, text) not in self._seen:
            self._seen[character, text] = self._look(character, text)
        return self._seen[character, text]

    def _look(self, character: str, text: str) -> _Read:
        language = self._language
        plain = self._places.named(text.replace("’", "'"))
        inner = _INNER[language].search(plain)
        own, rest = (plain[: inner.start()], plain[inner.start() :]) if inner else (plain, "")
        bare = _DENIES[language].sub(" ", _HOLDS.sub(" ", plain))
        me = {f"e:{character}"}
        untitled = frozenset("p" + term for term in self._by_name.of(bare) - me)
        nameless = _without(own, self._names.get(character, ()))
        relations = _RELATIONS[language]
        stated = frozenset(number for number, (states, _) in enumerate(relations) if states.search(nameless))
        told = frozenset().union(*(self._told(character, one) for one in (own, _QUOTE.split(rest, 1)[0])))
        return _Read(
            terms=self._terms.of(bare) - me,
            plain=untitled,
            says=self._says(plain),
            denies=(bool(_DENIES[language].search(own)), bool(_DENIES[language].search(rest))),
            wishes=bool(_WISHES[language].search(_QUOTE.split(plain, 1)[0])),
            asks=bool(_ASKS.search(plain)),
            stated=stated,
            told=told,
        )


def _untitled(entity: Entity) -> Entity:
    """A person without the titles and roles that a claim may say of it."""
    if "Character" not in entity.types:
        return entity
    kept = tuple(one for one in entity.aliases if one.kind not in ("title", "role", "description"))
    return msgspec.structs.replace(entity, aliases=kept)


def _names(entity: Entity) -> list[str]:
    return sorted({entity.name, *(one.surface for one in entity.aliases)}, key=lambda name: (-len(name), name))


def _without(text: str, names: Sequence[str]) -> str:
    """From behind the name that it begins with."""
    return next((text[len(name) :] for name in names if text.startswith(name)), text)


def _agree(one: _Read, other: _Read) -> bool:
    """On whether it is so."""
    return one.denies == other.denies and one.wishes == other.wishes and one.asks == other.asks


def _opposed(one: _Read, other: _Read) -> bool:
    """One says what the other denies, themselves or in what they say to be known."""
    odd = (one.denies[0] ^ one.denies[1]) != (other.denies[0] ^ other.denies[1])
    return odd and one.wishes == other.wishes and one.asks == other.asks


def _covered(wanted: _Read, said: _Read) -> float:
    """The share; 0 where they don't agree, or where nothing but names is shared."""
    if wanted == said:
        return 1.0
    if not said.says or not _agree(wanted, said):
        return 0.0
    key, held = _compared(wanted, said)
    words = {term for term in key if not _is_name(term)}
    if not (words & held if words else wanted.stated):
        return 0.0
    return _share(wanted, said)


def _compared(wanted: _Read, said: _Read) -> tuple[frozenset[str], frozenset[str]]:
    return (wanted.plain, said.plain) if wanted.untitled else (wanted.terms, said.terms)


def _share(wanted: _Read, said: _Read) -> float:
    """Of the wanted terms, those that are said; 0 where the relation isn't."""
    key, held = _compared(wanted, said)
    return len(key & held) / len(key) if key and wanted.stated <= said.told else 0.0


def _likeness(one: _Read, other: _Read) -> float:
    """Of the terms of both, those that they share."""
    key, held = _compared(one, other)
    return len(key & held) / len(key | held) if key | held else 0.0


def _is_name(term: str) -> bool:
    return term.startswith(("e:", "pe:"))
