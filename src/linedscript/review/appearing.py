"""An unnamed somebody turns out to be a rostered character: where the one stood, the other was.

Only named characters have presence and perception of their own, so that merging one who was merely described into
them would leave the scenes of the description empty of them. What is put there is read off the units that the merged
entity takes part in and off its places in the scenes.
"""

from collections.abc import Sequence

import msgspec

from linedscript.backbone.citing import citation, merge_evidence
from linedscript.characters.moments import ends, spans_of
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence
from linedscript.records.character import ScenePresence, UnitPresence
from linedscript.records.entity import Entity
from linedscript.records.unit import Unit
from linedscript.review.book import Book
from linedscript.review.derived import MADE, derived_id, follow_participants

_DOES = frozenset(("agent", "speaker"))


def parts_of(book: Book, entity: str) -> list[Unit]:
    """The units that an entity takes part in, in order."""
    units = book.rows.get("units", {}).values()
    found = [unit for unit in units if any(part.entity == entity for part in unit.participants)]
    return sorted(found, key=lambda unit: id_key(unit.id))


def appear(book: Book, into: str, gone: Entity, parts: Sequence[Unit], patch: str) -> None:
    """Put the survivor where ``gone`` took part. ``parts``: its units, as they were before the merge.

    In a scene in which it acts or speaks, the survivor is on the screen, takes part in those units, and perceives what
    happens between its first and its last place there. What it is known to have been part of or seen is no longer
    unknown to it.
    """
    if not any(record.character == into for record in book.rows.get("presence", {}).values()):
        return
    scenes: dict[str, list[Unit]] = {}
    for unit in parts:
        if unit.modality == "actual" and any(one.entity == gone.id and one.role in _DOES for one in unit.participants):
            scenes.setdefault(unit.scene, []).append(unit)
    for scene, doing in scenes.items():
        _on_screen(book, scene, into, gone, doing, patch)
    for unit in parts:
        follow_participants(book, book.rows["units"][unit.id], patch)
    for scene in scenes:
        _perceives(book, scene, into, gone, patch)
    _knows(book, into, patch)


def _places(gone: Entity, scene: str) -> list[Evidence]:
    own = [piece for piece in gone.evidence if piece.kind == "span" and piece.scene == scene]
    return sorted(own, key=lambda piece: (piece.start, piece.end))


def _on_screen(book: Book, scene: str, into: str, gone: Entity, doing: Sequence[Unit], patch: str) -> None:
    at = derived_id("presence", scene, into)
    before = book.rows["presence"].get(at)
    if before is not None and before.level == "on_screen":
        return
    traces = _places(gone, scene) or [piece for unit in doing for piece in spans_of(unit)]
    speaks = any(one.entity == gone.id and one.role == "speaker" for unit in doing for one in unit.participants)
    book.put(
        "presence",
        ScenePresence(
            id=at,
            film=book.film,
            scene=scene,
            character=into,
            level="on_screen",
            basis="speech" if speaks else "action",
            first=min((piece.start for piece in traces), default=None),
            last=max((piece.end for piece in traces), default=None),
            evidence=merge_evidence([tuple(traces[:1] + traces[-1:])]),
            made=MADE if before is None else before.made,
        ),
        patch,
    )


def _perceives(book: Book, scene: str, into: str, gone: Entity, patch: str) -> None:
    places = _places(gone, scene)
    if not places:
        return
    first, last = places[0].start, max(piece.end for piece in places)
    for unit in [one for one in book.rows["units"].values() if one.scene == scene]:
        at = derived_id("perception", unit.id, into)
        own = spans_of(unit)
        if at in book.rows["perception"] or not own or not (first <= own[0].start and own[0].end <= last):
            continue
        book.put(
            "perception",
            UnitPresence(
                id=at,
                film=book.film,
                unit=unit.id,
                character=into,
                participant=False,
                witness=True,
                basis="in_scene",
                made=MADE,
            ),
            patch,
        )


def _knows(book: Book, into: str, patch: str) -> None:
    """Access to facts that the survivor was part of or perceives is read off that."""
    for record in list(book.rows.get("access", {}).values()):
        seen = book.rows["perception"].get(derived_id("perception", record.fact, into))
        if record.character != into or record.mode in ("involved", "witnessed") or seen is None:
            continue
        if not (seen.participant or seen.witness):
            continue
        fact = book.rows["units"][record.fact]
        book.put(
            "access",
            msgspec.structs.replace(
                record,
                mode="involved" if seen.participant else "witnessed",
                gained=ends(fact),
                via=None,
                teller=None,
                confidence=1.0,
                evidence=fact.evidence,
                cites=(citation("perception", seen, "participant", "witness"), citation("units", fact, "evidence")),
            ),
            patch,
        )
