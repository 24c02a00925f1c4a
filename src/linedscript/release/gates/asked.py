"""No question and no request of the original view says its film's title: one who is asked could look it up.

The pseudonymized view says no title anywhere (``identity``).
"""

from collections.abc import Iterator

from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting, clip
from linedscript.release.gates.titles import said_title

GATE = "titles"


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    if setting.pseudonymized:
        return
    find = said_title((rows.film.title, *rows.film.title_forms), rows.records["entities"])
    asked = (
        *(("items", "title-in-question", item.id, item.question) for item in rows.records["items"]),
        *(("prompts", "title-in-request", one.id, turn) for one in rows.records["prompts"] for turn in one.turns),
    )
    for layer, code, record, text in asked:
        if form := find(text):
            yield rows.defect(
                GATE,
                code,
                layer,
                record,
                f"says “{clip(form)}”, the film's title: {clip(text)}",
                "word it without the title, or drop it, by a patch; a title that is somebody's or something's name in "
                "the film stands once an entity has that alias",
            )
