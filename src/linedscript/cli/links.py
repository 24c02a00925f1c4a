"""``linedscript links``: relations between Episodes."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw forward links between Episodes"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="link a film's Episodes forward within eight scenes",
        description="Link a film's Episodes forward, at most eight scenes apart, "
        "each over a bridge that both ends share.",
    )
    add_inputs(draw, "scenes", "episodes", "units", "entities", "relations")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.backbone.links import draw_links
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Entity
    from linedscript.records.narrative import Episode
    from linedscript.records.relation import Relation
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine("links", args.settings, args)
    outcome = draw_links(
        args.film,
        args.language,
        read_records(args.scenes, Scene),
        read_records(args.episodes, Episode),
        read_records(args.units, Unit),
        read_records(args.entities, Entity),
        read_records(args.relations, Relation),
        engine,
        args.settings,
    )
    write_outcome(args, outcome)
    return 0
