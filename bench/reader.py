"""How fast the reader is: beside other Fountain parsers on one corpus, and per page from 20 to 200 pages.

The corpus is the sample scripts, each of them again at the length of a film's script, and, where it is at hand, every
Fountain file of ``../shared/data/screenplays``. Ours reads bytes to scenes with offsets, hashes, blocks and the proof;
screenplain and screenplay-tools only parse decoded text to a list of elements, and are told that it is Fountain, as we
are by a source index. What telling the format by content costs stands in a line of its own. Each gets the same texts in
turn; medians of the repeats count. Then copies of a sample
script, cut to 20, 50, 100 and 200 pages, as Fountain and as PDF: milliseconds per page, and the memory a page adds to
the process that reads it. Times are the process's own. No text is read twice: in each repeat, and in each copy, most
lines have a word of their own.

    pip install 'linedscript[bench]'
    python bench/reader.py [--repeats 7]

Exits 1 where we are slower on the corpus than the faster of the two, or where a page of 200 costs over 1.3 times one of
20.
"""

import argparse
import io
import re
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
PAGES = (20, 50, 100, 200)
LINES = 55
"""Lines of a page."""
FEATURE = 110
"""Pages of a film's script."""
LIMIT = 1.3
_WORD = re.compile(r"\b(?:[a-z]{4,}|[A-Z]{4,})\b")


def read(data: bytes, format: str | None = "fountain") -> object:
    from linedscript.screenplay.read import read_screenplay

    return read_screenplay(data, "en-0001", "en", format=format, budget=1200)


def read_unnamed(data: bytes) -> object:
    """Its format told by content."""
    return read(data, None)


def by_screenplain(data: bytes) -> object:
    from screenplain.parsers import fountain

    return list(fountain.parse(io.StringIO(data.decode("utf-8-sig"))))


def by_screenplay_tools(data: bytes) -> object:
    from screenplay_tools.fountain.parser import Parser

    parser = Parser()
    parser.add_text(data.decode("utf-8-sig"))
    return parser.script


READERS: dict[str, Callable[[bytes], object]] = {
    "linedscript": read,
    "  format unnamed": read_unnamed,
    "screenplain": by_screenplain,
    "screenplay-tools": by_screenplay_tools,
}


def corpora() -> dict[str, list[bytes]]:
    """Short files, and scripts of a film's length."""
    samples = sorted((ROOT / "samples/scripts").glob("*.fountain"))
    others = sorted((ROOT.parent / "shared/data/screenplays").glob("*.fountain"))
    return {
        "short": [path.read_bytes() for path in (*samples, *others)],
        "of a film's length": [of_pages(FEATURE, script=script) for script in samples],
    }


def seconds(reader: Callable[[bytes], object], texts: list[bytes]) -> float:
    begin = time.process_time()
    for data in texts:
        reader(data)
    return time.process_time() - begin


def reworded(lines: list[str], number: int) -> list[str]:
    """The lines with another word in each but those that have a colon, such as title-page keys and transitions."""
    end = "".join(chr(ord("a") + int(digit)) for digit in str(number))

    def longer(word: re.Match[str]) -> str:
        return word.group() + (end if word.group().islower() else end.upper())

    return [line if ":" in line else _WORD.sub(longer, line, count=1) for line in lines]


def of_pages(pages: int, repeat: int = 0, script: Path = ROOT / "samples/scripts/en-0002.fountain") -> bytes:
    """A Fountain script of so many pages: the scenes of a sample, over and over, in other words each time."""
    text = script.read_text(encoding="utf-8")
    head, scenes = text.split("\n\n", 1)
    wanted = pages * LINES
    lines: list[str] = []
    for number in count(repeat * 1000):
        if len(lines) >= wanted:
            break
        lines += reworded(scenes.splitlines(), number)
    return "\n".join([head, "", *lines[:wanted], ""]).encode()


def as_pdf(script: bytes) -> bytes:
    from exports import script_of
    from printed import to_pdf

    return to_pdf(script_of(read(script)))


_MEASURE = """
import resource, sys, time
sys.path[:0] = {paths!r}
from reader import read_unnamed as read
small, *files = [open(file, "rb").read() for file in {files!r}]
read(small)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
for data in files:
    read(data)
print((time.process_time() - begin) / len(files), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def measured(small: Path, files: list[Path]) -> tuple[float, int]:
    """Seconds of one reading, and how many KiB the process grew by over having read a small file."""
    code = _MEASURE.format(paths=[str(ROOT / "bench"), *sys.path[:2]], files=[str(file) for file in (small, *files)])
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    first, second = done.stdout.split()
    return float(first), int(second)


def compare(repeats: int) -> bool:
    parts = corpora()
    times = {part: {name: [] for name in READERS} for part in parts}
    for repeat in range(repeats):
        for part, texts in parts.items():
            others = ["\n".join(reworded(data.decode().split("\n"), repeat)).encode() for data in texts]
            for name, reader in READERS.items():
                times[part][name].append(seconds(reader, others))
    whole = {name: [sum(runs) for runs in zip(*(times[part][name] for part in parts), strict=True)] for name in READERS}
    for part, found in [*times.items(), ("the corpus", whole)]:
        texts = parts.get(part) or [text for some in parts.values() for text in some]
        print(f"{part}: {len(texts)} Fountain files, {sum(map(len, texts))} bytes; medians of {repeats}")
        ratios = printed(found)
    print(f"on the corpus the faster of the others takes {min(ratios.values()):.2f} times our time\n")
    return min(ratios.values()) >= 1


def printed(times: dict[str, list[float]]) -> dict[str, float]:
    """Print each reader's time; gives that of the others as ratios to ours."""
    ours = median(times["linedscript"])
    print(f"{'reader':<20}{'time':>10}{'of ours':>10}")
    for name, found in times.items():
        print(f"{name:<20}{median(found) * 1000:>7.0f} ms{median(found) / ours:>10.2f}")
    print()
    return {name: median(found) / ours for name, found in times.items() if name.startswith("screenp")}


def per_page(repeats: int) -> bool:
    import tempfile

    flat = True
    with tempfile.TemporaryDirectory() as folder:
        for kind, make in (("fountain", lambda data: data), ("pdf", as_pdf)):
            small = Path(folder) / f"small.{kind}"
            small.write_bytes(make(of_pages(PAGES[0])))
            print(f"\n{kind + ', pages':<20}{'ms a page':>10}{'of 20':>8}{'KiB a page':>12}")
            first = 0.0
            for pages in PAGES:
                files = [Path(folder) / f"{number}.{kind}" for number in range(max(1, repeats * PAGES[0] // pages))]
                for number, file in enumerate(files, 1):
                    file.write_bytes(make(of_pages(pages, number)))
                runs = [measured(small, files) for _ in range(3)]
                cost = min(time for time, _ in runs) / pages
                first = first or cost
                grown = median(kib for _, kib in runs) / (pages - PAGES[0]) if pages > PAGES[0] else 0.0
                print(f"{pages:<20}{cost * 1000:>10.2f}{cost / first:>8.2f}{grown:>12.0f}")
            flat = flat and cost / first <= LIMIT
    return flat


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, help="(default: %(default)s)")
    args = parser.parse_args()
    good = compare(args.repeats)
    return 0 if per_page(args.repeats) and good else 1


if __name__ == "__main__":
    sys.exit(main())
