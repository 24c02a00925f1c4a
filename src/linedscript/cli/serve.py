"""``linedscript serve``: the broker of a run's vLLM servers."""

import argparse
import shlex
import sys
from pathlib import Path

from linedscript.cli._layer import at_least_one, seconds, settings_object

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
    parser.add_argument(
        "--gpus", required=True, type=at_least_one, metavar="N", help="how many GPUs the servers may use"
    )
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
        type=launcher,
        default="vllm serve",
        metavar="COMMAND",
        help="what starts a server; one that doesn't end in the word serve gets its model by --model "
        "(default: %(default)s)",
    )
    parser.add_argument(
        "--vllm-options",
        type=words,
        default="",
        metavar="OPTIONS",
        help="more options of each server, but no --api-key: the servers have one of their own",
    )
    parser.add_argument(
        "--start-timeout",
        type=seconds,
        default="1800",
        metavar="SECONDS",
        help="after which a server that isn't up is given up (default: %(default)s)",
    )
    parser.add_argument(
        "--grace",
        type=seconds,
        default="15",
        metavar="SECONDS",
        help="between asking a server to end and killing it (default: %(default)s)",
    )
    parser.add_argument("--logs", required=True, type=Path, metavar="DIR", help="where the servers' logs go")
    parser.add_argument("--watch", type=process, metavar="PID", help="end with this process")
    parser.set_defaults(run=_serve)


def words(text: str) -> tuple[str, ...]:
    """As a shell takes them apart. No message repeats them: someone may give a key there."""
    try:
        found = tuple(shlex.split(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"isn't a command line: {str(error).lower()}") from None
    if any(word.split("=")[0] == "--api-key" for word in found):
        raise argparse.ArgumentTypeError("holds --api-key: the servers have a key of their own, which nobody sees")
    return found


def launcher(text: str) -> tuple[str, ...]:
    found = words(text)
    if not found or not found[0]:
        raise argparse.ArgumentTypeError("is empty: give what starts a server")
    return found


def process(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} isn't the id of a process")
    return int(text)


def _serve(args: argparse.Namespace) -> int:
    import asyncio
    import contextlib
    import os
    import secrets
    import time

    from linedscript.engines.client import Key
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
            launcher=args.vllm,
            options=args.vllm_options,
            logs=args.logs,
            lock=os.open(args.logs / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644),
            key=Key(secrets.token_hex(16)),
            start_timeout=args.start_timeout,
            grace=args.grace,
            say=say,
        )
        asyncio.run(Broker(servers, means).run(args.watch))
    return 0
