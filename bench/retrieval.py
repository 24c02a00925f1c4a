"""What retrieval costs per question as a film grows: CPU seconds as ratios to the shortest film.

Films of 75 to 600 scenes are put together out of the samples' scenes, indexed by each kind, and asked the same
questions. Printed per kind: seconds of indexing and of a question, each divided by those of the shortest film, beside
the ratio of the passages. Linear is a ratio that doesn't outgrow the passages': exits 1 where a question's does by more
than a quarter. A question of the dense index is embedded first, which costs the same in every film.

    python bench/retrieval.py [--kinds bm25 dense] [--scenes 75 150 300 600] [--questions 40] [--repeats 3]
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec
from threadpoolctl import threadpool_limits

from linedscript.evaluation.retrieval.building import Source, build_index
from linedscript.evaluation.settings import in_params
from linedscript.records.evaluation import Kind
from linedscript.records.scene import Scene
from linedscript.screenplay.read import read_screenplay

ROOT = Path(__file__).resolve().parents[1]
SIZES = (75, 150, 300, 600)
KINDS: tuple[Kind, ...] = ("bm25", "dense")
SLACK = 1.25


def scenes(count: int) -> list[Scene]:
    """The English samples' scenes, again and again, each time with other words, so that no text is embedded once for
    several."""
    found: list[Scene] = []
    read = [
        scene
        for path in sorted((ROOT / "samples/scripts").glob("en-*"))
        for scene in read_screenplay(
            path.read_bytes(), path.stem, "en", format=None, encoding=None, errors="strict", budget=1200,
            tokenizer="linedscript/1",
        ).scenes
    ]  # fmt: skip
    for number in range(count):
        scene = read[number % len(read)]
        text = scene.text.replace("the ", f"the {number // len(read)} ") if number >= len(read) else scene.text
        found.append(msgspec.structs.replace(scene, id=f"s{number + 1:04d}", index=number + 1, text=text, elements=()))
    return found


def questions(count: int) -> list[str]:
    words = "lead keys flask lamp letter rail hearing coat pier license".split()
    return [f"Who has the {words[number % len(words)]} in scene {number}, and why?" for number in range(count)]


def seconds(work: Callable[[], object], repeats: int) -> float:
    """CPU seconds, the median of some."""
    found = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return median(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=("bm25", "dense", "hybrid"))
    parser.add_argument("--scenes", nargs="+", type=int, default=SIZES)
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    settings = in_params(ROOT / "params.yaml")[0].retrieval
    asked = questions(args.questions)
    build_index(args.kinds[0], Source("en", scenes(1)), settings, "linedscript/1").best(asked[0], 1)  # imports
    bad = False
    for kind in args.kinds:
        first: tuple[int, float, float] | None = None
        for size in args.scenes:
            source = Source("en", scenes(size))
            start = time.process_time()
            index = build_index(kind, source, settings, "linedscript/1")
            index.best(asked[0], settings.top_k)
            built = time.process_time() - start
            each = seconds(lambda index=index: [index.best(one, settings.top_k) for one in asked], args.repeats)
            each /= len(asked)
            row = (len(index.stretches), built, each)
            first = first or row
            ratios = [now / then for now, then in zip(row, first, strict=True)]
            over = ratios[2] > SLACK * ratios[0]
            bad = bad or over
            print(
                json.dumps(
                    {
                        "kind": kind,
                        "scenes": size,
                        "passages": row[0],
                        "passages_ratio": round(ratios[0], 2),
                        "index_ratio": round(ratios[1], 2),
                        "question_ratio": round(ratios[2], 2),
                        "question_ms": round(each * 1000, 2),
                    }  # fmt: skip
                )
                + (" over" if over else "")
            )
    return 1 if bad else 0


if __name__ == "__main__":
    with threadpool_limits(1):
        sys.exit(main())
