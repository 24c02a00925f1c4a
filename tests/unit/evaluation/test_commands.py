"""``linedscript evaluate`` and ``linedscript runs`` as people call them."""

import json
import shutil

import msgspec
import pytest
from chat_server import ChatServer
from evaluated import asking, control_tree, settings
from projects import CORPUS

from linedscript.cli.main import main
from linedscript.evaluation.tasks import Target
from linedscript.io import yaml
from linedscript.release.swap import alone
from linedscript.release.tree import Release


@pytest.fixture
def home(released, tmp_path, monkeypatch):
    """A folder with params, where commands are called; the releases lie elsewhere."""
    params = yaml.load(CORPUS / "params.yaml") | {"evaluation": msgspec.to_builtins(settings())}
    (tmp_path / "params.yaml").write_text(json.dumps(params), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def releases(released) -> list[str]:
    build = released / "build"
    return ["--parent", str(build / "parent"), "--pseudonymized", str(build / "pseudonymized")]


def asked(released, capsys) -> list[dict]:
    words = ("questions", "--release", str(released / "build/pseudonymized"), "--task", "II")
    assert main(["evaluate", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def write_answers(path, questions, text="x", samples=2) -> None:
    lines = [
        {name: one[name] for name in ("film", "target", "item_sha256")}
        | {"sample": sample, "reply": {"kind": "answer", "text": text}}
        for one in questions
        for sample in range(1, samples + 1)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


FILE = {
    "run": "mine",
    "suite": "stage",
    "task": "II",
    "condition": {"view": "pseudonymized", "setting": "closed_book", "memory": None},
    "generations": 2,
    "answerer": {
        "kind": "file", "name": "mine", "revision": "1", "quantization": None, "decoding": {}, "served": []
    },
    "prompts": [],
    "retrieval": None,
    "budget": None,
    "tools": [],
    "retries": 0,
    "judge": "exact/1",
}  # fmt: skip


def test_questions_hold_no_answer(released, home, capsys):
    rows = asked(released, capsys)
    assert {tuple(sorted(row)) for row in rows} == {("film", "item_sha256", "language", "question", "target")}
    answers = [
        item.answer
        for film in ("en-0001", "zh-0001")
        for item in Release(released / "build/pseudonymized").rows("items", film)
    ]
    assert answers and not [answer for answer in answers if answer in json.dumps(rows, ensure_ascii=False)]


def test_check_says_what_is_wrong_in_every_line_and_fails(released, home, capsys):
    (home / "mine.jsonl").write_text('{\n{"film": 1}\n', encoding="utf-8")
    words = ("--release", str(released / "build/parent"), "--task", "II", "--generations", "2")
    assert main(["evaluate", "check", "mine.jsonl", *words]) == 1
    out = capsys.readouterr().out
    assert "mine.jsonl:1" in out and "mine.jsonl:2" in out and "hint" in out


def test_a_file_made_elsewhere_is_scored_as_a_run_and_published(released, home, capsys):
    write_answers(home / "mine.jsonl", asked(released, capsys))
    (home / "mine.yaml").write_text(json.dumps(FILE), encoding="utf-8")
    assert main(["evaluate", "score", "mine.jsonl", "--config", "mine.yaml", *releases(released)]) == 0
    assert (
        "mine\tcorrect\t0.0000 macro by film\t0.0000 over targets\t2 of 2 targets, 2 films\tmissing 0.0%"
        in capsys.readouterr().out
    )
    assert main(["runs", "publish", "evaluated/mine", "releases/runs/mine"]) == 0
    assert main(["runs", "list"]) == 0
    assert "mine\tTask II\tA-C\tmine@1\t-\texact/1" in capsys.readouterr().out
    assert main(["runs", "withdraw", "mine"]) == 0
    assert "releases/runs/mine: withdrawn" in capsys.readouterr().err


def test_a_faulty_file_is_not_scored(released, home, capsys):
    (home / "mine.jsonl").write_text("{\n", encoding="utf-8")
    (home / "mine.yaml").write_text(json.dumps(FILE), encoding="utf-8")
    assert main(["evaluate", "score", "mine.jsonl", "--config", "mine.yaml", *releases(released)]) == 1
    assert not (home / "evaluated").exists()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"answerer": FILE["answerer"] | {"kind": "control", "name": "reference"}}, "made here"),
        ({"condition": FILE["condition"] | {"setting": "rsu"}}, "no setting rsu"),
        ({"condition": FILE["condition"] | {"memory": "bm25"}}, "Task III alone"),
        ({"generations": 10**9}, "generations"),
        ({"run": "reference-ii-parent-closed-book"}, "name of a control's run"),
    ],
)
def test_a_file_s_config_that_makes_no_sense_is_refused(released, home, capsys, change, problem):
    write_answers(home / "mine.jsonl", asked(released, capsys))
    (home / "mine.yaml").write_text(json.dumps(FILE | change), encoding="utf-8")
    assert main(["evaluate", "score", "mine.jsonl", "--config", "mine.yaml", *releases(released)]) == 1
    told = capsys.readouterr().err
    assert "[invalid-config]" in told and problem in told


def test_a_file_of_one_view_is_not_scored_against_the_other(released, home, capsys):
    write_answers(home / "mine.jsonl", asked(released, capsys))
    (home / "mine.yaml").write_text(json.dumps(FILE), encoding="utf-8")
    parent = str(released / "build/parent")
    words = ("--config", "mine.yaml", "--parent", parent, "--pseudonymized", parent)
    assert main(["evaluate", "score", "mine.jsonl", *words]) == 1
    assert "other-view" in capsys.readouterr().err


def test_check_tells_a_file_that_was_made_over_the_other_view(released, home, capsys):
    write_answers(home / "mine.jsonl", asked(released, capsys))
    words = ("--release", str(released / "build/parent"), "--task", "II", "--generations", "2")
    assert main(["evaluate", "check", "mine.jsonl", *words]) == 1
    told = capsys.readouterr()
    assert "[other-view] mine.jsonl: " in told.out and "has changed since" not in told.out
    assert told.err.endswith("0 sound lines, 1 fault\n")


def test_a_file_whose_config_names_the_other_view_is_not_scored(released, home, capsys):
    write_answers(home / "mine.jsonl", asked(released, capsys))
    wrong = FILE | {"condition": FILE["condition"] | {"view": "parent"}}
    (home / "mine.yaml").write_text(json.dumps(wrong), encoding="utf-8")
    assert main(["evaluate", "score", "mine.jsonl", "--config", "mine.yaml", *releases(released)]) == 1
    assert "other-view" in capsys.readouterr().err and not (home / "evaluated").exists()


def test_a_control_is_run_without_an_engine(released, home, capsys):
    config = {
        "run": "ceiling", "suite": "stage", "task": "II", "conditions": [FILE["condition"]], "films": ["en-0001"],
        "generations": 1, "answerer": "reference", "judge": "exact/1", "retrieval": None, "budget": None, "retries": 0,
    }  # fmt: skip
    (home / "run.yaml").write_text(json.dumps(config), encoding="utf-8")
    assert main(["evaluate", "run", "--config", "run.yaml", *releases(released)]) == 0
    told = capsys.readouterr()
    assert "correct\t1.0000" in told.out and "left out: zh-0001" in told.err
    assert main(["evaluate", "run", "--config", "run.yaml", "--plan", *releases(released)]) == 0
    assert "nothing would be asked" in capsys.readouterr().err


def test_no_run_is_made_of_a_release_whose_files_were_changed(released, home, capsys):
    shutil.copytree(released / "build", home / "build")
    items = home / "build/pseudonymized/data/items/en-0001.jsonl"
    items.write_bytes(items.read_bytes() + b"\n")
    write_answers(home / "mine.jsonl", asked(released, capsys))
    (home / "mine.yaml").write_text(json.dumps(FILE), encoding="utf-8")
    control = {
        "run": "ceiling", "suite": "stage", "task": "II", "conditions": [FILE["condition"]], "films": ["en-0001"],
        "generations": 1, "answerer": "reference", "judge": "exact/1", "retrieval": None, "budget": None, "retries": 0,
    }  # fmt: skip
    (home / "run.yaml").write_text(json.dumps(control), encoding="utf-8")
    for words in (("score", "mine.jsonl", "--config", "mine.yaml"), ("run", "--config", "run.yaml")):
        assert main(["evaluate", *words, *releases(home)]) == 1
        assert "[changed-file]" in capsys.readouterr().err
    assert not (home / "evaluated").exists()


def test_a_run_of_a_model_that_another_process_is_making_is_not_made_beside_it(released, home, capsys):
    model = {"model": "m", "revision": "1", "quantization": None, "context": 8192, "decoding": {}}
    config = {
        "run": "pilot", "suite": "stage", "task": "II", "conditions": [FILE["condition"]], "films": ["en-0001"],
        "generations": 1, "answerer": model, "judge": "exact/1", "retrieval": None, "budget": None, "retries": 0,
    }  # fmt: skip
    (home / "run.yaml").write_text(json.dumps(config), encoding="utf-8")
    with alone(home / "journal/pilot"):
        reach = ["--engine", "openai", "--address", "http://127.0.0.1:9/v1"]
        assert main(["evaluate", "run", "--config", "run.yaml", *reach, *releases(released)]) == 1
    assert "[busy]" in capsys.readouterr().err


def test_texts_that_are_not_at_hand_are_told_with_the_command_that_makes_them(released, home, capsys):
    config = {
        "run": "ceiling", "suite": "stage", "task": "II", "films": None, "generations": 1, "answerer": "reference",
        "conditions": [{"view": "parent", "setting": "context", "memory": None}], "judge": "exact/1",
        "retrieval": "bm25", "budget": 100, "retries": 0,
    }  # fmt: skip
    (home / "run.yaml").write_text(json.dumps(config), encoding="utf-8")
    assert main(["evaluate", "run", "--config", "run.yaml", *releases(released)]) == 1
    assert "missing-texts" in (told := capsys.readouterr().err) and "linedscript materialize" in told
    assert (
        main(
            [
                "evaluate",
                "run",
                "--config",
                "run.yaml",
                *releases(released),
                "--parent-texts",
                str(released / "build/scenes"),
            ]
        )
        == 0
    )


def test_two_runs_are_compared_over_the_films_that_both_cover(released, home, capsys):
    runs = [
        str(control_tree(home, Release(released / "build" / view), "reference", view).root)
        for view in ("parent", "pseudonymized")
    ]
    assert main(["evaluate", "compare", *runs, *releases(released)]) == 0
    out = capsys.readouterr().out
    assert "films that both cover: en-0001, zh-0001" in out
    assert "correct\tpaired consistency\t1.0000 macro by film\t1.0000 over targets\t2 of 2 targets" in out


def test_runs_of_two_answerers_are_not_compared(released, home, capsys):
    release = Release(released / "build/parent")
    runs = [str(control_tree(home, release, control, "parent").root) for control in ("reference", "empty")]
    assert main(["evaluate", "compare", *runs, *releases(released)]) == 1
    assert "differ in model" in capsys.readouterr().err


@pytest.fixture
def prompted(monkeypatch):
    """A release has one prompt of a turn and one of several."""
    from linedscript.suites.stage.task_iii import TaskIII

    def targets(self, film, language, rows, setting=None):
        held = {"single": "rp-0001", "multi": "rp-0002"}
        return [
            Target(name, film, language, "0" * 64, None, None)
            for one, name in held.items()
            if setting in (None, one) and film == "en-0001"
        ]

    monkeypatch.setattr(TaskIII, "targets", targets)
    monkeypatch.setattr(TaskIII, "misfit", lambda self, target, reply: None)


def test_check_counts_a_setting_s_targets_alone_where_it_is_named(released, home, capsys, prompted):
    line = {"film": "en-0001", "target": "rp-0001", "sample": 1, "item_sha256": "0" * 64}
    (home / "mine.jsonl").write_text(json.dumps(line | {"reply": {"kind": "speech", "turns": ["x"]}}) + "\n")
    words = ["mine.jsonl", "--release", str(released / "build/parent"), "--task", "III", "--generations", "1"]
    assert main(["evaluate", "check", *words]) == 0
    assert "1 of 2 generations have no line" in capsys.readouterr().out
    assert main(["evaluate", "check", *words, "--setting", "single"]) == 0
    assert "en-0001" not in capsys.readouterr().out


def test_questions_are_those_of_a_setting_where_it_is_named(released, home, capsys, prompted):
    words = ["--release", str(released / "build/parent"), "--task", "III", "--setting", "multi"]
    assert main(["evaluate", "questions", *words]) == 0
    assert [json.loads(line)["target"] for line in capsys.readouterr().out.splitlines()] == ["rp-0002"]


def test_a_setting_that_the_task_has_not_is_wrong_usage(released, home, capsys):
    words = ["--release", str(released / "build/parent"), "--task", "II", "--setting", "multi"]
    assert main(["evaluate", "questions", *words]) == 2
    assert "Task II has no setting multi" in (told := capsys.readouterr().err) and "closed_book" in told


@pytest.mark.parametrize(("task", "where"), [("I", "intervals"), ("III", "packs")])
def test_questions_without_a_wording_say_where_what_is_given_lies(released, home, capsys, task, where):
    assert main(["evaluate", "questions", "--release", str(released / "build/parent"), "--task", task]) == 0
    told = capsys.readouterr().err
    assert f"materialized/parent/{where}/<film>.jsonl" in told and "docs/evaluation.md" in told


def test_published_runs_are_compared_by_their_names(released, home, capsys):
    names = []
    for view in ("parent", "pseudonymized"):
        root = control_tree(home, Release(released / "build" / view), "reference", view).root
        assert main(["runs", "publish", str(root), "releases/runs"]) == 0
        shutil.rmtree(root)
        names.append(root.name)
    capsys.readouterr()
    assert main(["evaluate", "compare", *names, *releases(released)]) == 0
    assert "films that both cover: en-0001, zh-0001" in capsys.readouterr().out


def test_a_run_that_is_neither_a_folder_nor_published_is_told_where_it_was_looked_for(released, home, capsys):
    assert main(["evaluate", "compare", "mine", "other", *releases(released)]) == 1
    told = capsys.readouterr().err
    assert "releases/runs/mine" in told and "linedscript runs list" in told


@pytest.mark.parametrize(("verb", "roles"), [("score", "judge=URL"), ("run", "answer=URL,judge=URL")])
def test_help_names_the_roles_that_a_verb_asks(capsys, verb, roles):
    with pytest.raises(SystemExit):
        main(["evaluate", verb, "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert roles in told and "construct" not in told


def model_run(home, released, server, *words, judge="exact/1", retries=1):
    """``evaluate run`` of a model on the loopback address; the calls that it made."""
    model = {"model": "m", "revision": "1", "quantization": None, "context": 8192, "decoding": {}}
    config = {
        "run": "pilot", "suite": "stage", "task": "II", "conditions": [FILE["condition"]], "films": ["en-0001"],
        "generations": 2, "answerer": model, "judge": judge, "retrieval": None, "budget": None, "retries": retries,
    }  # fmt: skip
    (home / "run.yaml").write_text(json.dumps(config), encoding="utf-8")
    before = len(server.asked)
    reach = () if "--engine" in words else asking(server)
    code = main(["evaluate", "run", "--config", "run.yaml", *words, *reach, *releases(released)])
    return code, len(server.asked) - before


def one_fails(asked):
    """The first sample's first attempt and its last fail, until the server is told better."""
    if asked.server.answer is one_fails and asked.number in (1, 3):
        return asked.completion("no JSON")
    return asked.completion(json.dumps({"answer": "x"}))


def test_a_run_that_is_written_asks_nothing_again_and_says_what_stays_failed(released, home, capsys):
    with ChatServer(one_fails) as server:
        assert model_run(home, released, server, "--concurrency", "1") == (0, 3)
        said = "1 question failed to the last attempt and will stay so when this is run again; --retry-failed"
        assert said in capsys.readouterr().err
        server.answer = lambda asked: asked.completion(json.dumps({"answer": "y"}))
        assert model_run(home, released, server) == (0, 0)
        assert said in capsys.readouterr().err


def test_what_failed_to_the_last_attempt_is_asked_again_where_the_option_says_so(released, home, capsys):
    with ChatServer(one_fails) as server:
        model_run(home, released, server, "--concurrency", "1")
        server.answer = lambda asked: asked.completion(json.dumps({"answer": "y"}))
        capsys.readouterr()
        assert model_run(home, released, server, "--plan", "--retry-failed") == (0, 0)
        told = capsys.readouterr()
        assert "last attempts that failed and are made again: 1" in told.err
        head, row = (line.split() for line in told.out.splitlines())
        assert row[head.index("calls") :][:3] == ["3", "2", "1"]
        assert model_run(home, released, server, "--retry-failed") == (0, 1)
        assert "failed to the last attempt" not in capsys.readouterr().err
        assert model_run(home, released, server, "--engine", "replay") == (0, 0)


def test_an_answer_that_came_to_a_failed_attempt_stands_though_an_earlier_folder_has_the_failure(
    released, home, capsys
):
    with ChatServer(one_fails) as server:
        model_run(home, released, server, "--concurrency", "1")
        shutil.copytree("evaluated/recordings", "recordings")
        server.answer = lambda asked: asked.completion(json.dumps({"answer": "y"}))
        assert model_run(home, released, server, "--retry-failed") == (0, 1)
        capsys.readouterr()
        assert model_run(home, released, server) == (0, 0)
    assert "failed to the last attempt" not in capsys.readouterr().err


def test_a_replay_has_nobody_to_ask_again(released, home, capsys):
    with ChatServer(one_fails) as server:
        model_run(home, released, server)
        assert model_run(home, released, server, "--engine", "replay", "--retry-failed") == (1, 0)
    assert "[nobody-to-ask] --retry-failed" in capsys.readouterr().err


def test_a_file_s_judge_that_failed_stays_failed_too(released, home, capsys):
    model = {"model": "m", "revision": "1", "quantization": None, "context": 8192, "decoding": {}}
    write_answers(home / "mine.jsonl", asked(released, capsys), samples=1)
    (home / "mine.yaml").write_text(json.dumps(FILE | {"generations": 1, "judge": model}), encoding="utf-8")
    words = ["evaluate", "score", "mine.jsonl", "--config", "mine.yaml", *releases(released)]
    with ChatServer(lambda asked: asked.completion("no JSON")) as server:
        assert main([*words, *asking(server)]) == 0
        calls = len(server.asked)
        assert calls and f"{calls} questions failed to the last attempt" in capsys.readouterr().err
        assert main([*words, *asking(server)]) == 0
        assert len(server.asked) == calls
        assert main([*words, *asking(server), "--retry-failed"]) == 0
        assert len(server.asked) == 2 * calls
