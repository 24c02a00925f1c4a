"""Task I's intervals: which text lies between two checkpoints, and in which chunks."""

import msgspec
import pytest
from factories import FILM, scene
from hypothesis import given
from hypothesis import strategies as st
from unit.suites.trajectory import anchor, checkpoint

from linedscript.errors import LinedscriptError
from linedscript.screenplay.tokens import LINEDSCRIPT
from linedscript.suites.stage.intervals import Script, coverage_faults, cut_script, make_intervals

ONE = "INT. A - DAY\n\nAnn waits.\n"
TWO = "INT. B - DAY\n\nBo comes in and sits down.\n"


def script(*texts: str) -> Script:
    return Script(FILM, [scene(text, number) for number, text in enumerate(texts, 1)], LINEDSCRIPT)


def shown(made, texts) -> list[list[str]]:
    """Per interval the text of its chunks."""
    by_id = {f"s{number:04d}": text for number, text in enumerate(texts, 1)}
    return [
        ["".join(by_id[part.scene][part.start : part.end] for part in chunk.parts) for chunk in interval.chunks]
        for interval in made
    ]


def test_the_first_interval_starts_the_screenplay_and_each_goes_on_where_the_last_ended():
    texts = (ONE, TWO, ONE)
    made = make_intervals(script(*texts), [checkpoint(1, anchor(2)), checkpoint(2, anchor(3, len(ONE)))], 600)
    assert shown(made, texts) == [[ONE], [TWO + ONE]]
    assert [(interval.number, interval.start, interval.end.scene) for interval in made] == [
        (1, None, "s0002"),
        (2, anchor(2), "s0003"),
    ]


def test_a_scene_that_an_anchor_cuts_gives_each_interval_its_own_part():
    cut = TWO.index("Bo")
    made = make_intervals(script(ONE, TWO), [checkpoint(1, anchor(2, cut)), checkpoint(2, anchor(2, len(TWO)))], 600)
    assert shown(made, (ONE, TWO)) == [[ONE + TWO[:cut]], [TWO[cut:]]]


def test_an_anchor_inside_a_word_cuts_behind_it():
    made = make_intervals(script(ONE), [checkpoint(1, anchor(1, ONE.index("aits")))], 600)
    assert shown(made, (ONE,)) == [["INT. A - DAY\n\nAnn waits"]]


def test_text_behind_the_final_anchor_is_in_no_interval():
    made = make_intervals(script(ONE, TWO), [checkpoint(1, anchor(1, len(ONE)))], 600)
    assert shown(made, (ONE, TWO)) == [[ONE]]


def test_the_checkpoints_go_by_their_anchors_whatever_their_order():
    made = make_intervals(script(ONE, TWO), [checkpoint(2, anchor(2, 5)), checkpoint(1, anchor(1, 5))], 600)
    assert [interval.id for interval in made] == ["cp-0001-01", "cp-0001-02"]


def test_two_checkpoints_at_one_anchor_leave_an_empty_interval():
    made = make_intervals(script(ONE, TWO), [checkpoint(1, anchor(2)), checkpoint(2, anchor(2))], 600)
    assert [interval.tokens for interval in made] == [LINEDSCRIPT.count(ONE), 0]


def test_whole_scenes_share_a_chunk_while_they_are_within_the_budget():
    size = LINEDSCRIPT.count(ONE)
    made = make_intervals(script(ONE, ONE, ONE), [checkpoint(1, anchor(3, len(ONE)))], 2 * size)
    assert shown(made, (ONE, ONE, ONE)) == [[ONE + ONE, ONE]]
    assert [chunk.tokens for chunk in made[0].chunks] == [2 * size, size]


def test_an_over_long_scene_is_split_into_chunks_of_its_own():
    long = "INT. C - DAY\n\n" + "Ann waits and waits. " * 9
    made = make_intervals(script(ONE, long, ONE), [checkpoint(1, anchor(3, len(ONE)))], 20)
    chunks = made[0].chunks
    assert [len(chunk.parts) for chunk in chunks] == [1] * len(chunks)
    assert [chunk.parts[0].scene for chunk in chunks] == ["s0001", "s0002", "s0002", "s0002", "s0003"]


def test_the_rest_of_a_film_is_cut_too_where_it_is_asked_for():
    cuts = cut_script(script(ONE, TWO), [("cp", anchor(1, 5))], 600, to_end=True)
    assert sum(chunk.tokens for cut in cuts for chunk in cut.chunks) == LINEDSCRIPT.count(ONE) + LINEDSCRIPT.count(TWO)


def test_an_anchor_outside_the_film_is_named():
    with pytest.raises(LinedscriptError, match=r"\[unknown-place\] en-0001/cp-0001-01"):
        make_intervals(script(ONE), [checkpoint(1, anchor(2))], 600)
    with pytest.raises(LinedscriptError, match=r"\[unknown-place\]"):
        make_intervals(script(ONE), [checkpoint(1, anchor(1, len(ONE) + 1))], 600)


def test_anchors_that_go_back_are_refused():
    with pytest.raises(LinedscriptError, match="anchors-out-of-order"):
        cut_script(script(ONE, TWO), [("cp-1", anchor(2)), ("cp-2", anchor(1))], 600)


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("interval-text", lambda part: {"start": part.start + 1}),
        ("interval-text", lambda part: {"end": part.end - 1}),
        ("interval-text", lambda part: {"scene": "s0002"}),
        ("interval-text", lambda part: {"scene": "s0009"}),
        ("interval-count", lambda part: {"tokens": part.tokens + 1}),
    ],
)
def test_a_part_that_is_not_the_text_is_a_fault_of_its_interval(code, change):
    film = script(ONE, TWO)
    (made,) = make_intervals(film, [checkpoint(1, anchor(1, len(ONE)))], 600)
    (chunk,) = made.chunks
    (part,) = chunk.parts
    chunk = msgspec.structs.replace(chunk, parts=(msgspec.structs.replace(part, **change(part)),))
    faults = coverage_faults(film, [msgspec.structs.replace(made, chunks=(chunk,))])
    assert {fault.code for fault in faults} == {code}
    assert {fault.place for fault in faults} == {"en-0001/cp-0001-01"}


def test_parts_that_tear_a_word_have_all_of_the_text_and_not_its_tokens():
    film = script(ONE)
    (made,) = make_intervals(film, [checkpoint(1, anchor(1, len(ONE)))], 600)
    (chunk,) = made.chunks
    (part,) = chunk.parts
    middle = ONE.index("aits")
    torn = tuple(
        msgspec.structs.replace(part, start=low, end=high, tokens=LINEDSCRIPT.count(ONE[low:high]))
        for low, high in ((0, middle), (middle, len(ONE)))
    )
    tokens = sum(one.tokens for one in torn)
    changed = msgspec.structs.replace(made, chunks=(msgspec.structs.replace(chunk, parts=torn, tokens=tokens),))
    faults = coverage_faults(film, [msgspec.structs.replace(changed, tokens=tokens)])
    assert [fault.code for fault in faults] == ["interval-tokens"]


def test_a_chunk_over_the_budget_is_a_fault():
    film = script(ONE)
    (made,) = make_intervals(film, [checkpoint(1, anchor(1, len(ONE)))], 600)
    assert [fault.code for fault in coverage_faults(film, [msgspec.structs.replace(made, budget=3)])] == [
        "interval-budget"
    ]


TEXTS = st.lists(st.text("ab.' \n晚秋", min_size=1, max_size=30), min_size=1, max_size=5)


@given(TEXTS, st.data())
def test_the_parts_of_all_intervals_give_back_the_text_up_to_the_final_anchor(texts, data):
    film = script(*texts)
    places = st.integers(1, len(texts)).flatmap(
        lambda number: st.tuples(st.just(number), st.integers(0, len(texts[number - 1])))
    )
    points = sorted(data.draw(st.lists(places, min_size=1, max_size=4)))
    budget = data.draw(st.integers(1, 12))
    made = make_intervals(film, [checkpoint(n, anchor(*place)) for n, place in enumerate(points, 1)], budget)
    number, offset = film.place(made[-1].end, "final")
    whole = [*texts[:number], texts[number][:offset]]
    found = ["".join(chunks) for chunks in shown(made, texts)]
    assert "".join(found) == "".join(whole)
    assert all(chunk.tokens <= budget for interval in made for chunk in interval.chunks)
    tokens = [LINEDSCRIPT.cut(text).closed for text in whole]
    parts = [part for interval in made for chunk in interval.chunks for part in chunk.parts]
    by_id = {one.id: one.text for one in film.scenes}
    assert b"".join(LINEDSCRIPT.cut(by_id[p.scene][p.start : p.end]).closed for p in parts) == b"".join(tokens)


@given(TEXTS, st.data())
def test_a_scene_is_split_only_where_it_is_over_the_budget_or_an_anchor_cuts_it(texts, data):
    film = script(*texts)
    number = data.draw(st.integers(1, len(texts)))
    offset = data.draw(st.integers(0, len(texts[number - 1])))
    budget = data.draw(st.integers(1, 12))
    made = make_intervals(film, [checkpoint(1, anchor(number, offset))], budget)
    for chunk in made[0].chunks:
        for part in chunk.parts:
            text = texts[int(part.scene[1:]) - 1]
            whole = (part.start, part.end) == (0, len(text))
            cut = part.scene == f"s{number:04d}"
            assert whole or cut or LINEDSCRIPT.count(text) > budget


def test_all_faults_of_a_trajectory_are_told_at_once():
    film = script(ONE, TWO)
    made = make_intervals(film, [checkpoint(1, anchor(1, len(ONE))), checkpoint(2, anchor(2, len(TWO)))], 600)
    faults = coverage_faults(film, [msgspec.structs.replace(one, tokens=0) for one in made])
    assert [fault.place for fault in faults] == ["en-0001/cp-0001-01", "en-0001/cp-0001-02"]
