"""Where an aim or a promise is done."""

import pytest
from factories import at, participant, span, state, unit

from linedscript.characters.aims import done

PROMISE = unit(
    1,
    id="s0001.u01",
    scene="s0001",
    trigger="promise",
    kind="Interaction",
    summary="Ann promises Bo: “You will ring the harbor bell.”",
    participants=(participant("Ann", "ent-0001", role="speaker"), participant("Bo", "ent-0002", role="addressee")),
)


def goal(**changes):
    value = "Ann promises Bo: “You will ring the harbor bell.”"
    held = {"aspect": "goal", "value": value, "claim": value, "catalyst": "s0001.u01", "valid_from": at(1)}
    return state(1, **held | changes)


def deed(summary, who="ent-0002", scene=3, **changes):
    return unit(
        1,
        **{
            "id": f"s{scene:04d}.u01",
            "scene": f"s{scene:04d}",
            "summary": summary,
            "evidence": (span(f"s{scene:04d}", 7, 20),),
            "participants": (participant("Bo", who, role="agent"),),
        }
        | changes,
    )


def until(*units, **changes):
    return done([goal(**changes)], [PROMISE, *units], "en")[0].valid_to


def test_a_promise_ends_with_the_deed_that_keeps_it():
    assert until(deed("Bo rings the harbor bell.")) == at(3, 7)


@pytest.mark.parametrize(
    "other",
    [
        deed("Bo rings a doctor."),
        deed("Cy rings the harbor bell.", "ent-0003"),
        deed("Bo rings the harbor bell.", polarity="negative"),
        deed("Bo rings the harbor bell.", modality="intended"),
        deed("Bo rings the harbor bell.", scene=1),
    ],
)
def test_another_deed_or_another_ones_keeps_no_promise(other):
    assert until(other) is None


def test_a_promise_that_is_over_before_is_not_taken_up_again():
    assert until(deed("Bo rings the harbor bell."), valid_to=at(2)) == at(2)


def test_words_that_stand_all_over_the_film_tie_no_deed_to_an_aim():
    said = [deed("Bo rings the harbor bell.", scene=number) for number in range(3, 8)]
    assert until(*said) is None


def test_a_chinese_promise_ends_with_the_deed_that_says_three_characters_of_it():
    promised = goal(value="林晚秋答应阿豆：“冬至夜里，我让你打第一板。”", catalyst="s0001.u01")
    kept = deed("阿豆打下第一板。")
    assert done([promised], [PROMISE, kept, deed("阿豆坐在板凳上。", scene=2)], "zh")[0].valid_to == at(3, 7)
