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
