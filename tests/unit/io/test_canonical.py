import pytest
from factories import entity, unit
from hypothesis import given
from hypothesis import strategies as st

from linedscript.errors import Faults, LinedscriptError
from linedscript.io.canonical import digest, encode, fields_digest, id_key, lines, read_records, write_records
from linedscript.records.entity import Entity


def test_keys_are_sorted_and_text_is_not_escaped():
    assert encode({"b": 1, "a": "场景"}) == '{"a":"场景","b":1}'.encode()


def test_records_are_sorted_by_the_numbers_in_their_ids():
    rows = lines([entity(10), entity(9), entity(10000, "Bo")]).decode().splitlines()
    assert [row.split('"id":"')[1][:9].rstrip('",') for row in rows] == ["ent-0009", "ent-0010", "ent-10000"]


def test_two_records_with_one_id_are_an_error():
    with pytest.raises(LinedscriptError, match="duplicate-id"):
        lines([entity(1), entity(1, "Bo")])


def test_written_records_are_read_back_equal(tmp_path):
    rows = [entity(1), entity(2, "Bo")]
    write_records(tmp_path / "e.jsonl", rows)
    assert read_records(tmp_path / "e.jsonl", Entity) == rows


def test_every_faulty_line_is_named_at_once(tmp_path):
    path = tmp_path / "e.jsonl"
    path.write_bytes(encode(entity(1)) + b"\n{}\nnot json\n")
    with pytest.raises(Faults) as caught:
        read_records(path, Entity)
    assert [fault.place for fault in caught.value.faults] == [f"{path}:2", f"{path}:3"]


def test_an_unknown_field_is_an_error(tmp_path):
    path = tmp_path / "e.jsonl"
    path.write_bytes(encode(entity(1))[:-1] + b',"zzz":1}\n')
    with pytest.raises(LinedscriptError, match="unknown field `zzz`"):
        read_records(path, Entity)


def test_a_file_without_a_final_line_end_is_torn(tmp_path):
    path = tmp_path / "e.jsonl"
    path.write_bytes(encode(entity(1)))
    with pytest.raises(LinedscriptError, match="torn-file"):
        read_records(path, Entity)


def test_a_citation_digest_changes_with_the_cited_fields_alone():
    one = fields_digest(entity(1), ("name",))
    assert one == fields_digest(entity(1, description="else"), ("name",)) != fields_digest(entity(1, "Bo"), ("name",))


@given(st.dictionaries(st.text(), st.integers() | st.text()))
def test_the_order_of_keys_does_not_matter(value):
    assert digest(value) == digest(dict(reversed(value.items())))


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=2))
def test_ids_sort_as_their_numbers(numbers):
    one, two = numbers
    assert (id_key(f"ent-{one:04d}") < id_key(f"ent-{two:04d}")) == (one < two)


def test_ids_of_one_layer_with_and_without_patches_can_be_compared():
    assert sorted(["u-pt-0001", unit(2).id, unit(1).id], key=id_key) == ["s0001.u01", "s0001.u02", "u-pt-0001"]
