"""``linedscript study raw-text``: questions from raw text beside a build's backbone-guided ones."""

import argparse
import sys
from pathlib import Path
from typing import Any

from linedscript.cli._layer import add_reach
from linedscript.cli._one_pass import films_given


def register(verbs: Any) -> None:
    raw = verbs.add_parser(
        "raw-text",
        help="make questions from scene text alone and compare them with the build's",
        description="Ask one question per block of whole scenes for Task II questions with their facts and quotes, "
        "without backbone, filters, checks or review, and compare them with the build's released items: distance "
        "between the evidence, facts needed, grounded and hallucinated. Nothing of it goes into a release.",
    )
    raw.add_argument(
        "--build", required=True, type=Path, metavar="DIR", help="the build folder, with these films' items released"
    )
    raw.add_argument("--films", required=True, nargs="+", metavar="ID", help="opaque ids, e.g. en-0001")
    raw.add_argument(
        "--per-block", type=_per_block, default=3, metavar="N", help="questions per block, at most 20 (default: 3)"
    )
    raw.add_argument(
        "--params",
        type=Path,
        default=Path("params.yaml"),
        metavar="FILE",
        help="names the annotator that answers, and the longest answers (default: params.yaml)",
    )
    raw.add_argument(
        "--out",
        required=True,
        type=Path,
        metavar="DIR",
        help="where the table (CSV, Markdown, LaTeX), outcomes.jsonl and answers/ go; --recordings DIR/answers "
        "repeats the run without a server",
    )
    add_reach(raw)
    raw.set_defaults(run=_run)


def _per_block(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 20:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number from 1 to 20")
    return int(text)


def _run(args: argparse.Namespace) -> int:
    import msgspec

    from linedscript.engines.opening import open_engine
    from linedscript.evaluation.item_outcome_table import NAME, annotators, item_outcome_table
    from linedscript.evaluation.item_outcomes import Screenplay, backbone_outcomes, raw_text_outcomes
    from linedscript.evaluation.raw_text import LAYER, ask_raw_text
    from linedscript.io.canonical import encode, read_records, write_records
    from linedscript.io.files import write_bytes
    from linedscript.records.entity import Entity
    from linedscript.records.item import Item
    from linedscript.records.scene import Block, Scene
    from linedscript.tables.formats import as_csv, as_latex, as_markdown
    from linedscript.workflow.plan import load_params

    params = load_params(args.params)
    settings = {name: msgspec.to_builtins(getattr(params, name)) for name in ("annotator", "gates", "asking")}
    run = "rules" if isinstance(params.annotator, str) else params.annotator.run
    engine = open_engine(LAYER, settings, args)
    limits = settings | {"items": msgspec.to_builtins(params.items)}
    outcomes = []
    for film in films_given(args.films):
        scenes = read_records(args.build / f"scenes/{film}.jsonl", Scene)
        blocks = read_records(args.build / f"blocks/{film}.jsonl", Block)
        items = read_records(args.build / f"sifted/items/{film}.jsonl", Item)
        language = film[:2]
        screenplay = Screenplay(language, scenes, read_records(args.build / f"reviewed/entities/{film}.jsonl", Entity))
        lines = ask_raw_text(film, language, scenes, blocks, engine, limits, args.per_block)
        answers = args.out / "answers" / run / LAYER / f"{film}.jsonl"
        write_bytes(answers, b"".join(encode(line) + b"\n" for line in lines))
        outcomes += raw_text_outcomes(film, engine.annotator, lines, blocks, screenplay)
        outcomes += backbone_outcomes(film, items, screenplay)
        print(f"{film}: {len(lines)} blocks", file=sys.stderr)
    table, made_by = item_outcome_table(outcomes), annotators(outcomes)
    write_records(args.out / "outcomes.jsonl", outcomes)
    for ending, form in (("csv", as_csv), ("md", as_markdown), ("tex", as_latex)):
        write_bytes(args.out / f"{NAME}.{ending}", form(table, made_by))
    sys.stdout.write(as_markdown(table, made_by).decode())
    return 0
