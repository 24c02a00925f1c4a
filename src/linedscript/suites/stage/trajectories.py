"""What is known of focal characters over time, for makers of candidates: states, developments, access, checkpoints."""

from collections.abc import Mapping, Sequence
from typing import Any

from linedscript.io.canonical import id_key
from linedscript.records.character import Anchor, State
from linedscript.records.trajectory import Access, Checkpoint, Development

Place = tuple[int, int]
"""Scene and position in its text: sorts in story order."""


class Trajectories:
    """Building is linear in the records."""

    def __init__(
        self,
        index: Mapping[str, int],
        states: Sequence[State],
        developments: Sequence[Development],
        access: Sequence[Access],
        checkpoints: Sequence[Checkpoint],
    ) -> None:
        self._index = index
        self.states = sorted(states, key=lambda state: id_key(state.id))
        self.state = {state.id: state for state in self.states}
        self.developments = sorted(developments, key=lambda development: id_key(development.id))
        self.access = sorted(access, key=lambda one: id_key(one.id))
        self.kin: dict[tuple[str, str], set[str]] = {}
        """By character and invariant relationship, as ``father``, with whom."""
        for state in self.states:
            if state.invariant and state.aspect == "relationship" and state.target:
                self.kin.setdefault((state.character, state.value), set()).add(state.target)
        self.heirs: dict[str, list[State]] = {}
        """By state, those that replace it."""
        for state in self.states:
            if state.after in self.state:
                self.heirs.setdefault(state.after, []).append(state)
        self._checkpoints: dict[str, list[Checkpoint]] = {}
        for checkpoint in sorted(checkpoints, key=lambda one: (*self.place(one.anchor), id_key(one.id))):
            self._checkpoints.setdefault(checkpoint.character, []).append(checkpoint)

    def place(self, anchor: Anchor) -> Place:
        return self._index.get(anchor.scene, 0), anchor.offset

    def start(self, evidence: Any, anchor: Anchor) -> Place:
        """Where a record's first piece of evidence begins; its anchor where that is no span."""
        if evidence.scene is None or evidence.start is None:
            return self.place(anchor)
        return self._index.get(evidence.scene, 0), evidence.start

    def holds(self, state: State, at: Place) -> bool:
        return self.place(state.valid_from) <= at and (state.valid_to is None or at < self.place(state.valid_to))

    def of(self, character: str) -> list[Checkpoint]:
        """The character's checkpoints in story order."""
        return self._checkpoints.get(character, [])

    def between(self, character: str, low: Place, high: Place | None) -> Checkpoint | None:
        """The character's first checkpoint at ``low`` or later and before ``high``."""
        for checkpoint in self.of(character):
            at = self.place(checkpoint.anchor)
            if low <= at and (high is None or at < high):
                return checkpoint
        return None

    def around(self, people: Sequence[str], first: Place, second: Place) -> tuple[Checkpoint, Checkpoint] | None:
        """Two checkpoints of the first of these people who has them: from ``first`` on and before ``second``, and from
        ``second`` on."""
        for person in people:
            before, after = self.between(person, first, second), self.between(person, second, None)
            if before is not None and after is not None:
                return before, after
        return None

    def while_holding(self, state: State) -> Checkpoint | None:
        """The first checkpoint of its character at which the state holds."""
        high = None if state.valid_to is None else self.place(state.valid_to)
        return self.between(state.character, self.place(state.valid_from), high)
