"""Schemas, Parquet, card and Croissant of a release."""

import json
from pathlib import Path

import jsonschema
import pytest
from factories import relation, scene
from hypothesis import given
from hypothesis import strategies as st
from release_tree import pseudonymized

from linedscript.contacts import found
from linedscript.io.canonical import encode
from linedscript.io.yaml import loads
from linedscript.records.layers import LAYERS
from linedscript.records.relation import Relation
from linedscript.release.described import descriptions
from linedscript.release.gates.quotes import Script, tokens
from linedscript.release.gates.titles import pattern
from linedscript.release.parquet import ListOf, StructOf, columns, read_rows, table_bytes
from linedscript.release.schemas import all_schemas, differences
from linedscript.release.tree import Release
from linedscript.release.words import FIELDS
from linedscript.screenplay.outline import outline

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", all_schemas())
def test_a_schema_is_valid_under_its_dialect(name: str) -> None:
    schema = json.loads(all_schemas()[name])
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


def test_every_layer_has_a_schema() -> None:
    assert {f"{name}.schema.json" for name in LAYERS} <= all_schemas().keys()


def test_a_record_is_valid_under_its_schema_and_not_with_an_unknown_field() -> None:
    schema = json.loads(all_schemas()["scenes.schema.json"])
    row = json.loads(encode(outline(scene())))
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(row)
    assert not validator.is_valid(row | {"text": "INT."})


def test_a_field_named_description_keeps_its_schema() -> None:
    schema = json.loads(all_schemas()["relations.schema.json"])
    assert schema["$defs"]["Relation"]["properties"]["description"]["type"] == "string"


def test_the_folder_of_schemas_is_the_one_that_the_records_give() -> None:
    assert differences(ROOT / "schemas") == [], "run: linedscript schemas write"


def test_parquet_bytes_depend_on_the_rows_alone() -> None:
    rows = [relation(1), relation(2, confidence=0.25)]
    assert table_bytes(Relation, [rows]) == table_bytes(Relation, [rows])


def test_parquet_holds_the_rows_in_order_with_lists_and_records_as_such(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(table_bytes(Relation, [[relation(1)], [], [relation(2)]]))
    rows = list(read_rows(tmp_path / "x.parquet"))
    assert rows == [json.loads(encode(relation(number))) for number in (1, 2)]
    assert isinstance(rows[0]["evidence"], list) and rows[0]["evidence"][0]["kind"] == "span"
    assert rows[0]["made"]["annotator"] == "rules" and rows[0]["time_range"] is None


def test_a_record_that_is_null_is_not_one_whose_fields_are(tmp_path: Path) -> None:
    from linedscript.records.base import Record

    class Inner(Record):
        at: int | None

    class Outer(Record):
        one: Inner | None
        many: tuple[tuple[int, int], ...]

    rows = [Outer(one=None, many=()), Outer(one=Inner(at=None), many=((1, 2), (3, 4)))]
    (tmp_path / "x.parquet").write_bytes(table_bytes(Outer, [rows]))
    assert list(read_rows(tmp_path / "x.parquet")) == [json.loads(encode(row)) for row in rows]


def test_only_fields_without_a_fixed_shape_are_columns_of_json() -> None:
    free = {(layer, name) for layer in LAYERS for name, kind in columns(LAYERS[layer].record).items() if kind == "json"}
    assert free == {("superseded", "model"), ("superseded", "reviewed")}


@pytest.mark.parametrize("layer", ["superseded", "units", "scenes"])
def test_pandas_like_readers_get_the_types_that_the_columns_name(built: Path, layer: str) -> None:
    import pyarrow.parquet as pq

    schema = pq.read_schema(built / f"build/parent/parquet/{layer}.parquet")
    for name, kind in columns(LAYERS[layer].record).items():
        found = str(schema.field(name).type)
        wanted = {ListOf: "list<", StructOf: "struct<"}.get(type(kind), "string" if kind == "json" else kind)
        assert found.startswith(wanted), name


@pytest.mark.parametrize("layer", LAYERS)
def test_an_empty_layer_has_the_columns_of_a_full_one(layer: str, tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(table_bytes(LAYERS[layer].record, []))
    assert list(read_rows(tmp_path / "x.parquet")) == []
    assert list(columns(LAYERS[layer].record)) == list(LAYERS[layer].record.__struct_fields__)


def test_the_card_has_front_matter_with_a_config_for_each_layer(built: Path) -> None:
    card = (built / "build/parent/README.md").read_text(encoding="utf-8")
    front = loads(card.split("---\n")[1], "README.md")
    assert front["license"] == "other" and front["language"] == ["en", "zh"]
    assert {entry["config_name"] for entry in front["configs"]} == set(LAYERS)
    assert all((built / "build/parent" / entry["data_files"]).is_file() for entry in front["configs"])


def test_the_card_calls_the_rules_a_baseline(built: Path) -> None:
    assert "**a baseline**" in (built / "build/parent/README.md").read_text(encoding="utf-8")


def test_croissant_has_what_the_format_requires_and_its_references_resolve(built: Path) -> None:
    document = json.loads((built / "build/parent/croissant.json").read_bytes())
    for name in (
        "@context",
        "@type",
        "conformsTo",
        "description",
        "license",
        "name",
        "url",
        "creator",
        "datePublished",
    ):
        assert document[name], name
    files = {entry["@id"] for entry in document["distribution"]}

    def fields(held):
        return [field for one in held for field in (one, *fields(one.get("subField", ())))]

    ids = [field["@id"] for records in document["recordSet"] for field in fields(records["field"])]
    ids += [records["@id"] for records in document["recordSet"]] + sorted(files)
    assert len(ids) == len(set(ids))
    for records in document["recordSet"]:
        for key in records.get("key", ()):
            assert key["@id"] in ids
        for field in fields(records["field"]):
            assert ("subField" in field) != (field.get("source", {}).get("fileObject", {}).get("@id") in files)


def test_croissant_describes_each_field_by_its_schema(built: Path) -> None:
    document = json.loads((built / "build/parent/croissant.json").read_bytes())
    units = next(one for one in document["recordSet"] if one["@id"] == "units")
    about = {field["name"]: field for field in units["field"]}
    assert about["modality"]["description"] == ("Modality: one of actual, hypothetical, intended, possible, reported")
    assert about["scene"]["description"] == "Scene: an id of the layer scenes"
    assert about["evidence"]["description"] == "Where the record is read off the script: a list, each a record"
    inner = {field["name"]: field["description"] for field in about["evidence"]["subField"]}
    assert inner["start"].endswith("in code points: whole number from 0 or null")


@pytest.mark.parametrize("layer", LAYERS)
def test_every_column_has_a_description_and_so_has_what_is_in_it(layer: str) -> None:
    def paths(fields, before=()):
        for name, type_ in fields.items():
            yield (*before, name)
            while isinstance(type_, ListOf):
                type_ = type_.of
            if isinstance(type_, StructOf):
                yield from paths(type_.fields, (*before, name))

    assert set(paths(columns(LAYERS[layer].record))) <= descriptions(layer).keys()


def test_words_are_kept_for_fields_that_records_have() -> None:
    defs: dict[str, set[str]] = {}
    for layer in LAYERS:
        for record, held in json.loads(all_schemas()[f"{layer}.schema.json"])["$defs"].items():
            defs.setdefault(record, set()).update(held.get("properties", ()))
    named = {f"{record}.{name}" for record, names in defs.items() for name in names} | set().union(*defs.values())
    assert set(FIELDS) <= named


@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_croissant_says_what_the_card_says_of_how_the_data_came_about(built: Path, view: str) -> None:
    document = json.loads((built / f"build/{view}/croissant.json").read_bytes())
    card = (built / f"build/{view}/README.md").read_text(encoding="utf-8").replace("*", "")
    assert "http://mlcommons.org/croissant/RAI/1.0" in document["conformsTo"]
    assert document["rai:dataCollectionRawData"] in card and document["rai:dataReleaseMaintenancePlan"] in card
    collected, protocol, limits = (
        document[f"rai:{name}"] for name in ("dataCollection", "dataAnnotationProtocol", "dataLimitations")
    )
    assert collected.partition(" Films by language: ")[0] in card and collected.endswith("1 en, 1 zh.")
    baseline = (
        "These annotations were made by `rules`, the embedded deterministic annotators: a baseline, not a model's"
    )
    assert baseline in card and baseline in protocol and baseline in limits
    assert "controls for what a model recalls about a work" in limits and "withheld as stale" in limits
    assert document["rai:machineAnnotationTools"] == ["rules"]


def test_croissant_names_the_hashes_of_its_files(built: Path) -> None:
    from linedscript.release.sums import read_sums

    document = json.loads((built / "build/parent/croissant.json").read_bytes())
    sums = read_sums(built / "build/parent")
    assert sums is not None
    assert all(sums[entry["contentUrl"]] == entry["sha256"] for entry in document["distribution"])


def test_the_citation_file_is_strict_yaml_with_the_version(built: Path) -> None:
    citation = loads((built / "build/pseudonymized/CITATION.cff").read_text(encoding="utf-8"), "CITATION.cff")
    assert citation["cff-version"] == "1.2.0" and citation["version"] == "v0.1.0" and citation["type"] == "dataset"


def test_a_recipe_ships_only_where_the_map_s_pin_releases_it(built: Path) -> None:
    assert Release(built / "build/pseudonymized").manifest().recipes == ("en-0001",)
    assert (built / "build/pseudonymized/data/recipe/en-0001.jsonl").is_file()
    assert not (built / "build/pseudonymized/data/recipe/zh-0001.jsonl").exists()


def test_no_recipe_ships_where_params_withhold_them(built: Path) -> None:
    pseudonymized(built, recipe=False)
    assert Release(built / "build/pseudonymized").manifest().recipes == ()
    assert not (built / "build/pseudonymized/data/recipe").exists()


def test_pseudonymized_films_hold_no_field_that_names_the_work(built: Path) -> None:
    rows = [json.loads(line) for line in (built / "build/pseudonymized/films.jsonl").read_text().splitlines()]
    assert [sorted(row) for row in rows] == [["id", "language", "suites"]] * 2


def test_assembling_twice_gives_the_same_bytes(built: Path) -> None:
    before = (built / "build/pseudonymized/SHA256SUMS").read_bytes()
    pseudonymized(built)
    assert (built / "build/pseudonymized/SHA256SUMS").read_bytes() == before


@given(st.text(alphabet="ab c", max_size=60), st.text(alphabet="ab c", max_size=40))
def test_the_longest_shared_run_is_the_one_that_brute_force_finds(text: str, said: str) -> None:
    script, words = Script([text], "en", 2), tokens(said, "en")
    runs = [
        high - low
        for low in range(len(words))
        for high in range(low + 2, len(words) + 1)
        if any(script.tokens[at : at + high - low] == words[low:high] for at in range(len(script.tokens)))
    ]
    assert script.longest(words)[0] == max(runs, default=0)


@pytest.mark.parametrize(("text", "matches"), [("her", False), ("Her", True), ("HER", True), ("The Herd", False)])
def test_a_title_of_one_word_counts_only_with_its_capitals(text: str, matches: bool) -> None:
    wanted = pattern(["Her"])
    assert wanted is not None and bool(wanted.search(text)) is matches


@pytest.mark.parametrize(
    "text", ["a widow’s fathom", "A-WIDOWS-FATHOM", "widows_fathom", "awidowsfathom", "A Widow's  Fathom"]
)
def test_a_title_is_found_in_any_case_without_its_article_and_as_a_slug(text: str) -> None:
    wanted = pattern(["A Widow's Fathom"])
    assert wanted is not None and wanted.search(text.replace("’", "'"))


def test_a_story_without_contact_details_has_none() -> None:
    for text in (
        "On December sixth, 1917, one ship.",
        "Buoy Three, two lamps.",
        "第三场 室内 夜，1931年。",
        "s0001.u01",
    ):
        assert list(found(text)) == []
