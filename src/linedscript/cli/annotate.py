"""``linedscript annotate``: what a run of models would ask."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linedscript.engines.counting import Count
    from linedscript.records.params import Model

SUMMARY = "say what a run of models would ask, before it asks"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    plan = verbs.add_parser(
        "plan",
        help="calls and prompt tokens per film, layer and role, and what recordings answer already",
        description="Go through every film's layers as a build would, asking nobody. Recorded answers are taken; in "
        "place of a missing one stands what the rules annotators would reply, and a judge who accepts at once. What "
        "follows from such a stand-in is marked as an estimate: a model draws other records, and each attempt below "
        "the threshold is another call, up to gates.retries of them. Tokens are those of the project's own tokenizer "
        "(words, single CJK characters, punctuation), which a model's are somewhat more than. Prompts longer than a "
        "model's context leaves beside max_tokens are told on stderr, or counted as too_long.",
    )
    plan.add_argument("films", nargs="*", metavar="FILM", help="ids (default: all that aren't withdrawn)")
    plan.add_argument("--format", choices=("text", "json"), default="text", help="(default: %(default)s)")
    plan.set_defaults(run=_plan)


def _plan(args: argparse.Namespace) -> int:
    from linedscript.errors import LinedscriptError
    from linedscript.workflow.plan import Plan

    plan = Plan.load(Path(), {})
    run = plan.params.annotator
    if isinstance(run, str):
        raise LinedscriptError(
            "nothing-to-ask", "params.yaml", "annotator is rules, which asks nobody", "name a run of models there"
        )
    for film in args.films:
        if film not in plan.films:
            raise LinedscriptError("unknown-film", film, "isn't in the index, or is withdrawn", "'sources list' lists")
    from linedscript.cli._progress import watched
    from linedscript.engines.counting import FilmCounts
    from linedscript.engines.recordings import Answers, models_of
    from linedscript.screenplay.tokens import tokenizer_named
    from linedscript.workflow.drawing import draw_film
    from linedscript.workflow.servers import FOLDERS

    count = tokenizer_named(plan.params.reading.tokenizer).count
    rows: list[Count] = []
    for film in watched(list(dict.fromkeys(args.films or plan.films)), "Planning"):
        *recordings, journal = (plan.root / folder for folder in FOLDERS)
        counts = FilmCounts(film, run, Answers(run.run, recordings, journal), count, plan.root / "prompts")
        draw_film(plan, film, counts.engine)
        rows += counts.counts.values()
    if args.format == "json":
        _print_json(rows)
        return 0
    _print_text(rows)
    for role, model in models_of(run).items():
        _warn(role, model, [row for row in rows if row.role == role])
    return 0


def _warn(role: str, model: "Model", rows: "list[Count]") -> None:
    """Tell on stderr of prompts that the model has no room for."""
    import sys

    from linedscript.engines.counting import room

    if too_long := sum(row.too_long for row in rows):
        print(
            f"{model.model} as {role}: {too_long} of {sum(row.asked for row in rows)} prompts are longer than its "
            f"context leaves beside the reply ({room(model)} tokens; the longest has "
            f"{max(row.largest for row in rows)}): a server refuses them, and they fail",
            file=sys.stderr,
        )


def _print_json(rows: "list[Count]") -> None:
    import sys

    from linedscript.io.canonical import encode

    sys.stdout.write("".join(encode(row).decode() + "\n" for row in rows))


def _print_text(rows: "list[Count]") -> None:
    head = ("film", "layer", "role", "calls", "recorded", "to ask", "prompt tokens", "longest", "")
    cells = [(row.film, row.layer, row.role, *_figures([row])) for row in rows]
    for role in sorted({row.role for row in rows}):
        own = [row for row in rows if row.role == role]
        cells.append(("all", own[0].model, role, *_figures(own)))
    widths = [max(len(line[column]) for line in [head, *cells]) for column in range(len(head))]
    for line in [head, *cells]:
        left = [cell.ljust(width) for cell, width in zip(line[:3], widths[:3], strict=True)]
        right = [cell.rjust(width) for cell, width in zip(line[3:8], widths[3:8], strict=True)]
        print("  ".join([*left, *right, line[8]]).rstrip())


def _figures(rows: "list[Count]") -> tuple[str, ...]:
    sums = (sum(getattr(row, name) for row in rows) for name in ("calls", "recorded", "asked", "prompt_tokens"))
    longest = max(row.largest for row in rows)
    return (*map(str, sums), str(longest), "" if all(row.exact for row in rows) else "estimate")
