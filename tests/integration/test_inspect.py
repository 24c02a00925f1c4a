"""STAGE's tasks in inspect_ai, end to end with its mock model; logs are taken over and scored by the command line.

``make test-inspect`` makes the environment that it needs and runs it.
"""

import json
import math
import shutil
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("inspect_ai", reason="needs inspect_ai: make test-inspect")

from evaluated import settings
from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from played import write_releases
from projects import CORPUS

from linedscript.cli.main import main
from linedscript.errors import LinedscriptError
from linedscript.harness.export import export
from linedscript.io import yaml
from linedscript.release.tree import Release

ANSWERS = {"answer": "Bob"}
SPEECH = {"says": "I have the lamp."}
UPDATE = {"states": ["Wren is a clerk."], "developments": []}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Both releases of two films with their texts, and params."""
    root = tmp_path_factory.mktemp("inspect")
    write_releases(root)
    params = yaml.load(CORPUS / "params.yaml") | {"evaluation": msgspec.to_builtins(settings())}
    (root / "params.yaml").write_text(json.dumps(params), encoding="utf-8")
    (root / "releases").symlink_to(root / "build", target_is_directory=True)
    return root


@pytest.fixture
def home(project, monkeypatch):
    monkeypatch.chdir(project)
    return project


class Mock:
    """Replies as the schema asks, and keeps what it was shown. ``said``: a reply by the name of its first field."""

    def __init__(self, *said, name="mockllm/model"):
        self.said = {next(iter(one)): one for one in said if isinstance(one, dict)}
        self.otherwise = next((one for one in said if not isinstance(one, dict)), None)
        self.asked = []
        self.model = get_model(name, custom_outputs=self, memoize=False)

    def __call__(self, messages, tools, choice, config):
        self.asked.append([message.text for message in messages])
        fields = config.response_schema.json_schema.properties if config.response_schema else {}
        found = next((one for name, one in self.said.items() if name in fields), None)
        text = json.dumps(found) if found is not None else self.otherwise
        if callable(text):
            text = text(self.asked[-1])
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else counted, with a download
        return output


def run(home, number, mock, **told):
    """A log of the task, found by its registered name."""
    judge = told.pop("judge_model", None)
    roles = {"judge": judge.model} if judge else None
    (log,) = evaluate(
        f"linedscript/stage_task_{number}", task_args={"release": "releases/parent"} | told, model=mock.model,
        model_roles=roles, log_dir=str(home / "logs"), display="none",
    )  # fmt: skip
    return log


def means(log, metric="mean"):
    """By measure."""
    return {score.name: score.metrics[metric].value for score in log.results.scores}


def answering(home, view="parent"):
    """A model that knows each question's answer."""
    items = [item for film in ("en-0001", "zh-0001") for item in Release(home / "build" / view).rows("items", film)]
    return lambda shown: json.dumps({"answer": next(one.answer for one in items if one.question in shown[1])})


@pytest.mark.parametrize("setting", ["context", "closed_book"])
@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_a_model_that_knows_the_answers_reaches_the_ceiling_of_task_ii(home, view, setting):
    log = run(home, "ii", Mock(answering(home, view)), release=f"releases/{view}", setting=setting, generations=2)
    assert log.status == "success", log.error
    assert means(log) == {"correct": 1.0, "supported": 1.0, "missing": 0.0}
    assert means(log, "linedscript/film_macro")["correct"] == 1.0


def test_a_question_has_the_prompt_of_the_run_and_each_epoch_is_a_generation(home):
    mock = Mock(ANSWERS)
    run(home, "ii", mock, setting="closed_book", generations=3, films="en-0001")
    (item,) = Release(home / "build/parent").rows("items", "en-0001")
    assert len(mock.asked) == 3 and all(item.question in shown[1] for shown in mock.asked)
    assert not any(item.answer in "".join(shown) for shown in mock.asked)


def exported_score(home, log, capsys, name, *options):
    """What ``evaluate score`` prints of the exported log, by measure."""
    words = ["--run", name, "--out", f"{name}.jsonl", "--config", f"{name}.yaml"]
    assert main(["harness", "export", log.location, *words]) == 0
    capsys.readouterr()
    assert main(["evaluate", "score", f"{name}.jsonl", "--config", f"{name}.yaml", *options]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    macro = {row[1]: row[2].removesuffix(" macro by film") for row in rows}
    return {measure: None if value == "–" else float(value) for measure, value in macro.items()}


@pytest.mark.parametrize(
    ("number", "told", "said"),
    [
        ("i", {"setting": "rsu"}, UPDATE),
        ("i", {"setting": "asu", "generations": 2}, UPDATE),
        ("ii", {"setting": "context", "generations": 2, "retrieval": "bm25"}, ANSWERS),
        ("ii", {"setting": "closed_book", "generations": 1}, ANSWERS),
        ("iii", {"setting": "single", "memory": "bm25"}, SPEECH),
        ("iii", {"setting": "multi", "memory": "persona_only"}, SPEECH),
    ],
    ids=lambda value: value.get("setting", "") if isinstance(value, dict) else value,
)
@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_an_exported_log_scores_as_the_log_does(home, capsys, view, number, told, said):
    log = run(home, number, Mock(said), release=f"releases/{view}", **told)
    assert log.status == "success", log.error
    scored = exported_score(home, log, capsys, f"{number}-{view}-{told['setting'].replace('_', '-')}")
    for measure, value in means(log, "linedscript/film_macro").items():
        if measure != "missing":
            same = math.isnan(value) if scored[measure] is None else math.isclose(scored[measure], value, abs_tol=1e-4)
            assert same, measure
    assert set(means(log)) - {"missing"} <= set(scored)


def test_a_trajectory_goes_on_from_the_models_own_state_under_asu_alone(home):
    for setting, held in (("asu", True), ("rsu", False)):
        mock = Mock({"states": ["Wren owns a boat."], "developments": []})
        log = run(home, "i", mock, setting=setting, films="en-0001")
        assert log.status == "success", log.error
        later = [shown for shown in mock.asked if "Wren owns a boat." in shown[1]]
        assert bool(later) is held


def test_each_turn_of_an_episode_is_shown_the_turns_before_it(home):
    mock = Mock(SPEECH)
    log = run(home, "iii", mock, setting="multi", films="en-0001")
    assert log.status == "success", log.error
    turns = [one.turns for one in Release(home / "build/parent").rows("prompts", "en-0001") if one.mode == "multi"]
    assert len(mock.asked) == sum(map(len, turns))
    assert sum("I have the lamp." in shown[1] for shown in mock.asked) == sum(len(one) - 1 for one in turns)


def test_a_model_with_the_role_judges(home):
    judge = Mock({"reason": "", "correct": True, "supported": False})
    log = run(home, "ii", Mock(ANSWERS), setting="closed_book", generations=1, judge="model", judge_model=judge)
    assert means(log) == {"correct": 1.0, "supported": 0.0, "missing": 0.0}
    assert len(judge.asked) == 2 and "Bob" in judge.asked[0][1]


def test_without_a_judge_nobody_judges_in_its_place(home):
    log = run(home, "ii", Mock(ANSWERS), setting="closed_book", generations=1, judge="model")
    assert log.status == "error" and "judge" in log.error.message


def test_a_reply_that_cannot_be_read_is_asked_again_then_missing_and_no_score(home):
    mock = Mock("I'd rather not.")
    log = run(home, "ii", mock, setting="closed_book", generations=1, retries=1, films="en-0001")
    assert log.status == "success" and len(mock.asked) == 2
    (sample,) = log.samples
    value = sample.scores["accuracy"].value
    assert math.isnan(value["correct"]) and value["missing"] == 1.0
    assert "unusable" in sample.scores["accuracy"].explanation


def test_a_reply_without_a_schema_is_read_all_the_same(home):
    mock = Mock(answering(home))
    log = run(home, "ii", mock, setting="closed_book", generations=1, structured=False)
    assert means(log)["correct"] == 1.0


def test_nothing_is_asked_where_a_question_names_its_film(home, monkeypatch):
    import linedscript.evaluation.running as running
    from linedscript.engines.views import Forbidden

    found = Forbidden(titles=lambda text: "Wren" if "?" in text else None)
    monkeypatch.setattr(running, "forbidden_in", lambda *_: found)
    mock = Mock(ANSWERS)
    with pytest.raises(LinedscriptError, match="leak-title"):
        run(home, "ii", mock, setting="closed_book", generations=1)
    assert mock.asked == []


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"setting": "rsu"}, "invalid-config"),
        ({"films": "en-0999"}, "unknown-film"),
        ({"release": "releases/none"}, "missing-release"),
        ({"texts": "nowhere"}, "missing-texts"),
    ],
)
def test_parameters_that_make_no_sense_are_told_before_anything_is_asked(home, told, code):
    from linedscript.harness.tasks import stage_task_ii

    with pytest.raises(LinedscriptError) as raised:
        stage_task_ii(**{"release": "releases/parent"} | told)
    assert raised.value.code == code


def test_no_task_is_made_of_a_release_whose_files_were_changed(home):
    from linedscript.harness.tasks import stage_task_ii

    shutil.copytree(home / "releases/parent", home / "changed")
    items = home / "changed/data/items/en-0001.jsonl"
    items.write_bytes(items.read_bytes() + b"\n")
    with pytest.raises(LinedscriptError, match="changed-file"):
        stage_task_ii(release="changed", setting="closed_book")


def test_an_exported_file_passes_the_check(home, capsys):
    log = run(home, "ii", Mock(ANSWERS), setting="closed_book", generations=2)
    export(Path(log.location), "mine", home / "mine.jsonl", home / "mine.yaml")
    words = ("--release", "releases/parent", "--task", "II", "--generations", "2")
    assert main(["evaluate", "check", "mine.jsonl", *words]) == 0
    assert "4 sound lines, 0 faults" in capsys.readouterr().err


def test_the_configuration_names_model_decoding_prompts_and_retrieval(home):
    mock = Mock(ANSWERS)
    (log,) = evaluate(
        "linedscript/stage_task_ii", task_args={"release": "releases/parent", "retrieval": "graph", "generations": 1},
        model=mock.model, temperature=0.3, log_dir=str(home / "logs"), display="none",
    )  # fmt: skip
    export(Path(log.location), "mine", home / "mine.jsonl", home / "mine.yaml")
    config = yaml.load(home / "mine.yaml")
    assert config["answerer"]["name"] == "mockllm/model" and config["answerer"]["decoding"] == {"temperature": 0.3}
    assert config["retrieval"]["kind"] == "graph" and config["budget"] == 1200
    assert [prompt["name"] for prompt in config["prompts"]] == ["reader.en", "reader.zh"]


def test_what_is_no_log_of_these_tasks_is_refused(home, tmp_path):
    (tmp_path / "x.eval").write_bytes(b"no zip")
    for place, code in ((tmp_path / "x.eval", "not-a-log"), (tmp_path / "y.eval", "missing-file")):
        with pytest.raises(LinedscriptError) as raised:
            export(place, "mine", tmp_path / "o", tmp_path / "c")
        assert raised.value.code == code
    log = run(home, "ii", Mock(ANSWERS), setting="closed_book", generations=1)
    with pytest.raises(LinedscriptError, match="invalid-config"):
        export(Path(log.location), "No Name", tmp_path / "o", tmp_path / "c")
    assert not (tmp_path / "o").exists()
