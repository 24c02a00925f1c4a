"""Two annotators' clusters, what they dispute, and the gold that comes of it."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linedscript.evaluation.agreement import agreement, block_row, blocks, disputed, gold_of
from linedscript.records.study import Profile

IDS = "abcdefg"


def profile(letter, film="en-0001", kind="Character", name=None):
    number = IDS.index(letter) + 1
    return Profile(
        id=f"{film}/s0001.m{number:02d}",
        film=film,
        scene="s0001",
        type=kind,
        name=name or letter.upper(),
        surface=name or letter.upper(),
        description="",
        evidence=f"{letter} waits.",
        stratum="plain",
        spans=((number * 10, number * 10 + 1),),
    )


def labels(text, film="en-0001"):
    """``"ab c"``: a and b together, c alone."""
    return {profile(letter, film).id: group for group in text.split() for letter in group}


def profiles(text=IDS):
    return [profile(letter) for letter in text]


def clusters_of(rows):
    found = {}
    for row in rows:
        found.setdefault(row.entity, set()).add(IDS[int(row.id[-2:]) - 1])
    return sorted("".join(sorted(group)) for group in found.values())


def judged(first, second, **verdicts):
    held = blocks(profiles("".join(sorted(set(first) - {" "}))), labels(first), labels(second))
    return gold_of(held, {profile(letter).id: label for letter, label in verdicts.items()})


partitions = st.lists(st.sampled_from("wxyz"), min_size=7, max_size=7).map(
    lambda held: dict(zip([one.id for one in profiles()], held, strict=True))
)


def test_agreement_counts_pairs_that_both_put_together_or_both_kept_apart():
    found = agreement(profiles("abcd"), labels("ab cd"), labels("ab c d"))
    assert (found.pairs, found.both_same, found.first_only, found.second_only) == (6, 1, 1, 0)
    assert found.raw == pytest.approx(5 / 6)
    assert found.kappa == pytest.approx((5 / 6 - 22 / 36) / (1 - 22 / 36))


@given(partitions, partitions)
def test_pairs_are_counted_as_if_they_were_listed(first, second):
    found = agreement(profiles(), first, second)
    same = [(first[a.id] == first[b.id], second[a.id] == second[b.id]) for a, b in combinations(profiles(), 2)]
    assert (found.pairs, found.both_same) == (len(same), same.count((True, True)))
    assert (found.first_only, found.second_only) == (same.count((True, False)), same.count((False, True)))


def test_kappa_is_undefined_where_chance_alone_agrees():
    assert agreement(profiles("abc"), labels("abc"), labels("abc")).kappa is None
    assert agreement(profiles("a"), labels("a"), labels("a")).raw is None


def test_profiles_of_two_films_or_types_make_no_pair():
    mixed = [profile("a"), profile("b", film="zh-0001"), profile("c", kind="Object")]
    same = {one.id: "x" for one in mixed}
    assert agreement(mixed, same, same).pairs == 0
    assert len(blocks(mixed, same, same)) == 3


def test_a_profile_that_one_of_them_left_open_is_left_out_and_counted():
    found = agreement(profiles("abc"), labels("ab c"), labels("ab c") | {profile("c").id: "?"})
    assert (found.undecided, found.pairs) == (1, 1)


@given(partitions)
def test_whoever_agrees_has_nothing_to_dispute(first):
    held = blocks(profiles(), first, {key: f"other {label}" for key, label in first.items()})
    assert disputed(held) == []
    assert len({row.entity for row in gold_of(held, {})}) == len(set(first.values()))


@given(partitions, partitions)
def test_gold_never_parts_what_both_put_together_nor_joins_what_neither_did(first, second):
    held = blocks(profiles(), first, second)
    rows = gold_of(held, {block.id: "one" for block in disputed(held)})
    home = {row.id: row.entity for row in rows}
    for a, b in combinations(profiles(), 2):
        one, two = home[a.id.rpartition("/")[2]], home[b.id.rpartition("/")[2]]
        if first[a.id] == first[b.id] and second[a.id] == second[b.id]:
            assert one == two
    for block in held:
        others = [other for other in held if other.dispute != block.dispute]
        assert all(first[block.id] != first[other.id] and second[block.id] != second[other.id] for other in others)


def test_the_adjudicator_joins_the_blocks_of_a_dispute_or_keeps_them_apart():
    assert clusters_of(judged("ab c", "a bc", a="x", b="x", c="y")) == ["ab", "c"]
    assert clusters_of(judged("ab c", "a bc", a="x", b="y", c="y")) == ["a", "bc"]
    assert clusters_of(judged("ab c d", "a bc d", a="x", b="y", c="z")) == ["a", "b", "c", "d"]


def test_the_adjudicator_s_labels_of_two_disputes_are_not_mixed_up():
    assert clusters_of(judged("ab cd", "a b c d", a="x", b="x", c="x", d="x")) == ["ab", "cd"]


def test_a_block_that_the_adjudicator_left_open_is_left_out():
    assert clusters_of(judged("ab c", "a bc", a="x", b="?", c="y")) == ["a", "c"]


def test_the_adjudicator_s_row_shows_names_evidence_and_both_labels():
    block = disputed(blocks(profiles("abc"), labels("abc"), labels("ab c")))[0]
    row = block_row(block)
    assert (row["names"], row["evidence"], row["first"], row["second"]) == ("A; B", "a waits. | b waits.", "abc", "ab")


def test_gold_is_called_by_the_longest_name_and_told_apart_by_its_first_mention():
    held = blocks([profile("a", name="Ann"), profile("b", name="Ann Moss")], labels("ab"), labels("ab"))
    assert {row.entity for row in gold_of(held, {})} == {"Ann Moss (s0001.m01)"}
