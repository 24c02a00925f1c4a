"""Token blocks: whole consecutive scenes under a budget; an over-long scene split at token offsets (stage.txt, §3)."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.records.base import Range
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
            parts=tuple(parts),
            tokens=sum(part.tokens for part in parts),
            budget=budget,
            tokenizer=tokenizer.name,
        )
        for number, parts in enumerate(groups, 1)
    ]


def pack(film: str, stretches: Iterable[Stretch], budget: int, tokenizer: Tokenizer) -> list[list[BlockPart]]:
    """Groups of whole consecutive stretches, none over ``budget`` content tokens; of a stretch that is, each part is
    a group."""
    if budget < 1:
        raise LinedscriptError("invalid-budget", film, f"a token budget of {budget}", "give at least 1")
    groups: list[list[BlockPart]] = []
    room = 0
    for stretch in stretches:
        scene, start, end, tokens = stretch
        if tokens > budget:
            groups.extend([part] for part in split_scene(scene, tokenizer.starts(scene.text), budget, (start, end)))
            room = 0
            continue
        if tokens > room or not groups:
            groups.append([])
            room = budget
        groups[-1].append(BlockPart(scene=scene.id, part=None, start=start, end=end, tokens=tokens))
        room -= tokens
    return groups


def split_scene(scene: Scene, starts: Sequence[int], budget: int, within: Range | None = None) -> list[BlockPart]:
    """Parts ``s0012.p1``… that partition the scene's text, or ``within`` of it, cut where a content token starts.

    Among the cuts that keep the part at least half full, the last one at which an element begins is taken, so that a
    speech isn't torn where it needn't be.
    """
    start, last = within or (0, len(scene.text))
    done, stop = bisect_left(starts, start), bisect_left(starts, last)
    firsts = sorted({element.content[0] for element in scene.elements})
    parts: list[BlockPart] = []
    at = 0
    while done < stop:
        full = min(done + budget, stop)
        cut = full
        if full < stop:
            middle = done + max(1, budget // 2)
            half = starts[middle] if middle < stop else last
            while at < len(firsts) and firsts[at] <= starts[full]:
                at += 1
            if at and firsts[at - 1] >= half:
                cut = _token_at(starts, firsts[at - 1], full)
        end = last if cut == stop else starts[cut]
        parts.append(
            BlockPart(scene=scene.id, part=f"{scene.id}.p{len(parts) + 1}", start=start, end=end, tokens=cut - done)
        )
        done, start = cut, end
    return parts


def _token_at(starts: Sequence[int], offset: int, full: int) -> int:
    """The number of the token that starts at ``offset``, or ``full`` where none does."""
    found = bisect_left(starts, offset)
    return found if found < len(starts) and starts[found] == offset and found <= full else full
