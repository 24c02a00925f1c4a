"""Released items: reviewed, not stale, and each path checked again."""

import pytest
from factories import check, entity, item, participant, scene, span, step, unit

from linedscript.io.files import sha256_text
from linedscript.suites.stage.assembly import assemble_items

SETTINGS = {"passage_words": 30, "passage_chars": 50, "passage_share": 0.6}
SCENES = [scene("INT. A - DAY\n\nAnn hides a letter.\n", 1), scene("INT. B - DAY\n\nBo opens the oven.\n", 2)]
RECORDS = {
    "units": {one.id: one for one in (unit(1), unit(1, id="s0002.u01", scene="s0002"))},
    "entities": {one.id: one for one in (entity(1, "Ann"), entity(2, "Bo"))},
}


def support(number):
    where = SCENES[number - 1]
    end = len(where.text)
    return step(
        f"units/{where.id}.u01", where.id, evidence=span(where.id, 14, end, sha256=sha256_text(where.text[14:end]))
    )


def good(number=1, **changes):
    return item(
        number,
        **dict(
            category="Temporal Reasoning",
            question="Ann hides a letter. Who comes next?",
            answer="Bo",
            path=(support(1), support(2)),
        )
        | changes,
    )


def assemble(*items, stale=(), records=RECORDS, checks=(), kept=()):
    return assemble_items("en-0001", items, stale, kept, checks, records, SCENES, "en", SETTINGS)


def test_a_good_item_is_released_unchanged():
    assert assemble(good()).items == (good(),)


def test_items_keep_their_order():
    assert [one.id for one in assemble(good(2), good(1)).items] == ["t2-0002", "t2-0001"]


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("dangling-step", good(path=(support(1), step("units/s0002.u09", "s0002", evidence=support(2).evidence)))),
        (
            "unresolved-evidence",
            good(path=(support(1), step("units/s0002.u01", "s0002", evidence=span("s0002", 0, 3)))),
        ),
        ("single-unit", good(path=(support(1), support(1)))),
        ("path-leaves-its-scene", good(category="Scene Grounding")),
        ("single-passage", good(question="Who opens the oven?", answer="Bo")),
        ("no-wording", good(answer=" ")),
    ],
)
def test_a_faulty_item_is_withheld_with_its_reason(code, changed):
    assembled = assemble(changed)
    assert assembled.items == () and [one.code for one in assembled.withheld] == [code]


def test_a_stale_item_is_withheld():
    assembled = assemble(good(2), stale=["items/t2-0001", "episodes/ep-0001"])
    assert [(one.id, one.code) for one in assembled.withheld] == [("items/t2-0001", "stale")]


@pytest.mark.parametrize(
    ("what", "verdict", "code"),
    [
        ("p2", "right", "one-passage-answers"),
        ("wording", "template_like", "template-like"),
        ("wording", "one_scene", "not-multi-scene"),
    ],
)
def test_an_item_that_fails_a_check_is_withheld_with_the_checks_code(what, verdict, code):
    assembled = assemble(good(), checks=[check(good(), what, verdict=verdict)])
    assert assembled.items == () and [one.code for one in assembled.withheld] == [code]


@pytest.mark.parametrize(
    ("what", "verdict"), [("closed", "right"), ("p1", "wrong"), ("wording", "sound"), ("p1", None)]
)
def test_an_item_whose_checks_hold_nothing_back_is_released_with_them(what, verdict):
    looked = check(good(), what, verdict=verdict)
    assembled = assemble(good(), checks=[looked])
    assert (assembled.items, assembled.checks, assembled.withheld) == ((good(),), (looked,), ())


def test_an_item_that_a_reviewer_kept_is_released_whatever_its_checks_say():
    assert assemble(good(), checks=[check(good(), "p1", verdict="right")], kept=["items/t2-0001"]).items == (good(),)


def test_a_check_of_another_wording_says_nothing_and_is_not_released():
    before = check(good(question="Ann hides a letter. Who comes?"), "p1", verdict="right")
    assembled = assemble(good(), checks=[before])
    assert (assembled.items, assembled.checks) == ((good(),), ())


def test_a_choice_among_what_the_question_offers_is_no_single_passage():
    choice = good(question="Which comes first: Bo opens the oven; or Ann hides a letter?", answer="Bo opens the oven")
    assert assemble(choice).items == (choice,)


def in_both(*more):
    """A question whose answer is Cy, over units of two scenes; who else is in them comes with ``more``."""
    doers = {"s0001.u01": 1, "s0001.u02": 3, "s0002.u01": 2, "s0002.u02": 3, **dict(more)}
    units = {
        one: unit(1, id=one, scene=one[:5], participants=(participant("", f"ent-{doer:04d}"),))
        for one, doer in doers.items()
    }
    people = {one.id: one for one in (entity(1, "Ann"), entity(2, "Bo"), entity(3, "Cy"), entity(4, "Dan"))}
    path = tuple(step(f"units/{one}", one[:5], evidence=support(int(one[4])).evidence) for one in list(doers)[:4])
    asked = good(
        category="Role-Relation Continuity",
        schema_family="distributed_role",
        question="Ann hides a letter; in another scene, Bo opens the oven. Who else is in both?",
        answer="Cy",
        path=path,
    )
    return asked, {"units": units, "entities": people}


DAN = (("s0001.u03", 4), ("s0002.u03", 4))


def test_a_question_that_two_persons_answer_since_review_is_withheld_and_says_who():
    asked, records = in_both(*DAN)
    (held,) = assemble(asked, records=records).withheld
    assert (held.code, held.detail) == ("not-unique", "Dan in s0001 and s0002 as well")


def test_a_question_that_one_person_answers_is_released():
    asked, records = in_both()
    assert assemble(asked, records=records).items == (asked,)


def test_a_question_that_a_reviewer_kept_is_released_whoever_is_in_its_scenes():
    asked, records = in_both(*DAN)
    assert assemble(asked, records=records, kept=["items/t2-0001"]).items == (asked,)
