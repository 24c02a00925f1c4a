"""Patches of developments, access and checkpoints, and what patches of other layers do to them."""

import re

import factories as make
import msgspec
import pytest
from role_factories import prompt

from linedscript.errors import Faults, LinedscriptError
from linedscript.io.canonical import content_digest
from linedscript.records.base import Evidence
from linedscript.records.character import Anchor


@pytest.fixture
def film(film):
    """Ann gets well in the second scene, which changes her and is what her second checkpoint is there for; Bo saw her
    hurt in the first; the pilot has a trajectory of its own."""
    hurt, well = film["states"]
    film["developments"] = [
        make.development(
            1,
            claim="Ann gets well.",
            before="cs-0001",
            after="cs-0002",
            catalyst="s0001.u02",
            at=Anchor(scene="s0002", offset=0),
            cites=(
                make.cite("states", hurt, "value"),
                make.cite("states", well, "value", "valid_from"),
                make.cite("units", film["units"][1], "summary"),
            ),
        )
    ]
    film["access"] = [
        make.access(1, fact="s0001.u01", cites=(make.cite("perception", film["perception"][0], "participant"),)),
        make.access(2, fact="s0001.u01", character="ent-0002", mode="witnessed"),
    ]
    film["checkpoints"] = [
        make.checkpoint(1),
        make.checkpoint(
            2,
            kind="change",
            states=("cs-0001", "cs-0002"),
            developments=("dv-0001",),
            cites=(make.cite("states", well, "value", "valid_from"),),
        ),
        make.checkpoint(3, kind="final"),
    ]
    film["prompts"] = []
    return film


def whole(record, **changes):
    """The record as a patch gives it."""
    data = msgspec.json.decode(msgspec.json.encode(record))
    for field in ("id", "film", "made"):
        data.pop(field)
    data["cites"] = [{key: cite[key] for key in ("layer", "record", "fields")} for cite in data["cites"]]
    return data | changes


def revise(patch, layer, record, number=1, **value):
    return patch(number, layer, "revise", record.id, expect={"digest": content_digest(record)}, value=value)


def codes(review, *patches):
    """The codes of what is wrong, each blamed on the patch."""
    with pytest.raises((Faults, LinedscriptError)) as error:
        review(*patches)
    faults = error.value.faults if isinstance(error.value, Faults) else [error.value]
    return {re.match(r"\[([a-z-]+)\]", str(fault))[1] for fault in faults}


def test_the_film_of_these_tests_is_sound(review, film):
    assert review().stale == []


def test_a_reworded_state_makes_no_development_and_no_checkpoint_stale(review, patch, film):
    assert review(revise(patch, "states", film["states"][1], claim="Ann has got well.")).stale == []


def test_a_state_with_another_value_withholds_what_rests_on_it(review, patch, film):
    reviewed = review(revise(patch, "states", film["states"][1], value="better"))
    assert {entry.id for entry in reviewed.stale} == {"developments/dv-0001", "checkpoints/cp-0001-02"}


def test_keeping_what_became_stale_brings_it_back(review, patch, film):
    changed = revise(patch, "states", film["states"][1], value="better")
    seen = {"states/cs-0002": {"value": "better", "valid_from": {"scene": "s0002", "offset": 0}}}
    keep = [
        patch(number, layer, "keep", record.id, expect={"digest": content_digest(record), "also": seen}, value={})
        for number, (layer, record) in enumerate(
            (("developments", film["developments"][0]), ("checkpoints", film["checkpoints"][1])), 2
        )
    ]
    assert review(changed, *keep).stale == []


def test_a_patch_with_a_stale_guard_fails_and_names_the_checkpoint(review, patch):
    wrong = patch(1, "checkpoints", "drop", "cp-0001-02", expect={"kind": "no_change"}, value={})
    with pytest.raises(LinedscriptError, match=r"stale-guard|expect.*cp-0001-02"):
        review(wrong)


def test_a_checkpoint_may_move(review, patch, film, get):
    moved = revise(patch, "checkpoints", film["checkpoints"][2], anchor={"scene": "s0004", "offset": 1})
    assert get(review(moved), "checkpoints", "cp-0001-03").anchor == Anchor(scene="s0004", offset=1)


@pytest.mark.parametrize(("number", "anchor"), [(1, ("s0003", 1)), (2, ("s0001", 1))])
def test_a_checkpoint_is_not_moved_past_its_neighbour(review, patch, film, number, anchor):
    film["checkpoints"][0] = make.checkpoint(1, kind="no_change", scenes=("s0001",))
    film["checkpoints"][1] = make.checkpoint(2, kind="no_change", scenes=("s0002",))
    scene, offset = anchor
    moved = revise(patch, "checkpoints", film["checkpoints"][number - 1], anchor={"scene": scene, "offset": offset})
    assert codes(review, moved) == {"checkpoint-passes"}


def test_a_checkpoint_may_go_where_a_dropped_one_stood(review, patch, film, get):
    film["checkpoints"][0] = make.checkpoint(1, kind="no_change", scenes=("s0001",))
    film["checkpoints"][1] = make.checkpoint(2, kind="no_change", scenes=("s0002",))
    gone = patch(1, "checkpoints", "drop", "cp-0001-02", expect={"kind": "no_change"}, value={})
    moved = revise(patch, "checkpoints", film["checkpoints"][0], 2, anchor={"scene": "s0003", "offset": 1})
    assert get(review(gone, moved), "checkpoints", "cp-0001-01").anchor == Anchor(scene="s0003", offset=1)


def test_two_checkpoints_of_a_character_never_stand_at_one_moment(review, patch, film):
    moved = revise(patch, "checkpoints", film["checkpoints"][1], anchor={"scene": "s0003", "offset": 4})
    assert codes(review, moved) == {"checkpoint-order"}


def test_nothing_comes_before_the_baseline_or_after_the_final_checkpoint(review, patch, film):
    moved = revise(patch, "checkpoints", film["checkpoints"][2], anchor={"scene": "s0001", "offset": 1})
    assert codes(review, moved) == {"checkpoint-order"}


def test_a_checkpoint_stays_within_its_scene(review, patch, film):
    text = make.scene("INT. OFFICE - DAY\n\nAnn leaves.\n", 3)
    moved = revise(patch, "checkpoints", film["checkpoints"][2], anchor={"scene": "s0003", "offset": 999})
    with pytest.raises(LinedscriptError, match="outside-script"):
        review(moved, scenes=[make.scene(text.text, number) for number in (1, 2, 3)])


def test_the_last_but_one_checkpoint_does_not_go_alone(review, ending, get):
    one, two = (ending(n, "checkpoints", "drop", f"cp-0001-{n:02d}") for n in (1, 2))
    assert len(review(one).layers["checkpoints"]) == 2
    assert codes(review, one, two) == {"short-trajectory"}
    three = ending(3, "checkpoints", "drop", "cp-0001-03")
    assert review(one, two, three).layers["checkpoints"] == []


def test_an_added_checkpoint_is_named_after_its_patch(review, patch, film, get):
    value = whole(film["checkpoints"][2], kind="no_change", scenes=["s0002"], anchor={"scene": "s0002", "offset": 9})
    added = get(review(patch(7, "checkpoints", "add", None, expect={}, value=value)), "checkpoints", "cp-pt-0007")
    assert (added.kind, added.made.annotator) == ("no_change", "patch")


@pytest.mark.parametrize(
    "value", [{"states": [], "developments": []}, {"kind": "inaccessible"}, {"kind": "no_change", "scenes": ["s0002"]}]
)
def test_a_checkpoint_has_what_its_kind_is_about(review, patch, film, value):
    assert "checkpoint-kind" in codes(review, revise(patch, "checkpoints", film["checkpoints"][1], **value))


def test_a_checkpoint_is_of_one_character(review, patch, film):
    film["states"] = [*film["states"], make.state(3, character="ent-0002")]
    changed = revise(patch, "checkpoints", film["checkpoints"][1], states=["cs-0003"])
    assert codes(review, changed) == {"checkpoint-of-another"}


def test_a_checkpoint_does_not_stand_before_its_change(review, patch, film):
    moved = revise(patch, "checkpoints", film["checkpoints"][1], anchor={"scene": "s0001", "offset": 9})
    assert codes(review, moved) == {"checkpoint-early"}


def test_what_is_inaccessible_is_not_known_by_then(review, patch, film):
    changed = revise(
        patch, "checkpoints", film["checkpoints"][1], kind="inaccessible", states=[], developments=[], facts=["ac-0001"]
    )
    assert codes(review, changed) == {"checkpoint-access"}


def test_a_development_leads_from_and_to_states_of_one_character_and_aspect(review, patch, film):
    film["states"] = [*film["states"], make.state(3, character="ent-0002"), make.state(4, aspect="goal", value="g")]
    for other in ("cs-0003", "cs-0004"):
        assert codes(review, revise(patch, "developments", film["developments"][0], before=other)) == {
            "development-of-another"
        }


def test_a_development_takes_effect_where_its_new_state_begins(review, patch, film):
    moved = revise(patch, "developments", film["developments"][0], at={"scene": "s0002", "offset": 3})
    assert codes(review, moved) == {"development-at"}


@pytest.mark.parametrize("value", [{"consequence": "s0001.u01"}, {"before": "cs-0002"}])
def test_a_development_runs_forward(review, patch, film, value):
    assert codes(review, revise(patch, "developments", film["developments"][0], **value)) == {"development-order"}


def test_a_replaced_development_is_followed_by_its_checkpoint(review, ending, film, get):
    value = whole(film["developments"][0], claim="Ann is well again.")
    reviewed = review(ending(1, "developments", "replace", "dv-0001", value=value))
    assert get(reviewed, "checkpoints", "cp-0001-02").developments == ("dv-pt-0001",)


def test_a_rejected_development_leaves_its_checkpoint_the_states(review, ending, get):
    plan = {"default": "refuse", "each": {"checkpoints/cp-0001-02": "detach"}, "retarget": {}}
    reviewed = review(ending(1, "developments", "reject", "dv-0001", dependents=plan))
    assert get(reviewed, "checkpoints", "cp-0001-02").developments == ()


def test_a_development_that_checkpoints_are_there_for_is_not_dropped_unsaid(review, ending):
    assert codes(review, ending(1, "developments", "drop", "dv-0001")) == {"orphaned-records"}


@pytest.mark.parametrize(
    "value", [{"mode": "unknown"}, {"mode": "told"}, {"gained": None}, {"via": "s0001.u02"}, {"teller": "ent-0002"}]
)
def test_access_says_what_its_mode_needs_and_no_more(review, patch, film, value):
    assert codes(review, revise(patch, "access", film["access"][0], **value)) == {"access-shape"}


def test_nobody_comes_by_a_fact_before_it_is_over(review, patch, film):
    gained = {"scene": film["access"][0].gained.scene, "offset": 0}
    assert "access-order" in codes(review, revise(patch, "access", film["access"][0], gained=gained))


def test_a_character_comes_by_a_fact_in_one_way(review, patch, film):
    value = whole(film["access"][0])
    assert codes(review, patch(1, "access", "add", None, expect={}, value=value)) == {"access-twice"}


def test_a_character_and_a_fact_of_access_are_not_revised(review, patch):
    for field, value in (("character", "ent-0002"), ("fact", "s0001.u02")):
        with pytest.raises(LinedscriptError, match="patch-payload.*may not be patched"):
            patch(1, "access", "revise", "ac-0001", expect={"digest": "0" * 64}, value={field: value})


def test_access_to_a_unit_ends_with_it(review, ending, film):
    film["checkpoints"] = [*film["checkpoints"][:1], film["checkpoints"][2]]
    film["developments"] = []
    plan = {"default": "drop", "each": {}, "retarget": {}}
    reviewed = review(ending(1, "units", "drop", "s0001.u01", dependents=plan))
    assert reviewed.layers["access"] == []
    assert {row.id for row in reviewed.tombstones} >= {"access/ac-0001", "access/ac-0002"}


def test_a_checkpoint_that_is_there_for_the_access_of_an_ended_unit_has_to_be_spoken_for(review, ending, film):
    missed = make.access(3, fact="s0002.u01", mode="unknown", gained=None, evidence=(_absence(),))
    film["access"] = [*film["access"], missed]
    film["checkpoints"][1] = make.checkpoint(2, kind="inaccessible", facts=("ac-0003",))
    plan = {"default": "refuse", "each": {"episodes/ep-0002": "drop", "links/lk-0001": "drop"}, "retarget": {}}
    with pytest.raises((Faults, LinedscriptError), match=r"orphaned-records.*checkpoints/cp-0001-02"):
        review(ending(1, "units", "drop", "s0002.u01", dependents=plan))


def _absence():
    nothing = dict(start=None, end=None, sha256=None, source=(), grounding=None)
    return Evidence(kind="absence", scene="s0002", record="entities/ent-0001", **nothing)


def test_two_who_are_one_know_what_either_knew(review, merge, film, get):
    film["access"] = [
        make.access(1, mode="unknown", gained=None, evidence=(_absence(),), fact="s0002.u01"),
        make.access(2, character="ent-0003", fact="s0002.u01", gained=Anchor(scene="s0002", offset=4)),
    ]
    reviewed = review(merge())
    (left,) = reviewed.layers["access"]
    assert (left.id, left.character, left.mode) == ("ac-0001", "ent-0001", "involved")
    assert "access/ac-0002" in {row.id for row in reviewed.tombstones}


def test_a_corrected_perception_withholds_the_access_that_was_read_off_it(review, patch, film):
    unit = film["units"][0]
    reviewed = review(revise(patch, "units", unit, participants=[]))
    assert "access/ac-0001" in {entry.id for entry in reviewed.stale}


@pytest.fixture
def two_trajectories(film):
    """The pilot has checkpoints and a prompt of its own, as if it were somebody else than Ann."""
    film["checkpoints"] = [
        *film["checkpoints"],
        make.checkpoint(1, id="cp-0003-01", character="ent-0003", anchor=Anchor(scene="s0002", offset=1)),
        make.checkpoint(2, id="cp-0003-02", character="ent-0003", kind="final", anchor=Anchor(scene="s0003", offset=9)),
    ]
    film["prompts"] = [prompt(1, character="ent-0003", checkpoint="cp-0003-01")]
    return film


def test_of_two_merged_characters_with_checkpoints_the_survivors_stand(two_trajectories, review, merge):
    reviewed = review(merge())
    assert [one.id for one in reviewed.layers["checkpoints"]] == ["cp-0001-01", "cp-0001-02", "cp-0001-03"]


def test_the_checkpoints_that_end_with_a_merge_have_tombstones(two_trajectories, review, merge):
    stones = {row.id: (row.action, row.patch) for row in review(merge()).tombstones}
    assert [stones[f"checkpoints/cp-0003-{n:02d}"] for n in (1, 2)] == [("merge", "pt-0001")] * 2


def test_a_prompt_at_a_checkpoint_that_ended_with_a_merge_is_withheld_and_says_why(two_trajectories, review, merge):
    stale = {entry.id: entry for entry in review(merge()).stale}
    assert stale["prompts/rp-0001"].because == ("checkpoints/cp-0003-01",)
    assert stale["prompts/rp-0001"].patches == ("pt-0001",)


def test_a_survivor_without_checkpoints_takes_over_those_of_the_other(film, review, merge):
    film["checkpoints"] = [
        make.checkpoint(1, id="cp-0003-01", character="ent-0003", anchor=Anchor(scene="s0002", offset=1)),
        make.checkpoint(2, id="cp-0003-02", character="ent-0003", kind="final", anchor=Anchor(scene="s0003", offset=9)),
    ]
    assert {one.character for one in review(merge()).layers["checkpoints"]} == {"ent-0001"}
