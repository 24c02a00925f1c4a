"""What each action of a patch does to a layer, and which values it refuses."""

import factories as make
import pytest

from linedscript.errors import LinedscriptError


def test_a_revision_changes_the_named_field_and_nothing_else_of_the_record(review, patch, get, film):
    unit = get(review(patch()), "units", "s0001.u01")
    assert unit.summary == "Ann hides."
    assert {f: getattr(unit, f) for f in unit.__struct_fields__ if f != "summary"} == {
        f: getattr(film["units"][0], f) for f in unit.__struct_fields__ if f != "summary"
    }


def test_a_stale_guard_fails_and_names_patch_record_field_expected_and_found(review, patch):
    with pytest.raises(
        LinedscriptError,
        match=r"\[stale-expect\] en-0001/pt-0001: units/s0001.u01, field summary: expected "
        r"\"Ann sleeps.\", found \"Ann waits.\"",
    ):
        review(patch(expect={"summary": "Ann sleeps."}))


def test_a_stale_digest_fails(review, patch):
    with pytest.raises(LinedscriptError, match="field digest"):
        review(patch(expect={"digest": "0" * 64}))


def test_a_patch_that_matches_nothing_fails(review, patch):
    with pytest.raises(LinedscriptError, match="patch-no-match.*there is no units/s0001.u77"):
        review(patch(target="s0001.u77"))


def test_a_patch_on_a_record_that_an_earlier_one_ended_names_that_one(review, patch, ending):
    drop = ending(1, "entities", "drop", "ent-0004", dependents={"default": "drop", "each": {}, "retarget": {}})
    later = patch(
        2, "relations", "revise", "rel-0003", expect={"description": "They are kin."}, value={"description": "Kin."}
    )
    with pytest.raises(LinedscriptError, match="pt-0001 ended it"):
        review(drop, later)


def test_a_revision_to_the_value_that_is_there_fails(review, patch):
    with pytest.raises(LinedscriptError, match="patch-without-effect"):
        review(patch(value={"summary": "Ann waits."}))


def test_all_faults_of_all_patches_are_reported_together(review, patch, film):
    with pytest.raises(LinedscriptError) as error:
        review(patch(1, target="s0001.u77"), patch(2, expect={"summary": "wrong"}))
    assert [fault.code for fault in error.value.faults] == ["patch-no-match", "stale-expect"]


def test_a_faulty_patch_leaves_nothing_behind_for_the_next_one_to_stumble_on(review, patch, ending):
    with pytest.raises(LinedscriptError) as error:
        review(ending(1, "episodes", "drop", "ep-0002"), patch(2, expect={"summary": "wrong"}))
    assert [fault.code for fault in error.value.faults] == ["orphaned-records", "stale-expect"]


def test_a_drop_leaves_a_tombstone(review, ending, get):
    reviewed = review(ending(1, "relations", "drop", "rel-0003"))
    assert get(reviewed, "relations", "rel-0003") is None
    assert [(stone.id, stone.patch, stone.successors) for stone in reviewed.tombstones] == [
        ("relations/rel-0003", "pt-0001", ())
    ]


def test_a_drop_that_orphans_something_fails_and_names_it(review, ending):
    with pytest.raises(LinedscriptError, match="orphaned-records.*relations/rel-0003"):
        review(ending(1, "entities", "drop", "ent-0004"))


def test_dependents_that_drop_end_with_the_record(review, ending, get):
    plan = {"default": "drop", "each": {}, "retarget": {}}
    reviewed = review(ending(1, "entities", "drop", "ent-0004", dependents=plan))
    assert get(reviewed, "relations", "rel-0003") is None
    assert {stone.id for stone in reviewed.tombstones} == {"entities/ent-0004", "relations/rel-0003"}


def test_dependents_that_can_stand_without_the_record_only_lose_the_reference(review, ending, get):
    plan = {"default": "drop", "each": {}, "retarget": {}}
    reviewed = review(ending(1, "entities", "drop", "ent-0002", dependents=plan))
    assert get(reviewed, "episodes", "ep-0001").participants == ("ent-0001",)
    assert get(reviewed, "units", "s0001.u02").participants[1].entity is None


def test_detaching_what_cannot_stand_alone_fails(review, ending):
    plan = {"default": "detach", "each": {}, "retarget": {}}
    with pytest.raises(LinedscriptError, match=r"relations/rel-0003 \(can't stand without it\)"):
        review(ending(1, "entities", "drop", "ent-0004", dependents=plan))


def test_a_dependent_may_be_led_to_another_record(review, ending, get):
    plan = {"default": "refuse", "each": {"states/cs-0002": "detach"}, "retarget": {}}
    reviewed = review(ending(1, "states", "drop", "cs-0001", dependents=plan))
    assert get(reviewed, "states", "cs-0002").after is None
    plan = {"default": "drop", "each": {}, "retarget": {"relations/rel-0003": "ent-0001"}}
    with pytest.raises(LinedscriptError, match="self-loop"):
        review(ending(1, "entities", "drop", "ent-0004", dependents=plan))


def test_a_named_dependent_that_is_none_fails(review, ending):
    plan = {"default": "drop", "each": {"relations/rel-0001": "drop"}, "retarget": {}}
    with pytest.raises(LinedscriptError, match="relations/rel-0001, which doesn't depend on entities/ent-0004"):
        review(ending(1, "entities", "drop", "ent-0004", dependents=plan))


def test_dropping_an_entity_ends_its_presence_perception_and_focal_records(review, ending):
    plan = {"default": "drop", "each": {}, "retarget": {}}
    ended = {stone.id for stone in review(ending(1, "entities", "drop", "ent-0003", dependents=plan)).tombstones}
    assert {"presence/s0002.ent-0003", "perception/s0002.u01:ent-0003"} <= ended


def test_a_merge_leads_every_reference_to_the_survivor(review, merge, get):
    reviewed = review(merge())
    assert get(reviewed, "episodes", "ep-0002").participants == ("ent-0001",)
    assert get(reviewed, "units", "s0002.u01").participants[0].entity == "ent-0001"


def test_a_merge_makes_the_observations_the_survivors(review, merge, get):
    reviewed = review(merge())
    assert [one.character for one in reviewed.layers["observations"]] == ["ent-0001", "ent-0001"]


def test_what_is_observed_of_a_dropped_entity_ends_with_it(review, ending):
    plan = {"default": "drop", "each": {}, "retarget": {}}
    reviewed = review(ending(1, "entities", "drop", "ent-0003", dependents=plan))
    assert [one.id for one in reviewed.layers["observations"]] == ["ob-00001"]
    assert "observations/ob-00002" in {stone.id for stone in reviewed.tombstones}


def test_a_merge_unites_aliases_and_leaves_the_survivor_its_name(review, merge, get):
    ann = get(review(merge()), "entities", "ent-0001")
    assert ann.name == "Ann"
    assert [alias.surface for alias in ann.aliases] == ["Ann", "the pilot"]


def test_a_merge_leaves_a_tombstone_with_its_successor(review, merge):
    stones = {stone.id: stone for stone in review(merge()).tombstones}
    assert stones["entities/ent-0003"].successors == ("entities/ent-0001",)


def test_a_relation_that_becomes_a_self_loop_ends(review, merge, get):
    reviewed = review(merge())
    assert get(reviewed, "relations", "rel-0004") is None
    assert {stone.id: stone.patch for stone in reviewed.tombstones}["relations/rel-0004"] == "pt-0001"


def test_relations_that_become_duplicates_are_united_in_the_first(review, merge, get):
    reviewed = review(merge())
    assert get(reviewed, "relations", "rel-0002") is None
    assert get(reviewed, "relations", "rel-0001").description == "Bo likes the pilot."
    assert {stone.id: stone for stone in reviewed.tombstones}["relations/rel-0002"].successors == (
        "relations/rel-0001",
    )


def test_presence_of_a_merged_entity_is_the_survivors_at_the_greater_access(review, merge, get):
    reviewed = review(merge())
    assert get(reviewed, "presence", "s0002.ent-0001").level == "on_screen"
    assert get(reviewed, "presence", "s0002.ent-0003") is None


def test_perception_of_a_merged_entity_becomes_the_survivors(review, merge, get):
    assert get(review(merge()), "perception", "s0002.u01:ent-0001").participant


def test_a_renamed_participant_is_no_change_of_what_was_cited(review, merge, film):
    cited = make.cite("episodes", film["episodes"][1], "participants")
    film["links"][0] = make.link(1, cites=(cited,))
    film["storylines"] = []
    assert "links/lk-0001" not in {entry.id for entry in review(merge()).stale}


def test_an_item_may_go_on_using_the_name_of_a_merged_entity(review, merge, film, get):
    film["items"][0] = make.item(1, subjects=("ent-0003",), cites=(make.cite("entities", film["entities"][2], "name"),))
    item = get(review(merge()), "items", "t2-0001")
    assert (item.subjects, item.cites[0].record) == (("ent-0001",), "ent-0001")


def test_an_item_that_took_the_merged_entities_for_two_is_stale(review, merge, film):
    ann, _, pilot, _ = film["entities"]
    film["items"][0] = make.item(1, cites=(make.cite("entities", ann, "name"), make.cite("entities", pilot, "name")))
    assert [entry.id for entry in review(merge()).stale] == ["items/t2-0001"]


def test_an_item_that_relied_on_what_a_merged_entity_was_is_stale(review, merge, film):
    film["items"][0] = make.item(1, cites=(make.cite("entities", film["entities"][2], "name", "description"),))
    assert [entry.id for entry in review(merge()).stale] == ["items/t2-0001"]


def test_a_merge_without_a_guard_on_the_survivor_is_refused(patch):
    with pytest.raises(LinedscriptError, match="doesn't say under also what entities/ent-0001 was"):
        patch(1, "entities", "merge", "ent-0003", expect={"name": "the pilot"}, value={"into": "ent-0001"})


def test_a_merge_into_an_entity_that_is_another_by_now_fails(review, patch):
    wrong = patch(
        1,
        "entities",
        "merge",
        "ent-0003",
        value={"into": "ent-0001"},
        expect={"name": "the pilot", "also": {"entities/ent-0001": {"name": "Cora"}}},
    )
    with pytest.raises(LinedscriptError, match='entities/ent-0001, field name: expected "Cora", found "Ann"'):
        review(wrong)


def test_a_split_gives_the_new_entity_its_mentions_and_their_participants(review, patch, film, get):
    film["entities"][0] = make.entity(
        1, "Ann", aliases=(make.alias("Ann"), make.alias("Anna")), mentions=("s0001.m01", "s0002.m01")
    )
    film["units"][2] = make.unit(
        1,
        id="s0002.u01",
        scene="s0002",
        summary="The pilot leaves with the lamp.",
        participants=(make.participant("Anna", "ent-0001", mention="s0002.m01"),),
    )
    new = {
        "name": "Anna",
        "description": "Ann's aunt.",
        "named": True,
        "types": ["Character"],
        "mentions": ["s0002.m01"],
        "aliases": ["Anna"],
        "shared": [],
        "move": ["relations/rel-0003"],
    }
    reviewed = review(patch(1, "entities", "split", "ent-0001", expect={"name": "Ann"}, value={"new": new}))
    assert get(reviewed, "entities", "ent-pt-0001").mentions == ("s0002.m01",)
    assert get(reviewed, "entities", "ent-0001").mentions == ("s0001.m01",)
    assert get(reviewed, "units", "s0002.u01").participants[0].entity == "ent-pt-0001"
    assert get(reviewed, "relations", "rel-0003").subject == "ent-pt-0001"
    assert get(reviewed, "presence", "s0001.ent-pt-0001").level == "absent_unmentioned"


def test_a_split_of_an_alias_that_the_entity_does_not_have_fails(review, patch):
    new = {
        "name": "Zed",
        "description": "Nobody.",
        "named": True,
        "types": ["Character"],
        "mentions": [],
        "aliases": ["Zed"],
        "shared": [],
        "move": [],
    }
    with pytest.raises(LinedscriptError, match="entities/ent-0001 has no alias 'Zed'"):
        review(patch(1, "entities", "split", "ent-0001", expect={"name": "Ann"}, value={"new": new}))


def test_a_relation_is_retargeted(review, patch, get):
    turn = patch(
        1,
        "relations",
        "retarget",
        "rel-0003",
        value={"subject": "ent-0002"},
        reason="wrong_actor",
        expect={"subject": "ent-0001", "also": {"entities/ent-0002": {"name": "Bo"}}},
    )
    assert get(review(turn), "relations", "rel-0003").subject == "ent-0002"


def test_a_retargeted_link_has_its_distance_anew_and_cites_its_new_end(review, patch, film, get):
    film["units"].append(make.unit(1, id="s0004.u01", scene="s0004"))
    film["episodes"].append(make.episode(3, scene="s0004", title="Later", units=("s0004.u01",)))
    turn = patch(
        1,
        "links",
        "retarget",
        "lk-0001",
        value={"target": "ep-0003"},
        expect={"target": "ep-0002", "also": {"episodes/ep-0003": {"title": "Later"}}},
    )
    link = get(review(turn), "links", "lk-0001")
    assert link.distance == 3
    assert [cite.record for cite in link.cites] == ["ep-0001", "ep-0003"]


def test_a_link_retargeted_backward_fails(review, patch):
    turn = patch(
        1,
        "links",
        "retarget",
        "lk-0001",
        value={"source": "ep-0002", "target": "ep-0001"},
        expect={
            "source": "ep-0001",
            "target": "ep-0002",
            "also": {"episodes/ep-0001": {"title": "Ann waits"}, "episodes/ep-0002": {"title": "The pilot leaves"}},
        },
    )
    with pytest.raises(LinedscriptError, match="link-backward"):
        review(turn)


def _whole(record, **changes):
    import msgspec

    data = msgspec.json.decode(msgspec.json.encode(record))
    for field in ("id", "film", "made"):
        data.pop(field)
    data["cites"] = [{key: cite[key] for key in ("layer", "record", "fields")} for cite in data["cites"]]
    return data | changes


def test_a_replacement_has_a_new_id_and_the_old_one_a_tombstone_that_leads_there(review, ending, get, film):
    reviewed = review(ending(1, "items", "replace", "t2-0001", value=_whole(film["items"][0], answer="She hides.")))
    assert get(reviewed, "items", "t2-pt-0001").answer == "She hides."
    assert get(reviewed, "items", "t2-pt-0001").made.annotator == "patch"
    assert reviewed.tombstones[0].successors == ("items/t2-pt-0001",)


def test_references_to_a_replaced_record_lead_to_its_successor(review, ending, get, film):
    reviewed = review(ending(1, "states", "replace", "cs-0001", value=_whole(film["states"][0], value="lame")))
    assert get(reviewed, "states", "cs-0002").after == "cs-pt-0001"


def test_an_added_record_is_named_after_its_patch(review, patch, get, film):
    value = _whole(film["items"][0], question="And then?")
    reviewed = review(patch(7, "items", "add", None, expect={}, value=value))
    assert get(reviewed, "items", "t2-pt-0007").question == "And then?"


@pytest.mark.parametrize("layer", ["storylines", "states", "items"])
def test_a_rejected_record_is_gone(review, ending, get, film, layer):
    record = film[layer][-1].id
    reviewed = review(ending(1, layer, "reject", record))
    assert get(reviewed, layer, record) is None
    assert reviewed.tombstones[0].action == "reject"


def test_a_unit_without_an_episode_fails_and_names_the_patch(review, patch):
    wrong = patch(
        1, "episodes", "revise", "ep-0001", expect={"units": ["s0001.u01", "s0001.u02"]}, value={"units": ["s0001.u01"]}
    )
    with pytest.raises(LinedscriptError, match=r"\[unit-episodes\] en-0001/units/s0001.u02.*pt-0001"):
        review(wrong)


def test_a_duplicate_made_by_a_patch_fails_and_names_it(review, patch):
    wrong = patch(
        1,
        "relations",
        "retarget",
        "rel-0002",
        value={"object": "ent-0001"},
        expect={"object": "ent-0003", "also": {"entities/ent-0001": {"name": "Ann"}}},
    )
    with pytest.raises(LinedscriptError, match="duplicate-relation.*relations/rel-0001.*pt-0001"):
        review(wrong)


def test_a_predicate_outside_its_domain_fails(review, patch):
    from linedscript.backbone.registry import registry

    wrong = patch(
        1, "relations", "revise", "rel-0003", expect={"predicate": "possesses"}, value={"predicate": "located_at"}
    )
    with pytest.raises(LinedscriptError, match="domain-range.*Character to Object.*pt-0001"):
        review(wrong, registry=registry())


def test_evidence_given_by_its_words_is_looked_up_in_the_scene(review, patch, get):
    scene = make.scene("INT. OFFICE - DAY\n\nAnn hides behind the door.\n")
    wanted = patch(value={"evidence": [{"scene": "s0001", "quote": "hides behind"}]}, expect={"evidence": [_span()]})
    found = get(review(wanted, scenes=[scene]), "units", "s0001.u01").evidence[0]
    assert scene.text[found.start : found.end] == "hides behind"


def test_chinese_evidence_is_looked_up_by_its_words_too(review, patch, get):
    scene = make.scene("1. 内景 戏院 日\n\n林晚秋躲在门后。\n")
    wanted = patch(value={"evidence": [{"scene": "s0001", "quote": "躲在门后"}]}, expect={"evidence": [_span()]})
    found = get(review(wanted, scenes=[scene]), "units", "s0001.u01").evidence[0]
    assert scene.text[found.start : found.end] == "躲在门后"


def _span():
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(make.span()))


def test_words_that_are_not_in_the_scene_fail(review, patch):
    wanted = patch(value={"evidence": [{"scene": "s0001", "quote": "flies"}]}, expect={"evidence": [_span()]})
    with pytest.raises(LinedscriptError, match="quote-not-found"):
        review(wanted, scenes=[make.scene()])


def test_a_unit_with_other_participants_has_its_perception_follow(review, patch, get, film):
    import msgspec

    before = msgspec.json.decode(msgspec.json.encode(film["units"][0].participants))
    after = [before[0] | {"name": "Bo", "entity": "ent-0002"}]
    reviewed = review(patch(expect={"participants": before}, value={"participants": after}))
    assert get(reviewed, "perception", "s0001.u01:ent-0002").participant
    assert not get(reviewed, "perception", "s0001.u01:ent-0001").participant


def _waiver(patch, **changes):
    return patch(1, "coverage", "waive", "units:s0003", **{"expect": {"status": "failed"}, "value": {}} | changes)


def test_a_waiver_accepts_a_failed_block_by_name(review, patch, block):
    from linedscript.review.apply import unwaived

    failed = block(status="failed")
    reviewed = review(_waiver(patch), coverage=[failed])
    assert reviewed.waived == ["units:s0003"]
    assert unwaived([failed], reviewed.waived) == []


def test_a_waiver_of_an_answered_block_fails(review, patch, block):
    with pytest.raises(LinedscriptError, match="nothing to waive"):
        review(_waiver(patch, expect={"status": "answered"}), coverage=[block(status="answered")])
