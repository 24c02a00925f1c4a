"""Findings of scene review are about records of their scene; what one drops goes no further, and a repair says so."""

from collections.abc import Iterator

from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting

GATE = "references"


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    """Extracted relations aren't released, so a finding about one is held to its scene alone."""
    repaired = {(row.action, row.record) for row in rows.records["repairs"]}
    known = {f"{layer}/{row.id}" for layer in ("units", "mentions") for row in rows.records[layer]}
    known |= {record for action, record in repaired if action in ("dropped_in_review", "outranked_by_entity")}
    known |= {row.id for layer in ("tombstones", "stale") for row in rows.records[layer]}
    patched = {row.target for row in rows.records["patches"]}
    home = {
        mention: entity.id
        for entity in rows.records["entities"]
        if f"entities/{entity.id}" not in patched
        for mention in entity.mentions
    }
    units = {unit.id for unit in rows.records["units"]}
    for finding in rows.records["scene_review"]:
        for field, record in (("record", finding.record), ("against", finding.against)):
            if record is None:
                continue
            kind, _, name = record.partition("/")
            if name.partition(".")[0] != finding.scene:
                problem = f"{field} names {record}, the finding is of {finding.scene}"
                yield rows.defect(GATE, "finding-scene", "scene_review", finding.id, problem)
            elif kind != "relations" and record not in known:
                yield rows.defect(
                    GATE,
                    "dangling-reference",
                    "scene_review",
                    finding.id,
                    f"{field} names {record}, which isn't there",
                    "every reference leads to a record of the same film",
                )
        if not finding.drops:
            continue
        kind, _, name = finding.record.partition("/")
        if kind == "units" and name in units:
            yield rows.defect(GATE, "dropped-yet-released", "units", name, f"{finding.id} dropped it")
        if kind == "mentions" and name in home:
            problem = f"has the mention {name}, which {finding.id} dropped"
            yield rows.defect(GATE, "dropped-yet-released", "entities", home[name], problem)
        if ("dropped_in_review", finding.record) not in repaired:
            problem = f"drops {finding.record}, and no repair says so"
            yield rows.defect(GATE, "unrecorded-drop", "scene_review", finding.id, problem)
