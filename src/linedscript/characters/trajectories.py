"""Which focal characters have a trajectory after review, and why the others have none."""

from collections.abc import Sequence

from linedscript.characters.intervals import moment
from linedscript.io.canonical import id_key
from linedscript.records.character import Focal, State
from linedscript.records.review import Stale, Tombstone
from linedscript.records.trajectory import FEWEST_CHECKPOINTS, Checkpoint, Trajectory


def draw_trajectories(
    film: str,
    focal: Sequence[Focal],
    states: Sequence[State],
    checkpoints: Sequence[Checkpoint],
    stale: Sequence[Stale],
    tombstones: Sequence[Tombstone],
) -> list[Trajectory]:
    """One per focal character. A character whose review left one checkpoint has no trajectory."""
    own: dict[str, list[Checkpoint]] = {}
    for one in sorted(checkpoints, key=lambda one: moment(one.anchor)):
        own.setdefault(one.character, []).append(one)
    known = {state.character for state in states if not state.invariant}
    gone = [row.id.removeprefix("checkpoints/") for row in (*stale, *tombstones) if row.id.startswith("checkpoints/")]
    names = _names(tombstones)
    found = []
    for record in sorted(focal, key=lambda one: id_key(one.id)):
        here = own.get(record.id, [])
        prefixes = tuple(f"cp-{name.removeprefix('ent-')}-" for name in (record.id, *names.get(record.id, ())))
        if len(here) >= FEWEST_CHECKPOINTS:
            why = None
        elif here or any(name.startswith(prefixes) for name in gone):
            why = "withheld"
        else:
            why = "one_moment" if record.id in known else "no_state"
        found.append(
            Trajectory(
                id=record.id, film=film, checkpoints=tuple(one.id for one in here) if why is None else (), why_none=why
            )
        )
    return found


def _names(tombstones: Sequence[Tombstone]) -> dict[str, list[str]]:
    """By entity, those that were merged into it: checkpoints keep the ids that they were given."""
    found: dict[str, list[str]] = {}
    for row in tombstones:
        if row.id.startswith("entities/") and row.action == "merge":
            for into in row.successors:
                found.setdefault(into.removeprefix("entities/"), []).append(row.id.removeprefix("entities/"))
    return found
