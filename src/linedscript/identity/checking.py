"""Whether a name map may be frozen: everything decided, one-to-one, and nothing that two readings would fit."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from linedscript.engines.views import ids_in
from linedscript.errors import LinedscriptError
from linedscript.identity.ended import ended_names
from linedscript.identity.matching import (
    Change,
    MapLine,
    Surface,
    apply,
    fold,
    matcher,
    protected,
    title_matcher,
    titled,
)
from linedscript.identity.recipe import find_changes
from linedscript.records.entity import Entity, Mention
from linedscript.records.identity import NameDecision, Renaming, TitleForm
from linedscript.records.scene import Scene
from linedscript.release.gates.titles import Title, Titles

_UNSEEN = ("Cc", "Cf", "Zl", "Zp")
"""Categories of characters that end a line or don't show."""


def check_map(
    rows: Sequence[MapLine],
    entities: Sequence[Entity],
    scenes: Sequence[Scene],
    *,
    film: str,
    titles: Sequence[TitleForm],
    mentions: Sequence[Mention] = (),
    others: Sequence[Title] = (),
) -> list[LinedscriptError]:
    """Every reason not to freeze the map. ``titles`` are the forms that must be removed at the least; ``mentions``
    are all of the film: names whose entity ended are decided too; ``others`` are other films' titles, found as the
    release's gate finds them.

    Codes: undecided, renumbered, unknown-entity, alias-undecided, wrong-decision, ambiguous-alias, pseudonym-collision,
    pseudonym-in-text, one-to-many, alias-too-short, name-kept, title-undecided, title-left, other-title, alias-left,
    unfit-pseudonym.
    """
    foreign = Titles(others)
    names = [row for row in rows if isinstance(row, NameDecision)]
    entities = [*entities, *ended_names(mentions, entities)]
    place = f"identity/{film}.jsonl"
    faults = [
        *_decided(names, entities, place),
        *_shapes(names, place),
        *_one_to_one(names, place),
        *_kept_names(names, entities, place),
        *_homonyms(names, entities, place),
        *_collisions(names, entities, scenes, place),
        *_titles(rows, titles, place),
        *_holding(rows, place),
        *_other_titles(rows, foreign, place),
        *_unfit(rows, place),
    ]
    if not faults:
        faults += [*_left(rows, scenes, place), *_made_titles(rows, scenes, foreign, place)]
    return faults


def _fault(code: str, place: str, record: str, problem: str, hint: str = "") -> LinedscriptError:
    return LinedscriptError(code, f"{place}#{record}", problem, hint)


def _decided(names: list[NameDecision], entities: Sequence[Entity], place: str) -> Iterable[LinedscriptError]:
    decided = {row.id: row for row in names}
    known = {entity.id: entity for entity in entities}
    for row in names:
        if row.id not in known:
            yield _fault(
                "unknown-entity",
                place,
                row.id,
                f"{row.name!r} isn't among the reviewed entities",
                "draw the candidates again",
            )
    for entity in entities:
        row = decided.get(entity.id)
        if row is None:
            yield _fault(
                "undecided",
                place,
                entity.id,
                f"{entity.name!r} is neither replaced nor kept",
                "decide it: 'linedscript identity candidates' proposes a line",
            )
            continue
        if row.name != entity.name:
            yield _fault(
                "renumbered",
                place,
                entity.id,
                f"decided on {row.name!r}, the entity's name is {entity.name!r}",
                "the entities changed under the map: draw the candidates again with --previous",
            )
            continue
        if row.decision == "replace":
            have = {renaming.surface for renaming in row.aliases}
            for alias in entity.aliases:
                if alias.surface not in have:
                    yield _fault(
                        "alias-undecided", place, entity.id, f"alias {alias.surface!r} of {entity.name!r} has no line"
                    )
            for surface in (entity.name,):
                if surface not in have:
                    yield _fault("alias-undecided", place, entity.id, f"the name {surface!r} has no line of its own")


def _shapes(names: list[NameDecision], place: str) -> Iterable[LinedscriptError]:
    for row in names:
        if (row.decision == "replace") != (row.pseudonym is not None):
            yield _fault("wrong-decision", place, row.id, f"{row.decision} with pseudonym {row.pseudonym!r}")
        if row.decision == "keep" and any(not protected(renaming) for renaming in row.aliases):
            yield _fault("wrong-decision", place, row.id, "is kept and yet renames a form")
        for renaming in row.aliases:
            if not protected(renaming) and len(renaming.surface) == 1 and not renaming.surface.isascii():
                yield _fault(
                    "alias-too-short",
                    place,
                    row.id,
                    f"{renaming.surface!r} is one character and would match inside words",
                    "keep the form (pseudonym equal to surface), or drop the alias by a patch",
                )


def _one_to_one(names: list[NameDecision], place: str) -> Iterable[LinedscriptError]:
    meaning: dict[str, tuple[str, str]] = {}
    bearer: dict[str, tuple[str, str]] = {}
    for row in names:
        if row.decision != "replace":
            continue
        own = [renaming for renaming in row.aliases if fold(renaming.surface) == fold(row.name)]
        if row.pseudonym and any(fold(renaming.pseudonym) != fold(row.pseudonym) for renaming in own):
            yield _fault(
                "one-to-many", place, row.id, f"{row.name!r} becomes {row.pseudonym!r} and {own[0].pseudonym!r}"
            )
        for renaming in row.aliases:
            surface, new = fold(renaming.surface), fold(renaming.pseudonym)
            other = meaning.setdefault(surface, (new, row.id))
            if other[0] != new:
                code = "one-to-many" if other[1] == row.id else "ambiguous-alias"
                yield _fault(
                    code,
                    place,
                    row.id,
                    f"{renaming.surface!r} becomes {renaming.pseudonym!r}, and {other[0]!r} in {other[1]}",
                    "a form can have one pseudonym: settle whose it is by a patch, or give both the same",
                )
            if not protected(renaming):
                first = bearer.setdefault(new, (surface, row.id))
                if first[0] != surface:
                    yield _fault(
                        "pseudonym-collision",
                        place,
                        row.id,
                        f"{renaming.pseudonym!r} stands for {renaming.surface!r} and for {first[0]!r} of {first[1]}",
                    )


def _kept_names(names: list[NameDecision], entities: Sequence[Entity], place: str) -> Iterable[LinedscriptError]:
    """An approved alias that stays may not hold a name that is replaced."""
    approved = {entity.id: {alias.surface for alias in entity.aliases} for entity in entities}
    replaced = [
        (renaming, row)
        for row in names
        if row.decision == "replace"
        for renaming in row.aliases
        if not protected(renaming)
    ]
    for row in names:
        if row.decision != "replace":
            continue
        for renaming in row.aliases:
            if protected(renaming) and renaming.surface in approved.get(row.id, ()):
                for other, owner in replaced:
                    if Surface(other.surface, other.match == "exact").within(renaming.surface):
                        yield _fault(
                            "name-kept",
                            place,
                            row.id,
                            f"{renaming.surface!r} stays and holds {other.surface!r} of {owner.id}",
                            f"give it a pseudonym without {other.surface!r}, or keep {owner.id}",
                        )
                        break


def _homonyms(names: list[NameDecision], entities: Sequence[Entity], place: str) -> Iterable[LinedscriptError]:
    known = {entity.id: entity for entity in entities}
    replaced: dict[str, str] = {}
    for row in names:
        if row.decision == "replace":
            replaced.update((fold(renaming.surface), row.id) for renaming in row.aliases if not protected(renaming))
    for row in names:
        if row.decision == "keep" and row.id in known and row.reason != "common_word":
            for surface in dict.fromkeys([row.name, *(alias.surface for alias in known[row.id].aliases)]):
                if fold(surface) in replaced:
                    yield _fault(
                        "ambiguous-alias",
                        place,
                        row.id,
                        f"{surface!r} is kept here and replaced in {replaced[fold(surface)]}",
                        "correct the entities by a patch; or say reason common_word here, and "
                        "protect the phrases that mean this one",
                    )


def _collisions(
    names: list[NameDecision], entities: Sequence[Entity], scenes: Sequence[Scene], place: str
) -> Iterable[LinedscriptError]:
    text = "\n".join(scene.text for scene in scenes)
    aliases: dict[str, str] = {}
    for entity in entities:
        for surface in (entity.name, *(alias.surface for alias in entity.aliases)):
            aliases.setdefault(fold(surface), entity.id)
    seen: defaultdict[str, bool] = defaultdict(bool)
    for row in names:
        for renaming in row.aliases:
            new = fold(renaming.pseudonym)
            if protected(renaming) or seen[new]:
                continue
            seen[new] = True
            if new in aliases:
                yield _fault(
                    "pseudonym-collision",
                    place,
                    row.id,
                    f"{renaming.pseudonym!r} is a name of {aliases[new]}",
                    "choose another pseudonym",
                )
            elif Surface(renaming.pseudonym).within(text):
                yield _fault(
                    "pseudonym-in-text",
                    place,
                    row.id,
                    f"{renaming.pseudonym!r} stands in the script",
                    "choose another pseudonym",
                )


def _titles(rows: Sequence[MapLine], titles: Sequence[TitleForm], place: str) -> Iterable[LinedscriptError]:
    have = {fold(row.surface) for row in rows if isinstance(row, TitleForm)}
    for form in titles:
        if fold(form.surface) not in have:
            yield _fault("title-undecided", place, form.id, f"the title's form {form.surface!r} has no line")


def _holding(rows: Sequence[MapLine], place: str) -> Iterable[LinedscriptError]:
    """A pseudonym that brings a form of the title in, in whatever case it comes to stand."""
    titles = [row for row in rows if isinstance(row, TitleForm)]
    for row in rows:
        for form in row.aliases if isinstance(row, NameDecision) else ():
            held = next((title for title in titles if _brings(form, title)), None)
            if held is not None:
                yield _fault(
                    "title-left",
                    place,
                    row.id,
                    f"{form.surface!r} -> {form.pseudonym!r}: {form.pseudonym!r} holds {held.surface!r}, a form of the "
                    f"film's title ({held.id})",
                    "choose a pseudonym without it",
                )
                break


def _unfit(rows: Sequence[MapLine], place: str) -> Iterable[LinedscriptError]:
    """What takes a name's or the title's place and would leave the title, be read as an id, or doesn't show."""
    taken = [msgspec.structs.replace(row, replacement="") for row in rows if isinstance(row, TitleForm)]
    titles = title_matcher(taken)  # a form that stays as it is would be found nowhere
    for row in rows:
        if isinstance(row, TitleForm):
            if titles.find(row.replacement):
                problem = f"{row.replacement!r} holds a form of the film's title"
                yield _fault("title-left", place, row.id, problem, "[title] is what others have")
            news = [row.replacement]
        else:
            news = [form.pseudonym for form in row.aliases if form.pseudonym != form.surface]
        for new in dict.fromkeys(news):
            if odd := next((char for char in new if unicodedata.category(char) in _UNSEEN), None):
                problem = f"{new!r} holds the character U+{ord(odd):04X}, which doesn't show"
                yield _fault("unfit-pseudonym", place, row.id, problem, "take it out")
            if ids := ids_in(new):
                problem = f"{new!r} reads like the id {ids[0]}"
                yield _fault("unfit-pseudonym", place, row.id, problem, "models are shown no id: choose another")


def _brings(form: Renaming, title: TitleForm) -> bool:
    return not protected(form) and any(title_matcher([title]).find(new) for new in _cases(form.pseudonym))


def _cases(pseudonym: str) -> tuple[str, ...]:
    return pseudonym, pseudonym.upper(), titled(pseudonym)


def _other_titles(rows: Sequence[MapLine], foreign: Titles, place: str) -> Iterable[LinedscriptError]:
    """What takes a name's or the title's place and names another film of the index."""
    for row in rows:
        named = isinstance(row, NameDecision)
        forms = [(form.surface, form.pseudonym) for form in row.aliases] if named else [(row.surface, row.replacement)]
        news = [(old, new, case) for old, new in forms if old != new for case in (_cases(new) if named else (new,))]
        found = next(((old, new, *hit) for old, new, case in news for hit in foreign.find(case)), None)
        if found is not None:
            old, new, film, title = found
            problem = f"{old!r} -> {new!r}: holds {title!r}, the title of {film}"
            yield _fault("other-title", place, row.id, problem, "choose another that names no film of the index")


def _made_titles(
    rows: Sequence[MapLine], scenes: Sequence[Scene], foreign: Titles, place: str
) -> Iterable[LinedscriptError]:
    """Another film's title that a pseudonym makes together with what stands beside it."""
    names = matcher(rows)
    told: set[str] = set()
    for scene in scenes:
        rendered = apply(scene.text, find_changes(scene, names))
        before = {film for film, _ in foreign.find(scene.text)} | told
        for film, title in foreign.find(rendered):
            if film in before:
                continue
            told.add(film)
            problem = f"rendering {scene.id} makes {title!r}, the title of {film}"
            yield _fault("other-title", place, scene.id, problem, "choose another pseudonym for what stands there")


def _left(rows: Sequence[MapLine], scenes: Sequence[Scene], place: str) -> Iterable[LinedscriptError]:
    """A pseudonym that makes an old name or a title's form again together with what stands beside it.

    One fault per line of the map and form that it leaves, where it does so first.
    """
    names = matcher(rows)
    owners = {
        fold(alias.surface): f"a form of {row.id} {row.name!r}"
        for row in rows
        if isinstance(row, NameDecision)
        for alias in reversed(row.aliases)
    }
    titles = {fold(row.surface): f"a form of the film's title ({row.id})" for row in rows if isinstance(row, TitleForm)}
    told = set()
    for scene in scenes:
        changes = find_changes(scene, names)
        rendered = apply(scene.text, changes)
        for change in names.find(rendered):
            left = rendered[change.start : change.end]
            whose = owners.get(fold(left)) or titles.get(fold(left), "a form of a replaced name")
            line, made = _maker(rows, scene.text, changes, change) or (scene.id, "")
            if (line, fold(left)) in told:
                continue
            told.add((line, fold(left)))
            yield _fault(
                "title-left" if fold(left) in titles and fold(left) not in owners else "alias-left",
                place,
                line,
                f"{made}rendering {scene.id} leaves {left!r} at {change.start}, {whose}: "
                f"“{_around(rendered, change.start, change.end)}”",
                "choose another pseudonym for it",
            )


def _maker(rows: Sequence[MapLine], text: str, changes: Sequence[Change], left: Change) -> tuple[str, str] | None:
    """The id of the map's line, and its form, whose pseudonym stands where ``left`` was found in the rendered text."""
    shift = 0
    for change in changes:
        start = change.start + shift
        shift += len(change.new) - (change.end - change.start)
        if start < left.end and left.start < start + len(change.new):
            found = fold(text[change.start : change.end])
            for row in rows:
                for form in row.aliases if isinstance(row, NameDecision) else ():
                    if fold(form.surface) in (found, found.rstrip("'")) and not protected(form):
                        return row.id, f"{form.surface!r} -> {form.pseudonym!r}: "
                if isinstance(row, TitleForm) and fold(row.surface) == found:
                    return row.id, f"{row.surface!r} -> {row.replacement!r}: "
    return None


def _around(text: str, start: int, end: int) -> str:
    return " ".join(text[max(start - 20, 0) : end + 20].split())


def renaming(surface: str, pseudonym: str, exact: bool = False) -> Renaming:
    return Renaming(surface=surface, pseudonym=pseudonym, match="exact" if exact else "any_case")
