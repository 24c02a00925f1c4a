"""DVC's side: from a build to published releases, after a patch, and in clones that hold less."""

import json
import re
import shutil

import pytest
from chat_server import ChatServer
from informed_model import InformedModel
from projects import CORPUS, Project

from linedscript.io.canonical import encode

RELEASES = ("releases/parent", "releases/pseudonymized", "releases/tables", "releases/runs")


@pytest.fixture
def clone(published, tmp_path):
    """A clone beside the store: no build, no scripts but the bundled ones, nothing private."""
    published.run("git", "clone", "-q", str(published.path), str(tmp_path / "clone"))
    return Project(tmp_path / "clone")


def patch(project: Project, record: str, layer: str, field: str, value: str) -> None:
    project.run(
        "linedscript",
        "patch",
        "new",
        "--film",
        "en-0001",
        "--layer",
        layer,
        "--action",
        "revise",
        "--target",
        record,
        "--set",
        f"{field}={value}",
        "--reason",
        "other",
        "--note",
        "The scene itself says so.",
        "--reviewer",
        "r1",
        "--date",
        "2026-11-29",
    )


def first(project: Project, layer: str, which=lambda row: True) -> dict:
    lines = (project.path / f"build/reviewed/{layer}/en-0001.jsonl").read_text(encoding="utf-8").splitlines()
    return next(row for row in map(json.loads, lines) if which(row))


def test_published_releases_are_the_drafts(published):
    for folder in ("parent", "pseudonymized", "runs", "tables"):
        assert published.sums(f"releases/{folder}") == published.sums(f"build/{folder}")


def test_a_second_repro_runs_no_stage(published):
    done = published.run("dvc", "repro")
    assert "Running stage" not in done.stdout and "up to date" in done.stdout


def test_published_releases_pass_verify_alone(published):
    for folder in RELEASES[:2]:
        published.run("linedscript", "verify", folder)


def test_after_a_patch_only_review_and_what_follows_it_runs(published):
    storyline = first(published, "storylines")
    patch(published, storyline["id"], "storylines", "title", "What the lead carries")
    assert published.planned() == [
        "all",
        "assemble_items",
        "assemble_parent",
        "assemble_pseudonymized",
        "assemble_runs",
        "assemble_stage",
        "audits",
        "judge",
        "predict",
        "print_tables",
        "render",
        "retrieve",
        "retrieve_pseudonymized",
        "review",
    ]
    shutil.copytree(published.path / "releases/parent", published.path / "old")
    done = published.run("dvc", "repro")
    assert "rule units" not in done.stdout and "rule items" not in done.stdout
    diff = published.run("linedscript", "release", "diff", "old", "releases/parent", "--format", "json").stdout
    changed = {
        (row["layer"], row["record"])
        for row in map(json.loads, diff.splitlines())
        if row.get("layer") in {"storylines", "episodes", "links", "entities", "relations", "units", "states", "items"}
    }
    assert changed == {("storylines", storyline["id"])}
    assert published.planned() == ["all", "print_tables"]  # DVC printed the releases' tables, not the draft's


def publish_mine(project: Project) -> None:
    """Publish a run that isn't one of the build's."""
    shutil.copytree(project.path / "build/runs/reference-ii-parent-context", project.path / "mine/reference-mine")
    run = project.path / "mine/reference-mine"
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8")) | {"id": "reference-mine"}
    (run / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    project.run(
        "python", "-c", "import sys, pathlib; from linedscript.release.sums import write_sums; "
        "write_sums(pathlib.Path(sys.argv[1]))", str(run)
    )  # fmt: skip
    project.run("linedscript", "runs", "publish", "mine/reference-mine", "releases/runs/reference-mine")


def test_a_run_that_was_published_by_hand_stays_beside_the_controls(published):
    publish_mine(published)
    published.run("dvc", "repro")
    assert "reference-mine\t" in published.run("linedscript", "runs", "list").stdout
    assert "reference-mine" in (published.path / "releases/tables/task_ii_views.md").read_text(encoding="utf-8")


def test_where_a_published_run_holds_a_film_withdrawn_since_nothing_is_published(published):
    publish_mine(published)
    before = [published.sums(folder) for folder in RELEASES]
    shutil.copy(CORPUS / "manifests/sources.jsonl", published.path / "manifests")  # with other films, which stay
    published.run(
        "linedscript", "sources", "withdraw", "en-0001", "--reason", "removal requested", "--date", "2026-11-29"
    )
    done = published.run("dvc", "repro", check=False)
    assert done.returncode != 0 and "[withdrawn-film] releases/runs/reference-mine#en-0001" in done.stdout
    assert "linedscript runs withdraw releases/runs/reference-mine" in done.stdout
    assert [published.sums(folder) for folder in RELEASES] == before


def test_a_stale_guard_is_named_and_the_last_release_stays(published):
    before = published.sums("releases/parent")
    storyline = first(published, "storylines")
    patch(published, storyline["id"], "storylines", "title", "What the lead carries")
    file = max((published.path / "manifests/patches/en-0001").glob("*.yaml"))
    text = file.read_text(encoding="utf-8")
    assert storyline["title"] in text
    file.write_text(text.replace(storyline["title"], "Another title"), encoding="utf-8")
    for _ in ("as typed", "as typed again"):
        done = published.run("dvc", "repro", check=False)
        assert done.returncode != 0 and file.name in done.stdout and storyline["id"] in done.stdout
    assert published.sums("releases/parent") == before
    published.run("linedscript", "verify", "releases/parent")


def test_nothing_is_published_where_one_of_the_views_fails(published):
    before = [published.sums(folder) for folder in RELEASES]
    patch(published, first(published, "storylines")["id"], "storylines", "title", "What the lead carries")
    pins = published.path / "manifests/identity.json"
    pins.write_text(re.sub(r'"sha256": "[0-9a-f]{4}', '"sha256": "0000', pins.read_text(encoding="utf-8")), "utf-8")
    assert published.run("dvc", "repro", check=False).returncode != 0
    assert [published.sums(folder) for folder in RELEASES] == before


def test_a_clone_pulls_and_has_nothing_to_run(clone):
    clone.run("dvc", "pull")
    done = clone.run("dvc", "repro")
    assert "Running stage" not in done.stdout
    assert not (clone.path / "build").exists()


def test_a_clone_with_no_build_reprints_every_table_byte_for_byte(clone):
    clone.run("dvc", "pull")
    clone.run("snakemake", "--config", "engine=replay", "--", "tables_of_releases")
    assert clone.sums("build/tables_of_releases") == clone.sums("releases/tables")
    assert "reference" in (clone.path / "build/tables_of_releases/task_ii_views.csv").read_text(encoding="utf-8")
    assert sorted(path.name for path in (clone.path / "build").iterdir() if path.is_dir()) == [
        "benchmarks",
        "logs",
        "tables_of_releases",
    ]


def test_a_clone_materializes_both_views_with_no_private_map(clone, published):
    clone.run("dvc", "pull")
    shutil.rmtree(clone.path / "samples/identity")
    for view, texts in (("parent", "scenes"), ("pseudonymized", "rendered/scene_texts")):
        clone.run(
            "linedscript",
            "materialize",
            "--release",
            f"releases/{view}",
            "--scripts",
            "samples/scripts",
            "--out",
            "materialized",
        )
        ours = (clone.path / f"materialized/{view}/scenes/en-0001.jsonl").read_bytes()
        assert ours == (published.path / f"build/{texts}/en-0001.jsonl").read_bytes()


def test_a_script_s_name_breaks_no_line_of_the_report(clone):
    clone.run("dvc", "pull")
    (clone.path / "mine").mkdir()
    shutil.copy(clone.path / "samples/scripts/en-0001.fountain", clone.path / "mine/a\n\tb.fountain")
    words = ("--release", "releases/parent", "--scripts", "mine", "--out", "materialized")
    told = clone.run("linedscript", "materialize", *words).stdout
    assert told.startswith("en-0001\tOK\ta\\n\\tb.fountain: ") and told.count("\n") == 1


def test_an_edited_release_is_found_by_verify(published):
    path = published.path / "releases/parent/data/episodes/en-0001.jsonl"
    path.write_bytes(path.read_bytes().replace(b"a", b"b", 1))
    done = published.run("linedscript", "verify", "releases/parent", check=False)
    assert done.returncode == 1 and "data/episodes/en-0001.jsonl" in done.stdout


def test_frozen_releases_are_whole_copies(published):
    published.run("linedscript", "release", "freeze", "v0.1.0")
    assert published.sums("releases/frozen/v0.1.0/parent") == published.sums("releases/parent")
    done = published.run("linedscript", "release", "freeze", "v0.1.0", check=False)
    assert done.returncode == 1 and "v0.1.0" in done.stdout


@pytest.fixture
def recorded(published):
    """The same project, but annotated by a model whose answers stand in the journal: it says what ``rules`` would."""
    one = {"model": "someone/model", "revision": "abc", "quantization": None, "context": 8192, "decoding": {}}
    model = {"run": "pilot", "models": {"construct": one, "judge": one}}
    params = published.path / "params.yaml"
    params.write_text(
        params.read_text(encoding="utf-8").replace("annotator: rules", f"annotator: {json.dumps(model)}"),
        encoding="utf-8",
    )
    published.run("git", "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-qam", "model run")
    with ChatServer(InformedModel(published.path), models=("someone/model",)) as server:
        published.run("snakemake", "--config", "engine=openai", f"address={server.address}", "--", "parent")
    published.run("linedscript", "build", "reset")
    return published


def test_answers_of_a_journal_are_replayed(recorded):
    recorded.run("snakemake", "--config", "engine=replay", "--", "parent")
    row = first(recorded, "episodes")
    assert row["made"]["annotator"] == "someone/model@abc" and row["made"]["prompt"] == "episodes.en"


def test_a_missing_answer_names_the_request(recorded):
    shutil.rmtree(recorded.path / "journal/pilot/links")
    done = recorded.run("snakemake", "--config", "engine=replay", "--", "parent", check=False)
    assert done.returncode == 1 and "answer-missing" in done.stdout and "links" in done.stdout


def test_unrecorded_answers_do_not_slip_into_a_release_after_a_patch(recorded):
    before = recorded.sums("releases/parent")
    recorded.run("snakemake", "--", "parent")
    patch(recorded, first(recorded, "storylines")["id"], "storylines", "title", "What the lead carries")
    done = recorded.run("dvc", "repro", check=False)
    assert done.returncode != 0 and "recordings.jsonl" in done.stdout and "pilot" in done.stdout
    assert recorded.sums("releases/parent") == before


def test_recorded_answers_are_published(recorded):
    recorded.run("snakemake", "--", "parent")
    rows = json.loads((recorded.path / "build/parent/recordings.json").read_text(encoding="utf-8"))
    (recorded.path / "manifests/recordings.jsonl").write_bytes(b"".join(encode(row) + b"\n" for row in rows))
    recorded.run("dvc", "repro")
    assert recorded.sums("releases/parent") == recorded.sums("build/parent")
