"""The gate of Task I's intervals: each seeded defect is caught by name."""

from pathlib import Path
from typing import Any

import pytest
from release_tree import rewrite
from unit.release.test_gates import found, gates, set_field

INTERVALS, RUBRICS = "data/intervals/en-0001.jsonl", "data/rubrics/en-0001.jsonl"


def cut(record: str, **changes: Any):
    """The first part of the interval's first chunk, changed."""

    def change(row: dict[str, Any]) -> dict[str, Any]:
        if row["id"] != record:
            return row
        first, *rest = row["chunks"][0]["parts"]
        return row | {"chunks": [row["chunks"][0] | {"parts": [first | changes, *rest]}, *row["chunks"][1:]]}

    return change


@pytest.mark.parametrize(
    ("code", "file", "record", "change"),
    [
        ("interval-text", INTERVALS, "cp-0001-02", cut("cp-0001-02", start=9)),
        ("interval-text", INTERVALS, "cp-0001-01", cut("cp-0001-01", scene="s0002")),
        ("interval-anchor", INTERVALS, "cp-0001-02", set_field("cp-0001-02", start=None)),
        ("interval-anchor", INTERVALS, "cp-0001-02", set_field("cp-0001-02", end={"scene": "s0002", "offset": 9})),
        ("leak-later", INTERVALS, "cp-0001-01", set_field("cp-0001-01", memory=["ob-00002"])),
        ("rubric-bounds", RUBRICS, "cp-0001-02", lambda row: row | {"developments": row["states"] * 5}),
        ("dangling-reference", RUBRICS, "cp-0001-02", lambda row: row | {"states": [
            claim | {"source": "states/cs-0099"} for claim in row["states"]
        ]}),
        ("dangling-reference", INTERVALS, "cp-0001-01", set_field("cp-0001-01", memory=["ob-00009"])),
    ],
)  # fmt: skip
def test_a_defect_of_a_trajectory_is_named(built: Path, code, file, record, change) -> None:
    rewrite(built / "build/parent" / file, change)
    assert (code, file, record) in found(gates(built / "build/parent"))


@pytest.mark.parametrize(("code", "file"), [("no-interval", INTERVALS), ("no-rubric", RUBRICS)])
def test_a_checkpoint_without_its_records_is_named(built: Path, code, file) -> None:
    path = built / "build/parent" / file
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    assert (code, file, "cp-0001-02") in found(gates(built / "build/parent"))


def test_a_memory_of_another_character_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/observations/en-0001.jsonl", set_field("ob-00001", character="ent-0002"))
    assert ("memory-of-another", INTERVALS, "cp-0001-01") in found(gates(built / "build/parent"))


@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_a_wrong_count_is_named_with_the_texts_at_hand(built: Path, view) -> None:
    texts = {"parent": "build/scenes", "pseudonymized": "build/rendered/scene_texts"}[view]
    rewrite(built / "build" / view / INTERVALS, set_field("cp-0001-02", tokens=1))
    report = gates(built / "build" / view, texts=built / texts)
    assert ("interval-count", INTERVALS, "cp-0001-02") in found(report)
