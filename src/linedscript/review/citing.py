"""Citations of records that a patch writes or rewrites, and evidence given by its words."""

from typing import Any

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import fields_digest
from linedscript.records.base import Citation, Record
from linedscript.review.book import Book
from linedscript.review.payloads import CiteHere, Quote, expand
from linedscript.review.references import Ref, references


def spelled_out(book: Book, value: Any, place: str, *, field: str = "") -> Any:
    """Plain data in which quotes have become spans and citations have their digests as of now.

    Raises ``quote-not-found``, ``no-scenes`` or ``citation-dangling``.
    """

    def quote(asked: Quote) -> Any:
        from linedscript.backbone.grounding import ground

        if not book.scenes:
            raise LinedscriptError("no-scenes", place, "a quote can't be looked up without the film's scenes")
        scene = book.scenes.get(asked.scene)
        found = ground(scene, asked.quote, asked.occurrence) if scene else None
        if found is None:
            raise LinedscriptError(
                "quote-not-found",
                place,
                f"{asked.quote!r} (occurrence {asked.occurrence}) isn't in {asked.scene}"
                if scene
                else f"there is no scene {asked.scene}",
                "copy the words from the scene's text",
            )
        return msgspec.to_builtins(found)

    def cite(asked: CiteHere) -> Any:
        cited = book.get((asked.layer, asked.record))
        if cited is None:
            raise LinedscriptError("citation-dangling", place, f"cites {asked.layer}/{asked.record}, which isn't there")
        if unknown := [one for one in asked.fields if one not in cited.__struct_fields__]:
            raise LinedscriptError("citation-dangling", place, f"{asked.layer} have no field {', '.join(unknown)}")
        return msgspec.to_builtins(asked) | {"digest": fields_digest(cited, asked.fields)}

    return expand(value, quote, cite, field=field)


def recited(book: Book, layer: str, old: Record, new: Record) -> Record:
    """``new`` with citations that follow its references.

    A record that it no longer refers to isn't cited any more; one that it newly refers to is cited for the fields that
    it cites of its other records of that layer, if it cites any.
    """
    if not hasattr(new, "cites"):
        return new
    before = {to for _, to in references(layer, old)}
    after = {to for _, to in references(layer, new)}
    kept = [cite for cite in new.cites if (cite.layer, cite.record) not in before - after]
    cited = {(cite.layer, cite.record) for cite in kept}
    fields = {cite.layer: cite.fields for cite in reversed(old.cites)}
    for to in sorted(after - before - cited):
        target = book.get(to)
        if to[0] in fields and target is not None:
            wanted = fields[to[0]]
            kept.append(Citation(layer=to[0], record=to[1], fields=wanted, digest=fields_digest(target, wanted)))
    return msgspec.structs.replace(new, cites=tuple(kept)) if tuple(kept) != new.cites else new


def accept(book: Book, at: Ref, patch: str, seen: set[str] | None = None) -> None:
    """Take the cited records' present values for granted: all of them, or those named in ``seen``. Citations of
    records that ended go."""
    record = book.get(at)
    broken = [cite for cite in book.mismatches(at) if seen is None or f"{cite.layer}/{cite.record}" in seen]
    if not broken:
        return
    cites = []
    for cite in record.cites:
        if cite not in broken:
            cites.append(cite)
        elif (digest := book.current_digest(cite)) is not None:
            cites.append(msgspec.structs.replace(cite, digest=digest))
    book.put(at[0], msgspec.structs.replace(record, cites=tuple(cites)), patch)
    book.accepted[at] = patch
