"""``linedscript audit``: draw what reviewers look at, and take their sheets back."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linedscript.cli._typed import day_so_far

if TYPE_CHECKING:
    from linedscript.records.review import AuditFrame
    from linedscript.records.scene import Scene
    from linedscript.review.audit_units import Frame

SUMMARY = "draw what reviewers look at, take their sheets back, and release what came of it"
INSTRUCTIONS = Path("docs/audit")
"""In the project's folder, in both languages."""


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)

    draw = verbs.add_parser(
        "draw",
        help="draw a round and write each reviewer's sheet",
        description="Task I: claims of one trajectory a film, film by film in turn. Task II: every question. Task III: "
        "two single-turn interactions and one multi-turn episode of each role. Writes <reviewer>.csv per reviewer, the "
        "instruction in both languages, round.json, and <round>.frame.jsonl with the numbers of the frame.",
    )
    draw.add_argument("--task", required=True, choices=("I", "II", "III"), help="whose items are looked at")
    _round_option(draw)
    draw.add_argument("--films", required=True, nargs="+", metavar="ID", help="opaque ids, e.g. en-0001")
    draw.add_argument(
        "--reviewers", required=True, nargs="+", metavar="CODE", help="codes such as r1; names stay elsewhere"
    )
    draw.add_argument("--seed", required=True, type=_whole, metavar="N", help="of the draw")
    draw.add_argument("--size", type=_whole, metavar="N", help="claims drawn for Task I, at most (default: the frame)")
    draw.add_argument(
        "--repeat",
        type=_share,
        default=0.0,
        metavar="SHARE",
        help="of what is drawn, the share that a second reviewer looks at too, 0 to 1 (default: 0)",
    )
    draw.add_argument("--build", type=Path, default=Path("build"), metavar="DIR", help="the build (default: build)")
    draw.add_argument("--out", required=True, type=Path, metavar="DIR", help="where the sheets go")
    draw.set_defaults(run=_draw)

    take = verbs.add_parser(
        "take",
        help="take filled sheets over into manifests/audits",
        description="Checks every row of every sheet of the round, then writes <audits>/<round>.jsonl and "
        "<round>.frame.jsonl. Nothing is written where a row is wrong.",
    )
    take.add_argument("--sheets", required=True, type=Path, metavar="DIR", help="what 'audit draw' wrote, filled in")
    take.add_argument("--date", required=True, type=day_so_far, metavar="DAY", help="of the round, such as 2026-01-31")
    take.add_argument(
        "--patches-dir", type=Path, default=Path("manifests/patches"), metavar="DIR", help="default: manifests/patches"
    )
    take.add_argument("--audits", type=Path, default=Path("manifests/audits"), metavar="DIR", help="%(default)s")
    take.set_defaults(run=_take)

    released = verbs.add_parser(
        "release",
        help="write a film's looks and frames as the release holds them",
        description="Reads every round under --audits and writes the film's looks, each with whether its record has "
        "changed since, and the film's part of the frames.",
    )
    released.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    released.add_argument("--build", required=True, type=Path, metavar="DIR", help="the build, with the film reviewed")
    released.add_argument("--patches", nargs="*", default=[], type=Path, metavar="FILE", help="the film's patch files")
    released.add_argument("--audits", required=True, type=Path, metavar="DIR", help="where the rounds lie")
    released.add_argument("--looks", required=True, type=Path, metavar="OUT", help="where the looks go")
    released.add_argument("--frames", required=True, type=Path, metavar="OUT", help="where the frames go")
    released.set_defaults(run=_release)


def _round_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--round", required=True, metavar="NAME", help="of the round, such as claims-1")


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number from 0")
    return int(text)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a share from 0 to 1")
    return value


def _draw(args: argparse.Namespace) -> int:
    import numpy as np

    from linedscript.errors import LinedscriptError
    from linedscript.io.canonical import read_records, write_records
    from linedscript.io.files import write_bytes
    from linedscript.records.scene import Scene
    from linedscript.release.tree import pretty
    from linedscript.review.audit_rounds import DrawnRound, check_names, frames_of
    from linedscript.review.audit_sheets import deal, write_audit_sheet
    from linedscript.review.audit_units import draw_balanced, draw_roles

    check_names(args.round, args.reviewers, args.films)
    if args.repeat and len(args.reviewers) < 2:
        raise LinedscriptError("wrong-usage", "--repeat", "needs two reviewers", "name another after --reviewers")
    if args.size is not None and args.task != "I":
        raise LinedscriptError("wrong-usage", "--size", "is for Task I: the other tasks say themselves what is drawn")
    films = sorted(args.films)
    rng = np.random.default_rng([args.seed, *args.round.encode()])
    scenes = {
        film: {scene.id: scene for scene in read_records(args.build / f"scenes/{film}.jsonl", Scene)} for film in films
    }
    frames: dict[str, Frame] = {film: _frame(args.task, args.build, film, scenes[film], rng) for film in films}
    held = sum(len(frame.units) for frame in frames.values())
    if not held:
        problem = f"Task {args.task} has nothing to look at in {', '.join(films)}"
        raise LinedscriptError("empty-frame", str(args.build), problem)
    if args.task == "III":
        drawn = draw_roles(frames, rng)
    else:
        drawn = draw_balanced(frames, held if args.size is None else args.size, rng)
    repeated = [drawn[place] for place in rng.permutation(len(drawn))[: round(args.repeat * len(drawn))].tolist()]
    dealt = deal(drawn, repeated, args.reviewers)
    for reviewer, units in dealt.items():
        write_audit_sheet(args.out / f"{reviewer}.csv", units, scenes)
    for language in ("en", "zh"):
        write_bytes(args.out / f"instruction.{language}.md", (INSTRUCTIONS / f"instruction.{language}.md").read_bytes())
    rows: list[AuditFrame] = frames_of(args.round, args.task, frames, drawn, repeated, args.seed)
    write_records(args.out / f"{args.round}.frame.jsonl", rows)
    sheets = {name: {f"{unit.film}/{unit.record}": unit.digest for unit in units} for name, units in dealt.items()}
    write_bytes(args.out / "round.json", pretty(DrawnRound(round=args.round, task=args.task, sheets=sheets)))
    each = ", ".join(f"{name} {len(units)}" for name, units in dealt.items())
    print(f"{len(drawn)} of {held} drawn, {len(repeated)} of them twice: {each}", file=sys.stderr)
    return 0


def _frame(task: str, build: Path, film: str, scenes: "dict[str, Scene]", rng: Any) -> "Frame":
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Entity
    from linedscript.records.item import Item
    from linedscript.records.stage import Prompt, Rubric, Scaffold
    from linedscript.records.trajectory import Checkpoint
    from linedscript.review.audit_units import question_frame, role_frame, told, trajectory_frame

    if task == "II":
        return question_frame(read_records(build / f"reviewed/items/{film}.jsonl", Item))
    entities = read_records(build / f"reviewed/entities/{film}.jsonl", Entity)
    names = told(entities, read_records(build / f"reviewed/checkpoints/{film}.jsonl", Checkpoint), scenes)
    if task == "I":
        return trajectory_frame(read_records(build / f"rubrics/{film}.jsonl", Rubric), names, rng)
    scaffolds = read_records(build / f"scaffolds/{film}.jsonl", Scaffold)
    evidence = {
        one.id: [span for claim in (*one.supporting, *one.contradicting) for span in claim.evidence]
        for one in scaffolds
    }
    return role_frame(read_records(build / f"reviewed/prompts/{film}.jsonl", Prompt), evidence, names)


def _take(args: argparse.Namespace) -> int:
    from linedscript.review.audit_rounds import take
    from linedscript.review.patches import load_patches, patch_files, patched_films

    films = patched_films(args.patches_dir)
    patches = {film: load_patches(patch_files(args.patches_dir, film), film) for film in films}
    name, count = take(args.sheets, args.audits, args.date, patches)
    print(f"{args.audits / name}.jsonl: {count} looks", file=sys.stderr)
    return 0


def _release(args: argparse.Namespace) -> int:
    from linedscript.io.canonical import write_records
    from linedscript.review.audits import audit_files, load_audits, load_frames, looks
    from linedscript.review.inputs import present_digests
    from linedscript.review.patches import load_patches

    patches = {args.film: load_patches(args.patches, args.film)} if args.patches else {}
    own = load_audits(audit_files(args.audits), patches, args.film)
    frames = [frame for frame in load_frames(args.audits) if frame.film == args.film]
    write_records(args.looks, looks(own, present_digests(args.build, {args.film}) if own else {}))
    write_records(args.frames, frames)
    return 0
