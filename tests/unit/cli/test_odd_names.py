"""A file's name may hold line ends and signs that steer a terminal; a report keeps to a line for each thing."""

import pytest
from source_rows import SCRIPT, film, source

from linedscript.cli.main import main
from linedscript.errors import LinedscriptError
from linedscript.sources.index import write_index

ODD = "a\n\x1b[31mb\u2028\x7f.fountain"
SHOWN = "a\\n\\x1b[31mb\\u2028\\x7f.fountain"


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / ODD).write_text(SCRIPT)
    write_index(tmp_path / "manifests/sources.jsonl", [film(1, sources=(source(SCRIPT),))])
    return tmp_path


def test_an_errors_place_stays_on_its_line():
    assert str(LinedscriptError("missing-file", ODD, "no such file")) == f"[missing-file] {SHOWN}: no such file"


@pytest.mark.parametrize("command", ["lint", "show"])
def test_a_file_that_is_not_there_is_named_on_one_line(project, capsys, command):
    main([command, f"none/{ODD}"])
    assert capsys.readouterr().err.splitlines()[0] == f"[missing-file] none/{SHOWN}: no such file"


def test_the_doctor_tells_of_a_script_on_one_line(project, capsys):
    main(["doctor", "--search", "scripts"])
    told = [line for line in capsys.readouterr().out.splitlines() if SHOWN in line]
    assert told[0] == f"en-0001\tscreenplay\tthe very file\t\tscripts/{SHOWN}"
    assert told[1] == f"en-0001: --adopt copies scripts/{SHOWN} to where it belongs"


def test_lint_tells_of_a_finding_on_one_line(project, capsys):
    (project / "scripts" / ODD).write_text("INT. A - DAY\n\nHe waits.\n\n/* never closed\n")
    main(["lint", "--level", "note", f"scripts/{ODD}"])
    assert all(line.startswith((f"scripts/{SHOWN}:", "    ")) for line in capsys.readouterr().out.splitlines())


def test_sources_add_refuses_the_name_on_one_line(project, capsys):
    assert main(["sources", "add", f"scripts/{ODD}"]) == 1
    assert capsys.readouterr().err.startswith(f"[duplicate-script] {SHOWN}: en-0001 has the same bytes\n")
