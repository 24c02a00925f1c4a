"""``linedscript storylines``: Evolution Storylines of a film."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw Evolution Storylines"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="tell a film's developments over its Episodes and links",
        description="Tell the developments of a film's characters, relationships, goals, knowledge and "
        "institutions over Episodes and links.",
    )
    add_inputs(draw, "scenes", "episodes", "links", "entities", "relations", "units")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.backbone.storylines import draw_storylines
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Entity
    from linedscript.records.narrative import Episode, Link
    from linedscript.records.relation import Relation
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    engine = open_engine("storylines", args.settings, args)
    outcome = draw_storylines(
        args.film,
        args.language,
        read_records(args.scenes, Scene),
        read_records(args.episodes, Episode),
        read_records(args.links, Link),
        read_records(args.entities, Entity),
        read_records(args.relations, Relation),
        read_records(args.units, Unit),
        engine,
        args.settings,
    )
    write_outcome(args, outcome)
    return 0
