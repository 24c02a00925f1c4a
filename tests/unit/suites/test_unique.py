"""A question for the one person who is in two scenes is held back once a second person is in both."""

import pytest
from factories import alias, entity, item, participant, step, unit

from linedscript.suites.stage.unique import InScenes

EN = (("Ann", "Bo Reed", "Cy", "Dan Hill"), "Ann waits; in another scene, Cy waits. Which person is in both?")
ZH = (
    ("林晚秋", "丁桂香", "邵平", "何敬之"),
    "一场戏里，林晚秋等着；另一场戏里，邵平等着。没有点名而两场都有的人是谁？",
)
PATH = tuple(step(f"units/{one}", one[:5]) for one in ("s0001.u01", "s0001.u02", "s0002.u01", "s0002.u02"))


def does(unit_id, number, **changes):
    parts = (participant("somebody", f"ent-{number:04d}", role=changes.pop("role", "agent")),)
    return unit(1, id=unit_id, scene=unit_id[:5], participants=parts, **changes)


def fault(*more, of=EN, people=(), asked=None, **changes):
    """Of a question about the first and the third person that the second is the answer to."""
    names, question = of
    path_units = [does("s0001.u01", 1), does("s0001.u02", 2), does("s0002.u01", 3), does("s0002.u02", 2)]
    known = {one.id: one for one in (*(entity(place, one) for place, one in enumerate(names, 1)), *people)}
    one = item(
        1,
        category="Role-Relation Continuity",
        question=asked or question,
        answer=names[1],
        **{"path": PATH, "schema_family": "distributed_role"} | changes,
    )
    return InScenes([*path_units, *more], list(known.values()), "zh" if of is ZH else "en").fault(one)


BOTH = (does("s0001.u03", 4), does("s0002.u03", 4))


@pytest.mark.parametrize("of", [EN, ZH])
def test_a_second_person_who_acts_in_both_scenes_is_a_fault(of):
    assert fault(*BOTH, of=of) == f"{of[0][3]} in s0001 and s0002 as well"


@pytest.mark.parametrize("of", [EN, ZH])
def test_one_person_in_both_scenes_is_none(of):
    assert fault(BOTH[0], of=of) is None


@pytest.mark.parametrize("of", [EN, ZH])
def test_a_person_whom_the_question_names_is_no_second_answer(of):
    assert fault(does("s0001.u03", 3), of=of) is None


def test_a_given_name_alone_names_a_person():
    assert fault(*BOTH, asked=f"Dan waits. {EN[1]}") is None


def test_who_has_no_name_is_no_second_answer():
    assert fault(*BOTH, people=[entity(4, "crowd", named=False)]) is None


@pytest.mark.parametrize("changes", [{"role": "theme"}, {"modality": "intended"}, {"kind": "Occasion"}])
def test_who_takes_no_part_in_a_scene_is_no_second_answer(changes):
    assert fault(BOTH[0], does("s0002.u03", 4, **changes)) is None


@pytest.mark.parametrize("role", ["speaker", "addressee", "patient", "recipient", "present"])
def test_who_is_only_spoken_to_or_there_takes_part(role):
    assert fault(BOTH[0], does("s0002.u03", 4, role=role)) is not None


def test_an_answer_by_another_form_of_the_name_is_the_same_person():
    bo = entity(2, "Captain Bo Reed", aliases=(alias("Captain Bo Reed"), alias("Bo Reed")))
    assert fault(people=[bo]) is None


@pytest.mark.parametrize(
    "changes", [{"path": PATH[1:4:2]}, {"path": PATH[:3]}, {"schema_family": None}], ids=["deeds", "one", "other"]
)
def test_a_question_that_tells_what_the_person_does_is_another(changes):
    assert fault(*BOTH, **changes) is None
