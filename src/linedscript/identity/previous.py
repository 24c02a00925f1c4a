"""What an earlier map decided, taken over as it was; what a new draft has beyond it, and what of it is gone."""

from collections.abc import Iterable, Sequence

import msgspec

from linedscript.identity.matching import MapLine, Surface, fold
from linedscript.records.entity import Entity
from linedscript.records.identity import NameDecision, Renaming, TitleForm


def taken_over(previous: Sequence[MapLine], entities: Sequence[Entity], text: str) -> dict[str, NameDecision]:
    """The earlier decision on each entity that has one, by its id, under its present id and name.

    An entity goes by its id and name; else by its name, which survives numbering; else by its id, where the earlier
    name is one of its aliases. Its forms stay in their order; one that is no approved alias any more and stands
    nowhere in ``text``, in any case, has nothing left to say and falls away.
    """
    lines = [line for line in previous if isinstance(line, NameDecision)]
    found: dict[str, NameDecision] = {}
    left = list(lines)
    for same in (
        lambda line, entity: (line.id, line.name) == (entity.id, entity.name),
        lambda line, entity: line.name == entity.name,
        lambda line, entity: line.id == entity.id and line.name in {alias.surface for alias in entity.aliases},
    ):
        for entity in entities:
            line = None if entity.id in found else next((line for line in left if same(line, entity)), None)
            if line is not None:
                left = [one for one in left if one is not line]
                found[entity.id] = _carried(line, entity, text)
    return found


def _carried(line: NameDecision, entity: Entity, text: str) -> NameDecision:
    approved = {fold(surface) for surface in surfaces(entity)}
    aliases = tuple(
        form for form in line.aliases if fold(form.surface) in approved or Surface(form.surface).within(text)
    )
    pseudonym = line.pseudonym
    if line.name != entity.name:
        pseudonym = next((form.pseudonym for form in aliases if form.surface == entity.name), None)
    return msgspec.structs.replace(
        line, id=entity.id, film=entity.film, name=entity.name, pseudonym=pseudonym, aliases=aliases
    )


def surfaces(entity: Entity) -> list[str]:
    """The canonical name and the approved aliases, each once."""
    return list(dict.fromkeys([entity.name, *(alias.surface for alias in entity.aliases)]))


def titles_over(previous: Sequence[MapLine], forms: Iterable[TitleForm], film: str) -> list[TitleForm]:
    """The earlier map's title forms as they were, then those of ``forms`` that it lacks, numbered."""
    titles = [line for line in previous if isinstance(line, TitleForm)]
    have = {fold(line.surface) for line in titles}
    titles += [form for form in forms if fold(form.surface) not in have]
    return [
        TitleForm(id=f"title-{number:02d}", film=film, surface=form.surface, replacement=form.replacement)
        for number, form in enumerate(titles, 1)
    ]


def changed(previous: Sequence[MapLine], rows: Sequence[MapLine]) -> list[str]:
    """A line per decision, form and title form that ``rows`` has and ``previous`` hasn't, or the other way round."""
    pairs, gone = _pairs(previous, rows)
    told = []
    for row, line in pairs:
        if line is None:
            told.append(f"new: {row.id} {_says(row)}")
            continue
        for what, forms, others in (("new", row.aliases, line.aliases), ("fell away", line.aliases, row.aliases)):
            told += [
                f"{what}: {row.id} {form.surface!r} -> {form.pseudonym!r}, a form of {row.name!r}"
                for form in _without(forms, others)
            ]
    told += [f"fell away: {line.id} {_says(line)}: no entity has the name" for line in gone]
    have, had = ([line for line in one if isinstance(line, TitleForm)] for one in (rows, previous))
    known = {fold(line.surface) for line in had}
    told += [f"new: {line.id} title form {line.surface!r}" for line in have if fold(line.surface) not in known]
    return told


def fresh(previous: Sequence[MapLine], rows: Sequence[MapLine]) -> list[NameDecision]:
    """What a person hasn't seen yet: decisions that ``previous`` lacks, and of the others the new forms alone."""
    seen = []
    for row, line in _pairs(previous, rows)[0]:
        forms = row.aliases if line is None else _without(row.aliases, line.aliases)
        if line is None or forms:
            seen.append(msgspec.structs.replace(row, aliases=tuple(forms)))
    return seen


def _pairs(
    previous: Sequence[MapLine], rows: Sequence[MapLine]
) -> tuple[list[tuple[NameDecision, NameDecision | None]], list[NameDecision]]:
    """Each decision of ``rows`` with the earlier one, and the earlier ones without a later."""
    old = [line for line in previous if isinstance(line, NameDecision)]
    pairs: dict[str, NameDecision] = {}
    decisions = [row for row in rows if isinstance(row, NameDecision)]
    for same in (
        lambda row, line: (row.id, row.name) == (line.id, line.name),
        lambda row, line: row.name == line.name,
        lambda row, line: row.id == line.id and line.name in {form.surface for form in row.aliases},
    ):
        for row in decisions:
            line = None if row.id in pairs else next((line for line in old if same(row, line)), None)
            if line is not None:
                pairs[row.id] = line
                old = [one for one in old if one is not line]
    return [(row, pairs.get(row.id)) for row in decisions], old


def _without(forms: Iterable[Renaming], others: Iterable[Renaming]) -> list[Renaming]:
    have = {(form.surface, form.pseudonym, form.match) for form in others}
    return [form for form in forms if (form.surface, form.pseudonym, form.match) not in have]


def _says(row: NameDecision) -> str:
    return f"{row.name!r} is kept ({row.reason})" if row.decision == "keep" else f"{row.name!r} -> {row.pseudonym!r}"
