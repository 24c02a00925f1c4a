"""Released items: reviewed, not stale, and each path checked again."""

import pytest
from factories import entity, item, scene, span, step, unit

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


def assemble(*items, stale=(), records=RECORDS):
    return assemble_items(items, stale, records, SCENES, "en", SETTINGS)


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
        ("path-too-short", good(path=(support(1), support(1)))),
        ("path-leaves-its-scene", good(category="Scene Grounding")),
        ("single-passage", good(question="Who opens the oven?", answer="Bo")),
        ("no-wording", good(answer=" ")),
    ],
)
def test_a_faulty_item_is_withheld_with_its_reason(code, changed):
    assembled = assemble(changed)
    assert assembled.items == () and [one.code for one in assembled.withheld] == [code]


def test_a_stale_item_is_withheld():
    assembled = assemble(good(1), good(2), stale=["items/t2-0001"])
    assert [one.id for one in assembled.items] == ["t2-0002"] and assembled.withheld[0].code == "stale"


def test_a_choice_among_what_the_question_offers_is_no_single_passage():
    choice = good(question="Which comes first: Bo opens the oven; or Ann hides a letter?", answer="Bo opens the oven")
    assert assemble(choice).items == (choice,)
