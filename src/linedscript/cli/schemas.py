"""``linedscript schemas``: write or check the JSON Schemas of the record models."""

import argparse
import sys
from pathlib import Path

SUMMARY = "write or check the JSON Schemas that are generated from the record models"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    write = verbs.add_parser(
        "write",
        help="generate every schema into a folder",
        description="Takes the record models of this version, and writes a JSON Schema for each artifact; schemas "
        "that no record has any more are deleted. 'linedscript schemas check' says later whether the "
        "folder is still theirs.",
    )
    write.add_argument(
        "--out", type=Path, default=Path("schemas"), help="the folder; files that no record has are removed"
    )
    write.set_defaults(run=_write)
    check = verbs.add_parser(
        "check",
        help="fail where a folder differs from the record models",
        description="Takes a folder of schemas, and names each file that the record models would write otherwise, "
        "with exit status 1. 'linedscript schemas write' writes them again.",
    )
    check.add_argument("--folder", type=Path, default=Path("schemas"), help="the folder to compare")
    check.set_defaults(run=_check)


def _write(args: argparse.Namespace) -> int:
    from linedscript.io.files import write_bytes
    from linedscript.release.schemas import all_schemas

    wanted = all_schemas()
    for path in sorted(args.out.glob("*.schema.json")):
        if path.name not in wanted:
            path.unlink()
    for name, data in wanted.items():
        write_bytes(args.out / name, data)
    return 0


def _check(args: argparse.Namespace) -> int:
    from linedscript.release.schemas import differences

    found = differences(args.folder)
    for line in found:
        print(line, file=sys.stderr)
    if found:
        print("run: linedscript schemas write", file=sys.stderr)
    return 1 if found else 0
