"""Sheets out and back."""

import csv

import pytest

from linedscript.errors import LinedscriptError
from linedscript.evaluation.sheets import COLUMNS, read_sheet
from linedscript.io.sheet import write_sheet

KNOWN = ["en-0001/s0001.m01", "zh-0001/s0001.m01"]


def sheet(tmp_path, *lines, header="profile,cluster", encoding="utf-8", end="\n"):
    path = tmp_path / "sheet.csv"
    path.write_bytes(end.join([header, *lines, ""]).encode(encoding))
    return path


def codes(path, **options):
    with pytest.raises(LinedscriptError) as caught:
        read_sheet(path, "profile", KNOWN, **options)
    return [fault.code for fault in getattr(caught.value, "faults", [caught.value])]


def test_a_sheet_comes_back_with_its_labels_in_any_order(tmp_path):
    path = sheet(tmp_path, f"{KNOWN[1]}, 林晚秋 ", f"{KNOWN[0]},a")
    assert read_sheet(path, "profile", KNOWN) == {KNOWN[0]: "a", KNOWN[1]: "林晚秋"}


def test_what_a_spreadsheet_makes_of_it_is_read_too(tmp_path):
    path = sheet(
        tmp_path,
        f'a,{KNOWN[0]},"x"',
        f"b,{KNOWN[1]},x",
        header="name,profile,cluster",
        encoding="utf-8-sig",
        end="\r\n",
    )
    assert read_sheet(path, "profile", KNOWN) == dict.fromkeys(KNOWN, "x")


@pytest.mark.parametrize(("written", "label"), [("？", "?"), (" ？　", "?"), ("Ａ１", "A1"), ("\u3000b", "b")])
def test_a_label_of_a_chinese_keyboard_is_the_plain_one(tmp_path, written, label):
    """A full-width question mark that was a label would make one entity of all that nobody could tell."""
    path = sheet(tmp_path, f"{KNOWN[0]},{written}", f"{KNOWN[1]},{label}")
    assert set(read_sheet(path, "profile", KNOWN).values()) == {label}


def test_a_sheet_with_two_columns_of_labels_is_refused(tmp_path):
    assert codes(sheet(tmp_path, f"{KNOWN[0]},a,b", header="profile,cluster,cluster")) == ["sheet-columns"]


def test_all_faults_of_a_sheet_are_named_at_once(tmp_path):
    path = sheet(tmp_path, f"{KNOWN[0]},", f"{KNOWN[0]},b", "fr-0001/s0001.m01,c")
    assert codes(path) == ["sheet-empty", "sheet-doubled", "sheet-unknown", "sheet-incomplete"]


def test_a_sheet_that_nobody_filled_in_is_one_line_with_a_count(tmp_path):
    known = [f"en-0001/s0001.m{number:02d}" for number in range(1, 21)]
    with pytest.raises(LinedscriptError) as caught:
        read_sheet(sheet(tmp_path, *(f"{name}," for name in known)), "profile", known)
    assert "s0001.m01 has no cluster; so it is in 19 more rows, at 3, 4, 5, 6, 7, 8, 9, 10, …" in str(caught.value)
    assert str(caught.value).count("[sheet-empty]") == 1


def test_another_system_s_sheet_may_leave_profiles_out(tmp_path):
    assert read_sheet(sheet(tmp_path, f"{KNOWN[0]},b"), "profile", KNOWN, partial=True) == {KNOWN[0]: "b"}


@pytest.mark.parametrize(("header", "encoding"), [("profile;cluster", "utf-8"), ("profile,cluster", "gb18030")])
def test_a_sheet_saved_otherwise_is_refused(tmp_path, header, encoding):
    path = sheet(tmp_path, f"{KNOWN[0]},林", header=header, encoding=encoding)
    assert codes(path) == ["sheet-columns" if encoding == "utf-8" else "sheet-encoding"]


@pytest.mark.parametrize(
    ("mark", "said"),
    [(";", "semicolons"), ("\t", "tabs"), ("；", "full-width semicolons"), ("，", "full-width commas")],
)
def test_a_sheet_saved_with_another_separator_is_told_which(tmp_path, mark, said):
    path = sheet(tmp_path, f"{KNOWN[0]}{mark}林", header=f"profile{mark}cluster")
    with pytest.raises(LinedscriptError) as caught:
        read_sheet(path, "profile", KNOWN)
    assert caught.value.problem == f"is separated by {said}"


def test_a_text_that_looks_like_a_formula_is_quoted(tmp_path):
    row = dict.fromkeys(COLUMNS, "x") | {"name": "=HYPERLINK(1)", "evidence": "@McAllister"}
    write_sheet(tmp_path / "out.csv", COLUMNS, [row])
    written = list(csv.DictReader((tmp_path / "out.csv").open(encoding="utf-8-sig", newline="")))
    assert (written[0]["name"], written[0]["evidence"]) == ("'=HYPERLINK(1)", "'@McAllister")
