"""What holds of a film's layers after every patch; a violation names the patches behind it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from linedscript.backbone.identity_key import d10_key
from linedscript.backbone.registry import Registry
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import id_key
from linedscript.io.files import sha256_text
from linedscript.records.base import Evidence, Record
from linedscript.records.narrative import LINK_WINDOW
from linedscript.review import invariants_characters as characters
from linedscript.review import invariants_items as items
from linedscript.review import invariants_places as places
from linedscript.review import invariants_prose as words
from linedscript.review import invariants_roles as roles
from linedscript.review import invariants_trajectories as trajectories
from linedscript.review.book import Book
from linedscript.review.references import Ref, name


def broken(book: Book, stale: Mapping[Ref, Any], registry: Registry | None) -> list[LinedscriptError]:
    """All violations among the records that aren't withheld. Without ``registry`` nothing is said about domain and
    range of predicates."""
    faults: list[LinedscriptError] = []
    checks = (
        _references,
        _lists,
        _relations,
        _episodes,
        _links,
        _states,
        _places,
        _trajectories,
        _characters,
        _roles,
        _words,
        _items,
        _evidence,
    )
    for check in checks:
        faults += check(book, stale)
    return faults + (_domains(book, stale, registry) if registry is not None else [])


def _fault(book: Book, code: str, at: Ref, problem: str, *also: Ref, hint: str = "") -> LinedscriptError:
    return LinedscriptError(code, f"{book.film}/{name(at)}", f"{problem} (by {book.blame(at, *also)})", hint)


def _live(book: Book, layer: str, stale: Mapping[Ref, Any]) -> list[Any]:
    return [record for record in book.rows.get(layer, {}).values() if (layer, record.id) not in stale]


def _references(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    """To reviewed layers that are there at all: a film whose suites need no states has none."""
    return [
        _fault(book, "dangling-reference", at, f"{path} names {name(to)}, which isn't there", to)
        for at, _ in book.all()
        if at not in stale
        for path, to in book.references(at)
        if to[0] in book.rows and book.get(to) is None
    ]


def _lists(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    """Of what patches touched: a list names nothing twice, else it counts as two."""
    faults = []
    for at in book.changes:
        if book.get(at) is None:
            continue
        named = Counter((path.rpartition("[")[0], *to) for path, to in book.references(at) if path[-1] == "]")
        for (field, layer, name_of), count in named.items():
            if count > 1:
                faults.append(_fault(book, "repeated-id", at, f"{field} names {layer}/{name_of} {count} times"))
    return faults


def _relations(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    faults = []
    seen: dict[Any, str] = {}
    for relation in sorted(_live(book, "relations", stale), key=lambda relation: id_key(relation.id)):
        at = ("relations", relation.id)
        if relation.subject == relation.object:
            faults.append(_fault(book, "self-loop", at, f"both ends are {relation.subject}"))
            continue
        other = seen.setdefault(d10_key(relation), relation.id)
        if other != relation.id:
            faults.append(
                _fault(
                    book,
                    "duplicate-relation",
                    at,
                    f"says the same as relations/{other} (D10)",
                    ("relations", other),
                    hint="drop one of the two",
                )
            )
    return faults


def _domains(book: Book, stale: Mapping[Ref, Any], registry: Registry) -> list[LinedscriptError]:
    faults = []
    for relation in _live(book, "relations", stale):
        ends = [book.get(("entities", end)) for end in (relation.subject, relation.object)]
        if None not in ends and not registry.valid(relation.predicate, ends[0].types, ends[1].types):
            types = " to ".join("/".join(end.types) for end in ends)
            faults.append(
                _fault(
                    book,
                    "domain-range",
                    ("relations", relation.id),
                    f"{relation.predicate} doesn't hold of {types}",
                    ("entities", relation.subject),
                    ("entities", relation.object),
                    hint="see the predicate registry; revise the predicate, or the types of an end",
                )
            )
    return faults


def _episodes(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    """Every Event and Interaction in exactly one Episode of its scene. A withheld Episode still has its units."""
    if "episodes" not in book.rows or "units" not in book.rows:
        return []
    faults = []
    homes: dict[str, list[str]] = {}
    for episode in book.rows["episodes"].values():
        at = ("episodes", episode.id)
        for unit in episode.units:
            homes.setdefault(unit, []).append(episode.id)
            record = book.get(("units", unit))
            if record is not None and record.scene != episode.scene and at not in stale:
                problem = f"lies in {episode.scene}, its unit {unit} in {record.scene}"
                faults.append(_fault(book, "episode-scene", at, problem))
        if episode.open != (episode.outcome is None) and at not in stale:
            faults.append(
                _fault(book, "episode-open", at, "open says one thing and outcome another", hint="revise both together")
            )
    for unit in _live(book, "units", stale):
        found = homes.get(unit.id, [])
        if unit.kind != "Occasion" and len(found) != 1:
            faults.append(
                _fault(
                    book,
                    "unit-episodes",
                    ("units", unit.id),
                    f"{unit.kind} in {len(found)} Episodes ({', '.join(found) or 'none'}), not in one",
                    *(("episodes", one) for one in found or _ended_homes(book, unit.id)),
                    hint="revise the units of an Episode of its scene",
                )
            )
    return faults


def _ended_homes(book: Book, unit: str) -> list[str]:
    """Where the model had put the unit."""
    return [episode.id for episode in book.model["episodes"].values() if unit in episode.units]


def _links(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    faults = []
    for link in _live(book, "links", stale):
        at = ("links", link.id)
        ends = [book.get(("episodes", end)) for end in (link.source, link.target)]
        if None in ends:
            continue
        distance = int(ends[1].scene[1:]) - int(ends[0].scene[1:])
        if link.source == link.target:
            faults.append(_fault(book, "self-loop", at, f"both ends are {link.source}"))
        elif distance != link.distance or not 0 <= distance <= LINK_WINDOW:
            faults.append(
                _fault(
                    book,
                    "link-distance",
                    at,
                    f"runs from {ends[0].scene} to {ends[1].scene} and says {link.distance}",
                    hint=f"a link runs forward, over at most {LINK_WINDOW} scenes",
                )
            )
    return faults


def _states(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    faults = []
    for state in _live(book, "states", stale):
        at = ("states", state.id)
        start, end = state.valid_from, state.valid_to
        if end is not None and (id_key(start.scene), start.offset) > (id_key(end.scene), end.offset):
            faults.append(_fault(book, "state-interval", at, f"ends in {end.scene} before it begins in {start.scene}"))
        patched = at in book.changes
        if patched and state.invariant and end is not None:
            problem = f"is invariant, and ends in {end.scene}"
            faults.append(_fault(book, "state-interval", at, problem, hint="revise one of the two with the other"))
        if patched and state.target == state.character:
            faults.append(_fault(book, "self-loop", at, f"its target is {state.character}, whose it is"))
        earlier = book.get(("states", state.after)) if state.after else None
        patched = patched or ("states", state.after) in book.changes
        if earlier is not None and (problem := _broken_chain(state, earlier, patched)):
            faults.append(_fault(book, "state-chain", at, problem, ("states", state.after)))
    return faults


def _broken_chain(state: Any, earlier: Any, patched: bool) -> str:
    """Why a state can't stand in the place of the other; empty where it can. What begins before can't be in a ring.

    ``patched``: whether a patch touched one of the two. The model's own are asked less: a film has to reach its review.
    """
    if earlier.character != state.character:
        return f"replaces a state of {earlier.character}"
    if not patched:
        return ""
    if earlier.aspect != state.aspect:
        return f"is of {state.aspect}, and replaces {earlier.id} of {earlier.aspect}"
    since, before = state.valid_from, earlier.valid_from
    if (id_key(before.scene), before.offset) >= (id_key(since.scene), since.offset):
        return f"replaces {earlier.id}, which doesn't begin before it"
    return ""


def _places(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    return [_fault(book, code, at, problem, *also, hint=hint) for code, at, problem, also, hint in places.check(book)]


def _characters(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    found = characters.check(book, lambda layer: _live(book, layer, stale))
    return [_fault(book, code, at, problem, *also, hint=hint) for code, at, problem, also, hint in found]


def _trajectories(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    found = trajectories.check(book, lambda layer: _live(book, layer, stale))
    return [_fault(book, code, at, problem, *also, hint=hint) for code, at, problem, also, hint in found]


def _roles(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    found = roles.check(book, lambda layer: _live(book, layer, stale))
    return [_fault(book, code, at, problem, *also, hint=hint) for code, at, problem, also, hint in found]


def _words(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    return [
        _fault(book, code, at, problem, *also, hint=hint) for code, at, problem, also, hint in words.check(book, stale)
    ]


def _items(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    found = items.check(book, lambda layer: _live(book, layer, stale))
    return [_fault(book, code, at, problem, *also, hint=hint) for code, at, problem, also, hint in found]


def _evidence(book: Book, stale: Mapping[Ref, Any]) -> list[LinedscriptError]:
    """Spans of records that patches touched, against the scenes' text."""
    if not book.scenes:
        return []
    faults = []
    for at in book.changes:
        record = book.get(at)
        if record is None or at in stale:
            continue
        for evidence in _spans(record):
            scene = book.scenes.get(evidence.scene or "")
            text = scene.text[evidence.start : evidence.end] if scene and evidence.kind == "span" else ""
            if evidence.kind == "span" and sha256_text(text) != evidence.sha256:
                faults.append(
                    _fault(
                        book,
                        "ungrounded",
                        at,
                        f"[{evidence.start}, {evidence.end}) of {evidence.scene} is another text",
                        hint="give evidence by its words: {scene: s0001, quote: …}",
                    )
                )
    return faults


def _spans(record: Record) -> list[Evidence]:
    return [*getattr(record, "evidence", ()), *(step.evidence for step in getattr(record, "path", ()))]
