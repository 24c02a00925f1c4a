"""``linedscript sources``: the source index."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linedscript.cli._amend import add_verbs, film_options
from linedscript.cli._index import add_genres, add_index, read_genres_and_index
from linedscript.cli._typed import day, of_field, one_line

if TYPE_CHECKING:
    from linedscript.records.source import Film, Source
    from linedscript.sources.adding import Facts

SUMMARY = "the source index: add, correct, fetch, list or withdraw films"
_ID = of_field("linedscript.records.source", "Film", "id", "a film's id such as en-0007")


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", title="verbs", required=True)
    add = verbs.add_parser(
        "add",
        help="make an entry from any readable script",
        description="Read each FILE whole, make its index entry and copy it to sources/<film>/, "
        "which stays out of the repository. "
        "What isn't given is read off the file where it can be, and printed.",
    )
    add.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a screenplay")
    add.add_argument(
        "--id", type=_ID, metavar="ID", help="the film's opaque id (default: the next free one of its language)"
    )
    add.add_argument(
        "--title", type=one_line, help="the title, as on the title page (default: from there, else the file's name)"
    )
    add.add_argument("--language", choices=("en", "zh"), help="the script's language (default: by its characters)")
    film_options(add)
    _retrieval_options(add)
    _reading_options(add)
    _index_options(add)
    add.set_defaults(run=_add)

    attach = verbs.add_parser(
        "attach",
        help="add subtitles, a synopsis, the video or page images to a film of the index",
        description="Add FILE to the film's sources, with its hashes, and copy it to sources/<film>/. Subtitles and "
        "synopses are read first: 'subtitles align --film' then finds the film's own.",
    )
    attach.add_argument("film", metavar="FILM", help="the film's id")
    attach.add_argument("file", type=Path, metavar="FILE", help="the file")
    attach.add_argument("--kind", required=True, choices=("subtitles", "synopsis", "video", "page_images"))
    _provenance_options(attach)
    _encoding_options(attach)
    _index_options(attach)
    attach.set_defaults(run=_attach)

    replace = verbs.add_parser(
        "replace",
        help="record another file as a film's screenplay: a corrected one, another encoding or format",
        description="Read FILE whole, pin its hashes in the film's row and copy it to sources/<film>/. The film keeps "
        "its id, title and all else; the next build reads the film anew, and patches whose guards no longer hold "
        "are named.",
    )
    replace.add_argument("film", metavar="FILM", help="the film's id")
    replace.add_argument("file", type=Path, metavar="FILE", help="the screenplay that the film has from now on")
    _reading_options(replace)
    _index_options(replace)
    replace.set_defaults(run=_replace)

    add_verbs(verbs)

    fetch = verbs.add_parser(
        "fetch",
        help="retrieve what has an address and check its hash",
        description="Fetch each script that has an address to sources/<film>/, check it against "
        "the index and record the outcome there. "
        "A file of another hash is never kept. Exit status 1 where a script is missing.",
    )
    fetch.add_argument("films", nargs="*", metavar="FILM", help="ids (default: all)")
    fetch.add_argument(
        "--limit", type=int, default=20_000_000, metavar="BYTES", help="refuse larger files (default: %(default)s)"
    )
    fetch.add_argument(
        "--timeout",
        type=float,
        default=30.0,
        metavar="SECONDS",
        help="give up on a silent server (default: %(default)s)",
    )
    fetch.add_argument("--date", type=day, metavar="YYYY-MM-DD", help="the date to record (default: today)")
    _index_options(fetch)
    fetch.set_defaults(run=_fetch)

    withdraw = verbs.add_parser(
        "withdraw",
        help="drop a film from every later release",
        description="Turn the film's row into a tombstone, and list what frozen releases and this disk still hold of "
        "it. For a film that was withdrawn before, the row stays as it is and the list is printed again.",
    )
    withdraw.add_argument("film", metavar="FILM", help="the film's id")
    withdraw.add_argument("--reason", required=True, type=one_line, metavar="TEXT", help="why, as the index will say")
    withdraw.add_argument("--date", type=day, metavar="YYYY-MM-DD", help="the date to record (default: today)")
    withdraw.add_argument(
        "--frozen",
        type=Path,
        default=Path("releases/frozen"),
        metavar="DIR",
        help="the frozen releases (default: %(default)s)",
    )
    withdraw.add_argument("--all", action="store_true", help="name every file and run that holds it, not a few of each")
    _index_options(withdraw)
    withdraw.set_defaults(run=_withdraw)

    show = verbs.add_parser(
        "list",
        help="print the index, tab-separated: id, language, year, suites, script, title",
        description="Print a line per film, tab-separated: id, language, year, suites, script (here, missing "
        "or withdrawn), title.",
    )
    _index_options(show)
    show.set_defaults(run=_list)


def _provenance_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--licence", type=one_line, metavar="TEXT", help="under what licence the file may be used")
    parser.add_argument("--provenance", type=one_line, metavar="TEXT", help="where the file comes from")
    _retrieval_options(parser)


def _retrieval_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--address", type=one_line, metavar="URL", help="where 'sources fetch' finds the file")
    parser.add_argument(
        "--archived", type=one_line, metavar="URL", help="an archived copy, tried when the address fails"
    )
    parser.add_argument("--date", type=day, metavar="YYYY-MM-DD", help="when the file was had from its address")
    parser.add_argument(
        "--bundled", action="store_true", help="the file is part of this repository: name its path, copy nothing"
    )


def _encoding_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--encoding", metavar="NAME", help="the file's encoding (default: found out)")
    parser.add_argument(
        "--errors",
        choices=("strict", "replace"),
        default="strict",
        help="what to do with a byte that can't be decoded: fail, or put U+FFFD (default: %(default)s)",
    )


def _reading_options(parser: argparse.ArgumentParser) -> None:
    _encoding_options(parser)
    parser.add_argument(
        "--read-as",
        dest="format",
        choices=("fountain", "plain", "chinese", "japanese", "markdown", "fdx", "html", "pdf"),
        help="the file's format (default: recognized)",
    )


def _index_options(parser: argparse.ArgumentParser) -> None:
    add_index(parser)
    add_genres(parser)


def _today() -> str:
    import time

    return time.strftime("%Y-%m-%d")


def _add(args: argparse.Namespace) -> int:
    from linedscript.errors import LinedscriptError, raise_all
    from linedscript.sources.index import index_locked

    if len(args.files) > 1 and (args.id or args.title or args.title_form or args.address):
        raise LinedscriptError(
            "wrong-usage", "sources add", "an id, title or address is one film's", "add the files one by one"
        )
    faults = []
    for path in args.files:
        try:
            with index_locked(args.index):
                _add_one(args, path)
        except LinedscriptError as error:
            faults.append(error)
    raise_all(faults)
    return 0


def _add_one(args: argparse.Namespace, path: Path) -> None:
    from linedscript.errors import one_line
    from linedscript.sources.adding import entry
    from linedscript.sources.index import write_index

    rows, genres = read_genres_and_index(args, new=True)
    data = _bytes(path)
    added = entry(data, path.name, _facts(args), rows, _inside(path) if args.bundled else None)
    write_index(args.index, [*rows, added.film], genres, lambda: _keep(added.film, added.film.sources[0], path, data))
    for line in added.found:
        print(one_line(line), file=sys.stderr)
    print(added.film.id, flush=True)


def _attach(args: argparse.Namespace) -> int:
    from linedscript.sources.attaching import attached
    from linedscript.sources.index import change_film

    _, genres = read_genres_and_index(args)
    data = _bytes(args.file)
    bundled = _inside(args.file) if args.bundled else None

    def more(film: "Film") -> "Film":
        return attached(film, data, args.file.name, args.kind, _facts(args), bundled)

    def keep(film: "Film") -> None:
        _keep(film, film.sources[-1], args.file, data)

    film = change_film(args.index, args.film, more, genres, keep)
    print(f"{film.id}: {args.kind} {args.file.name}")
    return 0


def _replace(args: argparse.Namespace) -> int:
    from linedscript.sources.adding import repinned
    from linedscript.sources.index import film_named, index_locked, screenplay, write_index

    data = _bytes(args.file)
    with index_locked(args.index):
        rows, genres = read_genres_and_index(args)
        film = film_named(rows, args.film, args.index)
        new = repinned(film, data, args.file.name, _facts(args), rows)
        source = screenplay(new)
        rows = [new if row.id == film.id else row for row in rows]
        write_index(args.index, rows, genres, lambda: _keep(new, source, args.file, data))
    print(f"{film.id}: {source.file}, {source.format}, {source.encoding}, SHA-256 {source.raw_sha256[:12]}…")
    return 0


def _facts(args: argparse.Namespace) -> "Facts":
    """What the options of a verb say; what the verb has no option for isn't said."""
    from linedscript.sources.adding import Facts

    def said(name: str) -> Any:
        return getattr(args, name, None)

    return Facts(
        id=said("id"),
        title=said("title"),
        title_forms=tuple(said("title_form") or ()),
        language=said("language"),
        year=said("year"),
        genres=tuple(said("genre") or ()),
        suites=tuple(said("suite") or ()),
        licence=said("licence"),
        provenance=said("provenance"),
        address=said("address"),
        archived=said("archived"),
        date=said("date"),
        format=said("format"),
        encoding=said("encoding"),
        errors=said("errors") or "strict",
    )


def _keep(film: "Film", source: "Source", path: Path, data: bytes) -> None:
    """Copy a file to where its source belongs, unless it lies there.

    Raises ``wrong-file`` where the source is bundled and its path in the repository holds other bytes.
    """
    from linedscript.errors import LinedscriptError
    from linedscript.io.files import write_bytes
    from linedscript.sources.index import script_path

    target = script_path(Path(), film, source)
    if source.retrieval.method == "bundled":
        if not target.is_file() or target.read_bytes() != data:
            raise LinedscriptError("wrong-file", str(path), f"isn't {target}", "a bundled film's file lies there")
    elif target.resolve() != path.resolve():
        write_bytes(target, data)


def _bytes(path: Path) -> bytes:
    from linedscript.io.files import read_bytes

    return read_bytes(path)


def _inside(path: Path) -> str:
    from linedscript.errors import LinedscriptError

    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        raise LinedscriptError("unsafe-path", str(path), "isn't in this repository", "leave --bundled away") from None


def _fetch(args: argparse.Namespace) -> int:
    from linedscript.errors import one_line
    from linedscript.sources.fetching import fetch_film, http_get, recorded
    from linedscript.sources.index import change_film, film_named

    rows, genres = read_genres_and_index(args)
    wanted = {film_named(rows, film, args.index).id for film in args.films} or {film.id for film in rows}

    def get(address: str) -> bytes:
        return http_get(address, limit=args.limit, timeout=args.timeout)

    bad = 0
    for film in rows:
        if film.id not in wanted:
            continue
        fetched, outcomes = fetch_film(film, Path(), get, args.date or _today())
        if fetched != film:
            change_film(args.index, film.id, partial(recorded, before=film, after=fetched), genres)
        for outcome in outcomes:
            print(f"{outcome.film}\t{outcome.status}\t{one_line(outcome.why)}", flush=True)
            bad += outcome.status not in ("present", "retrieved", "withdrawn")
    return 1 if bad else 0


def _withdraw(args: argparse.Namespace) -> int:
    from linedscript.errors import one_line
    from linedscript.sources.index import film_named, index_locked, write_index
    from linedscript.sources.withdrawing import copies, gathered, held, next_steps, shortened, withdraw

    with index_locked(args.index):
        rows, genres = read_genres_and_index(args)
        before = film_named(rows, args.film, args.index).withdrawn
        if before is None:
            write_index(args.index, withdraw(rows, args.film, args.reason, args.date or _today(), args.index), genres)
    since = "is withdrawn" if before is None else f"was withdrawn on {before.date} ({one_line(before.reason)})"
    holding = held(args.film, args.frozen)
    print(
        f"{args.film} {since}: no later release holds it. Frozen releases still hold {len(holding)} files of it"
        + (":" if holding else ".")
    )
    staying = copies(args.film, Path())
    for line in holding if args.all else shortened(holding):
        print(line)
    if staying:
        print("On this disk stay, until somebody deletes them:")
    for line in (f"{path}: {remedy}" for path, remedy in staying) if args.all else gathered(staying):
        print(line)
    print("Next:")
    for step in next_steps(args.film, bool(holding), staying):
        print(f"- {step}")
    return 0


def _list(args: argparse.Namespace) -> int:
    from linedscript.errors import one_line
    from linedscript.sources.index import script_path

    rows, _ = read_genres_and_index(args)
    for film in rows:
        paths = [script_path(Path(), film, source) for source in film.sources]
        script = "withdrawn" if film.withdrawn else "here" if all(path.exists() for path in paths) else "missing"
        suites = ",".join(film.suites) or "-"
        print("\t".join((film.id, film.language, str(film.year or "-"), suites, script, one_line(film.title))))
    return 0
