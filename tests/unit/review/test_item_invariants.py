"""What patches may not make of a Task II item, and what no patched record may say."""

import factories as make
import msgspec
import pytest

from linedscript.errors import Faults, LinedscriptError
from linedscript.records.character import Anchor


@pytest.fixture
def film(film):
    film["items"].append(make.item(2, question="Who leaves with the lamp?", answer="the pilot"))
    return film


def revise(patch, film, layer, place=0, **value):
    record = film[layer][place]
    seen = msgspec.json.decode(msgspec.json.encode({field: getattr(record, field) for field in value}))
    return patch(1, layer, "revise", record.id, expect=seen, value=value)


def codes(review, *patches, **inputs):
    with pytest.raises((Faults, LinedscriptError)) as error:
        review(*patches, **inputs)
    return {fault.code for fault in getattr(error.value, "faults", [error.value])}


@pytest.mark.parametrize("question", ["She waits.", "As she waits, what does Ann do?", "What, “she waits”?"])
def test_a_question_does_not_hold_its_answer(review, patch, film, question):
    assert codes(review, revise(patch, film, "items", question=question)) == {"item-tells-answer"}


def test_a_question_may_list_its_answer_among_others(review, patch, film):
    question = "Who leaves with the lamp, Ann, Bo or the pilot?"
    assert not review(revise(patch, film, "items", 1, question=question)).stale


def test_no_two_questions_are_one(review, patch, film):
    found = codes(review, revise(patch, film, "items", question="who leaves\nwith the lamp"))
    assert found == {"item-twice"}


def test_a_path_has_no_step_twice(review, patch, film):
    step = msgspec.to_builtins(film["items"][0].path[0])
    assert "item-path" in codes(review, revise(patch, film, "items", path=[step, step]))


def test_an_answer_is_no_longer_than_a_reply_may_be(review, patch, film):
    assert codes(review, revise(patch, film, "items", answer="x" * 1001)) == {"long-text"}


def test_a_claim_is_no_longer_than_one_that_may_be_predicted(review, patch, film):
    assert codes(review, revise(patch, film, "states", claim="Ann " * 101)) == {"long-text"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"after": "cs-0002"}, "state-chain"),
        ({"target": "ent-0001"}, "self-loop"),
        ({"invariant": True}, "state-interval"),
    ],
)
def test_a_state_is_of_one_piece(review, patch, film, change, code):
    assert codes(review, revise(patch, film, "states", **change)) == {code}


def test_a_state_replaces_one_of_its_own_aspect(review, patch, film):
    film["states"].append(make.state(3, aspect="goal", valid_from=Anchor(scene="s0003", offset=0)))
    assert codes(review, revise(patch, film, "states", 2, after="cs-0002")) == {"state-chain"}


def test_a_list_names_nothing_twice(review, patch, film):
    assert codes(review, revise(patch, film, "items", subjects=["ent-0001", "ent-0001"])) == {"repeated-id"}


def test_the_scenes_that_support_a_patch_are_scenes(review, patch, film):
    scenes = [make.scene("INT. OFFICE - DAY\n\nAnn leaves.\n", number) for number in (1, 2, 3)]
    claimed = {"layer": "items", "target": "t2-0001", "expect": {"answer": "She waits."}, "value": {"answer": "Waits."}}
    for named in (["s0009"], ["s0001", "s0001"]):
        assert codes(review, patch(1, scenes=named, **claimed), scenes=scenes) == {"patch-scenes"}


@pytest.mark.parametrize(("scene", "offset"), [("s0009", 0), ("s0001", 9999)])
def test_a_moment_is_a_place_of_the_script(review, patch, film, scene, offset):
    scenes = [make.scene("INT. OFFICE - DAY\n\nAnn leaves.\n", number) for number in (1, 2, 3)]
    late = revise(patch, film, "states", valid_to={"scene": scene, "offset": offset})
    assert "outside-script" in codes(review, late, scenes=scenes)


def test_a_reference_without_an_id_is_one_to_nothing(review, patch, film):
    step = msgspec.to_builtins(film["items"][0].path[0]) | {"record": "units/"}
    path = [step, *msgspec.to_builtins(film["items"][0].path[1:])]
    assert "dangling-reference" in codes(review, revise(patch, film, "items", path=path))
    seen = {"answer": "She waits.", "also": {"states/": {"claim": "Ann is ill."}}}
    claimed = {"layer": "items", "target": "t2-0001", "value": {"answer": "Waits."}}
    assert codes(review, patch(1, expect=seen, **claimed)) == {"stale-expect"}
