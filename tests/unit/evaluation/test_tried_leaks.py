"""Leaks that are tried in a release, each by its name: a run of any task, in either view, tells it and asks nobody."""

import json
import shutil

import pytest
from chat_server import ChatServer
from evaluated import MODEL, asking, good
from identity_maps import replaced, title
from release_tree import rewrite

from linedscript.cli.main import main
from linedscript.identity.matching import matcher
from linedscript.release.sums import write_sums

PATH = "data/{}/en-0001.jsonl"
TITLE = "The Lamp Office"
CONDITIONS = {
    "closed_book": ("II", "closed_book", None),
    "context": ("II", "context", None),
    "rsu": ("I", "rsu", None),
    "asu": ("I", "asu", None),
    "single": ("III", "single", "full_memory"),
    "multi": ("III", "multi", "persona_only"),
}


def told(**changes):
    return lambda row: row | changes


def states(text):
    """The reviewed state that the second checkpoint is given."""
    place = {"kind": "span", "scene": "s0001", "start": 3, "end": 8, "sha256": "0" * 64, "record": None}
    evidence = [place | {"grounding": "exact", "source": [[5, 10]]}]
    claim = {"id": "cp-0001-01.s01", "role": "state", "source": "states/cs-0001", "text": text, "evidence": evidence}
    return lambda row: row | ({"states": [claim]} if row["id"] == "cp-0001-01" else {})


def statement(text):
    return lambda row: row | {"path": [step | {"statement": text} for step in row["path"]]}


def later(field):
    """Evidence that ends behind every checkpoint."""
    return lambda row: row | {field: [piece | {"scene": "s0002", "end": 400} for piece in row[field]]}


def unknown(text):
    def change(row):
        claim = {**row["supporting"][0], "id": f"{row['id']}.u01", "role": "unknown", "text": text}
        return row | {"unknown": [claim]}

    return change


TRIED = [
    ("leak-reference", "closed_book", "items", told(question="Who waits, as she waits by a window?")),
    ("leak-title", "closed_book", "items", told(question=f"In {TITLE}, what does Ann do first?")),
    ("leak-title", "context", "items", told(question=f"In {TITLE.upper()}, what does Ann do first?")),
    ("leak-title", "single", "prompts", told(turns=[f"How do you like {TITLE}?"])),
    ("leak-title", "multi", "prompts", told(turns=["And now?", f"How do you like {TITLE}?"])),
    ("leak-title", "asu", "entities", lambda row: row | ({"name": TITLE} if row["id"] == "ent-0001" else {})),
    ("leak-checkpoint", "closed_book", "items", told(question="What holds of Ann at cp-0001-02?")),
    ("leak-checkpoint", "context", "items", told(question="What holds of Ann at cp-0001-02?")),
    ("leak-checkpoint", "rsu", "rubrics", states("At cp-0001-01 Ann is ill.")),
    ("leak-checkpoint", "single", "packs", told(identity="Ann, as of cp-0001-01.")),
    ("leak-checkpoint", "multi", "prompts", told(turns=["And now?", "What of cp-0001-02?"])),
    ("leak-checkpoint", "asu", "observations", told(text="By cp-0001-02 Ann waits.")),
    ("leak-id", "asu", "observations", told(text="In s0001.u01 Ann waits.")),
    ("leak-later", "single", "memories", later("evidence")),
    ("leak-later", "single", "scaffolds", unknown("How do you feel?")),
    ("leak-later", "multi", "scaffolds", unknown("How do you feel?")),
    ("leak-later", "rsu", "observations", later("evidence")),
    ("leak-later", "asu", "observations", later("evidence")),
    ("leak-reference", "single", "scaffolds", told(stance="How do you feel?")),
]
JUDGED = [
    ("leak-id", "closed_book", "items", statement("In s0001.u01 Ann waits.")),
    ("leak-checkpoint", "rsu", "rubrics", states("At cp-0001-01 Ann is ill.")),
    ("leak-id", "single", "scaffolds", told(stance="As of rp-0001.s01.")),
]
RENAMED = [
    ("closed_book", "items", told(question="What does Ann do first?")),
    ("context", "items", told(question="What does Ann do first?")),
    ("rsu", "rubrics", states("Ann is ill.")),
    ("asu", "observations", told(text="Ann waits.")),
    ("single", "packs", told(identity="Ann.")),
    ("multi", "prompts", told(turns=["And now?", "Where is Ann?"])),
]


def try_it(played, home, capsys, case, view, layer, change, **config):
    """What a run over the changed release says; nobody is asked."""
    release = shutil.copytree(played / f"build/{view}", home / view)
    rewrite(release / PATH.format(layer), change)
    write_sums(release)
    with ChatServer(good) as server:
        assert run(played, home, case, view, *asking(server), **config) == 1
        assert server.asked == []
    return capsys.readouterr().err


def run(played, home, case, view, *options, **config):
    """The exit status of a run over the release in ``home``."""
    task, setting, memory = CONDITIONS[case]
    evidence = setting == "context"
    told = {
        "run": "tried", "suite": "stage", "task": task,
        "conditions": [{"view": view, "setting": setting, "memory": memory}], "films": None, "generations": 1,
        "answerer": MODEL, "judge": "exact/1", "retrieval": "bm25" if evidence else None,
        "budget": 100 if evidence else None, "retries": 0,
    } | config  # fmt: skip
    (home / "run.yaml").write_text(json.dumps(told), encoding="utf-8")
    texts = played / ("build/scenes" if view == "parent" else "build/rendered/scene_texts")
    words = [f"--{view}", home / view, f"--{view}-texts", texts]
    return main(["evaluate", "run", "--config", "run.yaml", *map(str, words), *options])


@pytest.mark.parametrize(("code", "case", "layer", "change"), TRIED)
def test_a_leak_in_the_original_view_is_told_by_its_name(played, home, capsys, code, case, layer, change):
    assert f"[{code}] en-0001/" in try_it(played, home, capsys, case, "parent", layer, change)


@pytest.mark.parametrize(("code", "case", "layer", "change"), JUDGED)
def test_a_leak_to_a_judge_is_told_before_the_model_is_asked(played, home, capsys, code, case, layer, change):
    assert f"[{code}] en-0001/" in try_it(played, home, capsys, case, "parent", layer, change, judge=MODEL)


def test_what_is_told_in_the_scripts_own_words_may_say_its_title_in_the_original_view(played, home):
    release = shutil.copytree(played / "build/parent", home / "parent")
    rewrite(release / PATH.format("memories"), told(text=f"I remember: {TITLE}."))
    rewrite(release / PATH.format("items"), statement(f"Ann reads {TITLE}."))
    write_sums(release)
    for case in ("single", "closed_book"):
        assert run(played, home, case, "parent", "--plan", judge=MODEL) == 0


@pytest.mark.parametrize(("case", "layer", "change"), RENAMED)
def test_an_original_name_in_the_pseudonymized_view_is_told_by_its_name(
    played, home, capsys, monkeypatch, case, layer, change
):
    maps = matcher([replaced(1, "Ann", "Eve")])
    monkeypatch.setattr("linedscript.evaluation.names_at_hand.map_finder", lambda pins: lambda film: maps)
    err = try_it(played, home, capsys, case, "pseudonymized", layer, change)
    assert "[leak-original-name] en-0001/" in err and "'Ann'" in err


def test_a_title_that_comes_back_in_the_pseudonymized_view_is_told_by_its_name(played, home, capsys, monkeypatch):
    maps = matcher([replaced(1, "Ann", "Eve"), title(TITLE)])
    monkeypatch.setattr("linedscript.evaluation.names_at_hand.map_finder", lambda pins: lambda film: maps)
    change = told(question=f"In {TITLE}, what does Eve do first?")
    err = try_it(played, home, capsys, "closed_book", "pseudonymized", "items", change)
    assert "[leak-title] en-0001/" in err


@pytest.mark.parametrize("case", CONDITIONS)
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("leak-title", f"The film is {TITLE}."),
        ("leak-checkpoint", "Stop at cp-0001-02."),
        ("leak-id", "See s0001.u01."),
    ],
)
def test_a_leak_in_a_prompt_template_is_told_and_nobody_asked(played, home, capsys, monkeypatch, case, code, said):
    monkeypatch.setattr("linedscript.evaluation.asking.own_words", lambda name: said)
    err = try_it(played, home, capsys, case, "parent", "items", lambda row: row)
    assert f"[{code}] en-0001, prompts/" in err


def test_an_original_name_in_a_prompt_template_is_told_in_the_pseudonymized_view(played, home, capsys, monkeypatch):
    maps = matcher([replaced(1, "Ann", "Eve")])
    monkeypatch.setattr("linedscript.evaluation.names_at_hand.map_finder", lambda pins: lambda film: maps)
    monkeypatch.setattr("linedscript.evaluation.asking.own_words", lambda name: '{"answer": "Ann, then Bob"}')
    err = try_it(played, home, capsys, "closed_book", "pseudonymized", "items", lambda row: row)
    assert "[leak-original-name] en-0001, prompts/closed_book.en.j2" in err


def test_a_leak_in_decoding_is_told_and_nobody_asked(played, home, capsys):
    model = MODEL | {"decoding": MODEL["decoding"] | {"chat_template_kwargs": {"system": f"The film is {TITLE}."}}}
    err = try_it(played, home, capsys, "closed_book", "parent", "items", lambda row: row, answerer=model)
    assert "[leak-title] en-0001, decoding" in err
