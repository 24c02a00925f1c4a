"""Presence, perception, focal and access records, which follow the entities and units that they are about."""

from typing import Any

import msgspec

from linedscript.backbone.citing import merge_evidence
from linedscript.io.canonical import id_key
from linedscript.records.base import Made
from linedscript.records.character import Focal, ScenePresence, UnitPresence
from linedscript.records.review import Action
from linedscript.records.trajectory import Access
from linedscript.records.unit import Unit
from linedscript.review.book import Book
from linedscript.review.references import Ref

MADE = Made(annotator="patch", role="review", prompt=None, prompt_sha256=None, request=None, score=None, accepted=True)
"""Of a record that a reviewer added."""
_LADDER = ("on_screen", "offscreen_aware", "offscreen_unaware", "absent_unmentioned")
_BASES = ("acts", "acted_upon", "in_scene", "hears_off_screen", "perception_blocked", "voice_over", "left")
_MODES = ("involved", "witnessed", "told", "inferred", "unknown")
_SEPARATOR = {"presence": ".", "perception": ":"}


def derived_id(layer: str, anchor: str, character: str) -> str:
    """Of the record of ``layer`` for a scene or unit and a character."""
    return f"{anchor}{_SEPARATOR[layer]}{character}"


def follow(book: Book, of: Ref) -> list[Ref]:
    """The derived records that exist only for ``of``, an entity or unit."""
    layer, record_id = of
    if layer == "entities":
        wanted: dict[str, str] = {
            "presence": "character",
            "perception": "character",
            "focal": "id",
            "access": "character",
        }
    elif layer == "units":
        wanted = {"perception": "unit", "access": "fact"}
    else:
        return []
    return [
        (derived, record.id)
        for derived, field in wanted.items()
        for record in book.rows.get(derived, {}).values()
        if getattr(record, field) == record_id
    ]


def end_derived(book: Book, of: Ref, patch: str, action: Action) -> None:
    """Those that nothing refers to; access, which checkpoints refer to, is left."""
    for at in (*follow(book, of), *_observed(book, of)):
        if at[0] != "access":
            book.end(at, patch, action)


def _observed(book: Book, of: Ref) -> list[Ref]:
    """What the script shows of an entity. Where it is merged, its observations only change whose they are."""
    rows = book.rows.get("observations", {}) if of[0] == "entities" else {}
    return [("observations", record.id) for record in rows.values() if record.character == of[1]]


def merge_derived(book: Book, gone: str, into: str, patch: str) -> dict[Ref, str]:
    """Give the records of entity ``gone`` to ``into``, united with what it has. Returns old reference to new id."""
    moved: dict[Ref, str] = {}
    known = {one.fact: one.id for one in book.rows.get("access", {}).values() if one.character == into}
    for at in follow(book, ("entities", gone)):
        layer, record = at[0], book.get(at)
        if layer == "access" and record.fact not in known:
            continue  # the reference to the character is all that changes
        if layer == "focal":
            new_id = into
            changed: Any = msgspec.structs.replace(record, id=into)
        elif layer == "access":
            new_id = known[record.fact]
            changed = msgspec.structs.replace(record, id=new_id, character=into)
        else:
            anchor = record.scene if layer == "presence" else record.unit
            new_id = derived_id(layer, anchor, into)
            changed = msgspec.structs.replace(record, id=new_id, character=into)
        there = book.get((layer, new_id))
        if there is not None:
            changed = _UNITE[layer](there, changed)
        book.end(at, patch, "merge", [(layer, new_id)])
        book.put(layer, changed, patch)
        moved[at] = new_id
    return moved


def _presence(one: ScenePresence, other: ScenePresence) -> ScenePresence:
    """The greater access of the two, with all traces."""
    more = min((one, other), key=lambda record: _LADDER.index(record.level))
    firsts = [record.first for record in (one, other) if record.first is not None]
    lasts = [record.last for record in (one, other) if record.last is not None]
    return msgspec.structs.replace(
        one,
        level=more.level,
        basis=more.basis,
        first=min(firsts, default=None),
        last=max(lasts, default=None),
        evidence=merge_evidence((one.evidence, other.evidence)),
    )


def _perception(one: UnitPresence, other: UnitPresence) -> UnitPresence:
    return msgspec.structs.replace(
        one,
        participant=one.participant or other.participant,
        witness=one.witness or other.witness,
        basis=min(one.basis, other.basis, key=_BASES.index),
    )


def _focal(one: Focal, other: Focal) -> Focal:
    """Ranks of other characters stay: a gap in them says that two were one."""
    return msgspec.structs.replace(
        one,
        scenes=tuple(sorted({*one.scenes, *other.scenes}, key=id_key)),
        evidence_count=one.evidence_count + other.evidence_count,
        rank=min(one.rank, other.rank),
    )


def _access(one: Access, other: Access) -> Access:
    """The greater of the two; of equals the earlier."""
    return min((one, other), key=lambda record: (_MODES.index(record.mode), _gained(record)))


def _gained(record: Access) -> tuple[Any, ...]:
    return (id_key(record.gained.scene), record.gained.offset) if record.gained else ()


_UNITE: dict[str, Any] = {"presence": _presence, "perception": _perception, "focal": _focal, "access": _access}


def follow_participants(book: Book, unit: Unit, patch: str) -> None:
    """Bring the unit's perception records in line with its participants. A participant without one gets one."""
    rows = book.rows.get("perception")
    if not rows:
        return
    roster = {record.character for record in rows.values()}
    taking_part = {one.entity for one in unit.participants if one.entity is not None}
    for record in [record for record in rows.values() if record.unit == unit.id]:
        takes = record.character in taking_part
        if takes != record.participant:
            basis = "acts" if takes else "in_scene" if record.basis in ("acts", "acted_upon") else record.basis
            book.put(
                "perception",
                msgspec.structs.replace(record, participant=takes, witness=record.witness or takes, basis=basis),
                patch,
            )
    for character in sorted(taking_part & roster, key=id_key):
        record_id = derived_id("perception", unit.id, character)
        if record_id not in rows:
            book.put(
                "perception",
                UnitPresence(
                    id=record_id,
                    film=book.film,
                    unit=unit.id,
                    character=character,
                    participant=True,
                    witness=True,
                    basis="acts",
                    made=MADE,
                ),
                patch,
            )


def split_derived(
    book: Book, old: str, new: str, scenes: set[str], left: set[str], units: set[str], patch: str
) -> None:
    """Give ``new`` its share of the presence and perception of ``old``.

    ``scenes``: where a mention went over; ``left``: where one stayed; ``units``: in which a participant went over. In
    a scene with both, both are as present as the one was.
    """
    for at in follow(book, ("entities", old)):
        layer, record = at[0], book.get(at)
        if layer in ("focal", "access"):
            continue
        scene = record.scene if layer == "presence" else _scene_of(book, record.unit)
        goes = scene in scenes
        stays = not goes or scene in left
        if layer == "presence":
            absent = dict(level="absent_unmentioned", basis="none", first=None, last=None, evidence=())
            book.put(
                layer,
                msgspec.structs.replace(
                    record, id=derived_id(layer, scene, new), character=new, made=MADE, **({} if goes else absent)
                ),
                patch,
            )
            if not stays:
                book.put(layer, msgspec.structs.replace(record, **absent), patch)
        elif goes:
            moved_here = record.unit in units
            book.put(
                layer,
                msgspec.structs.replace(
                    record,
                    id=derived_id(layer, record.unit, new),
                    character=new,
                    made=MADE,
                    participant=record.participant and moved_here,
                    basis=record.basis if moved_here or record.basis not in ("acts", "acted_upon") else "in_scene",
                ),
                patch,
            )
            if not stays:
                book.end(at, patch, "split", [(layer, derived_id(layer, record.unit, new))])


def _scene_of(book: Book, unit: str) -> str:
    record = book.get(("units", unit))
    return record.scene if record is not None else unit.partition(".")[0]
