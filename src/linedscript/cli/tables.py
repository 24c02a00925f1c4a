"""``linedscript tables``: print every table and figure from the releases."""

import argparse
from pathlib import Path

SUMMARY = "print every table and figure"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    printing = verbs.add_parser("print", help="every table as CSV, Markdown and LaTeX, figures as SVG")
    printing.add_argument("--parent", required=True, type=Path, metavar="DIR", help="the parent release")
    printing.add_argument(
        "--pseudonymized",
        required=True,
        type=Path,
        metavar="DIR",
        help="the pseudonymized release that was rendered from it",
    )
    printing.add_argument(
        "--out", required=True, type=Path, metavar="DIR", help="the folder; its SHA256SUMS is written last"
    )
    printing.set_defaults(run=_print)


def _print(args: argparse.Namespace) -> int:
    from linedscript.tables.printing import print_tables

    print_tables(args.parent, args.pseudonymized, args.out)
    return 0
