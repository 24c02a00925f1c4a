"""``linedscript developments``: what changes of the focal characters."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw developments of focal characters"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw the developments of a film's focal characters",
        description="Draw which new states of a film's focal characters are changes that matter: what held before, "
        "what brought it about, and what shows it later.",
    )
    add_inputs(draw, "scenes", "units", "entities", "episodes", "links", "focal", "states")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.characters.developments import LAYER, draw_developments
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.character import Focal, State
    from linedscript.records.entity import Entity
    from linedscript.records.narrative import Episode, Link
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine(LAYER, args.settings, args)
    outcome = draw_developments(
        args.film,
        args.language,
        read_records(args.scenes, Scene),
        read_records(args.units, Unit),
        read_records(args.entities, Entity),
        read_records(args.episodes, Episode),
        read_records(args.links, Link),
        read_records(args.focal, Focal),
        read_records(args.states, State),
        engine,
        args.settings,
    )
    write_outcome(args, outcome)
    return 0
