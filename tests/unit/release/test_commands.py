"""The commands as typed."""

import json
from pathlib import Path

import pytest
from film_records import FILMS, SETTINGS, SETTINGS_PSEUDONYMIZED
from release_tree import ROOT, rewrite

from linedscript.cli.main import main


@pytest.fixture
def project(built: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(built)
    return built


def assemble(project: Path) -> int:
    shared = ["--registry", str(ROOT / "manifests/predicates.yaml"), "--licence", "LICENSE-DATA.md"]
    return main(
        [
            "release",
            "assemble-parent",
            "--build",
            "build",
            "--index",
            "sources.jsonl",
            "--films",
            *FILMS,
            "--run-name",
            "rules",
            "--genres",
            "genres.yaml",
            "--settings",
            json.dumps(SETTINGS),
            "--out",
            "build/parent",
            *shared,
        ]
    ) or main(
        [
            "release",
            "assemble-pseudonymized",
            "--rendered",
            "build/rendered",
            "--parent",
            "build/parent",
            "--settings",
            json.dumps(SETTINGS_PSEUDONYMIZED),
            "--out",
            "build/pseudonymized",
            *shared,
        ]
    )


def test_from_assembly_to_verified_and_printed_releases(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert assemble(project) == 0
    for name in ("parent", "pseudonymized"):
        assert main(["release", "publish", f"build/{name}", f"releases/{name}"]) == 0
    assert main(["verify", "releases/parent", "--scripts", "build/scenes"]) == 0
    assert main(["verify", "releases/pseudonymized", "--parent", "releases/parent"]) == 0
    assert (
        main(
            [
                "tables",
                "print",
                "--parent",
                "releases/parent",
                "--pseudonymized",
                "releases/pseudonymized",
                "--out",
                "tables",
            ]
        )
        == 0
    )
    assert main(["release", "publish", "tables", "releases/tables"]) == 0
    Path("params.yaml").write_text("release:\n  version: v0.1.0\n")
    capsys.readouterr()
    assert main(["release", "freeze", "v0.1.0"]) == 0
    assert capsys.readouterr().out == "dvc add releases/frozen/v0.1.0\n"


def test_verify_names_gates_and_exits_1_on_a_defect(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewrite(Path("build/parent/data/relations/en-0001.jsonl"), lambda row: row | {"object": row["subject"]})
    assert main(["verify", "build/parent"]) == 1
    shown = capsys.readouterr()
    assert "graph" in shown.out and "[self-loop] build/parent/data/relations/en-0001.jsonl#rel-0001" in shown.err


def test_settings_with_an_unknown_key_are_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        [
            "release",
            "assemble-parent",
            "--build",
            "build",
            "--index",
            "sources.jsonl",
            "--films",
            *FILMS,
            "--run-name",
            "rules",
            "--genres",
            "genres.yaml",
            "--settings",
            json.dumps(SETTINGS | {"x": 1}),
            "--out",
            "build/parent",
            "--registry",
            str(ROOT / "manifests/predicates.yaml"),
            "--licence",
            "LICENSE-DATA.md",
        ]
    )
    assert code == 1 and "invalid-settings" in capsys.readouterr().err


def test_a_film_that_is_withdrawn_is_refused_by_name(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rewrite(
        Path("sources.jsonl"),
        lambda row: row | {"withdrawn": {"reason": "asked", "date": "2026-01-01"}} if row["id"] == "zh-0001" else row,
    )
    assert assemble(project) == 1
    assert "[withdrawn-film]" in capsys.readouterr().err


def test_a_layer_that_was_not_built_is_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("build/reviewed/links/zh-0001.jsonl").unlink()
    Path("build/coverage/states/en-0001.jsonl").unlink()
    assert assemble(project) == 1
    shown = capsys.readouterr().err
    assert "build/reviewed/links/zh-0001.jsonl" in shown and "build/coverage/states/en-0001.jsonl" in shown


def test_trace_prints_an_indented_tree_where_nobody_watches(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "en-0001/t2-0001"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "  made by rules, score 10"
    assert main(["trace", "tables/genres#Drama,films"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["  en-0001", "  zh-0001"]


def test_diff_exits_0_whether_or_not_releases_differ(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "diff", "build/parent", "build/parent"]) == 0
    assert capsys.readouterr().out == "no record differs\n"


def test_schemas_check_names_a_file_that_differs(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schemas", "write", "--out", "schemas"]) == 0
    assert main(["schemas", "check", "--folder", "schemas"]) == 0
    Path("schemas/items.schema.json").write_text("{}")
    assert main(["schemas", "check", "--folder", "schemas"]) == 1
    assert "items.schema.json" in capsys.readouterr().err


def test_verify_refuses_a_parent_of_the_other_view(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert assemble(project) == 0
    assert main(["verify", "build/parent", "--parent", "build/pseudonymized"]) == 1
    assert capsys.readouterr().err.startswith("[other-view] build/pseudonymized:")


def test_verify_refuses_a_folder_without_scene_texts(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert assemble(project) == 0
    (project / "empty").mkdir()
    assert main(["verify", "build/parent", "--scripts", "empty"]) == 1
    assert capsys.readouterr().err.startswith("[no-texts] empty:")


def test_a_draft_that_holds_a_film_withdrawn_since_is_not_published(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert assemble(project) == 0
    published = ["release", "publish", "build/parent", "releases/parent", "--index", "sources.jsonl"]
    assert main(published) == 0
    withdraw = [
        "sources",
        "withdraw",
        FILMS[0],
        "--reason",
        "asked",
        "--index",
        "sources.jsonl",
        "--genres",
        "genres.yaml",
    ]
    assert main(withdraw) == 0
    assert main(published) == 1
    assert f"[withdrawn-film] build/parent/films.jsonl#{FILMS[0]}: was withdrawn on" in capsys.readouterr().err


def test_verify_finds_the_parent_beside_the_release_that_names_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert assemble(project) == 0
    assert main(["verify", "build/pseudonymized"]) == 0
    assert "parent release at hand" in capsys.readouterr().out


def test_verify_names_a_parent_beside_the_release_that_it_was_not_rendered_from(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert assemble(project) == 0
    sums = project / "build/parent/SHA256SUMS"
    sums.write_bytes(sums.read_bytes()[:-2])
    assert main(["verify", "build/pseudonymized"]) == 1
    assert "[other-parent]" in capsys.readouterr().err


def test_verify_says_what_it_could_not_look_for_without_the_parent(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert assemble(project) == 0
    Path("build/parent").rename("build/elsewhere")
    assert main(["verify", "build/pseudonymized"]) == 0
    assert "weren't looked for" in capsys.readouterr().err


def test_materializing_says_missing_for_a_film_that_the_index_lacks_and_goes_on(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert assemble(project) == 0
    Path("index.jsonl").write_text("")
    (project / "scripts").mkdir()
    release = ["--release", "build/pseudonymized", "--scripts", "scripts", "--index", "index.jsonl"]
    assert main(["materialize", *release, "--out", "materialized"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[:2] for line in lines] == [[film, "missing"] for film in FILMS]


@pytest.mark.parametrize("out", ["build/pseudonymized", "scripts", "scripts/joined"])
def test_nothing_is_materialized_into_a_release_or_among_the_scripts(
    project: Path, capsys: pytest.CaptureFixture[str], out: str
) -> None:
    assert assemble(project) == 0
    Path("index.jsonl").write_text("")
    (project / "scripts").mkdir()
    release = ["--release", "build/pseudonymized", "--scripts", "scripts", "--index", "index.jsonl"]
    assert main(["materialize", *release, "--out", out]) == 1
    assert "not-a-" in capsys.readouterr().err and list((project / "scripts").iterdir()) == []
