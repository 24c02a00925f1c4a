"""``linedscript stage``: what the stage suite's tasks are made of, put together of reviewed records."""

import argparse
from pathlib import Path

from linedscript.cli._layer import settings_object

SUMMARY = "assemble the stage suite's tasks of reviewed records"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    assemble = verbs.add_parser(
        "assemble",
        help="assemble a film's layers of the stage suite after review",
        description="Put together what Tasks I and III of a film are made of, out of its reviewed records. Nothing is "
        "asked of an engine.",
    )
    assemble.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    assemble.add_argument("--language", required=True, choices=("en", "zh"), help="the script's language")
    assemble.add_argument(
        "--settings",
        required=True,
        type=settings_object,
        metavar="JSON",
        help="the section stage of params.yaml as a JSON object",
    )
    assemble.add_argument("--build", required=True, type=Path, metavar="DIR", help="holds scenes/<film>.jsonl")
    assemble.add_argument(
        "--reviewed", required=True, type=Path, metavar="DIR", help="the reviewed layers, <layer>/<film>.jsonl"
    )
    assemble.add_argument(
        "--review", required=True, type=Path, metavar="DIR", help="what patching left behind, <what>/<film>.jsonl"
    )
    assemble.add_argument(
        "--out", required=True, type=Path, metavar="DIR", help="where each layer goes, <layer>/<film>.jsonl"
    )
    assemble.set_defaults(run=_assemble)


def _assemble(args: argparse.Namespace) -> int:
    from linedscript.io.canonical import write_records
    from linedscript.suites.stage.assembling import assemble_film, read_reviewed

    reviewed = read_reviewed(args.film, args.language, args.build, args.reviewed, args.review)
    for layer, records in assemble_film(reviewed, args.settings).items():
        write_records(args.out / layer / f"{args.film}.jsonl", records)
    return 0
