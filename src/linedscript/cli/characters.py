"""``linedscript characters``: focal characters and their states."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw focal characters and their states"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's focal characters and states",
        description="Choose the film's focal characters and draw what holds of them, each state with the "
        "moments from and to which "
        "it holds.",
    )
    add_inputs(draw, "scenes", "units", "entities", "relations", "presence")
    draw.add_argument("--focal", required=True, type=Path, metavar="OUT", help="where the focal characters go")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.characters.focal import choose_focal
    from linedscript.characters.states import LAYER, draw_states
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records, write_records
    from linedscript.records.character import ScenePresence
    from linedscript.records.entity import Entity
    from linedscript.records.relation import Relation
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine(LAYER, args.settings, args)
    scenes, units = read_records(args.scenes, Scene), read_records(args.units, Unit)
    entities, relations = read_records(args.entities, Entity), read_records(args.relations, Relation)
    presence = read_records(args.presence, ScenePresence)
    focal = choose_focal(args.film, units, entities, presence, args.settings)
    outcome = draw_states(
        args.film, args.language, scenes, units, entities, relations, presence, focal, engine, args.settings
    )
    write_records(args.focal, focal)
    write_outcome(args, outcome)
    return 0
