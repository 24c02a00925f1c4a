"""Means that are printed are those of the tables, and say which they are."""

from linedscript.cli._means import means
from linedscript.statistics.columns import Observation


def test_the_headline_weighs_trajectories_and_then_films_the_same():
    long = [Observation("en-0001", f"cp-{number}", 1.0, "ent-0001") for number in range(4)]
    short = [Observation("en-0001", "cp-9", 0.0, "ent-0002"), Observation("zh-0001", "cp-1", 0.0, "ent-0001")]
    assert means([*long, *short]) == "0.2500 macro by film\t0.6667 over targets"


def test_without_a_score_there_is_no_mean():
    assert means([Observation("en-0001", "cp-1", None)]) == "– macro by film\t– over targets"
