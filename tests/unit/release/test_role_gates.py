"""Seeded defects in Task III's two sides: each is caught by name."""

from pathlib import Path

import pytest
from release_tree import rewrite
from test_gates import found, gates

ROWS = "data/{}/en-0001.jsonl"


def codes(built: Path, layer: str, change) -> set[str]:
    """What the gates say of that layer's one record after the change."""
    rewrite(built / "build/parent" / ROWS.format(layer), change)
    return {
        code for code, file, record in found(gates(built / "build/parent")) if file == ROWS.format(layer) and record
    }


def test_sound_prompts_and_scaffolds_have_no_defect(built: Path) -> None:
    assert not [one for one in found(gates(built / "build/parent")) if "rp-" in str(one[2])]


@pytest.mark.parametrize(
    ("code", "layer", "change"),
    [
        ("prompt-turns", "prompts", {"turns": ["One?", "Two?"]}),
        ("prompt-turns", "prompts", {"mode": "multi"}),
        ("stance-in-input", "prompts", {"turns": ["Answers as one who is at odds with Bo."]}),
        ("dangling-reference", "prompts", {"about": ["states/cs-0099"]}),
        ("side-of-another", "scaffolds", {"checkpoint": "cp-0001-02"}),
        ("side-of-another", "packs", {"checkpoint": "cp-0001-02"}),
        ("unknown-record", "packs", {"memories": ["mm-0099"]}),
        ("leak-later", "packs", {"identity": "Wren. Wren is the boss."}),
    ],
)
def test_a_seeded_defect_is_named(built: Path, code, layer, change) -> None:
    if code == "leak-later":
        rewrite(
            built / "build/parent" / ROWS.format("states"),
            lambda row: (
                row | {"aspect": "role", "claim": "Wren is the boss.", "valid_from": {"scene": "s0002", "offset": 1}}
            ),
        )
    assert code in codes(built, layer, lambda row: row | change)


@pytest.mark.parametrize("layer", ["packs", "scaffolds"])
def test_a_prompt_without_one_of_its_sides_is_named(built: Path, layer) -> None:
    (built / "build/parent" / ROWS.format(layer)).write_bytes(b"")
    assert "prompt-without-side" in {code for code, *_ in found(gates(built / "build/parent"))}


TITLE = "The Lamp Office"


@pytest.mark.parametrize(
    ("code", "layer", "change"),
    [
        ("title-in-question", "items", {"question": f"In {TITLE}, what does Ann do first?"}),
        ("title-in-question", "items", {"question": f"Which comes first: Ann waits, or {TITLE.upper()} opens?"}),
        ("title-in-request", "prompts", {"turns": [f"How do you like {TITLE}?"]}),
    ],
)
def test_a_question_that_says_its_films_title_is_named(built: Path, code, layer, change) -> None:
    assert code in codes(built, layer, lambda row: row | change)


def test_a_title_that_is_somebodys_name_in_the_film_may_be_asked_about(built: Path) -> None:
    def named(row):
        alias = {"surface": TITLE, "kind": "name", "first_scene": "s0001", "spoken": None}
        return row | {"aliases": [*row["aliases"], alias]}

    rewrite(built / "build/parent" / ROWS.format("entities"), named)
    assert "title-in-question" not in codes(built, "items", lambda row: row | {"question": f"Who owns {TITLE}?"})


def test_a_title_in_a_question_of_the_pseudonymized_view_is_named(built: Path) -> None:
    release = built / "build/pseudonymized"
    rewrite(release / ROWS.format("items"), lambda row: row | {"question": f"Who owns {TITLE}?"})
    defects = found(gates(release, parent=built / "build/parent"))
    assert "title" in {code for code, file, _ in defects if file == ROWS.format("items")}
