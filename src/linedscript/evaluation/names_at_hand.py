"""The name maps by which original names are looked for in answers, as far as they are here."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from linedscript.identity.matching import Matcher, matcher
from linedscript.identity.store import map_path, read_frozen, read_manifest
from linedscript.records.base import FilmId


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
