"""Passages of a film and whether one of them alone answers a question (D5).

A passage is one element of a scene, or consecutive elements of it up to a number of words (Chinese: characters). It
answers alone where it holds every key term of the answer and at least a share of the question's: then a reader needs no
second support unit. Key terms are entities, by any of their aliases, and content words (Chinese: pairs of characters).
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from linedscript.engines.rules.wording import length
from linedscript.patterns import Pattern
from linedscript.records.base import Evidence, Language
from linedscript.records.entity import Entity
from linedscript.records.scene import Scene

_WORD = Pattern(r"[^\W_]+")
_HAN = Pattern(r"[㐀-鿿]+|[A-Za-z0-9]+")
_STOP = frozenset(
    (
        "a an the and or but if then than that this these those of in on at to from for with without by as into onto "
        "over under out up down off again about after before during between through while until when where who whom "
        "whose which what why how is are was were be been being am do does did done has have had having will would "
        "can could should may might must shall not no nor so too very just only also he she it they him her them his "
        "hers its their theirs i you we me us my your our himself herself itself themselves there here one two first "
        "second next last later earlier scene story film person name time day days moment thing things happen happens "
        "happened get gets got make makes made come comes go goes back same other both all any some each ever never "
        "own s t d ll re ve m"
    ).split()
)
_FUNCTION = frozenset(
    "的了着过在是有和与及而就都也还又再很把被让给向对从到于为以之其这那哪谁什么怎样呢"
    "吗吧啊不没一个上下里中后前时地得他她它们你我您来候先最"
)


class Terms:
    """The key terms of texts about one film."""

    def __init__(self, entities: Sequence[Entity], language: Language) -> None:
        self._language = language
        self._aliases = _alias_index(entities, language)

    def of(self, text: str) -> frozenset[str]:
        """``e:<entity id>`` for each alias that stands in it, and content terms of the rest."""
        return frozenset(_english(text, self._aliases) if self._language == "en" else _chinese(text, self._aliases))

    def name_at(self, text: str, place: int) -> int:
        """How many characters of a Chinese text the longest alias takes up that begins at a place; 0 where none."""
        return self._aliases.at(text, place)[0]

    def plain(self, text: str) -> frozenset[str]:
        """Content terms with no alias read as its entity: what tells two titles of one person apart."""
        read = _english(text, _NO_ALIASES) if self._language == "en" else _chinese(text, _NO_ALIASES)
        return frozenset("p" + term for term in read)


_FEW = 16
"""Passages that are always looked through."""


class Place(NamedTuple):
    """Where a passage stands, in code points of the scene's text."""

    scene: str
    start: int
    end: int


class Passages:
    """The passages of a film, searchable by term. Building is linear in the text; a look-up walks the rarest term's
    passages only."""

    def __init__(
        self, scenes: Sequence[Scene], entities: Sequence[Entity], language: Language, window: int, share: float
    ) -> None:
        """``window`` in words or characters; ``share`` in (0, 1] of the question's key terms."""
        self._language = language
        self._share = share
        self._read = Terms(entities, language)
        self._terms: list[frozenset[str]] = []
        self._places: list[Place] = []
        self._postings: dict[str, list[int]] = {}
        self._of_scene: dict[str, list[int]] = {}
        for scene in scenes:
            for terms, place in self._windows(scene, window):
                for term in sorted(terms):
                    self._postings.setdefault(term, []).append(len(self._terms))
                self._of_scene.setdefault(scene.id, []).append(len(self._terms))
                self._terms.append(terms)
                self._places.append(place)

    def _windows(self, scene: Scene, window: int) -> Iterable[tuple[frozenset[str], Place]]:
        pieces = []
        for element in scene.elements:
            text = scene.text[element.content[0] : element.content[1]]
            pieces.append((self._read.of(text) | self._read.plain(text), length(text, self._language), element.content))
        for first, (terms, size, (start, end)) in enumerate(pieces):
            held = set(terms)
            for more, longer, content in pieces[first + 1 :]:
                if size + longer > window:
                    break
                held |= more
                size += longer
                end = content[1]
            yield frozenset(held), Place(scene.id, start, end)

    def terms(self, text: str) -> frozenset[str]:
        """Key terms of a text, as ``Terms.of`` gives them."""
        return self._read.of(text)

    def plain(self, text: str) -> frozenset[str]:
        """Content terms of a text, as ``Terms.plain`` gives them."""
        return self._read.plain(text)

    def signs(self, text: str) -> frozenset[str]:
        """The characters of a Chinese text that stand in no name and carry content."""
        kept: list[str] = []
        place = 0
        while place < len(text):
            found = self._read.name_at(text, place)
            place += found or 1
            if not found and text[place - 1] not in _FUNCTION and _HAN.match(text[place - 1]):
                kept.append(text[place - 1])
        return frozenset(kept)

    def answering(self, question: str, answer: str) -> str | None:
        """The scene of the first passage that answers alone; null where none does.

        An answer without any key term, such as a number of days, is held by no passage. Where the answer names only
        whom the question names too ("Deputy Pilot", of Ines Calloway), words count instead of entities.
        """
        asked = self.terms(question)
        wanted = self.terms(answer)
        if wanted and wanted <= asked:
            asked, wanted = self.plain(question), self.plain(answer)
        asked = asked - wanted or asked
        if not wanted or not asked:
            return None
        for passage in self._holding(wanted):
            if len(asked & self._terms[passage]) >= self._share * len(asked):
                return self._places[passage].scene
        return None

    def tells(self, evidence: Evidence, text: str) -> bool:
        """Whether a passage that the evidence lies in, wholly or in part, holds every key term of the text."""
        wanted = self.terms(text)
        if evidence.scene is None or not wanted:
            return False
        start, end = evidence.start or 0, evidence.end or 0
        return any(
            self._places[passage].start < end and start < self._places[passage].end and wanted <= self._terms[passage]
            for passage in self._of_scene.get(evidence.scene, ())
        )

    def held_elsewhere(self, text: str, scene: str, share: float = 1.0) -> bool:
        """Whether a passage of another scene than ``scene`` holds at least ``share`` of the text's key terms.

        Such a passage holds one of the rarest terms, so only theirs are looked at.
        """
        wanted = self.terms(text)
        least = math.ceil(share * len(wanted))
        rarest = sorted(wanted, key=lambda term: (len(self._postings.get(term, ())), term))[: len(wanted) - least + 1]
        return any(
            self._places[passage].scene != scene and len(wanted & self._terms[passage]) >= least
            for term in rarest
            for passage in self._postings.get(term, ())
        )

    def best(self, question: str, most: int) -> list[Place]:
        """The passages most like the question, the best first; none that overlaps a better one.

        Likeness is the sum of its terms' weights, a term weighing log(1 + passages / passages with it): terms that
        half of a film's passages have decide nothing and aren't followed.
        """
        total = len(self._terms)
        scores: dict[int, float] = {}
        for term in sorted(self.terms(question)):
            found = self._postings.get(term, ())
            if found and len(found) <= max(total / 2, _FEW):
                for passage in found:
                    scores[passage] = scores.get(passage, 0.0) + math.log(1 + total / len(found))
        kept: list[Place] = []
        for passage in sorted(scores, key=lambda passage: (-round(scores[passage], 9), passage)):
            place = self._places[passage]
            if not any(one.scene == place.scene and one.start < place.end and place.start < one.end for one in kept):
                kept.append(place)
                if len(kept) == most:
                    break
        return kept

    def _holding(self, wanted: frozenset[str]) -> Iterator[int]:
        rarest = min(sorted(wanted), key=lambda term: len(self._postings.get(term, ())))
        return (passage for passage in self._postings.get(rarest, ()) if wanted <= self._terms[passage])


def content_terms(text: str, language: Language) -> frozenset[str]:
    """Content terms of a text with no name read as its entity."""
    return frozenset(_english(text, _NO_ALIASES) if language == "en" else _chinese(text, _NO_ALIASES))


class _Aliases(NamedTuple):
    """Looked up in a time that doesn't hang on how many aliases begin alike ("Harbor House 1", "Harbor House 2", …)."""

    bearers: dict[tuple[str, ...], tuple[str, ...]]
    """An alias, as tokens (English) or characters (Chinese), to the terms of the entities that bear it."""
    lengths: dict[str, tuple[int, ...]]
    """A first token or character to how long the aliases are that begin with it, the longest first."""

    def at(self, text: Sequence[str], place: int) -> tuple[int, tuple[str, ...]]:
        """The length of the longest alias that begins there and whose it is; 0 where none does."""
        for size in self.lengths.get(text[place], ()):
            if place + size <= len(text) and (found := self.bearers.get(tuple(text[place : place + size]))):
                return size, found
        return 0, ()


_NO_ALIASES = _Aliases({}, {})


def _alias_index(entities: Sequence[Entity], language: Language) -> _Aliases:
    bearers: dict[tuple[str, ...], dict[str, None]] = {}
    for entity in entities:
        for alias in entity.aliases:
            tokens = tuple(_tokens(alias.surface)) if language == "en" else tuple(alias.surface)
            if tokens and tokens[0] == "the":
                tokens = tokens[1:]
            if tokens:
                bearers.setdefault(tokens, {})[f"e:{entity.id}"] = None
    lengths: dict[str, set[int]] = {}
    for tokens in bearers:
        lengths.setdefault(tokens[0], set()).add(len(tokens))
    return _Aliases(
        {tokens: tuple(held) for tokens, held in bearers.items()},
        {first: tuple(sorted(sizes, reverse=True)) for first, sizes in lengths.items()},
    )


def _tokens(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text.replace("’s", "").replace("'s", ""))]


def _english(text: str, aliases: _Aliases) -> set[str]:
    tokens = _tokens(text)
    found: set[str] = set()
    place = 0
    while place < len(tokens):
        size, bearers = aliases.at(tokens, place)
        if size:  # the longest alias, of every entity that bears it
            found.update(bearers)
            place += size
            continue
        if tokens[place] not in _STOP:
            found.add("w:" + _stem(tokens[place]))
        place += 1
    return found


def _stem(word: str) -> str:
    for suffix, least in (("ings", 3), ("ing", 3), ("ies", 2), ("ied", 2), ("ed", 3), ("es", 3), ("s", 3)):
        if word.endswith(suffix) and len(word) - len(suffix) >= least:
            word = word[: -len(suffix)] + ("y" if suffix in ("ies", "ied") else "")
            break
    return word[:-1] if len(word) > 3 and (word[-1] == "e" or word[-1] == word[-2]) else word


def _chinese(text: str, aliases: _Aliases) -> set[str]:
    found: set[str] = set()
    rest: list[str] = []
    place = 0
    while place < len(text):
        size, bearers = aliases.at(text, place)
        if not size:
            rest.append(text[place])
            place += 1
            continue
        found.update(bearers)
        rest.append(" ")
        place += size
    for run in _HAN.findall("".join(" " if char in _FUNCTION else char for char in "".join(rest))):
        if run.isascii():
            found.add("w:" + run.casefold())
        elif len(run) == 1:
            found.add("w:" + run)
        else:
            found.update("w:" + run[at : at + 2] for at in range(len(run) - 1))
    return found
