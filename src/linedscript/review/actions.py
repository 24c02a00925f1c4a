"""What each action does to the book. Faults are LinedscriptErrors; nothing is half done that the caller can't undo."""

from collections.abc import Callable
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence, Record
from linedscript.records.entity import Alias, Entity
from linedscript.records.layers import LAYERS
from linedscript.records.review import Patch
from linedscript.review.book import Book
from linedscript.review.citing import accept, recited, spelled_out
from linedscript.review.dependents import end_with_dependents
from linedscript.review.derived import MADE, follow_participants, split_derived
from linedscript.review.merging import merge_entities
from linedscript.review.payloads import ENDPOINTS, KINDS, Into, Split, SplitOff, typed
from linedscript.review.references import Ref, name, ref, references, renamed


def added_id(patch: Patch) -> str:
    """Of the record that the patch adds: ``<kind>-<patch id>``."""
    return f"{KINDS[patch.layer]}-{patch.id}"


def result(patch: Patch) -> Ref | None:
    """The record that stands for the target after the patch; null where it ended."""
    if patch.action in ("add", "replace"):
        return patch.layer, added_id(patch)
    if patch.action in ("drop", "reject", "merge"):
        return None
    return patch.layer, patch.target


def apply(book: Book, patch: Patch, place: str) -> None:
    """Carry out one patch whose guards hold. Raises LinedscriptError; msgspec.ValidationError for a record that its
    type refuses."""
    _ACTIONS[patch.action](book, patch, place)


def _end(book: Book, patch: Patch, place: str) -> None:
    end_with_dependents(book, (patch.layer, patch.target), patch.id, patch.action, patch.dependents, place)


def _merge(book: Book, patch: Patch, place: str) -> None:
    into = msgspec.convert(patch.value, Into).into
    _must_exist(book, ("entities", into), place)
    merge_entities(book, patch.target, into, patch.id)


def _revise(book: Book, patch: Patch, place: str) -> None:
    at = (patch.layer, patch.target)
    old = book.get(at)
    changes = {
        field: typed(patch.layer, field, spelled_out(book, value, place, field=field))
        for field, value in patch.value.items()
    }
    if same := [field for field, value in changes.items() if getattr(old, field) == value]:
        raise LinedscriptError("patch-without-effect", place, f"{', '.join(same)} of {name(at)} has that value already")
    new = msgspec.structs.replace(old, **changes)
    _check_new_refs(book, patch.layer, old, new, place)
    if "cites" not in changes:
        new = recited(book, patch.layer, old, new)
    book.put(patch.layer, new, patch.id)
    if patch.layer == "units" and "participants" in changes:
        follow_participants(book, new, patch.id)
    accept(book, at, patch.id, set(patch.expect.get("also", {})))


def _retarget(book: Book, patch: Patch, place: str) -> None:
    at = (patch.layer, patch.target)
    old = book.get(at)
    for new_id in patch.value.values():
        _must_exist(book, (ENDPOINTS[patch.layer], new_id), place)
    if all(getattr(old, field) == value for field, value in patch.value.items()):
        raise LinedscriptError("patch-without-effect", place, f"{name(at)} has these ends already")
    new = msgspec.structs.replace(old, **patch.value)
    if patch.layer == "links":
        new = msgspec.structs.replace(new, distance=_distance(book, new.source, new.target, place))
    book.put(patch.layer, recited(book, patch.layer, old, new), patch.id)


def _distance(book: Book, source: str, target: str, place: str) -> int:
    scenes = [_must_exist(book, ("episodes", end), place).scene for end in (source, target)]
    distance = int(scenes[1][1:]) - int(scenes[0][1:])
    if distance < 0:
        raise LinedscriptError(
            "link-backward", place, f"{source} ({scenes[0]}) comes after {target} ({scenes[1]})", "a link runs forward"
        )
    return distance


def _add(book: Book, patch: Patch, place: str) -> None:
    new = _new_record(book, patch, place)
    _check_new_refs(book, patch.layer, None, new, place)
    book.put(patch.layer, new, patch.id)
    if patch.layer == "units":
        follow_participants(book, new, patch.id)


def _replace(book: Book, patch: Patch, place: str) -> None:
    at = (patch.layer, patch.target)
    new = _new_record(book, patch, place)
    _check_new_refs(book, patch.layer, book.get(at), new, place)
    book.put(patch.layer, new, patch.id)
    book.end(at, patch.id, "replace", [(patch.layer, new.id)])
    book.rename({at: new.id}, patch.id)


def _new_record(book: Book, patch: Patch, place: str) -> Record:
    data = {field: spelled_out(book, value, place, field=field) for field, value in patch.value.items()}
    if patch.layer == "links":
        data["distance"] = _distance(book, data["source"], data["target"], place)
    data |= {"id": added_id(patch), "film": book.film, "made": msgspec.to_builtins(MADE)}
    return msgspec.convert(data, LAYERS[patch.layer].record)


def _keep(book: Book, patch: Patch, place: str) -> None:
    """The reviewer looked at what the record relies on, as it is now, and the record stands."""
    at = (patch.layer, patch.target)
    also = patch.expect.get("also", {})
    unseen = [
        f"{cite.layer}/{cite.record} ({'ended' if book.current_digest(cite) is None else ', '.join(cite.fields)})"
        for cite in book.mismatches(at)
        if not _guards(also, f"{cite.layer}/{cite.record}", cite.fields, book.current_digest(cite) is None)
    ]
    if unseen:
        raise LinedscriptError(
            "keep-unseen",
            place,
            f"{name(at)} relies on values that changed, and expect.also doesn't say that you saw "
            f"them: {'; '.join(unseen)}",
            "linedscript patch new --action keep writes them down",
        )
    ended = [name(to) for _, to in book.references(at) if book.get(to) is None]
    if ended:
        raise LinedscriptError(
            "keep-dangling",
            place,
            f"{name(at)} still refers to {', '.join(ended)}, which ended",
            "revise, replace or drop it",
        )
    accept(book, at, patch.id)


def _guards(also: dict[str, Any], text: str, fields: tuple[str, ...], ended: bool) -> bool:
    if text not in also:
        return False
    guard = also[text]
    return guard is None if ended else guard is not None and ("digest" in guard or set(fields) <= set(guard))


def _split(book: Book, patch: Patch, place: str) -> None:
    new = msgspec.convert(patch.value, Split).new
    at: Ref = ("entities", patch.target)
    old: Entity = book.get(at)
    surfaces = {alias.surface: alias for alias in old.aliases}
    faults = [
        LinedscriptError("patch-no-match", place, f"{name(at)} has no {what} {one!r}")
        for what, wanted, there in (
            ("mention", new.mentions, set(old.mentions)),
            ("alias", new.aliases + new.shared, set(surfaces)),
        )
        for one in wanted
        if one not in there
    ]
    if old.name in new.aliases:
        faults.append(
            LinedscriptError(
                "patch-payload", place, f"{name(at)} would lose its name {old.name!r}", "put it under shared"
            )
        )
    faults += [
        LinedscriptError("patch-no-match", place, f"there is no {text} to move")
        for text in new.move
        if book.get(ref(text)) is None
    ]
    raise_all(faults)
    new_id = added_id(patch)
    gone = set(new.mentions)
    moved_evidence = {
        _place(evidence)
        for mention in new.mentions
        if mention in book.mentions
        for evidence in book.mentions[mention].evidence
    }
    book.put(
        "entities",
        msgspec.structs.replace(
            old,
            aliases=tuple(alias for alias in old.aliases if alias.surface not in new.aliases),
            mentions=tuple(mention for mention in old.mentions if mention not in gone),
            evidence=tuple(one for one in old.evidence if _place(one) not in moved_evidence),
        ),
        patch.id,
    )
    book.put("entities", _split_off(book, new_id, old, new, surfaces, moved_evidence), patch.id)
    units = _move(book, at, new_id, gone, new.move, patch.id, place)
    scenes = {mention.partition(".")[0] for mention in gone}
    left = {mention.partition(".")[0] for mention in old.mentions if mention not in gone}
    split_derived(book, patch.target, new_id, scenes, left, units, patch.id)


def _split_off(
    book: Book, new_id: str, old: Entity, new: SplitOff, surfaces: dict[str, Alias], moved: set[tuple[Any, ...]]
) -> Entity:
    aliases = (surfaces[surface] for surface in dict.fromkeys(new.aliases + new.shared))
    return Entity(
        id=new_id,
        film=book.film,
        name=new.name,
        aliases=tuple(sorted(aliases, key=lambda alias: id_key(alias.first_scene))),
        types=new.types,
        named=new.named,
        description=new.description,
        scope=old.scope,
        mentions=tuple(sorted(new.mentions, key=id_key)),
        evidence=tuple(one for one in old.evidence if _place(one) in moved),
        made=MADE,
    )


def _move(book: Book, at: Ref, new_id: str, gone: set[str], move: tuple[str, ...], patch: str, place: str) -> set[str]:
    """Lead participants of moved mentions, and the records under ``move``, to the new entity. The units touched."""
    units = set()
    for unit in list(book.rows.get("units", {}).values()):
        participants = tuple(
            msgspec.structs.replace(one, entity=new_id) if one.mention in gone and one.entity == at[1] else one
            for one in unit.participants
        )
        if participants != unit.participants:
            book.put("units", msgspec.structs.replace(unit, participants=participants), patch)
            units.add(unit.id)
    for text in move:
        user = ref(text)
        record = book.get(user)
        changed = recited(book, user[0], record, renamed(record, {at: new_id}))
        if changed == record and user[1] not in units:
            raise LinedscriptError("patch-no-match", place, f"{text} doesn't refer to {name(at)}")
        book.put(user[0], changed, patch)
        if user[0] == "units":
            units.add(user[1])
    return units


def _place(evidence: Evidence) -> tuple[Any, ...]:
    return evidence.kind, evidence.scene, evidence.start, evidence.end, evidence.record


def _must_exist(book: Book, at: Ref, place: str) -> Record:
    record = book.get(at)
    if record is None:
        raise missing(book, at, place)
    return record


def missing(book: Book, at: Ref, place: str) -> LinedscriptError:
    """The error for a record that isn't there, saying how it ended where it did."""
    stone = book.tombstones.get(at)
    successors = f"; see {', '.join(stone.successors)}" if stone and stone.successors else ""
    there = sorted(book.rows.get(at[0], ()), key=id_key)
    return LinedscriptError(
        "patch-no-match",
        place,
        f"there is no {name(at)}" + (f": {stone.patch} ended it{successors}" if stone else ""),
        f"{at[0]} run from {there[0]} to {there[-1]}" if there else f"{book.film} has no {at[0]}",
    )


def _check_new_refs(book: Book, layer: str, old: Record | None, new: Record, place: str) -> None:
    """A reference that a patch writes may not point to a record that ended."""
    before = {to for _, to in references(layer, old)} if old is not None else set()
    raise_all(
        [
            missing(book, to, f"{place}#{path}")
            for path, to in references(layer, new)
            if to not in before and to in book.tombstones and book.get(to) is None
        ]
    )


_ACTIONS: dict[str, Callable[[Book, Patch, str], None]] = {
    "drop": _end,
    "reject": _end,
    "merge": _merge,
    "split": _split,
    "revise": _revise,
    "retarget": _retarget,
    "replace": _replace,
    "add": _add,
    "keep": _keep,
}
