import factories as make
import pytest

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import content_digest


def _ids(reviewed):
    return {entry.id for entry in reviewed.stale}


def test_a_record_whose_cited_value_was_patched_is_withheld(review, patch, get):
    reviewed = review(patch())
    assert "items/t2-0001" in _ids(reviewed)
    assert get(reviewed, "items", "t2-0001") is None


def test_a_stale_record_names_what_changed_and_by_which_patch(review, patch):
    entry = next(entry for entry in review(patch()).stale if entry.id == "items/t2-0001")
    assert (entry.because, entry.patches) == (("units/s0001.u01",), ("pt-0001",))


def test_staleness_is_transitive(review, patch):
    assert {"episodes/ep-0001", "links/lk-0001", "storylines/st-001"} <= _ids(review(patch()))


def test_a_patch_on_a_field_that_nobody_cites_makes_nothing_stale(review, patch):
    assert _ids(review(patch(expect={"trigger": "wait"}, value={"trigger": "hide"}))) == set()


def test_a_record_that_refers_to_a_withheld_one_without_citing_it_is_withheld_too(review, patch, film):
    film["storylines"] = [make.storyline(1)]
    assert "storylines/st-001" in _ids(review(patch()))


def test_a_state_that_replaces_a_withheld_one_is_withheld_too(review, patch):
    assert {"states/cs-0001", "states/cs-0002"} <= _ids(review(patch()))


def test_a_rewritten_record_is_not_stale_by_its_own_patch(review, patch):
    assert "units/s0001.u01" not in _ids(review(patch()))


def test_the_units_of_a_withheld_episode_still_count_as_being_in_it(review, patch, get):
    assert get(review(patch()), "units", "s0001.u02") is not None


def test_the_log_of_a_patch_lists_what_became_stale_by_it(review, patch):
    reviewed = review(patch())
    assert set(reviewed.log[0].stale) == _ids(reviewed)


def _keep(patch, number, layer, record, **also):
    return patch(
        number,
        layer,
        "keep",
        record.id,
        value={},
        expect={"digest": content_digest(record)} | ({"also": also["also"]} if also else {}),
    )


SEEN = {"units/s0001.u01": {"summary": "Ann hides."}}


def test_a_keep_restores_a_stale_record(review, patch, film, get):
    reviewed = review(patch(1), _keep(patch, 2, "items", film["items"][0], also=SEEN))
    assert get(reviewed, "items", "t2-0001").question == film["items"][0].question
    assert "items/t2-0001" not in _ids(reviewed)


def test_a_kept_episode_brings_back_what_relies_on_it(review, patch, film):
    assert "links/lk-0001" not in _ids(review(patch(1), _keep(patch, 2, "episodes", film["episodes"][0], also=SEEN)))


def test_a_keep_that_does_not_say_which_new_values_were_seen_fails(review, patch, film):
    with pytest.raises(LinedscriptError, match="keep-unseen.*units/s0001.u01"):
        review(patch(1), _keep(patch, 2, "items", film["items"][0]))


def test_a_keep_whose_reviewer_saw_other_values_fails(review, patch, film):
    seen = {"units/s0001.u01": {"summary": "Ann runs."}}
    with pytest.raises(
        LinedscriptError, match='units/s0001.u01, field summary: expected "Ann runs.", found "Ann hides."'
    ):
        review(patch(1), _keep(patch, 2, "items", film["items"][0], also=seen))


def test_a_later_patch_makes_a_kept_record_stale_again(review, patch, film):
    again = patch(3, "entities", "revise", "ent-0001", expect={"name": "Ann"}, value={"name": "Anna"})
    reviewed = review(patch(1), _keep(patch, 2, "items", film["items"][0], also=SEEN), again)
    entry = next(entry for entry in reviewed.stale if entry.id == "items/t2-0001")
    assert entry.patches == ("pt-0003",)


def test_a_keep_that_cannot_help_fails(review, patch, film):
    with pytest.raises(
        LinedscriptError, match="keep-without-effect.*links/lk-0001 stays withheld because of episodes/ep-0001"
    ):
        review(patch(1), _keep(patch, 2, "links", film["links"][0]))


def test_a_keep_of_a_record_that_refers_to_a_dropped_one_fails(review, patch, ending, film):
    plan = {"default": "stale", "each": {}, "retarget": {}}
    drop = ending(1, "states", "drop", "cs-0001", dependents=plan)
    with pytest.raises(LinedscriptError, match="keep-dangling.*states/cs-0001"):
        review(drop, _keep(patch, 2, "states", film["states"][1]))


def test_dependents_may_be_withheld_instead_of_dropped(review, ending):
    plan = {"default": "stale", "each": {}, "retarget": {}}
    entry = review(ending(1, "states", "drop", "cs-0001", dependents=plan)).stale[0]
    assert (entry.id, entry.because, entry.patches) == ("states/cs-0002", ("states/cs-0001",), ("pt-0001",))


def test_a_revision_of_a_stale_record_leaves_it_stale(review, patch):
    reviewed = review(
        patch(1),
        patch(2, "items", "revise", "t2-0001", expect={"answer": "She waits."}, value={"answer": "She hides."}),
    )
    assert "items/t2-0001" in _ids(reviewed)


def test_a_revision_whose_reviewer_saw_the_new_values_brings_it_back(review, patch, get):
    revision = patch(
        2, "items", "revise", "t2-0001", value={"answer": "She hides."}, expect={"answer": "She waits.", "also": SEEN}
    )
    assert get(review(patch(1), revision), "items", "t2-0001").answer == "She hides."


def test_a_rejected_stale_record_is_no_longer_stale(review, patch, ending):
    assert "items/t2-0001" not in _ids(review(patch(1), ending(2, "items", "reject", "t2-0001")))


def test_a_citation_that_does_not_fit_the_model_layers_fails_before_any_patch(review, film):
    other = make.unit(1, summary="Ann sings.")
    film["items"] = [make.item(1, cites=(make.cite("units", other, "summary"),))]
    with pytest.raises(LinedscriptError, match="citation-mismatch.*items/t2-0001"):
        review()


def test_the_models_record_stays_beside_the_reviewed_one(review, patch):
    entry = next(entry for entry in review(patch()).superseded if entry.id == "units/s0001.u01")
    assert (entry.model["summary"], entry.reviewed["summary"], entry.patches) == (
        "Ann waits.",
        "Ann hides.",
        ("pt-0001",),
    )


def _drop_with(ending, **each):
    plan = {"default": "drop", "each": each.get("each", {}), "retarget": {}}
    return ending(1, "units", "drop", "s0001.u01", dependents=plan)


def test_what_cited_a_dropped_record_is_stale_even_where_it_can_stand_without_it(review, ending):
    reviewed = review(_drop_with(ending))
    assert "episodes/ep-0001" in _ids(reviewed)


def test_a_dependent_that_the_patch_detaches_by_name_is_not_stale_by_it(review, ending, get):
    reviewed = review(_drop_with(ending, each={"episodes/ep-0001": "detach"}))
    assert get(reviewed, "episodes", "ep-0001").units == ("s0001.u02",)


def test_a_keep_after_a_drop_says_that_the_record_ended_and_gives_up_the_citation(review, patch, ending, film, get):
    import msgspec

    left = msgspec.structs.replace(film["episodes"][0], units=("s0001.u02",))
    keep = _keep(patch, 2, "episodes", left, also={"units/s0001.u01": None})
    kept = get(review(_drop_with(ending), keep), "episodes", "ep-0001")
    assert [cite.record for cite in kept.cites] == ["s0001.u02"]


def test_what_a_patch_revised_as_a_leak_is_not_kept_beside_it(review, patch):
    entry = next(entry for entry in review(patch(reason="leak")).superseded if entry.id == "units/s0001.u01")
    assert entry.model["summary"] == entry.reviewed["summary"]


def test_a_record_that_a_patch_ended_as_a_leak_leaves_only_its_tombstone(review, patch, film):
    ended = patch(
        1, "items", "reject", "t2-0001", value={}, expect={"digest": content_digest(film["items"][0])}, reason="leak"
    )
    reviewed = review(ended)
    assert [stone.id for stone in reviewed.tombstones] == ["items/t2-0001"]
    assert "items/t2-0001" not in {entry.id for entry in reviewed.superseded}
