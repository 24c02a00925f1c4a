"""Predictions that were made elsewhere: a JSON-lines file, checked line by line against the release that it answers."""

import json
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.evaluation.tasks import TASKS, Target, Task, task_named
from linedscript.io.files import read_bytes
from linedscript.records.base import FilmId
from linedscript.records.release import View
from linedscript.records.run import Prediction, PredictionLine, Setting
from linedscript.release.tree import MANIFEST, Release

_HINT = "docs/evaluation.md describes a line; 'linedscript evaluate questions' writes what is to be answered"


_TOLD = 20
"""Faults of one code, and stale lines, that are told one by one."""
_NAMED = 5
"""Targets that a note names."""
_COMPRESSED = "unpack it: one JSON object a line"
_FORMATS = {
    b"\x1f\x8b": ("compressed (gzip)", _COMPRESSED),
    b"PK\x03\x04": ("a ZIP archive", _COMPRESSED),
    b"\x28\xb5\x2f\xfd": ("compressed (zstd)", _COMPRESSED),
    b"\xfd7zXZ\x00": ("compressed (xz)", _COMPRESSED),
    b"BZh": ("compressed (bzip2)", _COMPRESSED),
    b"PAR1": ("a Parquet file", "export it as JSON lines"),
    b"\xff\xfe": ("UTF-16, or UTF-32", "save the file as UTF-8"),
    b"\xfe\xff": ("UTF-16", "save the file as UTF-8"),
}
"""By their first bytes, what people send in place of text."""
OTHER: dict[View, View] = {"parent": "pseudonymized", "pseudonymized": "parent"}
Known = dict[FilmId, dict[str, Target]]
"""A release's targets, by film and id."""
Ended = dict[FilmId, dict[str, str]]
"""What was a target and is none of this release, by film and id: how that came."""


class Checked(NamedTuple):
    predictions: dict[FilmId, list[Prediction]]
    """Of the sound lines, by film."""
    faults: list[LinedscriptError]
    """What must be mended, in order of the lines."""
    notes: list[str]
    """What counts as missing, and why."""


def targets_of(release: Release, task: Task, setting: Setting | None = None) -> Known:
    """Every target of a release, by film and id; of one setting, where one is named."""
    return {
        film.id: {
            target.id: target
            for target in task.targets(
                film.id, film.language, {layer: release.rows(layer, film.id) for layer in task.layers}, setting
            )
        }
        for film in release.films()
    }


def at_hand(release: Release, task: Task, setting: Setting | None = None) -> Known | None:
    """Its targets; null where there is no such release here."""
    return targets_of(release, task, setting) if (release.root / MANIFEST).is_file() else None


def ended_of(release: Release, task: Task) -> Ended:
    """Targets that a release no longer has or never released: what patches ended or withheld, and withheld items."""
    found: Ended = {}
    for film in (one.id for one in release.films()):
        why = {row.id: f"withheld ({row.code})" for row in release.rows("withheld", film)}
        for row in release.rows("stale", film):
            by = f" by patch{'es' * (len(row.patches) > 1)} {', '.join(row.patches)}" if row.patches else ""
            why[row.id] = f"withheld as stale{by}"
        why |= {row.id: f"ended by patch {row.patch} ({row.action})" for row in release.rows("tombstones", film)}
        own = (name.split("/", 1) for name in why)
        found[film] = {name: why[f"{layer}/{name}"] for layer, name in own if layer in task.named_in}
    return found


def check_predictions(
    path: Path,
    known: Known,
    task: Task,
    generations: int,
    other: Callable[[], Known | None] = lambda: None,
    ended: Ended | None = None,
) -> Checked:
    """Every line of the file. Codes of faults: ``not-text``, ``other-task``, ``invalid-line``, ``unknown-film``,
    ``unknown-target``, ``wrong-kind``, ``unfit-reply``, ``wrong-sample``, ``repeated-line``, ``other-view``,
    ``empty-file``.

    ``other``: the targets of the other view, if they are at hand; asked for where a digest isn't this release's.
    ``ended``: targets whose lines are noted and left out; any other id that the release lacks is a fault.
    """
    found: dict[FilmId, list[Prediction]] = {}
    faults: list[LinedscriptError] = []
    seen: dict[tuple[str, str, int], int] = {}
    stale: list[tuple[str, PredictionLine]] = []
    ended, gone = ended or {}, []
    kinds: set[type] = set()
    at_home = False
    data = read_bytes(path)
    if what := next((what for mark, what in _FORMATS.items() if data.startswith(mark)), None):
        return Checked({}, [LinedscriptError("not-text", str(path), f"is {what[0]}", what[1])], [])
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        place = f"{path}:{number}"
        read = _read(line, place)
        if isinstance(read, LinedscriptError):
            faults.append(read)
            continue
        if read.reply is not None:
            kinds.add(type(read.reply))
        at_home = at_home or read.target in known.get(read.film, {}) or read.target in ended.get(read.film, {})
        own = list(_faults(read, place, known, ended, task, generations))
        key = (read.film, read.target, read.sample)
        if key in seen:
            problem = f"{read.target} of {read.film}, sample {read.sample}, stands on line {seen[key]} already"
            own.append(LinedscriptError("repeated-line", place, problem, "give each generation one line"))
        seen.setdefault(key, number)
        faults += own
        if own:
            continue
        if read.target not in known[read.film]:
            gone.append(read)
            continue
        if known[read.film][read.target].sha256 != read.item_sha256:
            stale.append((place, read))
        found.setdefault(read.film, []).append(_prediction(read))
    if not at_home and (its_task := _other_task(kinds, task)):
        problem = f"answers Task {its_task}; Task {task.number} is named"
        hint = f"its task is {its_task}: in the configuration (task, condition), or by --task"
        return Checked({}, [LinedscriptError("other-task", str(path), problem, hint)], [])
    if not found and not faults:
        problem = "answers only targets that are withheld or ended" if gone else "holds no prediction"
        faults.append(LinedscriptError("empty-file", str(path), problem, _HINT))
    elsewhere = (other() if stale else None) or {}
    theirs = {place for place, one in stale if _is_of(one, elsewhere)}
    if theirs:
        alike = sum(map(len, found.values())) - len(stale)
        faults.append(
            LinedscriptError(
                "other-view",
                str(path),
                f"{len(theirs)} of {len(seen)} lines answer the other view's targets: their item_sha256 is only there"
                + (f"; {alike} are of targets that are the same in both views" if alike else ""),
                "name the release of the view that they were made over; the two views' files are scored apart",
            )
        )
    changed = [(place, one) for place, one in stale if place not in theirs]
    notes = [
        f"{place}: {one.target} of {one.film} has changed since; it counts as missing (stale)"
        for place, one in changed[:_TOLD]
    ]
    if more := len(changed) - len(notes):
        notes.append(f"{path}: so have the targets of {more} more lines")
    notes += _gone(gone, ended)
    notes += _absent(found, known, generations)
    unsound = {(one.film, one.target, one.sample) for place, one in stale if place in theirs}
    sound = {
        film: [row for row in rows if (row.film, row.target, row.sample) not in unsound] for film, rows in found.items()
    }
    return Checked(sound, faults, notes)


def told(faults: Sequence[LinedscriptError]) -> list[LinedscriptError]:
    """The first faults of each code, and how many more there are of it: a file that was made wrong is so in every
    line."""
    groups: dict[str, list[LinedscriptError]] = {}
    for fault in faults:
        groups.setdefault(fault.code, []).append(fault)
    few = [fault for group in groups.values() for fault in group[:_TOLD]]
    for code, group in groups.items():
        if (more := len(group) - _TOLD) > 0:
            problem, hint = f"the last of {more} more faults of this kind", "mend those above, and check again"
            few.append(LinedscriptError(code, group[-1].place, problem, hint))
    return few


def _other_task(kinds: set[type], task: Task) -> str | None:
    """The task whose replies all those of a file are, where that is another one."""
    (kind,) = kinds if len(kinds) == 1 else (task.reply,)
    return None if kind is task.reply else next((one for one in TASKS if task_named(one).reply is kind), None)


def _is_of(line: PredictionLine, known: Known) -> bool:
    target = known.get(line.film, {}).get(line.target)
    return target is not None and target.sha256 == line.item_sha256


def _read(line: bytes, place: str) -> PredictionLine | LinedscriptError:
    if line.startswith(b"\xef\xbb\xbf"):
        return LinedscriptError("not-text", place, "begins with a byte order mark", "save the file as plain UTF-8")
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as error:
        return LinedscriptError("not-text", place, f"isn't UTF-8 at byte {error.start}", "save the file as UTF-8")
    try:
        read = msgspec.json.decode(line, type=PredictionLine)
        twice = _twice(line)
    except msgspec.ValidationError as error:
        return LinedscriptError("invalid-line", place, str(error), _HINT)
    except (msgspec.DecodeError, RecursionError) as error:
        return LinedscriptError("invalid-line", place, f"isn't JSON: {error}", "one JSON object a line")
    if twice:
        return LinedscriptError("invalid-line", place, f"gives {', '.join(twice)} twice", "give each field once")
    return read


def _twice(line: bytes) -> list[str]:
    """Fields that an object of a line has more than once: which of them is meant nobody can say."""
    found: dict[str, None] = {}

    def held(pairs: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in pairs]
        found.update(dict.fromkeys(name for name in names if names.count(name) > 1))

    json.loads(line, object_pairs_hook=held)
    return list(found)


def _faults(
    line: PredictionLine, place: str, known: Known, ended: Ended, task: Task, generations: int
) -> Iterator[LinedscriptError]:
    target = None
    if line.film not in known:
        yield LinedscriptError(
            "unknown-film", place, f"the release has no film {line.film}", f"it has {_some(sorted(known), line.film)}"
        )
    elif (target := known[line.film].get(line.target)) is None and line.target not in ended.get(line.film, {}):
        near = _some(sorted(known[line.film]), line.target)
        yield LinedscriptError(
            "unknown-target", place, f"{line.film} has no {line.target} in Task {task.number}", f"it has {near}"
        )
    if line.reply is not None and not isinstance(line.reply, task.reply):
        wanted = task.reply.__struct_config__.tag
        yield LinedscriptError(
            "wrong-kind", f"{place}, reply", f"isn't a reply of Task {task.number}", f'its kind is "{wanted}"'
        )
    elif line.reply is not None and target is not None and (why := task.misfit(target, line.reply)):
        yield LinedscriptError("unfit-reply", f"{place}, reply", why, "a reply has the bounds that models are held to")
    if line.sample > generations:
        yield LinedscriptError(
            "wrong-sample", place, f"sample {line.sample} of {generations}", "samples are numbered from 1"
        )


def _some(names: Sequence[str], wanted: str) -> str:
    """A few names, the likest first."""
    near = get_close_matches(wanted, names, 3, 0.3) or list(names[:3])
    return ", ".join(near) + (" and others" if len(names) > len(near) else "") if near else "none"


def _prediction(line: PredictionLine) -> Prediction:
    return Prediction(
        id=f"{line.target}#{line.sample}",
        film=line.film,
        target=line.target,
        sample=line.sample,
        item_sha256=line.item_sha256,
        reply=line.reply,
        missing="not_run" if line.reply is None else None,
        detail=None,
        request=None,
    )


def _gone(lines: Sequence[PredictionLine], ended: Ended) -> Iterator[str]:
    """Lines whose targets the release no longer has, by film and by what became of them."""
    groups: dict[tuple[FilmId, str], list[str]] = {}
    for line in lines:
        groups.setdefault((line.film, ended[line.film][line.target]), []).append(line.target)
    for (film, why), names in groups.items():
        one, targets = len(names) == 1, list(dict.fromkeys(names))
        which = ", ".join(targets[:_NAMED]) + (f" and {len(targets) - _NAMED} more" if len(targets) > _NAMED else "")
        answer, what = ("line answers", "a target that is") if one else ("lines answer", "targets that are")
        tail = "it isn't" if one else "they aren't"
        yield f"{film}: {len(names)} {answer} {what} {why}: {which}; {tail} scored"


def _absent(found: dict[FilmId, list[Prediction]], known: Known, generations: int) -> Iterator[str]:
    """Generations without a line, film by film."""
    for film, targets in known.items():
        rows = found.get(film, [])
        if not rows:
            yield f"{film}: no prediction; the run is taken to leave the film out"
            continue
        absent = len(targets) * generations - len(rows)
        if absent:
            yield f"{film}: {absent} of {len(targets) * generations} generations have no line; they count as missing"
        if empty := sum(row.reply is None for row in rows):
            yield f"{film}: {empty} replies are null; they count as missing"
