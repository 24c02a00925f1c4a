"""Roles of low yield are in the review queue."""

from linedscript.review.queue import QueueSettings, read_settings, review_queue


def entries(reviewed, **least):
    found = review_queue("en-0001", reviewed, [], [], [], QueueSettings(0.0, least))
    return [(entry.id, entry.detail) for entry in found if entry.kind == "low_yield"]


def test_a_role_with_too_little_is_listed_with_what_it_lacks(review):
    assert entries(review(), pairs=2, prompts=2) == [("low_yield:roles/ent-0001", "too few pairs (1)")]


def test_a_role_that_has_enough_is_not_listed(review):
    assert entries(review(), pairs=1) == []


def test_a_film_without_prompts_has_no_roles(review, film):
    del film["prompts"]
    assert entries(review(), pairs=1) == []


def test_the_least_comes_with_the_settings_of_review():
    assert read_settings({"low_confidence": 0.5, "least": {"pairs": 2}}) == QueueSettings(0.5, {"pairs": 2})
