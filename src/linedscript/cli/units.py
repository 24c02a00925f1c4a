"""``linedscript units``: narrative units of a film."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw Events, Interactions and Occasions"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw", help="draw a film's units from its scenes", description="Draw a film's units from its scenes."
    )
    add_inputs(draw, "scenes")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.backbone.units import LAYER, draw_units
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.scene import Scene

    engine = open_engine(LAYER, args.settings, args)
    write_outcome(args, draw_units(args.film, args.language, read_records(args.scenes, Scene), engine, args.settings))
    return 0
