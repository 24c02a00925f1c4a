"""``linedscript materialize``: a release and the scripts that a user has."""

import argparse
import sys
from pathlib import Path

SUMMARY = "join a release to the scripts that a user has"


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Find each film's script by its hash, read it, check every scene against the release, and write "
        "<OUT>/<view>/scenes/<film>.jsonl (scenes with their text) and "
        "<OUT>/<view>/annotations/<film>.jsonl (every record "
        "with evidence, its text filled in). What the release holds of Tasks I and III as plans is filled too: "
        "<OUT>/<view>/packs/<film>.jsonl, what an actor may be given for each role-play prompt, with a page to read in "
        "packs/<film>/, and <OUT>/<view>/intervals/<film>.jsonl, the chunks between checkpoints. Prints a line per "
        "film: OK, changed, missing or withheld. Exit status 1 "
        "unless all are OK."
    )
    parser.add_argument("--release", required=True, type=Path, metavar="DIR", help="a release, either view")
    parser.add_argument(
        "--scripts",
        required=True,
        action="append",
        type=Path,
        metavar="DIR",
        help="where your scripts lie, in any arrangement, e.g. sources/; may be repeated",
    )
    parser.add_argument(
        "--out", required=True, type=Path, metavar="DIR", help="where the joined files go, e.g. materialized/"
    )
    parser.add_argument(
        "--index",
        type=Path,
        default=Path("manifests/sources.jsonl"),
        metavar="FILE",
        help="the source index; a pseudonymized release names no hash of a script, so it is "
        "looked up here (default: %(default)s)",
    )
    parser.add_argument(
        "--identity",
        type=Path,
        default=Path("manifests/identity.json"),
        metavar="FILE",
        help="the pins of the name maps; where a film's map is at hand, its pseudonymized view is made of it if the "
        "release withholds the recipe (default: %(default)s)",
    )
    parser.set_defaults(run=_materialize)


def _materialize(args: argparse.Namespace) -> int:
    from linedscript.cli._progress import watched
    from linedscript.errors import LinedscriptError, one_line
    from linedscript.evaluation.names_at_hand import map_finder
    from linedscript.io.canonical import write_records
    from linedscript.io.files import write_bytes
    from linedscript.release.publish import refuse_inside_a_tree
    from linedscript.release.tree import Release
    from linedscript.sources.index import film_named, load_index, screenplay
    from linedscript.sources.materializing import Joined, Scripts, annotation_lines, join
    from linedscript.suites.stage.filling import FILLED, clear_filled, write_filled

    release = Release(args.release)
    view = release.manifest().view
    films = release.films()
    known = films if view == "parent" else load_index(args.index)
    refuse_inside_a_tree(args.out / view)
    for folder in args.scripts:
        if folder.resolve() in (args.out.resolve(), *args.out.resolve().parents):
            raise LinedscriptError(
                "unsafe-path",
                str(args.out),
                f"lies in the folder of scripts {folder}",
                "name an --out outside it, such as materialized/",
            )
    scripts = Scripts(*args.scripts)
    for why in scripts.unreadable:
        print(f"not looked at: {one_line(why)}", file=sys.stderr)
    bad = []
    names = map_finder(args.identity)
    for film in watched(films, "Joining"):
        try:
            source = screenplay(film_named(known, film.id, args.index))
        except LinedscriptError as error:
            bad.append(Joined(film.id, "missing", error.problem, error.hint, [], []))
            print(f"{film.id}\tmissing\t{error.problem}")
            continue
        joined = join(film.id, film.language, source, scripts, release, view == "pseudonymized", names)
        folder = args.out / view
        if joined.status == "OK":
            write_records(folder / "scenes" / f"{film.id}.jsonl", joined.scenes)
            write_bytes(folder / "annotations" / f"{film.id}.jsonl", annotation_lines(joined.annotations))
            rows = {layer: release.rows(layer, film.id) for layer in FILLED}
            write_filled(folder, film.id, film.language, joined.scenes, rows)
        else:
            for kind in ("scenes", "annotations"):
                (folder / kind / f"{film.id}.jsonl").unlink(missing_ok=True)
            clear_filled(folder, film.id)
            bad.append(joined)
        print(f"{film.id}\t{joined.status}\t{one_line(joined.why)}")
    for joined in bad:
        print(f"{joined.film} is {joined.status}: {one_line(joined.hint)}", file=sys.stderr)
    return 1 if bad else 0
