import csv
import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace

import pytest

from linedscript.errors import LinedscriptError
from linedscript.records.engine import TranscriptDigest
from linedscript.release.sums import sums_faults
from linedscript.release.tree import Release
from linedscript.tables.contents import FIGURES, TABLES, table
from linedscript.tables.corpus import Corpus
from linedscript.tables.figures import figure
from linedscript.tables.formats import as_csv, as_latex, as_markdown
from linedscript.tables.items import answer_length
from linedscript.tables.model import Cell, Column, Table, shown
from linedscript.tables.printing import print_tables
from linedscript.tables.summary import cells


@pytest.mark.parametrize("name", TABLES)
def test_rows_add_up_to_the_total(corpus: Corpus, name: str) -> None:
    one = table(name, corpus)
    for place, column in enumerate(one.columns):
        if one.total and column.form == "count":
            assert sum(row[place].value or 0 for row in one.rows[:-1]) == one.rows[-1][place].value, column.name


@pytest.mark.parametrize("name", TABLES)
def test_a_count_is_the_number_of_the_records_that_it_names(corpus: Corpus, name: str) -> None:
    one = table(name, corpus)
    summaries = {"min", "max", "length_min", "length_max", "scenes_min", "scenes_max"}
    summaries |= {"population", "groups", "frame", "drawn", "repeated"}  # numbers that a frame holds
    for row in one.rows:
        for cell, column in zip(row, one.columns, strict=True):
            if column.form == "count" and column.name not in summaries and cell.value is not None:
                assert len(cell.records) == cell.value, (row[0].value, column.name)


@pytest.mark.parametrize("name", TABLES)
def test_every_row_fills_every_column(corpus: Corpus, name: str) -> None:
    one = table(name, corpus)
    assert all(len(row) == len(one.columns) for row in one.rows)


def test_genres_count_slots_under_their_parents(corpus: Corpus) -> None:
    rows = {row[0].value: row[1].value for row in table("genres", corpus).rows}
    assert rows == {"Crime": 2, "Drama": 2, "All slots": 4}


def test_decades_are_shares_within_each_language(corpus: Corpus) -> None:
    one = table("decades", corpus)
    assert [row[0].value for row in one.rows] == ["1990s", "2000s", "2010s"]
    assert [row[2].value for row in one.rows] == [1.0, 0.0, 0.0]
    assert [row[4].value for row in one.rows] == [0.0, 0.0, 1.0]


def test_years_have_a_range_and_a_median(corpus: Corpus) -> None:
    assert [cell.value for cell in table("years", corpus).rows[1]] == ["Chinese", 1, 1, 2011, 2011, 2011]


def test_a_median_year_is_printed_without_decimals(corpus: Corpus) -> None:
    one = table("years", corpus)
    assert shown(one.rows[1][4].value, one.columns[4].form) == "2011"


def test_lengths_are_words_in_english_and_characters_in_chinese(corpus: Corpus) -> None:
    rows = table("lengths", corpus).rows
    assert [row[1].value for row in rows] == ["words", "characters"]
    assert rows[0][3].value == sum(scene.words for scene in corpus.rows("scenes", "en-0001"))


def test_a_category_without_questions_has_its_row(corpus: Corpus) -> None:
    rows = {row[0].value: row[1].value for row in table("task_ii_categories", corpus).rows}
    assert rows["Scene Grounding"] == 0 and rows["Temporal Reasoning"] == 2 and rows["All categories"] == 2


def test_answers_are_measured_in_the_unit_of_their_language() -> None:
    assert answer_length("Waits by a window.", "en") == 4
    assert answer_length("在窗边 等着。", "zh") == 6


def test_a_patch_that_no_layer_has_is_a_dash_and_not_zero(corpus: Corpus) -> None:
    one = table("patch_actions", corpus)
    heads = [column.name for column in one.columns]
    relations = next(row for row in one.rows if row[0].value == "relations")
    assert relations[heads.index("drop")].value == 1
    assert relations[heads.index("merge")].value is None


@pytest.mark.parametrize(
    ("judge", "said"), [("qwen@1", "qwen@1, the constructor itself"), ("llama@2", "llama@2")], ids=["same", "other"]
)
def test_a_layer_that_its_constructor_judged_is_marked(judge: str, said: str) -> None:
    digest = TranscriptDigest(
        film="en-0001", layer="units", run="r", annotator="qwen@1", judge=judge, answers=2, sha256=None
    )

    class Digests(Corpus):
        def all(self, layer: str):
            return iter([digest] if layer == "transcripts" else [])

    rows = {row[0].value: row[-1].value for row in table("blocks", Digests.__new__(Digests)).rows}
    assert (rows["units"], rows["mentions"]) == (said, None)


def test_nothing_to_average_is_missing_and_not_zero() -> None:
    assert [cell.value for cell in cells([], ())] == [None] * 4
    assert shown(None, "decimal") == "–"


def test_every_format_states_n_and_labels_the_rules_a_baseline(corpus: Corpus) -> None:
    one = table("backbone", corpus)
    for data in (as_csv(one, corpus.annotators), as_markdown(one, corpus.annotators), as_latex(one, corpus.annotators)):
        assert b"n = 2 films" in data
        assert b"rules (a deterministic baseline)" in data


@pytest.mark.parametrize(
    ("name", "makers"),
    [
        ("genres", "the source index"),
        ("decades", "the source index"),
        ("lengths", "the reader (no model)"),
        ("patch_actions", "reviewers (patches)"),
        ("backbone", "rules (a deterministic baseline)"),
    ],
)
def test_a_table_names_who_made_what_it_counts(corpus: Corpus, name: str, makers: str) -> None:
    assert corpus.makers(table(name, corpus)) == makers


@pytest.mark.parametrize(
    ("records", "makers"),
    [
        (["ledger/en-0001/lg-00001"], "rules (a deterministic baseline)"),
        (["coverage/en-0001/units:s0001", "transcripts/en-0001/units"], "rules (a deterministic baseline)"),
        (["checks/en-0001/ck-0001"], "rules (a deterministic baseline)"),
        (["items/en-0001/t2-0001", "ledger/en-0001/lg-00001"], "reviewers (patches), rules (a deterministic baseline)"),
        (["audits/en-0001/one:items/t2-0001:r1"], "reviewers (audits)"),
        (["audits/en-0001/one:items/t2-0001:r1", "audit_frames/en-0001/one:en-0001"], "reviewers (audits)"),
        (["tombstones/en-0001/items:t2-0001"], "reviewers (patches)"),
    ],
)
def test_reviewers_have_a_part_only_in_what_they_patched_or_looked_at(records: list[str], makers: str) -> None:
    corpus = Corpus.__new__(Corpus)
    corpus.parent = SimpleNamespace(manifest=lambda: SimpleNamespace(annotators=("patch", "rules")))
    one = Table("t", "W.", (Column("a", "A", "count"),), ((Cell(1, tuple(records)),),), "n = 1", total=False)
    assert corpus.makers(one) == makers


def test_a_table_without_rows_was_made_by_nobody(corpus: Corpus) -> None:
    assert corpus.makers(Table("t", "W.", (Column("a", "A", "count"),), (), "n = 0", total=False)) == "nobody"


def test_csv_reads_back(corpus: Corpus) -> None:
    one = table("backbone", corpus)
    rows = list(csv.DictReader(io.StringIO(as_csv(one, corpus.annotators).decode())))
    assert [row["film"] for row in rows] == ["en-0001", "zh-0001", "All films"]
    assert rows[2]["nodes"] == "6"


def test_latex_escapes_what_latex_would_read() -> None:
    one = Table("t", "50% & more_or_less.", (Column("a", "A#", "text"),), ((Cell("x_y"),),), "n = 1", total=False)
    data = as_latex(one, "nobody").decode()
    assert r"50\% \& more\_or\_less." in data and r"x\_y" in data and r"A\#" in data


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_valid_xml_with_its_numbers(corpus: Corpus, name: str) -> None:
    root = ElementTree.fromstring(figure(table(name, corpus), corpus.annotators))
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"decades": "100.0%", "correction": "Reviewed record", "patch_actions": "1", "identity_control": "4"}[
        name
    ] in texts


def test_printing_twice_gives_the_same_bytes_and_whole_sums(project: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        print_tables(project / "build/parent", project / "build/pseudonymized", tmp_path / name)
    files = list(Release(tmp_path / "one").files())
    assert files == list(Release(tmp_path / "two").files())
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in files)
    assert sums_faults(tmp_path / "one") == []
    assert len(files) == 3 * len(TABLES) + len(FIGURES) + 2


def test_releases_that_do_not_belong_together_are_refused(project: Path, tmp_path: Path) -> None:
    import shutil

    from linedscript.release.sums import write_sums

    shutil.copytree(project / "build/parent", tmp_path / "parent")
    (tmp_path / "parent/README.md").write_text("another")
    write_sums(tmp_path / "parent")
    with pytest.raises(LinedscriptError, match="other-parent"):
        print_tables(tmp_path / "parent", project / "build/pseudonymized", tmp_path / "out")


def test_an_unknown_table_is_an_error_that_names_the_known_ones(corpus: Corpus) -> None:
    with pytest.raises(LinedscriptError, match="backbone"):
        table("nothing", corpus)


def test_a_round_of_audits_says_what_it_was_drawn_from_and_what_came_of_it(corpus: Corpus) -> None:
    (row,) = table("audit_rounds", corpus).rows
    held = {column.name: cell.value for column, cell in zip(table("audit_rounds", corpus).columns, row, strict=True)}
    assert (held["round"], held["task"], held["population"], held["looks"]) == ("questions-1", "Task II", 2, 2)
    assert (held["verified_share"], held["minutes"], held["kappa"]) == (1.0, 1.5, None)


def test_the_identity_control_tells_what_is_called_otherwise_from_what_is_only_described(corpus: Corpus) -> None:
    rows = {row[0].value: [cell.value for cell in row[1:]] for row in table("identity_control", corpus).rows}
    assert rows["Character"] == [4, 0, 0, 4]
    assert rows["Object"] == [0, 0, 2, 2]


def test_the_release_statistics_count_what_each_task_has(corpus: Corpus) -> None:
    rows = {row[1].value: [cell.value for cell in row[2:]] for row in table("release_statistics", corpus).rows}
    assert rows["screenplays"] == [2, 1, 1]
    assert rows["focal-character trajectories"] == [2, 1, 1]
    assert rows["checkpoints"] == [4, 2, 2]
    assert rows["questions"] == [2, 1, 1]
    assert rows["single-turn prompts"] == [2, 1, 1]


def test_the_example_of_a_trajectory_goes_from_its_first_to_its_last_checkpoint(corpus: Corpus) -> None:
    one = table("task_i_example", corpus)
    assert [row[0].value for row in one.rows] == ["1 of 2", "2 of 2"]
    assert "holds a key." in str(one.rows[1][4].value)


def test_examples_are_of_the_pseudonymized_view(corpus: Corpus) -> None:
    from film_records import NAMES

    said = " ".join(
        str(cell.value)
        for name in ("task_i_example", "task_iii_example")
        for row in table(name, corpus).rows
        for cell in row
    )
    assert not any(name in said for name in NAMES["en-0001"])
