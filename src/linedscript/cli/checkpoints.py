"""``linedscript checkpoints``: the moments of focal characters' trajectories."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs, settings_object

SUMMARY = "choose the checkpoints of focal characters' trajectories"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    choose = verbs.add_parser(
        "choose",
        help="choose a film's checkpoints",
        description="Choose the moments at which the state of a film's focal characters is asked for. Nothing is asked "
        "of an engine.",
    )
    choose.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    choose.add_argument(
        "--settings",
        required=True,
        type=settings_object,
        metavar="JSON",
        help="the section checkpoints of params.yaml as a JSON object",
    )
    add_inputs(choose, "scenes", "units", "presence", "perception", "focal", "states", "developments", "access")
    choose.add_argument("--records", required=True, type=Path, metavar="OUT", help="where the checkpoints go")
    choose.set_defaults(run=_choose)


def _choose(args: argparse.Namespace) -> int:
    from linedscript.characters.checkpoints import choose_checkpoints
    from linedscript.io.canonical import read_records, write_records
    from linedscript.records.character import Focal, ScenePresence, State, UnitPresence
    from linedscript.records.scene import Scene
    from linedscript.records.trajectory import Access, Development
    from linedscript.records.unit import Unit

    found = choose_checkpoints(
        args.film,
        read_records(args.scenes, Scene),
        read_records(args.units, Unit),
        read_records(args.presence, ScenePresence),
        read_records(args.perception, UnitPresence),
        read_records(args.focal, Focal),
        read_records(args.states, State),
        read_records(args.developments, Development),
        read_records(args.access, Access),
        args.settings,
    )
    write_records(args.records, found)
    return 0
