from pathlib import Path

import pytest
from identity_maps import replaced, title

from linedscript.errors import LinedscriptError
from linedscript.identity.store import map_path, pin, pin_of, read_frozen, read_manifest, read_map, write_frozen
from linedscript.io.canonical import encode, lines

ROWS = [title("The Long Wait"), replaced(1, "Ann Pell", "Theodora Q")]


@pytest.fixture
def frozen(tmp_path):
    (tmp_path / "manifests").mkdir()
    entry = pin("en-0001", ROWS, "samples", "release")
    write_frozen(ROWS, entry, map_path(tmp_path, "en-0001", "samples"), tmp_path / "manifests/identity.json")
    return tmp_path


def test_a_frozen_map_is_found_by_its_manifest_and_read_back(frozen):
    path = map_path(frozen, "en-0001")
    assert path == frozen / "samples/identity/en-0001.jsonl"
    rows = read_frozen("en-0001", path, pin_of("en-0001", frozen / "manifests/identity.json"))
    assert lines(rows) == lines(ROWS)


def test_a_changed_map_is_refused_with_the_command_that_freezes_it(frozen):
    path = map_path(frozen, "en-0001")
    path.write_bytes(path.read_bytes().replace(b"Theodora", b"Dorothea"))
    with pytest.raises(LinedscriptError, match="map-changed.*en-0001(.|\n)*linedscript identity freeze --film en-0001"):
        read_frozen("en-0001", path, pin_of("en-0001", frozen / "manifests/identity.json"))


def test_a_film_without_a_pin_is_refused(frozen):
    with pytest.raises(LinedscriptError, match="map-not-frozen.*en-0002"):
        pin_of("en-0002", frozen / "manifests/identity.json")


def test_a_film_without_a_pin_has_its_map_in_private():
    assert map_path(Path("p"), "en-0009") == Path("p/private/identity/en-0009.jsonl")


def test_a_missing_map_says_where_to_get_it(frozen):
    with pytest.raises(LinedscriptError, match="missing-map(.|\n)*dvc --cd private pull"):
        read_frozen("en-0001", frozen / "none.jsonl", "0" * 64)


def test_an_unknown_field_in_a_map_is_named_with_its_line(frozen):
    path = map_path(frozen, "en-0001")
    path.write_bytes(path.read_bytes().replace(b'"reason"', b'"reasons"'))
    with pytest.raises(LinedscriptError, match="invalid-map.*en-0001.jsonl:1"):
        read_frozen("en-0001", path, "0" * 64)


def test_freezing_one_film_leaves_the_pins_of_others(frozen):
    manifest = frozen / "manifests/identity.json"
    other = [title("Errata", film="en-0002")]
    write_frozen(other, pin("en-0002", other, "private", "withhold"), map_path(frozen, "en-0002", "private"), manifest)
    assert [(row.film, row.recipe) for row in read_manifest(manifest)] == [
        ("en-0001", "release"),
        ("en-0002", "withhold"),
    ]


def test_two_pins_of_one_film_are_refused(tmp_path: Path) -> None:
    entry = {"film": "en-0001", "place": "samples", "sha256": "0" * 64, "recipe": "release"}
    path = tmp_path / "identity.json"
    path.write_bytes(encode([entry, entry | {"sha256": "1" * 64}]))
    with pytest.raises(LinedscriptError, match="pins two maps"):
        read_manifest(path)


def test_a_line_of_a_map_nested_without_end_is_an_invalid_map(tmp_path: Path) -> None:
    path = tmp_path / "en-0001.jsonl"
    path.write_bytes(b'{"a":' + b"[" * 100_000 + b"\n")
    with pytest.raises(LinedscriptError, match="invalid-map"):
        read_map(path)
