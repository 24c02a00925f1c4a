"""``linedscript exemplars``: the lines that show how a focal character speaks."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs, section, settings_object

SUMMARY = "rank the lines that show how a focal character speaks"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="rank a film's style exemplars",
        description="Rank the focal characters' lines of dialogue by how distinctive, marked and independent of their "
        "exchange they are, and keep the best. Nothing is asked of an engine.",
    )
    add_inputs(draw, "scenes", "entities", "focal")
    draw.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    draw.add_argument("--language", required=True, choices=("en", "zh"), help="the script's language")
    draw.add_argument(
        "--settings",
        required=True,
        type=settings_object,
        metavar="JSON",
        help="the section exemplars of params.yaml as a JSON object",
    )
    draw.add_argument("--records", required=True, type=Path, metavar="OUT", help="where the exemplars go")
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.characters.exemplars import draw_exemplars
    from linedscript.io.canonical import read_records, write_records
    from linedscript.records.character import Focal
    from linedscript.records.entity import Entity
    from linedscript.records.params import ExemplarSettings
    from linedscript.records.scene import Scene

    settings = section(args.settings, "exemplars", ExemplarSettings)
    scenes, entities = read_records(args.scenes, Scene), read_records(args.entities, Entity)
    focal = read_records(args.focal, Focal)
    write_records(args.records, draw_exemplars(args.film, args.language, scenes, entities, focal, settings))
    return 0
