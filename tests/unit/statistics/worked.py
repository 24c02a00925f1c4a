"""The worked examples of published statistics, where the machine has them."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FILE = ROOT.parent / "shared" / "data" / "scorers" / "stats_worked_examples.json"
NAMES = [case["id"] for case in json.loads(FILE.read_text(encoding="utf-8"))] if FILE.exists() else []


def example(name):
    """(input, expected) of one example; skips where the file isn't there."""
    if not FILE.exists():
        pytest.skip("the worked examples aren't on this machine")
    (found,) = [case for case in json.loads(FILE.read_text(encoding="utf-8")) if case["id"] == name]
    return found["input"], found["expected"]


def printed(value, expected):
    """``value`` to as many digits as ``expected`` is printed with."""
    digits = len(repr(expected).partition(".")[2]) if isinstance(expected, float) else 0
    return round(value, digits)


def petersen():
    """Columns firm, year, x, y of Petersen's test data, as statsmodels ships them with its tests."""
    import statsmodels

    file = Path(statsmodels.__file__).parent / "stats" / "tests" / "test_data.txt"
    if not file.exists():
        pytest.skip("this statsmodels comes without its tests' data")
    rows = [line.split() for line in file.read_text(encoding="ascii").splitlines()]
    return [row[0] for row in rows], [row[1] for row in rows], [float(r[2]) for r in rows], [float(r[3]) for r in rows]
