from types import SimpleNamespace

import pytest
from factories import item
from scored_runs import Scored, cells

from linedscript.records.check import Withheld
from linedscript.records.review import Look, Tombstone
from linedscript.tables.dispositions import task_ii_criteria, task_ii_dispositions

FILM = "en-0001"


def look(question: str, disposition: str = "verified", reviewer: str = "r1", **changes) -> Look:
    return Look(
        **dict(
            id=f"one:items/{question}:{reviewer}",
            film=FILM,
            round="one",
            record=f"items/{question}",
            digest=None,
            outdated=False,
            disposition=disposition,
            criteria=("unique_answer",),
            seconds=60,
            reviewer=reviewer,
            date="2026-01-11",
            patch="pt-0001" if disposition in ("revised", "rejected") else None,
            note=None,
        )
        | changes
    )


def patch(name: str, action: str = "revise", question: str = "t2-0099", **changes) -> SimpleNamespace:
    """As the log of patches has it; by default of a question that isn't there."""
    kept = dict(film=FILM, id=name, layer="items", action=action, target=f"items/{question}", reason="not_unique")
    return SimpleNamespace(**(kept | dict(superseded_by=None) | changes))


class Reviewed(Scored):
    def __init__(self, looks: list[Look], **layers) -> None:
        super().__init__({FILM: None}, [])
        self.layers = (
            dict(items=[item(number) for number in range(1, 5)], audits=looks, patches=[patch("pt-0001")]) | layers
        )

    def all(self, layer: str):
        return iter(self.layers.get(layer, []))


def counts(*looks: Look, **layers) -> dict[str, int]:
    found = cells(task_ii_dispositions(Reviewed(list(looks), **layers)))
    return {name: row["questions"] for name, row in found.items() if row["questions"]}


def test_each_question_stands_in_one_row_and_the_rows_add_up():
    looks = [
        look("t2-0001"),
        look("t2-0002", "revised"),
        look("t2-0002", "skipped", "r2", note="?"),
        look("t2-0003", "flagged"),
    ]
    assert counts(*looks) == {
        "verified": 1, "revised: not_unique": 1, "flagged": 1, "not looked at": 1, "All questions": 4
    }  # fmt: skip


def test_two_reviewers_who_judge_otherwise_are_told():
    assert counts(look("t2-0001"), look("t2-0001", "rejected", "r2"))["reviewers differ"] == 1


def test_a_look_at_what_has_changed_since_decides_nothing():
    assert counts(look("t2-0001", outdated=True))["looked at before it changed"] == 1


def test_a_question_that_a_patch_ended_counts_and_the_one_in_its_place_does_not():
    ended = Tombstone(id="items/t2-0009", film=FILM, patch="pt-0001", action="replace", successors=("items/t2-0004",))
    found = counts(look("t2-0009", "rejected"), tombstones=[ended])
    assert found == {"rejected: not_unique": 1, "not looked at": 3, "All questions": 4}


def test_a_question_that_a_patch_revised_or_ended_counts_so_without_an_audit():
    ended = Tombstone(id="items/t2-0009", film=FILM, patch="pt-0002", action="reject", successors=())
    patches = [patch("pt-0001", "revise", "t2-0001"), patch("pt-0002", "reject", "t2-0009", reason="leak")]
    assert counts(patches=patches, tombstones=[ended]) == {
        "revised: not_unique": 1, "rejected: leak": 1, "not looked at": 3, "All questions": 5
    }  # fmt: skip


def test_a_question_that_was_revised_and_then_ended_is_rejected_by_the_reason_that_ended_it():
    ended = Tombstone(id="items/t2-0009", film=FILM, patch="pt-0002", action="drop", successors=())
    patches = [patch("pt-0001", "revise", "t2-0009"), patch("pt-0002", "drop", "t2-0009", reason="leak")]
    assert counts(patches=patches, tombstones=[ended])["rejected: leak"] == 1


@pytest.mark.parametrize("looks", [[look("t2-0001")], [look("t2-0001", "revised"), look("t2-0001", reviewer="r2")]])
def test_whoever_verifies_what_a_patch_made_of_a_question_does_not_differ_from_the_patch(looks):
    assert counts(*looks, patches=[patch("pt-0001", "revise", "t2-0001")])["revised: not_unique"] == 1


@pytest.mark.parametrize(
    "changes", [dict(superseded_by="pt-0002"), dict(action="keep"), dict(action="add"), dict(layer="prompts")]
)
def test_a_patch_that_changed_no_question_decides_nothing(changes):
    assert counts(patches=[patch("pt-0001", question="t2-0001", **changes)]) == {
        "not looked at": 4, "All questions": 4
    }  # fmt: skip


def test_a_withheld_question_was_up_for_review():
    withheld = Withheld(id="items/t2-0009", film=FILM, code="template-like", detail="three are worded alike")
    assert counts(look("t2-0009"), withheld=[withheld]) == {"verified": 1, "not looked at": 4, "All questions": 5}


def test_a_criterion_counts_the_looks_that_checked_it():
    looks = [
        look("t2-0001", criteria=("evidence", "unique_answer")),
        look("t2-0002", "rejected", criteria=("evidence",)),
    ]
    found = cells(task_ii_criteria(Reviewed(looks)))
    assert {name: (row["looks"], row["verified"], row["rejected"]) for name, row in found.items()} == {
        "evidence": (2, 1, 1),
        "unique answer": (1, 1, 0),
    }
