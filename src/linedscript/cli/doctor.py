"""``linedscript doctor``: are the films' files at hand, and where are they if not?"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from linedscript.cli._index import add_index

SUMMARY = "say of each film whether its script is at hand, changed, gone or unreadable, and what to do"


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check every file that the source index names: OK, changed, gone or unreadable, why, and what to do. "
        "Withdrawn films are said to be so. With --search, look for the films among your own files: by their bytes, "
        "by their text whatever its line ends, blanks and encoding, and by the scenes that stand there unchanged, so "
        "that another draft is found, with its share of the scenes. Scenes are known from a script that is OK, from "
        "--scenes or from --release; one with one other word is another scene. Exit status 1 unless all is OK."
    )
    parser.add_argument("films", nargs="*", metavar="FILM", help="ids (default: all)")
    parser.add_argument(
        "--search",
        nargs="+",
        type=Path,
        default=[],
        metavar="FOLDER",
        help="folders of your own to look through; links aren't followed, hidden files left out",
    )
    parser.add_argument(
        "--adopt",
        action="store_true",
        help="copy a file with the very bytes of the index to sources/<film>/; nothing is overwritten",
    )
    parser.add_argument(
        "--scenes",
        type=Path,
        default=None,
        metavar="DIR",
        help="scene records with their text, <DIR>/<film>.jsonl, to find changed versions by (default: build/scenes "
        "where it exists)",
    )
    parser.add_argument(
        "--release",
        type=Path,
        metavar="DIR",
        help="a parent release: its scene hashes serve where --scenes has none; they need the exact text",
    )
    parser.add_argument(
        "--largest",
        type=int,
        default=50_000_000,
        metavar="BYTES",
        help="pass over larger files in a search, but for media of a kind that the index names (default: %(default)s)",
    )
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help="how a search reads files whose encoding can't be found out (default: those of the index are tried)",
    )
    add_index(parser)
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text: a table, tab-separated where it isn't for a terminal; json: one object (default: %(default)s)",
    )
    parser.set_defaults(run=_doctor)


def _doctor(args: argparse.Namespace) -> int:
    from linedscript.errors import LinedscriptError
    from linedscript.sources.doctor import check_film, total_bytes
    from linedscript.sources.examining import Examined, show_json, show_text
    from linedscript.sources.index import film_named, load_index
    from linedscript.sources.searching import Search, files_under

    if args.adopt and not args.search:
        raise LinedscriptError("wrong-usage", "--adopt", "nothing is searched", "name folders with --search")
    if args.encoding and not args.search:
        hint = "name folders with --search; a film's own: linedscript sources replace FILM FILE --encoding NAME"
        raise LinedscriptError("wrong-usage", "--encoding", "nothing is searched", hint)
    rows = load_index(args.index)
    films = [film_named(rows, film, args.index) for film in dict.fromkeys(args.films)] or rows
    root = Path()
    with _progress("Checking", total_bytes(films, root)) as advance:
        checked = {film.id: check_film(film, root, advance) for film in films}
    examined = Examined(films, checked, [], [], None, [])
    if args.search:
        files, skipped = files_under(args.search)
        search = Search(films, _known(args, films, checked), args.largest, args.encoding)
        with _progress("Searching", sum(file.size for file in files)) as advance:
            for file in files:
                search.look(file, advance)
        examined = examined._replace(found=search.best(), skipped=skipped + search.skipped, searched=len(files))
        if args.adopt:
            examined = examined.adopted(root)
    print_ = show_json if args.format == "json" else show_text
    print_(examined, sys.stdout)
    return 0 if examined.well else 1


def _known(args: argparse.Namespace, films, checked):
    """Scene hashes by film: from the script itself, from texts where they are at hand, else from the release."""
    from linedscript.errors import LinedscriptError
    from linedscript.release.tree import Release
    from linedscript.sources.scene_hashes import from_release, from_scripts, from_texts

    for folder in (args.scenes, args.release):
        if folder is not None and not folder.is_dir():
            raise LinedscriptError("missing-folder", str(folder), "no such folder")
    known, alive = [], [film for film in films if not film.withdrawn]

    def left():
        had = {one.film for one in known}
        return [film for film in alive if film.id not in had]

    well = {one.film for rows in checked.values() for one in rows if one.kind == "screenplay" and one.status == "OK"}
    known += from_scripts([film for film in alive if film.id in well], Path())
    known += from_texts(args.scenes or Path("build/scenes"), left())
    if args.release is not None:
        known += from_release(Release(args.release), left())
    return known


@contextmanager
def _progress(what: str, total: int) -> Iterator:
    """A bar on standard error where a person watches; advanced by bytes."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total or None)
        yield lambda count: bar.advance(task, count)
