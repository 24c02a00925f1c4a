"""Which records a patch leaves without the ground that they stood on."""

from linedscript.records.review import Stale
from linedscript.review.book import Book
from linedscript.review.references import Ref, name, ref_key


def find_stale(book: Book) -> dict[Ref, Stale]:
    """Records to withhold, with the records that are to blame and the patches behind them.

    A record is stale where a cited record ended or has other values in the cited fields, where it refers to a record
    that ended, and where a record that it cites or refers to is itself stale.
    """
    causes: dict[Ref, set[Ref]] = {}
    patches: dict[Ref, set[str]] = {}
    for at, _ in book.all():
        direct: dict[Ref, set[str]] = {}
        for cite in book.mismatches(at):
            direct.setdefault((cite.layer, cite.record), set()).update(
                _patches(book, (cite.layer, cite.record), set(cite.fields), book.accepted.get(at))
            )
        for _, to in book.references(at) if book.tombstones else ():
            if to in book.tombstones and book.get(to) is None:
                direct.setdefault(to, set()).add(book.tombstones[to].patch)
        if direct:
            causes[at] = set(direct)
            patches[at] = set().union(*direct.values()) or {change.patch for change in book.changes.get(at, ())}
    users = _users(book) if causes else {}
    pending = sorted(causes, key=ref_key)
    while pending:
        at = pending.pop()
        for user in users.get(at, ()):
            before = len(causes.setdefault(user, set())), len(patches.setdefault(user, set()))
            causes[user].add(at)
            patches[user] |= patches[at]
            if before != (len(causes[user]), len(patches[user])):
                pending.append(user)
    return {
        at: Stale(
            id=name(at),
            film=book.film,
            because=tuple(name(cause) for cause in sorted(causes[at], key=ref_key)),
            patches=tuple(sorted(patches[at])),
        )
        for at in sorted(causes, key=ref_key)
    }


def _users(book: Book) -> dict[Ref, list[Ref]]:
    """By record, those that cite it or refer to it."""
    users: dict[Ref, list[Ref]] = {}
    for at, record in book.all():
        for cite in getattr(record, "cites", ()):
            users.setdefault((cite.layer, cite.record), []).append(at)
        for _, to in book.references(at):
            users.setdefault(to, []).append(at)
    return users


def _patches(book: Book, cited: Ref, fields: set[str], accepted: str | None) -> set[str]:
    """The patches that changed the cited fields after a reviewer last accepted the citing record."""
    changes = [
        change for change in book.changes.get(cited, ()) if change.kind != "changed" or fields & set(change.fields)
    ]
    if cited in book.tombstones:
        changes.append(book.changes[cited][-1])
    later = {change.patch for change in changes if accepted is None or change.patch > accepted}
    return later or {change.patch for change in changes} or {change.patch for change in book.changes.get(cited, ())}
