"""``linedscript findings``: what is wrong with the units, mentions and relations of each scene, read together."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs, add_options, write_outcome

SUMMARY = "review what was drawn of each scene: its units, mentions and relations together"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's findings from its scenes and what was extracted of them",
        description="Draw a film's findings: each names a unit, mention or relation of a scene that is in doubt (flag) "
        "or goes no further (drop), what is wrong with it, and a passage of the scene that shows it.",
    )
    add_inputs(draw, "scenes", "units", "mentions", "extracted")
    draw.add_argument("--registry", required=True, type=Path, metavar="FILE", help="the predicate registry, as YAML")
    add_options(draw)
    draw.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.backbone.registry import read_registry
    from linedscript.backbone.scene_review import LAYER, draw_findings
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Mention
    from linedscript.records.relation import MentionRelation
    from linedscript.records.scene import Scene
    from linedscript.records.unit import Unit

    outcome = draw_findings(
        args.film,
        args.language,
        read_records(args.scenes, Scene),
        read_records(args.units, Unit),
        read_records(args.mentions, Mention),
        read_records(args.extracted, MentionRelation),
        read_registry(args.registry),
        open_engine(LAYER, args.settings, args),
        args.settings,
    )
    write_outcome(args, outcome)
    return 0
