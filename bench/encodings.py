"""How often the encoding of a piece of text is found, refused or mistaken, and whether the confidence keeps its word.

    python bench/encodings.py [--other]

Pieces of every length are cut from own scripts, a sample script among them, at any character. ``--other`` sets the
answers of charset-normalizer beside ours.
"""

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from charset_normalizer import from_bytes  # noqa: E402
from unit.screenplay.encoding_texts import TEXTS  # noqa: E402

from linedscript.screenplay.decode import LEAST  # noqa: E402
from linedscript.screenplay.detect import CANDIDATES, detect  # noqa: E402

LENGTHS = (12, 16, 24, 40, 80, 200, 1000, 4000, 20_000)
PIECES = 24
ASKED = (
    "gb18030",
    "big5hkscs",
    "cp932",
    "euc_jp",
    "cp1251",
    "koi8-u",
    "cp1252",
    "iso-8859-1",
    "utf-16-le",
    "utf-16-be",
)
"""Encodings that scripts are usually in; the others are there to be told from these."""


def texts() -> dict[str, tuple[tuple[str, ...], str]]:
    chinese = (ROOT / "samples" / "scripts" / "zh-0001.txt").read_text("utf-8")
    return TEXTS | {"sample": (("gb18030", "utf-16-le"), chinese)}


def pieces(text: str, encoding: str, length: int, draw: random.Random) -> Iterator[bytes]:
    """Pieces of about ``length`` bytes with a byte beyond ASCII, from a random character on."""
    longer = text * (2 + length * 2 // len(text))
    for _ in range(PIECES):
        start = draw.randrange(len(text))
        data = longer[start : start + length].encode(encoding)[:length]
        piece = data.decode(encoding, "ignore").encode(encoding)
        if any(byte > 0x7F or not byte for byte in piece):
            yield piece


def ours(data: bytes) -> tuple[str | None, float]:
    found = detect(data, ("utf-16-le", "utf-16-be") if 0 in data else ())
    return (data.decode(found[0].encoding, "replace"), found[0].confidence) if found else (None, 0.0)


def theirs(data: bytes) -> str | None:
    best = from_bytes(data).best()
    return None if best is None else data.decode(best.encoding, "replace")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", action="store_true", help="set the answers of charset-normalizer beside ours")
    args = parser.parse_args()
    draw = random.Random(7)
    table: dict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    kept: dict[float, Counter[bool]] = defaultdict(Counter)
    for encodings, text in texts().values():
        for encoding in encodings:
            own = text.encode(encoding, "ignore").decode(encoding)
            for length in LENGTHS:
                for piece in pieces(own, encoding, length, draw):
                    right = piece.decode(encoding)
                    found, confidence = ours(piece)
                    row = table[length, encoding]
                    row["pieces"] += 1
                    row["refused" if confidence < LEAST else "right" if found == right else "mistaken"] += 1
                    row["theirs"] += args.other and theirs(piece) == right
                    kept[0.99 if confidence >= 0.99 else confidence // 0.1 / 10][found == right] += 1
    names = dict.fromkeys(encoding for _, encoding in table)
    shares = {name: share for name, share, _ in CANDIDATES}
    print(
        f"{'bytes':>6} {'right':>7} {'refused':>8} {'mistaken':>9} {'theirs':>7}   of the usual encodings; "
        "then mistaken of all, by share"
    )
    for length in LENGTHS:
        usual = sum((table[length, name] for name in names if name in ASKED), Counter())
        rates = [usual[key] / usual["pieces"] for key in ("right", "refused", "mistaken", "theirs")]
        rows = [(shares.get(name, 0.01), table[length, name]) for name in names if table[length, name]["pieces"]]
        mistaken = sum(share * row["mistaken"] / row["pieces"] for share, row in rows) / sum(share for share, _ in rows)
        print(f"{length:>6} {rates[0]:>7.4f} {rates[1]:>8.4f} {rates[2]:>9.4f} {rates[3]:>7.4f}   {mistaken:.4f}")
    for step, row in sorted(kept.items()):
        print(f"confidence {step:.2f}: {row[True]} of {row.total()} right")


if __name__ == "__main__":
    main()
