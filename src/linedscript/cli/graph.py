"""``linedscript graph``: the relations and units over canonical entities."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs

SUMMARY = "rewrite, repair and deduplicate the relations over canonical entities"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    build = verbs.add_parser(
        "build",
        help="build a film's graph",
        description="Build a film's graph from what was extracted: endpoints rewritten to canonical entities, "
        "what scene review "
        "drops, dangling ends and self-loops left out, types repaired under the registry, duplicates merged. No engine "
        "is asked.",
    )
    build.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    add_inputs(build, "units", "mentions", "extracted", "findings", "entities")
    build.add_argument("--registry", required=True, type=Path, metavar="FILE", help="the predicate registry, as YAML")
    for name, what in (
        ("relations", "relations between entities"),
        ("narrative", "units with their participants resolved to entities"),
        ("repairs", "repairs: one for everything that was not taken over as it was"),
    ):
        build.add_argument(f"--{name}", required=True, type=Path, metavar="OUT", help=f"where the {what} go")
    build.set_defaults(run=_build)


def _build(args: argparse.Namespace) -> int:
    from linedscript.backbone.graph import build_graph
    from linedscript.backbone.registry import read_registry
    from linedscript.io.canonical import read_records, write_records
    from linedscript.records.entity import Entity, Mention
    from linedscript.records.finding import Finding
    from linedscript.records.relation import MentionRelation
    from linedscript.records.unit import Unit

    graph = build_graph(
        args.film,
        read_records(args.units, Unit),
        read_records(args.mentions, Mention),
        read_records(args.extracted, MentionRelation),
        read_records(args.entities, Entity),
        read_registry(args.registry),
        read_records(args.findings, Finding),
    )
    write_records(args.repairs, graph.repairs)
    write_records(args.narrative, graph.units)
    write_records(args.relations, graph.relations)
    return 0
