"""``linedscript traits``: the focal characters' persona cards."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw the focal characters' persona cards"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's persona cards",
        description="Draw each focal character's identity, traits, way of speaking and constraints, each line with the "
        "evidence that it rests on and the moment from which it holds.",
    )
    add_inputs(draw, "scenes", "units", "entities", "relations", "states", "focal")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.characters.traits import LAYER, draw_traits
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.character import Focal, State
    from linedscript.records.entity import Entity
    from linedscript.records.relation import Relation
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine(LAYER, args.settings, args)
    scenes, units = read_records(args.scenes, Scene), read_records(args.units, Unit)
    entities, relations = read_records(args.entities, Entity), read_records(args.relations, Relation)
    states, focal = read_records(args.states, State), read_records(args.focal, Focal)
    outcome = draw_traits(
        args.film, args.language, scenes, units, entities, relations, states, focal, engine, args.settings
    )
    write_outcome(args, outcome)
    return 0
