"""How every layer of a film grows with its scenes, from its reading to what the three tasks are assembled from.

Writes films of several lengths with one cast (eight leads and 24 others: presence holds a row for each scene and
character), builds each one with the ``rules`` engine in a folder of its own, and prints the CPU seconds of every rule's
command beside the exponent of its growth: the slope of log(T(n) - T(8)) over log n by least squares, where T(8), a film
of eight scenes, is start-up. With --repeats all films are built again and each time is the least, since CPU seconds
grow by half where other work keeps both threads of a core busy. A rule that takes less than ``--least`` seconds beyond
its start-up is too quick to tell, and stands in the sums alone. Linear is 1: exits 1 where an exponent is over 1.25.

    python bench/film.py [--language en] [--scenes 150 300 600] [--repeats 2] [--least 1.0] [--folder DIR] [--keep]
"""

import argparse
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import linear_regression

import msgspec
import startup

from linedscript.io.files import sha256
from linedscript.records.source import Film
from linedscript.sources.index import load_index, screenplay, script_path, write_index

ROOT = startup.ROOT
INDEX = "manifests/sources.jsonl"
FILMS = {"en": "en-0101", "zh": "zh-0101"}
LIMIT = 1.25
"""An exponent: a last time that is a third too long by other work moves that of 150, 300 and 600 scenes by 0.2."""
START = 8
"""Scenes of the film whose times are taken for start-up."""
BACKBONE = "reading.smk", "extraction.smk", "narrative.smk"
"""Rule files of what comes before the character layers."""
WRAPPER = """#!{python}
import os, sys
pid = os.posix_spawn({real!r}, [{real!r}, *sys.argv[1:]], os.environ)
_, status, usage = os.wait4(pid, 0)
with open({times!r}, "a") as file:
    print(usage.ru_utime + usage.ru_stime, os.readlink("/proc/self/fd/1"), sep="\\t", file=file)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""Stands for the command while a build runs, and writes down what each call took, and its log, which names the rule."""

CAST = 24
"""People beside the leads: all of them are in a film from 48 scenes on."""
STAYS = 8
"""Scenes for which a thing is what the story is about, before there is another."""
LEADS = "Ada Adler,Bert Brandt,Cleo Cole,Dirk Dorn,Edda Ebert,Finn Falk,Gwen Gruber,Hugo Hahn".split(",")
GUESTS = "Imhof Jansen Kraus Lenz Moser Nagel Ott Pohl Quast Reich Sauer Thoma Ullrich Vogt Weiss Zeller".split()
GIVEN = "Iris Joss Kaja Lars Mina Nils Olga Piet Rosa Sven Tilda Udo Vera Willem Xenia Yann".split()
THINGS = "ledger lamp key letter rope map coat ring watch flask bell compass locket deed purse photograph".split()
KINDS = "brass old torn silver wet black small red".split()
LEADS_ZH = "安家山,柏立冬,春晓河,董恩帆,方静珂,顾明宁,何鹏琪,季松涛".split(",")
GUESTS_ZH = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨"
GIVEN_ZH = "然文雪兰歌梅竹岚峰海燕鸣洲桥钟雁"
THINGS_ZH = "账本 油灯 钥匙 信 绳子 地图 大衣 戒指 怀表 酒壶 铃铛 罗盘 吊坠 地契 钱包 照片".split()
KINDS_ZH = "铜 旧 破 银 湿 黑 小 红".split()

DEEDS = (
    "{b} hands {a} the {thing}. {c} watches from the door.",
    "{a} hides the {thing} under the table. {b} sits down and weeps.",
    "{a} strikes {b}. {c} picks up the {thing} and leaves.",
    "{a} kisses {b}. {c} drops the {thing}.",
    "{a} signs the paper. {b} takes the {thing} and hugs {c}.",
    "{c} arrests {a}. {b} steals the {thing}.",
)
LINES = (
    ("I promise you the {thing} on Friday, {b1}.", "Who stole it from {c}?", "My sister kept it until the supper."),
    ("I know that {c} lied to me about the {thing}.", "I want to leave this harbor, {a1}.", "You were my friend once."),
    ("I killed him, {b1}. I have to tell you.", "I hate you for it.", "I saw {a} with the {thing} last night."),
    ("Will you marry me, {b1}?", "I refuse. I love {c}.", "Then I am leaving town on Monday."),
    ("I am your brother, {b1}.", "Did you tell {c} about the {thing}?", "I lost everything that I had."),
)
DEEDS_ZH = (
    "{b}把{thing}递给{a}。{c}站在门口看着。",
    "{a}把{thing}藏在桌下。{b}坐下来哭了。",
    "{a}打了{b}。{c}拿起{thing}走了出去。",
    "{a}吻了{b}。{c}把{thing}掉在地上。",
    "{a}在纸上签了字。{b}拿走{thing}，抱住{c}。",
    "{c}逮捕了{a}。{b}偷走了{thing}。",
)
LINES_ZH = (
    ("我答应你，星期五把{thing}给你。", "谁偷了{c}的{thing}？", "它一直由我姐收着，收到灯会那天。"),
    ("我知道{c}骗了我，{thing}不在他那里。", "我想离开这个港口。", "你以前是我的朋友。"),
    ("是我杀了他。我得告诉你。", "我恨你。", "昨晚我看见{a}拿着{thing}。"),
    ("你愿意嫁给我吗？", "我拒绝。我爱{c}。", "那我星期一就离开这里。"),
    ("我是你哥哥。", "你把{thing}的事告诉{c}了吗？", "我什么都没有了。"),
)


def script(language: str, scenes: int) -> str:
    """A shorter film is the beginning of a longer one, so that only the length tells them apart."""
    if language == "en":
        return "\n\n".join(_scene(number) for number in range(scenes)) + "\n"
    return "\n".join(_scene_zh(number) for number in range(scenes)) + "\n"


def _scene(number: int) -> str:
    words = _people(number, LEADS, _guest(number, GIVEN, GUESTS, " "))
    words["thing"] = " ".join(_thing(number, KINDS, THINGS))
    words |= {f"{one}1": words[one].split()[0] for one in "abc"}
    deeds = [DEEDS[(number + step) % len(DEEDS)].format(**words) for step in (0, number // 6 % 5 + 1)]
    said = [line.format(**words) for line in LINES[number % len(LINES)]]
    speeches = [f"{words[who].upper()}\n{line}" for who, line in zip("abc", said, strict=True)]
    seen = number % 2 or number >= 2 * CAST
    enters = f"{words['c']} comes in." if seen else f"{words['c'].upper()}, {20 + number}, comes in."
    time = ("NIGHT", "DAY", "MORNING")[number % 3]
    return "\n\n".join(
        [f"INT. HARBOR HOUSE {number // 4} - {time}", enters, deeds[0], *speeches[:2], deeds[1], speeches[2]]
    )


def _scene_zh(number: int) -> str:
    words = _people(number, LEADS_ZH, _guest(number, GUESTS_ZH, GIVEN_ZH) + "芳")
    words["thing"] = "".join(_thing(number, KINDS_ZH, THINGS_ZH))
    deeds = [DEEDS_ZH[(number + step) % len(DEEDS_ZH)].format(**words) for step in (0, number // 6 % 5 + 1)]
    said = [line.format(**words) for line in LINES_ZH[number % len(LINES_ZH)]]
    speeches = [f"{words[who]}：{line}" for who, line in zip("abc", said, strict=True)]
    time = "夜日晨"[number % 3]
    heading = f"{number + 1}. 内景 港务楼{number // 4}室 {time}"
    return "\n".join([heading, f"△{deeds[0]}", *speeches[:2], f"△{deeds[1]}", speeches[2], ""])


def _people(number: int, leads: Sequence[str], guest: str) -> dict[str, str]:
    first = number // 2 % len(leads)
    return {"a": leads[first], "b": leads[(first + number % 3 + 1) % len(leads)], "c": guest}


def _guest(number: int, first: Sequence[str], last: Sequence[str], between: str = "") -> str:
    at = number // 2 % CAST
    return f"{first[at % len(first)]}{between}{last[(at + at // len(first)) % len(last)]}"


def _thing(number: int, kinds: Sequence[str], things: Sequence[str]) -> tuple[str, str]:
    at = number // STAYS
    return kinds[(at + at // len(things)) % len(kinds)], things[at % len(things)]


def make_project(folder: Path, language: str, text: str) -> None:
    """A copy of the project in ``folder`` whose only film is the script."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and not name.startswith(("manifests/patches/", "manifests/audits/", "tests/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    model = next(film for film in load_index(ROOT / INDEX) if film.language == language and film.withdrawn is None)
    source = screenplay(model)
    data, name = text.encode(), f"{FILMS[language]}{Path(source.file).suffix}"
    retrieval = msgspec.structs.replace(source.retrieval, path=f"samples/scripts/{name}")
    own = msgspec.structs.replace(
        source, file=name, raw_sha256=sha256(data), normalized_sha256=None, normalizer=None, retrieval=retrieval
    )
    film: Film = msgspec.structs.replace(model, id=FILMS[language], sources=(own,))
    script_path(folder, film, own).write_bytes(data)
    write_index(folder / INDEX, [film])
    (folder / "manifests/identity.json").write_text("[]\n")


def build(folder: Path) -> dict[str, float]:
    """CPU seconds of every rule's commands in a build up to what is assembled. Stops the benchmark where it fails."""
    tools, times = folder / "timed", folder / "times.tsv"
    tools.mkdir()
    real = str(Path(sys.executable).parent / "linedscript")
    wrapper = tools / "linedscript"
    wrapper.write_text(WRAPPER.format(python=sys.executable, real=real, times=str(times)))
    wrapper.chmod(0o755)
    settings = {name: value for name, value in os.environ.items() if name not in ("LINEDSCRIPT_BUILD_PID", "DVC_STAGE")}
    settings["PATH"] = os.pathsep.join([str(tools), str(Path(sys.executable).parent), settings.get("PATH", "")])
    command = ["snakemake", "--cores", "1", "--", "backbone"]
    done = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"snakemake failed in {folder}\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
    found: dict[str, float] = defaultdict(float)
    for line in times.read_text().splitlines():
        seconds, log = line.split("\t")
        found[Path(log).relative_to(folder / "build/logs").parts[0].removesuffix(".log")] += float(seconds)
    return dict(found)


def rules_of(names: Iterable[str] | None = None) -> list[str]:
    """Rules in the pipeline's order, of the named files or of all others."""
    include = re.findall(r'include: "workflow/rules/(.*?)"', (ROOT / "Snakefile").read_text(encoding="utf-8"))
    texts = {name: (ROOT / "workflow/rules" / name).read_text(encoding="utf-8") for name in include}
    chosen = set(include if names is None else names)
    return [rule for name in include if name in chosen for rule in re.findall(r"^rule (\w+):", texts[name], re.M)]


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float | None:
    """``times``: beyond start-up; null where one isn't."""
    if min(times) <= 0:
        return None
    xs, ys = [math.log(size) for size in sizes], [math.log(one) for one in times]
    return linear_regression(xs, ys).slope


def row(name: str, sizes: Sequence[int], times: Sequence[float], least: float) -> tuple[str, bool]:
    """The printed line, and whether its growth isn't linear. ``times``: of the shortest film, then of ``sizes``."""
    beyond = [one - times[0] for one in times[1:]]
    power = exponent(sizes, beyond) if beyond[-1] >= least else None
    bad = power is not None and power > LIMIT
    said = "too quick to tell" if power is None else f"{power:.2f}{' over' if bad else ''}"
    return f"{name:28}" + "".join(f"{one:10.1f}" for one in times) + f"   {said}", bad


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    parser.add_argument("--scenes", nargs="+", type=int, default=(150, 300, 600))
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--least", type=float, default=1.0)
    parser.add_argument("--folder", type=Path, help="where the films are built (default: a temporary folder)")
    parser.add_argument("--keep", action="store_true", help="leave the films and their builds in the folder")
    args = parser.parse_args()
    sizes = sorted(set(args.scenes))
    if len(sizes) < 2 or sizes[0] <= START:
        parser.error(f"--scenes: two lengths or more, of more than {START} scenes")
    above = Path(tempfile.mkdtemp(dir=args.folder))
    found: dict[str, list[float]] = {}
    try:
        for repeat in range(args.repeats):
            for place, size in enumerate((START, *sizes)):
                folder = above / f"{size}-{repeat}"
                make_project(folder, args.language, script(args.language, size))
                for rule, seconds in build(folder).items():
                    held = found.setdefault(rule, [math.inf] * (len(sizes) + 1))
                    held[place] = min(held[place], seconds)
                print(f"{size} scenes built", file=sys.stderr, flush=True)
    finally:
        if not args.keep:
            shutil.rmtree(above)
    lines = [row(name, sizes, times, args.least) for name, times in (*_by_rule(found), *_summed(found))]
    print(f"{'CPU seconds':28}" + "".join(f"{size:10}" for size in (START, *sizes)) + "   exponent")
    print("\n".join(line for line, _ in lines))
    bad = sum(over for _, over in lines)
    print(f"growth is {'NOT ' if bad else ''}linear (limit of the exponent {LIMIT:g})")
    return int(bad > 0)


def _by_rule(found: Mapping[str, Sequence[float]]) -> list[tuple[str, Sequence[float]]]:
    return [(rule, found[rule]) for rule in rules_of() if rule in found]


def _summed(found: Mapping[str, Sequence[float]]) -> list[tuple[str, Sequence[float]]]:
    before = set(rules_of(BACKBONE))
    parts = {
        "reading and backbone": [held for rule, held in found.items() if rule in before],
        "characters, tasks, assembly": [held for rule, held in found.items() if rule not in before],
        "all": list(found.values()),
    }
    return [(name, [sum(column) for column in zip(*held, strict=True)]) for name, held in parts.items()]


if __name__ == "__main__":
    sys.exit(main())
