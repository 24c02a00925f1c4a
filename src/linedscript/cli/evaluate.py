"""``linedscript evaluate``: run answerers over a release's tasks, judge what they say, score it."""

import argparse

from linedscript.cli import _evaluate_rules, _evaluate_run

SUMMARY = "run a model over a release's tasks, or score predictions that were made elsewhere"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    _evaluate_run.register(verbs)
    _evaluate_rules.register(verbs)
