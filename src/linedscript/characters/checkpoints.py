"""The checkpoints of the focal characters: at which moments a character's state is asked for.

(stage.txt, Task I: a baseline, supported changes, intervals without a change, events that are inaccessible to the
character, delayed consequences, the final state; density follows the evidence, and a trajectory has at least two.)
Nothing is asked. A checkpoint stands at the end of the line that shows what it is there for, so that the text before it
holds the evidence.
"""

from collections.abc import Sequence
from typing import Any

from linedscript.backbone.citing import citation, sort_citations
from linedscript.characters.checkpoint_candidates import Candidate, Story
from linedscript.characters.intervals import moment
from linedscript.io.canonical import id_key
from linedscript.records.base import Citation
from linedscript.records.character import Focal, ScenePresence, State, UnitPresence
from linedscript.records.scene import Scene
from linedscript.records.trajectory import FEWEST_CHECKPOINTS, Access, Checkpoint, Development
from linedscript.records.unit import Unit

_BEGINS, _ENDS = ("valid_from", "value"), ("valid_to", "value")
_STATE = ("valid_from", "valid_to", "value")
_TURN, _TRACE = ("after", "at"), ("after", "at", "consequence")
_ACCESS = ("fact", "mode", "gained")


def choose_checkpoints(
    film: str,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    presence: Sequence[ScenePresence],
    perception: Sequence[UnitPresence],
    focal: Sequence[Focal],
    states: Sequence[State],
    developments: Sequence[Development],
    access: Sequence[Access],
    settings: dict[str, Any],
) -> list[Checkpoint]:
    """Strictly ordered per character, ``cp-<number of the character>-01`` onwards; none of a character with fewer than
    two moments. ``settings``: ``most``, ``quiet_scenes``, ``late_scenes``, ``share``."""
    story = Story(scenes, units, presence, perception, states, developments, access, settings)
    found: list[Checkpoint] = []
    for record in sorted(focal, key=lambda one: id_key(one.id)):
        chosen = _choose(story.candidates(record.id), settings)
        if len(chosen) >= FEWEST_CHECKPOINTS:
            prefix = record.id.removeprefix("ent-")
            found += [
                _checkpoint(film, f"cp-{prefix}-{number:02d}", record.id, one, story)
                for number, one in enumerate(chosen, 1)
            ]
    return found


def _choose(candidates: Sequence[Candidate], settings: dict[str, Any]) -> list[Candidate]:
    """In story order, one per moment, first and last among them; at most ``most``. Moments without a change of state
    make up at most ``share`` of all, and are left out first."""
    at: dict[tuple, Candidate] = {}
    for one in candidates:
        other = at.get(moment(one.anchor))
        at[moment(one.anchor)] = one if other is None else _both(one, other)
    ends = [one for one in at.values() if one.kind in ("baseline", "final")]
    changes = sorted((one for one in at.values() if one.kind == "change"), key=_rank)
    others = sorted((one for one in at.values() if one.kind not in ("baseline", "final", "change")), key=_rank)
    kept = changes[: max(0, settings["most"] - len(ends))]
    room = min(settings["most"] - len(ends) - len(kept), _share(len(ends) + len(kept), settings["share"]))
    kept += _spread(others, max(0, room))
    return sorted((*ends, *kept), key=lambda one: moment(one.anchor))


def _both(one: Candidate, other: Candidate) -> Candidate:
    """The weightier of two moments that are one, with the changes of the other."""
    first, second = (one, other) if one.weight > other.weight else (other, one)
    return first._replace(
        states=tuple(sorted({*first.states, *second.states}, key=id_key)),
        developments=tuple(sorted({*first.developments, *second.developments}, key=id_key)),
    )


def _share(rest: int, share: float) -> int:
    """How many may join ``rest`` others without making up more than ``share`` of all."""
    return rest if share >= 1 else int(rest * share / (1 - share) + 1e-9)


def _rank(one: Candidate) -> tuple[Any, ...]:
    return (-one.weight, moment(one.anchor))


def _spread(others: Sequence[Candidate], room: int) -> list[Candidate]:
    """The weightiest, kind by kind in turn, so that no kind crowds out another."""
    kinds: dict[str, list[Candidate]] = {}
    for one in others:
        kinds.setdefault(one.kind, []).append(one)
    turns = sorted(
        ((place, -one.weight, moment(one.anchor), one) for own in kinds.values() for place, one in enumerate(own)),
        key=lambda turn: turn[:3],
    )
    return [turn[3] for turn in turns[:room]]


def _checkpoint(film: str, name: str, character: str, one: Candidate, story: Story) -> Checkpoint:
    begun = {story.developments[name].after for name in one.developments}
    ended = {story.developments[name].before for name in one.developments}
    cites: list[Citation] = []
    for state in one.states:
        fields = _BEGINS if state not in ended else _ENDS if state not in begun else _STATE
        cites.append(citation("states", story.states[state], *fields))
    turn = _TRACE if one.kind == "delayed_consequence" else _TURN
    cites += [citation("developments", story.developments[name], *turn) for name in one.developments]
    cites += [citation("access", story.access[name], *_ACCESS) for name in one.facts]
    return Checkpoint(
        id=name,
        film=film,
        character=character,
        kind=one.kind,
        anchor=one.anchor,
        states=one.states,
        developments=one.developments,
        facts=one.facts,
        scenes=one.scenes,
        cites=sort_citations(cites),
        made=one.made,
    )
