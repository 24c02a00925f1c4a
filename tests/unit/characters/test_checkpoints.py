"""At which moments a character's state is asked for, and in which order."""

from itertools import pairwise

import pytest
from factories import access, development, focal, perception, presence, span, state, unit
from hypothesis import given
from hypothesis import strategies as st
from story import story

from linedscript.characters.checkpoints import choose_checkpoints
from linedscript.characters.intervals import moment
from linedscript.characters.trajectory_rules import Story, trajectory_faults
from linedscript.records.character import Anchor

SETTINGS = {"most": 12, "quiet_scenes": 3, "late_scenes": 2, "share": 0.5}
SCENES = story(
    *(f"INT. ROOM {number} - DAY\nAnn waits here.\n@ANN: One.\nBo looks.\n@ANN: Two." for number in range(1, 9))
)
ENDS = [element.end for element in SCENES[0].elements]
HEADING, ACTION, SPEECH, LOOK, LAST = ENDS[0], ENDS[1], ENDS[3], ENDS[4], ENDS[6]


def at(scene, offset=0):
    return Anchor(scene=f"s{scene:04d}", offset=offset)


def seen(*scenes, who="ent-0001", last=None):
    """On screen in the scenes, the last trace in the last cue."""
    place = SCENES[0].elements[5].start if last is None else last
    return [presence(f"s{scene:04d}", who, first=ACTION - 5, last=place + 3) for scene in scenes]


def held(number, scene, offset=ACTION - 5, **changes):
    anchor = at(scene, offset)
    evidence = (span(anchor.scene, offset, offset + 3),)
    return state(number, **dict(valid_from=anchor, evidence=evidence, catalyst=None) | changes)


def grows(number, after, **changes):
    return development(number, **dict(after=after.id, at=after.valid_from, kind=after.aspect, catalyst=None) | changes)


def choose(present, states, developments=(), facts=(), units=(), perceived=(), who=("ent-0001",), **settings):
    chosen = [focal(one) for one in who]
    known = (SCENES, units, present, perceived, chosen, states, developments, facts)
    return choose_checkpoints("en-0001", *known, SETTINGS | settings)


def shape(found):
    return [(one.kind, one.anchor.scene, one.anchor.offset) for one in found]


def test_a_trajectory_goes_from_the_first_scene_with_a_state_to_the_last_trace():
    found = choose(seen(1, 2, 4), [held(1, 2)])
    assert shape(found) == [("baseline", "s0002", LAST), ("final", "s0004", LAST)]
    assert [one.id for one in found] == ["cp-0001-01", "cp-0001-02"]


def test_a_speech_is_not_cut_from_its_cue():
    cue = SCENES[0].elements[2]
    final = choose(seen(1, 4, last=cue.start), [held(1, 1)])[-1]
    assert final.anchor.offset == SPEECH


def test_a_change_is_asked_for_where_the_line_that_shows_it_ends():
    after = held(2, 3, offset=ACTION - 8)
    found = choose(seen(1, 3, 5), [held(1, 1), after], [grows(1, after, before="cs-0001")])
    assert shape(found)[1] == ("change", "s0003", ACTION)
    assert (found[1].states, found[1].developments) == (("cs-0001", "cs-0002"), ("dv-0001",))


def test_the_changes_of_one_scene_are_one_checkpoint_after_the_last_of_them():
    one, two = held(2, 3, offset=ACTION - 8), held(3, 3, offset=LOOK - 4, aspect="goal", value="b")
    found = choose(seen(1, 3, 5), [held(1, 1), one, two], [grows(1, one), grows(2, two)])
    assert shape(found)[1] == ("change", "s0003", LOOK) and found[1].developments == ("dv-0001", "dv-0002")


def test_a_change_at_the_last_trace_is_the_final_checkpoints():
    after = held(2, 5, offset=LAST - 4)
    found = choose(seen(1, 5), [held(1, 1), after], [grows(1, after)])
    assert [(one.kind, one.developments) for one in found] == [("baseline", ()), ("final", ("dv-0001",))]


def test_a_change_that_shows_after_the_character_was_seen_last_is_its_last_trace():
    after = held(2, 5, offset=LAST - 4)
    found = choose(seen(1, 4), [held(1, 1), after], [grows(1, after)])
    assert shape(found)[-1] == ("final", "s0005", LAST) and found[-1].developments == ("dv-0001",)


def test_a_change_that_shows_scenes_later_is_asked_for_there_too():
    after = held(2, 2)
    shows = unit(1, id="s0005.u01", scene="s0005", evidence=(span("s0005", HEADING, HEADING + 3),))
    sees = [perception("s0005.u01")]
    developments = [grows(1, after, consequence="s0005.u01")]
    found = choose(seen(1, 2, 5, 6), [held(1, 1), after], developments, units=[shows], perceived=sees)
    assert ("delayed_consequence", "s0005", ACTION) in shape(found)
    assert "delayed_consequence" not in [
        one.kind for one in choose(seen(1, 2, 5, 6), [held(1, 1), after], developments, units=[shows])
    ]


def happened(scene, *people):
    from factories import participant

    return unit(
        1,
        id=f"s{scene:04d}.u01",
        scene=f"s{scene:04d}",
        evidence=(span(f"s{scene:04d}", HEADING, HEADING + 3),),
        participants=tuple(participant(one, one) for one in people),
    )


def missed(**changes):
    return access(1, **dict(fact="s0002.u01", mode="unknown", gained=None) | changes)


def test_what_the_character_missed_is_asked_for_when_it_is_next_seen():
    found = choose(seen(1, 4, 6), [held(1, 1)], facts=[missed()], units=[happened(2, "ent-0001")])
    assert shape(found)[1] == ("inaccessible", "s0004", LAST) and found[1].facts == ("ac-0001",)


def test_what_has_nothing_to_do_with_the_character_is_not_asked_for():
    assert len(choose(seen(1, 4, 6), [held(1, 1)], facts=[missed()], units=[happened(2, "ent-0009")])) == 2


def test_a_fact_that_reaches_the_character_late_is_inaccessible_before_and_delayed_then():
    told = missed(mode="told", gained=at(6, ACTION), via="s0006.u01")
    found = choose(seen(1, 4, 6, 8), [held(1, 1)], facts=[told], units=[happened(2, "ent-0009")])
    assert [one.kind for one in found] == ["baseline", "inaccessible", "delayed_consequence", "final"]


def test_scenes_in_which_nothing_changes_are_asked_for_once_they_are_several():
    moves = held(2, 4, aspect="location", value="elsewhere")
    found = choose(seen(1, 2, 4, 5, 8), [held(1, 1), moves])
    assert shape(found)[1] == ("no_change", "s0005", LAST) and found[1].scenes == ("s0002", "s0004", "s0005")
    assert len(choose(seen(1, 2, 4, 8), [held(1, 1), moves])) == 2


def test_a_character_with_one_moment_has_no_checkpoint():
    assert choose(seen(1), [held(1, 1)]) == []


def test_a_character_of_whom_nothing_that_can_change_is_known_has_no_checkpoint():
    assert choose(seen(1, 2, 3), []) == []
    assert choose(seen(1, 2, 3), [held(1, 1, invariant=True)]) == []


def test_changes_go_before_moments_without_one_where_there_is_not_room_for_all():
    states = [held(1, 1), *(held(number, number) for number in (3, 5))]
    changes = [grows(number, one) for number, one in enumerate(states[1:], 1)]
    known = dict(facts=[missed()], units=[happened(2, "ent-0001")])
    found = choose(seen(1, 3, 4, 5, 6), states, changes, most=4, **known)
    assert [one.kind for one in found] == ["baseline", "change", "change", "final"]


def test_moments_without_a_change_make_up_no_more_than_their_share():
    facts = [access(n, fact=f"s000{n}.u01", mode="unknown", gained=None) for n in (2, 3, 4, 5)]
    units = [happened(n, "ent-0001") for n in (2, 3, 4, 5)]
    found = choose(seen(1, 3, 4, 5, 6, 7), [held(1, 1)], facts=facts, units=units)
    assert [one.kind for one in found].count("inaccessible") == 2


def test_a_checkpoint_cites_where_states_begin_and_end_and_not_their_wording():
    after = held(2, 3)
    found = choose(seen(1, 3, 5), [held(1, 1), after], [grows(1, after, before="cs-0001")])
    cited = {cite.record: cite.fields for cite in found[1].cites}
    assert cited == {"cs-0001": ("valid_to", "value"), "cs-0002": ("valid_from", "value"), "dv-0001": ("after", "at")}


def test_characters_have_trajectories_of_their_own():
    states = [held(1, 1), held(2, 1, character="ent-0002")]
    found = choose([*seen(1, 3), *seen(1, 4, who="ent-0002")], states, who=("ent-0002", "ent-0001"))
    assert [one.id for one in found] == ["cp-0001-01", "cp-0001-02", "cp-0002-01", "cp-0002-02"]


MOMENTS = st.tuples(st.integers(1, 8), st.integers(ACTION - 10, LAST - 4))


@given(
    st.sets(st.integers(1, 8), min_size=1),
    st.lists(MOMENTS, max_size=8),
    st.lists(st.tuples(st.integers(1, 8), st.booleans()), max_size=6, unique_by=lambda pair: pair[0]),
    st.integers(2, 9),
    st.sampled_from([0.2, 0.5, 1.0]),
)
def test_checkpoints_are_distinct_and_in_order_whatever_the_evidence(scenes, moments, known, most, share):
    states = [held(number, *place) for number, place in enumerate(moments, 1)]
    developments = [grows(number, one) for number, one in enumerate(states[::2], 1)]
    units = [happened(scene, "ent-0001") for scene, _ in known]
    facts = [
        access(n, fact=f"s{scene:04d}.u01", mode="told", gained=at(min(8, scene + 3), ACTION), via="s0001.u09")
        if reached
        else access(n, fact=f"s{scene:04d}.u01", mode="unknown", gained=None)
        for n, (scene, reached) in enumerate(known, 1)
    ]
    found = choose(seen(*sorted(scenes)), states, developments, facts, units, most=most, share=share)
    assert len(found) != 1 and len(found) <= most
    assert all(moment(one.anchor) < moment(other.anchor) for one, other in pairwise(found))
    assert [one.kind for one in found[:1] + found[-1:]] in ([], ["baseline", "final"])
    by_id = [{row.id: row for row in rows} for rows in (states, units, developments, facts, found)]
    told = Story(lambda scene: int(scene[1:]), *by_id)
    assert [fault for fault in trajectory_faults(told) if fault.layer == "checkpoints"] == []


@pytest.mark.parametrize("share", [0.1, 0.9])
def test_first_and_last_are_there_whatever_the_share(share):
    assert len(choose(seen(1, 4), [held(1, 1)], share=share)) == 2
