from pathlib import Path
from types import SimpleNamespace

import pytest
from factories import memory
from film_records import evidence, scenes
from release_tree import rewrite

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import write_records
from linedscript.records.layers import ENGINE_LAYERS
from linedscript.records.relation import Repair
from linedscript.release.gather import scene_texts
from linedscript.release.trace import Tracer
from linedscript.release.tracing import _row, cell_tree, lines
from linedscript.release.tree import Release
from linedscript.tables.model import Cell


def traced(built: Path, address: str, depth: int = 2) -> str:
    tracer = Tracer(Release(built / "build/parent"), lambda film: scene_texts(built / "build/scenes", film), 12)
    return "\n".join(lines(tracer.tree(*tracer.find(address), depth)))


def test_a_record_leads_to_its_span_and_the_text_around_it(built: Path) -> None:
    text = traced(built, "en-0001/cs-0001")
    assert text.startswith("states/en-0001/cs-0001: Ann holds a key.")
    assert "evidence: s0002 [3, 8), source [" in text
    assert "…EXT⟦. PIE⟧R - NIGHT" in text


def test_a_chinese_record_leads_to_its_text(built: Path) -> None:
    assert "⟦" in traced(built, "zh-0001/cs-0001") and "办公室" in traced(built, "zh-0001/s0001.u01")


def test_a_memory_says_its_words_and_leads_to_what_it_rests_on(built: Path) -> None:
    path = built / "build/parent/data/memories/en-0001.jsonl"
    write_records(path, [memory(1, evidence=(evidence(scenes("en-0001")[0], 3, 8),))])
    text = traced(built, "en-0001/mm-0001")
    assert text.startswith("memories/en-0001/mm-0001: I waited.")
    assert "names units/en-0001/s0001.u01: waits" in text


def test_an_item_leads_through_its_path_to_units(built: Path) -> None:
    text = traced(built, "items/en-0001/t2-0001")
    assert "step units/en-0001/s0001.u01: waits" in text
    assert "step units/en-0001/s0002.u01: gives" in text


def test_a_bare_id_of_a_focal_character_leads_to_the_entity(built: Path) -> None:
    assert traced(built, "en-0001/ent-0001").startswith("entities/en-0001/ent-0001: Ann")
    assert traced(built, "focal/en-0001/ent-0001").startswith("focal/en-0001/ent-0001")


def test_an_ended_record_names_its_patch(built: Path) -> None:
    with pytest.raises(LinedscriptError, match="pt-0001 ended it"):
        traced(built, "en-0001/rel-0003")


def test_a_finding_says_what_it_found_and_leads_to_the_record_that_it_is_about(built: Path) -> None:
    text = traced(built, "en-0001/s0001.f01")
    assert text.startswith("scene_review/en-0001/s0001.f01: flag | unsupported | Nothing shows that Ann waits.")
    assert "about units/en-0001/s0001.u01: waits" in text


def test_a_record_that_scene_review_dropped_names_the_finding(built: Path) -> None:
    rewrite(
        built / "build/parent/data/scene_review/en-0001.jsonl",
        lambda row: row | {"record": "units/s0001.u09", "verdict": "drop"},
    )
    with pytest.raises(LinedscriptError, match="s0001.f01 dropped it in scene review: unsupported"):
        traced(built, "en-0001/s0001.u09")


def test_an_extracted_relation_leads_to_what_became_of_it(built: Path) -> None:
    repair = Repair(
        id="rp-0001",
        film="en-0001",
        action="merged_duplicate",
        record="relations/s0001.r03",
        into="relations/rel-0001",
        before="",
        after=None,
    )
    write_records(built / "build/parent/data/repairs/en-0001.jsonl", [repair])
    with pytest.raises(LinedscriptError, match="rp-0001, merged_duplicate; it goes on in relations/rel-0001"):
        traced(built, "en-0001/s0001.r03")


def test_without_text_the_span_is_still_shown(built: Path) -> None:
    tracer = Tracer(Release(built / "build/parent"), lambda film: None, 12)
    text = "\n".join(lines(tracer.tree(*tracer.find("en-0001/cs-0001"), 0)))
    assert "scene text not at hand" in text


@pytest.mark.parametrize("address", ["rel-0001", "en-0009/rel-0001", "en-0001/rel-9999"])
def test_an_address_that_leads_nowhere_is_an_error(built: Path, address: str) -> None:
    with pytest.raises(LinedscriptError, match="unknown-record"):
        traced(built, address)


def test_a_cell_lists_the_records_that_it_counts(built: Path) -> None:
    for address in ("tables/backbone#zh-0001,nodes", "tables/backbone#2,KG nodes", "tables/backbone#2,2"):
        node = cell_tree(address, built / "build/parent", built / "build/pseudonymized")
        assert ": 3 (" in node.label
        assert [child.label for child in node.children] == [f"entities/zh-0001/ent-000{number}" for number in (1, 2, 3)]


def test_every_record_of_a_cell_can_be_traced(built: Path) -> None:
    node = cell_tree("tables/ledger#grounding,all", built / "build/parent", built / "build/pseudonymized")
    assert len(node.children) == 2 * len(ENGINE_LAYERS)
    for child in node.children:
        assert traced(built, child.label)


def test_a_cell_that_is_not_there_names_the_rows(built: Path) -> None:
    with pytest.raises(LinedscriptError, match="zh-0001"):
        cell_tree("tables/backbone#nobody,nodes", built / "build/parent", built / "build/pseudonymized")


@pytest.mark.parametrize("name", ["我的系统", "my-system"])
def test_of_many_rows_the_closest_to_a_name_that_none_has_are_told(name):
    rows = [(Cell(f"{name}@2: {kind}, {count}"),) for kind in ("all questions", "macro") for count in range(10)]
    table = SimpleNamespace(name="task_ii_views", rows=[*rows, (Cell(f"{name}@2: all questions"),)])
    with pytest.raises(LinedscriptError) as error:
        _row(table, f"{name}: all questions")
    assert f"of 21 rows the closest are: {name}@2: all questions; " in error.value.hint
    assert error.value.hint.count(name) == 3


def test_a_few_rows_are_told_one_and_all():
    with pytest.raises(LinedscriptError) as error:
        _row(SimpleNamespace(name="years", rows=[(Cell("1999"),), (Cell("2001"),)]), "2000")
    assert error.value.hint == "there are: 1999; 2001"
