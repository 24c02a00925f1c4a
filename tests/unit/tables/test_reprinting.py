"""``verify`` of published tables and runs: a number that was changed is found, also where the sums were taken anew."""

import json
import re
import shutil
from pathlib import Path

import pytest
from projects import CORPUS

from linedscript.cli.main import main
from linedscript.release.sums import write_sums
from linedscript.tables.printing import print_tables
from linedscript.tables.reprinting import kind_of


@pytest.fixture
def published(project: Path, tmp_path: Path, monkeypatch) -> Path:
    shutil.copytree(project / "build/parent", tmp_path / "releases/parent")
    shutil.copytree(project / "build/pseudonymized", tmp_path / "releases/pseudonymized")
    shutil.copy(CORPUS / "params.yaml", tmp_path / "params.yaml")
    monkeypatch.chdir(tmp_path)
    print_tables(*(Path("releases") / name for name in ("parent", "pseudonymized", "tables")))
    return tmp_path / "releases"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    write_sums(path.parent)


def test_tables_as_they_were_printed_are_sound(published):
    assert main(["verify", "releases/tables"]) == 0


def test_an_edited_number_is_found_where_the_sums_were_taken_anew(published, capsys):
    edit(published / "tables/lengths.csv", "films", "Films")
    assert main(["verify", "releases/tables"]) == 1
    assert "[other-table] releases/tables/lengths.csv" in capsys.readouterr().out


def test_many_tables_that_are_others_are_told_in_a_short_line_with_both_ways_to_print_them_again(published, capsys):
    for path in sorted((published / "tables").glob("*.csv")):
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    write_sums(published / "tables")
    assert main(["verify", "releases/tables"]) == 1
    (told, hint) = capsys.readouterr().out.splitlines()
    assert re.search(r"so it is with \d+ more: \w+\.csv, \w+\.csv, \w+\.csv, \w+\.csv and \d+ more$", told)
    assert len(told) < 300 and "'dvc repro'" in hint and "'linedscript tables print'" in hint


def test_a_table_that_is_none_of_them_is_found(published, capsys):
    (published / "tables/mine.csv").write_text("1\n", encoding="utf-8")
    write_sums(published / "tables")
    assert main(["verify", "releases/tables"]) == 1
    assert "[other-table] releases/tables/mine.csv" in capsys.readouterr().out


def test_a_byte_that_the_sums_do_not_name_is_found(published, capsys):
    (published / "tables/lengths.md").write_bytes(b"")
    assert main(["verify", "releases/tables"]) == 1
    assert "[changed-file] releases/tables/lengths.md" in capsys.readouterr().out


def test_a_release_is_none_of_them(published):
    assert kind_of(published / "parent") is None
    assert json.loads((published / "parent/manifest.json").read_text(encoding="utf-8"))["view"] == "parent"
