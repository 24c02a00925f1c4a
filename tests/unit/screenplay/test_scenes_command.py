import argparse
from pathlib import Path

import pytest

from linedscript.cli import scenes as command
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import read_records
from linedscript.io.files import sha256
from linedscript.records.scene import Scene

SCRIPT = "Title: A\n\nINT. A - DAY\n\nAnn waits.\n\nINT. B - DAY\n\nBen waits.\n"
OUTPUTS = ("source", "scenes", "removed", "validation", "blocks")


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.register(parser)
    args = parser.parse_args(words)
    return args.run(args)


def read(folder: Path, **changes: str) -> int:
    script = folder / "script.fountain"
    script.write_bytes(SCRIPT.encode())
    options = {
        "film": "en-0001",
        "language": "en",
        "script": str(script),
        "raw-sha256": sha256(SCRIPT.encode()),
        "settings": '{"budget": 100, "tokenizer": "linedscript/1"}',
        **{name: str(folder / name) for name in OUTPUTS},
    } | {name.replace("_", "-"): value for name, value in changes.items()}
    return run("read", *[word for name, value in options.items() for word in (f"--{name}", value)])


def check(folder: Path) -> int:
    return run(
        "check",
        *[word for name in ("scenes", "removed", "validation", "source") for word in (f"--{name}", str(folder / name))],
        "--script",
        str(folder / "script.fountain"),
    )


def test_reading_writes_every_output_and_the_check_proves_it(tmp_path, capsys):
    assert read(tmp_path) == 0 and check(tmp_path) == 0
    assert [scene.id for scene in read_records(tmp_path / "scenes", Scene)] == ["s0001", "s0002"]
    assert "2 scenes" in capsys.readouterr().out


def test_changed_bytes_name_film_and_both_hashes_and_write_nothing(tmp_path):
    with pytest.raises(LinedscriptError) as caught:
        read(tmp_path, raw_sha256="0" * 64)
    error = caught.value
    assert error.code == "hash-mismatch" and "en-0001" in error.place and "0" * 64 in error.problem
    assert sha256(SCRIPT.encode()) in error.problem and "linedscript sources" in error.hint
    assert not (tmp_path / "scenes").exists()


def test_a_missing_script_is_named(tmp_path):
    with pytest.raises(LinedscriptError, match="missing-file"):
        read(tmp_path, script=str(tmp_path / "nothing.txt"))


def test_settings_that_are_not_complete_are_refused(tmp_path):
    with pytest.raises(LinedscriptError, match="invalid-settings"):
        read(tmp_path, settings='{"budget": 100}')


def test_a_stored_scene_that_was_changed_is_found_with_its_offset(tmp_path):
    read(tmp_path)
    stored = tmp_path / "scenes"
    stored.write_bytes(stored.read_bytes().replace(b"Ben waits", b"Bob waits"))
    with pytest.raises(LinedscriptError) as caught:
        check(tmp_path)
    assert "en-0001/s0002" in str(caught.value) and "doesn't rebuild the source" in str(caught.value)


def test_a_script_that_was_changed_after_reading_is_found(tmp_path):
    read(tmp_path)
    (tmp_path / "script.fountain").write_bytes(SCRIPT.replace("Ann", "Amy").encode())
    with pytest.raises(LinedscriptError, match="hash-mismatch"):
        check(tmp_path)


def test_a_validation_record_with_another_number_is_found(tmp_path):
    read(tmp_path)
    stored = tmp_path / "validation"
    stored.write_bytes(stored.read_bytes().replace(b'"scenes":2', b'"scenes":3'))
    with pytest.raises(LinedscriptError, match="validation-differs"):
        check(tmp_path)
