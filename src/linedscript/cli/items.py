"""``linedscript items``: benchmark items of a film."""

import argparse
from pathlib import Path

from linedscript.cli._layer import add_inputs, add_options, add_titles, settings_object, write_outcome

SUMMARY = "draw, check and assemble benchmark items"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    draw = verbs.add_parser(
        "draw",
        help="draw a film's Task II items",
        description="Draw a film's Task II items: each with a path over at least two support units "
        "that no single passage replaces.",
    )
    add_inputs(draw, "scenes", "units", "entities", "relations", "episodes", "links", "storylines", "states")
    add_inputs(draw, "developments", "access", "checkpoints")
    add_titles(draw)
    add_options(draw)
    draw.set_defaults(run=_draw)

    check = verbs.add_parser(
        "check",
        help="try each item without the screenplay and on single passages, and judge its wording",
        description="Ask a reader each question alone and beside each of the passages that are most like it, judge the "
        "answers, and judge the questions of a film side by side. Every look is recorded; nothing is removed here.",
    )
    add_inputs(check, "scenes", "entities", "items")
    add_options(check)
    check.set_defaults(run=_check)

    assemble = verbs.add_parser(
        "assemble",
        help="choose the items to release out of the reviewed ones",
        description="Withhold, each with its code, what is stale, what no longer resolves, and what failed a check and "
        "was kept by no reviewer. No engine is asked.",
    )
    assemble.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    assemble.add_argument("--language", required=True, choices=("en", "zh"), help="the script's language")
    assemble.add_argument(
        "--settings", required=True, type=settings_object, metavar="JSON", help="the items section of params.yaml"
    )
    add_inputs(assemble, "scenes", "checks")
    assemble.add_argument(
        "--reviewed", required=True, type=Path, metavar="DIR", help="the reviewed layers, DIR/<layer>/<film>.jsonl"
    )
    assemble.add_argument(
        "--review", required=True, type=Path, metavar="DIR", help="the patch log and what is stale, DIR/<what>/…"
    )
    assemble.add_argument(
        "--out", required=True, type=Path, metavar="DIR", help="DIR/{items,checks,withheld}/<film>.jsonl are written"
    )
    assemble.set_defaults(run=_assemble)


def _draw(args: argparse.Namespace) -> int:
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.character import State
    from linedscript.records.entity import Entity
    from linedscript.records.narrative import Episode, Link, Storyline
    from linedscript.records.relation import Relation
    from linedscript.records.scene import Scene
    from linedscript.records.trajectory import Access, Checkpoint, Development
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
        read_records(args.developments, Development),
        read_records(args.access, Access),
        read_records(args.checkpoints, Checkpoint),
        engine,
        args.settings,
        args.titles,
    )
    write_outcome(args, outcome)
    return 0


def _check(args: argparse.Namespace) -> int:
    from linedscript.engines.opening import open_engine
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Entity
    from linedscript.records.item import Item
    from linedscript.records.scene import Scene
    from linedscript.suites.stage.checks import draw_checks

    engine = open_engine("checks", args.settings, args)
    read = (read_records(args.scenes, Scene), read_records(args.entities, Entity), read_records(args.items, Item))
    write_outcome(args, draw_checks(args.film, args.language, *read, engine, args.settings))
    return 0


def _assemble(args: argparse.Namespace) -> int:
    from linedscript.io.canonical import read_records, write_records
    from linedscript.records.check import Check
    from linedscript.records.layers import LAYERS, REVIEWED
    from linedscript.records.review import PatchLogEntry, Stale
    from linedscript.records.scene import Scene
    from linedscript.suites.stage.assembly import assemble_items

    film = args.film
    records = {layer: read_records(args.reviewed / layer / f"{film}.jsonl", LAYERS[layer].record) for layer in REVIEWED}
    log = read_records(args.review / "patches" / f"{film}.jsonl", PatchLogEntry)
    found = assemble_items(
        film,
        records["items"],
        [entry.id for entry in read_records(args.review / "stale" / f"{film}.jsonl", Stale)],
        {entry.target for entry in log if entry.action == "keep" and entry.superseded_by is None},
        read_records(args.checks, Check),
        {layer: {record.id: record for record in rows} for layer, rows in records.items()},
        read_records(args.scenes, Scene),
        args.language,
        args.settings,
    )
    for name in ("items", "checks", "withheld"):
        write_records(args.out / name / f"{film}.jsonl", getattr(found, name))
    return 0
