"""Commands in the documents are taken by the command line as they are printed."""

import datetime
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from linedscript.cli.main import parser_for

ROOT = Path(__file__).parents[3]
DOCUMENTS = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("manifests/*/README.md"))]
_BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = {"…", "{…}"}


def printed() -> Iterator[tuple[str, list[str]]]:
    """Each line of a block that calls ``linedscript``, with its words; not those that leave something out."""
    for path in DOCUMENTS:
        for block in _BLOCK.findall(path.read_text(encoding="utf-8")):
            for line in block.replace("\\\n", " ").splitlines():
                if not line.startswith("linedscript "):
                    continue
                words = shlex.split(line.partition(" > ")[0], comments=True)[1:]
                if not LEFT_OUT & set(words):
                    yield f"{path.relative_to(ROOT)}: {' '.join(words[:3])}", words


COMMANDS = list(printed())


class Last(datetime.date):
    """Of all days, today."""

    @classmethod
    def today(cls) -> "Last":
        return cls.max


def test_the_documents_print_commands():
    assert len(COMMANDS) > 40


@pytest.mark.parametrize("words", [pytest.param(words, id=name) for name, words in COMMANDS])
def test_a_printed_command_is_no_wrong_usage(words, monkeypatch):
    monkeypatch.setattr(datetime, "date", Last)  # the documents' days aren't yet to come
    args = parser_for(words[0]).parse_args(words)
    assert callable(args.run)
