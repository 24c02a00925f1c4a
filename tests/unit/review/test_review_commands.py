import json
import os
import subprocess
import sys
from collections import defaultdict

import factories as make
import msgspec
import pytest

from linedscript.cli.main import main
from linedscript.io.canonical import read_records, write_records
from linedscript.records.layers import ENGINE_LAYERS, LAYERS, REVIEWED
from linedscript.records.review import PatchLogEntry, QueueEntry, Stale
from linedscript.review.inputs import MODEL_FOLDER

TYPED = [
    "--reason",
    "claim_vs_fact",
    "--note",
    "The script says that she hides.",
    "--scenes",
    "s0001",
    "--reviewer",
    "r1",
]
TYPED += ["--date", "2026-01-31"]


@pytest.fixture
def project(tmp_path, film, block, monkeypatch):
    """A built film in a folder of its own."""
    build = tmp_path / "build"
    for layer, records in film.items():
        write_records(build / MODEL_FOLDER.get(layer, layer) / "en-0001.jsonl", records)
    failed = defaultdict(list, units=[block(status="failed", reason="no reply")])
    for layer in ENGINE_LAYERS:
        write_records(build / "coverage" / layer / "en-0001.jsonl", failed[layer])
        write_records(build / "ledger" / layer / "en-0001.jsonl", [])
    scenes = [make.scene("text\n\nAnn hides behind the door.\n", 1), make.scene("text\n\nAnn waits.\n", 2)]
    for layer, records in (
        ("scenes", scenes),
        ("mentions", []),
        ("adjudications", []),
        ("scene_review", []),
        ("repairs", []),
        ("checks", []),
    ):
        write_records(build / layer / "en-0001.jsonl", records)
    (tmp_path / "params.yaml").write_text("review:\n  low_confidence: 0.5\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _new(*options):
    """``options`` go over those that every patch has."""
    return main(["patch", "new", "--film", "en-0001", *TYPED, *options])


def _revise(value="Ann hides."):
    return _new("--layer", "units", "--action", "revise", "--target", "s0001.u01", "--set", f"summary={value}")


def _apply(project):
    files = sorted(str(path) for path in (project / "manifests/patches/en-0001").glob("*.yaml"))
    return main(
        [
            "review",
            "apply",
            "--film",
            "en-0001",
            "--model",
            "build",
            "--settings",
            '{"low_confidence": 0.5}',
            "--reviewed",
            "build/reviewed",
            "--review",
            "build/review",
            "--patches",
            *files,
        ]
    )


def test_without_patches_the_reviewed_layers_are_the_models_bytes(project):
    assert _apply(project) == 0
    for layer in REVIEWED:
        model = project / "build" / MODEL_FOLDER.get(layer, layer) / "en-0001.jsonl"
        assert (project / "build/reviewed" / layer / "en-0001.jsonl").read_bytes() == model.read_bytes()


def test_apply_writes_every_account(project):
    _revise()
    assert _apply(project) == 0
    found = {
        what: read_records(project / f"build/review/{what}/en-0001.jsonl", LAYERS[what].record)
        for what in ("patches", "tombstones", "stale", "superseded", "queue")
    }
    assert [type(found[what][0]) for what in ("patches", "stale", "queue")] == [PatchLogEntry, Stale, QueueEntry]
    assert "units/s0001.u01" in {entry.id for entry in found["superseded"]}


def test_a_stale_guard_ends_apply_with_1_and_leaves_the_last_result(project, capsys):
    _revise()
    _apply(project)
    before = (project / "build/reviewed/units/en-0001.jsonl").read_bytes()
    path = project / "manifests/patches/en-0001/pt-0001.yaml"
    path.write_text(path.read_text().replace("Ann waits.", "Ann sleeps."))
    assert _apply(project) == 1
    assert "[stale-expect] en-0001/pt-0001" in capsys.readouterr().err
    assert (project / "build/reviewed/units/en-0001.jsonl").read_bytes() == before


def test_apply_names_a_layer_that_is_not_built(project, capsys):
    (project / "build/states/en-0001.jsonl").unlink()
    assert _apply(project) == 1
    assert "build/states/en-0001.jsonl: no such file" in capsys.readouterr().err


def test_new_fills_the_guard_and_writes_the_next_file(project, capsys):
    assert _revise() == 0
    assert _new("--layer", "units", "--action", "revise", "--target", "s0001.u01", "--set", "label=Ann hides") == 0
    assert capsys.readouterr().out.split() == [f"manifests/patches/en-0001/pt-000{number}.yaml" for number in (1, 2)]
    assert "Ann waits." in (project / "manifests/patches/en-0001/pt-0001.yaml").read_text()


def test_new_shows_the_record_and_the_text_around_its_evidence(project, capsys):
    assert main(["patch", "new", "--film", "en-0001", "--layer", "units", "--target", "s0001.u01"]) == 0
    shown = capsys.readouterr().out
    assert "summary: Ann waits." in shown
    assert ">>text<< Ann hides" in shown


def test_new_refuses_a_patch_that_does_not_hold_and_writes_nothing(project, capsys):
    assert _new("--layer", "episodes", "--action", "drop", "--target", "ep-0002") == 1
    assert "orphaned-records" in capsys.readouterr().err
    assert not (project / "manifests").exists()


def test_new_names_the_actions_of_a_layer_that_lacks_the_one_asked_for(project, capsys):
    assert _new("--layer", "states", "--action", "merge", "--target", "cs-0001", "--set", "into=cs-0002") == 1
    told = capsys.readouterr().err
    assert "patch-action" in told
    assert "actions on states: drop, revise" in told


def test_new_names_the_films_that_are_built_where_the_one_asked_for_is_not(project, capsys):
    assert main(["patch", "new", "--film", "en-0009", "--layer", "units", "--target", "s0001.u01"]) == 1
    told = capsys.readouterr().err
    assert "film-not-built" in told
    assert "built: en-0001" in told


def test_new_says_from_where_to_where_the_ids_run_for_a_wrong_one(project, capsys):
    assert main(["patch", "new", "--film", "en-0001", "--layer", "units", "--target", "s0009.u01"]) == 1
    assert "units run from s0001.u01 to s0002.u01" in capsys.readouterr().err


def test_new_without_target_and_action_is_wrong_usage(project, capsys):
    assert main(["patch", "new", "--film", "en-0001", "--layer", "units"]) == 2
    assert "--target" in capsys.readouterr().err


def test_new_without_a_target_says_that_the_action_needs_one(project, capsys):
    with pytest.raises(SystemExit) as ended:
        _new("--layer", "relations", "--action", "drop")
    assert ended.value.code == 2 and "required: --target" in capsys.readouterr().err


def test_new_sums_up_what_a_merge_touches_by_layer(project, capsys):
    _new("--layer", "entities", "--action", "merge", "--target", "ent-0003", "--set", "into=ent-0001")
    told = capsys.readouterr().err
    assert "changed participants of units: s0002.u01" in told
    assert "ended entities: ent-0003" in told


def test_new_tells_all_that_is_missing_at_once_and_leaves_its_long_usage_out(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["patch", "new", "--film", "en-0001", "--action", "revise", "--note", "The script says that she hides."])
    told = capsys.readouterr().err.splitlines()
    assert ended.value.code == 2 and len(told) == 2
    assert told[0].endswith("the following arguments are required: --layer, --target, --reason, --reviewer, --date")


def test_new_of_an_addition_needs_no_target(project, capsys):
    with pytest.raises(SystemExit):
        main(["patch", "new", "--film", "en-0001", "--layer", "states", "--action", "add"])
    assert "required: --reason, --note, --reviewer, --date" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["--layer", "entities", "--action", "merge", "--target", "ent-0003", "--set", "into=ent-0001"],
        ["--layer", "relations", "--action", "retarget", "--target", "rel-0003", "--set", "subject=ent-0002"],
        ["--layer", "relations", "--action", "drop", "--target", "rel-0004"],
        ["--layer", "links", "--action", "drop", "--target", "lk-0001", "--dependents", "drop"],
        ["--layer", "storylines", "--action", "reject", "--target", "st-001"],
        ["--layer", "states", "--action", "revise", "--target", "cs-0002", "--set", "value=healed"],
        ["--layer", "items", "--action", "replace", "--target", "t2-0001", "--set", "answer=She hides."],
        ["--layer", "relations", "--action", "keep", "--target", "rel-0001"],
        ["--layer", "coverage", "--action", "waive", "--target", "units:s0003"],
        [
            "--layer",
            "units",
            "--action",
            "revise",
            "--target",
            "s0001.u01",
            "--set",
            'evidence=[{"scene": "s0001", "quote": "hides behind"}]',
        ],
    ],
)
def test_new_then_check_and_apply_hold_for_each_action(project, options):
    assert _new(*options) == 0
    assert main(["patch", "check", "--film", "en-0001"]) == 0
    assert _apply(project) == 0


def test_a_keep_written_by_new_restores_the_stale_record(project):
    _revise()
    assert _new("--layer", "items", "--action", "keep", "--target", "t2-0001") == 0
    _apply(project)
    assert (project / "build/reviewed/items/en-0001.jsonl").read_bytes() != b""


def test_new_says_that_a_stale_record_stays_withheld_by_a_revision_and_what_releases_it(project, capsys):
    _revise()
    revision = (
        "--layer",
        "items",
        "--action",
        "revise",
        "--target",
        "t2-0001",
        "--set",
        "question=Where does Ann hide?",
    )
    capsys.readouterr()
    assert _new(*revision) == 0
    shown = capsys.readouterr().err
    assert "items/t2-0001 stays withheld: it is stale because of units/s0001.u01 (pt-0001)" in shown
    assert "--accept-changes" in shown
    assert _new(*revision, "--accept-changes", "--supersedes", "pt-0002") == 0
    assert "withheld" not in capsys.readouterr().err


def test_new_shows_a_record_whole_and_a_prompts_place_in_the_script(project, capsys):
    question = "What does Ann do " + "and what does she do after that " * 8 + "in the end?"
    path = project / "build/items/en-0001.jsonl"
    items = read_records(path, LAYERS["items"].record)
    write_records(path, [msgspec.structs.replace(items[0], question=question), *items[1:]])
    shown = ("patch", "new", "--film", "en-0001")
    assert main([*shown, "--layer", "items", "--target", "t2-0001"]) == 0
    assert question in capsys.readouterr().out
    assert main([*shown, "--layer", "prompts", "--target", "rp-0001"]) == 0
    out = capsys.readouterr().out
    assert "checkpoint cp-0001-01: s0001 (" in out and ">><<" in out


def test_check_says_what_each_patch_changes_and_what_becomes_stale(project, capsys):
    _revise()
    capsys.readouterr()
    assert main(["patch", "check"]) == 0
    shown = capsys.readouterr().out
    assert "summary: Ann waits. -> Ann hides." in shown
    assert "stale: items/t2-0001" in shown


def test_what_check_prints_stands_in_order_where_both_streams_go_into_one_pipe(project):
    _revise()
    words = [sys.executable, "-m", "linedscript.cli.main", "patch", "check"]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    told = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True, env=env
    ).stdout
    assert told.splitlines()[-1] == "1 patches hold" and "stale: items/t2-0001" in told


def test_check_ends_with_1_on_a_fault_of_any_film(project, capsys):
    folder = project / "manifests/patches/en-0002"
    folder.mkdir(parents=True)
    (folder / "pt-0001.yaml").write_text("id: pt-0001\n")
    assert main(["patch", "check"]) == 1
    assert "patch-schema" in capsys.readouterr().err


def test_the_queue_prints_as_json_lines(project, capsys):
    assert main(["review", "queue", "--film", "en-0001", "--format", "jsonl"]) == 0
    assert [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()] == ["failed_coverage"]


def test_the_queue_begins_with_how_many_there_are_of_each_kind(project, capsys):
    assert main(["review", "queue", "--film", "en-0001"]) == 0
    head, counts = capsys.readouterr().out.splitlines()[:2]
    assert head == "en-0001: 1 to look at"
    assert counts.split(":")[0].split() == ["1", "failed_coverage"]


def test_the_queue_prints_each_entry_with_its_scenes_and_detail(project, capsys):
    assert main(["review", "queue", "--film", "en-0001"]) == 0
    shown = capsys.readouterr().out
    assert "  units/s0003  s0003\n      failed after" in shown


def test_the_queue_says_how_to_see_a_stale_record(project, capsys):
    _revise()
    capsys.readouterr()
    main(["review", "queue", "--film", "en-0001"])
    assert "linedscript patch new --film en-0001 --layer " in capsys.readouterr().out


def test_audits_are_summed_up(project, capsys):
    folder = project / "manifests/audits"
    folder.mkdir(parents=True)
    (folder / "round-1.jsonl").write_text(
        json.dumps(
            {
                "round": "round-1",
                "film": "en-0001",
                "record": "units/s0001.u01",
                "digest": "a" * 64,
                "disposition": "verified",
                "criteria": ["evidence_supports"],
                "seconds": 40,
                "reviewer": "r1",
                "date": "2026-01-31",
                "patch": None,
                "note": None,
            }
        )
        + "\n"
    )
    assert main(["review", "audits", "--format", "jsonl"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["layer"], row["looks"], row["outdated"], row["kappa"]) == ("units", 0, 1, None)


def test_a_film_asked_for_before_any_build_is_told_how_to_build(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["patch", "new", "--film", "en-0001", "--layer", "units", "--target", "s0001.u01"]) == 1
    assert "snakemake -- backbone" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option, typed, told",
    [
        ("--note", "too short", "no sentence of at least 10 characters"),
        ("--note", "TODO: say why this is so", "holds the place of a reason"),
        ("--note", "…why, in a sentence…", "holds the place of a reason"),
        ("--reviewer", "Ann Lee", "a reviewer's code such as r1"),
        ("--date", "yesterday", "write it as 2026-11-29"),
        ("--date", "2026-02-30", "write it as 2026-11-29"),
        ("--scenes", "4", "a scene's id such as s0004"),
        ("--supersedes", "1", "a patch's id such as pt-0001"),
    ],
)
def test_new_names_the_option_that_is_wrong_and_writes_nothing(project, capsys, option, typed, told):
    with pytest.raises(SystemExit) as ended:
        _new("--layer", "units", "--action", "drop", "--target", "s0001.u01", "--dependents", "drop", option, typed)
    shown = capsys.readouterr().err
    assert ended.value.code == 2 and f"argument {option}: " in shown and told in shown
    assert not (project / "manifests").exists()


@pytest.mark.parametrize("command", ["check", "apply"])
def test_a_note_that_holds_the_place_of_one_is_refused_by_check_and_in_the_build(project, capsys, command):
    _revise()
    path = project / "manifests/patches/en-0001/pt-0001.yaml"
    path.write_text(path.read_text().replace("The script says that she hides.", "TODO a sentence goes here"))
    capsys.readouterr()
    assert (main(["patch", "check"]) if command == "check" else _apply(project)) == 1
    assert "manifests/patches/en-0001/pt-0001.yaml: the note 'TODO" in capsys.readouterr().err
