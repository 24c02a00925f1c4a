"""The verbs of ``linedscript sources`` that correct a film's row: ``amend`` and ``detach``."""

import argparse
import sys
from pathlib import Path
from typing import Any

from linedscript.cli._index import add_genres, add_index, read_genres_and_index
from linedscript.cli._typed import of_field, one_line

YEAR = of_field("linedscript.records.source", "Film", "year", "a year from 1 to 2200, such as 1999")


def film_options(parser: argparse.ArgumentParser, of_a_list: str = "") -> None:
    """What the index says about a film and a person has to say."""
    parser.add_argument(
        "--title-form",
        type=one_line,
        action="append",
        default=[],
        metavar="FORM",
        help=f"another form of the title to remove from the pseudonymized view; may be repeated{of_a_list}",
    )
    parser.add_argument("--year", type=YEAR, metavar="YEAR", help="the year of the film or the play, from 1 to 2200")
    parser.add_argument(
        "--genre",
        action="append",
        default=[],
        metavar="GENRE",
        help=f"one of manifests/genres.yaml; up to three times{of_a_list}",
    )
    parser.add_argument(
        "--suite",
        action="append",
        choices=("stage", "beliefs", "commitments", "continuation"),
        default=[],
        help=f"a suite that uses the film, for the release's list of films; may be repeated{of_a_list}",
    )
    parser.add_argument("--licence", type=one_line, metavar="TEXT", help="under what licence the file may be used")
    parser.add_argument("--provenance", type=one_line, metavar="TEXT", help="where the file comes from")


def add_verbs(verbs: Any) -> None:
    amend = verbs.add_parser(
        "amend",
        help="correct what the index says about a film",
        description="Change the film's title, its other forms, year, genres, suites, or a file's licence and "
        "provenance. Only what is given changes; id and language are fixed. Another screenplay: 'sources replace'.",
    )
    amend.add_argument("film", metavar="FILM", help="the film's id")
    amend.add_argument("--title", type=one_line, help="the film's title")
    film_options(amend, "; the old ones go")
    amend.add_argument(
        "--clear",
        action="append",
        choices=("title-forms", "year", "genres", "suites"),
        default=[],
        help="say no longer what the index says there; may be repeated",
    )
    amend.add_argument(
        "--file", metavar="NAME", help="the file whose licence and provenance they are (default: the screenplay)"
    )
    _index(amend)
    amend.set_defaults(run=_amend)

    detach = verbs.add_parser(
        "detach",
        help="take a file that was attached by mistake out of a film's sources",
        description="The index no longer names FILE among the film's sources. Its copy in sources/<film>/ stays, "
        "until somebody deletes it. The screenplay can't be detached: 'sources replace' gives another.",
    )
    detach.add_argument("film", metavar="FILM", help="the film's id")
    detach.add_argument("file", type=Path, metavar="FILE", help="the file, by its name or where it lies")
    _index(detach)
    detach.set_defaults(run=_detach)


def _index(parser: argparse.ArgumentParser) -> None:
    add_index(parser)
    add_genres(parser)


def _amend(args: argparse.Namespace) -> int:
    from linedscript.errors import LinedscriptError
    from linedscript.identity.store import MANIFEST, map_path, pinned
    from linedscript.sources.amending import Amendment, amended
    from linedscript.sources.index import change_film, film_named

    amendment = Amendment(
        title=args.title,
        title_forms=tuple(args.title_form),
        year=args.year,
        genres=tuple(args.genre),
        suites=tuple(args.suite),
        clear=tuple(dict.fromkeys(args.clear)),
        licence=args.licence,
        provenance=args.provenance,
        file=args.file,
    )
    if args.file is not None and args.licence is None and args.provenance is None:
        raise LinedscriptError("wrong-usage", "--file", "without --licence or --provenance says nothing")
    if amendment == Amendment():
        raise LinedscriptError(
            "wrong-usage", "sources amend", "nothing to change is given", "'sources amend --help' lists the options"
        )
    rows, genres = read_genres_and_index(args)
    old = film_named(rows, args.film, args.index)
    new = change_film(args.index, args.film, lambda film: amended(film, amendment), genres)
    fields = [name for name in new.__struct_fields__ if getattr(new, name) != getattr(old, name)]
    print(f"{new.id}: {', '.join(fields) or 'nothing'} changed", flush=True)
    if {"title", "title_forms"} & set(fields) and pinned(Path(MANIFEST), new.id):
        place = map_path(Path(), new.id)
        print(
            f"its name map is to be brought up to the title's new forms and frozen again: linedscript identity "
            f"candidates --film {new.id} --previous {place} --out {place}",
            file=sys.stderr,
        )
    return 0


def _detach(args: argparse.Namespace) -> int:
    from linedscript.sources.amending import detached
    from linedscript.sources.index import change_film, film_named, script_path

    rows, genres = read_genres_and_index(args)
    old = film_named(rows, args.film, args.index)
    new = change_film(args.index, args.film, lambda film: detached(film, args.file.name), genres)
    for source in old.sources:
        if source not in new.sources:
            print(f"{new.id}: {source.kind} {source.file} detached", flush=True)
            path = script_path(Path(), old, source)
            if path.exists():
                print(f"{path} stays, until somebody deletes it", file=sys.stderr)
    return 0
