"""How long each rule's command takes to start, as a ratio to ``python -c pass``.

Every command of the rules is run on input that isn't there, so that it parses its arguments, imports its layer and
stops. Prints medians and ratios; exits 1 where a ratio is over eight.

    python bench/startup.py [--repeats 15]
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 8.0


def commands() -> list[list[str]]:
    """The ``linedscript`` commands of all rules, with every file replaced by one that isn't there."""
    found = []
    for path in sorted((ROOT / "workflow/rules").glob("*.smk")):
        for block in re.findall(r"^ {8}linedscript (.*?)> \{log:q\}", path.read_text(encoding="utf-8"), re.M | re.S):
            words = re.sub(r'"\$\(dirname (\{.*?\})\)"', r"\1", block.replace("\\\n", " ")).split()
            found.append([_value(word, words[at - 1]) for at, word in enumerate(words) if _value(word, words[at - 1])])
    return found


def _value(word: str, option: str) -> str:
    if not word.startswith("{"):
        return word
    known = {
        "{wildcards.film:q}": "en-0001", "{params.made[language]:q}": "en", "{RECORDINGS:q}": "",
        "{params.films:q}": "en-0001", "{params.run:q}": "rules",
    }
    if word in known:
        return known[word]
    if word == "{params.pinned[options]:q}":
        return "--raw-sha256=" + "0" * 64
    if "settings" in word:
        return json.dumps({"annotator": "rules", "gates": {"threshold": 6, "retries": 2}})
    return "no-such-file"


def timed(command: list[str], repeats: int, folder: str) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return median(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=15, help="runs per command; the median counts")
    repeats = parser.parse_args().repeats
    linedscript = str(Path(sys.executable).parent / "linedscript")
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        base = timed([sys.executable, "-c", "pass"], repeats, folder)
        print(f"{'python -c pass':40} {base * 1000:6.0f} ms   1.0")
        for command in commands():
            ratio = timed([linedscript, *command], repeats, folder) / base
            slowest = max(slowest, ratio)
            print(f"{'linedscript ' + ' '.join(command[:2]):40} {ratio * base * 1000:6.0f} ms {ratio:5.1f}")
    print(f"slowest: {slowest:.1f} times python -c pass (limit {LIMIT:g})")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
