"""Drafted pseudonyms without any old name or form of the film's title in them."""

from collections.abc import Callable, Sequence

import msgspec

from linedscript.identity.checking import renaming
from linedscript.identity.matching import Matcher, Surface, fold, matcher, protected
from linedscript.identity.previous import surfaces
from linedscript.records.entity import Entity
from linedscript.records.identity import NameDecision, Renaming, TitleForm


def without(
    rows: Sequence[NameDecision],
    old: Sequence[NameDecision],
    entities: Sequence[Entity],
    titles: Sequence[TitleForm],
    fresh: Callable[[str], str],
) -> list[NameDecision]:
    """The rows with each replaced name in a pseudonym replaced too, and each title form by what ``fresh`` gives for it.

    An approved alias that stays, such as a role, is treated as its own pseudonym. A further phrase that would stay and
    holds a form of the title isn't kept. ``old`` are decisions that are taken over, and looked at only.
    """
    approved = {entity.id: set(surfaces(entity)) for entity in entities}
    names = _names([*old, *rows])
    forms = [Surface(title.surface) for title in titles]

    def cleared(form: Renaming) -> Renaming:
        new = names.render(form.pseudonym)[0]
        for title in forms:
            for start, end in reversed(list(title.spans(new))):
                new = new[:start] + _cased(fresh(fold(new[start:end])), new[start:end]) + new[end:]
        return msgspec.structs.replace(form, pseudonym=new)

    out = []
    for row in rows:
        if row.decision == "replace":
            aliases = tuple(
                cleared(form) if form.surface in approved[row.id] or not protected(form) else form
                for form in row.aliases
                if form.surface in approved[row.id]
                or not protected(form)
                or not any(title.within(form.surface) for title in forms)
            )
            name = next((form.pseudonym for form in aliases if form.surface == row.name), row.pseudonym)
            row = msgspec.structs.replace(row, aliases=aliases, pseudonym=name)
        out.append(row)
    return out


def _names(rows: Sequence[NameDecision]) -> Matcher:
    """The replaced forms, each as first decided, in any case: a pseudonym comes to stand in capitals as well."""
    replaced: dict[str, Renaming] = {}
    for row in rows:
        for form in row.aliases if row.decision == "replace" else ():
            if not protected(form):
                replaced.setdefault(fold(form.surface), renaming(form.surface, form.pseudonym))
    every = NameDecision(
        id="ent-0000",
        film="en-0000",
        name="",
        decision="replace",
        reason="named",
        pseudonym="",
        aliases=tuple(replaced.values()),
    )
    return matcher([every])


def _cased(new: str, found: str) -> str:
    return new.upper() if found.isupper() and len(found) > 1 else new
