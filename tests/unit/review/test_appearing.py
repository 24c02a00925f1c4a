"""A merely described somebody is merged into a named character: the pilot, who leaves in s0002, is Ann."""

import factories as make
import pytest
from msgspec.structs import replace


@pytest.fixture
def undescribed(film):
    """The small film in which the pilot, who bears no name, has no presence and no perception."""
    film["presence"] = [one for one in film["presence"] if one.character != "ent-0003"]
    film["perception"] = [one for one in film["perception"] if one.character != "ent-0003"]
    film["entities"][2] = make.entity(
        3, "the pilot", named=False, evidence=(make.span("s0002", 0, 9), make.span("s0002", 20, 29))
    )
    return film


def test_the_survivor_is_on_the_screen_where_the_other_acts(undescribed, review, merge, get):
    there = get(review(merge()), "presence", "s0002.ent-0001")
    assert (there.level, there.basis, there.first, there.last) == ("on_screen", "action", 0, 29)


def test_the_survivor_takes_part_in_what_the_other_does(undescribed, review, merge, get):
    assert get(review(merge()), "perception", "s0002.u01:ent-0001").participant


def test_the_survivor_perceives_what_happens_between_its_places_and_nothing_after_them(undescribed, review, merge, get):
    for number, start in ((2, 12), (3, 40)):
        undescribed["units"].append(
            make.unit(
                number,
                id=f"s0002.u0{number}",
                scene="s0002",
                kind="Occasion",
                participants=(make.participant("Bo", "ent-0002"),),
                evidence=(make.span("s0002", start, start + 4),),
            )
        )
    reviewed = review(merge())
    assert get(reviewed, "perception", "s0002.u02:ent-0001").witness
    assert not get(reviewed, "perception", "s0002.u02:ent-0001").participant
    assert get(reviewed, "perception", "s0002.u03:ent-0001") is None


def test_a_fact_that_the_survivor_was_part_of_is_not_unknown_to_it(undescribed, review, merge, get):
    undescribed["access"].append(make.access(3, fact="s0002.u01", mode="unknown", gained=None, cites=()))
    access = get(review(merge()), "access", "ac-0003")
    assert (access.mode, access.gained.scene) == ("involved", "s0002")


def test_whoever_is_only_spoken_of_appears_nowhere(undescribed, review, merge, get):
    undescribed["units"][2] = replace(undescribed["units"][2], modality="reported")
    assert get(review(merge()), "presence", "s0002.ent-0001").level == "absent_unmentioned"
