"""What a patch took out as a leak stands in no record of what was superseded."""

import factories as make
import pytest

NUMBER = "Ann says: “Five-five-five, oh-one-four-seven.”"


@pytest.fixture
def film(film):
    film["units"][0] = make.unit(1, summary=NUMBER)
    for place, units in enumerate((("s0001.u01", "s0001.u02"), ("s0002.u01",))):
        cites = tuple(make.cite("units", one, "summary") for one in film["units"] if one.id in units)
        film["episodes"][place] = make.episode(
            place + 1, scene=f"s000{place + 1}", units=units, participants=(), cites=cites
        )
    first, second = film["episodes"]
    film["links"] = [make.link(1, cites=tuple(make.cite("episodes", one, "units") for one in (first, second)))]
    film["storylines"] = [make.storyline(1, cites=(make.cite("links", film["links"][0], "type"),))]
    film["states"] = []
    film["traits"], film["prompts"], film["checkpoints"], film["items"] = [], [], [], []
    film["memories"] = [
        make.memory(1, text="I said: “Five-five-five, oh-one-four-seven.”",
                    cites=(make.cite("units", film["units"][0], "summary"),))
    ]  # fmt: skip
    return film


def out(patch):
    return patch(1, expect={"summary": NUMBER}, value={"summary": "Ann reads a number."}, reason="leak")


def test_a_record_that_repeats_a_leak_and_ends_is_not_kept(review, patch, ending, film):
    reviewed = review(out(patch), ending(2, "memories", "drop", "mm-0001"))
    assert "Five-five-five" not in repr(reviewed.superseded)


def test_a_record_that_ends_and_repeats_no_leak_is_kept(review, ending, film):
    reviewed = review(ending(1, "memories", "drop", "mm-0001"))
    assert [entry.id for entry in reviewed.superseded] == ["memories/mm-0001"]
