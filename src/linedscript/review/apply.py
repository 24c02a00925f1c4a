"""A film's layers after its patches."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from linedscript.backbone.registry import Registry
from linedscript.errors import Faults, LinedscriptError, raise_all
from linedscript.io.canonical import digest, id_key
from linedscript.records.base import Record
from linedscript.records.engine import Coverage
from linedscript.records.entity import Mention
from linedscript.records.review import Patch, PatchLogEntry, Stale, Superseded, Tombstone
from linedscript.records.scene import Scene
from linedscript.review.actions import added_id, apply, missing, result
from linedscript.review.book import Book, Change
from linedscript.review.guards import check_guard
from linedscript.review.invariants import broken
from linedscript.review.patches import place, set_faults, superseded
from linedscript.review.references import Ref, name, ref, ref_key
from linedscript.review.staleness import find_stale


class Reviewed(NamedTuple):
    """What a film's patches come to. Lists are in id order; layers without a patch are as they were given."""

    layers: dict[str, list[Record]]
    """The records to release."""
    tombstones: list[Tombstone]
    stale: list[Stale]
    withheld: dict[str, Record]
    """The stale records themselves, by ``<layer>/<id>``."""
    superseded: list[Superseded]
    log: list[PatchLogEntry]
    waived: list[str]
    """Ids of coverage records whose failure a patch accepts."""
    effects: dict[str, list[tuple[str, Change]]]
    """By patch: the records that it touched, ``<layer>/<id>``, and how; cascades included."""
    kept: frozenset[str]
    """``<layer>/<id>`` of records that a reviewer looked at and kept."""


def apply_patches(
    film: str,
    layers: Mapping[str, Sequence[Record]],
    coverage: Sequence[Coverage],
    patches: Sequence[Patch],
    *,
    scenes: Sequence[Scene] = (),
    mentions: Sequence[Mention] = (),
    registry: Registry | None = None,
) -> Reviewed:
    """Apply a film's patches in id order, find what became stale, and validate the rest again.

    ``scenes`` are needed where a patch gives evidence by its words; with them the spans of patched records are checked.
    ``mentions`` let a split take evidence along. With ``registry`` domain and range of every relation are checked.
    All faults are collected: those of the patches first; the re-validation speaks only where every patch applied.
    """
    book = Book(film, layers, scenes, mentions)
    digests = carry_out(book, coverage, patches)
    replaced = superseded(patches)
    in_order = sorted(patches, key=lambda patch: patch.id)
    stale = find_stale(book)
    active = [patch for patch in in_order if patch.id not in replaced]
    raise_all(_idle_keeps(active, stale) + broken(book, stale, registry))
    return Reviewed(
        layers={
            layer: sorted(
                (record for record in rows.values() if (layer, record.id) not in stale),
                key=lambda record: id_key(record.id),
            )
            for layer, rows in book.rows.items()
        },
        tombstones=[book.tombstones[at] for at in sorted(book.tombstones, key=lambda at: id_key(name(at)))],
        stale=sorted(stale.values(), key=lambda entry: id_key(entry.id)),
        withheld={name(at): book.rows[at[0]][at[1]] for at in stale},
        superseded=_superseded(book, active),
        log=[_log_entry(film, patch, replaced, digests, stale) for patch in in_order],
        waived=sorted((patch.target for patch in active if patch.action == "waive"), key=id_key),
        effects=_effects(book),
        kept=frozenset(f"{patch.layer}/{patch.target}" for patch in active if patch.action == "keep"),
    )


def carry_out(
    book: Book, coverage: Sequence[Coverage], patches: Sequence[Patch]
) -> dict[str, tuple[str | None, str | None]]:
    """Apply the patches to the book; by patch, the target's digest before and after. All faults are collected; a
    faulty patch leaves nothing behind."""
    raise_all(set_faults(patches))
    blocks = {record.id: record for record in coverage}
    replaced = superseded(patches)
    faults: list[LinedscriptError] = []
    digests: dict[str, tuple[str | None, str | None]] = {}
    for patch in sorted(patches, key=lambda patch: patch.id):
        if patch.id in replaced:
            continue
        saved = book.save()
        try:
            digests[patch.id] = _apply(book, blocks, patch)
        except Faults as error:
            faults += error.faults
            book.restore(saved)
        except LinedscriptError as error:
            faults.append(error)
            book.restore(saved)
    raise_all(faults)
    return digests


def _effects(book: Book) -> dict[str, list[tuple[str, Change]]]:
    effects: dict[str, list[tuple[str, Change]]] = {}
    for at in sorted(book.changes, key=ref_key):
        for change in book.changes[at]:
            effects.setdefault(change.patch, []).append((name(at), change))
    return effects


def _apply(book: Book, blocks: Mapping[str, Coverage], patch: Patch) -> tuple[str | None, str | None]:
    """Check the guards, carry the patch out, and return the target's digest before and after."""
    where = place(patch)
    if patch.film != book.film:
        raise LinedscriptError("patch-film", where, f"isn't about {book.film}")
    raise_all(_scenes_faults(book, patch, where))
    if patch.action == "waive":
        return _waive(blocks, patch, where)
    faults = _also_faults(book, patch, where)
    at: Ref | None = None
    if patch.target is not None:
        at = (patch.layer, patch.target)
        if book.get(at) is None:
            raise missing(book, at, where)
        own = {field: value for field, value in patch.expect.items() if field != "also"}
        faults += check_guard(own, book.get(at), book.digest(at), name(at), where)
    raise_all(faults)
    before = None if at is None else book.digest(at)
    try:
        apply(book, patch, where)
    except msgspec.ValidationError as error:
        raise LinedscriptError("patched-invalid", where, f"what the patch makes isn't valid: {error}") from None
    after = result(patch)
    return before, None if after is None else book.digest(after)


def _also_faults(book: Book, patch: Patch, where: str) -> list[LinedscriptError]:
    faults = []
    for text, guard in patch.expect.get("also", {}).items():
        at = ref(text)
        faults += check_guard(guard, book.get(at), book.digest(at), text, where)
    return faults


def _scenes_faults(book: Book, patch: Patch, where: str) -> list[LinedscriptError]:
    """What a reviewer names as support is a scene of the film, and named once."""
    if not book.scenes:
        return []
    names = list(book.scenes)
    hint = f"scenes run from {names[0]} to {names[-1]}"
    twice = sorted({scene for scene in patch.scenes if patch.scenes.count(scene) > 1})
    return [
        *(
            LinedscriptError("patch-scenes", where, f"scenes names {one}, which isn't there", hint)
            for one in dict.fromkeys(patch.scenes)
            if one not in book.scenes
        ),
        *(LinedscriptError("patch-scenes", where, f"scenes names {one} twice") for one in twice),
    ]


def _waive(blocks: Mapping[str, Coverage], patch: Patch, where: str) -> tuple[str, str]:
    block = blocks.get(patch.target)
    if block is None:
        raise LinedscriptError("patch-no-match", where, f"there is no coverage/{patch.target}")
    own = {field: value for field, value in patch.expect.items() if field != "also"}
    raise_all(check_guard(own, block, digest(block), f"coverage/{patch.target}", where))
    if block.status != "failed":
        raise LinedscriptError("patch-without-effect", where, f"coverage/{patch.target} was answered: nothing to waive")
    return digest(block), digest(block)


def _idle_keeps(active: Sequence[Patch], stale: Mapping[Ref, Stale]) -> list[LinedscriptError]:
    faults = []
    for patch in active:
        entry = stale.get((patch.layer, patch.target)) if patch.action == "keep" else None
        if entry is not None and all(other <= patch.id for other in entry.patches):
            faults.append(
                LinedscriptError(
                    "keep-without-effect",
                    place(patch),
                    f"{entry.id} stays withheld because of {', '.join(entry.because)}",
                    "keep, replace or drop those records too",
                )
            )
    return faults


def _superseded(book: Book, active: Sequence[Patch]) -> list[Superseded]:
    """Every record of the model that patches changed or ended.

    What a patch took out as a leak isn't kept here either: a field that it revised has the reviewed value in the
    model's record too, and a record that it ended has no entry, nor one that rested on it, which may repeat the words.
    """
    leaks: dict[Ref, set[str]] = {}
    for patch in active:
        if patch.reason == "leak" and patch.target is not None:
            leaks.setdefault((patch.layer, patch.target), set()).update(patch.value if patch.action == "revise" else ())
    repeating = _resting_on(book, leaks)
    entries = []
    for layer, rows in book.model.items():
        for record_id, model in rows.items():
            at = (layer, record_id)
            now = book.get(at)
            if now == model:
                continue
            if at in repeating and now is None:
                continue
            mended = {field: getattr(now, field) for field in sorted(leaks.get(at, ()))}
            model = msgspec.structs.replace(model, **mended)
            entries.append(
                Superseded(
                    id=name(at),
                    film=book.film,
                    patches=tuple(sorted({change.patch for change in book.changes[at]})),
                    model=msgspec.to_builtins(model),
                    reviewed=None if now is None else msgspec.to_builtins(now),
                )
            )
    return sorted(entries, key=lambda entry: id_key(entry.id))


def _resting_on(book: Book, leaks: Mapping[Ref, set[str]]) -> set[Ref]:
    """The records and those of the model that cite one of them, or one that does."""
    found = set(leaks)
    grown = bool(found)
    while grown:
        more = {
            (layer, record.id)
            for layer, rows in book.model.items()
            for record in rows.values()
            if any((cite.layer, cite.record) in found for cite in getattr(record, "cites", ()))
        }
        grown = not more <= found
        found |= more
    return found


def _log_entry(
    film: str,
    patch: Patch,
    replaced: Mapping[str, str],
    digests: Mapping[str, tuple[str | None, str | None]],
    stale: Mapping[Ref, Stale],
) -> PatchLogEntry:
    before, after = digests.get(patch.id, (None, None))
    target = added_id(patch) if patch.target is None else patch.target
    return PatchLogEntry(
        id=patch.id,
        film=film,
        layer=patch.layer,
        action=patch.action,
        target=f"{patch.layer}/{target}",
        fields=tuple(sorted(patch.value)) if patch.action in ("revise", "retarget") else (),
        reason=patch.reason,
        note=patch.note,
        scenes=patch.scenes,
        reviewer=patch.reviewer,
        date=patch.date,
        supersedes=patch.supersedes,
        superseded_by=replaced.get(patch.id),
        before_sha256=before,
        after_sha256=after,
        stale=tuple(name(at) for at in sorted(stale, key=ref_key) if patch.id in stale[at].patches),
    )


def unwaived(coverage: Sequence[Coverage], waived: Sequence[str]) -> list[Coverage]:
    """Failed blocks that no patch accepts: each keeps the film from being released."""
    accepted = set(waived)
    return [record for record in coverage if record.status == "failed" and record.id not in accepted]
