"""``linedscript trace``: from a record or a table's cell to the source text."""

import argparse
from pathlib import Path

SUMMARY = "walk from a record or a table's cell to the source text"


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ID",
        help="<film>/<id> or <layer>/<film>/<id>, such as en-0001/rel-0007; or "
        "tables/<table>#<row>,<column>, such as tables/genres#Drama,films",
    )
    parser.add_argument(
        "--release", type=Path, metavar="DIR", help="the release to walk; without it releases/parent, else build/parent"
    )
    parser.add_argument(
        "--pseudonymized",
        type=Path,
        metavar="DIR",
        help="for a table's cell, the pseudonymized release beside --release",
    )
    parser.add_argument(
        "--runs",
        type=Path,
        metavar="DIR",
        help="for a cell of a table of runs, the folder of runs (default: runs beside --release, if it is there)",
    )
    parser.add_argument(
        "--scripts",
        type=Path,
        metavar="DIR",
        help="scene records with their text in the release's view, <DIR>/<film>.jsonl (default: build/scenes, if it "
        "is there); without them no text is shown",
    )
    parser.add_argument(
        "--depth",
        type=int,
        default=1,
        metavar="N",
        help="how many citations and references deep; 0: the record's own evidence (default: %(default)s)",
    )
    parser.add_argument(
        "--around",
        type=int,
        default=60,
        metavar="CHARS",
        help="how much text to show on each side of a span (default: %(default)s)",
    )
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from linedscript.errors import LinedscriptError
    from linedscript.release.gather import require_texts, scene_texts
    from linedscript.release.trace import Tracer
    from linedscript.release.tracing import cell_tree, show
    from linedscript.release.tree import Release

    root = args.release or next((one for one in (Path("releases/parent"), Path("build/parent")) if one.is_dir()), None)
    if root is None:
        raise LinedscriptError("missing-file", "releases/parent", "no release at hand", "give --release")
    if args.scripts is not None:
        require_texts(args.scripts, Release(root))
    scripts = args.scripts or Path("build/scenes")
    if args.address.startswith("tables/"):
        runs = args.runs or root.with_name("runs")
        runs = runs if args.runs is not None or (runs / "SHA256SUMS").is_file() else None
        show(cell_tree(args.address, root, args.pseudonymized or root.with_name("pseudonymized"), runs))
        return 0
    tracer = Tracer(
        Release(root),
        around=args.around,
        texts=lambda film: (
            scene_texts(scripts, film) if args.scripts is not None or (scripts / f"{film}.jsonl").is_file() else None
        ),
    )
    show(tracer.tree(*tracer.find(args.address), args.depth))
    return 0
