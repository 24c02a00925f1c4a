"""``linedscript doctor`` at its command line."""

import json

import pytest
from source_rows import SCRIPT, film, source

from linedscript.cli.main import main
from linedscript.records.source import Withdrawal
from linedscript.sources.index import write_index


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with one film at hand, one gone, one withdrawn; and a folder with the one that is gone."""
    (tmp_path / "project/sources/en-0001").mkdir(parents=True)
    (tmp_path / "project/sources/en-0001/wait.fountain").write_text(SCRIPT)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/old draft.txt").write_text(SCRIPT + "2\n")
    rows = [
        film(1, sources=(source(SCRIPT),)),
        film(2, sources=(source(SCRIPT + "2\n"),)),
        film(3, withdrawn=Withdrawal(reason="asked for", date="2025-01-01")),
    ]
    (tmp_path / "project/manifests").mkdir()
    write_index(tmp_path / "project/manifests/sources.jsonl", rows)
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path


def rows(capsys):
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


def test_each_film_has_a_line_and_what_is_not_ok_fails(project, capsys):
    assert main(["doctor"]) == 1
    assert [row[:3] for row in rows(capsys)] == [
        ["en-0001", "screenplay", "OK"],
        ["en-0002", "screenplay", "gone"],
        ["en-0003", "screenplay", "withdrawn"],
    ]


def test_a_withdrawn_film_is_no_failure(project, capsys):
    assert main(["doctor", "en-0001", "en-0003"]) == 0


def test_an_unknown_film_is_an_error(project, capsys):
    assert main(["doctor", "en-0009"]) == 1
    assert "[unknown-film]" in capsys.readouterr().err


def test_what_is_found_is_shown_and_how_to_take_it(project, capsys):
    assert main(["doctor", "en-0002", "--search", "../mine"]) == 1
    out = capsys.readouterr().out
    assert "en-0002\tscreenplay\tthe very file\t\t../mine/old draft.txt" in out
    assert "--adopt copies" in out
    assert "1 files looked at" in out


def test_adopting_makes_the_film_ok(project, capsys):
    assert main(["doctor", "en-0002", "--search", "../mine", "--adopt"]) == 0
    assert (project / "project/sources/en-0002/wait.fountain").read_text() == SCRIPT + "2\n"
    assert rows(capsys)[0][2] == "OK"


def test_adopting_overwrites_nothing(project, capsys):
    (project / "project/sources/en-0002").mkdir()
    (project / "project/sources/en-0002/wait.fountain").write_text("mine")
    assert main(["doctor", "en-0002", "--search", "../mine", "--adopt"]) == 1
    assert (project / "project/sources/en-0002/wait.fountain").read_text() == "mine"
    assert "is there already" in capsys.readouterr().out


def test_adopting_needs_folders(project, capsys):
    assert main(["doctor", "--adopt"]) == 2
    assert "--search" in capsys.readouterr().err


def test_a_film_that_is_nowhere_is_said_to_be(project, capsys):
    (project / "mine/old draft.txt").unlink()
    main(["doctor", "en-0002", "--search", "../mine"])
    assert "not among them: en-0002 (screenplay)" in capsys.readouterr().out


def test_json_names_everything(project, capsys):
    (project / "mine/x.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    assert main(["doctor", "--search", "../mine", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [(row["film"], row["status"]) for row in found["films"]] == [
        ("en-0001", "OK"),
        ("en-0002", "gone"),
        ("en-0003", "withdrawn"),
    ]
    assert found["films"][1]["found"][0]["path"] == "../mine/old draft.txt"
    assert [row["reason"] for row in found["skipped"]] == ["no text"]


def test_a_folder_that_is_not_there_is_an_error(project, capsys):
    assert main(["doctor", "--search", "../nowhere"]) == 1
    assert "[missing-folder]" in capsys.readouterr().err


def test_an_encoding_without_a_search_is_wrong_usage(project, capsys):
    assert main(["doctor", "--encoding", "latin-1"]) == 2
    assert "--search" in capsys.readouterr().err
