"""``linedscript presence``: who is in each scene, and who takes part in and perceives each unit."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw who is present in each scene and who perceives what"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's presence and perception",
        description="Draw, for every named character, access to each scene on a four-step ladder, and for "
        "each unit who takes part "
        "and, independently, who witnesses it. A voice-over is no presence.",
    )
    add_inputs(draw, "scenes", "units", "entities")
    draw.add_argument("--perception", required=True, type=Path, metavar="OUT", help="where unit × character records go")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.characters.presence import LAYER, draw_presence
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records, write_records
    from linedscript.records.entity import Entity
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine(LAYER, args.settings, args)
    scenes, units = read_records(args.scenes, Scene), read_records(args.units, Unit)
    entities = read_records(args.entities, Entity)
    outcome, perception = draw_presence(args.film, args.language, scenes, units, entities, engine, args.settings)
    write_records(args.perception, perception)
    write_outcome(args, outcome)
    return 0
