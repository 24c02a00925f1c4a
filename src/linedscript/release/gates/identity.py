"""The pseudonymized tree names neither a work nor a person whose name was replaced."""

import re
from collections.abc import Iterator

import msgspec

from linedscript.patterns import Pattern
from linedscript.records.layers import LAYERS
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting, clip, strings
from linedscript.release.gates.titles import Titles
from linedscript.release.sums import read_sums
from linedscript.release.tree import SUMS, row_id

GATE = "identity"
VIEWS = "two_views"
_WIDE = Pattern(r"[\u2e80-\u9fff\uf900-\ufaff]")
_HASH = Pattern(r"(?=([0-9a-f]{64}))")


def check_tree(setting: Setting) -> Iterator[Defect]:
    """No title, no form of one and no slug in any file or file name; no hash of an original script."""
    if not setting.pseudonymized:
        return
    titles = Titles(setting.titles)
    hashes = _original_hashes(setting)
    for name in setting.release.files():
        for film, found in titles.find(name):
            yield _title(film, name, None, f"the file's name holds “{found}”")
        path = setting.release.root / name
        if path.is_symlink() or path.suffix == ".parquet":
            continue  # a copy of the JSON lines, which the copies gate holds it to
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.split("\n"), 1):
            readable = _readable(line) if name.endswith((".json", ".jsonl")) else line
            for film, found in titles.find(readable):
                yield _title(film, name, _record(line, number), f"holds “{clip(found)}”")
            for what in {hashes[value] for value in _HASH.findall(line) if value in hashes}:
                yield Defect(
                    gate=GATE,
                    code="original-hash",
                    file=name,
                    record=_record(line, number),
                    problem=f"holds {what}",
                    hint="the pseudonymized view carries no hash of original text",
                )


def _title(film: str, name: str, record: str | None, problem: str) -> Defect:
    return Defect(
        gate=GATE,
        code="title",
        file=name,
        record=record,
        problem=f"{problem}, the title of {film}",
        hint="the pseudonymized release names no work: add the form to the film's title map and render again",
    )


def _readable(line: str) -> str:
    """The strings of a JSON line with their escapes resolved, one to a line."""
    try:
        return "\n".join(text for _, text in strings(msgspec.json.decode(line.encode())))
    except (msgspec.MsgspecError, UnicodeError):
        return line


def _record(line: str, number: int) -> str:
    match = re.search(r'"id":"([^"]+)"', line)
    return match[1] if match else f"line {number}"


def _original_hashes(setting: Setting) -> dict[str, str]:
    if setting.parent is None:
        return {}
    found = {}
    for film in setting.parent.films():
        for source in film.sources:
            found[source.raw_sha256] = f"the hash of {film.id}'s original file"
            if source.normalized_sha256:
                found[source.normalized_sha256] = f"the hash of {film.id}'s original text"
        for proof in setting.parent.rows("validation", film.id):
            if proof.decoded_sha256:
                found[proof.decoded_sha256] = f"the hash of {film.id}'s original text"
    return found


def check_film(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    """No request hash of an original prompt; with the parent at hand, the same records and no replaced name left."""
    if not setting.pseudonymized:
        return
    for layer, found in rows.records.items():
        for row in found:
            made = getattr(row, "made", None)
            if made is not None and made.request is not None:
                yield rows.defect(
                    GATE, "original-hash", layer, row_id(row), "made.request hashes a payload of the original view"
                )
    if setting.parent is None:
        return
    for layer in LAYERS:
        theirs = [row_id(row) for row in setting.parent.rows(layer, rows.film.id)]
        ours = [row_id(row) for row in rows.records[layer]]
        for name in sorted(set(theirs) ^ set(ours)):
            yield rows.defect(
                VIEWS,
                "view-difference",
                layer,
                name,
                "is in the parent release only" if name in set(theirs) else "isn't in the parent release",
                "rendering neither adds nor drops a record",
            )
    yield from _names_left(rows, setting)


def _names_left(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    here = {entity.id: entity for entity in rows.records["entities"]}
    kept = {alias.surface for entity in here.values() for alias in entity.aliases} | {row.name for row in here.values()}
    gone: dict[str, str] = {}
    for entity in setting.parent.rows("entities", rows.film.id):
        ours = here.get(entity.id)
        if ours is None or ours.name == entity.name:
            continue
        for surface in (entity.name, *(alias.surface for alias in entity.aliases)):
            if surface not in kept:
                gone.setdefault(surface, entity.id)
    if not gone:
        return
    parts = []
    for surface in sorted(gone, key=lambda text: (-len(text), text)):
        escaped = re.escape(surface)
        parts.append(escaped if _WIDE.search(surface) else rf"(?<![^\W_]){escaped}(?![^\W_])")
    wanted = re.compile("|".join(parts))
    for layer in rows.lines:
        for name, path, text in rows.said(layer):
            if match := wanted.search(text):
                yield rows.defect(
                    VIEWS,
                    "name-left",
                    layer,
                    name,
                    f"{path} holds “{match[0]}”, a name of {gone[match[0]]} in the parent release",
                    "every approved alias of a replaced entity is replaced",
                )


def check_parent(setting: Setting) -> Iterator[Defect]:
    """The manifest names the digest of the parent at hand."""
    from linedscript.io.files import sha256_file

    if not setting.pseudonymized:
        return
    named = setting.manifest.parent
    if named is None:
        yield Defect(
            gate=VIEWS,
            code="no-parent",
            file="manifest.json",
            record=None,
            problem="names no parent release",
            hint="a pseudonymized release says what it was rendered from",
        )
    elif setting.parent is not None and read_sums(setting.parent.root) is not None:
        if sha256_file(setting.parent.root / SUMS) != named.sums_sha256:
            yield Defect(
                gate=VIEWS,
                code="other-parent",
                file="manifest.json",
                record=None,
                problem="was rendered from another parent release than the one at hand",
                hint="assemble the pseudonymized release again",
            )
