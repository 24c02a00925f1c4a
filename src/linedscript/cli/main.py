"""The ``linedscript`` command: finds the noun's module, runs the verb, turns errors into messages and exit codes."""

import argparse
import contextlib
import errno
import importlib
import os
import sys
from typing import Any

from linedscript.errors import LinedscriptError

NOUNS: dict[str, str] = {
    "sources": "the source index: add, correct, fetch, list or withdraw films",
    "scenes": "read a screenplay into scenes and blocks, every character accounted for",
    "show": "look at what the reader makes of a screenplay: lined in the terminal, as a page, as JSON",
    "lint": "report each violation of Fountain with line and code",
    "doctor": "say of each film whether its script is at hand, changed, gone or unreadable, and what to do",
    "subtitles": "read subtitles and align a screenplay's dialogue to them",
    "units": "draw Events, Interactions and Occasions",
    "mentions": "draw entity mentions of the seven types",
    "relations": "draw typed relations between mentions",
    "findings": "review what was drawn of each scene: its units, mentions and relations together",
    "entities": "resolve mentions to canonical entities",
    "graph": "rewrite, repair and deduplicate the relations over canonical entities",
    "episodes": "draw scene-local Episodes",
    "links": "draw forward links between Episodes",
    "storylines": "draw Evolution Storylines",
    "presence": "draw who is present in each scene and who perceives what",
    "characters": "draw focal characters and their states",
    "traits": "draw the focal characters' persona cards",
    "exemplars": "rank the lines that show how a focal character speaks",
    "developments": "draw developments of focal characters",
    "access": "draw how focal characters came by key facts",
    "checkpoints": "choose the checkpoints of focal characters' trajectories",
    "observations": "draw observations of focal characters",
    "stage": "assemble the stage suite's tasks of reviewed records",
    "memories": "draw the focal characters' first-person memory banks",
    "prompts": "draw role-play prompts",
    "items": "draw, check and assemble benchmark items",
    "patch": "write and check typed patches",
    "review": "apply patches; the review queue; audits",
    "audit": "draw what reviewers look at, take their sheets back, and release what came of it",
    "identity": "decide, freeze and render the names of the pseudonymized view",
    "evaluate": "run a model over a release's tasks, or score predictions that were made elsewhere",
    "harness": "take over what inspect_ai ran, as a prediction file",
    "runs": "publish runs of the evaluation, list them, take one away",
    "release": "assemble, publish, freeze and compare releases",
    "verify": "re-check a release alone",
    "materialize": "join a release to the scripts that a user has",
    "trace": "walk from a record or a table's cell to the source text",
    "study": "measure resolution against people's judgement, the staged build against one pass, items against raw text",
    "tables": "print every table and figure",
    "annotate": "say what a run of models would ask, before it asks",
    "serve": "start vLLM servers for a run's models when they are first wanted, and end them with it",
    "recordings": "keep the answers of a run of models, so that it can be built again without them",
    "schemas": "write the JSON Schemas of every artifact",
    "build": "state of the build folder: who builds, reset",
}
"""Every noun with its one-line summary. A noun's module is imported only when it is asked for."""


def import_msgspec() -> None:
    """Import msgspec without typing_extensions.

    It takes names from there that Python 3.11 has itself, and falls back to those. The import costs every command more
    than msgspec's own (measured on Python 3.11: 25 of 80 ms over ``python -c pass``).
    """
    name = "typing_extensions"
    hidden = name not in sys.modules
    if hidden:
        sys.modules[name] = None
    try:
        importlib.import_module("msgspec")
    finally:
        if hidden:
            del sys.modules[name]


_SHORT = 10
"""Lines of usage that are shown above what is wrong."""


class Help(argparse.HelpFormatter):
    """Help of 100 columns. The default asks for the terminal's width, at every option, through a slow import."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


class Parser(argparse.ArgumentParser):
    """A parser that, like those of its nouns and verbs, prints ``Help``."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": Help, **options})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What a verb doesn't know is told with that verb's usage: argparse leaves it to the outermost parser."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}{self._meant(unknown)}")
        return known, unknown

    def error(self, message: str) -> Any:
        """No message repeats a password in an address or the value of an option that is to hold a key. Usage of many
        lines is left out: what is wrong would stand below it, out of sight."""
        import re

        option = r"--?[a-z_-]*(?:key|token|secret|passw)[a-z_-]*(?:=|\s+)['\"]?(?!-)"
        said = re.sub(rf"(?i)(//(?=[^\s/@]+@)|{option})[^\s'\"@]+", r"\1…", message)
        if len(self.format_usage().splitlines()) > _SHORT:
            self.exit(2, f"{self.prog}: error: {said}\n('{self.prog} --help' has every option)\n")
        super().error(said)

    def _meant(self, unknown: list[str]) -> str:
        from difflib import get_close_matches

        options = list(self._option_string_actions)
        near = [one for word in unknown for one in get_close_matches(word.partition("=")[0], options, 1)]
        return f" (did you mean {' '.join(near)}?)" if near else ""

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help that can't be written is an error, and usage that can't be told is none; argparse's own ways differ from
        one Python to the next."""
        if file is sys.stdout:
            sys.stdout.write(message)
        else:
            _tell(message, "")


def parser_for(noun: str | None) -> Parser:
    """The parser of one noun with its verbs, or of all nouns, without theirs, where none is given."""
    parser = Parser(
        prog="linedscript",
        description="Build, version and ship benchmark releases about screenplays.",
        epilog="'linedscript NOUN --help' explains a noun. Exit status: 0 done, 1 error in data, 2 wrong usage.",
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    nouns = parser.add_subparsers(dest="noun", metavar="NOUN", title="nouns")
    for name in NOUNS if noun is None else (noun,):
        summary = NOUNS[name]
        child = nouns.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if noun:
            importlib.import_module(f"linedscript.cli.{name}").register(child)
    return parser


def _refused(error: OSError) -> LinedscriptError:
    """What the system didn't allow, as an error of ours: a full disk, no permission, a file for a folder."""
    names = [name for name in (error.filename, error.filename2) if isinstance(name, (str, bytes))]
    place = " -> ".join(map(os.fsdecode, names))
    hint = "make room, then run this again: nothing half-written is left" if error.errno == errno.ENOSPC else ""
    return LinedscriptError("system-error", place or "linedscript", error.strerror or str(error), hint)


def _tell(message: object, end: str = "\n") -> None:
    """Print to stderr. Where that is full as well, the exit status alone can tell."""
    with contextlib.suppress(OSError):
        print(message, end=end, file=sys.stderr)


def _flush(stream: Any) -> OSError | None:
    """Write out what Python still holds; where it can't be written, let it go: Python would try again as it ends, and
    end with status 120."""
    try:
        stream.flush()
    except OSError as error:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        return error
    return None


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit status. Raises SystemExit after help and on wrong usage."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by who called us
            setattr(sys, name, open(os.devnull, "w"))
    ended: SystemExit | None = None
    try:
        code = _command(sys.argv[1:] if argv is None else argv)
    except SystemExit as error:
        ended, code = error, 0
    unwritten = _flush(sys.stdout)
    if unwritten is not None and code == 0:
        ended, code = None, 1
        if not isinstance(unwritten, BrokenPipeError):
            _tell(_refused(unwritten))
    _flush(sys.stderr)
    if ended is not None:
        raise ended
    return code


def _command(argv: list[str]) -> int:
    """The exit status; errors are told."""
    noun = argv[0] if argv and argv[0] in NOUNS else None
    try:
        return _run(argv, noun)
    except LinedscriptError as error:
        _tell(error)
        return 2 if error.code == "wrong-usage" else 1
    except BrokenPipeError:
        return 1
    except OSError as error:
        _tell(_refused(error))
        return 1
    except UnicodeError as error:
        hint = "name files and write options in UTF-8, under a locale such as LC_ALL=C.UTF-8"
        _tell(LinedscriptError("not-text", f"linedscript {noun or ''}".strip(), str(error), hint))
        return 1
    except KeyboardInterrupt:
        _tell("interrupted")
        return 130


def _run(argv: list[str], noun: str | None) -> int:
    import_msgspec()
    parser = parser_for(noun)
    args = parser.parse_args(argv)
    if args.version:
        from linedscript.version import VERSION

        print(VERSION)
        return 0
    run = getattr(args, "run", None)
    if run is None:
        parser.parse_args([args.noun, "--help"] if args.noun else ["--help"])
    if "LINEDSCRIPT_BUILD_PID" in os.environ or "DVC_STAGE" in os.environ:
        from linedscript.workflow.watch import end_with_the_build

        end_with_the_build()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # by lines, so that what goes to both stands in order where both go into one pipe
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
    return run(args)


if __name__ == "__main__":
    sys.exit(main())
