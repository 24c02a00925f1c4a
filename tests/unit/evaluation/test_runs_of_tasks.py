"""Tasks I and III answered by a server, as a person runs them: planned, run, interrupted, replayed, judged, published,
printed. Task II stands in ``test_running``."""

import json
import shutil

import pytest
from chat_server import ChatServer
from evaluated import MODEL, asking, good
from played import BACK

from linedscript.cli.main import main
from linedscript.evaluation.tree import RunTree

CASES = {
    "rsu": ("I", "rsu", None),
    "asu": ("I", "asu", None),
    "single": ("III", "single", "bm25"),
    "multi": ("III", "multi", "full_memory"),
}
every = pytest.mark.parametrize("case", CASES)
TABLES = {"rsu": "task_i_scores", "asu": "task_i_scores", "single": "task_iii_single", "multi": "task_iii_multi"}


def write_config(home, case, **changes):
    task, setting, memory = CASES[case]
    conditions = [
        {"view": view, "setting": setting, "memory": memory}
        for view in changes.pop("views", ["parent", "pseudonymized"])
    ]
    config = {
        "run": "pilot", "suite": "stage", "task": task, "conditions": conditions, "films": None, "generations": 2,
        "answerer": MODEL, "judge": MODEL, "retrieval": None, "budget": None, "retries": 1,
    } | changes  # fmt: skip
    (home / "run.yaml").write_text(json.dumps(config), encoding="utf-8")


def evaluate(played, *options):
    build = played / "build"
    words = ["--parent", build / "parent", "--pseudonymized", build / "pseudonymized", "--parent-texts"]
    words += [build / "scenes", "--pseudonymized-texts", build / "rendered/scene_texts"]
    return main(["evaluate", "run", "--config", "run.yaml", *map(str, words), *options])


def runs(home):
    return {tree.name: RunTree(tree) for tree in sorted((home / "evaluated").glob("pilot-*"))}


def sums(home):
    return {name: (tree.root / "SHA256SUMS").read_bytes() for name, tree in runs(home).items()}


def rows(tree, what):
    return [row for film in tree.manifest().films for row in getattr(tree, what)(film)]


def to_ask(capsys):
    """Of a plan's table by role, the calls that are left."""
    found = {}
    for line in capsys.readouterr().out.splitlines()[1:]:
        cells = [cell for cell in line.split("  ") if cell.strip()]
        found[cells[0].strip(), cells[2].strip()] = int(cells[6])
    return found


@every
def test_a_plan_counts_what_is_asked_and_nothing_is_left_after_the_run(played, home, capsys, case):
    write_config(home, case)
    assert evaluate(played, "--plan") == 0
    planned = to_ask(capsys)
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server)) == 0
        calls = len(server.asked)
    assert len(planned) == 4 and sum(planned.values()) == calls and all(planned.values())
    capsys.readouterr()
    assert evaluate(played, "--plan") == 0
    assert set(to_ask(capsys).values()) == {0}


@every
def test_an_interrupted_run_goes_on_where_it_stopped_and_asks_nothing_twice(played, home, capsys, case):
    write_config(home, case, judge="exact/1")
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server)) == 0
        whole = len(server.asked)
    shutil.rmtree(home / "journal")
    shutil.rmtree(home / "evaluated")
    with ChatServer(lambda asked: good(asked) if asked.number <= 3 else ("status", 401)) as server:
        assert evaluate(played, *asking(server, "--concurrency", "1")) == 1
    assert not (home / "evaluated").exists()
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server)) == 0
        assert len(server.asked) == whole - 3
    assert len(runs(home)) == 2


@every
def test_a_replay_has_the_same_bytes_though_replies_failed_on_the_way(played, home, case):
    write_config(home, case)
    with ChatServer(lambda asked: asked.completion("no JSON") if asked.number % 3 == 0 else good(asked)) as server:
        assert evaluate(played, *asking(server)) == 0
    live = sums(home)
    shutil.rmtree(home / "journal")
    assert evaluate(played) == 0
    assert sums(home) == live and len(live) == 2


@every
def test_a_model_judge_labels_what_the_deterministic_judge_labels(played, home, case):
    dimensions = {}
    for judge in ("exact/1", MODEL):
        write_config(home, case, judge=judge)
        with ChatServer(good) as server:
            assert evaluate(played, *asking(server)) == 0
        for name, tree in runs(home).items():
            found = rows(tree, "judgements")
            assert {one.judge for one in found} == {"exact/1" if judge == "exact/1" else "m@r1"}
            assert all(one.label is not None for one in found)
            dimensions.setdefault(name, []).append([(one.id, one.label_set) for one in found])
    assert len(dimensions) == 2 and all(one == other for one, other in dimensions.values())


@every
def test_a_reply_that_no_attempt_made_readable_is_missing_and_no_score(played, home, capsys, case):
    write_config(home, case, judge="exact/1")
    with ChatServer(lambda asked: asked.completion("no JSON")) as server:
        assert evaluate(played, *asking(server)) == 0
    out = capsys.readouterr().out
    for tree in runs(home).values():
        assert {one.missing for one in rows(tree, "predictions")} == {"unusable"}
        assert {one.missing for one in rows(tree, "judgements")} == {"unusable"}
    assert "missing 100.0%" in out and "\t– macro by film\t" in out


def test_under_asu_a_model_reads_its_own_last_state_of_the_same_generation(played, home):
    write_config(home, "asu", judge="exact/1", views=["parent"], films=["en-0001"])
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server, "--concurrency", "1")) == 0
        later = [one.text for one in server.asked if "Wren holds a key (" in one.text]
    (tree,) = runs(home).values()
    first = [one.reply.states[0] for one in rows(tree, "predictions") if one.target.endswith("-01")]
    assert len(later) == len(first) == 2
    assert sorted(next(state for state in first if state in text) for text in later) == sorted(first)


def test_under_rsu_no_state_of_the_model_is_read_again(played, home):
    write_config(home, "rsu", judge="exact/1")
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server)) == 0
        assert not [one for one in server.asked if "Wren holds a key (" in one.text]


def test_a_turn_of_an_episode_sees_its_own_earlier_turns_and_no_other_response(played, home):
    write_config(home, "multi", judge="exact/1", views=["parent"])
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server, "--concurrency", "1")) == 0
        second = [one.text for one in server.asked if BACK in one.text]
    (tree,) = runs(home).values()
    said = [one.reply.turns[0] for one in rows(tree, "predictions")]
    assert len(second) == len(said) == 4
    assert all(sum(own in text for own in said) == 1 for text in second)


def test_single_responses_are_made_alone_and_paired_by_the_judges(played, home):
    write_config(home, "single")
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server)) == 0
        asked = [one.text for one in server.asked if "says" in json.dumps(one.body["response_format"])]
    assert not [text for text in asked if "I have the key, number" in text]
    for tree in runs(home).values():
        pairs = [one for one in rows(tree, "judgements") if one.dimension == "pair"]
        assert {(one.target, one.label) for one in pairs} == {("rp-0002", "realized")} and len(pairs) == 4


def test_what_an_actor_remembers_is_frozen_with_the_run(played, home):
    write_config(home, "single", judge="exact/1", views=["parent"], films=["en-0001"])
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server)) == 0
        shown = [one.text for one in server.asked if "I remember: " in one.text]
    (tree,) = runs(home).values()
    held = {one.id: [passage.record for passage in one.passages] for one in rows(tree, "retrieved")}
    assert held == {"rp-0001": [], "rp-0002": ["memories/mm-0001"]} and len(shown) == 2


@pytest.mark.parametrize("judge", ["exact/1", "m"])
def test_runs_are_published_and_printed_in_the_tables_of_their_tasks(played, home, judge):
    with ChatServer(good) as server:
        for case in CASES:
            write_config(home, case, judge=judge if judge == "exact/1" else MODEL, films=["en-0001"])
            assert evaluate(played, *asking(server)) == 0
    assert main(["runs", "publish", "evaluated", "releases/runs"]) == 0
    build = played / "build"
    words = ["--parent", build / "parent", "--pseudonymized", build / "pseudonymized", "--runs", "releases/runs"]
    assert main(["tables", "print", *map(str, words), "--out", "tables"]) == 0
    for table in set(TABLES.values()):
        printed = (home / f"tables/{table}.md").read_text(encoding="utf-8")
        assert any(line.startswith("| m@r1") for line in printed.splitlines()) and f"judge {judge}" in printed
    assert "| m@r1: evolving | 1 | 1 |" in (home / "tables/task_iii_pairs.md").read_text(encoding="utf-8")


@every
def test_the_two_views_of_a_run_are_compared_target_by_target(played, home, capsys, case):
    write_config(home, case, judge="exact/1")
    with ChatServer(good) as server:
        assert evaluate(played, *asking(server)) == 0
    build = played / "build"
    words = ["--parent", str(build / "parent"), "--pseudonymized", str(build / "pseudonymized")]
    capsys.readouterr()
    assert main(["evaluate", "compare", *(f"evaluated/{name}" for name in runs(home)), *words]) == 0
    out = capsys.readouterr().out
    assert "films that both cover: en-0001, zh-0001" in out and "difference (second − first)" in out
