"""The commands as typed."""

import json
import re
import shutil
from pathlib import Path

import pytest
from film_records import FILMS, SETTINGS, SETTINGS_PSEUDONYMIZED
from release_tree import ROOT, rewrite

from linedscript.cli.main import main
from linedscript.release.gates.run import GATES


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
    shown = capsys.readouterr()
    assert shown.out == "dvc add releases/frozen/v0.1.0\n"
    assert shown.err == "releases/frozen/v0.1.0 is written; this command puts it under DVC:\n"


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


@pytest.mark.parametrize(("folder", "code"), [("nowhere", "[missing-file] nowhere:"), ("empty", "[no-texts] empty:")])
@pytest.mark.parametrize("address", ["en-0001/t2-0001", "tables/genres#Drama,films"])
def test_trace_refuses_a_folder_of_scripts_that_holds_none(
    project: Path, capsys: pytest.CaptureFixture[str], folder: str, code: str, address: str
) -> None:
    (project / "empty").mkdir()
    assert main(["trace", address, "--scripts", folder]) == 1
    assert capsys.readouterr().err.startswith(code)


def test_trace_refuses_a_folder_of_scripts_without_the_film_s(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree("build/scenes", "scenes")
    Path("scenes/en-0001.jsonl").unlink()
    assert main(["trace", "en-0001/cs-0001", "--scripts", "scenes"]) == 1
    assert capsys.readouterr().err.startswith("[missing-file] scenes/en-0001.jsonl:")


@pytest.mark.parametrize("address", ["tables/genres", "tables/genres#Drama"])
def test_trace_teaches_how_a_cell_is_addressed(project: Path, capsys: pytest.CaptureFixture[str], address: str) -> None:
    assert main(["trace", address]) == 1
    told = capsys.readouterr().err
    assert "[unknown-cell]" in told and "write tables/genres#<row>,<column>, such as tables/genres#" in told


def test_trace_teaches_how_a_cell_is_addressed_for_a_table_that_is_not_there_too(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", "tables/x"]) == 1
    told = capsys.readouterr().err
    assert "such as tables/genres#Drama,films; tables: " in told and "backbone" in told


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


@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_verify_refuses_the_scene_texts_of_the_other_view_and_says_where_its_own_are(
    project: Path, capsys: pytest.CaptureFixture[str], view: str
) -> None:
    own, other = ("scenes", "rendered/scene_texts") if view == "parent" else ("rendered/scene_texts", "scenes")
    assert main(["verify", f"build/{view}", "--scripts", f"build/{other}"]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"[other-texts] build/{other}/en-0001.jsonl:")
    assert f"after a build build/{own} has the same" in told


def test_verify_without_scene_texts_says_how_to_get_them(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "build/parent"]) == 0
    assert "linedscript materialize --release build/parent --scripts SCRIPTS" in capsys.readouterr().err


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


@pytest.mark.parametrize(
    ("out", "code"),
    [
        ("build/pseudonymized", "[not-a-"),
        ("scripts", "[unsafe-path] scripts: lies in the folder of scripts scripts"),
        ("more/joined", "[unsafe-path] more/joined: lies in the folder of scripts more"),
    ],
)
def test_nothing_is_materialized_into_a_release_or_among_the_scripts(
    project: Path, capsys: pytest.CaptureFixture[str], out: str, code: str
) -> None:
    assert assemble(project) == 0
    Path("index.jsonl").write_text("")
    for folder in ("scripts", "more"):
        (project / folder).mkdir()
    release = [
        "--release",
        "build/pseudonymized",
        "--scripts",
        "scripts",
        "--scripts",
        "more",
        "--index",
        "index.jsonl",
    ]
    assert main(["materialize", *release, "--out", out]) == 1
    assert capsys.readouterr().err.startswith(code)
    assert list((project / "scripts").iterdir()) == list((project / "more").iterdir()) == []


MISSING = (
    "[missing-release] {}: no such folder\n    hint: 'dvc pull' fetches the published releases, 'make release' builds"
)


@pytest.mark.parametrize(
    "words",
    [
        ("tables", "print", "--parent", "releases/parent", "--pseudonymized", "releases/parent", "--out", "tables"),
        ("verify", "releases/parent"),
        ("release", "diff", "releases/parent", "build/parent"),
        ("release", "freeze", "v0.1.0"),
        ("materialize", "--release", "releases/parent", "--scripts", "build", "--out", "materialized"),
        ("trace", "en-0001/rel-0001", "--release", "releases/parent"),
    ],
    ids=lambda words: words[0] + " " + words[1].partition("/")[0],
)
def test_a_release_that_is_not_there_is_said_to_be_missing_with_how_to_get_it(
    project: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    Path("params.yaml").write_text("release:\n  version: v0.1.0\n")
    assert main(list(words)) == 1
    told = capsys.readouterr().err
    assert MISSING.format("releases/parent") in told and "SHA256SUMS" not in told


def test_an_empty_folder_is_said_to_hold_no_release(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("releases/parent").mkdir(parents=True)
    assert main(["verify", "releases/parent"]) == 1
    assert "[missing-release] releases/parent: this folder is empty\n    hint: 'dvc pull'" in capsys.readouterr().err


def shown_gates(capsys: pytest.CaptureFixture[str]) -> dict[str, tuple[str, str]]:
    """By gate: how many defects, and what is said about it."""
    rows = (line.strip().split(None, 1) for line in capsys.readouterr().out.splitlines()[1:-1])
    return {gate: tuple(re.split(r"(?<=\d)\s+|(?<=not run)\s+", said, maxsplit=1)) for gate, said in rows}


def test_gates_of_the_other_view_are_not_run_and_say_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "build/parent", "--scripts", "build/scenes"]) == 0
    shown = shown_gates(capsys)
    assert shown["identity"] == ("not run", "only a pseudonymized release is held to it")
    assert shown["two_views"] == ("not run", "only a pseudonymized release is held to it")
    assert {gate for gate, (number, _) in shown.items() if number == "0"} == set(GATES) - {"identity", "two_views"}


def test_the_gate_of_titles_in_questions_is_the_original_views_alone(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "build/pseudonymized"]) == 0
    assert shown_gates(capsys)["titles"][0] == "not run"


def test_gates_that_need_the_parent_say_so_where_it_is_not_at_hand(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.move("build/pseudonymized", "alone")
    assert main(["verify", "alone"]) == 0
    shown = shown_gates(capsys)
    assert shown["two_views"] == ("not run", "the parent release isn't at hand; --parent names it")
    assert shown["identity"][1].endswith("(in part: no title was looked for; --parent names the release that has them)")


def test_gates_that_need_scene_text_say_what_they_left_out(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "build/parent"]) == 0
    shown = shown_gates(capsys)
    assert shown["evidence"][1].endswith("(in part: no scene text is at hand; --scripts names it)")
    assert shown["quote_limit"][1].endswith("(in part: quotation marks alone; --scripts names the scene text)")


def test_no_gate_is_said_to_hold_where_the_manifest_cannot_be_read(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("build/parent/manifest.json").write_text("{}")
    assert main(["verify", "build/parent"]) == 1
    shown = shown_gates(capsys)
    assert (shown["sums"][0], shown["manifest"][0]) == ("1", "1")
    assert {said for gate, said in shown.items() if gate not in ("sums", "manifest")} == {
        ("not run", "the manifest can't be read")
    }
