"""``linedscript items``: benchmark items of a film."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw benchmark items"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's Task II items",
        description="Draw a film's Task II items: each with a path over at least two support units "
        "that no single passage replaces.",
    )
    add_inputs(draw, "scenes", "units", "entities", "relations", "episodes", "links", "storylines", "states")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.character import State
    from linedscript.records.entity import Entity
    from linedscript.records.narrative import Episode, Link, Storyline
    from linedscript.records.relation import Relation
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit
    from linedscript.suites.stage.items import draw_items

    engine = open_engine("items", args.settings, args)
    outcome = draw_items(
        args.film,
        args.language,
        read_records(args.scenes, Scene),
        read_records(args.units, Unit),
        read_records(args.entities, Entity),
        read_records(args.relations, Relation),
        read_records(args.episodes, Episode),
        read_records(args.links, Link),
        read_records(args.storylines, Storyline),
        read_records(args.states, State),
        engine,
        args.settings,
    )
    write_outcome(args, outcome)
    return 0
