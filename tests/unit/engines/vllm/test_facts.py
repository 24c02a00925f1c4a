"""What answers say of their server, where it can be known."""

import pytest

from linedscript.engines.vllm.facts import facts, tokenizer_file
from linedscript.engines.vllm.layout import layout
from linedscript.io.files import sha256_text
from linedscript.records.params import Model


def served(name="org/m", quantization=None):
    model = Model(model=name, revision="main", quantization=quantization, context=4096, decoding={})
    return layout({"construct": model}, ["0", "1"], {"": 2})[0]


@pytest.fixture(autouse=True)
def machine(tmp_path, monkeypatch):
    """One without GPUs and with an empty cache of models."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    return tmp_path


def test_what_is_not_known_is_left_out():
    assert facts(served(), None) == {"server": "vllm", "tensor_parallel": 2}


def test_version_and_quantization_are_named():
    found = facts(served(quantization="fp8"), "0.32.0")
    assert (found["version"], found["quantization"]) == ("0.32.0", "fp8")


def test_the_tokenizer_of_a_model_in_a_folder_is_named_by_its_hash(machine):
    (machine / "tokenizer.json").write_text("{}")
    assert facts(served(str(machine)), None)["tokenizer_sha256"] == sha256_text("{}")


def test_the_tokenizer_of_a_model_in_the_hubs_cache_is_that_of_the_named_revision(machine):
    hub = machine / "hf/hub/models--org--m"
    for commit in ("abc", "def"):
        (hub / "snapshots" / commit).mkdir(parents=True)
        (hub / "snapshots" / commit / "tokenizer.json").write_text(commit)
    (hub / "refs").mkdir()
    (hub / "refs/main").write_text("def")
    assert tokenizer_file("org/m", "main").read_text() == "def"
    assert tokenizer_file("org/m", "abc").read_text() == "abc"


def test_gpu_driver_and_cuda_are_those_that_nvidia_smi_prints(machine):
    smi = machine / "bin/nvidia-smi"
    smi.write_text(
        '#!/bin/sh\nif [ "$1" ]; then echo "NVIDIA H200, 580.65.06"; echo "NVIDIA H200, 580.65.06"\n'
        'else echo "| NVIDIA-SMI 580.65.06   Driver Version: 580.65.06   CUDA Version: 13.0 |"; fi\n'
    )
    smi.chmod(0o755)
    found = facts(served(), None)
    assert (found["gpu"], found["driver"], found["cuda"]) == ("NVIDIA H200", "580.65.06", "13.0")
