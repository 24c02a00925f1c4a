"""The cross-task coverage audit: what each focal character has of trajectory, items and role package."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from linedscript.io.canonical import id_key
from linedscript.records.character import Focal
from linedscript.records.item import Item
from linedscript.records.stage import Prompt, RolePackage
from linedscript.records.trajectory import Checkpoint, Exemplar, Memory, Trait

AUDITED = ("focal", "checkpoints", "items", "prompts", "traits", "exemplars", "memories")
"""The layers that ``audit_roles`` takes, in its order."""
COUNTED = ("checkpoints", "items", "prompts", "pairs", "episodes", "traits", "exemplars", "memories")


def audit_roles(
    film: str,
    focal: Iterable[Focal],
    checkpoints: Iterable[Checkpoint],
    items: Iterable[Item],
    prompts: Sequence[Prompt],
    traits: Iterable[Trait],
    exemplars: Iterable[Exemplar],
    memories: Iterable[Memory],
    settings: dict[str, Any],
) -> list[RolePackage]:
    """One package per focal character, of the records that are released. ``settings["least"]``: what a role needs of
    each count at least; ``low_yield`` names what falls below."""
    least: dict[str, int] = settings["least"]
    counts: dict[str, Counter[str]] = {}

    def count(name: str, characters: Iterable[str]) -> None:
        for character in characters:
            counts.setdefault(character, Counter())[name] += 1

    count("checkpoints", (one.character for one in checkpoints))
    count("items", (subject for item in items for subject in dict.fromkeys(item.subjects)))
    count("prompts", (one.character for one in prompts))
    count("pairs", (one.character for one in prompts if one.pair is not None))
    count("episodes", (one.character for one in prompts if one.mode == "multi"))
    for name, records in (("traits", traits), ("exemplars", exemplars), ("memories", memories)):
        count(name, (one.character for one in records))
    packages = []
    for record in sorted(focal, key=lambda record: id_key(record.id)):
        held = counts.get(record.id, Counter())
        packages.append(
            RolePackage(
                id=record.id,
                film=film,
                **{name: held[name] for name in COUNTED},
                low_yield=tuple(name for name in COUNTED if held[name] < least.get(name, 0)),
            )
        )
    return packages


def shortfall(package: RolePackage) -> str:
    """What a reviewer is told of a role of low yield."""
    return "too few " + ", ".join(f"{name} ({getattr(package, name)})" for name in package.low_yield)
