"""``linedscript build``: the build folder."""

import argparse
import shutil
from pathlib import Path

SUMMARY = "state of the build folder"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", title="verbs", required=True)
    reset = verbs.add_parser(
        "reset",
        help="delete build/ together with Snakemake's records of it",
        description="Delete build/ and .snakemake/ together. Answers of engines (journal/, recordings/) and published "
        "releases stay; the next build makes everything again from them.",
    )
    reset.set_defaults(run=_reset)
    status = verbs.add_parser(
        "status",
        help="say who builds here, and whether build/ and its records belong together",
        description="Looks at build/ and Snakemake's records in this folder, and prints who builds here now, or that "
        "nobody does. Where the two don't belong together it says so, and 'linedscript build reset' "
        "deletes both.",
    )
    status.set_defaults(run=_status)


def _reset(args: argparse.Namespace) -> int:
    from linedscript.errors import LinedscriptError
    from linedscript.workflow.hold import BUILD, RECORDS, hold_build

    if not Path("Snakefile").is_file():
        raise LinedscriptError(
            "no-project", str(Path.cwd()), "there is no Snakefile here", "run this in the project's own folder"
        )
    hold_build(what="linedscript build reset")
    for folder in (BUILD, RECORDS):
        if folder.is_symlink():
            folder.unlink()
        elif folder.exists():
            shutil.rmtree(folder)
    print("deleted build/ and .snakemake/")
    return 0


def _status(args: argparse.Namespace) -> int:
    import os

    from linedscript.errors import LinedscriptError
    from linedscript.workflow.hold import check_tokens, hold_build

    check_tokens()
    try:
        os.close(hold_build(what="linedscript build status"))
    except LinedscriptError as error:
        print(error.problem)
        return 0
    print("no build is running; build/ and its records belong together")
    return 0
