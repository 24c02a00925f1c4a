"""Whoever answers in a run names himself: a name is text in every format."""

import csv
import io
import re

import pytest

from linedscript.tables.formats import as_csv, as_latex, as_markdown
from linedscript.tables.model import Cell, Column, Table


def table(label, value=-0.5):
    columns = (Column("run", "Run", "text"), Column("mean", "Mean", "fine"))
    return Table("t", "What.", columns, ((Cell(label), Cell(value)),), "1 run", False)


@pytest.mark.parametrize("label", ["=HYPERLINK(1)", "+1", "-1+1", "@sum", "\tx"])
def test_a_label_that_looks_like_a_formula_is_text_in_csv_and_a_number_stays_one(label):
    row = list(csv.reader(io.StringIO(as_csv(table(label), "rules").decode())))[1]
    assert row[:2] == [f"'{label}", "-0.5"]


@pytest.mark.parametrize("form", [as_markdown, as_latex])
def test_a_label_of_several_lines_makes_no_row_of_its_own(form):
    assert form(table("a\n| b\r\x1b[31m"), "rules").count(b"\n") == form(table("a"), "rules").count(b"\n")
    assert b"\x1b" not in form(table("\x1b[31m"), "rules")


def test_signs_and_greek_letters_are_commands_that_pdflatex_knows():
    text = as_latex(table("Δ − α, κ × 2 – “so” … ≤ 3", None), "rules").decode()
    assert r"$\Delta$ $-$ $\alpha$, $\kappa$ $\times$ 2 -- ``so'' \ldots{} $\leq$ 3 & -- \\" in text
    assert text.isascii()


def test_a_file_with_chinese_text_says_that_pdflatex_is_not_enough():
    assert b"XeLaTeX" in as_latex(table("茶馆"), "rules")
    assert b"XeLaTeX" not in as_latex(table("café"), "rules")


def latex(*columns: tuple[str, str, str | int]) -> str:
    """Of one row, by ``(head, form, value)``."""
    heads = tuple(Column(f"c{place}", head, form) for place, (head, form, _) in enumerate(columns))
    cells = tuple(Cell(value) for _, _, value in columns)
    return as_latex(Table("t", "W.", heads, (cells,), "1 run", False), "rules").decode()


def test_a_table_that_is_wider_than_the_text_is_scaled_and_names_the_package():
    wide, small = latex(*[("Number", "count", 10000)] * 11), latex(*[("C", "count", 1)] * 11)
    assert r"\resizebox{\textwidth}{!}{%" in wide and "graphicx" in wide
    assert "resizebox" not in small and "graphicx" not in small


@pytest.mark.parametrize("said", ["Selma Langdon has the duffel. " * 9, "她把钥匙交给了他。" * 20])
def test_a_column_of_long_text_is_wrapped_within_the_text_and_names_the_package(said):
    text = latex(("Scene", "text", "s0001"), ("States", "text", said), ("Units", "count", 3))
    (share,) = re.findall(r"l>\{\\raggedright\\arraybackslash\}p\{(0\.\d+)\\textwidth\}r", text)
    assert 0.5 < float(share) < 0.9
    assert r"\usepackage{array}" in text and "resizebox" not in text


def test_columns_of_long_text_that_leave_no_room_to_each_other_are_wrapped_and_scaled():
    text = latex(*[("States", "text", "Selma Langdon has the duffel. " * 9)] * 6)
    assert text.count("raggedright") == 6 and "resizebox" in text


def test_a_long_head_of_numbers_is_wrapped_and_the_numbers_are_not():
    text = latex(("Run", "text", "r"), *[("Share of all claims that are contradicted", "share", 0.5)] * 4)
    assert text.count(r">{\raggedleft\arraybackslash}p{") == 4


def test_a_wrapped_line_may_end_after_a_slash():
    text = latex(("Subject", "text", "Character/Organization/Location/Object/Concept/Occasion/TimePoint" * 2))
    assert r"Character/\allowbreak{}Organization" in text
