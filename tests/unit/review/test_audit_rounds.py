"""A round from the draw to the files that a release takes in."""

import csv
import json

import factories as make
import numpy as np
import pytest

from linedscript.cli.main import main
from linedscript.io.canonical import write_records
from linedscript.records.character import Anchor
from linedscript.records.review import AuditFrame
from linedscript.records.stage import Claim, Prompt, Rubric
from linedscript.review.audit_agreement import summarize
from linedscript.review.audit_sheets import CRITERIA, deal
from linedscript.review.audit_units import (
    Frame,
    Told,
    Unit,
    claim_digests,
    draw_balanced,
    draw_roles,
    passages,
    question_frame,
    role_frame,
    told,
    trajectory_frame,
)

NOTHING_TOLD = Told({}, {})


def thing(number, film="en-0001", group="", kind="state"):
    return Unit(film, f"rubrics/cp-0001-{number:02d}.s01", "a" * 64, group, kind, ("x",), ())


def claim(rubric, number, role="state"):
    return Claim(
        id=f"{rubric}.s{number:02d}",
        text=f"Claim {number}.",
        role=role,
        source="states/cs-0001",
        evidence=(make.span(),),
    )


def rubric(role, number, states=2):
    name = f"cp-{role:04d}-{number:02d}"
    return Rubric(
        id=name,
        film=make.FILM,
        character=f"ent-{role:04d}",
        kind="change",
        states=tuple(claim(name, one) for one in range(1, states + 1)),
        developments=(),
        invariants=(claim(name, 9, "invariant"),),
        future_negatives=(),
        left_out=0,
    )


def prompt(number, role=1, mode="single"):
    return Prompt(
        id=f"rp-{number:04d}",
        film=make.FILM,
        character=f"ent-{role:04d}",
        checkpoint="cp-0001-01",
        condition="evolving",
        mode=mode,
        turns=("Where is the lamp?",),
        stance="She has it.",
        about=("states/cs-0001",),
        pair=None,
        cites=(),
        made=make.made(),
    )


def look(record, disposition="verified", reviewer="r1", **changes):
    return make.look(record, disposition=disposition, reviewer=reviewer, digest=None, **changes)


def test_films_take_turns_so_that_a_long_one_does_not_crowd_out_a_short_one():
    frames = {
        "en-0001": Frame(9, 1, tuple(thing(number) for number in range(1, 10))),
        "en-0002": Frame(2, 1, tuple(thing(number, "en-0002") for number in (1, 2))),
    }
    drawn = draw_balanced(frames, 4, np.random.default_rng(1))
    assert sorted(one.film for one in drawn) == ["en-0001", "en-0001", "en-0002", "en-0002"]


def test_of_a_film_one_trajectory_is_the_frame_and_all_claims_are_the_population():
    rubrics = [rubric(1, 1), rubric(1, 2), rubric(2, 1, states=3)]
    frame = trajectory_frame(rubrics, NOTHING_TOLD, np.random.default_rng(1))
    assert frame.population == 7
    assert len({one.group for one in frame.units}) == 1
    assert len(frame.units) in (4, 3)


def test_invariants_are_not_drawn_but_have_a_digest():
    assert {name.rpartition(".")[2] for name in claim_digests([rubric(1, 1)])} == {"s01", "s02", "s09"}
    units = trajectory_frame([rubric(1, 1)], NOTHING_TOLD, np.random.default_rng(1)).units
    assert {one.record.rpartition(".")[2] for one in units} == {"s01", "s02"}


def test_of_each_role_two_single_turn_interactions_and_one_of_several_turns_are_drawn():
    prompts = [prompt(n, 1 + n % 2, "multi" if n % 3 == 0 else "single") for n in range(1, 21)]
    drawn = draw_roles({"en-0001": role_frame(prompts, {}, NOTHING_TOLD)}, np.random.default_rng(1))
    wanted = [(role, kind) for role in ("ent-0001", "ent-0002") for kind in ("single", "single", "multi")]
    assert sorted((one.group, one.kind) for one in drawn) == sorted(wanted)


def test_what_is_repeated_goes_to_another_reviewer():
    drawn = [thing(number) for number in range(1, 8)]
    dealt = deal(drawn, drawn[:3], ["r1", "r2"])
    both = {one.record for one in dealt["r1"]} & {one.record for one in dealt["r2"]}
    assert both == {one.record for one in drawn[:3]}
    assert sum(map(len, dealt.values())) == 10


def test_a_question_is_shown_with_the_whole_elements_that_its_steps_cite():
    item = make.item(path=(make.step(), make.step("units/s0002.u01", "s0002")))
    (one,) = question_frame([item]).units
    text = "INT. OFFICE - DAY\n\nAnn waits.\n"
    shown = passages(one, {"s0001": make.scene(text), "s0002": make.scene(text, 2)})
    assert len(shown) == 2
    assert shown[0].startswith("s0001 (INT. OFFICE - DAY): ")


def test_an_interaction_and_a_claim_are_shown_with_the_character_s_name_and_the_scene_of_the_moment():
    names = told(
        [make.entity(1, "Ann Poe")],
        [make.checkpoint(1, anchor=Anchor(scene="s0002", offset=4))],
        {"s0002": make.scene("INT. OFFICE - DAY\n\nAnn waits.\n", 2)},
    )
    moment = "Ann Poe (ent-0001) at cp-0001-01, in s0002 (INT. OFFICE - DAY)"
    (interaction,) = role_frame([prompt(1)], {}, names).units
    claims = trajectory_frame([rubric(1, 1)], names, np.random.default_rng(1)).units
    assert interaction.shown[-1] == f"{moment}; evolving"
    assert claims[0].shown[-1] == f"state of {moment}; change, from states/cs-0001"


def test_kappa_is_over_what_two_reviewers_judged_and_leaves_skipped_ones_out():
    """Ten pairs: eight alike (7 verified, 1 rejected), two not; by hand: P = 0.8; shares 16/20, 1/20 and 3/20, so
    Pe = 0.64 + 0.0025 + 0.0225 = 0.665 and kappa = 0.135 / 0.335."""
    looks = []
    for number, (one, other) in enumerate(
        [("verified", "verified")] * 7 + [("rejected", "rejected"), ("verified", "rejected"), ("verified", "revised")]
    ):
        looks += [look(f"items/t2-{number:04d}", one), look(f"items/t2-{number:04d}", other, "r2")]
    looks += [look("items/t2-0050", "skipped", note="?"), look("items/t2-0050", "verified", "r2")]
    held = summarize(looks)
    assert (held.repeated, held.things, held.looks) == (10, 11, 22)
    assert held.agreement == pytest.approx(0.8)
    assert held.kappa == pytest.approx(0.135 / 0.335)
    # Krippendorff: 20 values, 16, 3 and 1 of a kind; 4 of 20 pairable values differ: 1 - 19 * 4 / (2 * (48 + 16 + 3))
    assert held.alpha == pytest.approx(1 - 19 * 4 / (2 * (48 + 16 + 3)))


def test_alpha_takes_what_three_reviewers_judged_beside_what_two_did_and_kappa_does_not():
    """Two things, three verdicts and two: values v v r and r r; observed 2 / 2 of 5, expected 12 / 4 of 5."""
    looks = [
        look("items/t2-0001"),
        look("items/t2-0001", reviewer="r2"),
        look("items/t2-0001", "rejected", "r3"),
        look("items/t2-0002", "rejected"),
        look("items/t2-0002", "rejected", "r2"),
    ]
    held = summarize(looks)
    assert held.alpha == pytest.approx(1 - 4 * 2 / 12)
    assert held.kappa == pytest.approx((1 / 3 - 5 / 9) / (1 - 5 / 9))


def test_outdated_looks_are_counted_apart_and_no_looks_make_no_minutes():
    held = summarize([look("items/t2-0001", outdated=True)])
    assert (held.outdated, held.looks, held.minutes, held.kappa) == (1, 0, None, None)


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for language in ("en", "zh"):
        path = tmp_path / f"docs/audit/instruction.{language}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Read.\n")
    write_records(tmp_path / "build/scenes/en-0001.jsonl", [make.scene(), make.scene(index=2)])
    write_records(tmp_path / "build/reviewed/items/en-0001.jsonl", [make.item(n) for n in range(1, 5)])
    return tmp_path


def draw(*more):
    words = ("--task", "II", "--round", "questions-1", "--films", "en-0001", "--seed", "7", "--out", "sheets")
    return main(["audit", "draw", *words, "--reviewers", "r1", "r2", *more])


def fill(path, rows=None, **changes):
    """Fill in every row, or the first ``rows`` and leave the others out."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        filled = list(csv.DictReader(file))[:rows]
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(filled[0]))
        writer.writeheader()
        writer.writerows(row | {"disposition": "verified", "seconds": "1:15"} | changes for row in filled)


def take():
    return main(["audit", "take", "--sheets", "sheets", "--date", "2001-01-31"])


def test_a_round_comes_back_from_its_sheets_with_every_look_and_its_frame(project):
    assert draw("--repeat", "0.5") == 0
    for name in ("r1", "r2"):
        fill(project / f"sheets/{name}.csv")
    assert take() == 0
    rows = [json.loads(line) for line in (project / "manifests/audits/questions-1.jsonl").read_text().splitlines()]
    assert len(rows) == 6
    assert {row["seconds"] for row in rows} == {75}
    assert rows[0]["criteria"] == list(CRITERIA["II"])
    (frame,) = (project / "manifests/audits/questions-1.frame.jsonl").read_text().splitlines()
    assert {"drawn": 4, "repeated": 2, "frame": 4, "population": 4}.items() <= json.loads(frame).items()


def test_taking_the_same_round_again_changes_nothing_and_another_one_of_its_name_is_refused(project, capsys):
    draw()
    for name in ("r1", "r2"):
        fill(project / f"sheets/{name}.csv")
    assert (take(), take()) == (0, 0)
    fill(project / "sheets/r1.csv", seconds="90")
    assert take() == 1
    assert "round-exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"disposition": ""}, "sheet-empty"),
        ({"disposition": "fine"}, "sheet-value"),
        ({"seconds": "a while"}, "sheet-value"),
        ({"seconds": ""}, "sheet-value"),
        ({"criteria": "beauty"}, "sheet-value"),
        ({"disposition": "flagged"}, "audit-note"),
        ({"disposition": "rejected"}, "audit-patch"),
        ({"film": "en-0009"}, "sheet-unknown"),
        ({"digest": "abc"}, "audit-schema"),
        ({"digest": "b" * 64}, "sheet-changed"),
    ],
)
def test_a_wrong_row_is_refused_and_nothing_is_written(project, capsys, change, code):
    draw()
    fill(project / "sheets/r1.csv", **change)
    fill(project / "sheets/r2.csv")
    assert take() == 1
    assert f"[{code}]" in capsys.readouterr().err
    assert not (project / "manifests/audits").exists()


def test_a_wrong_row_is_named_by_the_line_where_it_begins_and_with_what_to_do(project, capsys):
    """A cell of a sheet holds line ends, so that rows and lines don't go together."""
    draw()
    fill(project / "sheets/r1.csv")
    fill(project / "sheets/r2.csv")
    path = project / "sheets/r1.csv"
    text = path.read_text("utf-8-sig")
    before, last = text[: text.rindex("en-0001,items/")], text[text.rindex("en-0001,items/") :]
    path.write_text(before + last.replace("verified", "revised"), "utf-8-sig")
    assert take() == 1
    told = capsys.readouterr().err
    begins = before.count("\n") + 1
    assert f"[audit-patch] sheets/r1.csv:{begins}: en-0001/{last.split(',')[1]}: revised, but names no patch" in told
    assert "hint: write the patch with 'linedscript patch new'" in told


def test_a_sheet_that_nobody_filled_in_is_one_message(project, capsys):
    write_records(project / "build/reviewed/items/en-0001.jsonl", [make.item(n) for n in range(1, 41)])
    draw()
    fill(project / "sheets/r1.csv", disposition="")
    fill(project / "sheets/r2.csv")
    assert take() == 1
    told = capsys.readouterr().err
    assert told.count("[sheet-empty]") == 1
    assert "so it is in 19 more rows, at " in told


def test_a_note_with_a_comma_outside_quotation_marks_is_told_and_not_cut(project, capsys):
    draw()
    fill(project / "sheets/r1.csv", note="said twice")
    fill(project / "sheets/r2.csv")
    path = project / "sheets/r1.csv"
    path.write_text(path.read_text("utf-8-sig").replace("said twice", "said, twice"), "utf-8-sig")
    assert take() == 1
    assert "[sheet-columns]" in capsys.readouterr().err


def test_empty_cells_behind_the_last_column_are_what_spreadsheet_programs_leave(project):
    draw()
    for name in ("r1", "r2"):
        fill(project / f"sheets/{name}.csv", note="said twice")
    path = project / "sheets/r1.csv"
    path.write_text(path.read_text("utf-8-sig").replace("said twice", "said twice,,"), "utf-8-sig")
    assert take() == 0


@pytest.mark.parametrize(
    "change", [{"drawn": 3}, {"repeated": 4}, {"round": "questions-2"}, {"task": "I"}, {"film": "en-0002"}]
)
def test_a_frame_that_is_not_what_was_dealt_is_refused(project, capsys, change):
    draw()
    for name in ("r1", "r2"):
        fill(project / f"sheets/{name}.csv")
    path = project / "sheets/questions-1.frame.jsonl"
    path.write_text(json.dumps(json.loads(path.read_text()) | change) + "\n")
    assert take() == 1
    assert "[not-a-round]" in capsys.readouterr().err
    assert not (project / "manifests/audits").exists()


def test_a_round_of_a_day_that_is_yet_to_come_is_refused(project, capsys):
    draw()
    with pytest.raises(SystemExit) as ended:
        main(["audit", "take", "--sheets", "sheets", "--date", "9999-12-31"])
    assert ended.value.code == 2 and "yet to come" in capsys.readouterr().err


def test_a_sheet_with_a_row_less_is_refused(project, capsys):
    draw()
    fill(project / "sheets/r1.csv", rows=1)
    fill(project / "sheets/r2.csv")
    assert take() == 1
    assert "sheet-incomplete" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [("--round", "Round 1"), ("--reviewers", "Jo"), ("--reviewers", "r1", "r1"), ("--size", "3")]
)
def test_names_and_options_that_mean_nothing_are_refused(project, capsys, words):
    assert draw(*words) in (1, 2)
    assert not (project / "sheets").exists()


def test_the_released_looks_say_which_records_changed_since(project):
    draw()
    for name in ("r1", "r2"):
        fill(project / f"sheets/{name}.csv")
    take()
    write_records(
        project / "build/reviewed/items/en-0001.jsonl", [make.item(1, question="Who?"), *map(make.item, (2, 3, 4))]
    )
    words = ("--film", "en-0001", "--build", "build", "--audits", "manifests/audits")
    assert main(["audit", "release", *words, "--looks", "looks.jsonl", "--frames", "frames.jsonl"]) == 0
    rows = [json.loads(line) for line in (project / "looks.jsonl").read_text().splitlines()]
    assert [row["outdated"] for row in rows] == [True, False, False, False]
    assert AuditFrame(**json.loads((project / "frames.jsonl").read_text())).drawn == 4


def test_the_same_seed_draws_the_same():
    rubrics = [rubric(1 + n % 3, n) for n in range(1, 9)]
    first, second = (trajectory_frame(rubrics, NOTHING_TOLD, np.random.default_rng(3)).units for _ in range(2))
    assert first == second
