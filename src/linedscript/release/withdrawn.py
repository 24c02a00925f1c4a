"""Films that were withdrawn after a tree was put together: no later release may hold them."""

from collections.abc import Iterable
from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.records.run import RunManifest
from linedscript.records.source import Withdrawal
from linedscript.release.tree import FILMS, Release
from linedscript.sources.index import load_index


def withdrawn_faults(root: Path, index: Path | None) -> list[LinedscriptError]:
    """One for each film of the release that the source index names as withdrawn. None without an index."""
    gone = _gone(index) if (root / FILMS).is_file() else {}
    return [
        LinedscriptError(
            "withdrawn-film",
            f"{root}/{FILMS}#{film.id}",
            f"was withdrawn on {gone[film.id].date}: {gone[film.id].reason}",
            "build and publish the releases again, without it",
        )
        for film in (Release(root).films() if gone else ())
        if film.id in gone
    ]


def withdrawn_run_faults(
    runs: Iterable[tuple[Path, RunManifest]], index: Path | None, *, published: bool
) -> list[LinedscriptError]:
    """One for each film of a run that the source index names as withdrawn. None without an index."""
    gone = _gone(index)
    hint = "run it again without the film: name the others under films"
    return [
        LinedscriptError(
            "withdrawn-film",
            f"{root}#{film}",
            f"was withdrawn on {gone[film].date}: {gone[film].reason}",
            f"{hint}; or take it away: linedscript runs withdraw {root}" if published else hint,
        )
        for root, manifest in (runs if gone else ())
        for film in manifest.films
        if film in gone
    ]


def _gone(index: Path | None) -> dict[str, Withdrawal]:
    if index is None or not index.is_file():
        return {}
    return {film.id: film.withdrawn for film in load_index(index) if film.withdrawn}
