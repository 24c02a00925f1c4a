import json

import pytest

from linedscript.errors import LinedscriptError
from linedscript.review.audits import audit_files, load_audits, load_frames, looks, summary
from linedscript.review.printing import print_audits

ROW = {
    "round": "round-1",
    "film": "en-0001",
    "record": "units/s0001.u01",
    "digest": "a" * 64,
    "disposition": "verified",
    "criteria": ["evidence_supports"],
    "seconds": 40,
    "reviewer": "r1",
    "date": "2026-01-31",
    "patch": None,
    "note": None,
}


def _file(folder, *rows, name="round-1.jsonl"):
    path = folder / name
    path.write_text("".join(json.dumps(ROW | row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_an_audit_reads_back(tmp_path):
    (audit,) = load_audits([_file(tmp_path, {})], {})
    assert (audit.disposition, audit.seconds, audit.criteria) == ("verified", 40, ("evidence_supports",))


def test_a_revision_that_names_its_patch_holds(tmp_path, patch):
    row = {"disposition": "revised", "patch": "pt-0001"}
    assert load_audits([_file(tmp_path, row)], {"en-0001": [patch()]})[0].patch == "pt-0001"


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ({"round": "round-2"}, "audit-round"),
        ({"record": "colours/x-1"}, "audit-layer"),
        ({"disposition": "revised"}, "audit-patch"),
        ({"disposition": "rejected", "patch": "pt-0009"}, "audit-patch"),
        ({"patch": "pt-0001"}, "audit-patch"),
        ({"disposition": "flagged"}, "audit-note"),
        ({"disposition": "skipped"}, "audit-note"),
        ({"record": "units/s0001.u02", "disposition": "revised", "patch": "pt-0001"}, "audit-patch"),
        ({"date": "2026-02-30"}, "audit-date"),
        ({"criteria": ["goodness"]}, "audit-criteria"),
        ({"record": "items/t2-0001", "criteria": ["in_character"]}, "audit-criteria"),
        ({"criteria": ["evidence_supports"] * 2}, "audit-criteria"),
        ({"seconds": 10**9}, "audit-seconds"),
        ({"disposition": "liked"}, "audit-schema"),
        ({"criteria": []}, "audit-schema"),
        ({"reviewer": "Jo"}, "audit-schema"),
        ({"seconds": -1}, "audit-schema"),
        ({"mood": "good"}, "audit-schema"),
    ],
)
def test_a_wrong_audit_fails_with_its_file_and_line(tmp_path, patch, row, code):
    with pytest.raises(LinedscriptError, match=rf"\[{code}\].*round-1.jsonl:2"):
        load_audits([_file(tmp_path, {"record": "units/s0009.u01"}, row)], {"en-0001": [patch()]})


def test_one_reviewer_audits_a_record_once_a_round(tmp_path):
    with pytest.raises(LinedscriptError, match="audit-twice"):
        load_audits([_file(tmp_path, {}, {})], {})


def test_a_file_that_is_no_round_fails(tmp_path):
    (tmp_path / "README.md").write_text("rounds")
    assert audit_files(tmp_path) == []
    (tmp_path / "round-1.csv").write_text("x")
    with pytest.raises(LinedscriptError, match="audit-name"):
        audit_files(tmp_path)


def test_the_summary_counts_dispositions_outdated_looks_and_median_seconds(tmp_path):
    rows = [
        {},
        {"record": "units/s0001.u02", "seconds": 60},
        {"record": "units/s0001.u03", "disposition": "flagged", "note": "?"},
    ]
    digests = {("en-0001", "units/s0001.u01"): "a" * 64, ("en-0001", "units/s0001.u03"): "a" * 64}
    (row,) = summary(looks(load_audits([_file(tmp_path, *rows)], {}), digests))
    held = row.summary
    assert (held.counts["verified"], held.counts["flagged"], held.outdated) == (1, 1, 1)
    assert held.minutes == 40 / 60


def test_a_look_that_led_to_a_patch_is_not_outdated_by_it(tmp_path, patch):
    row = {"disposition": "revised", "patch": "pt-0001"}
    (look,) = looks(load_audits([_file(tmp_path, row)], {"en-0001": [patch()]}), {})
    assert not look.outdated


def test_the_audits_of_another_film_are_left_out_and_need_none_of_its_patches(tmp_path):
    path = _file(tmp_path, {}, {"film": "en-0002", "disposition": "revised", "patch": "pt-0001"})
    assert [audit.film for audit in load_audits([path], {}, "en-0001")] == ["en-0001"]


def test_a_claim_is_mended_by_a_patch_of_what_it_says(tmp_path, patch):
    row = {"record": "rubrics/cp-0001-01.s01", "disposition": "revised", "patch": "pt-0001"}
    of_state = patch(layer="states", action="drop", target="cs-0001", value={}, expect={"digest": "a" * 64})
    assert load_audits([_file(tmp_path, row)], {"en-0001": [of_state]})
    with pytest.raises(LinedscriptError, match="audit-patch"):
        load_audits([_file(tmp_path, row)], {"en-0001": [patch()]})


def test_a_frame_of_another_round_than_its_file_is_refused(tmp_path):
    frame = {
        "id": "round-2:en-0001", "film": "en-0001", "round": "round-2", "task": "II", "design": "exhaustive",
        "population": 3, "groups": 1, "frame": 3, "drawn": 3, "repeated": 0, "seed": 0,
    }  # fmt: skip
    (tmp_path / "round-1.frame.jsonl").write_text(json.dumps(frame) + "\n")
    with pytest.raises(LinedscriptError, match="audit-round"):
        load_frames(tmp_path)


@pytest.mark.parametrize("odd", [{"drawn": 9}, {"repeated": 9}, {"id": "round-1:en-0002"}])
def test_a_frame_whose_shares_would_be_none_fails(tmp_path, odd):
    frame = {
        "id": "round-1:en-0001", "film": "en-0001", "round": "round-1", "task": "II", "design": "exhaustive",
        "population": 5, "groups": 1, "frame": 5, "drawn": 5, "repeated": 1, "seed": 1,
    }  # fmt: skip
    path = tmp_path / "round-1.frame.jsonl"
    path.write_text(json.dumps(frame) + "\n")
    assert load_frames(tmp_path)
    path.write_text(json.dumps(frame | odd) + "\n")
    with pytest.raises(LinedscriptError, match="audit-frame"):
        load_frames(tmp_path)


def test_the_summary_is_whole_where_it_goes_to_a_file(tmp_path, capsys):
    """Rich cuts to 80 columns what isn't a terminal."""
    rows = summary(looks(load_audits([_file(tmp_path, {})], {}), {}))
    print_audits(rows)
    told = capsys.readouterr().out
    assert all(word in told for word in ("verified", "rejected", "outdated", "repeated", "median min"))
    assert "…" not in told
