"""Answerers that bound every table: the reference, nothing, and references of other questions of the same film."""

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from linedscript.evaluation.tasks import Target, Task
from linedscript.records.evaluation import Control
from linedscript.records.run import Prediction, Reply

if TYPE_CHECKING:
    import numpy as np


def control_predictions(
    control: Control, task: Task, targets: Sequence[Target], generations: int, seed: int
) -> list[Prediction]:
    """Of one film. A shuffled generation has a permutation of its own, the same in every condition."""
    import numpy as np

    film = zlib.crc32(targets[0].film.encode()) if targets else 0
    replies: list[tuple[Target, int, Reply]] = []
    for sample in range(1, generations + 1):
        if control == "shuffled":
            order = deranged([task.same(target) for target in targets], np.random.default_rng([seed, film, sample]))
            replies += [
                (target, sample, task.reference(targets[other])) for target, other in zip(targets, order, strict=True)
            ]
        else:
            make = task.reference if control == "reference" else task.empty
            replies += [(target, sample, make(target)) for target in targets]
    return [
        Prediction(
            id=f"{target.id}#{sample}",
            film=target.film,
            target=target.id,
            sample=sample,
            item_sha256=target.sha256,
            reply=reply,
            missing=None,
            detail=None,
            request=None,
        )
        for target, sample, reply in replies
    ]


def deranged(same: Sequence[str], rng: "np.random.Generator") -> list[int]:
    """A permutation in which no place gets one with its own value of ``same``, as far as that is possible.

    Places are put in groups of equal values, in random order, and turned by the size of the largest group: where no
    group is larger than half of all, none keeps its value.
    """
    groups: dict[str, list[int]] = {}
    for place in rng.permutation(len(same)).tolist():
        groups.setdefault(same[place], []).append(place)
    largest = max(map(len, groups.values()), default=0)
    row = [place for group in sorted(groups.values(), key=len, reverse=True) for place in group]
    taken = dict(zip(row, [*row[largest:], *row[:largest]], strict=True))
    return [taken[place] for place in range(len(same))]
