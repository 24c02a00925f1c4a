"""``linedscript prompts``: role-play prompts of a film."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, add_titles, write_outcome

SUMMARY = "draw role-play prompts"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's Task III prompts",
        description="Draw a film's role-play prompts: pairs of single turns over checkpoints of its focal characters, "
        "and episodes of several turns, each with the stance of a true answer.",
    )
    add_inputs(draw, "units", "entities", "states", "access", "checkpoints", "memories")
    add_titles(draw)
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.character import State
    from linedscript.records.entity import Entity
    from linedscript.records.trajectory import Access, Checkpoint, Memory
    from linedscript.records.unit import Unit
    from linedscript.suites.stage.prompts import LAYER, draw_prompts

    outcome = draw_prompts(
        args.film,
        args.language,
        read_records(args.units, Unit),
        read_records(args.entities, Entity),
        read_records(args.states, State),
        read_records(args.access, Access),
        read_records(args.checkpoints, Checkpoint),
        read_records(args.memories, Memory),
        open_engine(LAYER, args.settings, args),
        args.settings,
        args.titles,
    )
    write_outcome(args, outcome)
    return 0
