"""The ``vllm`` engine with a real vLLM on the CPU: two small models, one sample film, end to end.

``make test-vllm`` makes the environment that it needs and runs it. A weak model's replies have the right form and
mostly say nothing true: the gates refuse most, and the ledger accounts for every one.
"""

import json
import os
import shutil
import signal
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from left_running import gone, interruptible, processes, until
from projects import ROOT, ask_models, checkout, only, revise, shorten

from linedscript.io.files import sha256_file

PYTHON = os.environ.get("LINEDSCRIPT_VLLM_PYTHON")
pytestmark = pytest.mark.skipif(PYTHON is None, reason="needs vLLM: make test-vllm")
SCRIPTS = sorted(map(str, (ROOT / "samples/scripts").glob("*.fountain")))
CONSTRUCT, JUDGE = "models/smollm2", "models/tiny"
CONFIG = (
    "engine=vllm",
    f"vllm={PYTHON} -m vllm.entrypoints.openai.api_server",
    "vllm_options=--dtype float32 --max-num-seqs 8",
)
BUILD = ("snakemake", "--config", *CONFIG, "--resources", "gpu=2", "--", "backbone")
ENV = {"VLLM_CPU_KVCACHE_SPACE": "1", "HF_HUB_OFFLINE": "1"}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A film that one model annotates and the other judges, and what the build said."""
    project = checkout(tmp_path_factory.mktemp("vllm") / "project")
    only(project, "en-0001")
    shorten(project)
    make = [PYTHON, str(Path(__file__).parent / "make_models.py")]
    subprocess.run([*make, "smollm2", str(project.path / CONSTRUCT)], check=True)
    subprocess.run([*make, "tiny", str(project.path / JUDGE), *SCRIPTS], check=True)
    ask_models(project, CONSTRUCT, JUDGE, context=8192, max_tokens=1500)
    revise(project, "retries: 2", "retries: 1")
    return project, project.run(*BUILD, **ENV).stdout


def lines(project, what):
    return [json.loads(line) for path in (project.path / what).rglob("*.jsonl") for line in path.open()]


def test_no_server_is_left(built):
    assert gone(built[0].path)


def test_the_prefix_cache_hit_rate_of_each_model_is_in_the_log(built):
    for name in (f"{CONSTRUCT} (construct)", f"{JUDGE} (judge)"):
        (line,) = [line for line in built[1].splitlines() if f"{name}: prefix cache hit rate" in line]
        assert float(line.split("hit rate ")[1].split("%")[0]) > 0 and "1 of 1 replicas" in line


def test_replies_of_both_models_are_valid_under_their_schemas(built):
    valid = Counter(line["role"] for line in lines(built[0], "build/transcripts") if line["error"] is None)
    assert valid["construct"] > 0 and valid["judge"] > 0


def test_no_reply_fails_but_those_that_the_token_limit_cuts(built):
    assert {line["error"] for line in lines(built[0], "build/transcripts")} <= {None, "[cut] cut at the token limit"}


def test_each_model_answers_its_own_role(built):
    who = {(line["role"], line["annotator"]) for line in lines(built[0], "build/transcripts")}
    assert who == {("construct", f"{CONSTRUCT}@r1"), ("judge", f"{JUDGE}@r1")}


def test_every_attempt_is_in_the_ledger(built):
    asked = Counter(
        (line["layer"], line["key"], line["attempt"])
        for line in lines(built[0], "build/transcripts")
        if line["role"] == "construct"
    )
    accounted = Counter(
        (entry["layer"], entry["key"], entry["attempt"])
        for entry in lines(built[0], "build/ledger")
        if entry["outcome"] != "refused_record"
    )
    assert asked == accounted


def test_answers_say_what_they_came_from(built):
    for line in lines(built[0], "build/transcripts"):
        model = built[0].path / (CONSTRUCT if line["role"] == "construct" else JUDGE)
        assert line["engine"]["tokenizer_sha256"] == sha256_file(model / "tokenizer.json")
        assert line["engine"]["server"] == "vllm" and line["engine"]["version"]


def test_a_promoted_run_replays_to_the_same_bytes_with_the_servers_gone(built):
    project, _ = built

    def bytes_of():
        files = sorted((project.path / "build").rglob("*.jsonl"))
        return {str(path.relative_to(project.path)): path.read_bytes() for path in files}

    before = bytes_of()
    project.run("linedscript", "recordings", "promote", "--private")
    project.run("linedscript", "build", "reset")
    shutil.rmtree(project.path / "journal")
    project.run("snakemake", "--config", "engine=replay", "--", "backbone")
    assert bytes_of() == before


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_no_server_outlives_a_build_that_is_killed_or_interrupted(built, tmp_path, ending):
    project = built[0].copy(tmp_path / "project")
    project.run("linedscript", "build", "reset")
    for folder in ("journal", "private"):
        shutil.rmtree(project.path / folder, ignore_errors=True)
    running = subprocess.Popen(
        BUILD,
        cwd=project.path,
        env=project.env | ENV,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=interruptible,
    )
    log = project.path / "build/logs/serve/broker.log"
    assert until(lambda: (log.is_file() and "up at" in log.read_text()) or running.poll() is not None, 600)
    assert len(processes(project.path)) > 4  # Snakemake, its job, the broker, a keeper, and vLLM's own
    os.killpg(running.pid, ending)
    assert running.wait() == (1 if ending == signal.SIGINT else -ending)
    assert gone(project.path)
