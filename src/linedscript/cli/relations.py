"""``linedscript relations``: typed relations between the mentions of a film."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw typed relations between mentions"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's relations from its scenes, units and mentions",
        description="Draw a film's relations, under the predicate registry, from its scenes, units and mentions.",
    )
    add_inputs(draw, "scenes", "units", "mentions")
    draw.add_argument("--registry", required=True, type=Path, metavar="FILE", help="the predicate registry, as YAML")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.backbone.registry import read_registry
    from linedscript.backbone.relations import LAYER, draw_relations
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Mention
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine(LAYER, args.settings, args)
    scenes, units = read_records(args.scenes, Scene), read_records(args.units, Unit)
    mentions = read_records(args.mentions, Mention)
    write_outcome(
        args,
        draw_relations(
            args.film, args.language, scenes, units, mentions, read_registry(args.registry), engine, args.settings
        ),
    )
    return 0
