"""Two annotators' clusters: how far they agree, what they dispute, and the gold after a third has decided.

What both put together stays together, what both kept apart and nothing disputes stays apart. The adjudicator sees the
disputed blocks, each a set of profiles that both put together, and says which belong together.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from linedscript.evaluation.sheets import UNDECIDED
from linedscript.records.study import GoldMention, Profile
from linedscript.statistics.kappa import cohen_of_table

Labels = Mapping[str, str]
"""Profile id to a label, free within a film and type."""


class Agreement(NamedTuple):
    """Over pairs of profiles of one film and type: same or different."""

    pairs: int
    both_same: int
    first_only: int
    second_only: int
    undecided: int
    """Profiles that one of the two left open; they make no pair."""

    @property
    def raw(self) -> float | None:
        """Share of pairs judged alike; null without a pair."""
        return 1 - (self.first_only + self.second_only) / self.pairs if self.pairs else None

    @property
    def kappa(self) -> float | None:
        """Cohen's; null where chance alone agrees on everything."""
        apart = self.pairs - self.both_same - self.first_only - self.second_only
        return cohen_of_table(((self.both_same, self.first_only), (self.second_only, apart))).value


class Block(NamedTuple):
    """Profiles that both annotators put together."""

    id: str
    """Its first profile's id."""
    dispute: str
    """Of the dispute that it is part of, the first block; a block alone is undisputed."""
    profiles: tuple[Profile, ...]
    first: str
    second: str


def decided(profiles: Sequence[Profile], first: Labels, second: Labels) -> list[Profile]:
    return [one for one in profiles if UNDECIDED not in (first[one.id], second[one.id])]


def agreement(profiles: Sequence[Profile], first: Labels, second: Labels) -> Agreement:
    """Linear in profiles: pairs are counted, not listed."""
    held = decided(profiles, first, second)
    fields = [(one.film, one.type) for one in held]

    def together(*labels: Labels) -> int:
        groups = Counter((field, *(of[one.id] for of in labels)) for field, one in zip(fields, held, strict=True))
        return sum(math.comb(size, 2) for size in groups.values())

    both = together(first, second)
    return Agreement(together(), both, together(first) - both, together(second) - both, len(profiles) - len(held))


def blocks(profiles: Sequence[Profile], first: Labels, second: Labels) -> list[Block]:
    """The decided profiles in blocks, with the dispute of each, in order of their ids."""
    groups: dict[tuple[str, str, str, str], list[Profile]] = {}
    for one in sorted(decided(profiles, first, second), key=lambda one: one.id):
        groups.setdefault((one.film, one.type, first[one.id], second[one.id]), []).append(one)
    root = {key: key for key in groups}

    def find(key: tuple[str, str, str, str]) -> tuple[str, str, str, str]:
        while root[key] != key:
            key = root[key]
        return key

    seen: dict[tuple[str, ...], tuple[str, str, str, str]] = {}
    for key in groups:
        for side in ((*key[:2], "first", key[2]), (*key[:2], "second", key[3])):
            other = find(seen.setdefault(side, key))
            low, high = sorted((other, find(key)), key=lambda one: groups[one][0].id)
            root[high] = low
    return [
        Block(held[0].id, groups[find(key)][0].id, tuple(held), key[2], key[3])
        for key, held in sorted(groups.items(), key=lambda item: item[1][0].id)
    ]


def disputed(held: Sequence[Block]) -> list[Block]:
    """The blocks that share their dispute with another, dispute by dispute."""
    sizes = Counter(block.dispute for block in held)
    return sorted((block for block in held if sizes[block.dispute] > 1), key=lambda block: (block.dispute, block.id))


def block_row(block: Block) -> dict[str, str]:
    """The adjudicator's row."""
    return {
        "dispute": block.dispute,
        "block": block.id,
        "film": block.profiles[0].film,
        "type": block.profiles[0].type,
        "names": "; ".join(dict.fromkeys(one.name for one in block.profiles)),
        "scenes": " ".join(dict.fromkeys(one.scene for one in block.profiles)),
        "descriptions": "; ".join(dict.fromkeys(one.description for one in block.profiles if one.description)),
        "evidence": " | ".join(dict.fromkeys(one.evidence for one in block.profiles)),
        "first": block.first,
        "second": block.second,
        "cluster": "",
    }


BLOCK_COLUMNS = (
    "dispute", "block", "film", "type", "names", "scenes", "descriptions", "evidence", "first", "second", "cluster"
)  # fmt: skip


def gold_of(held: Sequence[Block], verdicts: Labels) -> list[GoldMention]:
    """The gold: undisputed blocks as they are, disputed ones joined where the adjudicator's label is the same.

    ``verdicts``: block id to label, of each disputed block. A block that the adjudicator left open is left out.
    """
    sizes = Counter(block.dispute for block in held)
    clusters: dict[tuple[str, str], list[Profile]] = {}
    for block in held:
        label = verdicts[block.id] if sizes[block.dispute] > 1 else "agreed"
        if label != UNDECIDED:
            clusters.setdefault((block.dispute, label), []).extend(block.profiles)
    rows = []
    for members in clusters.values():
        name = max(members, key=lambda one: (len(one.name), one.id)).name
        first = min(one.id for one in members)
        rows.extend(
            GoldMention(
                id=one.id.rpartition("/")[2],
                film=one.film,
                scene=one.scene,
                surface=one.surface,
                type=one.type,
                entity=f"{name} ({first.rpartition('/')[2]})",
                kind=one.stratum,
                spans=one.spans,
            )
            for one in members
        )
    return sorted(rows, key=lambda row: (row.film, row.id))
