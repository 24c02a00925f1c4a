"""``linedscript observations``: what the script shows of its focal characters, chunk by chunk."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw observations of focal characters"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw the observations of a film's focal characters",
        description="Note what each chunk of a film's script shows of each focal character that it names, read without "
        "knowledge of the rest.",
    )
    add_inputs(draw, "scenes", "entities", "focal", "checkpoints")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.character import Focal
    from linedscript.records.entity import Entity
    from linedscript.records.scene import Scene
    from linedscript.records.trajectory import Checkpoint
    from linedscript.suites.stage.observations import LAYER, draw_observations

    engine = open_engine(LAYER, args.settings, args)
    outcome = draw_observations(
        args.film,
        args.language,
        read_records(args.scenes, Scene),
        read_records(args.entities, Entity),
        read_records(args.focal, Focal),
        read_records(args.checkpoints, Checkpoint),
        engine,
        args.settings,
    )
    write_outcome(args, outcome)
    return 0
