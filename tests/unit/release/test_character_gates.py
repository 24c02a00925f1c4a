"""Seeded defects in exemplars, memories and traits: each is caught by name."""

from pathlib import Path

import pytest
from factories import exemplar, memory, trait
from film_records import evidence, scenes
from release_tree import rewrite
from test_gates import found, gates

from linedscript.io.canonical import encode
from linedscript.io.files import write_bytes
from linedscript.records.character import Anchor

LINE = evidence(scenes("en-0001")[0], 3, 8)


def with_row(built: Path, row) -> set:
    """The gates' findings on a release with one more record, in a scene whose one element is dialogue."""
    data = built / "build/parent/data"
    rewrite(
        data / "scenes/en-0001.jsonl",
        lambda row: row | {"elements": [element | {"kind": "dialogue"} for element in row["elements"]]},
    )
    layer = type(row).__name__.lower().replace("memory", "memorie") + "s"
    write_bytes(data / f"{layer}/en-0001.jsonl", encode(row) + b"\n")
    return {one for one in found(gates(built / "build/parent")) if one[1] == f"data/{layer}/en-0001.jsonl"}


@pytest.mark.parametrize(
    ("at", "code"), [(8, set()), (3, {("exemplar-place", "data/exemplars/en-0001.jsonl", "ex-0001")})]
)
def test_an_exemplar_that_is_said_elsewhere_than_its_line_is_named(built, at, code):
    row = exemplar(1, at=Anchor(scene="s0001", offset=at), evidence=(LINE,))
    assert {one for one in with_row(built, row) if one[0].startswith("exemplar-")} == code


def test_an_exemplar_out_of_action_is_named(built: Path) -> None:
    row = exemplar(1, at=Anchor(scene="s0001", offset=8), evidence=(LINE,))
    with_row(built, row)
    rewrite(
        built / "build/parent/data/scenes/en-0001.jsonl",
        lambda row: row | {"elements": [element | {"kind": "action"} for element in row["elements"]]},
    )
    report = found(gates(built / "build/parent"))
    assert ("exemplar-not-dialogue", "data/exemplars/en-0001.jsonl", "ex-0001") in report


@pytest.mark.parametrize(("unit", "code"), [("s0001.u01", None), ("s0002.u01", "memory-unseen")])
def test_a_memory_of_what_was_not_perceived_is_named(built, unit, code):
    row = memory(1, units=(unit,), at=Anchor(scene="s0001", offset=8), evidence=(LINE,))
    assert (code in {one[0] for one in with_row(built, row)}) is (code is not None)


@pytest.mark.parametrize(("at", "code"), [(8, None), (7, "memory-too-early")])
def test_a_memory_from_before_its_evidence_is_over_is_named(built, at, code):
    row = memory(1, at=Anchor(scene="s0001", offset=at), evidence=(LINE,))
    assert (code in {one[0] for one in with_row(built, row)}) is (code is not None)


@pytest.mark.parametrize(
    ("since", "until", "code"), [(8, None, None), (7, None, "trait-too-early"), (8, 8, "interval-order")]
)
def test_a_line_of_a_card_that_holds_too_early_or_ends_before_it_begins_is_named(built, since, until, code):
    row = trait(
        1,
        valid_from=Anchor(scene="s0001", offset=since),
        valid_to=until and Anchor(scene="s0001", offset=until),
        evidence=(LINE,),
    )
    assert {one[0] for one in with_row(built, row)} & {"trait-too-early", "interval-order"} == ({code} - {None})
