"""Descriptions that the text spells out: the ``man`` of "the man with the accordion" is MAN WITH ACCORDION."""

from linedscript.backbone.normalization import words
from linedscript.backbone.resolution_candidates import Candidate, pair_of
from linedscript.backbone.resolution_context import SceneContext
from linedscript.backbone.resolution_nodes import Node
from linedscript.patterns import Pattern

_WORD = Pattern(r"[^\W_]+(?:['’-][^\W_]+)*")
_ARTICLES = frozenset(("the", "a", "an", "his", "her", "their"))
_LONGEST = 6
"""Words of a description."""


def spelled_out(nodes: list[Node], contexts: list[SceneContext]) -> list[Candidate]:
    """Each short description of a person with the longer form that every place of it goes on to say."""
    longer: dict[tuple[str, ...], Node] = {}
    for node in nodes:
        said = _plain(words(node.key))
        if node.person and node.mergeable and 1 < len(said) <= _LONGEST:
            longer.setdefault(said, node)
    held = {context.scene.id: context for context in contexts}
    found = []
    for node in nodes:
        mention = node.first
        if not node.person or node.named or node.mergeable or mention.scene not in held:
            continue
        spelled = {
            _longest(_plain(words(node.key)), held[mention.scene], place.end, longer)
            for place in mention.evidence
            if place.end is not None
        }
        (other,) = spelled if len(spelled) == 1 else (None,)
        if other is not None:
            found.append(pair_of(nodes[other], node, ()))
    return found


def _longest(said: tuple[str, ...], context: SceneContext, end: int, longer: dict[tuple[str, ...], Node]) -> int | None:
    """Index of the longest form that begins with what was said and goes on as the sentence does."""
    _, high = context.sentence(end - 1, end)
    best = None
    rest: list[str] = []
    for match in _WORD.finditer(context.scene.text, end, high):
        if len(said) + len(rest) >= _LONGEST:
            break
        word = match.group().casefold()
        if word not in _ARTICLES:
            rest.append(word)
            node = longer.get((*said, *rest))
            best = best if node is None else node.index
    return best


def _plain(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part for part in parts if part not in _ARTICLES)
