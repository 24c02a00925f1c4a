"""Every block of work was answered, or a patch waives it by name."""

from collections.abc import Iterator

from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting

GATE = "coverage"


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    waived = {
        row.target.removeprefix("coverage/")
        for row in rows.records["patches"]
        if row.layer == "coverage" and row.action == "waive" and row.superseded_by is None
    }
    for block in rows.records["coverage"]:
        if block.status == "failed" and block.id not in waived:
            yield rows.defect(
                GATE,
                "failed-block",
                "coverage",
                block.id,
                f"was not answered: {block.reason}",
                "ask again, or waive it by a patch of the layer coverage",
            )
    if not rows.records["scenes"]:
        yield rows.defect(GATE, "no-scene", "scenes", None, f"{rows.film.id} has no scene")
    released = {f"{layer}/{row.id}" for layer, found in rows.records.items() for row in found if hasattr(row, "id")}
    for layer in ("tombstones", "stale"):
        for row in rows.records[layer]:
            if row.id in released:
                yield rows.defect(
                    GATE, "released-though-ended", layer, row.id, f"is among {layer}, and released as well"
                )
