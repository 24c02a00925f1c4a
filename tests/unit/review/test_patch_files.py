import json
from pathlib import Path

import pytest

from linedscript.errors import Faults, LinedscriptError
from linedscript.records.review import ACTIONS
from linedscript.review.drafting import to_yaml
from linedscript.review.patches import load_patches, patch_files


def _store(folder: Path, patch, name: str | None = None, film: str | None = None) -> Path:
    path = folder / (film or patch.film) / (name or f"{patch.id}.yaml")
    path.parent.mkdir(exist_ok=True)
    path.write_text(to_yaml(patch), encoding="utf-8")
    return path


def test_a_written_patch_reads_back_as_it_was(tmp_path, patch):
    one = patch(note="原文写的是她躲了起来，而不是等待。")
    assert load_patches([_store(tmp_path, one)], "en-0001") == [one]


def test_patches_come_in_id_order_whatever_the_order_of_files(tmp_path, patch):
    files = [
        _store(tmp_path, patch(number, value={field: "x"}, expect={field: "y"}))
        for number, field in ((2, "label"), (10, "trigger"), (1, "summary"))
    ]
    assert [one.id for one in load_patches(files, "en-0001")] == ["pt-0001", "pt-0002", "pt-0010"]


def test_a_file_that_is_not_called_like_its_patch_fails(tmp_path, patch):
    with pytest.raises(LinedscriptError, match="patch-name.*holds pt-0001"):
        load_patches([_store(tmp_path, patch(), "pt-0002.yaml")], "en-0001")


def test_a_patch_in_another_films_folder_fails(tmp_path, patch):
    with pytest.raises(LinedscriptError, match="patch-film.*about film en-0001 and lies in en-0002/"):
        load_patches([_store(tmp_path, patch(), film="en-0002")], "en-0002")


def test_a_file_that_would_be_passed_over_fails(tmp_path, patch):
    _store(tmp_path, patch(), "pt-1.yml")
    with pytest.raises(LinedscriptError, match="isn't called pt-NNNN.yaml"):
        patch_files(tmp_path, "en-0001")


def test_a_duplicate_key_in_a_patch_file_fails(tmp_path, patch):
    path = _store(tmp_path, patch())
    path.write_text(path.read_text() + "reason: other\n")
    with pytest.raises(LinedscriptError, match="invalid-yaml"):
        load_patches([path], "en-0001")


def test_an_unknown_key_fails_and_is_named(tmp_path, patch):
    path = _store(tmp_path, patch())
    path.write_text(path.read_text() + "comment: hi\n")
    with pytest.raises(LinedscriptError, match="patch-schema.*comment"):
        load_patches([path], "en-0001")


def test_the_faults_of_all_files_are_collected(tmp_path, patch):
    files = [_store(tmp_path, patch(1)), _store(tmp_path, patch(2, value={"label": "x"}, expect={"label": "y"}))]
    for path in files:
        path.write_text(path.read_text().replace("reviewer: r1", "reviewer: somebody"))
    with pytest.raises(Faults) as error:
        load_patches(files, "en-0001")
    assert [Path(fault.place).name for fault in error.value.faults] == ["pt-0001.yaml", "pt-0002.yaml"]


@pytest.mark.parametrize(
    ("layer", "action"),
    [
        (layer, action)
        for layer in ACTIONS
        for action in sorted({a for actions in ACTIONS.values() for a in actions})
        if action not in ACTIONS[layer]
    ],
)
def test_an_action_that_a_layer_does_not_have_fails(patch, layer, action):
    with pytest.raises(LinedscriptError, match="patch-action"):
        patch(1, layer, action, "x")


@pytest.mark.parametrize(
    ("layer", "action", "value"),
    [
        ("units", "revise", {"colour": "red"}),
        ("units", "revise", {"id": "s0001.u09"}),
        ("units", "revise", {"film": "en-0002"}),
        ("units", "revise", {"made": {}}),
        ("units", "revise", {}),
        ("units", "revise", {"polarity": "maybe"}),
        ("entities", "revise", {"types": ["Person"]}),
        ("entities", "revise", {"aliases": []}),
        ("relations", "revise", {"subject": "ent-0002"}),
        ("relations", "revise", {"confidence": 1.5}),
        ("relations", "revise", {"evidence": [{"quote": "x"}]}),
        ("links", "revise", {"distance": 3}),
        ("episodes", "revise", {"scene": "s0003"}),
        ("items", "revise", {"path": []}),
        ("items", "revise", {"language": "zh"}),
        ("relations", "retarget", {}),
        ("relations", "retarget", {"predicate": "is_a"}),
        ("links", "retarget", {"source": "ent-0001"}),
        ("entities", "merge", {}),
        ("entities", "merge", {"into": "ep-0001"}),
        ("entities", "merge", {"into": "ent-0001"}),
        ("entities", "split", {"new": {"name": "x"}}),
        ("storylines", "reject", {"why": "so"}),
        ("items", "replace", {"answer": "x"}),
        ("units", "drop", {"now": True}),
        ("states", "keep", {"now": True}),
        ("coverage", "waive", {"now": True}),
        ("items", "add", {"id": "t2-0009"}),
        ("relations", "add", {"subject": "ent-0001"}),
    ],
)
def test_a_payload_of_another_shape_fails(patch, layer, action, value):
    target = {
        "units": "s0001.u01",
        "entities": "ent-0001",
        "relations": "rel-0001",
        "episodes": "ep-0001",
        "links": "lk-0001",
        "storylines": "st-001",
        "states": "cs-0001",
        "items": "t2-0001",
        "coverage": "units:s0001",
    }[layer]
    with pytest.raises(LinedscriptError, match="patch-payload"):
        patch(
            1,
            layer,
            action,
            None if action == "add" else target,
            value=value,
            expect={} if action == "add" else {"digest": "0" * 64},
        )


def test_a_target_that_is_no_id_of_the_layer_fails(patch):
    with pytest.raises(LinedscriptError, match="patch-target.*no id of units"):
        patch(target="ent-0001")


def test_a_patch_without_a_guard_fails(patch):
    with pytest.raises(LinedscriptError, match="no guard"):
        patch(expect={})


def test_a_revision_that_does_not_say_what_the_field_had_been_fails(patch):
    with pytest.raises(LinedscriptError, match="doesn't say what summary had been"):
        patch(expect={"label": "Ann waits"})


def test_a_guard_on_a_field_that_does_not_exist_fails(patch):
    with pytest.raises(LinedscriptError, match="no field 'colour'"):
        patch(expect={"summary": "Ann waits.", "colour": "red"})


def test_dependents_go_only_with_actions_that_end_a_record(patch):
    with pytest.raises(LinedscriptError, match="dependents don't go with revise"):
        patch(dependents={"default": "drop", "each": {}, "retarget": {}})


def test_two_patches_on_one_field_conflict(review, patch):
    with pytest.raises(LinedscriptError, match="patch-conflict.*pt-0001 patches summary of units/s0001.u01 already"):
        review(patch(1), patch(2, expect={"summary": "Ann hides."}, value={"summary": "Ann runs."}))


def test_a_conflict_names_the_option_that_supersedes_the_earlier_patch(review, patch):
    with pytest.raises(LinedscriptError) as raised:
        review(patch(1), patch(2, expect={"summary": "Ann hides."}, value={"summary": "Ann runs."}))
    assert "--supersedes pt-0001" in raised.value.hint and "pt-0002" not in raised.value.hint


def test_two_patches_on_two_fields_of_one_record_stand_side_by_side(review, patch, get):
    unit = get(
        review(patch(1), patch(2, expect={"label": "Ann waits"}, value={"label": "Ann hides"})), "units", "s0001.u01"
    )
    assert (unit.summary, unit.label) == ("Ann hides.", "Ann hides")


def test_a_patch_that_supersedes_another_is_applied_alone(review, patch, get):
    reviewed = review(patch(1), patch(2, value={"summary": "Ann runs."}, supersedes="pt-0001"))
    assert get(reviewed, "units", "s0001.u01").summary == "Ann runs."


def test_a_superseded_patch_stays_in_the_log(review, patch):
    log = review(patch(1), patch(2, value={"summary": "Ann runs."}, supersedes="pt-0001")).log
    assert [(entry.id, entry.superseded_by, entry.after_sha256 is None) for entry in log] == [
        ("pt-0001", "pt-0002", True),
        ("pt-0002", None, False),
    ]


def test_a_patch_cannot_supersede_one_on_another_record(review, patch):
    with pytest.raises(LinedscriptError, match="patch-supersedes"):
        review(patch(1), patch(2, target="s0001.u02", expect={"summary": "Ann talks to Bo."}, supersedes="pt-0001"))


def test_two_patches_cannot_supersede_the_same_one(review, patch):
    with pytest.raises(LinedscriptError, match="pt-0002 supersedes pt-0001 already"):
        review(patch(1), patch(2, supersedes="pt-0001"), patch(3, supersedes="pt-0001"))


def test_a_drop_of_a_record_that_another_patch_revises_conflicts(review, patch, ending):
    plan = {"default": "drop", "each": {}, "retarget": {}}
    with pytest.raises(LinedscriptError, match="pt-0001 patches the whole record"):
        review(patch(1), ending(2, "units", "drop", "s0001.u01", dependents=plan))


@pytest.mark.parametrize(
    ("field", "value"), [("date", "2026-02-31"), ("date", "2026-01-02\n"), ("reviewer", "r1\n"), ("id", "pt-0001\n")]
)
def test_an_impossible_day_and_line_ends_in_codes_are_refused(tmp_path, patch, field, value):
    path = _store(tmp_path, patch())
    text = path.read_text(encoding="utf-8")
    line = next(one for one in text.splitlines() if one.startswith(f"{field}:"))
    path.write_text(text.replace(line, f"{field}: {json.dumps(value)}"), encoding="utf-8")
    with pytest.raises(LinedscriptError, match="patch-(date|schema)"):
        load_patches([path], "en-0001")


@pytest.mark.parametrize(
    "field, bad", [("note", "short"), ("reviewer", "Ann Lee"), ("date", "soon"), ("scenes", ["4"])]
)
def test_a_field_that_a_reviewer_types_is_named_with_what_it_holds(patch, field, bad):
    with pytest.raises(LinedscriptError) as error:
        patch(**{field: bad})
    assert error.value.code == "patch-schema" and error.value.hint.startswith(f"{field}: ")
