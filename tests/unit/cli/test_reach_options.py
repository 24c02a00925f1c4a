"""Options by which a model is reached are told from nonsense before anything is asked."""

import argparse

import pytest

from linedscript.cli._layer import add_reach


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--concurrency", "0"),
        ("--concurrency", "-1"),
        ("--tries", "0"),
        ("--tries", "2.5"),
        ("--timeout", "0"),
        ("--timeout", "-1"),
        ("--timeout", "nan"),
        ("--timeout", "soon"),
    ],
)
@pytest.mark.parametrize("by", ["option", "environment"])
def test_a_number_that_nothing_can_be_asked_with_is_refused(capsys, monkeypatch, option, value, by):
    if by == "environment":
        monkeypatch.setenv(f"LINEDSCRIPT_{option[2:].upper()}", value)
    parser = argparse.ArgumentParser()
    add_reach(parser)
    with pytest.raises(SystemExit):
        parser.parse_args([f"{option}={value}"] if by == "option" else [])
    told = capsys.readouterr().err
    assert option in told and f"'{value}' isn't a" in told
