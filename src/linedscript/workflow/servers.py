"""How a build's models are reached: refused before any job where they can't be, and under ``vllm`` a broker started.

Started servers end with the build, however it ends: the broker watches the Snakemake process.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.records.params import Annotator
from linedscript.workflow.plan import Plan

LOGS = Path("build/logs/serve")
_END = 60
"""Seconds that ending may take: a grace for the servers, and what they say last."""
FOLDERS = ("recordings", "private/recordings", "journal")
"""Where answers of a run are looked up, as ``<folder>/<run>/``."""


def start_servers(plan: Plan, config: dict[str, Any], asking: bool, gpus: Any) -> list["subprocess.Popen[bytes]"]:
    """The broker's process, in a list; none where nothing is to be started.

    ``asking``: whether a job of an engine layer is planned. ``gpus``: of ``--resources gpu=N``, null where not given.
    The jobs learn of the broker by a variable of their environment. Raises ``no-server`` and ``no-recording`` where no
    planned question can be answered.
    """
    run = plan.params.annotator
    if isinstance(run, str) or not asking:
        return []
    engine = config.get("engine", "replay")
    unserved = _roles_without_address(run, config)
    count = gpus if isinstance(gpus, int) else 0
    if engine == "vllm" and unserved and count > 0:
        return [_start(plan.root, run, config, unserved, count)]
    if engine == "openai" or not _recorded(plan.root, run.run):
        _refuse_unreachable(run, engine, unserved)
    return []


def stop_servers(servers: list["subprocess.Popen[bytes]"]) -> None:
    """Ask the broker to end, and wait until it and its servers have."""
    for broker in servers:
        if broker.poll() is None:
            broker.send_signal(signal.SIGTERM)
    for broker in servers:
        try:
            broker.wait(timeout=_END)
        except subprocess.TimeoutExpired:
            broker.kill()  # its servers' watching parents see that
            broker.wait()
    servers.clear()


def _roles_without_address(run: Annotator, config: dict[str, Any]) -> list[str]:
    from linedscript.engines.reaching import addresses_by_role

    given = addresses_by_role([one for one in str(config.get("address", "")).replace(",", " ").split() if one])
    return [role for role in msgspec.structs.asdict(run.models) if not given.get(role) and not given.get("")]


def _recorded(root: Path, run: str) -> bool:
    return any(next((root / folder / run).glob("*/*.jsonl"), None) for folder in FOLDERS)


def _refuse_unreachable(run: Annotator, engine: str, unserved: list[str]) -> None:
    if engine == "replay":
        raise LinedscriptError(
            "no-recording",
            f"run {run.run}",
            f"engine=replay, and no answer of the run lies under {', '.join(FOLDERS)}",
            f"fetch recordings/{run.run} (dvc pull), or ask the models: --config engine=vllm --resources gpu=N, or "
            "engine=openai address=http://HOST:PORT/v1",
        )
    if unserved:
        models = msgspec.structs.asdict(run.models)
        wanted = ", ".join(f"{role}: {models[role].model}" for role in unserved)
        raise LinedscriptError(
            "no-server",
            f"run {run.run}",
            f"engine={engine}, and nothing serves {wanted}"
            + ("" if engine == "openai" else "; no GPU, no address and no recording of the run"),
            "name a running server by --config address=http://HOST:PORT/v1 (role=URL for one role)"
            + ("" if engine == "openai" else ", or give the run GPUs by --resources gpu=N"),
        )


def _start(
    root: Path, run: Annotator, config: dict[str, Any], roles: list[str], gpus: int
) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "linedscript.cli.main", "serve", "--gpus", str(gpus), "--logs", str(LOGS)]
    command += ["--settings", json.dumps({"annotator": msgspec.to_builtins(run)}), "--roles", *roles]
    command += ["--watch", str(os.getpid())]
    for name in ("tensor_parallel", "vllm", "vllm_options", "start_timeout"):
        if name in config:
            command += [f"--{name.replace('_', '-')}={config[name]}"]
    ours = ("LINEDSCRIPT_BUILD_PID", "DVC_STAGE")  # it ends by its own watch, with its servers ended and reported first
    broker = subprocess.Popen(
        command,
        cwd=root,
        env={name: value for name, value in os.environ.items() if name not in ours},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C in a terminal is for Snakemake
    )
    line = broker.stdout.readline() if broker.stdout else b""
    if not line.endswith(b"\n"):
        broker.wait()
        raise LinedscriptError(
            "broker-failed", f"run {run.run}", "the broker of servers did not start", "its own message stands above"
        )
    os.environ["LINEDSCRIPT_BROKER"] = json.loads(line)["broker"]
    return broker
