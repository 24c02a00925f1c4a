"""The name maps by which original names are looked for in answers, as far as they are here."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from linedscript.identity.matching import Matcher, Surface, matcher
from linedscript.identity.store import map_path, read_frozen, read_manifest
from linedscript.records.base import FilmId
from linedscript.records.release import ParentFilm, PublicFilm

Find = Callable[[str], str | None]
"""The first forbidden form that stands in a text; null where none does."""


def titles_of(film: ParentFilm | PublicFilm) -> Find | None:
    """Finds the film's title and its other forms. The pseudonymized release doesn't know them, so null there: its texts
    have none."""
    if isinstance(film, PublicFilm):
        return None
    forms = [(form, Surface(form)) for form in dict.fromkeys((film.title, *film.title_forms)) if form.strip()]

    def find(text: str) -> str | None:
        return next((form for form, surface in forms if surface.within(text)), None)

    return find


def originals_of(names: Matcher | None) -> Find | None:
    """Finds what a name map replaces, the title's forms among it."""
    if names is None:
        return None

    def find(text: str) -> str | None:
        return next((text[change.start : change.end] for change in names.find(text)), None)

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
