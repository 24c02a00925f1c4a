"""``linedscript episodes``: Episodes of a film."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw scene-local Episodes"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="put a film's Events and Interactions into Episodes",
        description="Put every Event and Interaction of a film into exactly one scene-local Episode.",
    )
    add_inputs(draw, "scenes", "units", "entities")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.backbone.episodes import draw_episodes
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Entity
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine("episodes", args.settings, args)
    outcome = draw_episodes(
        args.film,
        args.language,
        read_records(args.scenes, Scene),
        read_records(args.units, Unit),
        read_records(args.entities, Entity),
        engine,
        args.settings,
    )
    write_outcome(args, outcome)
    return 0
