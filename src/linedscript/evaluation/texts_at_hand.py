"""A view's scene texts, where they were materialized or built."""

from collections.abc import Mapping
from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.evaluation.running import Texts
from linedscript.io.canonical import read_records
from linedscript.records.base import FilmId
from linedscript.records.release import View
from linedscript.records.scene import Scene

BUILT: dict[View, Path] = {"parent": Path("build/scenes"), "pseudonymized": Path("build/rendered/scene_texts")}


def text_finder(given: Mapping[View, Path | None], releases: Mapping[View, Path]) -> Texts:
    """A film's scenes in a view: of the folder that is given for it, else of those that ``materialize`` and a build
    leave. Raises ``missing-texts``, with the command that makes them."""

    def find(view: View, film: FilmId) -> list[Scene]:
        named = given.get(view)
        folders = [named] if named else [Path(f"materialized/{view}/scenes"), BUILT[view]]
        for folder in folders:
            if (folder / f"{film}.jsonl").is_file():
                return read_records(folder / f"{film}.jsonl", Scene)
        raise LinedscriptError(
            "missing-texts",
            f"{film}, {view}",
            f"no scene texts in {' or '.join(map(str, folders))}",
            f"'linedscript materialize --release {releases[view]} --scripts … --out materialized' makes them; "
            "closed-book conditions and graph retrieval need none",
        )

    return find
