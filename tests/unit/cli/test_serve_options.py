"""Options of ``linedscript serve`` that no server can be started with are wrong usage, and told as such."""

import json

import pytest

from linedscript.cli.main import main
from linedscript.engines.opening import named_run, open_engine
from linedscript.errors import LinedscriptError

MODEL = {"model": "m", "revision": "1", "quantization": None, "context": 8192, "decoding": {}}
RUN = json.dumps({"annotator": {"run": "r1", "models": {"construct": MODEL, "judge": MODEL}}})


def told(capsys, tmp_path, option, value):
    given = {"--settings": RUN, "--gpus": "1", "--logs": str(tmp_path / "logs"), "--watch": "1"} | {option: value}
    with pytest.raises(SystemExit) as ended:
        main(["serve", *(f"{name}={text}" for name, text in given.items())])
    assert ended.value.code == 2 and not (tmp_path / "logs").exists()
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--vllm", ""),
        ("--vllm", "  "),
        ("--vllm", "''"),
        ("--vllm", 'vllm "serve'),
        ("--vllm", "vllm serve\\"),
        ("--vllm-options", "--dtype 'float32"),
        ("--start-timeout", "nan"),
        ("--start-timeout", "inf"),
        ("--start-timeout", "0"),
        ("--start-timeout", "-1"),
        ("--grace", "nan"),
        ("--grace", "-1"),
        ("--gpus", "0"),
        ("--gpus", "-1"),
        ("--gpus", "9" * 5000),
        ("--watch", "0"),
        ("--watch", "-1"),
        ("--watch", "99999999999999999999"),
    ],
)
def test_what_no_server_can_be_started_with_is_wrong_usage(capsys, tmp_path, option, value):
    assert f"argument {option}: " in told(capsys, tmp_path, option, value)


@pytest.mark.parametrize("value", ["--api-key hunter22", "--api-key=hunter22", "--api-key 'hunter22"])
def test_a_key_in_the_servers_options_is_refused_and_not_repeated(capsys, tmp_path, value):
    assert "hunter22" not in told(capsys, tmp_path, "--vllm-options", value)


@pytest.mark.parametrize("value", ["0", "x", "9" * 5000, "construct=0", "player=2", "1.5", "²"])
def test_gpus_per_replica_that_are_none_are_told(capsys, tmp_path, value):
    assert main(["serve", f"--settings={RUN}", "--gpus=1", f"--logs={tmp_path}", f"--tensor-parallel={value}"]) == 1
    assert "[invalid-tensor-parallel]" in capsys.readouterr().err


def settings(**changes):
    return json.dumps({"annotator": {"run": "r1", "models": {"construct": MODEL | changes, "judge": MODEL}}})


@pytest.mark.parametrize(
    "value",
    [
        "hunter22",
        '"hunter22"',
        '{"annotator": "hunter22"}',
        '{"annotator": {"key": "hunter22"}}',
        '{"annotator": {"run": "Hunter22 hunter22"}}',
        '{"annotator": {"hunter22": 1}}',
        settings(api_key="hunter22"),
        settings(context="hunter22"),
        settings(decoding="hunter22"),
        settings(decoding={"seed": "hunter22"}),
        settings(decoding={"api_key": ["hunter22", {"hunter22": 1e400}]}),
    ],
)
def test_what_is_wrong_with_settings_is_told_without_what_they_hold(capsys, tmp_path, value):
    """Somebody may have put a key there."""
    try:
        code = main(["serve", f"--settings={value}", "--gpus=1", f"--logs={tmp_path / 'logs'}"])
    except SystemExit as ended:
        code = ended.code
    told = capsys.readouterr().err
    assert code in (1, 2) and "unter22" not in told and ("settings" in told or "annotator" in told)


@pytest.mark.parametrize("layer", ["units", "observations", "checks"])
def test_the_same_holds_of_a_layer_s_settings(layer):
    with pytest.raises(LinedscriptError) as caught:
        open_engine(layer, {"annotator": "hunter22"}, None)
    assert "hunter22" not in str(caught.value)
    with pytest.raises(LinedscriptError) as caught:
        named_run(layer, {"run": "hunter22!"})
    assert "hunter22" not in str(caught.value) and "$.run" in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [
        ["--api-key", "hunter22"],
        ["--api-key=hunter22"],
        ["--server-token", "hunter22"],
        ["--password='hunter22'"],
        ["--engine", "http://ann:hunter22@host/v1"],
        ["--roles", "https://hunter22@host/v1"],
    ],
)
def test_wrong_usage_is_told_without_a_key_and_a_password(capsys, tmp_path, words):
    with pytest.raises(SystemExit):
        main(["serve", f"--settings={RUN}", "--gpus=1", f"--logs={tmp_path}", *words])
    told = capsys.readouterr().err
    assert "hunter22" not in told and "…" in told
