from pathlib import Path

import pytest
from evaluated import run_manifest
from source_rows import film

from linedscript.cli.main import main
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode, write_records
from linedscript.records.run import Condition, run_name
from linedscript.sources.index import load_index
from linedscript.sources.withdrawing import copies, gathered, held, shortened, withdraw


def published_run(root, name, **changes):
    """A run of the reference over one film."""
    (root / "releases/runs" / name).mkdir(parents=True)
    manifest = run_manifest(id=name, films=("en-0001",), **changes)
    (root / "releases/runs" / name / "manifest.json").write_bytes(encode(manifest))


def test_a_withdrawn_film_keeps_its_row_as_a_tombstone():
    rows = withdraw([film(1), film(2)], "en-0001", "the author asked", "2026-01-02", Path("index"))
    assert [row.id for row in rows] == ["en-0001", "en-0002"]
    assert rows[0].withdrawn.reason == "the author asked"
    assert rows[0].sources[0].removal == "removed"
    assert rows[1].withdrawn is None


def test_an_unknown_film_is_named():
    with pytest.raises(LinedscriptError, match="unknown-film.*en-0009"):
        withdraw([film(1)], "en-0009", "x", "2026-01-02", Path("index"))


def test_a_film_is_withdrawn_once():
    rows = withdraw([film(1)], "en-0001", "asked", "2026-01-02", Path("index"))
    with pytest.raises(LinedscriptError, match="withdrawn-film.*2026-01-02: asked"):
        withdraw(rows, "en-0001", "again", "2026-01-03", Path("index"))


def test_what_frozen_releases_hold_is_listed(tmp_path):
    for name, text in (
        ("v0.1.0/parent/data/units/en-0001.jsonl", "{}\n{}\n"),
        ("v0.1.0/parent/data/units/en-0002.jsonl", "{}\n"),
        ("v0.1.0/parent/films.jsonl", '{"id":"en-0001"}\n{"id":"en-0002"}\n'),
        ("v0.2.0/parent/films.jsonl", '{"id":"en-0002"}\n'),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert held("en-0001", tmp_path) == [
        "v0.1.0/parent/data/units/en-0001.jsonl: 2 records",
        "v0.1.0/parent/films.jsonl: named 1",
    ]


def test_rows_of_a_parquet_copy_are_counted(tmp_path):
    import pyarrow
    import pyarrow.parquet

    (tmp_path / "v0.1.0").mkdir()
    pyarrow.parquet.write_table(
        pyarrow.table({"film": ["en-0001", "en-0002", "en-0001"]}), tmp_path / "v0.1.0/units.parquet"
    )
    assert held("en-0001", tmp_path) == ["v0.1.0/units.parquet: 2 rows"]


def test_the_command_writes_the_tombstone_and_tells_what_is_still_held(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    write_records(tmp_path / "manifests/sources.jsonl", [film(1)])
    (tmp_path / "releases/frozen/v0.1.0").mkdir(parents=True)
    (tmp_path / "releases/frozen/v0.1.0/films.jsonl").write_text('{"id":"en-0001"}\n')
    assert main(["sources", "withdraw", "en-0001", "--reason", "asked", "--date", "2026-01-02"]) == 0
    out = capsys.readouterr().out
    assert "1 files" in out and "v0.1.0/films.jsonl" in out
    assert load_index(tmp_path / "manifests/sources.jsonl")[0].withdrawn.date == "2026-01-02"


def test_withdrawing_again_prints_what_is_left_and_leaves_the_row(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    write_records(tmp_path / "manifests/sources.jsonl", [film(1)])
    (tmp_path / "sources/en-0001").mkdir(parents=True)
    main(["sources", "withdraw", "en-0001", "--reason", "asked", "--date", "2026-01-02"])
    row = (tmp_path / "manifests/sources.jsonl").read_bytes()
    first = capsys.readouterr().out.splitlines()
    assert main(["sources", "withdraw", "en-0001", "--reason", "again"]) == 0
    again = capsys.readouterr().out.splitlines()
    assert again[0].startswith("en-0001 was withdrawn on 2026-01-02 (asked): ")
    assert again[1:] == first[1:] and "sources/en-0001/: its scripts; delete the folder" in again
    assert (tmp_path / "manifests/sources.jsonl").read_bytes() == row


@pytest.mark.parametrize("made", [".dvc", "private/.dvc"])
def test_the_private_project_is_named_only_where_there_is_one(tmp_path, made):
    (tmp_path / made / "cache").mkdir(parents=True)
    (tmp_path / "private/identity").mkdir(parents=True, exist_ok=True)
    (tmp_path / "private/identity/en-0001.jsonl").write_text("{}\n")
    told = " ".join(remedy for _, remedy in copies("en-0001", tmp_path))
    assert ("dvc --cd private" in told) == (made == "private/.dvc")


def test_the_advice_on_the_cache_says_what_it_deletes(tmp_path):
    (tmp_path / ".dvc/cache").mkdir(parents=True)
    ((path, remedy),) = copies("en-0001", tmp_path)
    assert path == ".dvc/cache" and "of every film" in remedy and "no earlier commit can be checked out" in remedy


def test_withdrawing_from_an_index_that_is_not_there_names_the_file(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "genres.yaml").write_text("drama: drama\n")
    given = ["--index", "index.jsonl", "--genres", "genres.yaml"]
    assert main(["sources", "withdraw", "en-0001", "--reason", "asked", *given]) == 1
    assert "[missing-file] index.jsonl" in capsys.readouterr().err


def test_what_stays_of_a_film_on_this_disk_is_named_and_nothing_else(tmp_path):
    for name in ("build/units/en-0001.jsonl", "sources/en-0001/a.txt", "private/identity/en-0002.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("{}\n")
    assert [path for path, _ in copies("en-0001", tmp_path)] == ["build/", "sources/en-0001/"]
    assert [path for path, _ in copies("en-0002", tmp_path)] == ["private/identity/en-0002.jsonl"]


def test_a_name_map_s_pin_of_a_withdrawn_film_is_named(tmp_path):
    (tmp_path / "manifests/patches/en-0001").mkdir(parents=True)
    (tmp_path / "manifests/identity.json").write_text('{"maps":[{"film":"en-0001"}]}')
    assert [path for path, _ in copies("en-0001", tmp_path)] == [
        "manifests/patches/en-0001/",
        "manifests/identity.json",
    ]


def test_published_runs_and_releases_that_hold_the_film_are_named_with_what_to_do(tmp_path):
    for name in ("parent", "tables"):
        (tmp_path / f"releases/{name}").mkdir(parents=True)
    (tmp_path / "releases/parent/films.jsonl").write_text('{"id":"en-0001"}\n')
    for place, films in (("releases/runs/mine", ("en-0001", "en-0002")), ("releases/runs/other", ("en-0002",))):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "manifest.json").write_bytes(encode(run_manifest(id=place.split("/")[-1], films=films)))
    told = dict(copies("en-0001", tmp_path))
    assert list(told) == ["releases/parent/", "releases/runs/mine/"]
    assert "dvc repro" in told["releases/parent/"]
    assert "linedscript runs withdraw releases/runs/mine" in told["releases/runs/mine/"]


def test_many_files_of_a_version_are_counted_with_a_few_of_them():
    holding = [f"v0.1.0/parent/data/l{number}/en-0001.jsonl: 2 records" for number in range(9)]
    (told,) = shortened(holding)
    assert told.startswith("v0.1.0: 9 files, such as ") and holding[2] in told and holding[3] not in told


def test_few_files_are_all_named():
    assert shortened(["v0.1.0/films.jsonl: named 1"]) == ["v0.1.0: v0.1.0/films.jsonl: named 1"]


def test_runs_of_controls_are_one_line(tmp_path):
    for setting in ("closed_book", "context", "rsu", "asu"):
        condition = Condition(view="parent", setting=setting, memory=None)
        published_run(tmp_path, run_name("reference", "II", condition), condition=condition)
    published_run(tmp_path, "mine")
    told = gathered(copies("en-0001", tmp_path))
    assert len(told) == 2
    assert "linedscript runs withdraw releases/runs/mine" in told[0]
    assert told[1].startswith("4 places, such as releases/runs/reference-ii-parent-asu/")
    assert "'dvc repro' makes it anew" in told[1]


def test_a_run_that_is_only_named_like_a_control_s_is_somebody_s(tmp_path):
    published_run(tmp_path, "reference-mine")
    assert "linedscript runs withdraw releases/runs/reference-mine" in dict(copies("en-0001", tmp_path)).popitem()[1]


def test_the_command_ends_with_what_to_do_next_and_names_all_when_asked(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    write_records(tmp_path / "manifests/sources.jsonl", [film(1)])
    for number in range(9):
        (tmp_path / f"releases/frozen/v0.1.0/l{number}").mkdir(parents=True)
        (tmp_path / f"releases/frozen/v0.1.0/l{number}/en-0001.jsonl").write_text("{}\n")
    (tmp_path / "sources/en-0001").mkdir(parents=True)
    assert main(["sources", "withdraw", "en-0001", "--reason", "asked", "--date", "2026-01-02"]) == 0
    short = capsys.readouterr().out.splitlines()
    assert short[short.index("Next:") + 1 :] == [
        "- commit manifests/sources.jsonl",
        "- what has to go from this disk goes as said above: sources/en-0001/",
        "- 'dvc repro': releases, controls' runs and tables without it; then commit dvc.lock",
        "- frozen releases are never changed: if en-0001 has to go from them too, take down the whole version and "
        "freeze another",
    ]
    assert main(["sources", "withdraw", "en-0001", "--reason", "asked", "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(short) + 8
