"""The layers of one film while patches are applied to them, and who changed what."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.canonical import content_digest, fields_digest, id_key
from linedscript.records.base import Citation, Record
from linedscript.records.entity import Mention
from linedscript.records.review import Action, Tombstone
from linedscript.records.scene import Scene
from linedscript.review.references import Ref, name, ref_key, references, renamed


class Change(NamedTuple):
    patch: str
    kind: Literal["began", "changed", "ended"]
    fields: tuple[str, ...]
    """What changed, in the record's order; empty unless ``changed``."""


class Book:
    """Mutable, used by one run of ``apply_patches``. ``model`` stays as it was given."""

    def __init__(
        self,
        film: str,
        layers: Mapping[str, Sequence[Record]],
        scenes: Sequence[Scene] = (),
        mentions: Sequence[Mention] = (),
    ) -> None:
        """Raises ``duplicate-id``, and ``citation-mismatch`` where a citation doesn't fit the records as built."""
        self.film = film
        self.rows: dict[str, dict[str, Record]] = {}
        faults = []
        for layer, records in layers.items():
            rows = self.rows[layer] = {}
            for record in sorted(records, key=lambda record: id_key(record.id)):
                if record.id in rows:
                    where = f"{film}/{layer}/{record.id}"
                    faults.append(LinedscriptError("duplicate-id", where, "two records have one id"))
                rows[record.id] = record
        self.model = {layer: dict(rows) for layer, rows in self.rows.items()}
        self.scenes = {scene.id: scene for scene in scenes}
        self.mentions = {mention.id: mention for mention in mentions}
        self.tombstones: dict[Ref, Tombstone] = {}
        self.changes: dict[Ref, list[Change]] = {}
        self.accepted: dict[Ref, str] = {}
        """The last patch by which a reviewer accepted the record's citations as they then were."""
        self._links: dict[Ref, tuple[tuple[str, Ref], ...]] = {}
        for at, _ in self.all():
            for cite in self.mismatches(at):
                faults.append(
                    LinedscriptError(
                        "citation-mismatch",
                        f"{film}/{name(at)}",
                        f"cites {cite.layer}/{cite.record} for {', '.join(cite.fields)}, which "
                        + ("isn't there" if self.get((cite.layer, cite.record)) is None else "has another digest"),
                        "the layers come from different builds; build them again",
                    )
                )
        raise_all(faults)

    def save(self) -> tuple[Any, ...]:
        """What ``restore`` needs to undo everything since."""
        return (
            {layer: dict(rows) for layer, rows in self.rows.items()},
            dict(self.tombstones),
            {at: list(changes) for at, changes in self.changes.items()},
            dict(self.accepted),
        )

    def restore(self, saved: tuple[Any, ...]) -> None:
        self.rows, self.tombstones, self.changes, self.accepted = saved
        self._links.clear()

    def all(self) -> Iterator[tuple[Ref, Record]]:
        for layer, rows in self.rows.items():
            for record_id, record in rows.items():
                yield (layer, record_id), record

    def get(self, at: Ref) -> Record | None:
        return self.rows.get(at[0], {}).get(at[1])

    def references(self, at: Ref) -> tuple[tuple[str, Ref], ...]:
        if at not in self._links:
            self._links[at] = references(at[0], self.rows[at[0]][at[1]])
        return self._links[at]

    def dependents(self, of: Ref) -> list[Ref]:
        """Records that refer to ``of``, in pipeline order."""
        return sorted((at for at, _ in self.all() if any(to == of for _, to in self.references(at))), key=ref_key)

    def put(self, layer: str, record: Record, patch: str) -> None:
        """Take the record over, checked strictly. Raises msgspec.ValidationError."""
        at = (layer, record.id)
        msgspec.convert(msgspec.to_builtins(record), type(record))
        before = self.get(at)
        if before == record:
            return
        fields = (
            ()
            if before is None
            else tuple(field for field in record.__struct_fields__ if getattr(before, field) != getattr(record, field))
        )
        self.rows[layer][record.id] = record
        self._links.pop(at, None)
        changes = self.changes.setdefault(at, [])
        if changes and changes[-1].patch == patch and changes[-1].kind != "ended":  # one patch, one change
            kind, earlier = changes[-1].kind, changes.pop().fields
            fields = (
                ()
                if kind == "began"
                else tuple(field for field in record.__struct_fields__ if field in earlier + fields)
            )
        else:
            kind = "changed" if before is not None else "began"
        changes.append(Change(patch, kind, fields))

    def end(self, at: Ref, patch: str, action: Action, successors: Iterable[Ref] = ()) -> None:
        del self.rows[at[0]][at[1]]
        self._links.pop(at, None)
        changes = self.changes.setdefault(at, [])
        if changes and changes[-1].patch == patch and changes[-1].kind == "changed":
            changes.pop()
        changes.append(Change(patch, "ended", ()))
        self.tombstones[at] = Tombstone(
            id=name(at), film=self.film, patch=patch, action=action, successors=tuple(name(to) for to in successors)
        )

    def current_digest(self, cite: Citation) -> str | None:
        """Of the cited fields as they are now; null where the cited record isn't there."""
        cited = self.get((cite.layer, cite.record))
        return None if cited is None else fields_digest(cited, cite.fields)

    def mismatches(self, at: Ref) -> list[Citation]:
        """The record's citations that the cited records no longer bear out. Layers without patches don't count."""
        return [
            cite
            for cite in getattr(self.get(at), "cites", ())
            if cite.layer in self.rows and self.current_digest(cite) != cite.digest
        ]

    def rename(self, mapping: Mapping[Ref, str], patch: str) -> set[Ref]:
        """Lead every reference and citation in ``mapping`` to the id given there; the records that changed.

        Another id in a cited field is not another value: a citation that fitted before fits afterwards. A citation of
        a renamed record itself keeps its digest, and so shows whether its successor says the same.
        """
        touched = {at for at, _ in self.all() if any(to in mapping for _, to in self.references(at))}
        fitting = [
            at
            for at, record in self.all()
            if any((cite.layer, cite.record) in touched for cite in getattr(record, "cites", ()))
        ]
        broken = {at: self.mismatches(at) for at in fitting}
        for at in sorted(touched, key=ref_key):
            self.put(at[0], renamed(self.rows[at[0]][at[1]], mapping), patch)
        for at in fitting:
            record = self.rows[at[0]][at[1]]
            cites = tuple(
                msgspec.structs.replace(cite, digest=self.current_digest(cite))
                if (cite.layer, cite.record) in touched and cite not in broken[at]
                else cite
                for cite in record.cites
            )
            self.put(at[0], msgspec.structs.replace(record, cites=cites), patch)
        for at, record in list(self.all()):
            cites = getattr(record, "cites", ())
            if any((cite.layer, cite.record) in mapping for cite in cites):
                moved = dict.fromkeys(
                    msgspec.structs.replace(cite, record=mapping.get((cite.layer, cite.record), cite.record))
                    for cite in cites
                )
                self.put(at[0], msgspec.structs.replace(record, cites=tuple(moved)), patch)
        return touched

    def digest(self, at: Ref) -> str | None:
        record = self.get(at)
        return None if record is None else content_digest(record)

    def blame(self, *at: Ref) -> str:
        """Who is behind the state of these records: the patches that touched them, or the model."""
        patches = sorted({change.patch for one in at for change in self.changes.get(one, ())})
        return ", ".join(patches) or "the model's own records"

    def builtins(self, at: Ref) -> dict[str, Any]:
        return msgspec.to_builtins(self.rows[at[0]][at[1]])
