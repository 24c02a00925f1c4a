"""How far two reviewers of one thing agree, how long a look takes, and what share of the looks verified."""

from collections.abc import Sequence
from typing import NamedTuple

from linedscript.records.review import DISPOSITIONS, Look


class RoundSummary(NamedTuple):
    """Of the looks of one round at one layer. Looks at what has changed since are left out and counted."""

    looks: int
    things: int
    counts: dict[str, int]
    """Looks by disposition."""
    outdated: int
    repeated: int
    """Things that two reviewers or more judged."""
    agreement: float | None
    kappa: float | None
    """Fleiss' over the repeated ones, on the disposition; skipped and flagged ones are no judgement. Null without any,
    and where all judgements are one."""
    alpha: float | None
    """Krippendorff's, nominal, of all that two reviewers or more judged, however many each thing has."""
    minutes: float | None
    """Median per look."""


def summarize(looks: Sequence[Look]) -> RoundSummary:
    from statistics import median

    from linedscript.statistics.alpha import krippendorff_alpha
    from linedscript.statistics.kappa import fleiss

    present = [look for look in looks if not look.outdated]
    judged: dict[tuple[str, str], list[str | None]] = {}
    for look in sorted(present, key=lambda look: (look.film, look.record, look.reviewer)):
        verdict = None if look.disposition in ("skipped", "flagged") else look.disposition
        judged.setdefault((look.film, look.record), []).append(verdict)
    repeated = [given for given in judged.values() if sum(one is not None for one in given) > 1]
    found = fleiss(repeated, DISPOSITIONS[:3])
    open_too = max(map(len, judged.values()), default=0)
    number = {disposition: place for place, disposition in enumerate(DISPOSITIONS)}
    coders = [
        [number[given[place]] if place < len(given) and given[place] else None for given in judged.values()]
        for place in range(open_too)
    ]
    return RoundSummary(
        looks=len(present),
        things=len(judged),
        counts={one: sum(look.disposition == one for look in present) for one in DISPOSITIONS},
        outdated=len(looks) - len(present),
        repeated=len(repeated),
        agreement=found.agreement,
        kappa=found.value,
        alpha=krippendorff_alpha(coders, "nominal").value,
        minutes=median(look.seconds for look in present) / 60 if present else None,
    )
