"""``linedscript runs``: publish runs of the evaluation, list them, take one away."""

import argparse
import sys
from pathlib import Path

SUMMARY = "publish runs of the evaluation, list them, take one away"
RUNS = Path("releases/runs")


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    publish = verbs.add_parser(
        "publish",
        help="copy a run, or a folder of runs, over the published ones, in one step",
        description="Takes a run that 'linedscript evaluate run' or 'score' wrote, looks at its sums and rows, and "
        "copies it beside the published runs, of which one of the same name is replaced. 'dvc repro' then"
        " prints the tables with it.",
    )
    publish.add_argument("source", type=Path, metavar="SOURCE", help="a run's folder, or a folder of runs")
    publish.add_argument(
        "target", type=Path, metavar="TARGET", help="releases/runs, or releases/runs/<run>; other runs there stay"
    )
    publish.add_argument(
        "--index",
        type=Path,
        default=Path("manifests/sources.jsonl"),
        metavar="FILE",
        help="the source index: a run over a film that it withdraws isn't published (default: %(default)s)",
    )
    publish.set_defaults(run=_publish)
    listing = verbs.add_parser(
        "list",
        help="the published runs: task, condition, answerer, judge, films",
        description="Prints a line per published run: its name, task, condition, answerer with its revision, "
        "retrieval, judge, release and films. 'linedscript evaluate compare' and 'linedscript runs "
        "withdraw' take these names.",
    )
    listing.add_argument("--runs", type=Path, default=RUNS, metavar="DIR", help="(default: %(default)s)")
    listing.set_defaults(run=_list)
    withdraw = verbs.add_parser(
        "withdraw",
        help="take one published run away",
        description="Takes the name of a published run, and writes the folder of published runs without it; the run's"
        " own folder stays where it was made. 'dvc repro' then prints the tables without it.",
    )
    withdraw.add_argument("target", type=Path, metavar="TARGET", help="a run's name, or releases/runs/<run>")
    withdraw.add_argument(
        "--runs",
        type=Path,
        default=RUNS,
        metavar="DIR",
        help="where a run is that is named alone (default: %(default)s)",
    )
    withdraw.set_defaults(run=_withdraw)


def _publish(args: argparse.Namespace) -> int:
    from linedscript.evaluation.publishing import publish_runs

    for one in publish_runs(args.source, args.target, args.index):
        print(f"{one.run}: {one.how}", file=sys.stderr)
    return 0


def _list(args: argparse.Namespace) -> int:
    from linedscript.errors import one_line
    from linedscript.evaluation.publishing import manifests
    from linedscript.records.run import condition_name

    for run in manifests(args.runs):
        named = run.answerer.name + (f"@{run.answerer.revision}" if run.answerer.revision else "")
        films = f"{len(run.films)} of {len(run.films) + len(run.left_out)} films"
        kind = run.retrieval.kind if run.retrieval else "-"
        cells = (run.id, f"Task {run.task}", condition_name(run.task, run.condition), named, kind, run.evaluator.judge)
        print("\t".join(map(one_line, (*cells, f"{run.release.name} {run.release.version}", films))))
    return 0


def _withdraw(args: argparse.Namespace) -> int:
    from linedscript.evaluation.publishing import withdraw_run

    target = args.runs / args.target if len(args.target.parts) == 1 else args.target
    withdraw_run(target)
    print(f"{target}: withdrawn", file=sys.stderr)
    return 0
