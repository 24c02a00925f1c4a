"""Builds under ``engine=openai`` over the samples: asked once, planned before, replayed to the same bytes."""

import json
import shutil

import pytest
from chat_server import ChatServer
from informed_model import InformedModel
from projects import ask_models, checkout, only, revise

FILMS = ("en-0001", "zh-0001")


@pytest.fixture(scope="module")
def asked_once(tmp_path_factory):
    """Two films, built through a server to the parent release; what it was asked, and what was planned before."""
    project = checkout(tmp_path_factory.mktemp("openai") / "project")
    only(project, *FILMS)
    ask_models(project)
    plan = project.run("linedscript", "annotate", "plan", "--format", "json").stdout
    model = InformedModel(project.path)
    with ChatServer(model) as server:
        project.run("snakemake", "--config", "engine=openai", f"address={server.address}", "--", "parent")
        return project, server.asked, [json.loads(line) for line in plan.splitlines()], model


@pytest.fixture
def asked(asked_once, tmp_path):
    return asked_once[0].copy(tmp_path / "project")


def test_the_questions_are_those_that_the_plan_foresaw_from_these_replies(asked_once):
    _, requests, planned, model = asked_once
    assert {request.text for request in requests} == set(model.told)
    assert len(requests) == sum(row["calls"] for row in planned)


def test_every_layer_of_every_film_has_records(asked_once):
    project, *_ = asked_once
    layers = ("units", "mentions", "relations", "entities", "episodes", "links", "storylines", "states", "items")
    assert [
        (layer, film)
        for layer in layers
        for film in FILMS
        if not (project.path / f"build/{layer}/{film}.jsonl").read_bytes()
    ] == []


def test_records_name_the_model(asked_once):
    project, *_ = asked_once
    lines = (project.path / "build/units/en-0001.jsonl").read_bytes().splitlines()
    assert {json.loads(line)["made"]["annotator"] for line in lines} == {"m@r1"}


def test_after_the_build_nothing_is_left_to_ask(asked):
    rows = [
        json.loads(line)
        for line in asked.run("linedscript", "annotate", "plan", "--format", "json").stdout.splitlines()
    ]
    assert rows and all(row["calls"] == row["recorded"] and row["exact"] for row in rows)


def test_a_changed_prompt_leaves_just_its_layers_questions_unanswered(asked):
    prompt = asked.path / "prompts/items.en.j2"
    prompt.write_text(
        prompt.read_text(encoding="utf-8").replace("{% block user %}", "{% block user %}Now: "), encoding="utf-8"
    )
    rows = [
        json.loads(line)
        for line in asked.run("linedscript", "annotate", "plan", "--format", "json").stdout.splitlines()
    ]
    unanswered = {(row["film"], row["layer"]) for row in rows if row["calls"] > row["recorded"]}
    assert ("en-0001", "items") in unanswered <= {("en-0001", "items"), ("en-0001", "checks")}


@pytest.mark.parametrize("private", [(), ("--private",)])
def test_a_promoted_run_replays_to_the_same_release_with_the_server_gone(asked, private):
    """The model quotes whole paragraphs in every layer: what of them stands in a public recording is their places."""
    before = asked.sums("build/parent")
    asked.run("linedscript", "recordings", "promote", *private)
    asked.run("linedscript", "build", "reset")
    shutil.rmtree(asked.path / "journal")
    asked.run("snakemake", "--config", "engine=replay", "--", "parent")
    assert asked.sums("build/parent") == before


def refused(project, code):
    done = project.run("linedscript", "recordings", "promote", "--private", check=False)
    assert done.returncode == 1 and f"[{code}]" in done.stdout and "Traceback" not in done.stdout, done.stdout
    assert not (project.path / "private/recordings/pilot").exists()


def test_a_run_of_other_decoding_is_not_promoted(asked):
    revise(asked, "temperature: 0", "temperature: 1")
    refused(asked, "unanswered")


def revised(project, layer, change):
    path = project.path / f"build/transcripts/{layer}/en-0001.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    path.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in change(lines)))


def test_answers_that_no_question_of_the_run_has_are_not_promoted(asked):
    revised(asked, "items", lambda lines: [*lines, lines[0] | {"request": "f" * 64}])
    refused(asked, "unasked-answer")


def test_an_answer_under_another_key_is_not_promoted(asked):
    revised(asked, "units", lambda lines: [lines[0] | {"key": "s0099"}, *lines[1:]])
    refused(asked, "other-question")
