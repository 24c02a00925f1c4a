"""What wrong usage is answered with, and how the command is started."""

import argparse
import subprocess
import sys

import pytest

from linedscript.cli.main import NOUNS, main, parser_for


def refused(capsys, *words):
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 2
    return capsys.readouterr().err


def test_a_mistyped_option_is_answered_with_the_verb_s_own_usage_and_the_option_that_is_near(capsys):
    told = refused(capsys, "sources", "add", "a.txt", "--tilte", "The Wait")
    assert told.startswith("usage: linedscript sources add ")
    assert "unrecognized arguments: --tilte The Wait (did you mean --title?)" in told


def test_a_word_too_many_is_answered_with_the_usage_of_a_noun_without_verbs(capsys):
    assert refused(capsys, "verify", "release", "another").startswith("usage: linedscript verify ")


def test_the_package_run_as_a_module_is_the_command():
    done = subprocess.run([sys.executable, "-m", "linedscript", "--help"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: linedscript ")


def test_what_goes_to_both_streams_keeps_its_order_in_one_pipe(tmp_path):
    (tmp_path / "genres.yaml").write_text("Drama: Drama\n")
    for name in ("one", "two"):
        (tmp_path / f"{name}.fountain").write_text(f"INT. MILL - NIGHT\n\nANN\nThat is {name}.\n")
    given = ["--index", "index.jsonl", "--genres", "genres.yaml"]
    words = [sys.executable, "-m", "linedscript", "sources", "add", "one.fountain", "two.fountain", *given]
    shown = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path, check=True)
    first = [line.split()[0] for line in shown.stdout.splitlines() if line.startswith("en-")]
    assert first == ["en-0001:", "en-0001", "en-0002:", "en-0002"]


def verbs_of(parser, path=()):
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, child in action.choices.items():
                yield (*path, name), child
                yield from verbs_of(child, (*path, name))


def test_every_verb_says_in_its_help_what_it_is_for():
    found = [one for noun in NOUNS for one in verbs_of(parser_for(noun)) if len(one[0]) > 1]
    assert len(found) > 70
    assert [" ".join(path) for path, child in found if not (child.description or "").rstrip().endswith(".")] == []
