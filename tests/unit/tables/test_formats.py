"""Whoever answers in a run names himself: a name is text in every format."""

import csv
import io

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


def test_a_table_of_many_columns_is_scaled_and_names_the_package():
    def of(number):
        columns = tuple(Column(f"c{place}", "C", "count") for place in range(number))
        return as_latex(Table("t", "W.", columns, (tuple(Cell(1) for _ in columns),), "1 run", False), "rules").decode()

    assert r"\resizebox{\textwidth}{!}{%" in of(11)
    assert "graphicx" in of(11)
    assert "resizebox" not in of(10)
