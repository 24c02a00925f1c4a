"""Task II items as a layer: what it keeps and numbers, the D5 gate, and the count of what was rejected."""

from collections import Counter

import pytest
from factories import span
from telling import ANN_ACTS, THE_LEAD, told
from unit.suites.asked_films import dated_film, draw, rooms, story

from linedscript.suites.stage.candidates.progress import which_first
from linedscript.suites.stage.rejections import path_fault


@pytest.mark.parametrize(
    ("category", "places", "code"),
    [
        ("Scene Grounding", [("units/a", "s0001", 0), ("units/b", "s0001", 9)], None),
        ("Scene Grounding", [("units/a", "s0001", 0), ("units/b", "s0002", 9)], "path-leaves-its-scene"),
        ("Temporal Reasoning", [("units/a", "s0001", 0), ("units/b", "s0002", 9)], None),
        ("Temporal Reasoning", [("units/a", "s0001", 0), ("units/b", "s0001", 9)], "path-in-one-scene"),
        ("Temporal Reasoning", [("units/a", "s0001", 0), ("units/a", "s0002", 9)], "single-unit"),
    ],
)
def test_a_path_needs_two_support_units_in_the_right_places(category, places, code):
    steps = [(record, where, span(where, start, start + 4)) for record, where, start in places]
    assert path_fault(category, steps) == code


def test_items_have_ids_paths_and_citations():
    outcome = draw(*dated_film())
    assert [item.id for item in outcome.records] == [f"t2-{n:04d}" for n in range(1, len(outcome.records) + 1)]
    assert all(len(item.path) >= 2 and item.cites for item in outcome.records)
    assert {"Temporal Reasoning", "Role-Relation Continuity"} <= {item.category for item in outcome.records}


def test_one_item_more_rewords_none_of_another_way_of_asking():
    scenes, units = dated_film()
    few = {item.answer: item.question for item in draw(scenes, units[1:]).records}
    more = {item.answer: item.question for item in draw(scenes, units).records}
    assert len(more) > len(few) and few["May 5, 2025"] == more["May 5, 2025"]


def test_no_question_holds_a_film_id():
    assert not any("0001" in item.question for item in draw(*dated_film()).records)


def test_rejected_candidates_are_counted_by_kind_and_reason():
    scenes, units = dated_film()
    units[2] = told(scenes, 3, "Cy steals the brass lead from a wooden drawer.", THE_LEAD, trigger="steal")
    entry = next(entry for entry in draw(scenes, units).ledger if entry.key == "candidates:next_holder")
    assert (entry.code, entry.count, entry.outcome) == ("holder-unknown", 1, "refused_record")


def test_no_more_items_than_the_caps():
    scenes, units = dated_film()
    assert len(draw(scenes, units, items=1).records) == 1
    kinds = [item.category for item in draw(scenes, units, per_category=1).records]
    assert len(kinds) == len(set(kinds))


def test_the_right_one_of_three_events_stands_at_no_fixed_place():
    deeds = [
        f"Ann {verb} the {thing} behind the chapel."
        for verb, thing in zip(
            "paints hides mends counts burns sells".split(), "fence ledger oar coins letter clock".split(), strict=True
        )
    ]
    scenes = rooms(*deeds)
    units = [told(scenes, number, deed, ANN_ACTS) for number, deed in enumerate(deeds, 1)]
    places = [list(one.asks.values()).index(one.answer) for one in which_first(story(scenes, units), Counter())]
    assert set(places) == {0, 1, 2}
