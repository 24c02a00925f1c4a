"""``linedscript memories``: the focal characters' first-person memory banks."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw the focal characters' first-person memory banks"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's memories",
        description="Draw what each focal character did, saw, was told and concluded, in the first person, out of the "
        "units that it perceived.",
    )
    add_inputs(draw, "scenes", "units", "entities", "perception", "focal")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.characters.memories import LAYER, draw_memories
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.character import Focal, UnitPresence
    from linedscript.records.entity import Entity
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine(LAYER, args.settings, args)
    scenes, units = read_records(args.scenes, Scene), read_records(args.units, Unit)
    entities, perception = read_records(args.entities, Entity), read_records(args.perception, UnitPresence)
    focal = read_records(args.focal, Focal)
    outcome = draw_memories(args.film, args.language, scenes, units, entities, perception, focal, engine, args.settings)
    write_outcome(args, outcome)
    return 0
