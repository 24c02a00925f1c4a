import json
import shutil
from pathlib import Path

import pytest
from release_tree import parent, rewrite

from linedscript.errors import LinedscriptError
from linedscript.records.release import Change, FieldChange
from linedscript.release.diff import compare
from linedscript.release.differences import as_json, as_text


@pytest.fixture
def two(built: Path) -> Path:
    """``old`` is the parent before a patch revised a relation, ``build/parent`` the one after it."""
    shutil.copytree(built / "build/parent", built / "old")
    rewrite(
        built / "build/reviewed/relations/zh-0001.jsonl",
        lambda row: row | {"persistence": "lasting"} if row["id"] == "rel-0001" else row,
    )
    entry = json.loads((built / "build/review/patches/en-0001.jsonl").read_bytes()) | {
        "film": "zh-0001",
        "id": "pt-0002",
        "action": "revise",
        "target": "relations/rel-0001",
        "fields": ["persistence"],
    }
    (built / "build/review/patches/zh-0001.jsonl").write_text(
        json.dumps(entry, sort_keys=True, separators=(",", ":")) + "\n"
    )
    parent(built)
    return built


def test_a_changed_record_is_named_with_its_fields_and_its_patch(two: Path) -> None:
    changes = compare(two / "old", two / "build/parent")
    assert [(one.kind, one.file, one.record, one.patches) for one in changes] == [
        ("changed", "data/relations/zh-0001.jsonl", "rel-0001", ("pt-0002",)),
        ("added", "data/patches/zh-0001.jsonl", "pt-0002", ("pt-0002",)),
    ]
    assert [(one.field, one.before, one.after) for one in changes[0].fields] == [
        ("persistence", "permanent", "lasting")
    ]


def test_the_text_names_before_and_after(two: Path) -> None:
    text = as_text(compare(two / "old", two / "build/parent"))
    assert "~ rel-0001  (by pt-0002)" in text
    assert 'persistence: "permanent" → "lasting"' in text
    assert text.endswith("1 added, 0 removed, 1 changed\n")


def test_json_has_one_object_a_line(two: Path) -> None:
    rows = [json.loads(line) for line in as_json(compare(two / "old", two / "build/parent")).splitlines()]
    assert [row["record"] for row in rows] == ["rel-0001", "pt-0002"]


def test_a_withdrawn_patch_explains_the_way_back(two: Path) -> None:
    changes = compare(two / "build/parent", two / "old")
    assert [(one.kind, one.record, one.patches) for one in changes] == [
        ("changed", "rel-0001", ("pt-0002",)),
        ("removed", "pt-0002", ("pt-0002",)),
    ]


def test_a_change_that_no_patch_made_says_so(built: Path) -> None:
    shutil.copytree(built / "build/parent", built / "old")
    rewrite(built / "build/parent/data/states/en-0001.jsonl", lambda row: row | {"confidence": 0.1})
    assert [(one.how, one.patches) for one in compare(built / "old", built / "build/parent")] == [("none", ())]


def test_equal_releases_do_not_differ(built: Path) -> None:
    assert as_text(compare(built / "build/parent", built / "build/parent")) == "no record differs\n"


def test_two_views_are_not_compared(built: Path) -> None:
    with pytest.raises(LinedscriptError, match="other-view"):
        compare(built / "build/parent", built / "build/pseudonymized")


@pytest.fixture
def without_zh(built: Path) -> Path:
    """``less`` is the parent without its Chinese film."""
    shutil.copytree(built / "build/parent", built / "less")
    root = built / "less"
    films = (root / "films.jsonl").read_text(encoding="utf-8").splitlines(True)
    (root / "films.jsonl").write_text("".join(row for row in films if '"zh-0001"' not in row), encoding="utf-8")
    manifest = json.loads((root / "manifest.json").read_bytes())
    manifest["films"].remove("zh-0001")
    (root / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    for path in root.glob("data/*/zh-0001.jsonl"):
        path.unlink()
    return built


def test_a_film_that_is_new_or_gone_is_one_line_with_its_records_counted(without_zh: Path) -> None:
    parent, less = without_zh / "build/parent", without_zh / "less"
    number = sum(len(path.read_bytes().splitlines()) for path in parent.glob("data/*/zh-0001.jsonl"))
    assert as_text(compare(less, parent)) == (
        f"films.jsonl\n  + zh-0001  (new film: {number} records)\n1 film added; 0 added, 0 removed, 0 changed\n"
    )
    assert as_text(compare(parent, less)) == (
        f"films.jsonl\n  - zh-0001  (film gone: {number} records)\n1 film removed; 0 added, 0 removed, 0 changed\n"
    )


def test_json_names_every_record_of_a_new_film(without_zh: Path) -> None:
    parent, less = without_zh / "build/parent", without_zh / "less"
    number = sum(len(path.read_bytes().splitlines()) for path in parent.glob("data/*/zh-0001.jsonl"))
    assert len(as_json(compare(less, parent)).splitlines()) == number + 1


def test_beside_a_new_film_each_changed_record_is_still_named(without_zh: Path) -> None:
    parent, less = without_zh / "build/parent", without_zh / "less"
    rewrite(parent / "data/states/en-0001.jsonl", lambda row: row | {"confidence": 0.1})
    text = as_text(compare(less, parent))
    assert (
        "  + zh-0001  (new film: " in text and "data/states/en-0001.jsonl\n  ~ " in text and "zh-0001.jsonl" not in text
    )


def test_long_values_are_shown_from_where_they_begin_to_differ() -> None:
    before = [{"statement": "灯" * 200}, {"statement": "Ann waits."}]
    after = [before[0], {"statement": "Ann hides."}]
    field = FieldChange(field="path", before=before, after=after)
    change = Change(
        kind="changed",
        file="data/items/en-0001.jsonl",
        layer="items",
        film="en-0001",
        record="t2-0001",
        fields=(field,),
        patches=(),
        how="none",
        through=(),
    )
    shown = next(line for line in as_text([change]).splitlines() if "path:" in line)
    was, now = shown.split(" → ")
    assert "Ann waits." in was and "Ann hides." in now and "…" in now
    assert len(shown) < 340
