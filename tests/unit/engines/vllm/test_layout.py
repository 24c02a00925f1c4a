"""Which servers a run needs, from its models and the machine's GPUs."""

import pytest

from linedscript.engines.vllm.layout import command, layout, sizes_by_role, visible_gpus
from linedscript.errors import LinedscriptError
from linedscript.records.params import Model


def model(name="m", context=8192, quantization=None, revision="r1"):
    return Model(model=name, revision=revision, quantization=quantization, context=context, decoding={})


def gpus(count):
    return [str(number) for number in range(count)]


def counts(served):
    return {one.roles: [len(replica) for replica in one.gpus] for one in served}


def test_roles_of_one_model_share_its_replicas_and_the_longest_context_holds():
    (served,) = layout({"construct": model(), "judge": model(context=16000)}, gpus(8), {"": 2})
    assert served.roles == ("construct", "judge") and served.model.context == 16000
    assert served.gpus == (("0", "1"), ("2", "3"), ("4", "5"), ("6", "7"))


@pytest.mark.parametrize("other", [model("j"), model(revision="r2"), model(quantization="fp8")])
def test_another_model_revision_or_quantization_has_replicas_of_its_own(other):
    served = layout({"construct": model(), "judge": other}, gpus(4), {})
    assert counts(served) == {("construct",): [1, 1], ("judge",): [1, 1]}
    assert sorted(name for one in served for replica in one.gpus for name in replica) == gpus(4)


def test_gpus_that_are_left_go_to_the_model_that_has_the_fewest():
    served = layout({"construct": model(), "judge": model("j")}, gpus(8), {"construct": 4, "judge": 1})
    assert counts(served) == {("construct",): [4], ("judge",): [1, 1, 1, 1]}


def test_gpus_that_fit_no_replica_stay_free():
    assert counts(layout({"construct": model()}, gpus(7), {"": 4})) == {("construct",): [4]}


def test_too_few_gpus_for_one_replica_of_each_model_are_an_error_that_says_how_many_it_takes():
    with pytest.raises(LinedscriptError) as error:
        layout({"construct": model(), "judge": model("j")}, gpus(4), {"construct": 4, "judge": 1})
    assert error.value.code == "too-few-gpus" and "takes 5 (4 + 1)" in str(error.value)


def test_two_sizes_for_one_shared_model_are_an_error():
    with pytest.raises(LinedscriptError) as error:
        layout({"construct": model(), "judge": model()}, gpus(4), {"construct": 2, "judge": 1})
    assert error.value.code == "two-tensor-parallels"


def test_sizes_are_given_for_all_roles_or_by_role():
    assert sizes_by_role("2") == {"": 2}
    assert sizes_by_role("construct=4,judge=1") == {"construct": 4, "judge": 1}


@pytest.mark.parametrize("text", ["0", "-1", "two", "player=2", "construct=", "²"])
def test_sizes_that_are_none_are_refused(text):
    with pytest.raises(LinedscriptError, match="invalid-tensor-parallel"):
        sizes_by_role(text)


def test_gpus_are_those_that_the_machine_lets_us_see(monkeypatch):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "5, GPU-ab,7")
    assert visible_gpus(2) == ["5", "GPU-ab"]
    with pytest.raises(LinedscriptError, match="CUDA_VISIBLE_DEVICES names 3"):
        visible_gpus(4)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    assert visible_gpus(2) == ["0", "1"]


def options(words):
    return {word: words[number + 1] for number, word in enumerate(words[:-1]) if word.startswith("--")}


def test_a_command_names_all_that_params_say_of_a_model():
    (served,) = layout({"construct": model("org/m", quantization="fp8")}, gpus(2), {"": 2})
    words = command(served, 8123, ("vllm", "serve"), ())
    assert words[:3] == ["vllm", "serve", "org/m"]
    said = options(words)
    assert said["--revision"] == "r1" and said["--quantization"] == "fp8" and said["--max-model-len"] == "8192"
    assert said["--tensor-parallel-size"] == "2" and said["--port"] == "8123" and said["--host"] == "127.0.0.1"


def test_a_models_own_sampling_defaults_are_not_used():
    (served,) = layout({"construct": model()}, gpus(1), {})
    assert options(command(served, 1, ("vllm", "serve"), ()))["--generation-config"] == "vllm"


def test_given_options_stand_last_so_that_they_win():
    (served,) = layout({"construct": model()}, gpus(1), {})
    assert command(served, 1, ("vllm", "serve"), ("--dtype", "float32"))[-2:] == ["--dtype", "float32"]


def test_a_launcher_that_is_a_module_gets_its_model_by_an_option():
    (served,) = layout({"construct": model()}, gpus(1), {})
    words = command(served, 1, ("python", "-m", "vllm.entrypoints.openai.api_server"), ())
    assert options(words)["--model"] == "m"


def test_a_model_in_a_folder_has_no_revision(tmp_path):
    (served,) = layout({"construct": model(str(tmp_path))}, gpus(1), {})
    assert "--revision" not in command(served, 1, ("vllm", "serve"), ())
