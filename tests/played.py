"""The two films of ``release_tree`` with what Task III needs besides: a memory, a pair of requests, an episode."""

import sys
from pathlib import Path
from typing import Any

from factories import memory
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parent / "unit/release"))

import film_records
import release_tree

from linedscript.records.character import Anchor
from linedscript.suites.stage.packs import recounted

BACK = "And before?"
"""The second turn of the episode."""


def write_releases(root: Path) -> Path:
    """Both releases under ``<root>/build``, with the scenes' texts beside them."""
    own = release_tree.layers
    release_tree.layers = layers
    try:
        release_tree.write_build(root)
        release_tree.parent(root)
        release_tree.write_rendered(root)
        release_tree.pseudonymized(root)
    finally:
        release_tree.layers = own
    return root


def layers(film: str, *view: Any) -> dict[str, list[Any]]:
    """As ``film_records.layers``, in one view. The first request has a later partner, and an episode beside it."""
    held = film_records.layers(film, *view)
    (asked,), (pack,), (scaffold,), (role,) = (held[name] for name in ("prompts", "packs", "scaffolds", "roles"))
    unit, later = held["units"][0], held["checkpoints"][1].id
    held["memories"] = [
        memory(
            1, text=f"I remember: {unit.summary}", at=Anchor(scene="s0001", offset=unit.evidence[0].end),
            evidence=unit.evidence, film=film, made=asked.made,
        )
    ]  # fmt: skip
    held["prompts"] = [
        asked,
        replace(asked, id="rp-0002", checkpoint=later, pair="rp-0001"),
        replace(asked, id="rp-0003", checkpoint=later, mode="multi", turns=(*asked.turns, BACK)),
    ]
    held["packs"] = [pack, *(replace(pack, id=f"rp-000{n}", checkpoint=later, memories=("mm-0001",)) for n in (2, 3))]
    held["scaffolds"] = [
        scaffold,
        *(
            replace(
                scaffold, id=f"rp-000{n}", checkpoint=later, pair="rp-0001" if n == 2 else None,
                supporting=tuple(replace(one, id=f"rp-000{n}{one.id[7:]}") for one in scaffold.supporting),
            )
            for n in (2, 3)
        ),
    ]  # fmt: skip
    held["roles"] = [replace(role, prompts=3, pairs=1, episodes=1, memories=1)]
    here = view[1] if len(view) > 1 else film_records.scenes(film)
    return held | {"packs": recounted(held, here)}
