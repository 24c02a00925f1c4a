"""``linedscript entities``: mentions resolved to canonical entities."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "resolve mentions to canonical entities"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="resolve a film's mentions",
        description="Resolve a film's mentions to canonical entities: lexical candidates and, where the settings have "
        "embedding, candidates by meaning; pairwise adjudication, then at most two rounds of cluster review. Uncertain "
        "cases stay apart.",
    )
    add_inputs(draw, "scenes", "mentions", "findings")
    draw.add_argument(
        "--adjudications",
        required=True,
        type=Path,
        metavar="OUT",
        help="where every verdict about two mentions or clusters goes",
    )
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.backbone.dropping import standing
    from linedscript.backbone.resolution import LAYER, draw_entities
    from linedscript.engines.embedding import open_embedder
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records, write_records
    from linedscript.records.entity import Mention
    from linedscript.records.finding import Finding
    from linedscript.records.scene import Scene

    engine = open_engine(LAYER, args.settings, args)
    scenes, findings = read_records(args.scenes, Scene), read_records(args.findings, Finding)
    mentions = standing("mentions", read_records(args.mentions, Mention), findings)
    embedding = args.settings.get("embedding")
    outcome, adjudications = draw_entities(
        args.film, args.language, scenes, mentions, engine, args.settings, embedding and open_embedder(embedding)
    )
    write_records(args.adjudications, adjudications)
    write_outcome(args, outcome)
    return 0
