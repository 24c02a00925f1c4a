"""``linedscript mentions``: entity mentions of a film."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw entity mentions of the seven types"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's mentions from its scenes",
        description="Draw a film's entity mentions from its scenes.",
    )
    add_inputs(draw, "scenes", "units")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.backbone.mentions import LAYER, draw_mentions
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine(LAYER, args.settings, args)
    scenes, units = read_records(args.scenes, Scene), read_records(args.units, Unit)
    write_outcome(args, draw_mentions(args.film, args.language, scenes, units, engine, args.settings))
    return 0
