"""Moments of a focal character at which a checkpoint can stand, and what speaks for each."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from linedscript.characters.developments import moment_of_evidence
from linedscript.characters.intervals import moment
from linedscript.characters.moments import ends, passage_end
from linedscript.io.canonical import id_key
from linedscript.records.base import Made
from linedscript.records.character import Anchor, ScenePresence, State, UnitPresence
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Access, CheckpointKind, Development
from linedscript.records.unit import Unit

_HERE = frozenset(("on_screen", "offscreen_aware"))
_WEIGHT = {
    "role": 3.0,
    "relationship": 3.0,
    "knowledge": 3.0,
    "goal": 2.5,
    "physical": 2.5,
    "possession": 2.0,
    "emotion": 1.0,
    "location": 1.0,
}
"""What a change of each aspect weighs where a trajectory has more moments than it may have checkpoints."""
_MOST_FACTS = 4
"""Facts that one checkpoint is there for."""


class Candidate(NamedTuple):
    kind: CheckpointKind
    anchor: Anchor
    weight: float
    states: tuple[str, ...]
    developments: tuple[str, ...]
    facts: tuple[str, ...]
    scenes: tuple[str, ...]
    made: Made


class Story:
    """A film's records by character, in story order."""

    def __init__(
        self,
        scenes: Sequence[Scene],
        units: Sequence[Unit],
        presence: Sequence[ScenePresence],
        perception: Sequence[UnitPresence],
        states: Sequence[State],
        developments: Sequence[Development],
        access: Sequence[Access],
        settings: dict[str, Any],
    ) -> None:
        self.states = {state.id: state for state in states}
        self.developments = {one.id: one for one in developments}
        self.access = {one.id: one for one in access}
        self._settings = settings
        self._scenes = {scene.id: scene for scene in scenes}
        self._index = {scene.id: number for number, scene in enumerate(scenes)}
        self._units = {unit.id: unit for unit in units}
        self._perceived = {(one.unit, one.character) for one in perception if one.participant or one.witness}
        self._here: dict[str, list[ScenePresence]] = {}
        for one in sorted(presence, key=lambda one: id_key(one.scene)):
            if one.level in _HERE and one.last is not None and one.scene in self._scenes:
                self._here.setdefault(one.character, []).append(one)
        self._states = _by_character(states, lambda state: moment(state.valid_from))
        self._developments = _by_character(developments, lambda one: moment(one.at))
        self._access = _by_character(access, lambda one: id_key(one.id))

    def candidates(self, character: str) -> list[Candidate]:
        """Baseline, final and all between, unsorted; none of a character of whom nothing is recorded.

        Nothing stands before the baseline or after the last trace.
        """
        here = self._here.get(character, [])
        known = [state for state in self._states.get(character, ()) if not state.invariant]
        if not here or not known:
            return []
        changes = list(self._changes(character))
        baseline, final = self._baseline(here, known), self._final(here, changes)
        if moment(baseline.anchor) >= moment(final.anchor):
            return [baseline]
        between = (
            *changes,
            *self._delayed(character),
            *self._inaccessible(character, here),
            *self._quiet(character, here, baseline),
        )
        low, high = moment(baseline.anchor), moment(final.anchor)
        return [baseline, final, *(one for one in between if low < moment(one.anchor) <= high)]

    def _end(self, scene: str, offset: int) -> Anchor:
        return passage_end(self._scenes[scene], offset)

    def _baseline(self, here: Sequence[ScenePresence], known: Sequence[State]) -> Candidate:
        """The last trace in the first scene by the end of which something holds of the character."""
        first = min(known, key=lambda state: moment(state.valid_from)).valid_from
        scene = next((one for one in here if id_key(one.scene) >= id_key(first.scene)), here[-1])
        return Candidate("baseline", self._end(scene.scene, scene.last or 0), 9.0, (), (), (), (), scene.made)

    def _final(self, here: Sequence[ScenePresence], changes: Sequence[Candidate]) -> Candidate:
        """The last trace: where the character is seen or heard last or, if later, where a change of it shows."""
        last = here[-1]
        traces = [self._end(last.scene, last.last or 0), *(change.anchor for change in changes)]
        return Candidate("final", max(traces, key=moment), 10.0, (), (), (), (), last.made)

    def _shown(self, state: State) -> Anchor:
        """The end of the line that shows the state first."""
        shown = max(moment_of_evidence(state), moment(state.valid_from))
        return self._end(state.valid_from.scene, shown[1])

    def _changes(self, character: str) -> Iterator[Candidate]:
        """One for the developments of a scene, after the last of them."""
        scenes: dict[str, list[Development]] = {}
        for one in self._developments.get(character, ()):
            if one.after in self.states and one.at.scene in self._scenes:
                scenes.setdefault(one.at.scene, []).append(one)
        for own in scenes.values():
            anchors = [self._shown(self.states[one.after]) for one in own]
            names = [state for one in own for state in (one.before, one.after) if state in self.states]
            yield Candidate(
                "change",
                max(anchors, key=moment),
                sum(_WEIGHT[one.kind] for one in own),
                tuple(sorted(dict.fromkeys(names), key=id_key)),
                tuple(sorted((one.id for one in own), key=id_key)),
                (),
                (),
                own[0].made,
            )

    def _delayed(self, character: str) -> Iterator[Candidate]:
        """Where a change is seen to tell, or a fact reaches the character, scenes after it happened."""
        late = self._settings["late_scenes"]
        for one in self._developments.get(character, ()):
            unit = self._units.get(one.consequence or "")
            if unit is None or (unit.id, character) not in self._perceived:
                continue
            if self._index[unit.scene] - self._index[one.at.scene] >= late:
                at = ends(unit)
                yield Candidate(
                    "delayed_consequence",
                    self._end(at.scene, at.offset),
                    _WEIGHT[one.kind],
                    (),
                    (one.id,),
                    (),
                    (),
                    one.made,
                )
        for one in self._access.get(character, ()):
            fact = self._units.get(one.fact)
            if one.mode not in ("told", "inferred") or one.gained is None or fact is None:
                continue
            if self._index[one.gained.scene] - self._index[fact.scene] >= late:
                anchor = self._end(one.gained.scene, one.gained.offset)
                yield Candidate("delayed_consequence", anchor, 2.0 + one.confidence, (), (), (one.id,), (), one.made)

    def _inaccessible(self, character: str, here: Sequence[ScenePresence]) -> Iterator[Candidate]:
        """The next time that the character is seen after facts that it doesn't know then.

        What reaches it later weighs most, then what is done to, or with the things of, whom it deals with; what has
        nothing to do with it is left out.
        """
        near = self._near(character)
        waiting: dict[int, list[tuple[float, Access]]] = {}
        for one in self._access.get(character, ()):
            fact = self._units.get(one.fact)
            if fact is None or one.mode in ("involved", "witnessed"):
                continue
            place = _next_after(here, fact.scene)
            if place is None or (one.gained is not None and id_key(one.gained.scene) <= id_key(here[place].scene)):
                continue
            tied = len(near & {part.entity for part in fact.participants if part.entity})
            weight = 3.0 if one.gained is not None else float(min(tied, 2))
            if weight > 0:
                waiting.setdefault(place, []).append((weight, one))
        for place, found in sorted(waiting.items()):
            found.sort(key=lambda pair: (-pair[0], id_key(pair[1].id)))
            best = found[:_MOST_FACTS]
            there = here[place]
            yield Candidate(
                "inaccessible",
                self._end(there.scene, there.last or 0),
                best[0][0],
                (),
                (),
                tuple(sorted((one.id for _, one in best), key=id_key)),
                (),
                best[0][1].made,
            )

    def _near(self, character: str) -> set[str]:
        """The other ends of the character's relationships and possessions, and the character itself."""
        own = self._states.get(character, ())
        return {character} | {
            state.target for state in own if state.target and state.aspect in ("relationship", "possession")
        }

    def _quiet(self, character: str, here: Sequence[ScenePresence], baseline: Candidate) -> Iterator[Candidate]:
        """The last of ``quiet_scenes`` scenes in a row with the character, in which nothing but its place changes."""
        moved = {
            at.scene
            for state in self._states.get(character, ())
            if state.aspect not in ("location", "emotion") and not state.invariant
            for at in (state.valid_from, state.valid_to)
            if at is not None
        }
        moved |= {one.at.scene for one in self._developments.get(character, ())}
        run: list[ScenePresence] = []
        for there in here:
            if id_key(there.scene) <= id_key(baseline.anchor.scene) or there.scene in moved:
                run = []
                continue
            run.append(there)
            if len(run) == self._settings["quiet_scenes"]:
                yield Candidate(
                    "no_change",
                    self._end(there.scene, there.last or 0),
                    1.0,
                    (),
                    (),
                    (),
                    tuple(one.scene for one in run),
                    there.made,
                )
                run = []


def _next_after(here: Sequence[ScenePresence], scene: str) -> int | None:
    low, high = 0, len(here)
    while low < high:
        middle = (low + high) // 2
        if id_key(here[middle].scene) > id_key(scene):
            high = middle
        else:
            low = middle + 1
    return low if low < len(here) else None


def _by_character(records: Sequence[Any], key: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for record in sorted(records, key=lambda one: (key(one), id_key(one.id))):
        found.setdefault(record.character, []).append(record)
    return found
