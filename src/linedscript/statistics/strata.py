"""Which stratum an item or a film belongs to: how much evidence was retrieved, how well known the film is."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from linedscript.statistics.columns import Observation

Coverage = Literal["all", "partial", "zero"]
Stratum = Literal["all", "partial", "zero", "incomplete"]


def coverage(gold: Collection[str], retrieved: Collection[str]) -> Coverage | None:
    """Of a question's gold scenes, how many its frozen context holds: all, at least one, none (stage.txt, Table A21).

    ``gold``, ``retrieved``: scene ids of one film. None where the question has no gold scene.
    """
    wanted = set(gold)
    if not wanted:
        return None
    found = len(wanted & set(retrieved))
    return "all" if found == len(wanted) else "partial" if found else "zero"


class Covered(NamedTuple):
    strata: dict[Stratum, list[Observation]]
    """All four, some perhaps empty. ``incomplete`` is ``partial`` and ``zero`` together."""
    missing: int
    """Items without a stratum."""
    items: int
    """All items, those too."""


def by_coverage(observations: Sequence[Observation], strata: Mapping[tuple[str, str], Coverage | None]) -> Covered:
    """``strata``: (film, item) to ``coverage``; an item that it lacks is an error (KeyError), None has no stratum."""
    held: dict[Stratum, list[Observation]] = {"all": [], "partial": [], "zero": [], "incomplete": []}
    missing = 0
    for one in observations:
        stratum = strata[one.film, one.item]
        if stratum is None:
            missing += 1
            continue
        held[stratum].append(one)
        if stratum != "all":
            held["incomplete"].append(one)
    return Covered(held, missing, len(observations))


class Recognizability(NamedTuple):
    """Films in quantile strata of their vote counts, the least known first (stage.txt, work-identity control)."""

    cuts: tuple[int, ...]
    """The most votes of each stratum but the last: votes that some film has. A stratum between equal cuts is empty."""
    strata: tuple[tuple[str, ...], ...]
    """Films of each stratum, in order of their ids."""
    missing: tuple[str, ...]
    """Films without a vote count: in no stratum."""

    @property
    def missing_rate(self) -> float | None:
        films = len(self.missing) + sum(map(len, self.strata))
        return len(self.missing) / films if films else None


def recognizability(votes: Mapping[str, int | None], strata: int) -> Recognizability:
    """Strata as equal in size as ties allow: films with equal votes stay together, in the lower stratum.

    ``votes``: film to the vote count recorded before evaluation, None where there is none. The k-th cut is the inverse
    of the empirical distribution at k/strata (definition 1 of Hyndman and Fan 1996), in whole numbers throughout.
    """
    if strata < 2:
        raise ValueError(f"{strata} strata: at least two are needed")
    known = sorted((count, film) for film, count in votes.items() if count is not None)
    counts = [count for count, _ in known]
    cuts = tuple(counts[-(-len(counts) * k // strata) - 1] for k in range(1, strata)) if counts else ()
    held: list[list[str]] = [[] for _ in range(strata)]
    for count, film in known:
        held[sum(count > cut for cut in cuts)].append(film)
    missing = tuple(sorted(film for film, count in votes.items() if count is None))
    return Recognizability(cuts, tuple(tuple(sorted(films)) for films in held), missing)
