"""``linedscript study one-pass``: one-pass extraction beside a build's staged one."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linedscript.cli._layer import add_reach

if TYPE_CHECKING:
    from linedscript.evaluation.outcomes import Staged


def register(verbs: Any) -> None:
    one_pass = verbs.add_parser(
        "one-pass",
        help="extract everything in one pass and compare the outcome with the build's",
        description="Ask one question per scene for all entity types and relation types at once, without gates, "
        "retries, repairs or review, and compare the outcome with the build's staged extraction: entity nodes, "
        "relation triples, nodes per block, schema violations. Nothing of it goes into a release.",
    )
    one_pass.add_argument(
        "--build", required=True, type=Path, metavar="DIR", help="the build folder, with these films reviewed"
    )
    one_pass.add_argument("--films", required=True, nargs="+", metavar="ID", help="opaque ids, e.g. en-0001")
    one_pass.add_argument(
        "--params",
        type=Path,
        default=Path("params.yaml"),
        metavar="FILE",
        help="names the annotator that answers (default: params.yaml)",
    )
    one_pass.add_argument(
        "--out",
        required=True,
        type=Path,
        metavar="DIR",
        help="where the table (CSV, Markdown, LaTeX), outcomes.jsonl and answers/ go; --recordings DIR/answers "
        "repeats the run without a server",
    )
    add_reach(one_pass)
    one_pass.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    import msgspec

    from linedscript.backbone.registry import read_registry
    from linedscript.engines.opening import open_engine
    from linedscript.evaluation.one_pass import LAYER, ask_one_pass
    from linedscript.evaluation.outcome_table import NAME, annotators, outcome_table
    from linedscript.evaluation.outcomes import one_pass_outcome, staged_outcome
    from linedscript.io.canonical import encode, read_records, write_records
    from linedscript.io.files import write_bytes
    from linedscript.records.scene import Block, Scene
    from linedscript.tables.formats import as_csv, as_latex, as_markdown
    from linedscript.workflow.plan import load_params

    params = load_params(args.params)
    settings = {name: msgspec.to_builtins(getattr(params, name)) for name in ("annotator", "gates", "asking")}
    run = "rules" if isinstance(params.annotator, str) else params.annotator.run
    engine = open_engine(LAYER, settings, args)
    registry = read_registry()
    outcomes = []
    for film in films_given(args.films):
        blocks = len(read_records(args.build / f"blocks/{film}.jsonl", Block))
        who, staged = _staged(args.build, film, run)
        scenes = read_records(args.build / f"scenes/{film}.jsonl", Scene)
        lines = ask_one_pass(film, film[:2], scenes, registry, engine, settings)
        answers = args.out / "answers" / run / LAYER / f"{film}.jsonl"
        write_bytes(answers, b"".join(encode(line) + b"\n" for line in lines))
        outcomes.append(one_pass_outcome(film, engine.annotator, lines, blocks, registry))
        outcomes.append(staged_outcome(film, who, staged, blocks, registry))
        print(f"{film}: {len(lines)} scenes", file=sys.stderr)
    table, made_by = outcome_table(outcomes), annotators(outcomes)
    write_records(args.out / "outcomes.jsonl", outcomes)
    for ending, form in (("csv", as_csv), ("md", as_markdown), ("tex", as_latex)):
        write_bytes(args.out / f"{NAME}.{ending}", form(table, made_by))
    sys.stdout.write(as_markdown(table, made_by).decode())
    return 0


def films_given(given: list[str]) -> list[str]:
    """The films in order; one named twice, or one whose id names no language of ours, is wrong usage."""
    from linedscript.errors import LinedscriptError

    if len(set(given)) != len(given):
        raise LinedscriptError("wrong-usage", "--films", "a film is named twice")
    for film in given:
        if film[:3] not in ("en-", "zh-"):
            raise LinedscriptError("wrong-usage", "--films", f"{film} isn't the id of an English or Chinese film")
    return sorted(given)


def _staged(build: Path, film: str, run: str) -> tuple[str, "Staged"]:
    """Who proposed the staged records, and what became of them."""
    from linedscript.evaluation.outcomes import PROPOSING, Staged
    from linedscript.io.canonical import read_records
    from linedscript.records.engine import Coverage, LedgerEntry
    from linedscript.records.entity import Entity, Mention
    from linedscript.records.relation import MentionRelation, Relation

    def rows(folder: str, kind: type) -> list[Any]:
        return read_records(build / folder / f"{film}.jsonl", kind)

    mentions, extracted = rows("mentions", Mention), rows("extracted", MentionRelation)
    who = ", ".join(sorted({row.made.annotator for row in (*mentions, *extracted)})) or run
    return who, Staged(
        mentions,
        extracted,
        [row for layer in PROPOSING for row in rows(f"coverage/{layer}", Coverage)],
        [row for layer in PROPOSING for row in rows(f"ledger/{layer}", LedgerEntry)],
        rows("reviewed/entities", Entity),
        rows("reviewed/relations", Relation),
    )
