"""How the records that refer to an ended record go on."""

from linedscript.errors import LinedscriptError
from linedscript.records.review import Action, Dependents
from linedscript.review.book import Book
from linedscript.review.citing import recited
from linedscript.review.derived import end_derived, follow
from linedscript.review.references import Ref, detached, name, renamed

_NONE = Dependents(default="refuse", each={}, retarget={})


def end_with_dependents(
    book: Book, at: Ref, patch: str, action: Action, dependents: Dependents | None, place: str
) -> None:
    """End a record, and its dependents as the patch says.

    Raises ``orphaned-records`` with all records that the patch says nothing about, and ``patch-no-match`` for a named
    dependent that isn't one.
    """
    plan = dependents or _NONE
    used: set[str] = set()
    orphans: list[str] = []
    _end(book, at, patch, action, plan, place, used, orphans)
    if orphans:
        raise LinedscriptError(
            "orphaned-records",
            place,
            f"without {name(at)} these records refer to nothing: {', '.join(orphans)}",
            "say how they go on: 'patch new --dependents detach' (or drop, stale), --each for one of them, --redirect",
        )
    if unused := [text for text in [*plan.each, *plan.retarget] if text not in used]:
        raise LinedscriptError(
            "patch-no-match", place, f"dependents names {', '.join(unused)}, which doesn't depend on {name(at)}"
        )


def _end(
    book: Book, at: Ref, patch: str, action: Action, plan: Dependents, place: str, used: set[str], orphans: list[str]
) -> None:
    derived = follow(book, at)
    own = set(derived)
    users = [user for user in book.dependents(at) if user not in own]
    end_derived(book, at, patch, action)
    book.end(at, patch, action)
    left = {one for one in derived if book.get(one) is not None}
    wanted = {to for user, _ in (book.all() if left else ()) for _, to in book.references(user) if to in left}
    for one in derived:
        if one in wanted:
            _end(book, one, patch, action, plan, place, used, orphans)
        elif one in left:
            book.end(one, patch, action)
    for user in users:
        record = book.get(user)
        if record is None:
            continue
        text = name(user)
        if text in plan.retarget:
            used.add(text)
            to = (at[0], plan.retarget[text])
            if book.get(to) is None:
                raise LinedscriptError(
                    "patch-no-match", place, f"dependents leads {text} to {name(to)}, which isn't there"
                )
            book.put(user[0], recited(book, user[0], record, renamed(record, {at: to[1]})), patch)
            continue
        mode = plan.each.get(text, plan.default)
        if text in plan.each:
            used.add(text)
        if mode == "refuse":
            orphans.append(text)
        elif mode == "stale":
            continue
        else:
            rest = None if text in plan.each and mode == "drop" else detached(user[0], record, at)
            if rest is not None:
                if text in plan.each:  # looked at by itself; after a blanket detachment what cited the record is stale
                    rest = recited(book, user[0], record, rest)
                book.put(user[0], rest, patch)
            elif mode == "drop":
                _end(book, user, patch, "drop", plan, place, used, orphans)
            else:
                orphans.append(f"{text} (can't stand without it)")
