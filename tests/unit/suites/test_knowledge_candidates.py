"""Candidates over who learns of what, and who was there."""

from collections import Counter

import pytest
from factories import access
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, told
from unit.suites.candidate_films import BURNS, CONFESSES, COUNTS, PAINTS, at, film, made, only, stops

from linedscript.suites.stage.candidates.knowledge import knows_already, learns


def learning(mode="told", teller="ent-0002", **changes):
    scenes, units = film(BURNS, CONFESSES)
    row = access(
        1, **{"fact": "s0001.u01", "mode": mode, "gained": at(2, 800), "via": "s0002.u01", "teller": teller} | changes
    )
    return made(scenes, units, access=[row], checkpoints=stops(1, 2))


def test_who_tells_of_what_somebody_missed_is_asked_for():
    candidate = only(learns(learning(teller="ent-0003"), Counter()))
    assert (candidate.kind, candidate.answer, candidate.family) == ("learns_from", "Cy", "knowledge_acquisition")


def test_of_a_fact_that_names_who_tells_it_how_it_is_told_is_asked_for():
    candidate = only(learns(learning(), Counter()))
    assert candidate.kind == "learns_by" and candidate.answer.startswith("Bo confesses to Ann")


def test_what_gives_a_fact_away_is_asked_for_where_nobody_tells_it():
    candidate = only(learns(learning("inferred", None), Counter()))
    assert candidate.kind == "learns_by" and candidate.answer.startswith("Bo confesses to Ann")


def test_a_deed_of_the_one_who_knows_shows_that_it_is_known_and_not_by_what():
    scenes, units = film(BURNS, COUNTS)
    row = access(1, fact="s0001.u01", mode="inferred", gained=at(2, 800), via="s0002.u01", teller=None)
    rejected = Counter()
    assert list(learns(made(scenes, units, access=[row], checkpoints=stops(1, 2)), rejected)) == []
    assert rejected["learns", "low-value-evidence"] == 1


def test_a_fact_that_is_gained_before_it_happens_is_not_valid():
    rejected = Counter()
    assert list(learns(learning(gained=at(1)), rejected)) == []
    assert rejected["learns", "not-valid-at-checkpoint"] == 1


def meeting(*modes, fact=BURNS, stays=True, beside="Rain falls."):
    """Bo does something while others are there; Ann, of those, does more afterwards if she ``stays``."""
    more = "Ann lights a lamp by the window."
    scenes, units = film(f"{fact}\n{beside}\n{more}", PAINTS)
    units[0] = told(scenes, 1, fact, BO_ACTS, trigger="burn")
    if stays:
        units.append(told(scenes, 1, more, ANN_ACTS, number=2, trigger="light"))
    units.append(told(scenes, 2, PAINTS, CY_ACTS, number=2))
    rows = [
        access(number, character=f"ent-{who:04d}", mode=mode, gained=None if mode == "unknown" else at(1, 40))
        for number, (who, mode) in enumerate(modes, 1)
    ]
    checkpoints = stops(1, 2) + stops(1, 2, character=3)
    return made(scenes, units, access=rows, checkpoints=checkpoints)


def test_the_one_of_two_who_was_there_is_asked_for_by_a_later_meeting():
    candidate = only(knows_already(meeting((1, "witnessed"), (3, "unknown")), Counter()))
    assert (candidate.answer, candidate.asks["one"], candidate.asks["other"]) == ("Ann", "Ann", "Cy")


def test_a_witness_who_may_have_left_before_is_not_asked_for():
    told_film = meeting((1, "witnessed"), (3, "unknown"), stays=False)
    rejected = Counter()
    assert list(knows_already(told_film, rejected)) == []
    assert rejected["knows_already", "not-unique"] == 1


def test_no_witness_is_asked_for_where_a_crowd_was_there():
    rejected = Counter()
    told_film = meeting((1, "witnessed"), (3, "unknown"), beside="Everybody stares at Bo.")
    assert list(knows_already(told_film, rejected)) == []
    assert rejected["knows_already", "not-unique"] == 1


@pytest.mark.parametrize("modes", [((1, "witnessed"), (3, "told")), ((1, "unknown"), (3, "unknown"))])
def test_no_witness_is_asked_for_where_both_or_neither_know(modes):
    assert list(knows_already(meeting(*modes), Counter())) == []


def test_a_clause_that_says_whether_a_man_or_a_woman_was_there_asks_for_no_witness():
    hers = "Bo burns a torn ledger behind her chapel."
    scenes, units = film(hers, PAINTS)
    units[0] = told(scenes, 1, hers, BO_ACTS, trigger="burn")
    units.append(told(scenes, 2, PAINTS, CY_ACTS, number=2))
    rows = [access(1, mode="witnessed"), access(2, character="ent-0003", mode="unknown", gained=None)]
    told_film = made(scenes, units, access=rows, checkpoints=stops(1, 2) + stops(1, 2, character=3))
    assert list(knows_already(told_film, Counter())) == []
