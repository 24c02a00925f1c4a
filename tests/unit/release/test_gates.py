"""Seeded defects: each is caught by name, with its file and record."""

import json
from pathlib import Path
from typing import Any

import pytest
from film_records import NAMES, scenes
from release_tree import parent, rewrite

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.io.files import sha256, sha256_text, write_bytes
from linedscript.records.scene import Block, BlockPart
from linedscript.release.gates.run import Report, check
from linedscript.release.gather import scene_texts
from linedscript.release.report import in_part
from linedscript.release.sums import write_sums
from linedscript.release.tree import Release, pretty


def gates(root: Path, *, texts: Path | None = None, parent: Path | None = None, sums: bool = False) -> Report:
    return check(
        Release(root),
        sums=sums,
        titles=(),
        parent=Release(parent) if parent else None,
        texts=lambda film: scene_texts(texts, film) if texts else None,
    )


def found(report: Report) -> set[tuple[str, str, str | None]]:
    return {(defect.code, defect.file, defect.record) for defect in report.defects}


def seal(root: Path) -> None:
    """Make the manifest and the sums agree with the files as they are now, as somebody would who edits a release."""
    manifest = json.loads((root / "manifest.json").read_bytes())
    for entry in manifest["files"]:
        data = (root / entry["path"]).read_bytes()
        entry |= {"bytes": len(data), "sha256": sha256(data)}
    write_bytes(root / "manifest.json", pretty(manifest))
    write_sums(root)


def set_field(record: str, /, **changes: Any):
    return lambda row: row | changes if row["id"] == record else row


def test_a_whole_release_passes_every_gate_without_a_source(built: Path) -> None:
    assert gates(built / "build/parent", sums=True).defects == ()
    assert gates(built / "build/pseudonymized", sums=True).defects == ()


def test_a_whole_pseudonymized_release_passes_with_its_parent_and_texts(built: Path) -> None:
    report = gates(
        built / "build/pseudonymized",
        parent=built / "build/parent",
        texts=built / "build/rendered/scene_texts",
        sums=True,
    )
    assert report.defects == ()
    assert report.with_texts == 2


def test_a_changed_byte_is_named(built: Path) -> None:
    path = built / "build/parent/data/items/zh-0001.jsonl"
    path.write_bytes(path.read_bytes().replace("等着".encode(), "站着".encode(), 1))
    assert ("changed-file", "data/items/zh-0001.jsonl", None) in found(gates(built / "build/parent", sums=True))


def test_an_unlisted_file_is_named(built: Path) -> None:
    write_bytes(built / "build/parent/notes.txt", b"x\n")
    assert ("unlisted-file", "notes.txt", None) in found(gates(built / "build/parent", sums=True))


def test_a_missing_file_of_one_film_is_named(built: Path) -> None:
    (built / "build/parent/data/links/zh-0001.jsonl").unlink()
    assert ("missing-file", "data/links/zh-0001.jsonl", None) in found(gates(built / "build/parent"))


def test_an_id_out_of_order_is_named(built: Path) -> None:
    path = built / "build/parent/data/relations/en-0001.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(reversed(lines)))
    assert ("id-out-of-order", "data/relations/en-0001.jsonl", "rel-0001") in found(gates(built / "build/parent"))


def test_a_repeated_id_is_named(built: Path) -> None:
    path = built / "build/parent/data/relations/en-0001.jsonl"
    line = path.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(line + path.read_bytes())
    assert ("duplicate-id", "data/relations/en-0001.jsonl", "rel-0001") in found(gates(built / "build/parent"))


def test_a_dangling_endpoint_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/relations/zh-0001.jsonl", set_field("rel-0001", object="ent-0099"))
    assert ("dangling-reference", "data/relations/zh-0001.jsonl", "rel-0001") in found(gates(built / "build/parent"))


def test_a_reference_to_an_ended_record_names_the_patch(built: Path) -> None:
    rewrite(
        built / "build/parent/data/items/en-0001.jsonl",
        lambda row: row | {"path": [row["path"][0] | {"record": "relations/rel-0003"}, row["path"][1]]},
    )
    hints = [defect.hint for defect in gates(built / "build/parent").defects if defect.code == "dangling-reference"]
    assert hints == ["pt-0001 ended that record (drop)"]


def test_a_citation_of_values_that_changed_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/units/en-0001.jsonl", set_field("s0001.u01", label="sits"))
    assert ("stale-citation", "data/items/en-0001.jsonl", "t2-0001") in found(gates(built / "build/parent"))


@pytest.mark.parametrize("record", ["mentions/s0001.m77", "units/s0001.u77"])
def test_a_finding_about_a_record_that_is_not_there_is_named(built: Path, record: str) -> None:
    rewrite(built / "build/parent/data/scene_review/en-0001.jsonl", set_field("s0001.f01", record=record))
    here = found(gates(built / "build/parent"))
    assert ("dangling-reference", "data/scene_review/en-0001.jsonl", "s0001.f01") in here


def test_a_finding_about_a_record_of_another_scene_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/scene_review/en-0001.jsonl", set_field("s0001.f01", record="units/s0002.u01"))
    assert ("finding-scene", "data/scene_review/en-0001.jsonl", "s0001.f01") in found(gates(built / "build/parent"))


@pytest.mark.parametrize(
    ("record", "layer", "left"),
    [("units/s0001.u01", "units", "s0001.u01"), ("mentions/s0001.m01", "entities", "ent-0001")],
)
def test_what_scene_review_dropped_and_is_released_all_the_same_is_named(built, record, layer, left) -> None:
    rewrite(
        built / "build/parent/data/scene_review/en-0001.jsonl", set_field("s0001.f01", record=record, verdict="drop")
    )
    here = found(gates(built / "build/parent"))
    assert ("dropped-yet-released", f"data/{layer}/en-0001.jsonl", left) in here
    assert ("unrecorded-drop", "data/scene_review/en-0001.jsonl", "s0001.f01") in here


def test_a_duplicate_relation_by_d10_is_named_though_its_ends_are_swapped(built: Path) -> None:
    def twin(row: dict[str, Any]) -> dict[str, Any]:
        return (
            row
            | {
                "predicate": "affinity_with",
                "subject": "ent-0002",
                "object": "ent-0001",
                "description": "Another wording.",
            }
            if row["id"] == "rel-0002"
            else row
        )

    rewrite(built / "build/parent/data/relations/en-0001.jsonl", twin)
    assert ("duplicate-relation", "data/relations/en-0001.jsonl", "rel-0002") in found(gates(built / "build/parent"))


def test_a_self_loop_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/relations/en-0001.jsonl", set_field("rel-0001", object="ent-0001"))
    assert ("self-loop", "data/relations/en-0001.jsonl", "rel-0001") in found(gates(built / "build/parent"))


def test_a_predicate_outside_the_registry_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/relations/en-0001.jsonl", set_field("rel-0001", predicate="adores"))
    report = gates(built / "build/parent")
    assert ("unknown-predicate", "data/relations/en-0001.jsonl", "rel-0001") in found(report)
    assert ("schema", "data/relations/en-0001.jsonl", "rel-0001") in found(report)
    assert ("invalid-record", "data/relations/en-0001.jsonl", "rel-0001") in found(report)


def test_a_predicate_between_types_that_it_does_not_link_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/relations/en-0001.jsonl", set_field("rel-0002", predicate="located_at"))
    assert ("outside-registry", "data/relations/en-0001.jsonl", "rel-0002") in found(gates(built / "build/parent"))


def test_a_unit_in_no_episode_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/episodes/en-0001.jsonl", set_field("ep-0002", units=["s0001.u01"]))
    report = found(gates(built / "build/parent"))
    assert ("unit-in-no-episode", "data/units/en-0001.jsonl", "s0002.u01") in report
    assert ("unit-in-two-episodes", "data/episodes/en-0001.jsonl", "ep-0002") in report
    assert ("episode-across-scenes", "data/episodes/en-0001.jsonl", "ep-0002") in report


def test_a_backward_link_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/links/en-0001.jsonl", set_field("lk-0001", source="ep-0002", target="ep-0001"))
    assert ("link-backward", "data/links/en-0001.jsonl", "lk-0001") in found(gates(built / "build/parent"))


def test_an_interval_that_ends_before_it_begins_is_named(built: Path) -> None:
    rewrite(
        built / "build/parent/data/states/en-0001.jsonl",
        set_field("cs-0001", valid_from={"scene": "s0002", "offset": 0}, valid_to={"scene": "s0001", "offset": 9}),
    )
    assert ("interval-order", "data/states/en-0001.jsonl", "cs-0001") in found(gates(built / "build/parent"))


@pytest.mark.parametrize(
    ("layer", "record", "change", "code"),
    [
        ("checkpoints", "cp-0001-02", {"anchor": {"scene": "s0001", "offset": 8}}, "checkpoint-order"),
        ("checkpoints", "cp-0001-01", {"kind": "final"}, "checkpoint-order"),
        ("checkpoints", "cp-0001-01", {"kind": "no_change"}, "checkpoint-kind"),
        ("checkpoints", "cp-0001-02", {"anchor": {"scene": "s0002", "offset": 9999}}, "checkpoint-outside"),
        ("checkpoints", "cp-0001-02", {"character": "ent-0002"}, None),
        ("developments", "dv-0001", {"kind": "goal"}, "development-of-another"),
        ("developments", "dv-0001", {"at": {"scene": "s0002", "offset": 1}}, "development-at"),
        ("developments", "dv-0001", {"before": "cs-0001"}, "development-order"),
        ("access", "ac-0001", {"gained": None}, "access-shape"),
        ("access", "ac-0001", {"gained": {"scene": "s0001", "offset": 1}}, "access-order"),
        ("trajectories", "ent-0001", {"checkpoints": ["cp-0001-01"]}, "trajectory-differs"),
        ("trajectories", "ent-0001", {"why_none": "no_state"}, "trajectory-reason"),
    ],
)
def test_a_trajectory_that_is_out_of_order_is_named(
    built: Path, layer: str, record: str, change: dict[str, Any], code: str | None
) -> None:
    rewrite(built / f"build/parent/data/{layer}/en-0001.jsonl", set_field(record, **change))
    report = found(gates(built / "build/parent"))
    if code is None:
        code, layer, record = "trajectory-differs", "trajectories", "ent-0001"
    assert (code, f"data/{layer}/en-0001.jsonl", record) in report


def test_a_focal_character_without_a_word_on_its_trajectory_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/trajectories/en-0001.jsonl", lambda row: None)
    assert ("no-trajectory", "data/focal/en-0001.jsonl", "ent-0001") in found(gates(built / "build/parent"))


def test_a_cross_scene_item_from_one_scene_is_named(built: Path) -> None:
    rewrite(
        built / "build/parent/data/items/en-0001.jsonl",
        lambda row: row | {"path": [row["path"][0], row["path"][0] | {"record": "entities/ent-0001"}]},
    )
    assert ("single-passage", "data/items/en-0001.jsonl", "t2-0001") in found(gates(built / "build/parent"))


def test_a_span_outside_its_scene_is_named(built: Path) -> None:
    def out(row: dict[str, Any]) -> dict[str, Any]:
        return row | {"evidence": [row["evidence"][0] | {"end": 9999}]}

    rewrite(built / "build/parent/data/states/zh-0001.jsonl", out)
    assert ("span-outside-scene", "data/states/zh-0001.jsonl", "cs-0001") in found(gates(built / "build/parent"))


def test_a_quote_that_is_not_in_its_scene_is_named_with_the_texts_at_hand(built: Path) -> None:
    def moved(row: dict[str, Any]) -> dict[str, Any]:
        one = row["evidence"][0]
        return row | {"evidence": [one | {"start": one["start"] + 1, "end": one["end"] + 1}]}

    rewrite(built / "build/parent/data/states/zh-0001.jsonl", moved)
    report = gates(built / "build/parent", texts=built / "build/scenes")
    assert ("quote-not-in-scene", "data/states/zh-0001.jsonl", "cs-0001") in found(report)


def test_scene_text_that_does_not_rebuild_the_source_is_named(built: Path) -> None:
    rewrite(
        built / "build/parent/data/scenes/en-0001.jsonl",
        lambda row: (
            row | {"segments": [row["segments"][0] | {"length": row["segments"][0]["length"] - 1}]}
            if row["id"] == "s0002"
            else row
        ),
    )
    assert ("not-rebuilt", "data/validation/en-0001.jsonl", "en-0001") in found(gates(built / "build/parent"))


def test_a_failed_block_fails_the_release_and_a_patch_waives_it_by_name(built: Path) -> None:
    coverage = built / "build/parent/data/coverage/en-0001.jsonl"
    rewrite(coverage, set_field("units:s0001", status="failed", reason="no reply", best_score=None))
    assert ("failed-block", "data/coverage/en-0001.jsonl", "units:s0001") in found(gates(built / "build/parent"))
    rewrite(
        built / "build/parent/data/patches/en-0001.jsonl",
        lambda row: row | {"layer": "coverage", "action": "waive", "target": "coverage/units:s0001"},
    )
    assert "failed-block" not in {code for code, _, _ in found(gates(built / "build/parent"))}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("e-mail", "Write to ann.lee@example.com today."),
        ("phone", "Call 555-0142 now."),
        ("phone", "Call (212) 555-0142."),
        ("phone", "Five, five, five, zero, one, four, two."),
        ("phone", "打13800138000找她。"),
        ("phone", "电话是五五五零一四二。"),
        ("web-address", "See https://example.com/x."),
        ("street-address", "She lives at 42 Old Mill Road."),
        ("street-address", "住在中山路12号。"),
    ],
)
def test_contact_details_in_an_item_are_named(built: Path, code: str, text: str) -> None:
    rewrite(built / "build/parent/data/items/en-0001.jsonl", set_field("t2-0001", answer=text))
    assert (code, "data/items/en-0001.jsonl", "t2-0001") in found(gates(built / "build/parent"))


@pytest.mark.parametrize(
    "text",
    ["From 1999 to 2004-2005 she saw 12 ships.", "Between 10 and 13 June 2025 at 4:30.", "第十二场，二〇二五年。"],
)
def test_dates_and_counts_are_no_contact_details(built: Path, text: str) -> None:
    rewrite(built / "build/parent/data/items/en-0001.jsonl", set_field("t2-0001", answer=text))
    assert not [defect for defect in gates(built / "build/parent").defects if defect.gate == "contact"]


def test_a_phone_number_in_an_entity_is_named(built: Path) -> None:
    rewrite(built / "build/parent/data/entities/en-0001.jsonl", set_field("ent-0001", description="Ann, 555-0142."))
    assert ("phone", "data/entities/en-0001.jsonl", "ent-0001") in found(gates(built / "build/parent"))


@pytest.mark.parametrize("model", ["m@v1.2", "org/m.ai@2.0", "meta.ai/m@1", "m@2125550142"])
def test_a_model_s_name_is_no_contact_detail_in_a_field_that_says_who_spoke(built: Path, model: str) -> None:
    for path in sorted((built / "build/parent/data").glob("*/*.jsonl")):
        text = path.read_text()
        for field in ("annotator", "judge"):
            text = text.replace(f'"{field}":"rules"', f'"{field}":"{model}"')
        path.write_text(text)
    assert not [defect for defect in gates(built / "build/parent").defects if defect.gate == "contact"]
    rewrite(built / "build/parent/data/items/en-0001.jsonl", set_field("t2-0001", answer=f"Ask {model} for it."))
    assert "items" in {d.file.split("/")[1] for d in gates(built / "build/parent").defects if d.gate == "contact"}


def test_a_contact_detail_that_no_run_answered_under_is_named_in_any_field(built: Path) -> None:
    path = built / "build/parent/data/items/en-0001.jsonl"
    path.write_text(path.read_text().replace('"annotator":"rules"', '"annotator":"ann.lee@example.com"'))
    assert ("e-mail", "data/items/en-0001.jsonl", "t2-0001") in found(gates(built / "build/parent"))


def test_an_address_of_the_story_can_be_allowed_in_params(built: Path) -> None:
    rewrite(built / "build/reviewed/states/en-0001.jsonl", set_field("cs-0001", value="lives at 42 Old Mill Road"))
    with pytest.raises(LinedscriptError, match="street-address"):
        parent(built)
    parent(built, contact_allowed=["42 Old Mill Road"])
    assert gates(built / "build/parent", sums=True).defects == ()


def test_a_weakened_schema_whose_sums_were_taken_anew_is_named(built: Path) -> None:
    root = built / "build/parent"
    path = root / "schemas/items.schema.json"
    path.write_text(json.dumps({"type": "object"}), encoding="utf-8")
    seal(root)
    assert found(gates(root, sums=True)) == {("edited-schema", "schemas/items.schema.json", None)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("non-commercial research", "any use"),
        ("**a baseline**", "the work of experts"),
        ("\n## Script text\n", "\nWrite to Bob for the scripts.\n\n## Script text\n"),
    ],
)
def test_an_edited_card_whose_sums_were_taken_anew_is_named(built: Path, before: str, after: str) -> None:
    root = built / "build/parent"
    text = (root / "README.md").read_text(encoding="utf-8")
    assert before in text
    (root / "README.md").write_text(text.replace(before, after), encoding="utf-8")
    seal(root)
    ((code, file, line),) = found(gates(root, sums=True))
    assert (code, file) == ("edited-card", "README.md") and line


def test_a_card_with_another_title_is_the_maintainer_s(built: Path) -> None:
    parent(built, title="Another corpus")
    assert gates(built / "build/parent", sums=True).defects == ()


def test_a_release_of_another_version_is_told_to_be_uncompared(built: Path) -> None:
    root = built / "build/parent"
    manifest = json.loads((root / "manifest.json").read_bytes()) | {"software": "linedscript 9.9.9"}
    (root / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    (root / "schemas/items.schema.json").write_text('{"type": "object"}', encoding="utf-8")
    seal(root)
    report = gates(root, sums=True)
    assert report.defects == ()
    assert "linedscript 9.9.9, not compared" in in_part(report)["schema"]


@pytest.mark.parametrize(
    ("code", "name", "text"),
    [
        ("machine-path", "README.md", "see /home/ann/build/x.json"),
        ("machine-path", "claims.json", "/" + "root/project/a"),
        ("private-key", "README.md", "-----BEGIN RSA PRIVATE KEY-----"),
        ("api-key", "README.md", "sk-" + "a1" * 20),
        ("token", "README.md", "ghp_" + "a1" * 18),
        ("machine-path", "README.md", "C:\\Users\\ann\\x"),
    ],
)
def test_a_key_or_a_private_path_in_any_file_is_named(built: Path, code: str, name: str, text: str) -> None:
    path = built / "build/parent" / name
    path.write_text(path.read_text(encoding="utf-8") + text + "\n", encoding="utf-8")
    assert (code, name) in {(one, file) for one, file, _ in found(gates(built / "build/parent"))}


def test_screenplay_text_beyond_the_limit_is_named_in_english(built: Path) -> None:
    text = " ".join(scenes("en-0001")[0].text.split()[4:34])
    rewrite(built / "build/parent/data/items/en-0001.jsonl", set_field("t2-0001", answer=text))
    report = gates(built / "build/parent", texts=built / "build/scenes")
    assert ("text-beyond-limit", "data/items/en-0001.jsonl", "t2-0001") in found(report)


def test_exactly_the_limit_of_words_is_allowed(built: Path) -> None:
    words = scenes("en-0001")[0].text.split()[4:]
    for count, refused in ((25, False), (26, True)):
        rewrite(built / "build/parent/data/items/en-0001.jsonl", set_field("t2-0001", answer=" ".join(words[:count])))
        codes = {defect.code for defect in gates(built / "build/parent", texts=built / "build/scenes").defects}
        assert ("text-beyond-limit" in codes) is refused


def test_screenplay_text_beyond_the_limit_is_named_in_chinese(built: Path) -> None:
    manifest = built / "build/parent/manifest.json"
    data = json.loads(manifest.read_bytes())
    data["quote_limit"] |= {"zh_chars": 8, "zh_counted": 4}
    manifest.write_text(json.dumps(data))
    text = scenes("zh-0001")[1].text.split("\n")[2]
    rewrite(built / "build/parent/data/items/zh-0001.jsonl", set_field("t2-0001", answer=f"因为{text}"))
    report = gates(built / "build/parent", texts=built / "build/scenes")
    assert ("text-beyond-limit", "data/items/zh-0001.jsonl", "t2-0001") in found(report)


def test_many_short_quotations_together_are_named_by_their_share(built: Path) -> None:
    words = scenes("en-0001")[0].text.split()
    rewrite(
        built / "build/parent/data/units/en-0001.jsonl",
        lambda row: row | {"summary": " ".join(words[4:16] if row["id"] == "s0001.u01" else words[20:32])},
    )
    report = gates(built / "build/parent", texts=built / "build/scenes")
    assert ("share-beyond-limit", "data/scenes/en-0001.jsonl", "en-0001") in found(report)
    (hint,) = {defect.hint for defect in report.defects if defect.code == "share-beyond-limit"}
    assert "release.quote_limit.share" in hint and "linedscript sources withdraw en-0001" in hint


def test_a_long_quotation_is_named_without_a_source(built: Path) -> None:
    rewrite(built / "build/parent/data/items/en-0001.jsonl", set_field("t2-0001", answer=f"She says “{'so ' * 26}”."))
    assert ("quote-too-long", "data/items/en-0001.jsonl", "t2-0001") in found(gates(built / "build/parent"))


def test_a_claim_that_the_data_contradict_is_named(built: Path) -> None:
    path = built / "build/parent/claims.json"
    data = json.loads(path.read_bytes())
    data["records"]["entities"] = 7
    path.write_text(json.dumps(data))
    assert ("claim-contradicted", "claims.json", "records.entities") in found(gates(built / "build/parent"))


def test_a_parquet_copy_that_differs_is_named_with_its_first_row(built: Path) -> None:
    rewrite(built / "build/parent/data/states/zh-0001.jsonl", set_field("cs-0001", value="另一个"))
    assert ("not-equal", "parquet/states.parquet", "zh-0001/cs-0001") in found(gates(built / "build/parent"))


@pytest.mark.parametrize("text", ["The Lamp Office", "LAMP OFFICE", "the-lamp-office", "lamp_office", "风雪夜归人"])
def test_a_title_or_its_slug_in_the_pseudonymized_release_is_named(built: Path, text: str) -> None:
    rewrite(built / "build/pseudonymized/data/items/en-0001.jsonl", set_field("t2-0001", answer=f"In {text}."))
    report = gates(built / "build/pseudonymized", parent=built / "build/parent")
    assert ("title", "data/items/en-0001.jsonl", "t2-0001") in found(report)


def test_a_slug_in_a_file_name_is_named(built: Path) -> None:
    write_bytes(built / "build/pseudonymized/data/items/the-lamp-office.jsonl", b"")
    report = gates(built / "build/pseudonymized", parent=built / "build/parent")
    assert ("title", "data/items/the-lamp-office.jsonl", None) in found(report)


@pytest.mark.parametrize(("film", "position"), [("en-0001", 0), ("zh-0001", 1)])
def test_a_real_name_left_in_the_pseudonymized_view_is_named(built: Path, film: str, position: int) -> None:
    name = NAMES[film][position]
    rewrite(
        built / f"build/pseudonymized/data/states/{film}.jsonl",
        lambda row: row | {"claim": f"Here {name} is." if film == "en-0001" else f"这里{name}在。"},
    )
    report = gates(built / "build/pseudonymized", parent=built / "build/parent")
    assert ("name-left", f"data/states/{film}.jsonl", "cs-0001") in found(report)


def test_a_hash_of_original_text_in_the_pseudonymized_view_is_named(built: Path) -> None:
    original = json.loads((built / "build/parent/data/validation/en-0001.jsonl").read_bytes())["decoded_sha256"]
    rewrite(
        built / "build/pseudonymized/data/validation/en-0001.jsonl",
        lambda row: row | {"decoded_sha256": original, "rebuilt_sha256": original},
    )
    report = gates(built / "build/pseudonymized", parent=built / "build/parent")
    assert "original-hash" in {defect.code for defect in report.defects}


def test_a_record_that_only_one_view_has_is_named(built: Path) -> None:
    rewrite(built / "build/pseudonymized/data/storylines/en-0001.jsonl", lambda row: None)
    report = gates(built / "build/pseudonymized", parent=built / "build/parent")
    assert ("view-difference", "data/storylines/en-0001.jsonl", "st-001") in found(report)


def test_block_plans_may_differ_between_the_views(built: Path) -> None:
    """Names of another length fill blocks otherwise; the records of every other layer are the same."""
    part = BlockPart(scene="s0001", part=None, start=0, end=5, tokens=1)
    block = Block(id="b0001", film="en-0001", parts=(part,), tokens=1, budget=3000, tokenizer="linedscript-1")
    write_bytes(built / "build/parent/data/blocks/en-0001.jsonl", encode(block) + b"\n")
    report = gates(built / "build/pseudonymized", parent=built / "build/parent")
    assert not [defect for defect in report.defects if defect.code == "view-difference"]


def test_all_defects_are_collected_and_the_assembly_leaves_the_old_release(built: Path) -> None:
    before = (built / "build/parent/SHA256SUMS").read_bytes()
    rewrite(built / "build/reviewed/relations/en-0001.jsonl", set_field("rel-0001", object="ent-0001"))
    rewrite(built / "build/sifted/items/zh-0001.jsonl", set_field("t2-0001", answer="a@example.com"))
    with pytest.raises(LinedscriptError) as error:
        parent(built)
    assert "self-loop" in str(error.value) and "e-mail" in str(error.value)
    assert (built / "build/parent/SHA256SUMS").read_bytes() == before


def test_a_citation_of_an_ended_record_stands_where_a_reviewer_kept_the_citing_one(built: Path) -> None:
    digest = "5" * 64
    cites = [{"layer": "relations", "record": "rel-0003", "fields": ["object"], "digest": digest}]
    rewrite(built / "build/parent/data/items/en-0001.jsonl", set_field("t2-0001", cites=cites))
    assert "dangling-reference" in {defect.code for defect in gates(built / "build/parent").defects}
    kept = json.loads((built / "build/parent/data/patches/en-0001.jsonl").read_bytes()) | {
        "id": "pt-0002",
        "action": "keep",
        "layer": "items",
        "target": "items/t2-0001",
    }
    with (built / "build/parent/data/patches/en-0001.jsonl").open("a") as file:
        file.write(json.dumps(kept, sort_keys=True, separators=(",", ":")) + "\n")
    assert "dangling-reference" not in {defect.code for defect in gates(built / "build/parent").defects}


def test_a_windows_path_and_a_key_are_found_behind_the_escapes_of_json(built: Path) -> None:
    data = built / "build/parent/data"
    rewrite(data / "states/en-0001.jsonl", set_field("cs-0001", claim="D:\\corpus"))
    rewrite(data / "items/en-0001.jsonl", set_field("t2-0001", answer='api_key: "a1b2c3d4e5"'))
    report = found(gates(built / "build/parent"))
    assert ("machine-path", "data/states/en-0001.jsonl", "cs-0001") in report
    assert ("password", "data/items/en-0001.jsonl", "t2-0001") in report


def test_a_line_break_after_a_colon_is_no_windows_path(built: Path) -> None:
    rewrite(built / "build/parent/data/items/en-0001.jsonl", set_field("t2-0001", answer="A:\nnothing"))
    assert not [defect for defect in gates(built / "build/parent").defects if defect.gate == "secrets"]


def test_a_title_in_a_key_of_a_free_object_is_named(built: Path) -> None:
    path = built / "build/pseudonymized/data/superseded/en-0001.jsonl"
    rewrite(path, lambda row: row | {"model": row["model"] | {"the-lamp-office": 1}})
    report = gates(built / "build/pseudonymized", parent=built / "build/parent")
    assert ("title", "data/superseded/en-0001.jsonl") in {(code, file) for code, file, _ in found(report)}


def test_an_empty_folder_with_a_slug_for_a_name_is_named(built: Path) -> None:
    (built / "build/pseudonymized/the-lamp-office").mkdir()
    report = gates(built / "build/pseudonymized", parent=built / "build/parent")
    assert ("title", "the-lamp-office", None) in found(report)


def test_metadata_in_a_parquet_copy_is_named(built: Path) -> None:
    import pyarrow.parquet as pq

    path = built / "build/pseudonymized/parquet/units.parquet"
    table = pq.read_table(path)
    pq.write_table(table.replace_schema_metadata({"title": "The Lamp Office"}), path)
    assert ("metadata", "parquet/units.parquet", None) in found(gates(built / "build/pseudonymized"))


def test_scene_text_that_agrees_with_its_own_hash_alone_is_named(built: Path) -> None:
    def other(row: dict[str, Any]) -> dict[str, Any]:
        text = row["text"][:-2] + "x" + row["text"][-1:]
        return row | {"text": text, "sha256": sha256_text(text)} if row["id"] == "s0002" else row

    rewrite(built / "build/scenes/en-0001.jsonl", other)
    with pytest.raises(LinedscriptError) as error:
        parent(built)
    assert "[not-rebuilt]" in str(error.value) and "data/validation/en-0001.jsonl#en-0001" in str(error.value)


def test_contact_details_in_a_film_s_title_are_named(built: Path) -> None:
    rewrite(built / "build/parent/films.jsonl", lambda row: row | {"title": f"{row['title']} ann@example.org"})
    assert ("e-mail", "films.jsonl", "en-0001") in found(gates(built / "build/parent"))
