"""``linedscript show``: what goes where, what is refused, and how it behaves in pipes and terminals."""

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from linedscript.cli.main import main
from linedscript.cli.show import READ_AS, scene_numbers
from linedscript.screenplay.containers.opening import CONTAINERS
from linedscript.screenplay.formats.recognize import FORMATS

SCRIPT = "INT. A - DAY\n\nANN (V.O.)\nYes.\n\nINT. B - DAY\n\nRain /* no */ falls.\n"
ESCAPE = "\x1b["


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "mill.fountain"
    path.write_text(SCRIPT)
    return path


def run(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR", "NO_COLOR")}
    command = [sys.executable, "-m", "linedscript.cli.main", "show", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=kept | environment)


def in_terminal(*words: object, **environment: str) -> str:
    """What the command writes to a terminal of its own."""
    master, slave = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR", "NO_COLOR")}
    command = [sys.executable, "-m", "linedscript.cli.main", "show", *map(str, words)]
    process = subprocess.Popen(
        command, stdout=slave, env=kept | {"TERM": "xterm-256color", "COLUMNS": "80"} | environment
    )
    os.close(slave)
    out = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        out += part
    os.close(master)
    assert process.wait() == 0
    return out.decode()


def test_a_script_is_printed_with_its_summary(script: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["show", str(script)]) == 0
    out = capsys.readouterr().out
    assert "s0001" in out and "ANN (V.O.)" in out and "boneyard: /* no */" in out and "proof" in out


def test_a_pipe_gets_plain_text(script: Path):
    done = run(script)
    assert done.returncode == 0 and ESCAPE not in done.stdout and not done.stderr


def test_a_terminal_gets_colours(script: Path):
    out = in_terminal(script)
    assert ESCAPE in out and "ANN" in out


def test_colours_can_be_refused(script: Path):
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", in_terminal(script, NO_COLOR="1"))


def test_a_dumb_terminal_gets_plain_text(script: Path):
    assert ESCAPE not in in_terminal(script, TERM="dumb")


def test_colours_can_be_had_in_a_pipe(script: Path):
    assert ESCAPE in run(script, FORCE_COLOR="1").stdout


def test_a_terminal_and_a_pipe_show_the_same_text(script: Path):
    plain = [line.rstrip() for line in run(script).stdout.splitlines()]
    shown = re.sub(r"\x1b\[[0-9;]*m", "", in_terminal(script))
    assert [line.rstrip() for line in shown.splitlines()] == plain


def test_a_narrow_terminal_is_not_overrun(script: Path):
    assert max(map(len, run(script, COLUMNS="40").stdout.splitlines())) <= 40


def test_an_output_without_letters_for_lines_gets_plain_ones(script: Path):
    out = run(script, PYTHONIOENCODING="ascii").stdout
    assert out.isascii() and "\\u2501" not in out and " cue      | " in out


def test_a_reader_that_closes_the_pipe_ends_it_quietly(tmp_path: Path):
    path = tmp_path / "long.fountain"
    path.write_text("".join(f"INT. A{number} - DAY\n\nRain.\n\n" for number in range(3000)))
    command = shlex.join([sys.executable, "-m", "linedscript.cli.main", "show", str(path)]) + " | head -2"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert len(done.stdout.splitlines()) == 2 and not done.stderr


def test_only_the_named_scenes_are_printed(script: Path):
    out = run(script, "--scenes", "2").stdout
    assert "Rain" in out and "Yes." not in out and "proof" in out


def test_the_text_can_be_left_out(script: Path):
    out = run(script, "--no-text").stdout
    assert "Rain" not in out and "proof" in out


@pytest.mark.parametrize(
    ("text", "numbers"), [("3", {3}), ("3-5,12", {3, 4, 5, 12}), ("s0003-s0004, 7", {3, 4, 7}), ("0012", {12})]
)
def test_scenes_are_named_by_number_range_and_id(text: str, numbers: set[int]):
    assert scene_numbers(text) == numbers


@pytest.mark.parametrize("text", ["", "x", "5-3", "0", "3-", "1,,2", "1.5"])
def test_what_names_no_scene_is_wrong_usage(script: Path, text: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as stop:
        main(["show", str(script), "--scenes", text])
    assert stop.value.code == 2 and "3-5,12" in capsys.readouterr().err


def test_a_scene_that_the_script_lacks_is_an_error(script: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["show", str(script), "--scenes", "2-9"]) == 1
    assert "no-such-scene" in capsys.readouterr().err


def test_several_files_are_shown_and_all_errors_told_at_the_end(script: Path, tmp_path: Path):
    binary = tmp_path / "picture.txt"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    done = run(tmp_path / "none.fountain", script, binary, tmp_path)
    assert done.returncode == 1 and "Rain" in done.stdout
    codes = re.findall(r"^\[([a-z-]+)\] (.+?): ", done.stderr, re.MULTILINE)
    assert codes == [
        ("missing-file", str(tmp_path / "none.fountain")),
        ("unsupported-format", str(binary)),
        ("not-a-file", str(tmp_path)),
    ]


def test_a_program_gets_one_document_a_file(script: Path, tmp_path: Path):
    other = tmp_path / "other.fountain"
    other.write_text("ANN\nNo.\n")
    documents = [json.loads(line) for line in run("--format", "json", script, other).stdout.splitlines()]
    assert [document["file"] for document in documents] == [str(script), str(other)]
    assert documents[1]["warnings"][0]["code"] == "no-heading"


def test_text_options_are_refused_for_a_program(script: Path):
    for option in (["--no-text"], ["--scenes", "1"]):
        done = run("--format", "json", script, *option)
        assert done.returncode == 2 and "--format json" in done.stderr


def test_a_page_is_written_and_the_summary_printed(script: Path, tmp_path: Path):
    page = tmp_path / "page.html"
    done = run(script, "--html", page)
    assert page.read_text().startswith("<!DOCTYPE html>") and "proof" in done.stdout and "Rain" not in done.stdout


def test_several_pages_go_into_a_folder(script: Path, tmp_path: Path):
    other = tmp_path / "other.fountain"
    other.write_text(SCRIPT)
    assert run(script, other, "--html", tmp_path / "pages").returncode == 0
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["mill.fountain.html", "other.fountain.html"]


def test_two_files_of_one_name_are_refused_before_any_page_is_written(script: Path, tmp_path: Path):
    (tmp_path / "inner").mkdir()
    other = tmp_path / "inner" / script.name
    other.write_text(SCRIPT)
    assert run(script, other, "--html", tmp_path / "pages").returncode == 2
    assert not (tmp_path / "pages").exists()


def test_the_reading_can_be_told_how(tmp_path: Path):
    path = tmp_path / "a.txt"
    path.write_bytes("INT. CAFÉ - DAY\n\nX.\n".encode("mac-roman"))
    done = run(path, "--read-as", "fountain", "--encoding", "mac-roman", "--language", "zh")
    assert "CAFÉ" in done.stdout and "as you say" in done.stdout and "Chinese" in done.stdout


def test_a_byte_that_cannot_be_decoded_is_an_error_unless_it_may_be_replaced(tmp_path: Path):
    path = tmp_path / "a.fountain"
    path.write_bytes(b"INT. A - DAY\n\nRain \xff falls.\n")
    refused = run(path, "--encoding", "utf-8")
    assert refused.returncode == 1 and "undecodable-byte" in refused.stderr
    assert "Rain \ufffd falls." in run(path, "--encoding", "utf-8", "--errors", "replace").stdout


def test_every_format_that_is_read_can_be_named():
    assert set(FORMATS) | set(CONTAINERS) <= set(READ_AS)


def test_what_prints_in_colour_is_loaded_for_a_terminal_alone(script: Path, tmp_path: Path):
    for words in (["--format", "json"], ["--html", str(tmp_path / "page.html")], []):
        code = (
            "import sys; from linedscript.cli.main import main\n"
            f"main(['show', {str(script)!r}, *{words!r}])\n"
            "print('rich' in sys.modules, file=sys.stderr)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stderr == "False\n"


def test_help_tells_the_document_s_fields(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["show", "--help"])
    assert "linedscript.show/1" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["mill.fountain", "./mill.fountain", "link.fountain"])
def test_a_page_is_never_written_over_the_script_that_it_shows(script: Path, name: str):
    (script.parent / "link.fountain").symlink_to(script)
    result = run(script, "--html", f"{script.parent}/{name}")
    assert result.returncode == 2
    assert "over the script" in result.stderr
    assert script.read_text() == SCRIPT


def test_a_folder_of_pages_spares_a_script_that_is_named_like_one(script: Path):
    other = script.with_name("mill.fountain.html")
    other.write_text(SCRIPT)
    assert run(script, other, "--html", script.parent).returncode == 2
    assert other.read_text() == SCRIPT
