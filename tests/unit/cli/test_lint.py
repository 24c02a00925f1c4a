import io
import json
import sys
from pathlib import Path

import pytest

from linedscript.cli.main import main
from linedscript.screenplay.lint.codes import CODES

CLEAN = "INT. A - DAY\n\nRain.\n"
WARNS = "INT. A - DAY\nRain.\n"
FAILS = "INT. A - DAY\n\nRain [[falls.\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["lint", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def script(tmp_path: Path):
    def written(text: str | bytes, name: str = "a.fountain") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return written


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [(CLEAN, [], 0), (WARNS, [], 0), (WARNS, ["--strict"], 1), (FAILS, [], 1),
     (FAILS, ["--ignore", "unclosed-note"], 0),
     (FAILS, ["--level", "error"], 1)],
)  # fmt: skip
def test_errors_and_under_strict_warnings_too_end_in_1(script, capsys, text, options, status):
    assert run(capsys, script(text), *options)[0] == status


def test_a_finding_is_printed_with_path_line_column_level_code_and_what_to_do(script, capsys):
    path = script(FAILS)
    _, out, err = run(capsys, path)
    first, second = out.splitlines()
    assert first == f"{path}:3:6: error [unclosed-note] “[[falls.” opens a note that isn't closed"
    assert second.strip() == CODES["unclosed-note"].hint
    assert err == "1 file: 1 error, 0 warnings, 0 notes\n"


def test_json_gives_one_object_a_line_for_all_files(script, capsys):
    one, two = script(FAILS), script(WARNS, "b.fountain")
    _, out, _ = run(capsys, one, two, "--format", "json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [(row["file"], row["line"], row["column"], row["code"]) for row in rows] == [
        (one, 3, 6, "unclosed-note"),
        (two, 1, 1, "heading-without-blank-after"),
    ]
    assert set(rows[0]) == {"file", "line", "column", "level", "code", "message", "hint"}


def test_a_level_hides_what_is_below_it_and_counts_it(script, capsys):
    _, out, err = run(capsys, script(WARNS), "--level", "error")
    assert out == "" and "1 warning" in err


def test_bytes_that_are_no_text_are_findings(script, capsys):
    status, out, _ = run(capsys, script(b"\xff\xfe\x00\xd8\x41"), script(b"\x00" * 50, "b"), script(b"", "c"))
    assert status == 1 and out.count(": error [") >= 3


def test_a_missing_file_is_an_error_of_ours(tmp_path, capsys):
    status, _, err = run(capsys, str(tmp_path / "none.fountain"))
    assert status == 1 and err.startswith("[missing-file]")


def test_standard_input_is_read_for_a_dash(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FAILS.encode())))
    status, out, _ = run(capsys, "-")
    assert status == 1 and out.startswith("-:3:6: error")


def test_help_explains_every_code(capsys):
    with pytest.raises(SystemExit):
        main(["lint", "--help"])
    out = capsys.readouterr().out
    assert all(f"{name} " in out and code.meaning in out for name, code in CODES.items())


def test_an_unknown_code_is_wrong_usage(script, capsys):
    with pytest.raises(SystemExit) as error:
        main(["lint", script(CLEAN), "--ignore", "no-such-code"])
    assert error.value.code == 2
