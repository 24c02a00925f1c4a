"""What patches may not leave behind among exemplars, memories and traits."""

import factories as make
import msgspec
import pytest
from story import story

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import content_digest
from linedscript.records.character import Anchor

SCENES = story("INT. A - DAY\nAnn waits.\n@ANN: Blast the tide!")


HAD = {"text": "I waited.", "at": {"scene": "s0001", "offset": 4}}


def added(layer, record, **changes):
    """The payload of a patch that adds the record."""
    whole = msgspec.to_builtins(record) | changes
    return {field: value for field, value in whole.items() if field not in ("id", "film", "made")}


def line(quote, **changes):
    start = SCENES[0].text.index(quote)
    end = start + len(quote)
    exemplar = make.exemplar(1, at=Anchor(scene="s0001", offset=end))
    return added("exemplars", exemplar, evidence=[{"scene": "s0001", "quote": quote}], **changes)


def test_a_patch_may_add_a_line_of_dialogue_by_its_words(review, patch, get):
    add = patch(1, "exemplars", "add", None, expect={}, value=line("Blast the tide!"))
    assert get(review(add, scenes=SCENES), "exemplars", "ex-pt-0001").evidence[0].start == 31


def test_a_patch_that_adds_an_exemplar_out_of_action_is_refused(review, patch):
    add = patch(1, "exemplars", "add", None, expect={}, value=line("Ann waits."))
    with pytest.raises(LinedscriptError, match="exemplar-not-dialogue.*pt-0001"):
        review(add, scenes=SCENES)


def test_an_exemplar_that_is_said_elsewhere_than_its_line_is_refused(review, patch):
    value = line("Blast the tide!", at={"scene": "s0001", "offset": 0})
    with pytest.raises(LinedscriptError, match="exemplar-place"):
        review(patch(1, "exemplars", "add", None, expect={}, value=value), scenes=SCENES)


def test_a_memory_may_be_reworded_and_moved_later(review, patch, get):
    value = {"text": "I waited long.", "at": {"scene": "s0001", "offset": 9}}
    revise = patch(1, "memories", "revise", "mm-0001", expect=HAD, value=value)
    assert get(review(revise), "memories", "mm-0001").text == "I waited long."


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "blank-text"),
        (" \u200b", "blank-text"),
        ("I waited\x00.", "control-character"),
        ("I waited, as of cp-0001-02.", "id-in-words"),
        ("In s0001.u02 I waited.", "id-in-words"),
    ],
)
def test_a_patch_says_something_and_names_no_id(review, patch, text, code):
    with pytest.raises(LinedscriptError, match=rf"{code}.*pt-0001"):
        review(patch(1, "memories", "revise", "mm-0001", expect=HAD, value={"text": text}))


def test_whose_memory_it_is_may_not_be_patched(patch):
    with pytest.raises(LinedscriptError, match="character may not be patched"):
        patch(1, "memories", "revise", "mm-0001", expect={"text": "I waited."}, value={"character": "ent-0002"})


def test_a_memory_of_what_the_character_did_not_perceive_is_refused(review, patch):
    value = added("memories", make.memory(1, character="ent-0002", units=("s0001.u02",)))
    with pytest.raises(LinedscriptError, match="memory-unseen.*ent-0002 didn't perceive.*pt-0001"):
        review(patch(1, "memories", "add", None, expect={}, value=value))


def test_a_memory_from_before_its_evidence_is_over_is_refused(review, patch):
    value = {"at": {"scene": "s0001", "offset": 1}}
    with pytest.raises(LinedscriptError, match="memory-too-early"):
        review(patch(1, "memories", "revise", "mm-0001", expect=HAD, value=value))


def test_a_memory_of_a_unit_that_was_reworded_is_stale_until_it_is_kept(review, patch, film):
    reworded = patch(1)
    assert "memories/mm-0001" in {one.id for one in review(reworded).stale}
    seen = {
        "units/s0001.u01": {
            "summary": "Ann hides.",
            "participants": msgspec.json.decode(msgspec.json.encode(film["units"][0].participants)),
        }
    }
    expect = {"digest": content_digest(film["memories"][0]), "also": seen}
    kept = patch(2, "memories", "keep", "mm-0001", expect=expect, value={})
    assert "memories/mm-0001" not in {one.id for one in review(reworded, kept).stale}


def test_a_record_that_a_merge_leaves_stale_names_the_patch(review, merge, film):
    """The perception that it cites is then the survivor's own, which the merge didn't change."""
    pilot = film["perception"][1]
    film["perception"].append(make.perception("s0002.u01", "ent-0001", participant=False, basis="in_scene"))
    film["memories"] = [
        make.memory(
            1,
            character="ent-0003",
            units=("s0002.u01",),
            cites=(make.cite("perception", pilot, "participant", "witness"),),
        )
    ]
    assert all(one.patches == ("pt-0001",) for one in review(merge()).stale)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"valid_from": {"scene": "s0001", "offset": 1}}, "trait-too-early"),
        ({"valid_to": {"scene": "s0001", "offset": 4}}, "trait-interval"),
    ],
)
def test_a_line_of_a_card_holds_after_its_evidence_and_for_a_while(review, patch, value, code):
    had = {"text": "Ann is stubborn.", "valid_from": {"scene": "s0001", "offset": 4}, "valid_to": None}
    with pytest.raises(LinedscriptError, match=code):
        review(patch(1, "traits", "revise", "tr-0001", expect=had, value=value))


def test_a_line_of_a_card_is_stale_where_its_state_is_patched(review, patch):
    revise = patch(
        1, "states", "revise", "cs-0001", expect={"claim": "Ann is injured."}, value={"claim": "Ann is lame."}
    )
    assert "traits/tr-0001" in {one.id for one in review(revise).stale}


@pytest.mark.parametrize("action", ["revise", "replace", "reject", "merge"])
def test_a_line_is_a_place_that_no_patch_rewords(patch, action):
    with pytest.raises(LinedscriptError, match="actions on exemplars: drop, add, keep"):
        patch(1, "exemplars", action, "ex-0001", expect={"rank": 1}, value={"rank": 2})


def test_a_dropped_exemplar_leaves_a_tombstone_and_the_other_ranks(review, ending, get):
    reviewed = review(ending(1, "exemplars", "drop", "ex-0001"))
    assert get(reviewed, "exemplars", "ex-0001") is None
    assert "exemplars/ex-0001" in {stone.id for stone in reviewed.tombstones}
