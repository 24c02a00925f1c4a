"""What a replica's answers say of how they came: versions, devices, the tokenizer's digest. Empty where not known."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from linedscript.engines.vllm.layout import Served
from linedscript.io.files import sha256_file


def facts(served: Served, version: str | None) -> dict[str, Any]:
    """``version``: vLLM's own, as the server gives it."""
    found: dict[str, Any] = {"server": "vllm", "tensor_parallel": served.tensor_parallel}
    if version:
        found["version"] = version
    if served.model.quantization:
        found["quantization"] = served.model.quantization
    tokenizer = tokenizer_file(served.model.model, served.model.revision)
    if tokenizer is not None:
        found["tokenizer_sha256"] = sha256_file(tokenizer)
    return found | _devices()


def tokenizer_file(model: str, revision: str) -> Path | None:
    """Of a model that is a folder, or that lies in the hub's cache under this revision."""
    home = Path(os.environ.get("HF_HOME", "~/.cache/huggingface")).expanduser()
    hub = Path(os.environ.get("HF_HUB_CACHE", home / "hub")) / f"models--{model.replace('/', '--')}"
    named = hub / "refs" / revision
    commit = named.read_text(encoding="ascii").strip() if named.is_file() else revision
    for folder in (Path(model), hub / "snapshots" / commit):
        if (folder / "tokenizer.json").is_file():
            return folder / "tokenizer.json"
    return None


def _devices() -> dict[str, str]:
    """GPU, driver and CUDA version, as nvidia-smi prints them."""
    head = _printed("nvidia-smi")
    row = _printed("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()
    found = dict(zip(("gpu", "driver"), (cell.strip() for cell in row[0].split(",")), strict=False)) if row else {}
    if cuda := re.search(r"CUDA[^:|]*Version:\s*([0-9.]+)", head):
        found["cuda"] = cuda[1]
    return found


def _printed(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
