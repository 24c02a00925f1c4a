"""``linedscript show``: look at what the reader makes of a screenplay."""

import argparse
import os
import re
from pathlib import Path

SUMMARY = "look at what the reader makes of a screenplay: lined in the terminal, as a page, as JSON"

READ_AS = ("fountain", "plain", "chinese", "japanese", "markdown", "fdx", "html", "pdf")
_RANGE = re.compile(r"\s*s?0*(\d{1,4})(?:\s*-\s*s?0*(\d{1,4}))?\s*")


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print a script as the reader took it apart: every scene with its fields, every element in its place on a "
        "script page with its kind and source lines in the margin, every removed region where it stood with its "
        "reason; then what it comes to, with what a person should look at. Several files are shown one after the "
        "other. A file that can't be read is an error: all of them are told at the end."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a screenplay")
    out = parser.add_argument_group("what is shown")
    out.add_argument(
        "--format",
        choices=("text", "json"),
        default=None,
        help="text: for a person, coloured in a terminal (default); json: one document a line, for a program",
    )
    out.add_argument(
        "--html",
        metavar="PAGE",
        help="write a page of its own that shows the whole text, and print the summary alone; with several files a "
        "folder, which gets a page for each",
    )
    out.add_argument("--scenes", type=scene_numbers, metavar="LIST", help="text: only these scenes, such as 3-5,12")
    out.add_argument("--no-text", action="store_true", help="text: the summary alone")
    how = parser.add_argument_group("how it is read")
    how.add_argument(
        "--read-as", choices=READ_AS, metavar="FORMAT", help=f"one of {', '.join(READ_AS)}; left out: recognized"
    )
    how.add_argument("--encoding", metavar="NAME", help="the file's encoding; left out: found out")
    how.add_argument(
        "--errors",
        choices=("strict", "replace"),
        default="strict",
        help="a byte that can't be decoded: an error (default), or U+FFFD in its place",
    )
    how.add_argument(
        "--language", choices=("en", "zh"), help="decides how words are counted; left out: read off the letters"
    )
    parser.epilog = (
        "The JSON document (linedscript.show/1) holds: file; language; source (how the bytes became text); title_page; "
        "scenes with id, heading and its fields, sections (the titles that they stand in), text, segments, elements "
        "(kind, text, offsets in the scene, source: ranges of the decoded text, raw: ranges of the file's bytes, "
        "lines, cue, dual, contacts, emphasis) and appearances (who is present or heard, from where to where); "
        "removed (reason, source, raw, lines, text); cast; warnings; validation. Offsets are code points and ranges "
        "are half-open. Scenes' segments and removed regions in the order of their source give the decoded text back. "
        "'linedscript schemas' has the records that these fields are taken from."
    )
    parser.set_defaults(run=_run, usage_error=parser.error)


def scene_numbers(text: str) -> frozenset[int]:
    """The numbers of ``3-5,12`` or ``s0003-s0005,s0012``."""
    numbers: set[int] = set()
    for part in text.split(","):
        match = _RANGE.fullmatch(part)
        first = int(match.group(1)) if match else 0
        last = int(match.group(2) or first) if match else 0
        if not 1 <= first <= last:
            raise argparse.ArgumentTypeError(
                f"{part.strip()!r} is no scene or range of scenes: give a list such as 3-5,12"
            )
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


def _run(args: argparse.Namespace) -> int:
    from linedscript.errors import LinedscriptError, raise_all
    from linedscript.screenplay.showing.look import look_at

    if args.format == "json" and (args.scenes or args.no_text):
        args.usage_error("--scenes and --no-text shape text: leave them out with --format json")
    faults: list[LinedscriptError] = []
    pages = _pages(args) if args.html else {}
    for number, path in enumerate(args.files):
        try:
            look = look_at(path, args.read_as, args.encoding, args.errors, args.language)
            _show(args, look, pages.get(path), bool(number))
        except LinedscriptError as error:
            faults.append(error)
    raise_all(faults)
    return 0


def _pages(args: argparse.Namespace) -> dict[Path, Path]:
    """Each file's page. Several files need a folder, and names of their own."""
    target = Path(args.html)
    if len(args.files) == 1 and not target.is_dir() and not args.html.endswith(os.sep):
        pages = {args.files[0]: target}
        _spare_scripts(args, pages)
        return pages
    if target.exists() and not target.is_dir():
        args.usage_error(f"--html {target} is a file: name a folder for the pages of several files")
    pages: dict[Path, Path] = {}
    for path in args.files:
        page = target / f"{path.name}.html"
        if page in pages.values() and path not in pages:
            args.usage_error(f"two files have the page {page}: show them apart")
        pages[path] = page
    _spare_scripts(args, pages)
    return pages


def _spare_scripts(args: argparse.Namespace, pages: dict[Path, Path]) -> None:
    """No page may take the place of a script that is shown, by whatever path or link it is named."""
    for page in pages.values():
        for path in args.files:
            if page.exists() and path.exists() and page.samefile(path):
                args.usage_error(f"--html would write the page over the script {path}: give it a path of its own")


def _show(args: argparse.Namespace, look, page: Path | None, more: bool) -> None:
    if page is not None:
        from linedscript.io.files import write_text
        from linedscript.screenplay.showing.page import page_of

        write_text(page, page_of(look))
    if args.format == "json":
        from linedscript.io.canonical import encode
        from linedscript.io.files import print_bytes
        from linedscript.screenplay.showing.document import document

        print_bytes(encode(document(look)) + b"\n")
        return
    from linedscript.screenplay.showing.printing import show

    if more:
        print()
    show(look, text=page is None and not args.no_text, only=args.scenes)
