"""Candidates among places, institutions, objects and Occasions: one form says what the other says, and more."""

from linedscript.backbone.resolution_candidates import Candidate, pair_of
from linedscript.backbone.resolution_nodes import Node, compatible


def thing_candidates(nodes: list[Node], max_block: int) -> list[Candidate]:
    """Places, institutions, objects and Occasions whose form ends with another's: ``the Station``, 戏院."""
    things = [
        node
        for node in nodes
        if not node.person and node.mergeable and set(node.types) & {"Organization", "Location", "Object", "Occasion"}
    ]
    by_key: dict[str, list[Node]] = {}
    for node in things:
        by_key.setdefault(node.key, []).append(node)
    longer: dict[int, list[Node]] = {}
    for node in things:
        if " - " in node.key or "/" in node.key:
            continue
        for tail in _tails(node.key):
            for short in by_key.get(tail, ()):
                if short.index != node.index and _same_sort(short, node):
                    longer.setdefault(short.index, []).append(node)
    for short, long in _same_heads(things, max_block):
        longer.setdefault(short.index, []).append(long)
    found = []
    shorts = {node.index: node for node in things}
    for index, longs in sorted(longer.items()):
        chains: list[list[Node]] = []
        for node in sorted({node.index: node for node in longs}.values(), key=lambda node: (len(node.key), node.index)):
            home = next((chain for chain in chains if _covers(chain[-1], node)), None)
            if home is None:
                chains.append([node])
            else:
                home.append(node)
        if len(chains) > max_block:
            continue
        for chain in chains:
            rivals = tuple(other[0].index for other in chains if other is not chain)
            found.append(pair_of(chain[0], shorts[index], rivals))
    return found


def _covers(short: Node, long: Node) -> bool:
    """Whether the longer form says all that the shorter one says.

    It ends with it; of unnamed objects, it has the same head and all its words.
    """
    if long.key.endswith(short.key):
        return True
    one, two = short.key.split(" "), long.key.split(" ")
    return one[-1] == two[-1] and set(one) < set(two) and not (short.named or long.named)


def _same_heads(things: list[Node], max_block: int) -> list[tuple[Node, Node]]:
    """Unnamed objects of one head noun of which one form holds the other's words: brass lead, brass sounding lead."""
    heads: dict[str, list[Node]] = {}
    for node in things:
        if " " in node.key and not node.named and node.types == ("Object",):
            heads.setdefault(node.key.rpartition(" ")[2], []).append(node)
    return [
        (short, long)
        for _, block in sorted(heads.items())
        if len(block) <= max_block
        for short in block
        for long in block
        if short.key != long.key and _covers(short, long) and not long.key.endswith(" " + short.key)
    ]


def _tails(key: str) -> list[str]:
    if " " in key:
        parts = key.split(" ")
        return [" ".join(parts[cut:]) for cut in range(1, len(parts))]
    if key and key[0] >= "⺀":
        return [key[cut:] for cut in range(1, len(key) - 1)]
    return []


def _same_sort(short: Node, long: Node) -> bool:
    return compatible(short.types, long.types) and ("Object" in short.types) == ("Object" in long.types)
