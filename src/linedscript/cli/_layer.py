"""What the commands of engine layers share: options, and writing what a layer leaves."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from linedscript.engines.asking import Outcome

S = TypeVar("S")

INPUTS = {
    "scenes": "the film's scenes with their text",
    "units": "the film's units; after the graph layer, those with participants resolved to entities",
    "mentions": "the film's mentions",
    "entities": "the film's canonical entities",
    "relations": "the film's relations between canonical entities",
    "episodes": "the film's Episodes",
    "links": "the film's links between Episodes",
    "storylines": "the film's Evolution Storylines",
    "presence": "the film's scene presence",
    "perception": "who takes part in and who perceives each unit",
    "focal": "the film's focal characters",
    "states": "the focal characters' states",
    "checkpoints": "the checkpoints of focal characters' trajectories",
    "developments": "the focal characters' developments",
    "access": "how the focal characters came by the key facts",
    "memories": "what the focal characters remember",
    "items": "the film's Task II items",
    "checks": "what the checks of the film's items found",
    "extracted": "the film's relations between mentions",
    "findings": "what scene review found; what its accepted findings drop is left out",
}
"""Layers that a command can read, one file per film."""


def add_inputs(parser: argparse.ArgumentParser, *names: str) -> None:
    """A required option for each layer that the command reads."""
    for name in names:
        parser.add_argument(
            f"--{name}", required=True, type=Path, metavar="FILE", help=f"{INPUTS[name]}, as JSON lines"
        )


def add_titles(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--titles",
        type=_strings,
        default=(),
        metavar="JSON",
        help="the film's title and its other forms in a JSON array: no question may say one. No model is told them",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of every command that asks an engine about one film."""
    parser.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    parser.add_argument("--language", required=True, choices=("en", "zh"), help="the script's language")
    parser.add_argument(
        "--settings",
        required=True,
        type=settings_object,
        metavar="JSON",
        help="the layer's section of params.yaml as a JSON object, with annotator, gates and asking",
    )
    parser.add_argument("--records", required=True, type=Path, metavar="OUT", help="where the layer's records go")
    parser.add_argument(
        "--coverage",
        required=True,
        type=Path,
        metavar="OUT",
        help="where the coverage records go: one per question, answered or failed",
    )
    parser.add_argument(
        "--ledger",
        required=True,
        type=Path,
        metavar="OUT",
        help="where the ledger goes: one entry per attempt and per refused record",
    )
    parser.add_argument(
        "--transcript",
        required=True,
        type=Path,
        metavar="OUT",
        help="where every request's answer goes, in the order asked",
    )
    add_reach(parser)


def add_reach(parser: argparse.ArgumentParser, roles: Sequence[str] = ("construct", "judge")) -> None:
    """The options by which an answer is found or got. ``roles``: which the command asks."""
    parser.add_argument(
        "--recordings",
        action="append",
        type=Path,
        metavar="DIR",
        default=None,
        help="a folder of recorded runs, <DIR>/<run>/<layer>/<film>.jsonl; repeatable, first found wins",
    )
    parser.add_argument(
        "--journal",
        type=Path,
        metavar="DIR",
        default=None,
        help="the folder of answers as they arrived, <DIR>/<run>/<layer>/<film>.jsonl; looked up after the recordings",
    )
    reach = parser.add_argument_group(
        "how a model is reached", "None of it affects what is written; the rules annotators ignore it."
    )
    for name, what in _REACH.items():
        default = os.environ.get(variable(name), what.default)
        options = what.options
        if name == "address":
            options = options | {"help": options["help"].format(",".join(f"{role}=URL" for role in roles))}
        reach.add_argument(f"--{name}", default=default, **options)


class _Option(NamedTuple):
    default: str | None
    options: dict[str, Any]


def addresses(text: str) -> list[str]:
    return [one for one in text.replace(",", " ").split() if one]


def at_least_one(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 5 or not 1 <= int(text) <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number from 1 to 10000")
    return int(text)


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number of seconds above 0, up to a day")
    return value


_REACH = {
    "engine": _Option(
        "replay",
        {
            "choices": ("replay", "openai", "vllm"),
            "help": "replay: recorded answers alone, one that is missing is an error (default); openai: what no "
            "recording and no journal answers is asked of an OpenAI-compatible server; vllm: of the servers that "
            "--broker starts, or as replay where there is no broker",
        },
    ),
    "address": _Option(
        "",
        {
            "type": addresses,
            "metavar": "URLS",
            "help": "of the servers, ending in /v1, with commas between replicas; by role where each has servers of "
            "its own: {}",
        },
    ),
    "broker": _Option(
        None, {"metavar": "NAME", "help": "what 'linedscript serve' printed; under Snakemake --config engine=vllm"}
    ),
    "key-variable": _Option(
        None, {"metavar": "NAME", "help": "the environment variable that holds the server's key; left out: no key"}
    ),
    "concurrency": _Option(
        "16", {"type": at_least_one, "metavar": "N", "help": "requests under way at once (default: 16)"}
    ),
    "timeout": _Option(
        "600", {"type": seconds, "metavar": "SECONDS", "help": "without a byte that end a try (default: 600)"}
    ),
    "tries": _Option("6", {"type": at_least_one, "metavar": "N", "help": "of one request, at most (default: 6)"}),
}


def variable(name: str) -> str:
    """The environment variable that stands in for an option, as Snakemake's jobs get it."""
    return f"LINEDSCRIPT_{name.upper().replace('-', '_')}"


def settings_object(text: str) -> dict[str, Any]:
    import msgspec

    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError("not a JSON object")
    return value


def _strings(text: str) -> tuple[str, ...]:
    import msgspec

    try:
        return msgspec.json.decode(text, type=tuple[str, ...])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"not a JSON array of strings: {error}") from None


def section(value: dict[str, Any], name: str, kind: type[S]) -> S:
    """A section of params that no engine reads. Raises LinedscriptError ``invalid-settings``."""
    import msgspec

    from linedscript.errors import LinedscriptError, misfit

    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise LinedscriptError(
            "invalid-settings", f"{name}: settings", f"{name}: {misfit(error)}", "params.yaml holds them all"
        ) from None


def write_outcome(args: argparse.Namespace, outcome: "Outcome") -> None:
    """Write records, coverage, ledger and transcript, each atomically; the records last."""
    from linedscript.io.canonical import encode, write_records
    from linedscript.io.files import write_bytes

    write_records(args.coverage, outcome.coverage)
    write_records(args.ledger, outcome.ledger)
    write_bytes(args.transcript, b"".join(encode(line) + b"\n" for line in outcome.transcript))
    write_records(args.records, outcome.records)
