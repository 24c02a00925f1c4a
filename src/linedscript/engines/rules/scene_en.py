"""An English scene as the ``rules`` annotators read it."""

import re
from typing import Any

from linedscript.engines.rules import acts_en
from linedscript.engines.rules.cast_en import Cast, is_role
from linedscript.engines.rules.clauses_en import clauses
from linedscript.engines.rules.english import readable, sentences, tokens
from linedscript.engines.rules.language_en import BODY, NO_NAMES, STATIVE, TITLES
from linedscript.engines.rules.occasions_en import occasions
from linedscript.engines.rules.parts import Clause, Occasion, present
from linedscript.engines.rules.wording import sentence_case, within_quotes

_MANNERS = {"sings": "sings", "reads": "reads aloud"}
_VAGUE = frozenset(
    "he she it they them him her who we you i this that there nobody everyone nothing everything what one".split()
)


class SceneReader:
    """Clauses, speech acts, occasions and readable sentences of one payload."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self.payload = payload
        self.cast = Cast(payload)
        self._clauses: list[Clause] | None = None
        self._with_article: dict[str, bool] = {}

    def display(self, name: str) -> str:
        return self.cast.display(name)

    def sentences(self, text: str) -> list[tuple[int, int]]:
        return sentences(text)

    def clauses(self) -> list[Clause]:
        if self._clauses is None:
            self._clauses = clauses(self.payload, self.cast)
        return self._clauses

    def eventful(self, clause: Clause) -> bool:
        """Whether a clause tells a happening of somebody or something that has a name or a noun."""
        subject = clause.subject
        if subject is None or clause.lemma in STATIVE | {"have", "do"} or subject.name.lower() in _VAGUE:
            return False
        return subject.person or subject.name.lower().split(" ")[-1] not in BODY

    def acts(self, text: str, asked: str = "") -> list[tuple[str, int, int]]:
        return acts_en.acts(text, asked)

    def called(self, text: str, names: list[str]) -> str | None:
        return acts_en.called(text, names)

    def many(self, text: str) -> bool:
        """Whether a line is said to a gathering."""
        return acts_en.MANY.match(text) is not None

    def same(self, one: str, other: str) -> bool:
        """Whether two names can mean one person: the words of the shorter one stand in the other."""
        left, right = self._distinctive(one), self._distinctive(other)
        if not left or not right:
            return one.casefold() == other.casefold()
        genders = {self.cast.gender(one), self.cast.gender(other)} - {None}
        return len(genders) < 2 and (left <= right or right <= left)

    def speaks_of(self, text: str, name: str) -> bool:
        """Whether a line has a person's name, other than to call them."""
        held = {token.low for token in tokens(text) if token.capital}
        return bool(held & self._distinctive(name)) and not self.called(text, [name])

    def _distinctive(self, name: str) -> set[str]:
        lows = [token.low for token in tokens(name) if token.word]
        return set() if is_role(lows) else {low for low in lows if low not in TITLES | NO_NAMES}

    def act_text(self, act: str, speaker: str, to: str | None, said: str) -> tuple[str, str]:
        verb = acts_en.LABELS[act]
        whom = f" {self._referred(to)}" if to else ""
        if not to:
            verb = verb.removesuffix(" to").removesuffix(" with")
        head = sentence_case(f"{self._referred(speaker)} {verb}{whom}")
        return head, f"{head}: {_cut(said)}"

    def talk_text(self, one: str, other: str, said: str) -> tuple[str, str]:
        first = self._referred(one)
        head = sentence_case(f"{first} and {self._referred(other)} talk")
        return head, f"{head}; {first} begins: {_cut(said, 8)}"

    def alone_text(self, speaker: str, voice: str, manner: str, to: str | None, said: str) -> tuple[str, str]:
        spoken = f"speaks to {self._referred(to)}" if to else "speaks"
        how = _MANNERS.get(manner) or ("is heard" if voice != "on" else spoken)
        head = sentence_case(f"{self._referred(speaker)} {how}")
        return head, f"{head}: {_cut(said, 10)}"

    def _referred(self, name: str) -> str:
        """The name as it stands inside a sentence: with an article where the scene's action gives it one, as it does a
        described person: a stranger, the man with the accordion."""
        if name not in self._with_article:
            shown = re.compile(rf"\b(?:an?|the|another)\s+{re.escape(name)}(?!\w)", re.IGNORECASE)
            self._with_article[name] = any(
                element["kind"] == "action" and shown.search(element["text"]) for element in self.payload["elements"]
            )
        return f"the {name}" if self._with_article[name] else name

    def occasions(self, text: str) -> list[Occasion]:
        return occasions(text, self.cast.text)

    def occasion_text(self, name: str, held: bool) -> tuple[str, str]:
        place = (self.payload["heading"] or {}).get("place")
        if held:
            return name, f"{name} is held" + (f" at {readable(place, self.cast.text)}." if place else ".")
        return name, f"{name} is spoken of."

    def present(self) -> list[str]:
        """Who speaks on screen or acts, in order of first appearance."""
        return list(present(self.payload, self.clauses(), self.display))


def _cut(said: str, longest: int = 12) -> str:
    words = said.replace("*", "").replace("_", "").split()
    return f"“{within_quotes(' '.join(words[:longest]).rstrip(',;:'))}{'…' if len(words) > longest else ''}”"
