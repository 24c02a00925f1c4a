"""``linedscript harness``: take over what another evaluation harness ran."""

import argparse
import sys
from pathlib import Path
from typing import Any

SUMMARY = "take over what inspect_ai ran, as a prediction file"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    export = verbs.add_parser(
        "export",
        help="write a log's answers as a prediction file with its configuration",
        description="Of a log that 'inspect eval linedscript/stage_task_…' left. 'linedscript evaluate score' takes "
        "the two files. Beside the extra 'inspect', 'inspect eval' needs the package of the model's provider: openai "
        "for --model openai/…, anthropic for anthropic/… (docs/evaluation.md, With inspect_ai).",
    )
    export.add_argument("log", type=Path, metavar="LOG", help="a log of inspect_ai, .eval or .json")
    export.add_argument(
        "--run", dest="named", required=True, metavar="NAME", help="what the run is called: small letters, hyphens"
    )
    export.add_argument("--out", required=True, type=Path, metavar="FILE", help="the prediction file (JSON lines)")
    export.add_argument("--config", required=True, type=Path, metavar="FILE", help="its configuration (YAML)")
    export.set_defaults(run=_export)


def _export(args: Any) -> int:
    from linedscript.errors import LinedscriptError

    try:
        from linedscript.harness.export import export
    except ModuleNotFoundError as error:
        raise LinedscriptError(
            "missing-extra",
            "linedscript harness",
            f"the package {error.name} isn't installed",
            "pip install 'linedscript[inspect]'; in a clone, 'make .venv-inspect/.ready'",
        ) from None
    done = export(args.log, args.named, args.out, args.config)
    for note in done.notes:
        print(f"note: {note}", file=sys.stderr)
    score = f"'linedscript evaluate score {args.out} --config {args.config}' scores it"
    print(f"{args.out}: {done.predictions} predictions; {score}", file=sys.stderr)
    return 0
