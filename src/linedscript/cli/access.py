"""``linedscript access``: how focal characters came by key facts."""

import argparse

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "draw how focal characters came by key facts"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw how a film's focal characters came by its key facts",
        description="Draw of each focal character and each key fact whether it was involved, witnessed, told or "
        "inferred, where and by whom, or stays unknown.",
    )
    add_inputs(
        draw,
        "scenes",
        "units",
        "entities",
        "episodes",
        "storylines",
        "presence",
        "perception",
        "focal",
        "states",
        "developments",
    )
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.characters.access import LAYER, draw_access
    from linedscript.characters.key_facts import key_facts
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.character import Focal, ScenePresence, State, UnitPresence
    from linedscript.records.entity import Entity
    from linedscript.records.narrative import Episode, Storyline
    from linedscript.records.scene import Scene
    from linedscript.records.trajectory import Development
    from linedscript.records.unit import Unit

    engine = open_engine(LAYER, args.settings, args)
    units, focal = read_records(args.units, Unit), read_records(args.focal, Focal)
    facts = key_facts(
        units,
        read_records(args.episodes, Episode),
        read_records(args.storylines, Storyline),
        focal,
        read_records(args.states, State),
        read_records(args.developments, Development),
        args.language,
    )
    outcome = draw_access(
        args.film,
        args.language,
        read_records(args.scenes, Scene),
        units,
        read_records(args.entities, Entity),
        read_records(args.presence, ScenePresence),
        read_records(args.perception, UnitPresence),
        focal,
        facts,
        engine,
        args.settings,
    )
    write_outcome(args, outcome)
    return 0
