import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

from scored_runs import Scored

from linedscript.tables.correction import correction
from linedscript.tables.figures import figure
from linedscript.tables.flow import wrapped

SPAN = {"kind": "span", "scene": "s0002", "start": 3, "end": 9}


def patch(number: int, target: str, *fields: str, **changes) -> SimpleNamespace:
    return SimpleNamespace(
        **dict(
            id=f"pt-{number:04d}",
            film="en-0001",
            layer=target.partition("/")[0],
            action="revise",
            target=target,
            fields=fields,
            reason="wrong_actor",
            note="Bob waits, not Ann.",
            scenes=("s0002",),
            superseded_by=None,
            stale=("links/lk-0002",),
        )
        | changes
    )


def kept(name: str, *patches: str, **changes) -> SimpleNamespace:
    model = {"setup": "Ann waits.", "participants": ["ent-0001"], "outcome": None, "evidence": [SPAN]}
    return SimpleNamespace(
        id=name, film="en-0001", patches=patches, model=model, reviewed=model | changes if changes else None
    )


def corpus(patches: list, superseded: list) -> Scored:
    one = Scored({"en-0001": None}, [])
    people = [SimpleNamespace(id="ent-0001", name="Ann"), SimpleNamespace(id="ent-0002", name="Bob")]
    layers = {"patches": patches, "superseded": superseded, "entities": people}
    one.pseudonymized = SimpleNamespace(rows=lambda layer, film: layers[layer])
    return one


def shown(one) -> list[list]:
    return [[cell.value for cell in row] for row in correction(one).rows]


def test_a_correction_goes_from_its_evidence_to_the_fields_that_it_changed():
    changed = kept("episodes/ep-0001", "pt-0001", setup="Bob waits.", participants=["ent-0002"])
    assert shown(corpus([patch(1, "episodes/ep-0001", "participants", "setup")], [changed])) == [
        ["evidence: scenes", None, None, "s0002 3–9", "s0002 3–9"],
        ["patch: pt-0001, revise", "s0002", "Bob waits, not Ann.", None, None],
        ["field: participants", None, None, "Ann", "Bob"],
        ["field: setup", None, None, "Ann waits.", "Bob waits."],
        ["made stale: links/lk-0002", None, None, None, None],
    ]


def test_a_correction_s_scenes_and_reason_stand_under_their_own_names():
    changed = kept("episodes/ep-0001", "pt-0001", setup="Bob waits.")
    table = correction(corpus([patch(1, "episodes/ep-0001", "setup")], [changed]))
    (row,) = (row for row in table.rows if str(row[0].value).startswith("patch: "))
    held = {column.head: cell.value for column, cell in zip(table.columns, row, strict=True)}
    assert (held["Scenes of the patch"], held["Reason"]) == ("s0002", "Bob waits, not Ann.")
    assert held["Model's record"] is None and held["Reviewed record"] is None


def test_of_all_corrections_the_episode_s_with_most_fields_is_shown():
    patches = [patch(1, "links/lk-0001", "setup", "outcome"), patch(2, "episodes/ep-0001", "setup")]
    patches.append(patch(3, "episodes/ep-0002", "setup", "outcome"))
    records = [kept(one.target, one.id, setup="x") for one in patches]
    assert shown(corpus(patches, records))[1][0] == "patch: pt-0003, revise"


def test_a_record_that_two_patches_changed_shows_no_single_correction():
    one = kept("episodes/ep-0001", "pt-0001", "pt-0002", setup="Bob waits.")
    assert shown(corpus([patch(1, "episodes/ep-0001", "setup")], [one])) == []


def test_its_figure_holds_both_records_and_says_what_has_no_value():
    changed = kept("episodes/ep-0001", "pt-0001", outcome="Bob leaves.")
    one = correction(corpus([patch(1, "episodes/ep-0001", "outcome")], [changed]))
    root = ElementTree.fromstring(figure(one, "rules"))
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"–", "Bob leaves.", "links/lk-0002", "pt-0001, revise; s0002"} <= set(texts)
    assert "Bob waits, not Ann." in texts


def test_a_box_breaks_at_blanks_in_english_and_anywhere_in_chinese():
    assert wrapped("a long line of words", 8) == ["a long", "line of", "words"]
    assert wrapped("安家山把信递给春晓河", 8) == ["安家山把", "信递给春", "晓河"]
