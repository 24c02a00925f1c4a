"""``linedscript verify``: re-check a release alone, with no source at hand; published runs and tables too."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linedscript.tables.reprinting import Kind

SUMMARY = "re-check a release alone, or published runs or tables"


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("release", type=Path, metavar="RELEASE", help="the folder of a release, of runs or of tables")
    parser.add_argument(
        "--parent",
        type=Path,
        metavar="RELEASE",
        help="the parent of a pseudonymized release: its titles and replaced names must not be left in it "
        "(default: the folder 'parent' beside the release)",
    )
    parser.add_argument(
        "--scripts",
        type=Path,
        metavar="DIR",
        help="a folder of scene records with their text in the release's view, <DIR>/<film>.jsonl, as 'linedscript "
        "materialize' makes them of the scripts (materialized/<view>/scenes) and a build has them (build/scenes): "
        "every span is compared with the text, and quotations are measured",
    )
    parser.add_argument(
        "--params",
        type=Path,
        default=Path("params.yaml"),
        metavar="FILE",
        help="for tables, whose evaluation section they were printed with (default: %(default)s)",
    )
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from linedscript.cli._progress import watched
    from linedscript.errors import LinedscriptError
    from linedscript.release.gates.run import check
    from linedscript.release.gather import require_texts, scene_texts, texts_hint
    from linedscript.release.report import show
    from linedscript.release.tree import Release, require

    for folder in filter(None, (args.release, args.parent)):
        require(folder)
    if (kind := _other_kind(args.release)) is not None:
        return _published(args, kind)
    release = Release(args.release)
    if args.scripts is not None:
        require_texts(args.scripts, release)
    parent = Release(args.parent) if args.parent is not None else _beside(args.release)
    if parent is not None and parent.manifest().view != "parent":
        raise LinedscriptError("other-view", str(args.parent), "isn't a parent release", "give the parent's folder")
    report = check(
        release,
        sums=True,
        titles=(),
        parent=parent,
        texts=lambda film: (
            scene_texts(args.scripts, film)
            if args.scripts is not None and (args.scripts / f"{film}.jsonl").is_file()
            else None
        ),
        watch=watched,
    )
    show(report, args.release)
    if report.view is not None and not report.with_texts:
        print(f"no scene text is at hand, so no span was compared: --scripts; {texts_hint(release)}", file=sys.stderr)
    if parent is None and report.view == "pseudonymized":
        print(
            "the parent isn't at hand: its titles and replaced names weren't looked for; give it by --parent",
            file=sys.stderr,
        )
    return 1 if report.defects else 0


def _other_kind(root: Path) -> "Kind | None":
    from linedscript.release.tree import FILMS

    if (root / FILMS).is_file():
        return None
    from linedscript.tables.reprinting import kind_of

    return kind_of(root)


def _published(args: argparse.Namespace, kind: "Kind") -> int:
    from linedscript.errors import folded
    from linedscript.tables.reprinting import run_faults, table_faults

    looked = table_faults(args.release, args.params) if kind == "tables" else run_faults(args.release, kind)
    faults = list(looked)
    for fault in folded(faults):
        print(fault)
    holds = "printed again from the releases and runs beside them" if kind == "tables" else "sums and rows looked at"
    print(f"{args.release}: {kind}, {holds}: {len(faults)} defects", file=sys.stderr)
    return 1 if faults else 0


def _beside(release: Path):
    """The sibling ``parent`` of a pseudonymized release, also where the release names another: the gates say so."""
    from linedscript.errors import LinedscriptError
    from linedscript.release.tree import Release

    beside = Release(release.resolve().parent / "parent")
    try:
        of_a_pair = (Release(release).manifest().view, beside.manifest().view) == ("pseudonymized", "parent")
    except LinedscriptError:
        return None
    return beside if of_a_pair else None
