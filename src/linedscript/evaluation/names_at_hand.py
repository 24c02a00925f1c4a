"""The name maps by which original names are looked for in answers, as far as they are here."""

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from linedscript.engines.views import Find, Forbidden
from linedscript.identity.matching import Matcher, matcher
from linedscript.identity.store import map_path, read_frozen, read_manifest
from linedscript.records.base import FilmId
from linedscript.records.entity import Entity
from linedscript.records.release import ParentFilm, PublicFilm
from linedscript.release.gates.titles import flat, said_title


def titles_of(film: ParentFilm | PublicFilm, entities: Iterable[Entity], names: Matcher | None) -> Find | None:
    """Finds the film's title and its other forms; in the pseudonymized view by its name map, null where that isn't at
    hand.

    In the original view a form in Latin letters counts with its own capitals or in capitals throughout, since in small
    letters it may be words of the language ("the house"), and as files are called in any case (``said_title``).
    """
    if isinstance(film, PublicFilm):
        return None if names is None else _finder(Matcher(form for form in names.forms if not form.adapts))
    return said_title((film.title, *film.title_forms), entities)


def forbidden_in(film: ParentFilm | PublicFilm, entities: Iterable[Entity], names: Matcher | None) -> Forbidden:
    """What no prompt about the film may hold, as far as anybody here can say. ``names``: null in the original view."""
    return Forbidden(titles_of(film, entities, names), originals_of(names))


def originals_of(names: Matcher | None) -> Find | None:
    """Finds what a name map replaces, the title's forms among it."""
    return None if names is None else _finder(names)


def _finder(names: Matcher) -> Find:
    def find(text: str) -> str | None:
        spelt = (text,) if text.isascii() else (text, flat(text))
        return next((one[change.start : change.end] for one in spelt for change in names.find(one)), None)

    return find


def map_finder(manifest: Path) -> Callable[[FilmId], Matcher | None]:
    """A film's compiled map, or null where it isn't at hand: private maps aren't released. ``manifest`` pins them; a
    project's folders ``samples`` and ``private`` lie beside its folder."""
    root = manifest.resolve().parent.parent
    pins = {pin.film: pin for pin in read_manifest(manifest)} if manifest.is_file() else {}

    @cache
    def find(film: FilmId) -> Matcher | None:
        pin = pins.get(film)
        path = map_path(root, film, pin.place) if pin else None
        if pin is None or path is None or not path.is_file():
            return None
        return matcher(read_frozen(film, path, pin.sha256))

    return find
