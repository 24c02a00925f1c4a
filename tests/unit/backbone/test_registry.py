"""The predicate registry holds what D2 says."""

from itertools import product
from pathlib import Path

import pytest

from linedscript.backbone.registry import PATH, read_registry, registry
from linedscript.errors import LinedscriptError
from linedscript.records.entity import ENTITY_TYPES

SYMMETRIC = {"kinship_with", "affinity_with", "hostility_with", "allied_with", "opposes"}


def test_it_has_fifteen_predicates():
    assert len(registry().predicates) == 15


@pytest.mark.parametrize(
    ("subject", "object_", "predicate"),
    [
        ("Character", "Location", "located_at"),
        ("Character", "Organization", "affiliated_with"),
        ("Occasion", "Location", "occurs_at"),
        ("Occasion", "TimePoint", "occurs_on"),
    ],
)
def test_four_pairs_of_types_admit_exactly_one_predicate(subject, object_, predicate):
    assert registry().admissible((subject,), (object_,)) == (predicate,)


def test_two_characters_admit_several_so_that_no_repair_is_unique():
    assert registry().admissible(("Character",), ("Character",)) == (
        "kinship_with",
        "affinity_with",
        "hostility_with",
        "leads",
    )


def test_part_of_joins_equal_types_only():
    parts = {
        (left, right)
        for left, right in product(ENTITY_TYPES, ENTITY_TYPES)
        if registry().valid("part_of", (left,), (right,))
    }
    assert parts == {(kind, kind) for kind in ("Location", "Object", "Organization", "Occasion")}


def test_a_pair_without_any_predicate_admits_none():
    assert registry().admissible(("TimePoint",), ("Character",)) == ()


def test_a_multi_typed_end_admits_what_any_of_its_types_does():
    assert registry().admissible(("Character",), ("Organization", "Location")) == ("affiliated_with", "located_at")


def test_symmetric_predicates_are_those_of_the_decision():
    assert {rule.name for rule in registry().predicates if rule.symmetric} == SYMMETRIC


def test_an_unknown_predicate_is_valid_for_nothing():
    assert not registry().valid("knows", ("Character",), ("Character",))


def broken(tmp_path: Path, old: str, new: str) -> Path:
    path = tmp_path / "predicates.yaml"
    path.write_text(PATH.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("name: leads", "name: commands", "invalid-registry"),
        ("name: leads", "name: opposes", "leads stands 0 times"),
        ("symmetric: false", "symmetrical: false", "invalid-registry"),
        ("domain: [Character, Organization]", "domain: [Person]", "invalid-registry"),
        ("version: 1", "version: 1\nversion: 2", "invalid-yaml"),
    ],
)
def test_a_broken_registry_is_refused(tmp_path, old, new, says):
    with pytest.raises(LinedscriptError) as caught:
        read_registry(broken(tmp_path, old, new))
    assert says in str(caught.value)
