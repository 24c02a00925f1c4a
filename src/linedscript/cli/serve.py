"""``linedscript serve``: the broker of a run's vLLM servers."""

import argparse
import shlex
import sys
from pathlib import Path

from linedscript.cli._layer import settings_object

SUMMARY = "start vLLM servers for a run's models when they are first wanted, and end them with it"


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Wait for engine commands that ask for a model of a run (--engine vllm --broker NAME), start its vLLM servers "
        "at the first such question, and hand out their addresses. Prints NAME as JSON when it waits. A build under "
        "--config engine=vllm starts this by itself. The servers end with it, and it ends with the process that "
        "--watch names, on SIGTERM and on SIGINT. Linux only."
    )
    parser.add_argument(
        "--settings", required=True, type=settings_object, metavar="JSON", help="an object with the run as annotator"
    )
    parser.add_argument("--gpus", required=True, type=int, metavar="N", help="how many GPUs the servers may use")
    parser.add_argument(
        "--roles", nargs="+", choices=("construct", "judge"), default=("construct", "judge"), help="(default: all)"
    )
    parser.add_argument(
        "--tensor-parallel",
        default="1",
        metavar="SIZES",
        help="GPUs per replica; by role as construct=4,judge=1 (default: %(default)s)",
    )
    parser.add_argument(
        "--vllm",
        default="vllm serve",
        metavar="COMMAND",
        help="what starts a server; one that doesn't end in the word serve gets its model by --model "
        "(default: %(default)s)",
    )
    parser.add_argument("--vllm-options", default="", metavar="OPTIONS", help="more options of each server")
    parser.add_argument(
        "--start-timeout",
        type=float,
        default=1800.0,
        metavar="SECONDS",
        help="after which a server that isn't up is given up (default: %(default)s)",
    )
    parser.add_argument(
        "--grace",
        type=float,
        default=15.0,
        metavar="SECONDS",
        help="between asking a server to end and killing it (default: %(default)s)",
    )
    parser.add_argument("--logs", required=True, type=Path, metavar="DIR", help="where the servers' logs go")
    parser.add_argument("--watch", type=int, metavar="PID", help="end with this process")
    parser.set_defaults(run=_serve)


def _serve(args: argparse.Namespace) -> int:
    import asyncio
    import contextlib
    import os
    import secrets
    import time

    from linedscript.engines.opening import named_run
    from linedscript.engines.vllm.broker import Broker
    from linedscript.engines.vllm.layout import layout, sizes_by_role, visible_gpus
    from linedscript.engines.vllm.replica import Means
    from linedscript.errors import LinedscriptError

    if not hasattr(os, "pidfd_open"):
        raise LinedscriptError("needs-linux", "linedscript serve", "servers can't be watched on this system")
    run = named_run("serve", args.settings.get("annotator"))
    models = {role: getattr(run.models, role) for role in args.roles}
    servers = layout(models, visible_gpus(args.gpus), sizes_by_role(args.tensor_parallel))
    args.logs.mkdir(parents=True, exist_ok=True)
    with (args.logs / "broker.log").open("a", encoding="utf-8") as log:

        def say(text: str) -> None:
            print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}", file=log, flush=True)
            with contextlib.suppress(OSError):  # a killed build leaves a pipe that nobody reads
                print(f"serve: {text}", file=sys.stderr, flush=True)

        means = Means(
            launcher=tuple(shlex.split(args.vllm)),
            options=tuple(shlex.split(args.vllm_options)),
            logs=args.logs,
            lock=os.open(args.logs / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644),
            key=secrets.token_hex(16),
            start_timeout=args.start_timeout,
            grace=args.grace,
            say=say,
        )
        asyncio.run(Broker(servers, means).run(args.watch))
    return 0
