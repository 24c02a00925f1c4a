"""Builds under ``engine=vllm``: servers start when a question has no recording, and end however the build ends."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from chat_server import ChatServer
from fake_servers import Fake
from left_running import gone, interruptible, processes, until
from projects import Project, ask_models, shorten
from schema_replies import shortest

GPUS = ("--resources", "gpu=2")
TARGET = ("--", "backbone")
REVIEWED = "build/reviewed/entities/en-0001.jsonl"


@pytest.fixture(scope="module")
def modelled(fresh, tmp_path_factory) -> Project:
    """A short film that models annotate, never built."""
    project = fresh.copy(tmp_path_factory.mktemp("modelled") / "project")
    shorten(project)
    ask_models(project)
    return project


@pytest.fixture
def unbuilt(modelled, tmp_path) -> Project:
    return modelled.copy(tmp_path / "project")


@pytest.fixture
def fake(tmp_path) -> Fake:
    return Fake(tmp_path / "fake")


def build(project: Project, fake: Fake, how: str = "", *more: str, resources=GPUS, check: bool = True):
    command = ("snakemake", "--config", "engine=vllm", *more, *resources, *TARGET)
    return project.run(*command, check=check, **fake.env(how))


@pytest.fixture(scope="module")
def answered_once(modelled, tmp_path_factory):
    """A build that is through, with what it said and what its servers were asked."""
    folder = tmp_path_factory.mktemp("answered")
    project, fake = modelled.copy(folder / "project"), Fake(folder / "fake")
    return project, fake, build(project, fake, "start=1 deaf").stdout


@pytest.fixture
def answered(answered_once, tmp_path) -> Project:
    return answered_once[0].copy(tmp_path / "project")


def test_a_build_that_is_through_leaves_no_server(answered_once):
    assert gone(answered_once[0].path)


def test_every_question_is_answered_once_and_kept(answered_once):
    project, fake, _ = answered_once
    kept = [line for path in (project.path / "journal").rglob("*.jsonl") for line in path.read_bytes().splitlines()]
    assert len(kept) == len(fake.asked()) > 10


def test_the_log_says_how_often_the_prefix_cache_hit(answered_once):
    project, _, said = answered_once
    for text in (said, (project.path / "build/logs/serve/broker.log").read_text()):
        assert "m (construct, judge): prefix cache hit rate 75.0%" in text


def test_transcripts_say_what_served_them(answered_once):
    lines = (answered_once[0].path / "build/transcripts/units/en-0001.jsonl").read_bytes().splitlines()
    engines = [json.loads(line)["engine"] for line in lines]
    assert {(engine["server"], engine["version"], engine["tensor_parallel"]) for engine in engines} == {
        ("vllm", "0.0.fake", 1)
    }


def test_a_build_that_replays_has_the_same_bytes_with_no_server_there(answered, answered_once):
    def bytes_of(project: Project) -> dict[str, bytes]:
        files = sorted((project.path / "build").rglob("*.jsonl"))
        return {str(path.relative_to(project.path)): path.read_bytes() for path in files}

    answered.run("linedscript", "build", "reset")
    answered.run("snakemake", "--config", "engine=replay", *TARGET)
    assert bytes_of(answered) == bytes_of(answered_once[0])


def test_a_second_build_starts_nothing(answered, fake):
    said = build(answered, fake).stdout
    assert "Nothing to be done" in said and "serve:" not in said


def test_a_build_that_only_has_review_jobs_starts_no_broker(answered, fake):
    (answered.path / REVIEWED).unlink()
    said = build(answered, fake).stdout
    assert "rule review" in said and "serve:" not in said and fake.servers() == []


def test_a_build_whose_questions_are_all_recorded_starts_no_server(answered, fake):
    answered.run("linedscript", "build", "reset")
    said = build(answered, fake).stdout
    assert "no replica was started" in said and fake.servers() == []


def test_only_what_no_recording_answers_is_asked(answered, fake):
    answered.run("linedscript", "build", "reset")
    journal = answered.path / "journal/pilot/mentions/en-0001.jsonl"
    lines = journal.read_bytes().splitlines(True)
    journal.write_bytes(b"".join(lines[1:]))
    build(answered, fake)
    assert len(fake.asked()) == 1


def test_an_answer_that_is_missing_with_no_gpu_is_an_error_that_names_its_request(answered, fake):
    answered.run("linedscript", "build", "reset")
    journal = answered.path / "journal/pilot/mentions/en-0001.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(True)[1:]))
    done = build(answered, fake, resources=(), check=False)
    assert done.returncode == 1 and "[answer-missing] en-0001/mentions " in done.stdout


@pytest.mark.parametrize(
    "config, code",
    [
        (("engine=vllm",), "no-server"),
        (("engine=openai",), "no-server"),
        (("engine=replay",), "no-recording"),
        ((), ""),
    ],
)
def test_a_run_that_nothing_can_answer_is_refused_before_any_job(unbuilt, config, code):
    done = unbuilt.run("snakemake", *(("--config", *config) if config else ()), *TARGET, check=False)
    assert done.returncode == 1 and f"[{code or 'no-recording'}] run pilot" in done.stdout
    assert not (unbuilt.path / "build/scenes").exists() and gone(unbuilt.path)


def test_too_few_gpus_are_refused_before_any_job(unbuilt, fake):
    done = build(unbuilt, fake, "", "tensor_parallel=4", check=False)
    assert done.returncode == 1 and "[too-few-gpus] gpu=2" in done.stdout
    assert not (unbuilt.path / "build/scenes").exists() and gone(unbuilt.path)


def test_two_models_in_one_run_are_each_asked_only_their_own(fresh, tmp_path, fake):
    project = fresh.copy(tmp_path / "project")
    shorten(project)
    ask_models(project, "c", "j")
    build(project, fake)
    by_model = {server[0]["options"]["model"]: {one["asked"] for one in server[1:]} for server in fake.servers()}
    assert by_model["j"] == {"Reflection"} and "Reflection" not in by_model["c"] and len(by_model["c"]) > 1
    assert all(one["model"] == server[0]["options"]["model"] for server in fake.servers() for one in server[1:])


def test_where_an_address_is_named_nothing_is_started(unbuilt, fake):
    def answer(asked):
        return asked.completion(json.dumps(shortest(asked.body["response_format"]["json_schema"]["schema"])))

    with ChatServer(answer) as server:
        said = build(unbuilt, fake, "", f"address={server.address}").stdout
        assert len(server.asked) > 10
    assert "serve:" not in said and fake.servers() == []


def test_a_server_that_crashes_as_it_starts_ends_the_build_with_its_last_words(unbuilt, fake):
    done = build(unbuilt, fake, "crash=start", check=False)
    assert done.returncode == 1
    assert "[server-failed] m (construct, judge)" in done.stdout and "no such model in this test" in done.stdout
    assert gone(unbuilt.path)


def test_a_server_that_dies_half_way_loses_nothing_and_the_rest_is_asked_by_the_next_build(unbuilt, fake):
    done = build(unbuilt, fake, "crash=8", "tries=2", resources=("--resources", "gpu=1"), check=False)
    assert done.returncode == 1 and gone(unbuilt.path)
    kept = sum(len(path.read_bytes().splitlines()) for path in (unbuilt.path / "journal").rglob("*.jsonl"))
    assert kept > 0
    first = fake.asked()
    build(unbuilt, fake, resources=("--resources", "gpu=1"))
    lines = [json.loads(line) for path in (unbuilt.path / "journal").rglob("*.jsonl") for line in path.open()]
    assert len(lines) == len({line["request"] for line in lines}) == kept + len(fake.asked()) - len(first)


def start(project: Project, fake: Fake, how: str) -> "subprocess.Popen[bytes]":
    """A build whose server has been asked something."""
    running = subprocess.Popen(
        ["snakemake", "--config", "engine=vllm", *GPUS, *TARGET],
        cwd=project.path,
        env=project.env | fake.env(how),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=interruptible,
    )
    assert until(lambda: fake.asked() or running.poll() is not None)
    assert running.poll() is None
    return running


def of(project: Project, words: bytes) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if Path(os.readlink(entry / "cwd")) == project.path and words in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("how", ["hang=3", "hang=3 deaf"])
def test_no_server_outlives_a_build_that_is_interrupted_or_killed(unbuilt, fake, ending, how):
    running = start(unbuilt, fake, how)
    if ending == signal.SIGINT:
        os.killpg(running.pid, ending)  # as a terminal does
    else:
        running.send_signal(ending)
    assert running.wait() == (1 if ending == signal.SIGINT else -ending)
    assert gone(unbuilt.path)


def test_no_server_outlives_a_build_that_is_asked_to_end_after_its_running_jobs(unbuilt, fake):
    running = start(unbuilt, fake, "")
    running.send_signal(signal.SIGTERM)
    running.wait()
    assert gone(unbuilt.path)


def test_no_server_outlives_a_broker_that_is_killed_and_the_build_fails(unbuilt, fake):
    running = start(unbuilt, fake, "hang=3 deaf")
    for pid in of(unbuilt, b"\0serve\0--gpus\0"):
        os.kill(pid, signal.SIGKILL)
    assert until(lambda: not of(unbuilt, b"fake_vllm.py"))
    assert running.wait() == 1 and gone(unbuilt.path)


def test_a_build_that_was_killed_goes_on_where_it_stopped(unbuilt, fake):
    running = start(unbuilt, fake, "hang=3")
    running.kill()
    running.wait()
    assert gone(unbuilt.path)
    build(unbuilt, fake)
    assert processes(unbuilt.path) == []
    lines = [json.loads(line) for path in (unbuilt.path / "journal").rglob("*.jsonl") for line in path.open()]
    assert len(lines) == len({line["request"] for line in lines})
