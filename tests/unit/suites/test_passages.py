"""Whether one passage alone answers a question (D5)."""

import pytest
from factories import alias, entity
from factories import scene as one_scene

from linedscript.records.scene import Element
from linedscript.suites.stage.passages import Passages


def scene(index, *paragraphs):
    """A scene whose paragraphs are elements."""
    text, elements, start = "", [], 0
    for paragraph in paragraphs:
        text += paragraph + "\n"
        elements.append(
            Element(
                kind="action",
                start=start,
                end=len(text),
                content=(start, len(text) - 1),
                source=((start, len(text)),),
                lines=(1, 1),
                cue=None,
                dual=None,
                contacts=(),
            )
        )
        start = len(text)
    return one_scene(text, index, elements=tuple(elements), heading=None)


ANN = entity(1, "Ann Lee", aliases=(alias("Ann Lee"), alias("Ann")))
BO = entity(2, "Bo")
LIN = entity(1, "林晚秋", aliases=(alias("林晚秋"), alias("晚秋")))


def passages(*scenes, window=8, share=0.5, language="en", entities=(ANN, BO)):
    return Passages(scenes, entities, language, window, share)


def test_a_passage_with_the_answer_and_the_questions_terms_answers_alone():
    found = passages(scene(1, "Ann hides the brass key in the oven."))
    assert found.answering("Where does Ann hide the brass key?", "In the oven") == "s0001"


def test_an_answer_in_a_passage_of_its_own_does_not():
    found = passages(
        scene(
            1, "Ann hides the brass key.", "Rain falls on the roof for a long hour.", "The oven glows in the kitchen."
        )
    )
    assert found.answering("Where does Ann hide the brass key?", "In the oven") is None


def test_neighbouring_elements_within_the_window_are_one_passage():
    apart = [scene(1, "Ann hides the brass key.", "It lies in the oven.")]
    assert passages(*apart, window=20).answering("Where does Ann hide the brass key?", "In the oven") == "s0001"
    assert passages(*apart, window=5).answering("Where does Ann hide the brass key?", "In the oven") is None


def test_no_window_reaches_into_the_next_scene():
    found = passages(scene(1, "Ann hides the brass key."), scene(2, "It lies in the oven."), window=50)
    assert found.answering("Where does Ann hide the brass key?", "In the oven") is None


def test_any_alias_stands_for_the_entity():
    found = passages(scene(1, "Ann Lee is the thief of the silver spoon."))
    assert found.answering("Who is the thief of the silver spoon?", "Ann") == "s0001"


def test_the_longest_alias_wins_and_a_part_of_a_word_is_no_alias():
    terms = passages(scene(1, "x")).terms("Ann Lee sees Annabel")
    assert terms == {"e:ent-0001", "w:see", "w:annabel"}


def test_word_forms_meet():
    found = passages(scene(1, "Ann hides keys"))
    assert found.terms("hiding a key") <= found.terms("Ann hides keys")


def test_an_answer_without_key_terms_is_held_by_no_passage():
    assert passages(scene(1, "Ann hides the key.")).answering("What does Ann hide?", "It") is None


def test_chinese_pairs_of_characters_and_names():
    found = passages(scene(1, "林晚秋把银簪藏进衣箱。"), language="zh", entities=(LIN,))
    assert found.answering("晚秋把银簪藏到哪里？", "衣箱") == "s0001"


def test_chinese_answers_apart_do_not_count():
    found = passages(
        scene(1, "林晚秋收起银簪。", "桌上只有一盏油灯和半杯冷茶。", "衣箱锁着。"),
        language="zh",
        entities=(LIN,),
        window=10,
    )
    assert found.answering("晚秋收起的银簪在哪里？", "衣箱") is None


@pytest.mark.parametrize(("scenes", "elsewhere"), [((1, 2), False), ((1, 2, 3), True)])
def test_a_clause_that_another_scene_holds_as_well_is_held_elsewhere(scenes, elsewhere):
    texts = {1: "Ann opens the red door.", 2: "Bo sleeps.", 3: "Ann opens the red door again."}
    found = passages(*(scene(number, texts[number]) for number in scenes))
    assert found.held_elsewhere("Ann opens the red door", "s0001", 0.75) is elsewhere


def test_a_text_without_key_terms_is_held_nowhere():
    assert not passages(scene(1, "Ann opens the red door.")).held_elsewhere("and so on", "s0002")
