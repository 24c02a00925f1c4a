"""How long each rule's command takes to start, as a ratio to ``python -c pass``.

Every command of the rules is run on input that isn't there, so that it parses its arguments, imports its layer and
stops. Each run stands beside one of ``python -c pass``; medians count, in CPU seconds, which on an idle machine are the
wall's: so other work on the machine hardly shows. Exits 1 where a ratio is over eight.

    python bench/startup.py [--repeats 15]
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 8.0
ENGINE_SETTINGS = json.dumps({"annotator": "rules", "gates": {"threshold": 6, "retries": 2}})
SETTINGS = {
    "scenes": '{"budget": 1200, "tokenizer": "linedscript/1"}',
    "release": (
        '{"name": "x", "title": "x", "version": "v0.0.0", "date": "2000-01-01", "url": "x", "creator": "x",'
        ' "quote_limit": {"en_words": 1, "zh_chars": 1, "share": 0, "en_counted": 1, "zh_counted": 1},'
        ' "contact_allowed": [], "recipe": true}'
    ),
}
"""Where a command reads its settings before its input; every other gets ``ENGINE_SETTINGS``."""
VALUES = {
    "{wildcards.film:q}": ["en-0001"],
    "{params.made[language]:q}": ["en"],
    "{params.films:q}": ["en-0001"],
    "{params.run:q}": ["rules"],
    "{params.run[name]:q}": ["rules"],
    "{params.pin[sha256]:q}": ["0" * 64],
    "{params.pinned[options]:q}": ["--raw-sha256", "0" * 64, "--errors", "strict", "--format", "fountain"],
    "{RECORDINGS:q}": [],
}
"""What stands for a word of a rule's command; any other in braces is a file, and isn't there."""


def commands() -> dict[str, list[str]]:
    """By rule, the words after ``linedscript`` of its command, with every file replaced by one that isn't there."""
    found = {}
    for path in sorted((ROOT / "workflow/rules").glob("*.smk")):
        for rule, block in re.findall(
            r"^rule (\w+):$(?:(?!^rule ).)*?^ {8}linedscript (.*?)> \{log:q\}",
            path.read_text(encoding="utf-8"),
            re.M | re.S,
        ):
            words = re.sub(r'"\$\(dirname (\{.*?\})\)"', r"\1", block.replace("\\\n", " ")).split()
            found[rule] = [value for word in words for value in _values(word, words[0])]
    return found


def _values(word: str, noun: str) -> list[str]:
    if not word.startswith("{"):
        return [word]
    if "settings" in word:
        return [SETTINGS.get(noun, ENGINE_SETTINGS)]
    return VALUES.get(word, ["no-such-file"])


def timed(command: list[str], folder: str) -> float:
    """CPU seconds of one run that fails on its input. A command that is used wrongly stops the benchmark."""
    settings = os.environ | {"LINEDSCRIPT_BUILD_PID": str(os.getpid())}  # as a build does: the job watches it
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=folder, env=settings, stdout=quiet, stderr=quiet)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"exit status {process.returncode} of: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime


def measured(repeats: int) -> dict[str, tuple[float, float]]:
    """By rule, the seconds of its command and its ratio to ``python -c pass``."""
    linedscript = str(Path(sys.executable).parent / "linedscript")
    times: dict[str, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for rule, command in commands().items():
            pairs = [
                (timed([linedscript, *command], folder), timed([sys.executable, "-c", "pass"], folder))
                for _ in range(repeats)
            ]
            times[rule] = median(own for own, _ in pairs), median(own / other for own, other in pairs)
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=15, help="runs per command; the median counts")
    times = measured(parser.parse_args().repeats)
    print(f"{'command':42}   time   ratio to python -c pass")
    for rule, command in commands().items():
        seconds, ratio = times[rule]
        print(f"{'linedscript ' + ' '.join(command[:2]):42} {seconds * 1000:4.0f} ms {ratio:5.1f}")
    slowest = max(ratio for _, ratio in times.values())
    print(f"slowest: {slowest:.1f} times python -c pass (limit {LIMIT:g})")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
