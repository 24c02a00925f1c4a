"""Two sequences of words matched in order: rare runs of words first, then dynamic programming in what lies between."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

_SMALL = 60_000
"""Cells of a gap that is filled at once."""
_LARGE = 6_000_000
"""Cells of a gap that is still filled where no rare run is left in it; a larger one stays unmatched."""
_MATCH, _CHANGE, _GAP = 3, -1, -1


class Block(NamedTuple):
    """``length`` words from ``left`` of one sequence that are those from ``right`` of the other."""

    left: int
    right: int
    length: int


def match(left: Sequence[str], right: Sequence[str], size: int) -> list[tuple[int, int]]:
    """Pairs of positions with equal words, rising in both sequences.

    ``size``: words of a run that is looked for first. Time grows with the lengths, but for gaps where nothing matches.
    """
    import numpy

    numbers: dict[str, int] = {}
    one, two = ([numbers.setdefault(word, len(numbers)) for word in words] for words in (left, right))
    arrays = numpy.array(one, dtype=numpy.int32), numpy.array(two, dtype=numpy.int32)
    pairs: list[tuple[int, int]] = []
    stack = [(0, len(one), 0, len(two))]
    while stack:
        low, high, from_, to = stack.pop()
        if low == high or from_ == to:
            continue
        cells = (high - low) * (to - from_)
        if cells > _SMALL and (chain := _chain(one, two, low, high, from_, to, size)):
            before = Block(low, from_, 0)
            for block in [*chain, Block(high, to, 0)]:
                pairs += [(block.left + at, block.right + at) for at in range(block.length)]
                stack.append((before.left + before.length, block.left, before.right + before.length, block.right))
                before = block
        elif cells <= _LARGE:
            pairs += [(low + at, from_ + other) for at, other in _filled(arrays[0][low:high], arrays[1][from_:to])]
    return sorted(pairs)


def rare_runs(one: Sequence, two: Sequence, low: int, high: int, from_: int, to: int, size: int) -> list[Block]:
    """Maximal blocks made of runs of ``size`` words that stand once in either window, by ``left``."""
    rare = _once(two, from_, to, size)
    blocks: list[Block] = []
    for run, at in sorted(_once(one, low, high, size).items(), key=lambda found: found[1]):
        other = rare.get(run)
        if other is None:
            continue
        if blocks and (last := blocks[-1]).left - last.right == at - other and at <= last.left + last.length:
            blocks[-1] = Block(last.left, last.right, at + size - last.left)
        else:
            blocks.append(Block(at, other, size))
    return blocks


def _once(words: Sequence, low: int, high: int, size: int) -> dict[tuple, int]:
    found: dict[tuple, int] = {}
    again = set()
    for at in range(low, high - size + 1):
        run = tuple(words[at : at + size])
        if run in found:
            again.add(run)
        found[run] = at
    for run in again:
        del found[run]
    return found


def _chain(one: Sequence[int], two: Sequence[int], low: int, high: int, from_: int, to: int, size: int) -> list[Block]:
    """The heaviest chain of blocks that rises in both windows, each grown over the equal words around it."""
    for count in range(size, 1, -1):
        if blocks := rare_runs(one, two, low, high, from_, to, count):
            break
    else:
        return []
    chain: list[Block] = []
    left, right = low, from_
    for block in heaviest(blocks):
        skip = max(0, left - block.left, right - block.right)
        if skip >= block.length:
            continue
        start, other, stop = block.left + skip, block.right + skip, block.left + block.length
        while start > left and other > right and one[start - 1] == two[other - 1]:
            start, other = start - 1, other - 1
        end = other + stop - start
        while stop < high and end < to and one[stop] == two[end]:
            stop, end = stop + 1, end + 1
        chain.append(Block(start, other, stop - start))
        left, right = stop, end
    return chain


def heaviest(blocks: Sequence[Block]) -> list[Block]:
    """The chain with the most words among blocks sorted by ``left``, rising in ``right`` as well."""
    order = {right: rank for rank, right in enumerate(sorted({block.right for block in blocks}), 1)}
    best = [(0, -1)] * (len(order) + 1)
    """A tree of prefix maxima over ``right``: weight, and minus the number of the chain's last block."""
    links: list[int] = []
    top = (0, -1)
    for number, block in enumerate(blocks):
        rank = order[block.right]
        at, before = rank - 1, (0, -1)
        while at:
            before = max(before, best[at])
            at -= at & -at
        links.append(before[1])
        here = (before[0] + block.length, number)
        top = max(top, here)
        at = rank
        while at < len(best):
            best[at] = max(best[at], here)
            at += at & -at
    chain = []
    number = top[1]
    while number >= 0:
        chain.append(blocks[number])
        number = links[number]
    return chain[::-1]


def _filled(one, two) -> Iterator[tuple[int, int]]:
    """Pairs of one gap by global alignment; among the best ways the one that keeps words side by side."""
    import numpy

    if len(one) > len(two):
        yield from sorted((at, other) for other, at in _filled(two, one))
        return
    columns = numpy.arange(len(two) + 1, dtype=numpy.int32)
    table = numpy.empty((len(one) + 1, len(two) + 1), dtype=numpy.int32)
    table[0] = columns * _GAP
    for row, word in enumerate(one, 1):
        above = table[row - 1]
        here = table[row]
        here[0] = row * _GAP
        numpy.maximum(above[:-1] + numpy.where(two == word, _MATCH, _CHANGE), above[1:] + _GAP, out=here[1:])
        here -= columns * _GAP
        numpy.maximum.accumulate(here, out=here)
        here += columns * _GAP
    at, other = len(one), len(two)
    while at and other:
        score = table[at, other]
        if score == table[at - 1, other - 1] + (_MATCH if one[at - 1] == two[other - 1] else _CHANGE):
            at, other = at - 1, other - 1
            if one[at] == two[other]:
                yield at, other
        elif score == table[at - 1, other] + _GAP:
            at -= 1
        else:
            other -= 1


def runs(pairs: Sequence[tuple[int, int]], apart: int) -> Iterator[list[tuple[int, int]]]:
    """Pairs in groups whose neighbours are at most ``apart`` words away from each other in both sequences."""
    group: list[tuple[int, int]] = []
    for pair in pairs:
        if group and (pair[0] - group[-1][0] > apart or pair[1] - group[-1][1] > apart):
            yield group
            group = []
        group.append(pair)
    if group:
        yield group
