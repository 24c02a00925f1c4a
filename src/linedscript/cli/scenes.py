"""``linedscript scenes``: read a screenplay into scenes and blocks, and prove a stored reading again."""

import argparse
from pathlib import Path

SUMMARY = "read a screenplay exactly: scenes, removed regions, proof, token blocks"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)

    read = verbs.add_parser(
        "read",
        help="bytes to scenes; fails where the bytes changed or no scene is found",
        description="Read a script exactly: every character of the source goes to a scene or to a removed region "
        "with its reason, and the validation record proves it.",
    )
    read.add_argument("--film", required=True, metavar="ID", help="the film's id in the source index, e.g. en-0001")
    read.add_argument(
        "--language", required=True, choices=("en", "zh"), help="the film's language: decides how words are counted"
    )
    read.add_argument("--script", required=True, metavar="FILE", type=Path, help="the screenplay's file")
    read.add_argument(
        "--raw-sha256", required=True, metavar="HEX", help="the SHA-256 that the source index gives for the file"
    )
    read.add_argument(
        "--format",
        default=None,
        metavar="NAME",
        help="the screenplay format; left out or empty: recognized from the text",
    )
    read.add_argument(
        "--encoding",
        default=None,
        metavar="NAME",
        help="the file's encoding; left out or empty: found out and recorded",
    )
    read.add_argument(
        "--errors",
        default="strict",
        choices=("strict", "replace"),
        help="what to do with a byte that can't be decoded: fail, or put U+FFFD",
    )
    read.add_argument(
        "--settings",
        required=True,
        metavar="JSON",
        help='JSON object with "budget" (content tokens a block) and "tokenizer"',
    )
    read.add_argument(
        "--source",
        required=True,
        metavar="OUT",
        type=Path,
        help="output: how the bytes became text (one DecodedSource)",
    )
    read.add_argument("--scenes", required=True, metavar="OUT", type=Path, help="output: scene records with their text")
    read.add_argument(
        "--removed",
        required=True,
        metavar="OUT",
        type=Path,
        help="output: regions that are in no scene, with the reason",
    )
    read.add_argument(
        "--validation",
        required=True,
        metavar="OUT",
        type=Path,
        help="output: the proof that every character is accounted for",
    )
    read.add_argument(
        "--blocks", required=True, metavar="OUT", type=Path, help="output: scenes packed under the token budget"
    )
    read.set_defaults(run=_read)

    check = verbs.add_parser(
        "check",
        help="prove a stored reading against its script again; names film, scene and offset of a defect",
        description="Rebuild the source from the stored scenes and removed regions and compare it with the script.",
    )
    check.add_argument("--scenes", required=True, type=Path, metavar="FILE", help="scene records with their text")
    check.add_argument("--removed", required=True, type=Path, metavar="FILE", help="the removed regions")
    check.add_argument("--validation", required=True, type=Path, metavar="FILE", help="the validation record")
    check.add_argument(
        "--source",
        type=Path,
        metavar="FILE",
        default=None,
        help="the DecodedSource record: gives encoding and hash; left out: found out again",
    )
    check.add_argument("--script", required=True, type=Path, metavar="FILE", help="the screenplay's file")
    check.set_defaults(run=_check)


def _read(args: argparse.Namespace) -> int:
    from linedscript.io.canonical import encode, write_records
    from linedscript.io.files import write_bytes
    from linedscript.screenplay.read import read_screenplay, script_settings, verified_bytes

    settings = script_settings(args.settings)
    data = verified_bytes(args.script, args.film, args.raw_sha256)
    reading = read_screenplay(
        data,
        args.film,
        args.language,
        format=args.format or None,
        encoding=args.encoding or None,
        errors=args.errors,
        budget=settings.budget,
        tokenizer=settings.tokenizer,
    )
    write_records(args.scenes, reading.scenes)
    write_records(args.removed, reading.removed)
    write_records(args.blocks, reading.blocks)
    write_bytes(args.validation, encode(reading.validation) + b"\n")
    write_bytes(args.source, encode(reading.source) + b"\n")
    return 0


def _check(args: argparse.Namespace) -> int:
    from linedscript.screenplay.stored import check_stored

    validation = check_stored(args.scenes, args.removed, args.validation, args.script, args.source)
    counts = f"{validation.scenes} scenes, {validation.elements} elements, {validation.removed} removed regions"
    print(f"{validation.film}: {counts} rebuild {validation.source_chars} characters")
    return 0
