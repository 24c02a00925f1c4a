"""Films that were withdrawn after a tree was put together: no later release may hold them."""

from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.release.tree import FILMS, Release
from linedscript.sources.index import load_index


def withdrawn_faults(root: Path, index: Path | None) -> list[LinedscriptError]:
    """One for each film of the release that the source index names as withdrawn. None without an index."""
    if index is None or not index.is_file() or not (root / FILMS).is_file():
        return []
    gone = {film.id: film.withdrawn for film in load_index(index) if film.withdrawn}
    return [
        LinedscriptError(
            "withdrawn-film",
            f"{root}/{FILMS}#{film.id}",
            f"was withdrawn on {gone[film.id].date}: {gone[film.id].reason}",
            "build and publish the releases again, without it",
        )
        for film in Release(root).films()
        if film.id in gone
    ]
