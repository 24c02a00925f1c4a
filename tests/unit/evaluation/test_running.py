"""Runs of a model on the loopback address: asked, interrupted, replayed, planned."""

import json
from types import SimpleNamespace

import msgspec
import pytest
from chat_server import ChatServer
from evaluated import settings

from linedscript.engines.opening import open_models
from linedscript.engines.recordings import Answers
from linedscript.engines.views import Forbidden
from linedscript.errors import LinedscriptError
from linedscript.evaluation.asking import keep_heard
from linedscript.evaluation.planning import PlanningEngine
from linedscript.evaluation.running import Engines, Running, read_config, run_condition
from linedscript.evaluation.tree import RunTree, write_run
from linedscript.io.canonical import read_records
from linedscript.records.params import Model
from linedscript.records.run import Condition, RunConfig
from linedscript.records.scene import Scene
from linedscript.release.tree import Release

MODEL = Model(model="m", revision="r1", quantization=None, context=8192, decoding={"max_tokens": 50})
CONTEXT = Condition(view="parent", setting="context", memory=None)
CLOSED = Condition(view="pseudonymized", setting="closed_book", memory=None)


def config(**changes) -> RunConfig:
    return RunConfig(
        **dict(
            run="pilot", suite="stage", task="II", conditions=(CONTEXT, CLOSED), films=None, generations=2,
            answerer=MODEL, judge=MODEL, retrieval="bm25", budget=100, retries=1,
        )
        | changes
    )  # fmt: skip


def good(asked):
    fields = asked.body["response_format"]["json_schema"]["schema"]["properties"]
    said = (
        {"reason": "", "correct": True, "supported": False} if "correct" in fields else {"answer": f"no {asked.number}"}
    )
    return asked.completion(json.dumps(said))


def scenes_of(released, view, film):
    folder = "build/scenes" if view == "parent" else "build/rendered/scene_texts"
    return read_records(released / folder / f"{film}.jsonl", Scene)


@pytest.fixture
def running(released):
    releases = {view: Release(released / "build" / view) for view in ("parent", "pseudonymized")}
    return Running(
        config(), releases, settings(), "linedscript/1", lambda view, film: scenes_of(released, view, film),
        lambda film: None, Engines(None, None),
    )  # fmt: skip


def reach(tmp_path, address=None, **changes):
    return SimpleNamespace(
        **dict(
            engine="openai" if address else "replay", address=[address] if address else [], broker=None,
            key_variable=None, concurrency=4, timeout=60.0, tries=2, recordings=[tmp_path / "recordings"],
            journal=tmp_path / "journal",
        )
        | changes
    )  # fmt: skip


def with_engines(running, args):
    engines = (open_models("pilot", {role: MODEL}, args) for role in ("answer", "judge"))
    return running._replace(engines=Engines(*engines))


def run(running, condition=CONTEXT):
    return run_condition(running, condition, lambda films, what: films)


def test_each_generation_is_a_call_of_its_own_and_the_judge_comes_after(running, tmp_path):
    with ChatServer(good) as server:
        done = run(with_engines(running, reach(tmp_path, server.address)))
        asked = [
            "correct" in request.body["response_format"]["json_schema"]["schema"]["properties"]
            for request in server.asked
        ]
    assert len(done.films["en-0001"].predictions) == 2 and asked[:2] == [False, False]
    assert {one.label for one in done.films["en-0001"].judgements} == {"correct", "unsupported"}


def test_the_manifest_names_model_prompts_retrieval_and_judge(running, tmp_path):
    with ChatServer(good) as server:
        manifest = run(with_engines(running, reach(tmp_path, server.address))).manifest
    assert (manifest.answerer.name, manifest.answerer.revision, manifest.evaluator.judge) == ("m", "r1", "m")
    assert [prompt.name for prompt in manifest.prompts] == ["reader.en", "reader.zh"]
    assert manifest.retrieval.kind == "bm25" and manifest.budget == 100 and "owned_by" in manifest.answerer.served[0]


def test_a_closed_book_run_has_no_retrieval_budget_or_context(running, tmp_path):
    with ChatServer(good) as server:
        done = run(with_engines(running, reach(tmp_path, server.address)), CLOSED)
        assert not any("passage" in request.body["messages"][1]["content"] for request in server.asked)
    assert done.manifest.retrieval is done.manifest.budget is None
    assert all(not one.retrieved for one in done.films.values())


def test_nothing_is_asked_about_any_film_where_something_of_one_leaks(running, tmp_path, monkeypatch):
    def titles(film, entities, names):
        return Forbidden(titles=lambda text: "Title" if film.id == "zh-0001" else None)

    monkeypatch.setattr("linedscript.evaluation.running.forbidden_in", titles)
    with ChatServer(good) as server, pytest.raises(LinedscriptError, match="leak-title"):
        run(with_engines(running, reach(tmp_path, server.address)))
    assert server.asked == []


def test_what_a_judge_would_be_shown_is_looked_through_before_an_answerer_is_asked(running, tmp_path, monkeypatch):
    def originals(film, entities, names):
        (item,) = running.releases["parent"].rows("items", film.id)
        return Forbidden(originals=lambda text: "Name" if item.path[0].statement in text else None)

    monkeypatch.setattr("linedscript.evaluation.running.forbidden_in", originals)
    with ChatServer(good) as server, pytest.raises(LinedscriptError, match="leak-original-name") as raised:
        run(with_engines(running, reach(tmp_path, server.address)))
    assert server.asked == [] and "answer_judge: evidence" in raised.value.place


def test_an_interrupted_run_goes_on_and_asks_only_what_is_missing(running, tmp_path):
    def dies(asked):
        return good(asked) if asked.number <= 2 else ("status", 401)

    with ChatServer(dies) as server, pytest.raises(LinedscriptError):
        run(with_engines(running, reach(tmp_path, server.address, concurrency=1)))
    with ChatServer(good) as server:
        done = run(with_engines(running, reach(tmp_path, server.address)))
        calls = len(server.asked)
    whole = sum(len(one.predictions) for one in done.films.values())
    judged = len(done.heard.lines["task_ii_judge", "en-0001"]) + len(done.heard.lines["task_ii_judge", "zh-0001"])
    assert calls == whole + judged - 2


def test_a_replay_of_the_recording_has_the_same_bytes_though_replies_failed(running, tmp_path):
    def often(asked):
        return asked.completion("no JSON") if asked.number % 2 else good(asked)

    with ChatServer(often) as server:
        live = run(with_engines(running, reach(tmp_path, server.address)))
    keep_heard(tmp_path / "recordings/pilot", live.heard)
    again = run(with_engines(running, reach(tmp_path, journal=tmp_path / "none")))
    for name, one in (("live", live), ("again", again)):
        write_run(tmp_path / name / one.manifest.id, one.manifest, one.films)
    sums = [(tmp_path / name / live.manifest.id / "SHA256SUMS").read_bytes() for name in ("live", "again")]
    assert sums[0] == sums[1]


def test_what_a_reply_quotes_of_its_passages_is_in_no_recording_and_comes_back_in_a_replay(running, tmp_path):
    def quoting(asked):
        if "correct" in asked.body["response_format"]["json_schema"]["schema"]["properties"]:
            return good(asked)
        user = asked.body["messages"][1]["content"]
        shown = [line for part in user.split("[[begin ")[1:] for line in part.split("\n[[end ")[0].split("\n")[1:]]
        said.append(max(shown, key=len))
        return asked.completion(json.dumps({"answer": f"It says: {said[-1]}"}, ensure_ascii=False))

    said: list[str] = []
    with ChatServer(quoting) as server:
        live = run(with_engines(running, reach(tmp_path, server.address)))
    keep_heard(tmp_path / "recordings/pilot", live.heard)
    quoted = [words for words in said if len(words) > 12]
    kept = "".join(path.read_text() for path in (tmp_path / "recordings").glob("pilot/task_ii/*.jsonl"))
    assert quoted and not any(words in kept for words in quoted)
    again = run(with_engines(running, reach(tmp_path, journal=tmp_path / "none")))
    assert {film: one.predictions for film, one in again.films.items()} == {
        film: one.predictions for film, one in live.films.items()
    }


def test_a_reply_that_no_attempt_made_readable_is_missing(running, tmp_path):
    with ChatServer(lambda asked: asked.completion("no JSON")) as server:
        done = run(with_engines(running, reach(tmp_path, server.address)))
    (one, *_) = done.films["en-0001"].predictions
    assert (one.reply, one.missing) == (None, "unusable") and "JSON" in one.detail
    assert {row.missing for row in done.films["en-0001"].judgements} == {"unusable"}


def test_a_run_over_fewer_films_names_those_that_it_leaves_out(running, tmp_path):
    with ChatServer(good) as server:
        fewer = with_engines(running._replace(config=config(films=("zh-0001",))), reach(tmp_path, server.address))
        manifest = run(fewer).manifest
    assert (manifest.films, manifest.left_out) == (("zh-0001",), ("en-0001",))


def test_a_film_that_the_release_lacks_is_refused(running):
    with pytest.raises(LinedscriptError, match="unknown-film"):
        run(running._replace(config=config(films=("en-0999",))))


def test_a_plan_counts_calls_and_tokens_and_asks_nobody(running, tmp_path):
    def planned():
        answers = Answers("pilot", [], tmp_path / "journal")
        engines = [PlanningEngine(role, "m@r1", MODEL, answers, lambda text: 1) for role in ("answer", "judge")]
        run(running._replace(engines=Engines(*engines)))
        return [engine.asking for engine in engines]

    answer, judge = planned()
    assert (answer.calls, answer.recorded, answer.prompt_tokens, answer.reply_tokens) == (4, 0, 8, 200)
    assert judge.calls == 4
    with ChatServer(good) as server:
        run(with_engines(running, reach(tmp_path, server.address)))
    assert [asking.asked for asking in planned()] == [0, 0]


def test_scores_of_a_run_are_read_from_its_folder_alone(running, tmp_path):
    from linedscript.evaluation.scoring import score_run
    from linedscript.suites.stage.task_ii import TASK

    with ChatServer(good) as server:
        done = run(with_engines(running, reach(tmp_path, server.address)))
    write_run(tmp_path / done.manifest.id, done.manifest, done.films)
    scores = score_run(RunTree(tmp_path / done.manifest.id), running.releases["parent"], TASK)
    assert [one.value for one in scores.observations["correct"]] == [1, 1]


def test_the_other_views_texts_are_no_evidence(running, released):
    swapped = running._replace(texts=lambda view, film: scenes_of(released, "pseudonymized", film))
    with pytest.raises(LinedscriptError, match="en-0001, parent") as error:
        run_condition(swapped, CONTEXT, lambda films, what: films)
    assert error.value.code == "other-texts"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"retrieval": None}, "needs evidence"),
        ({"conditions": [{"view": "parent", "setting": "rsu", "memory": None}]}, "no setting rsu"),
        ({"conditions": [{"view": "parent", "setting": "context", "memory": "bm25"}]}, "Task III alone"),
        ({"conditions": [{"view": "parent", "setting": "context", "memory": None}] * 2}, "stands twice"),
        ({"generation": 5}, "unknown field"),
        ({"run": "empty", "answerer": "shuffled"}, "name of a control's run"),
        ({"generations": 0}, "generations"),
        ({"generations": 10**9}, "generations"),
        ({"films": []}, "names no film"),
        ({"films": ["en-0001", "en-0001"]}, "stands twice"),
    ],
)
def test_a_config_that_makes_no_sense_is_refused(tmp_path, changes, problem):
    path = tmp_path / "run.yaml"
    path.write_text(json.dumps(msgspec.to_builtins(config()) | changes), encoding="utf-8")
    with pytest.raises(LinedscriptError, match=problem) as error:
        read_config(path)
    assert error.value.code == "invalid-config"
