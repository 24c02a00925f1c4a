"""Whom each speech of a scene is said to: whoever is called, turned to or talked with; nobody where it isn't safe."""

import re
from typing import Any

from linedscript.engines.rules.comings import ENTERS, LEAVES
from linedscript.engines.rules.parts import Speech, speeches

_BACK = 4
"""Speeches back in which somebody who spoke may still be the one talked with."""
_DEVICE = "手机|电话|话筒|听筒|对讲机|镜子|镜头|麦克风"
_TO = re.compile(
    r"^[(（]\s*(?:(?:back |in a low voice |quietly )?to |(?:对|向|冲|朝|转向)"
    rf"(?!着?(?:{_DEVICE}))着?)(?P<whom>[^)）,，;；]+)",
    re.IGNORECASE,
)


class Talk:
    """The speeches of a scene, and who is spoken to."""

    def __init__(self, payload: dict[str, Any], scene: Any) -> None:
        self.said: list[Speech] = speeches(payload, scene.display)
        self._scene = scene
        self._names = list(dict.fromkeys(speech.speaker for speech in self.said))
        self._acted = [self._action_before(payload, order) for order in range(len(self.said))]
        self._staged = [self._turned_to(order) for order in range(len(self.said))]
        self._once = {
            name
            for name in self._names
            if sum(speech.speaker == name for speech in self.said) == 1
            and all(speech.voice == "off" and not speech.aside for speech in self.said if speech.speaker == name)
        }
        """Who only calls in from outside, once, and not over a radio."""
        self._gone = self._departures()
        self._coming = self._arrivals()

    def comes(self, position: int) -> bool:
        """Whether the speaker first comes in right before the speech: what was said before wasn't said to them."""
        speech = self.said[position]
        low = self.said[position - 1].lines[-1][0] if position else -1
        spoke = any(said.speaker == speech.speaker for said in self.said[:position])
        return not spoke and any(low < element < speech.cue for element in self._coming.get(speech.speaker, ()))

    def surely(self, position: int, text: str) -> str | None:
        """Who is called by name, named in the parenthetical, or dealt with just before."""
        speech = self.said[position]
        others = [name for name in self._names if name != speech.speaker]
        called = self._scene.called(text, others)
        if called:
            return called
        directed = _TO.match(speech.aside)
        if directed:
            return self._cue(directed["whom"].strip(), speech.speaker) or directed["whom"].strip()
        return self._staged[position]

    def is_silent(self, name: str | None) -> bool:
        """Whether somebody is spoken to who has no line here."""
        return name is not None and not any(self._scene.same(name, speaker) for speaker in self._names)

    def to_many(self, position: int) -> bool:
        return bool(self._scene.many(self.said[position].lines[0][1]))

    def to(self, position: int, text: str) -> str | None:
        """Who is spoken to for sure; else who spoke before or speaks next, as far as they are talking."""
        speech = self.said[position]
        if speech.voice == "over" or speech.manner == "sings":
            return None
        sure = self.surely(position, text)
        if sure or self._scene.many(text):
            return sure
        return self._partner(position, text)

    def _partner(self, position: int, text: str) -> str | None:
        speech = self.said[position]
        able = [
            name
            for name in self._names
            if name != speech.speaker and not self._left(name, position) and name not in self._once
        ]
        last = next(
            (
                order
                for order in range(position - 1, max(position - 1 - _BACK, -1), -1)
                if self._hears(order, speech.speaker) and self.said[order].speaker in able
            ),
            None,
        )
        after = self.said[position + 1] if position + 1 < len(self.said) else None
        answers = (
            after.speaker
            if after is not None
            and self._hears(position + 1, speech.speaker)
            and (not self._acted[position + 1] or self._staged[position + 1] == speech.speaker)
            else None
        )
        found = None
        if last is not None:
            other = self.said[last].speaker
            direct = last == position - 1 and not self._acted[position]
            talking = any(said.speaker == speech.speaker for said in self.said[max(position - 1 - _BACK, 0) : position])
            if direct or talking or answers == other:
                found = other
        found = found or answers or (able[0] if len(able) == 1 and self._heard(able[0]) else None)
        if found and self._scene.speaks_of(text, found):
            others = [
                name for name in (answers, *reversed(able)) if name and name != found and self._near(name, position)
            ]
            return others[0] if others else found
        return found

    def _hears(self, order: int, speaker: str) -> bool:
        said = self.said[order]
        return said.speaker != speaker and said.voice != "over" and said.manner != "sings"

    def _heard(self, name: str) -> bool:
        return any(said.speaker == name and said.voice != "over" and said.manner != "sings" for said in self.said)

    def _near(self, name: str, position: int) -> bool:
        return any(
            said.speaker == name and said.voice == "on"
            for said in self.said[max(position - _BACK, 0) : position + _BACK]
        )

    def _left(self, name: str, position: int) -> bool:
        since = self._gone.get(name)
        cue = self.said[position].cue
        return since is not None and any(low < cue < high for low, high in since)

    def _departures(self) -> dict[str, list[tuple[int, int]]]:
        """Stretches of elements in which a speaker is gone: from their leaving to their next word or coming."""
        found: dict[str, list[tuple[int, int]]] = {}
        for clause in self._scene.clauses():
            name = clause.subject and clause.subject.person and self._cue(clause.subject.name, None)
            if not name or clause.negative:
                continue
            if ENTERS.search(clause.text) and found.get(name, [(0, 0)])[-1][1] == 1 << 30:
                found[name][-1] = (found[name][-1][0], clause.element)
            elif LEAVES.search(clause.text):
                back = next(
                    (said.cue for said in self.said if said.speaker == name and said.cue > clause.element), 1 << 30
                )
                found.setdefault(name, []).append((clause.element, back))
        return found

    def _arrivals(self) -> dict[str, list[int]]:
        """The elements in which a speaker is shown for the first time, coming in."""
        found: dict[str, list[int]] = {}
        met: set[str] = set()
        for clause in self._scene.clauses():
            name = clause.subject and clause.subject.person and self._cue(clause.subject.name, None)
            if not name:
                continue
            if name not in met and not clause.negative and ENTERS.search(clause.text):
                found.setdefault(name, []).append(clause.element)
            met.add(name)
        return found

    def _action_before(self, payload: dict[str, Any], order: int) -> bool:
        low = self.said[order - 1].lines[-1][0] if order else -1
        return any(element["kind"] == "action" for element in payload["elements"][low + 1 : self.said[order].cue])

    def _turned_to(self, order: int) -> str | None:
        """The person whom the speaker dealt with in the action right before the speech."""
        speech = self.said[order]
        low = self.said[order - 1].lines[-1][0] if order else -1
        for clause in reversed(self._scene.clauses()):
            if not low < clause.element < speech.cue or clause.negative or clause.subject is None:
                continue
            if not clause.subject.person or not self._scene.same(clause.subject.name, speech.speaker):
                continue
            for part in (clause.recipient, clause.object):
                if part is not None and part.person and part.name[:1].upper() == part.name[:1]:
                    if not self._scene.same(part.name, speech.speaker):
                        return self._cue(part.name, speech.speaker) or part.name
            return None
        return None

    def _cue(self, name: str, other_than: str | None) -> str | None:
        """The one speaker whom a name can mean."""
        found = [cue for cue in self._names if cue != other_than and self._scene.same(name, cue)]
        return found[0] if len(found) == 1 else None


def exchanges(talk: Talk) -> list[list[Speech]]:
    """Runs of speeches of at most two speakers. A third speaker begins the next run, and so does who speaks to a third
    person or comes in only then; a voice-over, a song and a speech to many stand alone, since they talk with nobody."""
    runs: list[list[Speech]] = []
    many: list[bool] = []
    for position, speech in enumerate(talk.said):
        last = runs[-1][-1] if runs else None
        inside = {said.speaker for said in runs[-1]} if runs else set()
        alone = last is not None and (
            "sings" in (speech.manner, last.manner)
            or ("over" in (speech.voice, last.voice) and speech.speaker != last.speaker)
        )
        many.append(talk.to_many(position))
        alone = alone or any(many[-2:])
        to = talk.to(position, speech.lines[0][1])
        elsewhere = (len(inside) == 2 and to is not None and to not in inside) or talk.comes(position)
        if last is not None and len(inside) == 1 and speech.speaker not in inside:
            elsewhere = elsewhere or talk.is_silent(talk.surely(position - 1, last.lines[0][1]))
        if runs and not alone and not elsewhere and (speech.speaker in inside or len(inside) < 2):
            runs[-1].append(speech)
        else:
            runs.append([speech])
    return runs
