"""Candidates over what characters are, learn and do to each other: each family, and what speaks against it."""

from collections import Counter

import pytest
from factories import access, checkpoint, development, state
from story import story as scenes_of
from telling import ANN_ACTS, BO_ACTS, CY_ACTS, THE_LEAD, told
from unit.suites.asked_films import rooms, story

from linedscript.records.character import Anchor
from linedscript.suites.stage.candidates.aims import fates
from linedscript.suites.stage.candidates.bonds import turns
from linedscript.suites.stage.candidates.changes import delayed, trigger
from linedscript.suites.stage.candidates.constants import kin, unchanged
from linedscript.suites.stage.candidates.contrast import contrast, state_change
from linedscript.suites.stage.candidates.knowledge import knows_already, learns

ACCUSES = "Ann accuses Bo: “You sold the silver clock.”"
CONFESSES = "Bo confesses to Ann: “I gave the clock to a thief.”"
PAINTS = "Ann paints the crooked fence blue again."
COUNTS = "Ann counts forty silver coins twice."
BURNS = "Bo burns a torn ledger behind the chapel."
SPEAKS = ("Ann", "ent-0001", "speaker")
TO_ANN = ("Ann", "ent-0001", "addressee")
BO_SPEAKS = ("Bo", "ent-0002", "speaker")
TO_BO = ("Bo", "ent-0002", "addressee")


def film(*sentences):
    """A scene per sentence; Ann does or says each, but where its first word is another name."""
    scenes = rooms(*sentences)
    return scenes, [_unit(scenes, number, text) for number, text in enumerate(sentences, 1)]


def _unit(scenes, number, text):
    parts = {
        ACCUSES: ((SPEAKS, TO_BO), "accuse"),
        CONFESSES: ((BO_SPEAKS, TO_ANN), "confess"),
        BURNS: ((BO_ACTS,), "burn"),
    }
    people, verb = parts.get(text, ((ANN_ACTS,), text.split()[1].rstrip("s")))
    return told(scenes, number, text, *people, trigger=verb, kind="Interaction" if len(people) > 1 else "Event")


def at(scene, offset=0):
    return Anchor(scene=f"s{scene:04d}", offset=offset)


def stops(*scenes, character=1):
    """Checkpoints of a character at the ends of scenes."""
    return [
        checkpoint(n, id=f"cp-{character:04d}-{n:02d}", character=f"ent-{character:04d}", anchor=at(scene, 900))
        for n, scene in enumerate(scenes, 1)
    ]


def one_state(number, units, first, last, **changes):
    """Shown by the unit of the scene ``first``; until the scene ``last`` begins."""
    return state(
        number,
        **dict(
            aspect="role",
            value="Pilot",
            claim="Ann is Pilot.",
            valid_from=at(first),
            valid_to=None if last is None else at(last),
            evidence=(units[first - 1].evidence[0],),
        )
        | changes,
    )


def made(scenes, units, states=(), **more):
    return story(scenes, units, states=states, **more)


def only(found):
    (candidate,) = found
    return candidate


def test_two_states_of_one_matter_are_contrasted_at_two_moments_that_name_neither():
    scenes, units = film(PAINTS, COUNTS)
    states = [one_state(1, units, 1, 2), one_state(2, units, 2, None, value="Cook", after="cs-0001")]
    candidate = only(contrast(made(scenes, units, states, checkpoints=stops(1, 2)), Counter()))
    assert candidate.answer == "Pilot, then Cook"
    assert (candidate.asks["first"], candidate.asks["second"]) == (PAINTS[:-1], COUNTS[:-1])
    assert [one.id for one in candidate.checkpoints] == ["cp-0001-01", "cp-0001-02"]


@pytest.mark.parametrize(
    ("changes", "stop", "code"),
    [
        ({"value": "Pilot"}, (1, 2), "no-contrast"),
        ({"aspect": "emotion"}, (1, 2), "low-value-evidence"),
        ({"value": "fired"}, (1, 2), "answer-not-normalized"),
        ({}, (2,), "not-valid-at-checkpoint"),
    ],
)
def test_a_contrast_that_holds_nothing_to_ask_is_rejected_with_its_reason(changes, stop, code):
    scenes, units = film(PAINTS, COUNTS)
    states = [
        one_state(1, units, 1, 2),
        one_state(2, units, 2, None, **{"value": "Cook", "after": "cs-0001"} | changes),
    ]
    rejected = Counter()
    assert list(contrast(made(scenes, units, states, checkpoints=stops(*stop)), rejected)) == []
    assert rejected["contrast", code] == 1


def test_an_invariant_that_another_state_replaces_is_contradicted():
    scenes, units = film(PAINTS, COUNTS)
    states = [one_state(1, units, 1, 2, invariant=True), one_state(2, units, 2, None, value="Cook", after="cs-0001")]
    rejected = Counter()
    assert list(contrast(made(scenes, units, states, checkpoints=stops(1, 2)), rejected)) == []
    assert rejected["contrast", "invariant-contradicted"] == 1


def test_two_injuries_of_one_kind_are_no_contrast():
    scenes, units = film(PAINTS, COUNTS)
    hurt = {"aspect": "physical"}
    states = [
        one_state(1, units, 1, 2, value="injured leg", **hurt),
        one_state(2, units, 2, None, value="injured shin", after="cs-0001", **hurt),
    ]
    rejected = Counter()
    list(contrast(made(scenes, units, states, checkpoints=stops(1, 2)), rejected))
    assert rejected["contrast", "no-contrast"] == 1


def test_a_hurt_and_what_it_is_nursed_with_are_no_contrast():
    scenes, units = film(PAINTS, COUNTS)
    hurt = {"aspect": "physical"}
    states = [
        one_state(1, units, 1, 2, value="injured arm", **hurt),
        one_state(2, units, 2, None, value="in a sling", after="cs-0001", **hurt),
    ]
    rejected = Counter()
    assert list(contrast(made(scenes, units, states, checkpoints=stops(1, 2)), rejected)) == []
    assert rejected["contrast", "no-contrast"] == 1


@pytest.mark.parametrize("make", [contrast, state_change])
def test_a_change_whose_later_passage_tells_the_earlier_state_is_answered_by_one_passage(make):
    scenes, units = film(PAINTS, "Ann stands at the wheel, the sling gone, and whistles.")
    states = [
        one_state(1, units, 1, 2, aspect="physical", value="in a sling", claim="Ann is in a sling."),
        one_state(2, units, 2, None, aspect="physical", value="recovered", claim="Ann has recovered.", after="cs-0001"),
    ]
    rejected = Counter()
    assert list(make(made(scenes, units, states, checkpoints=stops(1, 2)), rejected)) == []
    assert rejected[make.__name__, "single-passage"] == 1


QUIET = (PAINTS, BURNS, COUNTS)


def test_what_holds_at_two_checkpoints_alike_is_asked_of_somebody_whom_two_deeds_stand_for():
    scenes, units = film(*QUIET)
    candidate = only(unchanged(made(scenes, units, [one_state(1, units, 1, None)], checkpoints=stops(1, 3)), Counter()))
    assert (candidate.kind, candidate.answer, candidate.family) == ("unchanged_role", "Pilot", "invariant_control")
    assert candidate.asks == {
        "first": "paints the crooked fence blue again",
        "second": "counts forty silver coins twice",
    }


def test_a_control_with_a_dismissal_in_between_is_contradicted():
    scenes, units = film(*QUIET, "Ann mends a broken oar with tar.")
    units.append(
        told(scenes, 2, "Bo burns a torn ledger behind the chapel.", BO_SPEAKS, TO_ANN, number=2, trigger="dismiss")
    )
    rejected = Counter()
    told_film = made(scenes, units, [one_state(1, units, 1, None)], checkpoints=stops(1, 3))
    assert list(unchanged(told_film, rejected)) == []
    assert rejected["unchanged_role", "invariant-contradicted"] == 1


ODDS = {"aspect": "relationship", "target": "ent-0002", "value": "at odds", "claim": "Ann is at odds with Bo."}
LEADS = "Ann leads Bo through the frozen orchard."


@pytest.mark.parametrize(("last", "asked"), [(ACCUSES, True), (CONFESSES, False), (PAINTS, False)])
def test_a_quarrel_lasts_only_as_far_as_a_later_clash_shows(last, asked):
    scenes, units = film("Ann accuses Bo: “You broke the glass door.”", COUNTS, LEADS, last)
    units[0] = told(scenes, 1, "Ann accuses Bo: “You broke the glass door.”", SPEAKS, TO_BO, trigger="accuse")
    units[2] = told(scenes, 3, LEADS, ANN_ACTS, ("Bo", "ent-0002", "patient"), trigger="lead")
    found = unchanged(made(scenes, units, [one_state(1, units, 1, None, **ODDS)], checkpoints=stops(1, 4)), Counter())
    assert bool([one for one in found if one.kind == "unchanged_relationship"]) is asked


KIN = {"aspect": "relationship", "invariant": True, "value": "father", "claim": "Bo is Ann's father."}


def family(*scenes_told, **changes):
    scenes, units = film(*scenes_told)
    return made(
        scenes, units, [one_state(1, units, 1, None, target="ent-0002", **KIN | changes)], checkpoints=stops(1, 4)
    )


def test_kin_are_asked_about_by_a_deed_of_each_and_not_by_name():
    candidate = only(kin(family(PAINTS, COUNTS, BURNS, "Ann mends a broken oar with tar."), Counter()))
    assert candidate.asks == {
        "first": "paints the crooked fence blue again",
        "second": "burns a torn ledger behind the chapel",
    }
    assert candidate.answer == "Bo is Ann's father" and candidate.family == "invariant_control"
    assert [step.record for step in candidate.steps] == ["states/cs-0001", "units/s0001.u01", "units/s0003.u01"]


def test_kin_of_whom_one_does_nothing_in_the_film_are_not_asked_about():
    rejected = Counter()
    assert list(kin(family(PAINTS, COUNTS, "Ann mends a broken oar with tar."), rejected)) == []
    assert rejected["unchanged_kin", "no-clause"] == 1


def test_a_second_father_contradicts_the_first():
    scenes, units = film(*QUIET)
    states = [
        one_state(1, units, 1, None, target="ent-0002", **KIN),
        one_state(2, units, 2, None, target="ent-0003", **KIN),
    ]
    rejected = Counter()
    assert list(kin(made(scenes, units, states, checkpoints=stops(1, 3)), rejected)) == []
    assert rejected["unchanged_kin", "invariant-contradicted"] == 2


def developed(scenes, units, **changes):
    states = [
        one_state(1, units, 1, 2),
        one_state(2, units, 2, None, value="Cook", claim="Ann is Cook.", after="cs-0001"),
    ]
    told_of = development(
        1, **{"kind": "role", "before": "cs-0001", "catalyst": "s0002.u01", "after": "cs-0002", "at": at(2)} | changes
    )
    return made(scenes, units, states, developments=[told_of], checkpoints=stops(1, 2, 3))


def test_what_brings_a_change_about_is_asked_for_by_both_of_its_states():
    candidate = only(trigger(developed(*film(PAINTS, CONFESSES, COUNTS)), Counter()))
    assert candidate.answer == CONFESSES.replace(": “", ", “").replace(".”", "”")
    assert (candidate.asks["first"], candidate.asks["second"]) == ("Ann is Pilot", "Ann is Cook")
    assert [step.record for step in candidate.steps] == ["states/cs-0001", "units/s0002.u01", "states/cs-0002"]


def test_a_change_that_one_speech_tells_from_before_to_after_is_answered_by_one_passage():
    rejected = Counter()
    told_film = developed(*film(PAINTS, "Bo confesses to Ann: “You were Pilot, and from now on you are Cook.”", COUNTS))
    assert list(trigger(told_film, rejected)) == []
    assert rejected["brought_about", "single-passage"] == 1


def test_an_enmity_shows_in_no_friendly_act():
    scenes, units = film(PAINTS, ACCUSES, CONFESSES)
    odds = {"aspect": "relationship", "target": "ent-0002", "value": "at odds", "claim": "Ann is at odds with Bo."}
    states = [one_state(1, units, 2, None, **odds)]
    row = development(1, kind="relationship", catalyst="s0002.u01", after="cs-0001", at=at(2), consequence="s0003.u01")
    rejected = Counter()
    assert list(delayed(made(scenes, units, states, developments=[row], checkpoints=stops(1, 2, 3)), rejected)) == []
    assert rejected["delayed", "no-contrast"] == 1


def test_a_change_shows_later_and_goes_back_to_what_brought_it_about():
    told_film = developed(*film(PAINTS, BURNS, COUNTS), consequence="s0003.u01", kind="physical")
    found = list(delayed(told_film, Counter()))
    assert [(one.kind, one.answer) for one in found] == [("shows_later", COUNTS[:-1]), ("traces_back", BURNS[:-1])]
    assert found[0].family == "delayed_consequence" and found[0].asks["after"] == "Ann is Cook"


def test_a_consequence_that_comes_when_the_change_no_longer_holds_is_not_valid():
    scenes, units = film(PAINTS, BURNS, COUNTS)
    told_film = developed(scenes, units, consequence="s0003.u01", kind="physical")
    states = [*told_film.over_time.states[:1], one_state(2, units, 2, 3, value="Cook", after="cs-0001")]
    rejected = Counter()
    told_film = made(scenes, units, states, developments=told_film.over_time.developments, checkpoints=stops(1, 2, 3))
    assert list(delayed(told_film, rejected)) == []
    assert rejected["delayed", "not-valid-at-checkpoint"] == 1


@pytest.mark.parametrize("kind", ["knowledge", "possession", "role"])
def test_what_somebody_was_told_has_or_is_shows_in_no_one_deed(kind):
    rejected = Counter()
    told_film = developed(*film(PAINTS, BURNS, COUNTS), consequence="s0003.u01", kind=kind)
    assert list(delayed(told_film, rejected)) == []
    assert rejected["delayed", "low-value-evidence"] == 1


def test_an_event_that_shows_in_two_deeds_has_no_one_answer():
    scenes, units = film(PAINTS, BURNS, COUNTS, ACCUSES)
    first = developed(scenes, units, consequence="s0003.u01", kind="physical").over_time
    other = development(2, kind="physical", catalyst="s0002.u01", after="cs-0002", at=at(2), consequence="s0004.u01")
    rejected = Counter()
    told_film = made(scenes, units, first.states, developments=[*first.developments, other], checkpoints=stops(1, 2, 4))
    assert "shows_later" not in {one.kind for one in delayed(told_film, rejected)}
    assert rejected["shows_later", "not-unique"] == 2


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


def test_after_a_clash_the_first_step_towards_each_other_is_asked_for():
    scenes, units = film(ACCUSES, CONFESSES)
    candidate = only(turns(made(scenes, units, checkpoints=stops(1, 2)), Counter()))
    assert (candidate.kind, candidate.family) == ("makes_up", "goal_relationship_development")
    assert candidate.answer.startswith("Bo confesses to Ann") and len(candidate.checkpoints) == 2


def test_a_first_step_that_an_earlier_meeting_may_hold_has_no_one_answer():
    scenes, units = film(ACCUSES, PAINTS, CONFESSES)
    units.append(told(scenes, 2, PAINTS, BO_ACTS, number=2))
    rejected = Counter()
    assert list(turns(made(scenes, units, checkpoints=stops(1, 3)), rejected)) == []
    assert rejected["makes_up", "not-unique"] == 1


def test_after_a_friendly_act_the_next_clash_is_asked_for():
    scenes, units = film(CONFESSES, ACCUSES)
    assert only(turns(made(scenes, units, checkpoints=stops(1, 2)), Counter())).kind == "falls_out"


def test_no_turn_is_asked_for_between_checkpoints_that_there_are_not():
    scenes, units = film(ACCUSES, CONFESSES)
    rejected = Counter()
    assert list(turns(made(scenes, units, checkpoints=stops(2)), rejected)) == []
    assert rejected["makes_up", "not-valid-at-checkpoint"] == 1


PROMISES = "Ann promises Bo: “You will ring the harbour bell.”"
RINGS = "Bo rings the harbour bell at last."


def promised(*deeds):
    scenes, units = film(PROMISES, *deeds)
    units[0] = told(scenes, 1, PROMISES, SPEAKS, TO_BO, trigger="promise", kind="Interaction")
    for number, deed in enumerate(deeds, 2):
        units[number - 1] = told(scenes, number, deed, BO_ACTS, trigger="ring")
    return made(scenes, units, checkpoints=stops(1, 2))


def test_a_promise_is_asked_about_by_the_deed_that_a_rare_word_ties_to_it():
    candidate = only(fates(promised(RINGS), Counter()))
    assert (candidate.kind, candidate.answer) == ("goal_kept_told", RINGS[:-1])


def aimed(said, trigger, deed, *doer):
    """An aim beside another moment of its scene, and a deed two scenes later."""
    scenes = scenes_of(
        f"INT. A - DAY\n{said}\nBo polishes the cracked mirror with sand.\n",
        f"INT. B - DAY\n{COUNTS}\n",
        f"INT. C - DAY\n{deed}\n",
    )
    units = [
        told(scenes, 1, said, SPEAKS, TO_BO, trigger=trigger, kind="Interaction"),
        told(scenes, 1, "Bo polishes the cracked mirror with sand.", BO_ACTS, number=2, trigger="polish"),
        told(scenes, 2, COUNTS, ANN_ACTS),
        told(scenes, 3, deed, *doer, trigger="ring"),
    ]
    return made(scenes, units, checkpoints=stops(1, 3))


def test_what_is_promised_isnt_said_where_its_scene_can_be_pointed_at_otherwise():
    candidate = only(fates(aimed(PROMISES, "promise", RINGS, BO_ACTS), Counter()))
    assert (candidate.kind, candidate.asks["event"]) == ("goal_kept", "Bo polishes the cracked mirror with sand")
    assert [step.record for step in candidate.steps] == ["units/s0001.u02", "units/s0001.u01", "units/s0003.u01"]


FORBIDS = "Ann warns Bo: “Don't touch the harbour bell.”"


@pytest.mark.parametrize("doer", [BO_ACTS, CY_ACTS])
def test_what_is_forbidden_and_done_all_the_same_by_anybody_is_a_failed_goal(doer):
    deed = f"{doer[0]} rings the harbour bell at last."
    candidate = only(fates(aimed(FORBIDS, "warn", deed, doer), Counter()))
    assert (candidate.kind, candidate.schema_family) == ("goal_defied", "failed_redirected_goal")
    assert candidate.answer == deed[:-1]


def test_who_forbids_a_thing_doesnt_defy_it():
    rejected = Counter()
    assert list(fates(aimed(FORBIDS, "warn", "Ann rings the harbour bell at last.", ANN_ACTS), rejected)) == []
    assert rejected["goal_defied", "no-deed"] == 1


def test_a_warning_of_danger_forbids_nothing():
    deed = "Bo rings the harbour bell at last."
    assert list(fates(aimed("Ann warns Bo: “Watch out for the harbour bell!”", "warn", deed, BO_ACTS), Counter())) == []


def test_a_promise_that_two_deeds_may_keep_has_no_one_answer():
    rejected = Counter()
    assert list(fates(promised(RINGS, "Bo polishes the harbour lamp with sand."), rejected)) == []
    assert rejected["goal_kept", "not-unique"] == 1


def test_a_step_that_is_the_leads_business_alone_is_no_matter_of_two_people():
    scenes = scenes_of("INT. A - DAY\nAnn hides the brass lead under a red boat.\n")
    units = [told(scenes, 1, "Ann hides the brass lead under a red boat.", ANN_ACTS, THE_LEAD, trigger="hide")]
    assert list(turns(made(scenes, units, checkpoints=stops(1)), Counter())) == []
