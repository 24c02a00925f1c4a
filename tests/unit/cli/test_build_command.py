from pathlib import Path

import pytest

from linedscript.cli.main import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("build", ".snakemake"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("x")
    return tmp_path


def test_a_reset_deletes_the_build_and_its_records(folder: Path) -> None:
    (folder / "Snakefile").touch()
    assert main(["build", "reset"]) == 0
    assert not (folder / "build").exists() and not (folder / ".snakemake").exists()


def test_a_reset_outside_a_project_deletes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "reset"]) == 1
    assert (folder / "build/file").exists() and "[no-project]" in capsys.readouterr().err


def test_a_linked_build_folder_is_unlinked_and_what_it_leads_to_stays(folder: Path) -> None:
    (folder / "Snakefile").touch()
    (folder / "build").rename(folder / "elsewhere")
    (folder / "build").symlink_to("elsewhere")
    assert main(["build", "reset"]) == 0
    assert not (folder / "build").is_symlink() and (folder / "elsewhere/file").exists()
