"""Token blocks: whole consecutive scenes under a budget; an over-long scene split at token offsets (stage.txt, §3)."""

from collections.abc import Sequence

from linedscript.errors import LinedscriptError
from linedscript.records.scene import Block, BlockPart, Scene
from linedscript.screenplay.tokens import Tokenizer, Tokens

_MOST = 9999


def pack_blocks(
    film: str, scenes: Sequence[Scene], budget: int, tokenizer: Tokenizer, cuts: Sequence[Tokens] | None = None
) -> list[Block]:
    """Blocks ``b0001``… in order. No block has more than ``budget`` content tokens.

    ``cuts``: of each scene its tokens, where they are at hand.
    """
    if budget < 1:
        raise LinedscriptError("invalid-budget", film, f"a token budget of {budget}", "give at least 1")
    groups: list[list[BlockPart]] = []
    room = 0
    for scene, cut in zip(scenes, cuts or map(tokenizer.cut, (scene.text for scene in scenes)), strict=True):
        tokens = cut.content
        if tokens > budget:
            groups.extend([part] for part in split_scene(scene, tokenizer.starts(scene.text), budget))
            room = 0
            continue
        if tokens > room:
            groups.append([])
            room = budget
        groups[-1].append(BlockPart(scene=scene.id, part=None, start=0, end=len(scene.text), tokens=tokens))
        room -= tokens
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


def split_scene(scene: Scene, starts: Sequence[int], budget: int) -> list[BlockPart]:
    """Parts ``s0012.p1``… that partition the scene's text, cut where a content token starts.

    Among the cuts that keep the part at least half full, the last one at which an element begins is taken, so that a
    speech isn't torn where it needn't be.
    """
    firsts = sorted({element.content[0] for element in scene.elements})
    parts: list[BlockPart] = []
    done = start = at = 0
    while done < len(starts):
        full = min(done + budget, len(starts))
        cut = full
        if full < len(starts):
            middle = done + max(1, budget // 2)
            half = starts[middle] if middle < len(starts) else len(scene.text)
            while at < len(firsts) and firsts[at] <= starts[full]:
                at += 1
            if at and firsts[at - 1] >= half:
                cut = _token_at(starts, firsts[at - 1], full)
        end = len(scene.text) if cut == len(starts) else starts[cut]
        parts.append(
            BlockPart(scene=scene.id, part=f"{scene.id}.p{len(parts) + 1}", start=start, end=end, tokens=cut - done)
        )
        done, start = cut, end
    return parts


def _token_at(starts: Sequence[int], offset: int, full: int) -> int:
    """The number of the token that starts at ``offset``, or ``full`` where none does."""
    from bisect import bisect_left

    found = bisect_left(starts, offset)
    return found if found < len(starts) and starts[found] == offset and found <= full else full
