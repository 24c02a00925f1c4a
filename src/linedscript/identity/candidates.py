"""A proposed name map: every reviewed entity decided, and a pseudonym of like form for each name that goes.

Source: stage.txt, work-identity control: names go; generic roles, kinship, concepts, time points and real-world
references stay. A reviewer has the last word before the map is frozen.
"""

import re
from collections.abc import Sequence

from linedscript.identity.checking import renaming
from linedscript.identity.choosing import Chooser
from linedscript.identity.ended import ended_names
from linedscript.identity.matching import MapLine, Surface, fold, matcher, protected
from linedscript.identity.propose_en import EnglishNames
from linedscript.identity.propose_zh import ChineseNames
from linedscript.identity.title import title_forms
from linedscript.records.base import Language
from linedscript.records.entity import Entity, Mention
from linedscript.records.identity import NameDecision, Renaming, TitleForm
from linedscript.records.scene import Scene
from linedscript.records.source import Film

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
) -> list[MapLine]:
    """A map that decides every entity, and every name among ``mentions`` whose entity ended.

    Decisions of ``previous`` on the same names are taken over.
    """
    entities = [*entities, *ended_names(mentions, entities)]
    text = "\n".join(scene.text for scene in scenes)
    names = _names(film.language, entities, text, seed)
    old = {line.name: line for line in previous if isinstance(line, NameDecision)}
    for entity in entities:
        for form in old[entity.name].aliases if entity.name in old and old[entity.name].reason == "named" else ():
            if not protected(form):
                names.learn(form.surface, form.pseudonym, "Character" in entity.types)
    rows: list[NameDecision] = []
    for entity in entities:
        before = old.get(entity.name)
        decision, reason = (before.decision, before.reason) if before else _decision(names, entity)
        rows.append(_row(names, entity, decision, reason, before, text))
    rows = _further(names, rows, text)
    rows = _homonyms(_consistent(rows, entities), entities)
    kept_titles = {fold(line.surface): line for line in previous if isinstance(line, TitleForm)}
    titles = [
        kept_titles.pop(fold(form.surface), form)
        for form in title_forms(film.id, film.language, film.title, film.title_forms)
    ]
    titles += kept_titles.values()
    numbered = [
        TitleForm(id=f"title-{number:02d}", film=film.id, surface=form.surface, replacement=form.replacement)
        for number, form in enumerate(titles, 1)
    ]
    return [*rows, *numbered]


def notes(rows: Sequence[MapLine], scenes: Sequence[Scene], width: int = 30) -> list[str]:
    """What a reviewer should look at: each form that is an ordinary word too, how often it stands, and where first."""
    found = []
    for line in rows:
        if not isinstance(line, NameDecision):
            continue
        phrases = [Surface(form.surface) for form in line.aliases if protected(form)]
        for form in line.aliases:
            if form.match != "exact" or protected(form):
                continue
            places = []
            for scene in scenes:
                covered = [span for phrase in phrases for span in phrase.spans(scene.text)]
                for start, end in Surface(form.surface, True).spans(scene.text):
                    if not any(low <= start and end <= high for low, high in covered):
                        around = scene.text[max(0, start - width) : end + width]
                        places.append(f"{scene.id}: …{' '.join(around.split())}…")
            if places:
                count = "1 place" if len(places) == 1 else f"{len(places)} places"
                head = f"{line.id} {form.surface!r} -> {form.pseudonym!r}, an ordinary word too, {count}"
                found.append("\n    ".join([head, *places[:2]]))
    return found


def _names(language: Language, entities: Sequence[Entity], text: str, seed: str) -> Names:
    folded = text.casefold()
    known = {
        fold(surface) for entity in entities for surface in (entity.name, *(alias.surface for alias in entity.aliases))
    }

    def free(name: str) -> bool:
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
    own = any(names.parts(surface, person) for surface in (entity.name, *(alias.surface for alias in entity.aliases)))
    if not entity.named or not own:
        return "keep", "generic_role" if person else "common_word"
    if not person and not names.parts(entity.name, person):
        return "keep", "common_word"
    if person and names.form(entity, entity.name) == entity.name:
        return "keep", "generic_role"
    return "replace", "named"


def _row(
    names: Names, entity: Entity, decision: str, reason: str, before: NameDecision | None, text: str
) -> NameDecision:
    """Forms of ``before`` that aren't approved aliases, such as protected phrases, stay where the text has them."""
    forms: dict[tuple[str, str], Renaming] = {}

    def add(form: Renaming) -> None:
        forms.setdefault((form.surface, form.match), form)

    earlier = {form.surface: form for form in before.aliases} if before and before.decision == decision else {}
    if decision == "replace":
        for surface in dict.fromkeys([entity.name, *(alias.surface for alias in entity.aliases)]):
            if surface in earlier:
                add(earlier[surface])
                continue
            new = names.form(entity, surface)
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
    for surface, form in earlier.items():
        if Surface(surface, form.match == "exact").within(text):
            add(form)
    pseudonym = (
        next((form.pseudonym for form in forms.values() if form.surface == entity.name), None)
        if decision == "replace"
        else None
    )
    return NameDecision(
        id=entity.id,
        film=entity.film,
        name=entity.name,
        decision=decision,
        reason=reason,
        pseudonym=pseudonym,
        aliases=tuple(forms.values()),
    )


def _further(names: Names, rows: list[NameDecision], text: str) -> list[NameDecision]:
    """Add, to the first entity that bears it, each further form that stands in the text."""
    import msgspec

    have = {fold(form.surface) for row in rows for form in row.aliases}
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


def _consistent(rows: list[NameDecision], entities: Sequence[Entity]) -> list[NameDecision]:
    """No approved alias keeps a part that is replaced as another entity's name."""
    import msgspec

    approved = {entity.id: {entity.name, *(alias.surface for alias in entity.aliases)} for entity in entities}
    replaced: dict[str, Renaming] = {}
    for row in rows:
        for form in row.aliases if row.decision == "replace" else ():
            if not protected(form):
                replaced.setdefault(fold(form.surface), form)
    names = matcher(
        [
            NameDecision(
                id="ent-0000",
                film="en-0000",
                name="",
                decision="replace",
                reason="named",
                pseudonym="",
                aliases=tuple(replaced.values()),
            )
        ]
    )
    out = []
    for row in rows:
        if row.decision == "replace":
            forms = tuple(
                msgspec.structs.replace(form, pseudonym=names.render(form.pseudonym)[0])
                if form.surface in approved[row.id]
                else form
                for form in row.aliases
            )
            name = next((form.pseudonym for form in forms if form.surface == row.name), row.pseudonym)
            row = msgspec.structs.replace(row, aliases=forms, pseudonym=name)
        out.append(row)
    return out


def _homonyms(rows: list[NameDecision], entities: Sequence[Entity]) -> list[NameDecision]:
    """Protect the kept names that hold a replaced one, and mark those that are one."""
    import msgspec

    forms = [form for row in rows if row.decision == "replace" for form in row.aliases if not protected(form)]
    replaced = {fold(form.surface) for form in forms}
    patterns = [Surface(form.surface, form.match == "exact") for form in forms]
    known = {entity.id: entity for entity in entities}
    out = []
    for row in rows:
        if row.decision == "keep":
            surfaces = list(dict.fromkeys([row.name, *(alias.surface for alias in known[row.id].aliases)]))
            if any(fold(surface) in replaced for surface in surfaces):
                row = msgspec.structs.replace(row, reason="common_word")
            if row.reason in ("time_point", "real_world", "common_word") and {"TimePoint", "Location"} & set(
                known[row.id].types
            ):
                held = [
                    renaming(surface, surface)
                    for surface in surfaces
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
