"""Chains of links that one subject runs through: what an Evolution Storyline can be told of."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from linedscript.backbone.link_bridges import Profile
from linedscript.io.canonical import id_key
from linedscript.records.entity import Entity
from linedscript.records.narrative import Dimension, Link

_TURN = {"causes": 0.5, "reverses": 0.6, "reveals": 0.6, "resolves": 0.5, "enables": 0.3, "continues": 0.0}
"""What a link's type adds to its confidence: a development needs more than going on."""
_TELLING = frozenset(
    (
        "promise",
        "lie",
        "hide",
        "reveal",
        "learn",
        "hurt",
        "mend",
        "clash",
        "bond",
        "appoint",
        "give",
        "take",
        "refuse",
        "agree",
    )
)
"""Acts by which somebody's state, relationship or knowledge can change."""
_FEWEST = 2
"""Links of a chain: before, catalyst and after are three Episodes."""


class Chain(NamedTuple):
    """A path of links from scene to scene. ``links[i]`` goes from ``episodes[i]`` to ``episodes[i + 1]``."""

    dimension: Dimension
    subjects: tuple[str, ...]
    episodes: tuple[str, ...]
    links: tuple[str, ...]
    weight: float


def chains(
    ordered: Sequence[Profile], links: Sequence[Link], entities: Sequence[Entity], settings: dict[str, Any]
) -> list[Chain]:
    """The best chains of a film, the weightiest first, at most ``per_dimension`` each and ``storylines`` together.

    ``ordered``: the Episodes in story order. Each chain has at most ``chain_links`` links. Time grows with the number
    of links times the subjects that run through both of a link's ends, thus linearly in scenes.
    """
    kinds = {entity.id: entity for entity in entities}
    rank = {profile.episode.id: place for place, profile in enumerate(ordered)}
    through: dict[tuple[Dimension, tuple[str, ...]], list[Link]] = {}
    for link in sorted(links, key=lambda link: id_key(link.id)):
        if link.source not in rank or link.target not in rank or link.distance < 1:
            continue
        for subject in _subjects(ordered[rank[link.source]], ordered[rank[link.target]], link, kinds):
            through.setdefault(subject, []).append(link)
    found = []
    for (dimension, subjects), own in through.items():
        telling = {
            episode
            for link in own
            for episode in (link.source, link.target)
            if _tells(ordered[rank[episode]], subjects)
        }
        chain = _best(dimension, subjects, own, rank, telling, settings["chain_links"])
        if chain is not None and len(chain.links) >= _FEWEST and _develops(chain, own, telling):
            found.append(chain)
    found.sort(key=lambda chain: (-chain.weight, chain.dimension, tuple(map(id_key, chain.subjects))))
    return _pick(found, settings)


def _subjects(
    source: Profile, target: Profile, link: Link, kinds: dict[str, Entity]
) -> Iterable[tuple[Dimension, tuple[str, ...]]]:
    for entity in source.touched:
        if entity not in target.touched or entity not in kinds or not _worth(kinds[entity]):
            continue
        types = kinds[entity].types
        if "Character" in types:
            yield "character", (entity,)
            if link.type == "reveals" or {"learn", "reveal", "lie", "hide"} & target.acts.keys():
                yield "knowledge_belief", (entity,)
        if "Organization" in types:
            yield "social_institutional", (entity,)
        elif "Object" in types:
            yield "goal_conflict", (entity,)
    for pair in dict.fromkeys((*source.pairs, *target.pairs)):
        if all(one in source.touched and one in target.touched for one in pair) and all(
            one in kinds and "Character" in kinds[one].types for one in pair
        ):
            yield "relationship", pair


def _worth(entity: Entity) -> bool:
    """Extras and what stands in one scene only have no storyline."""
    return entity.scope == "film" or len({evidence.scene for evidence in entity.evidence}) > 1


def _tells(profile: Profile, subjects: tuple[str, ...]) -> bool:
    return any(set(subjects) <= set(own) for act, units in profile.acts.items() if act in _TELLING for _, own in units)


def _best(
    dimension: Dimension,
    subjects: tuple[str, ...],
    links: Sequence[Link],
    rank: dict[str, int],
    telling: set[str],
    most: int,
) -> Chain | None:
    """The heaviest path of at most ``most`` links; of equal ones the earliest."""
    arriving: dict[str, list[tuple[float, tuple[str, ...], tuple[str, ...]]]] = {}
    best: tuple[float, tuple[str, ...], tuple[str, ...]] | None = None
    for link in sorted(links, key=lambda link: (rank[link.source], rank[link.target])):
        gain = link.confidence + _TURN[link.type] + 0.3 * (link.source in telling) + 0.3 * (link.target in telling)
        if dimension == "knowledge_belief" and link.type == "reveals":
            gain += 0.6
        starts = [(0.0, (link.source,), ())] + arriving.get(link.source, [])
        ways = arriving.setdefault(link.target, [])
        for weight, episodes, path in starts:
            if len(path) < most:
                ways.append((round(weight + gain, 6), (*episodes, link.target), (*path, link.id)))
        ways.sort(key=lambda way: (-way[0], len(way[2])))
        del ways[most + 1 :]  # the heaviest few: a bound on memory, and all that a short path needs
        for way in ways:
            if best is None or way[0] > best[0]:
                best = way
    return None if best is None else Chain(dimension, subjects, best[1], best[2], best[0])


def _develops(chain: Chain, links: Sequence[Link], telling: set[str]) -> bool:
    """Going on alone is no development: it needs a turning link or two Episodes in which something changes for the
    subjects. Knowledge needs something revealed."""
    types = {link.type for link in links if link.id in chain.links}
    if chain.dimension == "knowledge_belief":
        return "reveals" in types
    return (
        chain.dimension in ("social_institutional", "goal_conflict")
        or types != {"continues"}
        or (sum(episode in telling for episode in chain.episodes) >= 2)
    )


def _pick(found: Sequence[Chain], settings: dict[str, Any]) -> list[Chain]:
    kept: list[Chain] = []
    count: dict[Dimension, int] = {}
    for chain in found:
        if len(kept) >= settings["storylines"]:
            break
        if count.get(chain.dimension, 0) >= settings["per_dimension"]:
            continue
        if any(2 * len(set(chain.links) & set(other.links)) > len(chain.links) for other in kept):
            continue  # the same development told of another subject
        kept.append(chain)
        count[chain.dimension] = count.get(chain.dimension, 0) + 1
    return kept
