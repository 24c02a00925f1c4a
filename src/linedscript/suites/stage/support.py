"""Whether an actor's pack can hold what a true answer rests on: what holds by a position or a tie, or is remembered."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from linedscript.records.base import Evidence
from linedscript.records.character import Anchor, State
from linedscript.records.trajectory import Access, Memory
from linedscript.suites.stage.topics import Moment, Topic
from linedscript.suites.stage.visible import holds, proved, reached

_TOLD_ELSEWHERE = frozenset(("role", "relationship", "kinship"))
"""What a pack tells without memories: by its positions and ties."""


class Support:
    """What the focal characters remember, by character and scene and by words."""

    def __init__(
        self,
        memories: Iterable[Memory],
        states: Mapping[str, State],
        access: Mapping[str, Access],
        content: Callable[[str], frozenset[str]],
    ) -> None:
        self._states, self._access, self._content = states, access, content
        self._here: dict[tuple[str, str], list[Memory]] = {}
        self._saying: dict[tuple[str, str], list[tuple[Memory, frozenset[str]]]] = {}
        for memory in memories:
            for scene in dict.fromkeys(piece.scene for piece in memory.evidence if piece.scene):
                self._here.setdefault((memory.character, scene), []).append(memory)
            words = content(memory.text)
            for word in words:
                self._saying.setdefault((memory.character, word), []).append((memory, words))

    def bears(self, topic: Topic) -> bool:
        """Whether all that a topic expects to be known is told by what the character has at that moment, were none of
        its memories left out. What isn't so yet, or is unknown, needs nothing."""
        sides = [side for side in (topic.earlier, topic.later) if side and side.value is not None]
        return all(self._borne(topic, side) for side in sides)

    def _borne(self, topic: Topic, side: Moment) -> bool:
        if topic.kind in _TOLD_ELSEWHERE:
            return True
        at = side.checkpoint.anchor
        pieces = [piece for piece in self._grounds(topic, side) if _seen(piece, at)]
        near = (one for piece in pieces for one in self._here.get((topic.character, piece.scene or ""), ()))
        known = (one for one in near if proved(one.at, one.evidence, at))
        return any(_covers(one, pieces) for one in known) or self._said(topic.character, side.value or "", at)

    def _grounds(self, topic: Topic, side: Moment) -> Iterator[Evidence]:
        """Evidence of what holds then."""
        if topic.fact is not None:
            for record in side.records:
                yield from self._access[record.partition("/")[2]].evidence
            yield from topic.fact.evidence
            return
        for record in side.records:
            state = self._states[record.partition("/")[2]]
            if holds(state.valid_from, state.valid_to, side.checkpoint.anchor):
                yield from state.evidence

    def _said(self, character: str, value: str, at: Anchor) -> bool:
        """Whether one memory has every word of the value, wherever it comes from."""
        wanted = self._content(value)
        lists = [self._saying.get((character, word), []) for word in wanted]
        return any(
            wanted <= words and proved(memory.at, memory.evidence, at)
            for memory, words in min(lists, key=len, default=[])
        )


def _seen(piece: Evidence, at: Anchor) -> bool:
    return (
        piece.start is not None
        and piece.scene is not None
        and reached(Anchor(scene=piece.scene, offset=piece.start), at)
    )


def _covers(memory: Memory, pieces: Sequence[Evidence]) -> bool:
    """Whether the memory rests on half of a piece or more: on less it tells of something beside it."""
    for piece in pieces:
        if piece.start is None or piece.end is None:
            continue
        shared = sum(
            max(0, min(one.end, piece.end) - max(one.start, piece.start))
            for one in memory.evidence
            if one.scene == piece.scene and one.start is not None and one.end is not None
        )
        if 2 * shared >= piece.end - piece.start:
            return True
    return False
