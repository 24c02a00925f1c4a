"""What ``annotate plan`` refuses; what it counts is tested with builds."""

import pytest
from projects import checkout

from linedscript.cli.main import main


@pytest.fixture
def here(tmp_path, monkeypatch):
    project = checkout(tmp_path / "project")
    monkeypatch.chdir(project.path)
    return project.path


def name_models(here):
    model = "{model: m, revision: r1, quantization: null, context: 8192, decoding: {max_tokens: 900}}"
    params = (here / "params.yaml").read_text(encoding="utf-8")
    run = f"annotator: {{run: pilot, models: {{construct: {model}, judge: {model}}}}}"
    (here / "params.yaml").write_text(params.replace("annotator: rules", run), encoding="utf-8")


def test_the_rules_ask_nobody(here, capsys):
    assert main(["annotate", "plan"]) == 1
    assert "[nothing-to-ask]" in capsys.readouterr().err


def test_a_film_that_is_not_in_the_index_is_named(here, capsys):
    name_models(here)
    assert main(["annotate", "plan", "en-0099"]) == 1
    assert "[unknown-film] en-0099" in capsys.readouterr().err


def test_a_plan_of_one_film_sums_its_roles_and_marks_what_is_an_estimate(here, capsys):
    name_models(here)
    assert main(["annotate", "plan", "en-0002"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    units = next(line for line in lines if line[:3] == ["en-0002", "units", "construct"])
    assert int(units[3]) == int(units[5]) > 0 and int(units[6]) > int(units[7]) > 0 and units[8:] == []
    assert next(line for line in lines if line[:3] == ["en-0002", "units", "judge"])[-1] == "estimate"
    for role in ("construct", "judge"):
        total = next(line for line in lines if line[:3] == ["all", "m@r1", role])
        assert int(total[3]) == sum(int(line[3]) for line in lines if line[0] == "en-0002" and line[2] == role)


def test_prompts_that_the_model_has_no_room_for_are_told(here, capsys):
    name_models(here)
    assert main(["annotate", "plan", "en-0002"]) == 0
    assert capsys.readouterr().err == ""
    params = (here / "params.yaml").read_text(encoding="utf-8")
    (here / "params.yaml").write_text(params.replace("context: 8192", "context: 4900"), encoding="utf-8")
    assert main(["annotate", "plan", "en-0002"]) == 0
    done = capsys.readouterr()
    assert (
        "m as construct: " in done.err and "m as judge: " in done.err and "(4000 tokens; the longest has " in done.err
    )


def test_a_film_that_is_named_twice_is_counted_once(here, capsys):
    name_models(here)
    assert main(["annotate", "plan", "en-0002"]) == 0
    once = capsys.readouterr().out
    assert main(["annotate", "plan", "en-0002", "en-0002"]) == 0
    assert capsys.readouterr().out == once


@pytest.mark.parametrize("decoding", ["{temperature: .inf}", "{guided_json: {}}", "{extra: {deep: [.nan]}}"])
def test_decoding_that_no_request_can_be_made_of_is_refused(here, capsys, decoding):
    name_models(here)
    params = (here / "params.yaml").read_text(encoding="utf-8")
    (here / "params.yaml").write_text(params.replace("{max_tokens: 900}", decoding), encoding="utf-8")
    assert main(["annotate", "plan", "en-0002"]) == 1
    told = capsys.readouterr().err
    assert "decoding" in told and "params.yaml" in told and "Traceback" not in told
