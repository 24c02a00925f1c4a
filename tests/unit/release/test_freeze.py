import os
from pathlib import Path

import pytest
from evaluated import run_manifest
from release_tree import rewrite
from source_rows import film

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.records.source import Withdrawal
from linedscript.release.freeze import freeze
from linedscript.release.publish import publish
from linedscript.release.sums import sums_faults, write_sums
from linedscript.sources.index import load_index, write_index
from linedscript.sources.withdrawing import withdraw
from linedscript.tables.printing import print_tables


@pytest.fixture
def releases(built: Path) -> Path:
    for name in ("parent", "pseudonymized"):
        publish(built / "build" / name, built / "releases" / name, built / "none")
    print_tables(built / "releases/parent", built / "releases/pseudonymized", built / "releases/tables")
    return built / "releases"


def test_a_frozen_version_holds_every_release_whole(releases: Path) -> None:
    folder = freeze("v0.1.0", releases, "v0.1.0")
    assert folder == releases / "frozen/v0.1.0"
    assert sorted(os.listdir(folder)) == ["parent", "pseudonymized", "tables"]
    assert [sums_faults(folder / name) for name in sorted(os.listdir(folder))] == [[], [], []]


def test_a_frozen_version_is_never_written_again(releases: Path) -> None:
    freeze("v0.1.0", releases, "v0.1.0")
    with pytest.raises(LinedscriptError, match="frozen-already"):
        freeze("v0.1.0", releases, "v0.1.0")


@pytest.mark.parametrize(("version", "params"), [("v0.2.0", "v0.1.0"), ("v0.2.0", "v0.2.0")])
def test_a_version_that_is_not_the_releases_is_refused(releases: Path, version: str, params: str) -> None:
    with pytest.raises(LinedscriptError, match="other-version"):
        freeze(version, releases, params)
    assert not (releases / "frozen").exists()


def test_a_release_that_fails_a_gate_is_not_frozen(releases: Path) -> None:
    rewrite(releases / "parent/data/relations/en-0001.jsonl", lambda row: row | {"object": row["subject"]})
    write_sums(releases / "parent")
    with pytest.raises(LinedscriptError, match="self-loop"):
        freeze("v0.1.0", releases, "v0.1.0")


def test_a_release_with_a_film_that_was_withdrawn_since_is_not_frozen(releases: Path, built: Path) -> None:
    index = built / "sources.jsonl"
    write_index(index, withdraw(load_index(index), "en-0001", "asked", "2026-11-30", index))
    with pytest.raises(LinedscriptError, match="withdrawn-film"):
        freeze("v0.1.0", releases, "v0.1.0", index)
    assert not (releases / "frozen").exists()


def test_a_published_run_over_a_withdrawn_film_keeps_all_from_being_frozen(releases: Path, built: Path) -> None:
    """The releases were built again without the film, and the run stayed."""
    run = releases / "runs/mine"
    run.mkdir(parents=True)
    (run / "manifest.json").write_bytes(encode(run_manifest(id="mine", films=("en-0009",))))
    write_sums(run)
    write_sums(run.parent)
    index = built / "sources.jsonl"
    gone = film(id="en-0009", withdrawn=Withdrawal(reason="asked", date="2026-11-30"))
    write_index(index, [*load_index(index), gone])
    with pytest.raises(LinedscriptError, match="linedscript runs withdraw") as caught:
        freeze("v0.1.0", releases, "v0.1.0", index)
    assert caught.value.code == "withdrawn-film"
    assert not (releases / "frozen").exists()


def test_freezing_tells_which_release_it_checks_and_copies(releases: Path) -> None:
    told = []

    def watch(items, what):
        told.append((what, len(items)))
        return items

    freeze("v0.1.0", releases, "v0.1.0", watch=watch)
    names = [what.removeprefix("Checking ").replace(str(releases), "releases") for what, _ in told]
    assert names[0] == "releases/parent" and names[-1] == "Copying tables"
    assert all(number for _, number in told)
