"""Two cues in a row that are one, of several who speak together: where a format marks each of its lines as a cue."""

from collections.abc import Sequence
from itertools import pairwise

from linedscript.screenplay.cues import is_joint, make_cue
from linedscript.screenplay.stretch import Stretch


def join_cues(stretches: Sequence[Stretch]) -> list[Stretch]:
    """``PIP AND`` and ``POP`` right behind it as the cue ``PIP AND POP``; all else as it was."""
    if not any(first.cue and second.cue for first, second in pairwise(stretches)):
        return list(stretches)
    names = {stretch.cue.name for stretch in stretches if stretch.cue}
    out: list[Stretch] = []
    for stretch in stretches:
        before = out[-1] if out else stretch
        one, other = before.cue, stretch.cue
        if one and other and before.dual == stretch.dual and is_joint(one.name, other.name, names - {other.name}):
            cue = make_cue(f"{one.name} {other.name}", (*one.extensions, *other.extensions))
            out[-1] = before._replace(cue=cue, content=(before.content[0], stretch.content[1]))
        else:
            out.append(stretch)
    return out
