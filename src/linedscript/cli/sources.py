"""``linedscript sources``: the source index."""

import argparse
import sys
from pathlib import Path

SUMMARY = "the source index: add, fetch, list or withdraw films"


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
    add.add_argument("--id", metavar="ID", help="the film's opaque id (default: the next free one of its language)")
    add.add_argument("--title", help="the film's title (default: from the title page, else the file's name)")
    add.add_argument(
        "--title-form",
        action="append",
        default=[],
        metavar="FORM",
        help="another form of the title to remove from the pseudonymized view; may be repeated",
    )
    add.add_argument("--language", choices=("en", "zh"), help="the script's language (default: by its characters)")
    add.add_argument("--year", type=int, metavar="YEAR", help="the film's year")
    add.add_argument(
        "--genre", action="append", default=[], metavar="GENRE", help="one of manifests/genres.yaml; up to three times"
    )
    add.add_argument("--licence", metavar="TEXT", help="under what licence the script may be used")
    add.add_argument("--provenance", metavar="TEXT", help="where the file comes from")
    add.add_argument(
        "--suite",
        action="append",
        choices=("stage", "beliefs", "commitments", "continuation"),
        default=[],
        help="a suite that uses the film; may be repeated",
    )
    add.add_argument("--address", metavar="URL", help="where 'sources fetch' finds the file")
    add.add_argument("--archived", metavar="URL", help="an archived copy, tried when the address fails")
    add.add_argument("--date", metavar="YYYY-MM-DD", help="when the file was had from its address")
    add.add_argument(
        "--bundled", action="store_true", help="the file is part of this repository: name its path, copy nothing"
    )
    _index_options(add)
    add.set_defaults(run=_add)

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
    fetch.add_argument("--date", metavar="YYYY-MM-DD", help="the date to record (default: today)")
    _index_options(fetch)
    fetch.set_defaults(run=_fetch)

    withdraw = verbs.add_parser(
        "withdraw",
        help="drop a film from every later release",
        description="Turn the film's row into a tombstone, and list what frozen releases still hold of it.",
    )
    withdraw.add_argument("film", metavar="FILM", help="the film's id")
    withdraw.add_argument("--reason", required=True, metavar="TEXT", help="why, as the index will say")
    withdraw.add_argument("--date", metavar="YYYY-MM-DD", help="the date to record (default: today)")
    withdraw.add_argument(
        "--frozen",
        type=Path,
        default=Path("releases/frozen"),
        metavar="DIR",
        help="the frozen releases (default: %(default)s)",
    )
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


def _index_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--index",
        type=Path,
        default=Path("manifests/sources.jsonl"),
        metavar="FILE",
        help="the source index (default: %(default)s)",
    )
    parser.add_argument(
        "--genres",
        type=Path,
        default=Path("manifests/genres.yaml"),
        metavar="FILE",
        help="the parent-genre map (default: %(default)s)",
    )


def _read(args: argparse.Namespace):
    from linedscript.sources.index import load_index, read_genres

    genres = read_genres(args.genres)
    return (load_index(args.index, genres) if args.index.exists() else []), genres


def _today() -> str:
    import time

    return time.strftime("%Y-%m-%d")


def _add(args: argparse.Namespace) -> int:
    import stat

    from linedscript.errors import LinedscriptError, raise_all
    from linedscript.io.files import write_bytes
    from linedscript.sources.adding import Facts, entry
    from linedscript.sources.index import index_faults, script_path, write_index

    if len(args.files) > 1 and (args.id or args.title or args.title_form or args.address):
        raise LinedscriptError(
            "wrong-usage", "sources add", "an id, title or address is one film's", "add the files one by one"
        )
    rows, genres = _read(args)
    for path in args.files:
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                raise LinedscriptError("unreadable-file", str(path), "isn't a regular file")
            data = path.read_bytes()
        except OSError as error:
            raise LinedscriptError("unreadable-file", str(path), error.strerror or str(error)) from None
        facts = Facts(
            id=args.id,
            title=args.title,
            title_forms=tuple(args.title_form),
            language=args.language,
            year=args.year,
            genres=tuple(args.genre),
            suites=tuple(args.suite),
            licence=args.licence,
            provenance=args.provenance,
            address=args.address,
            archived=args.archived,
            date=args.date,
        )
        bundled = _inside(path) if args.bundled else None
        added = entry(data, path.name, facts, rows, bundled)
        rows = [*rows, added.film]
        raise_all(list(index_faults(rows, str(args.index), genres)))
        if not bundled:
            target = script_path(Path(), added.film, added.film.sources[0])
            if target.resolve() != path.resolve():
                write_bytes(target, data)
        write_index(args.index, rows, genres)
        for line in added.found:
            print(line, file=sys.stderr)
        print(added.film.id)
    return 0


def _inside(path: Path) -> str:
    from linedscript.errors import LinedscriptError

    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        raise LinedscriptError("unsafe-path", str(path), "isn't in this repository", "leave --bundled away") from None


def _fetch(args: argparse.Namespace) -> int:
    from linedscript.sources.fetching import fetch_film, http_get
    from linedscript.sources.index import film_named, write_index

    rows, genres = _read(args)
    wanted = {film_named(rows, film, args.index).id for film in args.films} or {film.id for film in rows}

    def get(address: str) -> bytes:
        return http_get(address, limit=args.limit, timeout=args.timeout)

    bad = 0
    for number, film in enumerate(rows):
        if film.id not in wanted:
            continue
        fetched, outcomes = fetch_film(film, Path(), get, args.date or _today())
        if fetched != film:
            rows = [*rows[:number], fetched, *rows[number + 1 :]]
            write_index(args.index, rows, genres)
        for outcome in outcomes:
            print(f"{outcome.film}\t{outcome.status}\t{outcome.why}")
            bad += outcome.status not in ("present", "retrieved", "withdrawn")
    return 1 if bad else 0


def _withdraw(args: argparse.Namespace) -> int:
    from linedscript.sources.index import write_index
    from linedscript.sources.withdrawing import held, withdraw

    rows, genres = _read(args)
    write_index(args.index, withdraw(rows, args.film, args.reason, args.date or _today(), args.index), genres)
    holding = held(args.film, args.frozen)
    print(
        f"{args.film} is withdrawn: no later release holds it. Frozen releases still hold {len(holding)} files of it"
        + (":" if holding else ".")
    )
    for line in holding:
        print(line)
    if (copy := Path("sources") / args.film).is_dir():
        print(f"{copy}/ stays on this disk; delete it when nobody needs it.")
    return 0


def _list(args: argparse.Namespace) -> int:
    from linedscript.sources.index import script_path

    rows, _ = _read(args)
    for film in rows:
        paths = [script_path(Path(), film, source) for source in film.sources]
        script = "withdrawn" if film.withdrawn else "here" if all(path.exists() for path in paths) else "missing"
        print(
            "\t".join((film.id, film.language, str(film.year or "-"), ",".join(film.suites) or "-", script, film.title))
        )
    return 0
