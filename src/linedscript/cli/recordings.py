"""``linedscript recordings``: keep the answers of a run of models, so that it can be built again without them."""

import argparse
from pathlib import Path

SUMMARY = "keep the answers of a run of models, so that it can be built again without them"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    promote = verbs.add_parser(
        "promote",
        help="keep the answers that a build was made from",
        description="Keep the build's transcripts as recordings/<run>/<layer>/<film>.jsonl and name their hashes in "
        "the manifest, so that the release can be published and anyone can build it again by replay. Transcripts that "
        "aren't the answers to what this run asks now, by its models, are refused. Words that a reply takes from its "
        "question are kept as their places there; keys, paths of the machine, contact details and what else repeats "
        "more of a script than release.quote_limit allows are refused. With --private replies are kept as they are.",
    )
    promote.add_argument("--params", type=Path, default=Path("params.yaml"), metavar="FILE", help="names the run")
    promote.add_argument("--build", type=Path, default=Path("build"), metavar="DIR", help="where the build lies")
    promote.add_argument(
        "--private", action="store_true", help="into private/recordings, which is a DVC project of its own"
    )
    promote.add_argument(
        "--index",
        type=Path,
        default=Path("manifests/sources.jsonl"),
        metavar="FILE",
        help="the source index (default: %(default)s)",
    )
    promote.add_argument(
        "--manifest",
        type=Path,
        default=Path("manifests/recordings.jsonl"),
        metavar="FILE",
        help="the hash manifest (default: %(default)s)",
    )
    promote.add_argument(
        "--prices",
        type=_prices,
        metavar="IN,OUT",
        help="of a million prompt tokens and a million completion tokens, to print what the run cost",
    )
    promote.set_defaults(run=_promote)


def _prices(text: str) -> tuple[float, float]:
    try:
        first, second = map(float, text.split(","))
    except ValueError:
        first = second = -1.0
    if not (0 <= first < 1e9 and 0 <= second < 1e9):
        raise argparse.ArgumentTypeError(f"{text!r} isn't two prices such as 0.5,1.5")
    return first, second


def _promote(args: argparse.Namespace) -> int:
    from functools import partial

    from linedscript.cli._progress import watched
    from linedscript.errors import LinedscriptError
    from linedscript.release.promoting import promote
    from linedscript.release.recording_scan import Public
    from linedscript.sources.index import load_index
    from linedscript.workflow.plan import Plan, load_params
    from linedscript.workflow.replaying import replay_faults

    params = load_params(args.params)
    if params.annotator == "rules":
        raise LinedscriptError(
            "nothing-to-record",
            str(args.params),
            "annotator is rules, which answers anew each time and needs no recording",
            "name a run of models there",
        )
    films = [film for film in load_index(args.index) if film.withdrawn is None]
    target = Path("private/recordings") if args.private else Path("recordings")
    public = None if args.private else Public(params.release.quote_limit, params.release.contact_allowed)
    plan = Plan(Path(), params, {film.id: film for film in films}, frozenset())
    replays = partial(replay_faults, plan)
    checked = watched(films, "Checking answers")
    done = promote(args.build, target, params.annotator, checked, public, args.manifest, replays)
    print(f"{target / params.annotator.run}: {len(films)} films, {done.answers} answers, {done.failed} failed attempts")
    for model, spent in sorted(done.tokens.items()):
        cost = ""
        if args.prices:
            both = zip(args.prices, (spent["prompt_tokens"], spent["completion_tokens"]), strict=True)
            cost = f", {sum(price * count for price, count in both) / 1e6:.4f} at the prices given"
        print(f"{model}: {spent['prompt_tokens']} prompt and {spent['completion_tokens']} completion tokens{cost}")
    keep = "dvc --cd private add recordings" if args.private else f"dvc add {target / params.annotator.run}"
    print(f"next: {keep}, then commit {args.manifest}")
    return 0
