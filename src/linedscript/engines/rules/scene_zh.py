"""A Chinese scene as the ``rules`` annotators read it."""

import re
from typing import Any

from linedscript.engines.rules import acts_zh
from linedscript.engines.rules.chinese import Cast, same_person, sentences
from linedscript.engines.rules.clauses_zh import clauses
from linedscript.engines.rules.language_zh import EVENTS
from linedscript.engines.rules.parts import Clause, Occasion, present
from linedscript.engines.rules.wording import within_quotes

_EVENT = re.compile(
    "|".join(sorted(map(re.escape, EVENTS), key=lambda name: (-len(name), name)))
    + "|(?<=[唱演看听])(?:(?![完一出了场过这那的])[\u4e00-\u9fff]){2,3}戏(?![院台班曲])"
    + "|(?<=在)[\u4e00-\u9fff]{2,3}戏(?=[上中])"
)
"""Kinds of event; and a play of some kind that is sung, staged or watched."""

_MANNERS = {"sings": "唱", "reads": "念"}


class SceneReader:
    """Clauses, speech acts, occasions and readable sentences of one payload."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self.payload = payload
        self.cast = Cast(payload)
        self._clauses: list[Clause] | None = None
        self._shown: list[str] | None = None

    def display(self, name: str) -> str:
        return name

    def sentences(self, text: str) -> list[tuple[int, int]]:
        return sentences(text)

    def clauses(self) -> list[Clause]:
        if self._clauses is None:
            self._clauses = clauses(self.payload, self.cast)
        return self._clauses

    def eventful(self, clause: Clause) -> bool:
        return clause.subject is not None

    def acts(self, text: str, asked: str = "") -> list[tuple[str, int, int]]:
        return acts_zh.acts(text, asked)

    def called(self, text: str, names: list[str]) -> str | None:
        return acts_zh.called(text, names, self._silent())

    def _silent(self) -> list[str]:
        """Named persons whom the action shows and who have no line here."""
        if self._shown is None:
            cues = [element["cue"]["name"] for element in self.payload["elements"] if element["cue"]]
            action = [element["text"] for element in self.payload["elements"] if element["kind"] == "action"]
            shown = dict.fromkeys(ref.name for text in action for ref in self.cast.refs(text))
            self._shown = [
                name
                for name in shown
                if not self.cast.is_role(name) and not any(same_person(name, cue) for cue in cues)
            ]
        return self._shown

    def many(self, text: str) -> bool:
        """Whether a line is said to a gathering."""
        return acts_zh.MANY.match(text) is not None

    def same(self, one: str, other: str) -> bool:
        return same_person(one, other)

    def speaks_of(self, text: str, name: str) -> bool:
        """Whether a line has a person's name, other than to call them."""
        parts = (name, name[1:]) if len(name) > 2 else (name,)
        return any(part in text for part in parts) and not self.called(text, [name])

    def act_text(self, act: str, speaker: str, to: str | None, said: str) -> tuple[str, str]:
        verb = acts_zh.LABELS[act]
        if not to:
            verb = acts_zh.ALONE.get(act, verb)
        elif "{to}" in verb:
            verb = verb.format(to=to)
        else:
            verb += to
        return f"{speaker}{verb}", f"{speaker}{verb}：{_cut(said)}"

    def talk_text(self, one: str, other: str, said: str) -> tuple[str, str]:
        return f"{one}和{other}谈话", f"{one}和{other}谈话，{one}先说：{_cut(said, 14)}"

    def alone_text(self, speaker: str, voice: str, manner: str, to: str | None, said: str) -> tuple[str, str]:
        how = _MANNERS.get(manner) or ("旁白" if voice == "over" else f"对{to}说话" if to else "说话")
        return f"{speaker}{how}", f"{speaker}{how}：{_cut(said, 18)}"

    def occasions(self, text: str) -> list[Occasion]:
        return [Occasion(match.group(), *match.span(), True) for match in _EVENT.finditer(text)]

    def occasion_text(self, name: str, held: bool) -> tuple[str, str]:
        place = (self.payload["heading"] or {}).get("place")
        return name, (f"{name}在{place}举行。" if place else f"{name}举行。") if held else f"有人说到{name}。"

    def present(self) -> list[str]:
        """Who speaks on screen or acts, in order of first appearance."""
        return list(present(self.payload, self.clauses(), self.display))


def _cut(said: str, longest: int = 20) -> str:
    said = "".join(said.split())
    return f"“{within_quotes(said[:longest])}{'…' if len(said) > longest else ''}”"
