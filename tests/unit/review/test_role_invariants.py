"""What patches do to role-play prompts, and what they may not leave behind."""

import factories as make
import msgspec
import pytest
from role_factories import prompt

from linedscript.errors import LinedscriptError
from linedscript.records.character import Anchor

ABOUT = ("states/cs-0002",)


def whole(**changes):
    record = msgspec.to_builtins(prompt(1, about=ABOUT)) | changes
    return {field: value for field, value in record.items() if field not in ("id", "film", "made")}


def revise(patch, film, value, layer="prompts", place=1):
    """A patch that saw the fields that it changes."""
    record = film[layer][place]
    seen = msgspec.json.decode(msgspec.json.encode({field: getattr(record, field) for field in value}))
    return patch(1, layer, "revise", record.id, expect=seen, value=value)


def cited(film, *fields):
    """The film with a later prompt that relies on the second state."""
    film["prompts"][1] = prompt(
        2, checkpoint="cp-0001-02", about=ABOUT, cites=(make.cite("states", film["states"][1], *fields),)
    )
    return film


def test_a_revised_request_keeps_its_pair_and_its_checkpoint(review, patch, film, get):
    reviewed = review(revise(patch, film, {"turns": ["And now?"]}))
    revised = get(reviewed, "prompts", "rp-0002")
    assert (revised.turns, revised.pair, revised.checkpoint) == (("And now?",), "rp-0001", "cp-0001-02")


@pytest.mark.parametrize("action", ["drop", "reject"])
def test_an_ended_prompt_leaves_a_tombstone(review, ending, get, action):
    reviewed = review(ending(1, "prompts", action, "rp-0002"))
    assert get(reviewed, "prompts", "rp-0002") is None
    assert "prompts/rp-0002" in {stone.id for stone in reviewed.tombstones}


def test_a_prompt_whose_earlier_one_ends_may_stand_alone(review, ending, get):
    plan = {"default": "detach", "each": {}, "retarget": {}}
    reviewed = review(ending(1, "prompts", "drop", "rp-0001", dependents=plan))
    assert get(reviewed, "prompts", "rp-0002").pair is None


def test_a_replaced_prompt_has_an_id_of_its_patch_and_its_pair_follows(review, ending, get):
    reviewed = review(ending(1, "prompts", "replace", "rp-0001", value=whole(turns=["Anything new?"])))
    assert get(reviewed, "prompts", "rp-pt-0001").turns == ("Anything new?",)
    assert get(reviewed, "prompts", "rp-0002").pair == "rp-pt-0001"


def test_a_patch_may_add_a_prompt(review, patch, get):
    reviewed = review(patch(7, "prompts", "add", None, expect={}, value=whole(turns=["What now?"])))
    assert get(reviewed, "prompts", "rp-pt-0007").about == ABOUT


def test_a_patch_with_a_stale_guard_on_a_prompt_is_refused(review, patch):
    stale = patch(1, "prompts", "revise", "rp-0002", expect={"turns": ["What?"]}, value={"turns": ["And now?"]})
    with pytest.raises(LinedscriptError, match="prompts/rp-0002"):
        review(stale)


def test_a_reworded_state_leaves_the_prompts_about_it_standing(review, patch, film, get):
    cited(film, "value", "target", "valid_from", "valid_to")
    reworded = revise(patch, film, {"claim": "Ann has recovered."}, "states")
    assert get(review(reworded), "prompts", "rp-0002") is not None


def test_a_state_of_another_value_makes_the_prompts_about_it_stale(review, patch, film, get):
    cited(film, "value", "target", "valid_from", "valid_to")
    reviewed = review(revise(patch, film, {"value": "worse"}, "states"))
    assert get(reviewed, "prompts", "rp-0002") is None
    assert ("prompts/rp-0002", ("states/cs-0002",)) in {(row.id, row.because) for row in reviewed.stale}


def test_what_a_prompt_is_about_cannot_end_silently(review, ending, film):
    film["prompts"] = [prompt(1, about=ABOUT)]
    with pytest.raises(LinedscriptError, match="prompts/rp-0001"):
        review(ending(1, "states", "drop", "cs-0002"))


def test_what_a_prompt_is_about_follows_a_replacement(review, ending, film, get):
    film["prompts"] = [prompt(1, about=ABOUT)]
    value = msgspec.to_builtins(film["states"][1]) | {"claim": "Ann has recovered."}
    value = {field: held for field, held in value.items() if field not in ("id", "film", "made")}
    reviewed = review(ending(1, "states", "replace", "cs-0002", value=value))
    assert get(reviewed, "prompts", "rp-0001").about == ("states/cs-pt-0001",)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("prompt-turns", {"turns": ["One?", "Two?"]}),
        ("prompt-turns", {"mode": "multi"}),
        ("prompt-tells-stance", {"turns": ["answers as one who is at odds with bo."]}),
        ("prompt-pair", {"checkpoint": "cp-0001-01"}),
    ],
)
def test_a_patch_that_breaks_a_prompt_is_refused_by_name(review, patch, film, code, value):
    with pytest.raises(LinedscriptError, match=f"{code}.*pt-0001"):
        review(revise(patch, film, value))


def test_a_pair_of_two_conditions_is_refused_by_name(review, patch, film):
    with pytest.raises(LinedscriptError, match="prompt-pair.*pt-0001") as caught:
        review(revise(patch, film, {"condition": "invariant"}))
    assert "rp-0001" in str(caught.value) and "invariant" in str(caught.value)


def test_both_prompts_of_a_pair_may_get_another_condition(review, patch, film, get):
    value, seen = {"condition": "invariant"}, {"condition": "evolving"}
    patches = [
        patch(number, "prompts", "revise", film["prompts"][number - 1].id, expect=seen, value=value)
        for number in (1, 2)
    ]
    assert get(review(*patches), "prompts", "rp-0002").condition == "invariant"


def test_a_pair_may_go_from_inaccessible_to_disclosed(review, patch, film, get):
    patches = [
        patch(number, "prompts", "revise", f"rp-000{number}", expect={"condition": "evolving"}, value={"condition": to})
        for number, to in ((1, "inaccessible"), (2, "post_disclosure"))
    ]
    assert get(review(*patches), "prompts", "rp-0002").condition == "post_disclosure"


def test_a_prompt_at_another_characters_checkpoint_is_refused(review, patch, film):
    film["checkpoints"].append(
        make.checkpoint(1, id="cp-0002-01", character="ent-0002", anchor=Anchor(scene="s0002", offset=9))
    )
    with pytest.raises(LinedscriptError, match="prompt-character"):
        review(revise(patch, film, {"checkpoint": "cp-0002-01"}))


def test_no_two_prompts_ask_the_same_at_one_checkpoint(review, patch, film):
    film["prompts"][1] = prompt(2, checkpoint=film["prompts"][0].checkpoint, about=ABOUT, turns=("And now?",))
    with pytest.raises(LinedscriptError, match="prompt-twice"):
        review(revise(patch, film, {"turns": list(film["prompts"][0].turns)}))


@pytest.mark.parametrize("about", ["nonsense", "films/x", "states/"])
def test_a_prompt_is_about_records(review, patch, film, about):
    with pytest.raises(LinedscriptError, match="prompt-about"):
        review(revise(patch, film, {"about": [*ABOUT, about]}))


def test_a_turn_is_no_longer_than_a_model_may_answer(review, patch, film):
    with pytest.raises(LinedscriptError, match="long-text"):
        review(revise(patch, film, {"turns": ["word " * 500]}))
