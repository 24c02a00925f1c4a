"""``linedscript patch``: write and check typed patches."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from linedscript.cli._typed import day, of_field
from linedscript.records.review import ACTIONS, Patch, Reason

SUMMARY = "write and check typed patches"
_REVIEWER = of_field(
    "linedscript.records.review", "Patch", "reviewer", "a reviewer's code such as r1; names stay private"
)
_PATCH = of_field("linedscript.records.review", "Patch", "id", "a patch's id such as pt-0001")
_SCENE = of_field("linedscript.records.scene", "Scene", "id", "a scene's id such as s0004")
_ACTIONS_HELP = "\n".join(f"  {layer:13}{', '.join(actions)}" for layer, actions in ACTIONS.items())
_EPILOG = f"""actions by layer:
{_ACTIONS_HELP}

what the actions take:
  drop, reject   nothing; --dependents, --each or --redirect say how records that refer to the target go on.
                 Both end the record; tables count them apart: drop what isn't so or isn't wanted, reject what was
                 proposed (a storyline, state, development, prompt, item) and isn't good enough
  merge          --set into=ent-0002
  split          --value FILE: {{new: {{name, description, named, types, mentions, aliases, shared, move}}}}
  revise         --set field=value, once per field; a value that is JSON is read as JSON
  retarget       --set subject=ent-0002 (relations: subject, object; links: source, target)
  replace, add   --value FILE and --set: the whole record; replace starts from the target's own fields
  keep           nothing: a stale record stands with what it relies on now; a doubtful one is right as it is
  waive          nothing: the release goes out with this block failed (--layer coverage --target units:s0003)

Evidence is given by its words: evidence: [{{scene: s0003, quote: "the lamp goes out"}}].
"""


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", title="verbs", required=True)
    _new_parser(
        verbs.add_parser(
            "new",
            help="write the next patch of a film",
            epilog=_EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            description="Shows the record with the script's text around its evidence (of prompts: around their\n"
            "checkpoint), fills in what you saw as the patch's guard, tries the patch with all others, and writes\n"
            "manifests/patches/<film>/pt-NNNN.yaml. Without --action it prints the record, and no more.\n"
            "Ids and what is doubtful: linedscript review queue --film ID.",
        )
    )
    check = verbs.add_parser(
        "check",
        help="try all patches against the build, writing nothing",
        description="Prints what each patch changes and what becomes stale by it. Exit status 1 on any fault.",
    )
    check.add_argument("--film", metavar="ID", help="one film; default: every film that has patches")
    _folders(check)
    check.set_defaults(run=_check)


def _folders(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--build", type=Path, default=Path("build"), metavar="DIR", help="the build; default: build")
    parser.add_argument(
        "--patches-dir",
        type=Path,
        default=Path("manifests/patches"),
        metavar="DIR",
        help="where patches lie, DIR/<film>/pt-NNNN.yaml; default: manifests/patches",
    )


class _Needing(argparse.Action):
    """An action needs what every patch has: argparse then tells whatever is missing at once."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        setattr(namespace, self.dest, values)
        needed = ("reason", "note", "reviewer", "date") + (("target",) if values != "add" else ())
        for action in parser._actions:
            action.required = action.required or action.dest in needed


def _new_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    parser.add_argument("--layer", required=True, choices=sorted(ACTIONS), help="the layer of the record")
    parser.add_argument("--target", metavar="ID", help="the record's id; none for add")
    actions = sorted({one for actions in ACTIONS.values() for one in actions})
    parser.add_argument("--action", choices=actions, action=_Needing, help="see below; none: only show the record")
    _pairs_option(parser, "--set", "FIELD=VALUE", "a field of the payload")
    parser.add_argument("--value", type=Path, metavar="FILE", help="the payload as YAML or JSON; --set goes over it")
    parser.add_argument("--reason", choices=Reason.__args__, help="why, as a code")
    parser.add_argument("--note", type=_note, metavar="SENTENCE", help="why, in a sentence that names the evidence")
    parser.add_argument(
        "--scenes", nargs="*", type=_SCENE, default=[], metavar="SCENE", help="scenes that support the correction"
    )
    parser.add_argument("--reviewer", type=_REVIEWER, metavar="CODE", help="your reviewer code, e.g. r1; never a name")
    parser.add_argument("--date", type=day, metavar="YYYY-MM-DD", help="the date of the patch; no clock is read")
    parser.add_argument(
        "--supersedes", type=_PATCH, metavar="PATCH", help="an earlier patch on the same record, then not applied"
    )
    parser.add_argument(
        "--dependents",
        choices=("refuse", "detach", "drop", "stale"),
        help="how records that refer to a dropped one go on: detach: without the reference; drop: so, or not at all "
        "where they can't; stale: withheld",
    )
    _pairs_option(parser, "--each", "LAYER/ID=HOW", "detach, drop or stale for one dependent")
    _pairs_option(parser, "--redirect", "LAYER/ID=ID", "a dependent refers to that record instead")
    parser.add_argument(
        "--accept-changes",
        action="store_true",
        help="revise: the stale record also accepts what it relies on as it is now",
    )
    _folders(parser)
    parser.set_defaults(run=_new)


def _new(args: argparse.Namespace) -> int:
    from linedscript.review.actions import missing
    from linedscript.review.apply import carry_out
    from linedscript.review.book import Book
    from linedscript.review.drafting import draft, next_id, to_yaml, whole_value
    from linedscript.review.inputs import read_inputs
    from linedscript.review.patches import load_patches, patch_files
    from linedscript.review.showing import evidence_lines, patch_lines, place_lines, record_lines, reference_lines

    patches = load_patches(patch_files(args.patches_dir, args.film), args.film)
    inputs = read_inputs(args.build, args.film)
    book = Book(args.film, inputs.layers, inputs.scenes, inputs.mentions)
    carry_out(book, inputs.coverage, [patch for patch in patches if patch.id != args.supersedes])
    at = (args.layer, args.target)
    record = book.get(at) if args.target else None
    if record is not None:
        places = evidence_lines(record, inputs.scenes) + place_lines(record, book, inputs.scenes)
        shown = record_lines(at, record) + places + reference_lines(book, at)
        print("\n".join(shown), file=sys.stderr if args.action else sys.stdout)
    if args.action is None:
        if record is None:
            if args.target is None:
                print("linedscript patch new: name a record with --target, or give an --action", file=sys.stderr)
                return 2
            raise missing(book, at, args.film)
        return 0
    patch_id = next_id(patches)
    value = _value(args)
    if args.action == "replace":
        value = whole_value(book, args.layer, args.target, value)
    dependents = None
    if args.dependents or args.each or args.redirect:
        dependents = {"default": args.dependents or "refuse", "each": dict(args.each), "retarget": dict(args.redirect)}
    patch = draft(
        book,
        inputs.coverage,
        {
            "id": patch_id,
            "film": args.film,
            "layer": args.layer,
            "action": args.action,
            "target": args.target,
            "value": value,
            "reason": args.reason,
            "note": args.note,
            "scenes": args.scenes,
            "reviewer": args.reviewer,
            "date": args.date,
            "dependents": dependents,
            "supersedes": args.supersedes,
        },
        accept_changes=args.accept_changes,
        place=f"{args.film}/{patch_id}",
    )
    reviewed = _try(inputs, [*patches, patch])
    from linedscript.io.files import write_text

    path = args.patches_dir / args.film / f"{patch.id}.yaml"
    write_text(path, to_yaml(patch))
    _tell(patch_lines(patch, reviewed))
    print(path)
    _tell([f"next: linedscript patch check --film {args.film}", "then: dvc repro"])
    return 0


def _check(args: argparse.Namespace) -> int:
    from linedscript.errors import Faults, LinedscriptError, raise_all
    from linedscript.review.inputs import read_inputs
    from linedscript.review.patches import load_patches, patch_files, patched_films
    from linedscript.review.showing import patch_lines

    faults: list[LinedscriptError] = []
    checked = 0
    for film in [args.film] if args.film else patched_films(args.patches_dir):
        try:
            patches = load_patches(patch_files(args.patches_dir, film), film)
            reviewed = _try(read_inputs(args.build, film), patches)
        except LinedscriptError as error:
            faults += error.faults if isinstance(error, Faults) else [error]
            continue
        for patch in patches:
            print("\n".join(patch_lines(patch, reviewed)))
        checked += len(patches)
        if reviewed.stale:
            print(f"{film}: {len(reviewed.stale)} records withheld until a patch keeps, replaces or drops them")
    raise_all(faults)
    print(f"{checked} patches hold", file=sys.stderr)
    return 0


def _try(inputs: Any, patches: list[Patch]) -> Any:
    from linedscript.backbone.registry import registry
    from linedscript.review.apply import apply_patches

    return apply_patches(
        inputs.film,
        inputs.layers,
        inputs.coverage,
        patches,
        scenes=inputs.scenes,
        mentions=inputs.mentions,
        registry=registry(),
    )


def _value(args: argparse.Namespace) -> dict[str, Any]:
    from linedscript.errors import LinedscriptError
    from linedscript.io import yaml

    value: Any = {}
    if args.value is not None:
        value = yaml.load(args.value)
        if not isinstance(value, dict):
            raise LinedscriptError("patch-payload", str(args.value), "isn't a mapping of fields")
    return value | {field: _scalar(text) for field, text in args.set}


def _scalar(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _pairs_option(parser: argparse.ArgumentParser, name: str, metavar: str, text: str) -> None:
    parser.add_argument(name, action="append", default=[], type=_pair, metavar=metavar, help=f"{text}; repeatable")


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise argparse.ArgumentTypeError(f"{text!r} isn't NAME=VALUE")
    return key, value


def _note(text: str) -> str:
    from linedscript.review.notes import note_problem

    if problem := note_problem(text):
        raise argparse.ArgumentTypeError(f"{problem}; say why, and what in the script shows it")
    return text


def _tell(lines: list[str]) -> None:
    print("\n".join(lines), file=sys.stderr)
