import factories as make
import msgspec
import pytest

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import content_digest
from linedscript.records.character import Anchor
from linedscript.records.engine import LedgerEntry
from linedscript.records.entity import Adjudication
from linedscript.records.relation import Qualifier, Repair
from linedscript.review.conflicts import conflicts
from linedscript.review.queue import QueueSettings, read_settings, review_queue


def _queue(reviewed, coverage=(), ledger=(), adjudications=(), **context):
    settings = QueueSettings(low_confidence=0.5)
    return review_queue("en-0001", reviewed, coverage, ledger, adjudications, settings, **context)


def _kinds(entries):
    return {(entry.kind, f"{entry.layer}/{entry.record}") for entry in entries}


def _possession(number, who, start, end=None):
    return make.state(
        number,
        character=who,
        aspect="possession",
        value="the lamp",
        target="ent-0004",
        catalyst=None,
        valid_from=Anchor(scene=start, offset=0),
        valid_to=end and Anchor(scene=end, offset=0),
    )


def test_an_unremarkable_film_has_an_empty_queue(review):
    assert _queue(review()) == []


def test_a_record_below_the_confidence_threshold_is_queued(review, film):
    film["relations"][0] = make.relation(1, predicate="affinity_with", confidence=0.4)
    assert _kinds(_queue(review())) == {("low_confidence", "relations/rel-0001")}


def test_a_record_below_the_gates_threshold_is_queued_with_its_score(review, film):
    film["relations"][0] = make.relation(1, predicate="affinity_with", made=make.made(accepted=False, score=4.5))
    (entry,) = _queue(review())
    assert (entry.kind, entry.detail) == ("below_threshold", "kept with score 4.5, below the threshold")


def test_what_a_patch_keeps_is_not_queued_again(review, film, patch):
    film["relations"][0] = make.relation(1, predicate="affinity_with", confidence=0.4)
    expect = {"digest": content_digest(film["relations"][0])}
    assert _queue(review(patch(1, "relations", "keep", "rel-0001", value={}, expect=expect))) == []


def test_a_failed_block_comes_first(review, film, block):
    film["relations"][0] = make.relation(1, predicate="affinity_with", confidence=0.4)
    entries = _queue(review(), coverage=[block(status="failed", reason="no reply")])
    assert [(entry.kind, entry.priority) for entry in entries] == [("failed_coverage", 1), ("low_confidence", 3)]
    assert entries[0].scenes == ("s0003",)


def test_a_waived_block_is_not_queued(review, block, patch):
    failed = block(status="failed")
    waiver = patch(1, "coverage", "waive", "units:s0003", expect={"status": "failed"}, value={})
    assert _queue(review(waiver, coverage=[failed]), coverage=[failed]) == []


def test_a_stale_record_is_queued_with_what_changed_and_by_whom(review, patch):
    entry = next(entry for entry in _queue(review(patch())) if entry.id == "stale:items/t2-0001")
    assert entry.detail == "withheld: units/s0001.u01 changed by pt-0001"


def test_the_refusals_of_a_block_are_one_entry_with_their_count(review):
    ledger = [
        LedgerEntry(
            id=f"lg-{number:05d}",
            film="en-0001",
            layer="units",
            key="s0002",
            attempt=1,
            gate="grounding",
            outcome="refused_record",
            count=1,
            code="quote-not-found",
            detail="…",
        )
        for number in (1, 2)
    ]
    (entry,) = _queue(review(), ledger=ledger)
    assert (entry.kind, entry.detail, entry.scenes) == (
        "ledger_failure",
        "grounding refused 2 (quote-not-found)",
        ("s0002",),
    )


def test_rejected_candidates_are_the_funnel_at_work_and_not_queued(review):
    entry = LedgerEntry(
        id="lg-00001",
        film="en-0001",
        layer="items",
        key="candidates:last_word",
        attempt=1,
        gate="registry",
        outcome="refused_record",
        count=3,
        code="not-unique",
        detail="…",
    )
    assert _queue(review(), ledger=[entry]) == []


def test_a_faint_continuation_that_no_storyline_rests_on_is_not_queued(review, film):
    film["links"][0] = make.link(1, type="continues", confidence=0.4)
    film["storylines"] = []
    assert _queue(review()) == []


def test_a_faint_continuation_that_a_storyline_rests_on_is_queued(review, film):
    film["links"][0] = make.link(1, type="continues", confidence=0.4)
    film["storylines"] = [make.storyline(1, cites=())]
    assert _kinds(_queue(review())) == {("low_confidence", "links/lk-0001")}


def test_a_faint_cause_is_queued_whatever_rests_on_it(review, film):
    film["links"][0] = make.link(1, type="causes", confidence=0.4)
    film["storylines"] = []
    assert _kinds(_queue(review())) == {("low_confidence", "links/lk-0001")}


def test_the_faintest_comes_first_among_records_of_low_confidence(review, film):
    film["relations"][0] = make.relation(1, predicate="affinity_with", confidence=0.2)
    film["links"][0] = make.link(1, type="causes", confidence=0.4)
    assert [entry.layer for entry in _queue(review()) if entry.kind == "low_confidence"] == ["relations", "links"]


def test_the_same_two_entities_are_asked_about_once(review, film):
    film["entities"][0] = make.entity(1, "Ann", mentions=("s0001.m01", "s0001.m02"))
    film["entities"][2] = make.entity(3, "the pilot", mentions=("s0002.m01",))
    again = msgspec.structs.replace(_uncertain(), id="aj-0002", left="s0001.m02")
    (entry,) = _queue(review(), adjudications=[_uncertain(), again])
    assert entry.record == "aj-0001"


def _uncertain():
    return Adjudication(
        id="aj-0001",
        film="en-0001",
        left="s0001.m01",
        right="s0002.m01",
        stage="pair",
        candidate_by=("lexical",),
        similarity=0.7,
        verdict="uncertain",
        reason="both are called Lund",
        made=make.made(),
    )


def test_an_open_identity_is_queued(review, film):
    film["entities"][0] = make.entity(1, "Ann", mentions=("s0001.m01",))
    film["entities"][2] = make.entity(3, "the pilot", mentions=("s0002.m01",))
    (entry,) = _queue(review(), adjudications=[_uncertain()])
    assert entry.kind == "uncertain_identity"
    assert "ent-0001" in entry.detail and "ent-0003" in entry.detail


def test_an_identity_that_a_merge_settled_is_not_queued(review, film, merge):
    film["entities"][0] = make.entity(1, "Ann", mentions=("s0001.m01",))
    film["entities"][2] = make.entity(3, "the pilot", mentions=("s0002.m01",))
    entries = _queue(review(merge()), adjudications=[_uncertain()])
    assert "uncertain_identity" not in {entry.kind for entry in entries}


def test_one_name_for_two_characters_is_queued(review, film):
    film["entities"][1] = make.entity(2, "Bo", aliases=(make.alias("Bo"), make.alias("ann")))
    assert _kinds(_queue(review())) == {("uncertain_identity", "entities/ent-0002")}


@pytest.mark.parametrize("value", ["dead", "killed", "已经去世"])
def test_a_character_on_screen_after_death_is_a_conflict(value):
    death = make.state(1, value=value, valid_from=Anchor(scene="s0001", offset=0))
    (found,) = conflicts({"states": [death], "presence": [make.presence("s0002")]})
    assert (found.layer, found.record) == ("presence", "s0002.ent-0001")


def test_a_flashback_after_a_death_is_no_conflict():
    death = make.state(1, value="dead", valid_from=Anchor(scene="s0001", offset=0))
    scene = make.scene("INT. OFFICE - FLASHBACK\n\nAnn waits.\n", 2)
    assert conflicts({"states": [death], "presence": [make.presence("s0002")]}, [scene]) == []


def test_the_scene_of_the_death_itself_is_no_conflict():
    death = make.state(1, value="dead", valid_from=Anchor(scene="s0002", offset=9))
    assert conflicts({"states": [death], "presence": [make.presence("s0002")]}) == []


def test_two_possessors_of_one_object_at_one_time_are_a_conflict():
    states = [_possession(1, "ent-0001", "s0001"), _possession(2, "ent-0002", "s0003")]
    (found,) = conflicts({"states": states})
    assert (found.record, found.scenes) == ("cs-0002", ("s0001", "s0003"))


def test_an_object_that_changes_hands_is_no_conflict():
    assert (
        conflicts({"states": [_possession(1, "ent-0001", "s0001", "s0003"), _possession(2, "ent-0002", "s0003")]}) == []
    )


def test_a_character_at_two_places_is_a_conflict():
    states = [
        make.state(n, aspect="location", value=value, catalyst=None) for n, value in ((1, "home"), (2, "the mole"))
    ]
    assert [found.record for found in conflicts({"states": states})] == ["cs-0002"]


def test_a_state_that_replaces_one_which_goes_on_is_a_conflict():
    states = [make.state(1), make.state(2, after="cs-0001", value="well", valid_from=Anchor(scene="s0002", offset=0))]
    assert [found.record for found in conflicts({"states": states})] == ["cs-0002"]


def test_kin_said_and_denied_are_a_conflict():
    relations = [make.relation(1), make.relation(2, polarity="negative", subject="ent-0002", object="ent-0001")]
    assert [found.record for found in conflicts({"relations": relations})] == ["rel-0002"]


def test_two_kinds_of_kin_between_the_same_two_are_a_conflict():
    relations = [
        make.relation(number, qualifiers=(Qualifier(name="kind", value=kind),))
        for number, kind in ((1, "father"), (2, "兄"))
    ]
    assert "father" in conflicts({"relations": relations})[0].detail


def test_a_denial_that_is_only_reported_is_no_conflict():
    assert (
        conflicts({"relations": [make.relation(1), make.relation(2, polarity="negative", modality="reported")]}) == []
    )


def test_settings_take_low_confidence_alone():
    assert read_settings({"low_confidence": 0.5}).low_confidence == 0.5
    with pytest.raises(LinedscriptError, match="invalid-settings"):
        read_settings({"low_confidence": 0.5, "other": 1})


def _relation_doubt(**changes):
    repair = Repair(
        id="rp-0001",
        film="en-0001",
        action="flagged_in_review",
        record="relations/s0001.r01",
        into="relations/rel-0001",
        before="s0001.m01 kinship_with s0001.m02",
        after=None,
    )
    return {"findings": [make.finding(**changes)], "repairs": [repair]}


def test_a_doubted_relation_is_queued_under_the_id_that_it_goes_by_now(review):
    (entry,) = _queue(review(), **_relation_doubt())
    assert (entry.id, entry.priority, entry.scenes) == ("doubted_in_scene:relations/rel-0001", 2, ("s0001",))
    assert entry.detail == "relations/s0001.r01 flagged as unsupported: The scene doesn't show it."


def test_a_drop_that_was_not_accepted_is_queued(review):
    (entry,) = _queue(review(), **_relation_doubt(verdict="drop", made=make.made(accepted=False, score=3.0)))
    assert entry.detail.startswith("relations/s0001.r01 to be dropped, not accepted as unsupported")


def test_what_was_dropped_is_not_queued(review):
    assert _queue(review(), **_relation_doubt(verdict="drop")) == []


def test_a_doubted_mention_is_queued_with_its_entity(review, film):
    film["entities"][0] = msgspec.structs.replace(film["entities"][0], mentions=("s0001.m07",))
    findings = [make.finding(record="mentions/s0001.m07", problem="wrong_type")]
    assert _kinds(_queue(review(), findings=findings)) == {("doubted_in_scene", "entities/ent-0001")}


def test_a_doubt_about_a_record_that_a_patch_kept_or_ended_is_not_queued(review, patch):
    finding = [make.finding(record="units/s0001.u01")]
    assert _kinds(_queue(review(), findings=finding)) == {("doubted_in_scene", "units/s0001.u01")}
    keep = patch(1, "units", "keep", "s0001.u01", value={}, expect={"kind": "Event"})
    assert _queue(review(keep), findings=finding) == []
    assert _queue(review(), findings=[make.finding(record="units/s0009.u01", scene="s0009")]) == []


def test_every_kind_of_entry_is_explained_where_the_queue_is_printed():
    from typing import get_args, get_type_hints

    from linedscript.records.review import QueueEntry
    from linedscript.review.printing import MEANING

    assert set(MEANING) == set(get_args(get_type_hints(QueueEntry)["kind"]))


def _checked(film):
    item = make.item(1)
    film["items"] = [item]
    judged = make.cite("items", item, "category", "question", "answer", "path")
    return [make.check(item, "closed"), make.check(item, "p1"), make.check(item, "wording", cites=(judged,))]


def _revised(patch, item, **value):
    return patch(1, "items", "revise", item.id, value=value, expect={"digest": content_digest(item)})


def test_a_question_with_a_revised_answer_is_queued_as_unchecked(review, film, patch):
    checks = _checked(film)
    (entry,) = _queue(review(_revised(patch, film["items"][0], answer="She hides.")), checks=checks)
    assert (entry.kind, entry.record) == ("unchecked", "t2-0001")
    assert "(closed_book, single_passage, wording)" in entry.detail


def test_of_a_question_with_a_revised_path_the_judge_s_check_alone_is_out(review, film, patch):
    checks = _checked(film)
    first, second = msgspec.json.decode(msgspec.json.encode(film["items"][0].path))
    path = [first | {"statement": "Ann hides."}, second]
    (entry,) = _queue(review(_revised(patch, film["items"][0], path=path)), checks=checks)
    assert entry.kind == "unchecked" and "(wording)" in entry.detail


def test_a_question_that_was_kept_after_its_revision_is_not_queued(review, film, patch):
    checks = _checked(film)
    revised = _revised(patch, film["items"][0], answer="She hides.")
    kept = patch(2, "items", "keep", "t2-0001", value={}, expect={"answer": "She hides."})
    assert _queue(review(revised, kept), checks=checks) == []


def test_a_question_that_a_patch_added_is_queued_as_unchecked(review, film):
    checks = _checked(film)
    film["items"].append(make.item(2, made=make.made(annotator="patch")))
    assert _kinds(_queue(review(), checks=checks)) == {("unchecked", "items/t2-0002")}


def _in_both(film):
    """A question whose answer is Bo; Cy and "the pilot" are each in one of its scenes."""
    doers = {"s0001.u01": 1, "s0001.u02": 2, "s0001.u03": 5, "s0002.u01": 3, "s0002.u02": 2, "s0002.u03": 6}
    film.clear()
    film["entities"] = [
        *(make.entity(number, name) for number, name in ((1, "Ann"), (2, "Bo"), (3, "Eve"), (5, "Cy"))),
        make.entity(6, "the pilot", named=False),
    ]
    film["units"] = [
        make.unit(1, id=one, scene=one[:5], participants=(make.participant("somebody", f"ent-{number:04d}"),))
        for one, number in doers.items()
    ]
    film["items"] = [
        make.item(
            1,
            schema_family="distributed_role",
            question="Ann waits; in another scene, Eve waits. Who else is in both?",
            answer="Bo",
            path=tuple(make.step(f"units/{one}", one[:5]) for one in doers if not one.endswith("u03")),
            cites=(),
        )
    ]


def _merged(patch):
    expect = {"name": "the pilot", "also": {"entities/ent-0005": {"name": "Cy"}}}
    return patch(1, "entities", "merge", "ent-0006", value={"into": "ent-0005"}, expect=expect)


def test_a_question_that_a_second_person_answers_since_a_merge_is_queued(review, film, patch):
    _in_both(film)
    assert _queue(review()) == []
    (entry,) = _queue(review(_merged(patch)))
    assert (entry.kind, entry.record) == ("failed_check", "t2-0001")
    assert entry.detail == "not-unique: Cy in s0001 and s0002 as well"


def test_a_question_that_was_kept_after_a_merge_is_not_queued(review, film, patch):
    _in_both(film)
    kept = patch(2, "items", "keep", "t2-0001", value={}, expect={"answer": "Bo"})
    assert _queue(review(_merged(patch), kept)) == []
