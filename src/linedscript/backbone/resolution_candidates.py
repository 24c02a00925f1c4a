"""Which nodes may be one entity: type-aware lexical candidates, blocked by keys (stage.txt, alias matching).

High recall, no verdicts. Persons meet over a shared name, title, nickname or initials; other things where one form ends
with the other. A key that more than ``max_block`` nodes share names nobody and makes no candidate.
"""

from collections.abc import Collection
from typing import NamedTuple

from linedscript.backbone.normalization import name_key, words
from linedscript.backbone.resolution_context import SceneContext
from linedscript.backbone.resolution_nodes import Node
from linedscript.patterns import Pattern

_BY_NAME = frozenset(("titled", "single"))


class Candidate(NamedTuple):
    left: int
    right: int
    """Node indices; ``left`` appears first."""
    by: tuple[str, ...]
    similarity: float
    rivals: tuple[int, ...]
    """Nodes that the shorter form could mean as well, one per person or thing."""


class People(NamedTuple):
    """The persons' nodes by what they can be matched with. Groups hold the forms of one full name."""

    groups: list[list[Node]]
    by_name: dict[str, list[int]]
    by_title: dict[str, list[int]]
    shorts: list[Node]
    rolls: list[Node]


def similarity(left: str, right: str) -> float:
    """Dice coefficient of key tokens (English) or characters (Chinese), 0 to 1."""
    one, two = set(words(left)), set(words(right))
    return round(2 * len(one & two) / (len(one) + len(two)), 6) if one or two else 0.0


def people(nodes: list[Node]) -> People:
    """Group full names over surname and given name or nickname; index groups, and bare names without one."""
    persons = [node for node in nodes if node.person and node.mergeable]
    fulls = [node for node in persons if node.form.kind == "full"]
    groups: list[list[Node]] = []
    home: dict[tuple[str, str], int] = {}
    for node in fulls:
        keys = [(node.form.surname, given) for given in sorted(node.form.given)]
        found = next((home[key] for key in keys if key in home), None)
        if found is None:
            found = len(groups)
            groups.append([])
        groups[found].append(node)
        for key in keys:
            home.setdefault(key, found)
    by_name: dict[str, list[int]] = {}
    for number, group in enumerate(groups):
        for name in sorted({name for node in group for name in node.form.names}):
            by_name.setdefault(name, []).append(number)
    shorts = [node for node in persons if node.form.kind in _BY_NAME or node.form.kind == "initials"]
    lone = [node for node in shorts if not any(name in by_name for name in node.form.names)]
    for node in lone:
        groups.append([node])
    lone_names: dict[str, list[int]] = {}
    for number in range(len(groups) - len(lone), len(groups)):
        for name in sorted(groups[number][0].form.names):
            lone_names.setdefault(name, []).append(number)
    by_name.update({name: numbers for name, numbers in lone_names.items() if name not in by_name})
    by_title: dict[str, list[int]] = {}
    for node in persons:
        if node.form.title and node.form.kind in ("full", "titled"):
            bearers = _group_of(node, groups, by_name)
            if len(bearers) == 1 and bearers[0] not in by_title.setdefault(node.form.title, []):
                by_title[node.form.title].append(bearers[0])
    _surname_bearers(persons, groups, by_name, by_title)
    return People(groups, by_name, by_title, shorts, [node for node in persons if node.form.kind == "role"])


def _group_of(node: Node, groups: list[list[Node]], by_name: dict[str, list[int]]) -> list[int]:
    if node.form.kind == "full":
        return [number for number in by_name[sorted(node.form.names)[0]] if node in groups[number]]
    return sorted({number for name in node.form.names for number in by_name.get(name, ())})


def _surname_bearers(
    persons: list[Node], groups: list[list[Node]], by_name: dict[str, list[int]], by_title: dict[str, list[int]]
) -> None:
    """A title with a name that two persons share is borne by all of them, unless one bears it with the full name."""
    for node in persons:
        title = node.form.title
        if node.form.kind != "titled" or not title:
            continue
        bearers = _group_of(node, groups, by_name)
        held = by_title.setdefault(title, [])
        if len(bearers) > 1 and not set(bearers) & set(held):
            held.extend(number for number in bearers if number not in held)


def matches(node: Node, known: People) -> list[int]:
    """Groups that a short form or title may mean, itself excluded, in order of first appearance."""
    if node.form.kind == "role":
        found = set(known.by_title.get(node.form.title, ()))
    elif node.form.kind == "initials" and node.form.surname:
        letter = min(node.form.given)
        found = {
            number
            for number in known.by_name.get(node.form.surname, ())
            if any(given.startswith(letter) for other in known.groups[number] for given in other.form.given)
            and node.form.surname in {other.form.surname for other in known.groups[number]}
        }
    elif node.form.kind == "initials":
        letters = "".join(sorted(node.form.given))
        found = {
            number
            for number, group in enumerate(known.groups)
            if group[0].form.kind == "full" and _initials(group[0]) == letters
        }
    else:
        found = {number for name in node.form.names for number in known.by_name.get(name, ())}
        if "full" in {known.groups[number][0].form.kind for number in found}:
            found = {number for number in found if known.groups[number][0].form.kind == "full"}
    return [number for number in sorted(found) if node not in known.groups[number]]


def _initials(node: Node) -> str:
    parts = words(node.first.normalized)
    return "".join(part[0] for part in parts[-2:])


def ambiguous(known: People, cues: Collection[str]) -> set[int]:
    """Indices of nodes whose form may mean several persons, or passes between persons: judged mention by mention.

    A form that is a cue (``cues``: keys) stays whole: a script gives one cue to one person.
    """
    found = [node for node in known.rolls if known.by_title.get(node.form.title)]
    found += [node for node in known.shorts if len(matches(node, known)) > 1]
    return {node.index for node in found if node.key not in cues}


def person_candidates(nodes: list[Node], known: People, max_block: int) -> list[Candidate]:
    """Short forms with each person that they may mean; the forms of one full name with its first."""
    found: list[Candidate] = []
    for group in known.groups:
        for node in group[1:]:
            found.append(pair_of(group[0], node, ()))
    for node in (*known.shorts, *known.rolls):
        numbers = matches(node, known)
        if len(numbers) > max_block:
            continue
        for number in numbers:
            rivals = tuple(known.groups[other][0].index for other in numbers if other != number)
            found.append(pair_of(known.groups[number][0], node, rivals))
    return found


def pair_of(one: Node, two: Node, rivals: tuple[int, ...]) -> Candidate:
    left, right = sorted((one.index, two.index))
    return Candidate(left, right, ("lexical",), similarity(one.key, two.key), rivals)


_CALLED = Pattern(
    r"\b(?:called|known as|nicknamed|calls (?:him|her|them)|calls|a\.k\.a\.|aka)\s+(?:the\s+)?(?=\w)"
    r"|人称|外号|绰号|艺名|小名|叫做|名叫"
)


def introductions(nodes: list[Node], contexts: list[SceneContext]) -> list[Candidate]:
    """``TOBIAS LUND, called TOBY``: a text that gives one person two names."""
    starts: dict[str, list[tuple[int, int, int]]] = {}
    for node in nodes:
        if not (node.person and node.mergeable):
            continue
        for mention in node.mentions:
            for evidence in mention.evidence:
                if evidence.start is not None:
                    starts.setdefault(mention.scene, []).append((evidence.start, evidence.end, node.index))
    found = []
    for context in contexts:
        places = sorted(starts.get(context.scene.id, ()))
        if not places:
            continue
        for match in _CALLED.finditer(context.scene.text):
            low, high = context.sentence(match.start(), match.end())
            alias = next((place for place in places if match.end() <= place[0] <= match.end() + 2), None)
            owner = next((place for place in places if low <= place[0] < match.start()), None)
            if alias and owner and alias[2] != owner[2]:
                found.append(pair_of(nodes[owner[2]], nodes[alias[2]], ()))
    return found


def merge_candidates(groups: list[list[Candidate]]) -> list[Candidate]:
    """Each pair once, in order of its nodes; the generators that found it joined."""
    kept: dict[tuple[int, int], Candidate] = {}
    for candidate in (candidate for group in groups for candidate in group):
        key = candidate.left, candidate.right
        other = kept.get(key)
        kept[key] = (
            candidate
            if other is None
            else other._replace(
                by=tuple(sorted({*other.by, *candidate.by})),
                similarity=max(other.similarity, candidate.similarity),
                rivals=other.rivals or candidate.rivals,
            )
        )
    return [kept[key] for key in sorted(kept)]


def speaks_apart(left: Node, right: Node, spans: dict[str, dict[str, tuple[int, int]]]) -> list[str]:
    """Scenes in which both forms are cues and take turns: one speaker doesn't change names back and forth."""
    one, two = spans.get(name_key(left.key), {}), spans.get(name_key(right.key), {})
    inside = [None if len(node.mentions) > 1 else node.mentions[0].scene for node in (left, right)]
    return [
        scene
        for scene in sorted(set(one) & set(two))
        if one[scene][0] < two[scene][1]
        and two[scene][0] < one[scene][1]
        and all(place is None or place == scene for place in inside)
    ]
