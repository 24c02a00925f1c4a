"""How far a long command is: told to who watches a terminal, to nobody else."""

import io
import sys

from linedscript.cli._progress import watched


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_nothing_is_printed_where_nobody_watches(capsys):
    assert list(watched([1, 2], "Checking")) == [1, 2]
    assert capsys.readouterr() == ("", "")


def test_a_terminal_s_stderr_is_told_what_is_done(monkeypatch, capsys):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(watched([1, 2], "Checking")) == [1, 2]
    assert "Checking" in terminal.getvalue() and capsys.readouterr().out == ""
