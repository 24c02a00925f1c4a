"""``linedscript tables``: print every table and figure from the releases."""

import argparse
from pathlib import Path

from linedscript.cli._layer import settings_object

SUMMARY = "print every table and figure"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    printing = verbs.add_parser(
        "print",
        help="every table as CSV, Markdown and LaTeX, figures as SVG",
        description="Takes both releases and a folder of runs, and writes each table as CSV, Markdown and LaTeX, and "
        "each figure as SVG. 'linedscript trace' leads from a cell to the records behind it, and "
        "'linedscript verify' prints the tables again and compares.",
    )
    printing.add_argument("--parent", required=True, type=Path, metavar="DIR", help="the parent release")
    printing.add_argument(
        "--pseudonymized",
        required=True,
        type=Path,
        metavar="DIR",
        help="the pseudonymized release that was rendered from it",
    )
    printing.add_argument(
        "--runs", type=Path, metavar="DIR", help="the folder of runs; left out, tables of runs have no row"
    )
    printing.add_argument(
        "--settings",
        type=settings_object,
        metavar="JSON",
        help="the evaluation section of params.yaml as a JSON object (default: that of params.yaml here)",
    )
    printing.add_argument(
        "--out", required=True, type=Path, metavar="DIR", help="the folder; its SHA256SUMS is written last"
    )
    printing.set_defaults(run=_print)


def _print(args: argparse.Namespace) -> int:
    from linedscript.evaluation.settings import evaluation_settings, in_params
    from linedscript.tables.printing import print_tables

    settings = None
    if args.settings is not None:
        settings = evaluation_settings(args.settings)
    elif args.runs is not None:
        settings = in_params(Path("params.yaml"))[0]
    print_tables(args.parent, args.pseudonymized, args.out, args.runs, settings)
    return 0
