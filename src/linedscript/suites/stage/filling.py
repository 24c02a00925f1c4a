"""What a release holds as plans over spans, with its text: role-play packs and the chunks of Task I's intervals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from linedscript.io.canonical import encode, id_key
from linedscript.records.base import Language
from linedscript.records.scene import Scene
from linedscript.records.stage import Interval
from linedscript.suites.stage.actor import ActorInput, actor_side, fill, pack_text

PACK_LAYERS = (
    "entities",
    "checkpoints",
    "states",
    "relations",
    "traits",
    "exemplars",
    "memories",
    "ties",
    "prompts",
    "packs",
)
"""Of a release, that packs are filled from."""


class FilledPack(NamedTuple):
    id: str
    input: ActorInput

    @property
    def page(self) -> str:
        """For a person to read: the id, then the pack."""
        return f"<!-- {self.id} -->\n{pack_text(self.input)}"


def fill_packs(language: Language, scenes: Sequence[Scene], rows: Mapping[str, Sequence[Any]]) -> list[FilledPack]:
    """In order of their ids. ``rows``: the release's records by layer; ``scenes`` with the text of its view."""
    side = actor_side(
        language,
        scenes,
        rows["entities"],
        rows["checkpoints"],
        rows["states"],
        rows["relations"],
        rows["traits"],
        rows["exemplars"],
        rows["memories"],
        rows["ties"],
    )
    turns = {prompt.id: prompt.turns for prompt in rows["prompts"]}
    return [
        FilledPack(pack.id, fill(pack, turns[pack.id], side))
        for pack in sorted(rows["packs"], key=lambda pack: id_key(pack.id))
    ]


def pack_lines(packs: Sequence[FilledPack]) -> bytes:
    """One JSON object a prompt: its id and everything that an actor may be given."""
    return b"".join(encode({"id": one.id} | msgspec.to_builtins(one.input)) + b"\n" for one in packs)


def interval_lines(intervals: Sequence[Interval], scenes: Sequence[Scene]) -> bytes:
    """One JSON object an interval: its id, the character, and the text of each chunk in order."""
    texts = {scene.id: scene.text for scene in scenes}
    return b"".join(
        encode({"id": one.id, "character": one.character, "chunks": list(_chunks(one, texts))}) + b"\n"
        for one in sorted(intervals, key=lambda one: id_key(one.id))
    )


def _chunks(interval: Interval, texts: Mapping[str, str]) -> Iterator[str]:
    """Parts that follow each other without a gap are their scenes' own text, so nothing is put between them."""
    for chunk in interval.chunks:
        yield "".join(texts[part.scene][part.start : part.end] for part in chunk.parts)
