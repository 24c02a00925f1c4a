import os
import subprocess
import sys

import pytest

from linedscript.errors import LinedscriptError
from linedscript.workflow.hold import check_tokens, hold_build, take_away, write_tokens


def build(root, name="a.jsonl"):
    (root / "build").mkdir(exist_ok=True)
    (root / "build" / name).write_text("{}\n")


def test_an_empty_folder_is_ready_to_build(tmp_path):
    check_tokens(tmp_path)


def test_a_build_with_its_records_is_accepted(tmp_path):
    build(tmp_path)
    write_tokens(tmp_path)
    check_tokens(tmp_path)


def test_tokens_are_written_once(tmp_path):
    write_tokens(tmp_path)
    before = (tmp_path / "build/linedscript-token").read_text()
    write_tokens(tmp_path)
    assert (tmp_path / "build/linedscript-token").read_text() == before


def test_a_build_without_its_records_is_refused(tmp_path):
    build(tmp_path)
    write_tokens(tmp_path)
    (tmp_path / ".snakemake/linedscript-token").unlink()
    with pytest.raises(LinedscriptError, match="build-torn"):
        check_tokens(tmp_path)


def test_files_that_no_build_made_are_refused(tmp_path):
    build(tmp_path)
    with pytest.raises(LinedscriptError, match="no build of this folder made"):
        check_tokens(tmp_path)


def test_a_build_from_another_folder_is_refused(tmp_path):
    write_tokens(tmp_path)
    (tmp_path / "build/linedscript-token").write_text("0" * 32)
    with pytest.raises(LinedscriptError, match="don't belong together"):
        check_tokens(tmp_path)


def test_a_wholly_deleted_build_starts_over(tmp_path):
    write_tokens(tmp_path)
    (tmp_path / "build/linedscript-token").unlink()
    check_tokens(tmp_path)


def test_a_second_build_is_refused_with_the_first_ones_process_and_start_time(tmp_path):
    held = hold_build(tmp_path, "first")
    with pytest.raises(
        LinedscriptError, match=rf"process {os.getpid()}, started \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d \(first\)"
    ):
        hold_build(tmp_path, "second")
    os.close(held)


def test_the_lock_is_free_as_soon_as_its_process_is_killed(tmp_path):
    code = (
        "import sys, time; from pathlib import Path; from linedscript.workflow.hold import hold_build;"
        "held = hold_build(Path(sys.argv[1])); print('held', flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(LinedscriptError):
            hold_build(tmp_path)
        process.kill()
    os.close(hold_build(tmp_path))


def test_what_is_made_again_is_deleted_in_the_order_given_and_what_cannot_be_is_named(tmp_path):
    last, stuck, first = tmp_path / "SHA256SUMS", tmp_path / "folder", tmp_path / "units"
    for path in (last, first):
        path.touch()
    stuck.mkdir()
    with pytest.raises(LinedscriptError, match=r"\[output-stays\].*folder"):
        take_away(map(str, (tmp_path / "gone", last, stuck, first)))
    assert (last.exists(), first.exists()) == (False, True)
