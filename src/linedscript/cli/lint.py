"""``linedscript lint``: each violation of Fountain in a file, with line and code."""

import argparse
import sys
from pathlib import Path

SUMMARY = "report each violation of Fountain with line and code"


def register(parser: argparse.ArgumentParser) -> None:
    from linedscript.screenplay.lint.codes import CODES, LEVELS

    parser.formatter_class = lambda prog: argparse.RawDescriptionHelpFormatter(prog, width=100)
    parser.description = (
        "Look for what breaks Fountain (version 1.1) in scripts. A finding gives line, column, level and code, says\n"
        "what is there and what to do. Lines are those of the file, blank ones counted; columns are characters.\n"
        "Nothing that a file holds stops the check: bytes that can't be decoded are a finding too."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a script; - reads standard input")
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text (default), or json: one object a line with file, line, column, level, code, message, hint",
    )
    parser.add_argument("--strict", action="store_true", help="exit 1 for warnings as well")
    parser.add_argument("--level", choices=LEVELS, default="note", help="the least level that is shown (default: note)")
    parser.add_argument(
        "--ignore",
        action="append",
        default=[],
        choices=sorted(CODES),
        metavar="CODE",
        help="leave out a code; repeatable",
    )
    parser.add_argument("--encoding", metavar="NAME", help="the files' encoding; left out: found out")
    width = max(map(len, CODES))
    parser.epilog = "\n".join(
        (
            "Exit status: 0 no error, 1 errors (with --strict: or warnings), 2 wrong usage.",
            *(
                f"\n{level}s:\n"
                + "\n".join(f"  {name:{width}}  {code.meaning}" for name, code in CODES.items() if code.level == level)
                for level in reversed(LEVELS)
            ),
        )
    )
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from linedscript.screenplay.lint.checking import lint
    from linedscript.screenplay.lint.codes import LEVELS

    data = [(name, _read(name)) for name in args.files]
    shown = LEVELS[LEVELS.index(args.level) :]
    counts = dict.fromkeys(LEVELS, 0)
    for name, content in data:
        for found in lint(content, args.encoding):
            if found.code in args.ignore:
                continue
            counts[found.level] += 1
            if found.level in shown:
                _print(name, found, args.format)
    sys.stdout.flush()
    told = ", ".join(f"{counts[level]} {level}{'s' * (counts[level] != 1)}" for level in reversed(LEVELS))
    print(f"{len(data)} file{'s' * (len(data) != 1)}: {told}", file=sys.stderr)
    return 1 if counts["error"] or (args.strict and counts["warning"]) else 0


def _read(name: str) -> bytes:
    from linedscript.io.files import read_bytes

    return sys.stdin.buffer.read() if name == "-" else read_bytes(Path(name), most=20_000_000)


def _print(name: str, found, format: str) -> None:
    if format == "json":
        from linedscript.io.canonical import encode
        from linedscript.io.files import print_bytes

        print_bytes(encode({"file": name} | _fields(found)) + b"\n")
        return
    from linedscript.errors import one_line

    print(
        f"{one_line(name)}:{found.line}:{found.column}: {found.level} [{found.code}] {found.message}\n    {found.hint}"
    )


def _fields(found) -> dict[str, object]:
    return {key: getattr(found, key) for key in ("line", "column", "level", "code", "message", "hint")}
