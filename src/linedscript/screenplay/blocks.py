"""Token blocks: whole consecutive scenes under a budget; an over-long scene split at token offsets (stage.txt, §3)."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.records.scene import Block, BlockPart, Scene
from linedscript.screenplay.tokens import Tokenizer, Tokens

_MOST = 9999


class Stretch(NamedTuple):
    """Scene text that stays together if it can: ``[start, end)``, cut between tokens."""

    scene: Scene
    start: int
    end: int
    tokens: int
    """Content tokens in it."""


class Piece(NamedTuple):
    scene: str
    part: int | None
    """From 1, where the stretch was split."""
    start: int
    end: int
    tokens: int


def pack_blocks(
    film: str, scenes: Sequence[Scene], budget: int, tokenizer: Tokenizer, cuts: Sequence[Tokens] | None = None
) -> list[Block]:
    """Blocks ``b0001``… in order. No block has more than ``budget`` content tokens.

    ``cuts``: of each scene its tokens, where they are at hand.
    """
    counted = zip(scenes, cuts or map(tokenizer.cut, (scene.text for scene in scenes)), strict=True)
    groups = pack(film, (Stretch(scene, 0, len(scene.text), cut.content) for scene, cut in counted), budget, tokenizer)
    if len(groups) > _MOST:
        raise LinedscriptError(
            "invalid-budget",
            film,
            f"a budget of {budget} tokens makes {len(groups)} blocks",
            f"raise it: {_MOST} is the most",
        )
    return [
        Block(
            id=f"b{number:04d}",
            film=film,
            parts=tuple(
                BlockPart(
                    scene=piece.scene,
                    part=piece.part and f"{piece.scene}.p{piece.part}",
                    start=piece.start,
                    end=piece.end,
                    tokens=piece.tokens,
                )
                for piece in pieces
            ),
            tokens=sum(piece.tokens for piece in pieces),
            budget=budget,
            tokenizer=tokenizer.name,
        )
        for number, pieces in enumerate(groups, 1)
    ]


def pack(film: str, stretches: Iterable[Stretch], budget: int, tokenizer: Tokenizer) -> list[list[Piece]]:
    """Groups of whole consecutive stretches, none over ``budget`` content tokens; of a stretch that is, each piece is
    a group."""
    if budget < 1:
        raise LinedscriptError("invalid-budget", film, f"a token budget of {budget}", "give at least 1")
    groups: list[list[Piece]] = []
    room = 0
    for stretch in stretches:
        if stretch.tokens > budget:
            groups.extend([piece] for piece in split(stretch, budget, tokenizer))
            room = 0
            continue
        if stretch.tokens > room or not groups:
            groups.append([])
            room = budget
        groups[-1].append(Piece(stretch.scene.id, None, stretch.start, stretch.end, stretch.tokens))
        room -= stretch.tokens
    return groups


def split(stretch: Stretch, budget: int, tokenizer: Tokenizer) -> list[Piece]:
    """Pieces that partition the stretch, cut where a content token starts.

    Among the cuts that keep the piece at least half full, the last one at which an element begins is taken, so that a
    speech isn't torn where it needn't be.
    """
    starts = tokenizer.starts(stretch.scene.text)
    low, high = bisect_left(starts, stretch.start), bisect_left(starts, stretch.end)
    firsts = sorted({element.content[0] for element in stretch.scene.elements})
    pieces: list[Piece] = []
    done, start, at = low, stretch.start, 0
    while done < high:
        full = min(done + budget, high)
        cut = full
        if full < high:
            middle = done + max(1, budget // 2)
            half = starts[middle] if middle < high else stretch.end
            while at < len(firsts) and firsts[at] <= starts[full]:
                at += 1
            if at and firsts[at - 1] >= half:
                cut = _token_at(starts, firsts[at - 1], full)
        end = stretch.end if cut == high else starts[cut]
        pieces.append(Piece(stretch.scene.id, len(pieces) + 1, start, end, cut - done))
        done, start = cut, end
    return pieces


def _token_at(starts: Sequence[int], offset: int, full: int) -> int:
    """The number of the token that starts at ``offset``, or ``full`` where none does."""
    found = bisect_left(starts, offset)
    return found if found < len(starts) and starts[found] == offset and found <= full else full
