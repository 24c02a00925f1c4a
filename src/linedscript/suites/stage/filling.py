"""What a release holds as plans over spans, with its text: role-play packs and the chunks of Task I's intervals."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from linedscript.io.canonical import encode, id_key
from linedscript.io.files import write_bytes
from linedscript.records.base import Language
from linedscript.records.layers import LAYERS
from linedscript.records.scene import Scene
from linedscript.records.stage import Interval
from linedscript.suites.stage.actor import SIDE, ActorInput, actor_side, fill, pack_text

FILLED = tuple(layer for layer in (*SIDE, "prompts", "packs", "intervals") if layer in LAYERS)
"""Of a release, that packs and intervals are filled from."""
KINDS = ("packs", "intervals")
"""Folders of a view that are filled."""


class FilledPack(NamedTuple):
    id: str
    input: ActorInput

    @property
    def page(self) -> str:
        """For a person to read: the id, then the pack."""
        return f"<!-- {self.id} -->\n{pack_text(self.input)}"


def fill_packs(language: Language, scenes: Sequence[Scene], rows: Mapping[str, Sequence[Any]]) -> list[FilledPack]:
    """In order of their ids. ``rows``: the release's records by layer; ``scenes`` with the text of its view."""
    side = actor_side(language, scenes, *(rows.get(layer, ()) for layer in SIDE))
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


def write_filled(
    folder: Path, film: str, language: Language, scenes: Sequence[Scene], rows: Mapping[str, Sequence[Any]]
) -> None:
    """Into a view's folder ``packs/<film>.jsonl``, a page ``packs/<film>/<prompt>.md`` for each of them, and
    ``intervals/<film>.jsonl``. What stood there of the film goes first."""
    clear_filled(folder, film)
    packs = fill_packs(language, scenes, rows)
    for pack in packs:
        write_bytes(folder / "packs" / film / f"{pack.id}.md", pack.page.encode())
    write_bytes(folder / "packs" / f"{film}.jsonl", pack_lines(packs))
    write_bytes(folder / "intervals" / f"{film}.jsonl", interval_lines(rows.get("intervals", ()), scenes))


def clear_filled(folder: Path, film: str) -> None:
    for kind in KINDS:
        (folder / kind / f"{film}.jsonl").unlink(missing_ok=True)
    pages = folder / "packs" / film
    if pages.is_dir():
        for page in sorted(pages.glob("*.md")):
            page.unlink()
        if not any(pages.iterdir()):
            pages.rmdir()
