"""``linedscript review``: apply patches, print the queue, read audits."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from linedscript.cli._layer import settings_object

if TYPE_CHECKING:
    from linedscript.review.apply import Reviewed
    from linedscript.review.inputs import Inputs

SUMMARY = "apply patches; the review queue; audits"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", title="verbs", required=True)
    _apply_parser(
        verbs.add_parser(
            "apply",
            help="apply a film's patches to its model layers",
            description="Applies the patches in id order, withholds what became stale, validates the rest again, and "
            "writes the reviewed layers beside the model's. Every fault is reported, and then nothing is written.",
        )
    )
    _queue_parser(
        verbs.add_parser(
            "queue",
            help="list what a reviewer should look at, most urgent first",
            description="Failed blocks, stale records, contradictions, records below the gate's threshold, open "
            "identities, refusals and low confidence, with a count of each kind. What a patch keeps or waives is not "
            "listed; nor are candidates that the funnel passed over, nor faint continuations that no storyline needs.",
        )
    )
    _audits_parser(
        verbs.add_parser(
            "audits",
            help="check the audit files and sum them up by round and layer",
            description="One line of manifests/audits/<round>.jsonl per look at a record; see the README there.",
        )
    )


def _apply_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    parser.add_argument("--model", required=True, type=Path, metavar="DIR", help="the build, with the model's layers")
    parser.add_argument(
        "--patches", nargs="*", default=[], type=Path, metavar="FILE", help="the film's patch files; none: none apply"
    )
    parser.add_argument(
        "--settings",
        required=True,
        type=settings_object,
        metavar="JSON",
        help="the review section of params.yaml as a JSON object: low_confidence",
    )
    parser.add_argument(
        "--reviewed",
        required=True,
        type=Path,
        metavar="DIR",
        help="where the reviewed layers go: DIR/<layer>/<film>.jsonl",
    )
    parser.add_argument(
        "--review",
        required=True,
        type=Path,
        metavar="DIR",
        help="where patch log, tombstones, stale, superseded and queue go: DIR/<what>/<film>.jsonl",
    )
    parser.set_defaults(run=_apply)


def _build_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--build", type=Path, default=Path("build"), metavar="DIR", help="the build; default: build")
    parser.add_argument(
        "--patches-dir",
        type=Path,
        default=Path("manifests/patches"),
        metavar="DIR",
        help="where patches lie, DIR/<film>/pt-NNNN.yaml; default: manifests/patches",
    )


def _queue_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    _build_options(parser)
    parser.add_argument(
        "--params",
        type=Path,
        default=Path("params.yaml"),
        metavar="FILE",
        help="whose review section holds; default: params.yaml",
    )
    parser.add_argument(
        "--format", choices=("table", "jsonl"), default="table", help="table: for reading; jsonl: one entry a line"
    )
    parser.set_defaults(run=_queue)


def _audits_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--audits",
        type=Path,
        default=Path("manifests/audits"),
        metavar="DIR",
        help="where the rounds lie; default: manifests/audits",
    )
    _build_options(parser)
    parser.add_argument("--format", choices=("table", "jsonl"), default="table", help="jsonl: a round and layer a line")
    parser.set_defaults(run=_audits)


def _review(inputs: "Inputs", patches: list) -> "Reviewed":
    from linedscript.review.apply import apply_patches

    registry = None
    if patches:  # without one, the graph layer's word on domain and range stands
        from linedscript.backbone.registry import registry as read

        registry = read()
    return apply_patches(
        inputs.film,
        inputs.layers,
        inputs.coverage,
        patches,
        scenes=inputs.scenes,
        mentions=inputs.mentions,
        registry=registry,
    )


def _entries(inputs: "Inputs", reviewed: "Reviewed", settings: dict) -> list:
    from linedscript.review.queue import read_settings, review_queue

    return review_queue(
        inputs.film,
        reviewed,
        inputs.coverage,
        inputs.ledger,
        inputs.adjudications,
        read_settings(settings),
        scenes=inputs.scenes,
        mentions=inputs.mentions,
        findings=inputs.findings,
        repairs=inputs.repairs,
        checks=inputs.checks,
    )


def _apply(args: argparse.Namespace) -> int:
    from linedscript.io.canonical import write_records
    from linedscript.review.inputs import read_inputs
    from linedscript.review.patches import load_patches

    patches = load_patches(args.patches, args.film) if args.patches else []
    inputs = read_inputs(args.model, args.film)
    reviewed = _review(inputs, patches)
    entries = _entries(inputs, reviewed, args.settings)
    for what, records in (
        ("patches", reviewed.log),
        ("tombstones", reviewed.tombstones),
        ("stale", reviewed.stale),
        ("superseded", reviewed.superseded),
        ("queue", entries),
    ):
        write_records(args.review / what / f"{args.film}.jsonl", records)
    for layer, records in reviewed.layers.items():
        write_records(args.reviewed / layer / f"{args.film}.jsonl", records)
    print(
        f"{args.film}: {len(reviewed.log)} patches, {len(reviewed.tombstones)} tombstones, {len(reviewed.stale)} "
        f"stale, {len(entries)} in the queue",
        file=sys.stderr,
    )
    return 0


def _queue(args: argparse.Namespace) -> int:
    from linedscript.io import yaml
    from linedscript.io.canonical import encode
    from linedscript.review.inputs import read_inputs
    from linedscript.review.patches import load_patches, patch_files

    settings = yaml.load(args.params).get("review", {})
    inputs = read_inputs(args.build, args.film)
    patches = load_patches(patch_files(args.patches_dir, args.film), args.film)
    entries = _entries(inputs, _review(inputs, patches), settings)
    if args.format == "jsonl":
        from linedscript.io.files import print_bytes

        print_bytes(b"".join(encode(entry) + b"\n" for entry in entries))
        return 0
    from linedscript.review.printing import queue_lines

    print("\n".join(queue_lines(args.film, entries)))
    return 0


def _audits(args: argparse.Namespace) -> int:
    from linedscript.io.canonical import encode
    from linedscript.review.audits import audit_files, load_audits, looks, summary
    from linedscript.review.inputs import present_digests
    from linedscript.review.patches import load_patches, patch_files, patched_films

    films = patched_films(args.patches_dir)
    patches = {film: load_patches(patch_files(args.patches_dir, film), film) for film in films}
    audits = load_audits(audit_files(args.audits), patches)
    rows = summary(looks(audits, present_digests(args.build, {audit.film for audit in audits})))
    if args.format == "jsonl":
        from linedscript.io.files import print_bytes

        print_bytes(
            b"".join(encode({"round": row.round, "layer": row.layer} | row.summary._asdict()) + b"\n" for row in rows)
        )
        return 0
    from linedscript.review.printing import print_audits

    print_audits(rows)
    return 0
