"""``linedscript subtitles``: read SRT and WebVTT, and time a screenplay's scenes by them."""

import argparse
import sys
from pathlib import Path

from linedscript.cli._index import add_index

SUMMARY = "read subtitles and align a screenplay's dialogue to them"


def register(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Example: linedscript subtitles align --script film.fountain --subtitles film.srt"
        "\nprints when each scene plays."
    )
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)

    read = verbs.add_parser(
        "read",
        help="print the cues of an SRT or WebVTT file: times, speakers, speech, sounds",
        description="Read one file of subtitles exactly: every character goes to a cue or to a removed region with its "
        "reason. Sounds in brackets, songs, speakers' names, turns, credits and advertisements are told from speech. "
        "A time that can't be is an error with its line.",
    )
    read.add_argument("file", type=Path, metavar="FILE", help="subtitles, SRT or WebVTT")
    _encoding(read)
    read.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text: a line per cue; json: one object with file, cues and removed (default: %(default)s)",
    )
    read.set_defaults(run=_read)

    align = verbs.add_parser(
        "align",
        help="print when each scene of a screenplay plays",
        description="Match the screenplay's dialogue with the words of the subtitles, in order; scenes that the film "
        "has elsewhere are looked for by themselves. Each scene gets its time in seconds: 'aligned' from its first to "
        "its last matched word, or 'interpolated' where it has no dialogue or too little of it is found: then it "
        "gets its share of the time between the aligned scenes around it. Subtitles of which too little matches are "
        "another film's, or in another language: that is an error.",
    )
    source = align.add_mutually_exclusive_group(required=True)
    source.add_argument("--script", type=Path, metavar="FILE", help="the screenplay's file")
    source.add_argument("--film", metavar="ID", help="a film of the index, e.g. en-0001: its screenplay is read")
    align.add_argument(
        "--subtitles",
        type=Path,
        metavar="FILE",
        help="SRT or WebVTT in the screenplay's language; may be left out with --film if the index names subtitles",
    )
    align.add_argument(
        "--language", choices=("en", "zh"), help="the screenplay's language (default: by its characters)"
    )
    _encoding(align)
    add_index(align, ", for --film")
    align.add_argument(
        "--format",
        choices=("text", "jsonl"),
        default="text",
        help="text: a line per scene; jsonl: SceneTime records, with the time of each speech (default: %(default)s)",
    )
    align.set_defaults(run=_align)


def _encoding(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--encoding", metavar="NAME", help="the subtitles' encoding (default: found out)")
    parser.add_argument(
        "--errors",
        choices=("strict", "replace"),
        default="strict",
        help="what to do with a byte that can't be decoded: fail, or put U+FFFD (default: %(default)s)",
    )


def _read(args: argparse.Namespace) -> int:
    from linedscript.io.canonical import encode
    from linedscript.screenplay.subtitles.printing import cue_lines, summary
    from linedscript.screenplay.subtitles.read import read_subtitles

    found = read_subtitles(_bytes(args.file), str(args.file), None, args.encoding, args.errors)
    if args.format == "json":
        print(encode({"file": found.file, "cues": found.cues, "removed": found.removed}).decode())
    else:
        for line in cue_lines(found):
            print(line)
        print(summary(found), file=sys.stderr)
    return 0


def _align(args: argparse.Namespace) -> int:
    from linedscript.io.canonical import encode
    from linedscript.screenplay.subtitles.alignment import align
    from linedscript.screenplay.subtitles.printing import time_lines
    from linedscript.screenplay.subtitles.read import read_subtitles

    if args.film:
        scenes, subtitles, place = _of_the_index(args)
    else:
        if args.subtitles is None:
            from linedscript.errors import LinedscriptError

            raise LinedscriptError("wrong-usage", "--subtitles", "no file is named", "give the film's subtitles")
        scenes = _scenes(_bytes(args.script), str(args.script), args.language)
        place = str(args.subtitles)
        subtitles = read_subtitles(_bytes(args.subtitles), place, None, args.encoding, args.errors)
    aligned = align(scenes, subtitles.cues, place)
    if args.format == "jsonl":
        for time in aligned.scenes:
            print(encode(time).decode())
    else:
        for line in time_lines(scenes, aligned):
            print(line)
        share = aligned.matched / aligned.words
        placed = sum(time.by == "aligned" for time in aligned.scenes)
        print(
            f"{placed} of {len(scenes)} scenes aligned; {aligned.matched} of {aligned.words} spoken words found "
            f"({share:.0%})",
            file=sys.stderr,
        )
    return 0


def _of_the_index(args: argparse.Namespace):
    """The scenes of a film of the index, and its subtitles: those that are named, or the index's."""
    from linedscript.errors import LinedscriptError
    from linedscript.screenplay.read import read_screenplay, verified_bytes
    from linedscript.screenplay.subtitles.read import read_subtitles
    from linedscript.sources.index import film_named, load_index, screenplay, script_path

    film = film_named(load_index(args.index), args.film, args.index)
    source = screenplay(film)
    data = verified_bytes(script_path(Path(), film, source), film.id, source.raw_sha256)
    scenes = read_screenplay(
        data,
        film.id,
        args.language or film.language,
        format=source.format,
        encoding=source.encoding,
        errors=source.errors,
        budget=1000,
    ).scenes
    if args.subtitles:
        place = str(args.subtitles)
        return scenes, read_subtitles(_bytes(args.subtitles), place, None, args.encoding, args.errors), place
    for other in film.sources:
        if other.kind == "subtitles":
            path = script_path(Path(), film, other)
            data = verified_bytes(path, film.id, other.raw_sha256)
            encoding = args.encoding or other.encoding
            return scenes, read_subtitles(data, str(path), other.format, encoding, other.errors), str(path)
    raise LinedscriptError(
        "no-subtitles",
        f"{args.index}#{film.id}",
        "the index names no subtitles of this film",
        f"give --subtitles FILE, or add them: linedscript sources attach {film.id} FILE --kind subtitles",
    )


def _scenes(data: bytes, place: str, language: str | None):
    from linedscript.screenplay.containers.opening import open_layer
    from linedscript.screenplay.read import read_screenplay
    from linedscript.sources.titles import guess_language

    language = language or guess_language(open_layer(data, place).text)
    return read_screenplay(data, place, language, budget=1000).scenes


def _bytes(path: Path) -> bytes:
    from linedscript.io.files import read_bytes

    return read_bytes(path)
