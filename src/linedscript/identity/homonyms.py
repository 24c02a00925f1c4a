"""Names of kept entities that a replaced entity bears too: the month beside the woman called June.

In running text a form has one meaning, the replaced one; protected phrases ("June 1994") tell the other apart. In the
kept entity's own record, and its mentions', the form itself stays, and so does a kept time in a field that is a time.
"""

from collections.abc import Iterable
from typing import Any

from linedscript.identity.fields import NAMES
from linedscript.identity.matching import MapLine, fold, protected
from linedscript.records.entity import Entity, Mention
from linedscript.records.identity import NameDecision

_NONE: frozenset[str] = frozenset()
_TIMES = frozenset({"time", "text"})
"""``Unit.time``, ``TimeRange.text``: where the whole field is the time's name."""


class Homonyms:
    def __init__(self, names: Iterable[MapLine], entities: Iterable[Entity]) -> None:
        decisions = {line.id: line for line in names if isinstance(line, NameDecision)}
        replaced = {
            fold(renaming.surface)
            for line in decisions.values()
            for renaming in line.aliases
            if not protected(renaming)
        }
        self._entities: dict[str, frozenset[str]] = {}
        self._mentions: dict[str, frozenset[str]] = {}
        self._times: set[str] = set()
        for entity in entities:
            if entity.id in decisions and decisions[entity.id].decision == "keep":
                shared = frozenset({fold(entity.name), *(fold(alias.surface) for alias in entity.aliases)} & replaced)
                if shared:
                    self._entities[entity.id] = shared
                    self._mentions.update(dict.fromkeys(entity.mentions, shared))
                    if "TimePoint" in entity.types:
                        self._times |= shared

    def of(self, record: Any) -> frozenset[str]:
        """The folded forms that stay in this record's name fields."""
        if isinstance(record, Entity):
            return self._entities.get(record.id, _NONE)
        return self._mentions.get(record.id, _NONE) if isinstance(record, Mention) else _NONE

    def keeps(self, record_stays: frozenset[str], field: str, text: str) -> bool:
        """Whether a field's text stays as it is. ``record_stays`` is ``of`` the record that the field is in."""
        if field in NAMES:
            return bool(record_stays) and fold(text) in record_stays
        return field in _TIMES and bool(self._times) and fold(text) in self._times
