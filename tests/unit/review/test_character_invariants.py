"""What patches may not leave behind among exemplars, memories and traits."""

import factories as make
import msgspec
import pytest
from story import story

from linedscript.errors import LinedscriptError
from linedscript.records.character import Anchor

SCENES = story("INT. A - DAY\nAnn waits.\n@ANN: Blast the tide!")


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


@pytest.mark.parametrize("action", ["revise", "replace", "reject", "merge"])
def test_a_line_is_a_place_that_no_patch_rewords(patch, action):
    with pytest.raises(LinedscriptError, match="actions on exemplars: drop, add, keep"):
        patch(1, "exemplars", action, "ex-0001", expect={"rank": 1}, value={"rank": 2})


def test_a_dropped_exemplar_leaves_a_tombstone_and_the_other_ranks(review, ending, get):
    reviewed = review(ending(1, "exemplars", "drop", "ex-0001"))
    assert get(reviewed, "exemplars", "ex-0001") is None
    assert "exemplars/ex-0001" in {stone.id for stone in reviewed.tombstones}
