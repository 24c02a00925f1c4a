"""A question for who has an object next is held back once somebody has it in between."""

import pytest
from factories import entity, item, participant, scene, step, unit

from linedscript.suites.stage.holders import Holders
from linedscript.suites.stage.unique import SecondAnswers

WORDS = {"en": ("take", "{} takes the ring."), "zh": ("拿走", "{}拿走了戒指。")}
NAMES = {"en": ("Ann", "Bo", "Cy", "ring"), "zh": ("林晚秋", "丁桂香", "邵平", "戒指")}


def takes(number, who, language="en", **changes):
    trigger, summary = WORDS[language]
    name = NAMES[language][who - 1]
    parts = participant(name, f"ent-{who:04d}"), participant(NAMES[language][3], "ent-0004", role="theme")
    told = dict(trigger=trigger, summary=summary.format(name), participants=parts)
    return unit(1, id=f"s{number:04d}.u01", scene=f"s{number:04d}", **told | changes)


def fault(*between, language="en", path=(1, 3), of=Holders, **changes):
    """Of the question who has the ring next after the taking in the first scene."""
    names = NAMES[language]
    things = [entity(4, names[3], types=("Object",), named=False)]
    people = [entity(place, name) for place, name in enumerate(names[:3], 1)]
    units = [takes(1, 1, language), *between, takes(3, 2, language)]
    asked = item(
        1,
        **dict(category="Role-Relation Continuity", family="state_contrast", answer=names[1])
        | dict(path=tuple(step(f"units/s{place:04d}.u01", f"s{place:04d}") for place in path))
        | changes,
    )
    return of(units, people + things, [scene(index=place) for place in (1, 2, 3)], language).fault(asked)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_takes_the_object_in_between_is_a_fault(language):
    found = fault(takes(2, 3, language), language=language)
    assert found == f"{NAMES[language][2]} has it before, by units/s0002.u01"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_object_that_passes_on_as_the_path_says_is_none(language):
    assert fault(language=language) is None


def test_who_has_it_already_and_takes_it_again_is_no_second_answer():
    assert fault(takes(2, 1)) is None


@pytest.mark.parametrize("changes", [{"modality": "intended"}, {"polarity": "negative"}])
def test_what_doesn_t_come_about_gives_nobody_the_object(changes):
    assert fault(takes(2, 3, **changes)) is None


def test_a_holder_whom_the_path_names_is_none():
    assert fault(takes(2, 3), path=(1, 2, 3)) is None


def test_a_question_for_something_else_is_another():
    assert fault(takes(2, 3), family=None) is None


def test_a_holder_in_between_is_a_second_answer():
    assert fault(takes(2, 3), of=SecondAnswers) == "Cy has it before, by units/s0002.u01"
