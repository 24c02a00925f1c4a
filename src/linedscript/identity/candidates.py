"""A proposed name map: every reviewed entity decided, and a pseudonym of like form for each name that goes.

Source: stage.txt, work-identity control: names go; generic roles, kinship, concepts, time points and real-world
references stay. A reviewer has the last word before the map is frozen.
"""

import re
from collections.abc import Mapping, Sequence

from linedscript.identity.checking import renaming
from linedscript.identity.choosing import Chooser
from linedscript.identity.cleared import without
from linedscript.identity.ended import ended_names
from linedscript.identity.matching import MapLine, Surface, fold, protected
from linedscript.identity.previous import surfaces, taken_over, titles_over
from linedscript.identity.propose_en import EnglishNames
from linedscript.identity.propose_zh import ChineseNames
from linedscript.identity.title import title_forms
from linedscript.records.base import Language
from linedscript.records.entity import Entity, Mention
from linedscript.records.identity import NameDecision, Renaming, TitleForm
from linedscript.records.scene import Scene
from linedscript.records.source import Film
from linedscript.release.gates.titles import Title, Titles

_REPLACED = ("Character", "Location", "Organization", "Occasion", "Object")
Names = EnglishNames | ChineseNames


def propose(
    film: Film,
    entities: Sequence[Entity],
    scenes: Sequence[Scene],
    *,
    seed: str,
    previous: Sequence[MapLine] = (),
    mentions: Sequence[Mention] = (),
    others: Sequence[Title] = (),
) -> list[MapLine]:
    """A map that decides every entity, and every name among ``mentions`` whose entity ended.

    What ``previous`` decided is taken over as it was; only the rest is drafted. ``others`` are the titles of other
    films, which no drafted part of a name may be.
    """
    entities = [*entities, *ended_names(mentions, entities)]
    text = "\n".join(scene.text for scene in scenes)
    old = taken_over(previous, entities, text)
    titles = titles_over(previous, title_forms(film.id, film.language, film.title, film.title_forms), film.id)
    names = _names(film.language, entities, text, seed, previous, titles, Titles(others))
    for entity in entities:
        for form in old[entity.id].aliases if entity.id in old else ():
            if not protected(form):
                names.learn(form.surface, form.pseudonym, "Character" in entity.types)
    decided = {fold(form.surface): form for row in old.values() for form in row.aliases if row.decision == "replace"}
    rows = [_row(names, entity, old.get(entity.id), decided) for entity in entities]
    rows = _further(names, rows, list(old.values()))
    rows = without(rows, list(old.values()), entities, titles, names.fresh)
    rows = _homonyms(rows, entities, old)
    return [*(_joined(old[row.id], row) if row.id in old else row for row in rows), *titles]


def _names(
    language: Language,
    entities: Sequence[Entity],
    text: str,
    seed: str,
    previous: Sequence[MapLine],
    titles: Sequence[TitleForm],
    foreign: Titles,
) -> Names:
    folded = text.casefold()
    known = {fold(surface) for entity in entities for surface in surfaces(entity)}
    known |= {fold(title.surface) for title in titles}
    for line in previous:
        if isinstance(line, NameDecision):
            known |= {fold(form.pseudonym) for form in line.aliases if not protected(form)}
            known |= {fold(line.pseudonym)} if line.pseudonym else set()

    def free(name: str) -> bool:
        if any(foreign.find(name)):
            return False
        if language == "zh":
            return len(name) == 1 or (name not in text and not any(name in form for form in known))
        name = name.casefold()
        return name not in folded and not any(name in form for form in known)

    chooser = Chooser(seed, free)
    return ChineseNames(entities, text, chooser) if language == "zh" else EnglishNames(entities, text, chooser)


def _decision(names: Names, entity: Entity) -> tuple[str, str]:
    types = set(entity.types)
    if not types & set(_REPLACED):
        return "keep", "concept" if "Concept" in types else "time_point"
    if types & {"TimePoint", "Concept"} and "Character" not in types:
        return "keep", "time_point" if "TimePoint" in types else "concept"
    person = "Character" in types
    if entity.named and names.real_world(entity.name) and not (person and len(entity.aliases) > 1):
        return "keep", "real_world"
    own = any(names.parts(surface, person) for surface in surfaces(entity))
    if not entity.named or not own:
        return "keep", "generic_role" if person else "common_word"
    if not person and not names.parts(entity.name, person):
        return "keep", "common_word"
    if person and names.form(entity, entity.name) == entity.name:
        return "keep", "generic_role"
    return "replace", "named"


def _row(names: Names, entity: Entity, before: NameDecision | None, decided: Mapping[str, Renaming]) -> NameDecision:
    """The decision with the forms that ``before`` hasn't got. A form that is ``decided`` elsewhere is so here."""
    decision, reason = (before.decision, before.reason) if before else _decision(names, entity)
    forms: dict[tuple[str, str], Renaming] = {}

    def add(form: Renaming) -> None:
        forms.setdefault((form.surface, form.match), form)

    have = {form.surface for form in before.aliases} if before else set()
    for surface in surfaces(entity) if decision == "replace" else ():
        if surface in have:
            continue
        if other := decided.get(fold(surface)):
            add(renaming(surface, surface if protected(other) else other.pseudonym, other.match == "exact"))
            continue
        new = names.form(entity, surface)
        if surface == entity.name and before and before.pseudonym:
            new = before.pseudonym
        if len(surface) == 1 and not surface.isascii():
            new = surface
        exact = new != surface and names.exact(surface)
        add(renaming(surface, new, exact))
        if exact:
            add(renaming(surface.upper(), new.upper(), True))
            title = surface[:1].upper() + surface[1:].lower()
            add(renaming(title, new[:1].upper() + new[1:].lower(), True))
            for phrase in names.protected(surface):
                add(renaming(phrase, phrase))
    pseudonym = next((form.pseudonym for form in forms.values() if form.surface == entity.name), None)
    return NameDecision(
        id=entity.id,
        film=entity.film,
        name=entity.name,
        decision=decision,
        reason=reason,
        pseudonym=pseudonym,
        aliases=tuple(forms.values()),
    )


def _joined(before: NameDecision, row: NameDecision) -> NameDecision:
    """The earlier decision as it was, and behind its forms those of the new row."""
    import msgspec

    have = {(form.surface, form.match) for form in before.aliases}
    new = tuple(form for form in row.aliases if (form.surface, form.match) not in have)
    pseudonym = before.pseudonym or row.pseudonym if before.decision == "replace" else before.pseudonym
    return msgspec.structs.replace(before, aliases=(*before.aliases, *new), pseudonym=pseudonym)


def _further(names: Names, rows: list[NameDecision], old: Sequence[NameDecision]) -> list[NameDecision]:
    """Add, to the first entity that bears it, each further form that stands in the text."""
    import msgspec

    have = {fold(form.surface) for row in (*rows, *old) for form in row.aliases}
    out = []
    for row in rows:
        if row.decision == "replace":
            forms = {form.surface: form.pseudonym for form in row.aliases if not protected(form)}
            added = []
            for surface, new in sorted(names.further(forms).items()):
                if fold(surface) not in have:
                    have.add(fold(surface))
                    exact = names.exact(surface)
                    added.append(renaming(surface, new, exact))
                    if exact:
                        added.append(renaming(surface.upper(), new.upper(), True))
                        added += [renaming(phrase, phrase) for phrase in names.protected(surface)]
            row = msgspec.structs.replace(row, aliases=(*row.aliases, *added))
        out.append(row)
    return out


def _homonyms(
    rows: list[NameDecision], entities: Sequence[Entity], old: Mapping[str, NameDecision]
) -> list[NameDecision]:
    """Protect the kept names that hold a replaced one, and mark those that are one."""
    import msgspec

    replacing = [row for row in (*old.values(), *rows) if row.decision == "replace"]
    forms = [form for row in replacing for form in row.aliases if not protected(form)]
    replaced = {fold(form.surface) for form in forms}
    patterns = [Surface(form.surface, form.match == "exact") for form in forms]
    known = {entity.id: entity for entity in entities}
    out = []
    for row in rows:
        if row.decision == "keep" and row.id not in old:
            own = surfaces(known[row.id])
            if any(fold(surface) in replaced for surface in own):
                row = msgspec.structs.replace(row, reason="common_word")
            if row.reason in ("time_point", "real_world", "common_word") and {"TimePoint", "Location"} & set(
                known[row.id].types
            ):
                held = [
                    renaming(surface, surface)
                    for surface in own
                    if fold(surface) not in replaced
                    and not re.search("['’]s ", surface)
                    and any(pattern.within(surface) for pattern in patterns)
                ]
                have = {form.surface for form in row.aliases}
                row = msgspec.structs.replace(
                    row, aliases=(*row.aliases, *(form for form in held if form.surface not in have))
                )
        out.append(row)
    return out
