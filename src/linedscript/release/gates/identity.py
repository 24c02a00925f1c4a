"""The pseudonymized tree names no work and carries no hash of an original script."""

from collections.abc import Iterator
from typing import Any

from linedscript.patterns import Pattern
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting, clip, name_of, plain_text
from linedscript.release.gates.copies import layout
from linedscript.release.gates.titles import Titles
from linedscript.release.tree import row_id

GATE = "identity"
_HASH = Pattern(r"(?=([0-9a-f]{64}))")


def check_tree(setting: Setting) -> Iterator[Defect]:
    """No title, no form of one and no slug in any file or file name; no hash of an original script."""
    if not setting.pseudonymized:
        return
    titles, in_names = Titles(setting.titles), Titles(setting.titles, any_case=True)
    hashes = _original_hashes(setting)
    usual = layout(setting.manifest)
    for name in [*setting.release.files(), *_empty_folders(setting)]:
        for film, found in (titles if name in usual else in_names).find(_readings(name)):
            yield _title(film, name, None, f"the file's name holds “{found}”")
        path = setting.release.root / name
        if path.is_symlink() or path.is_dir() or path.suffix == ".parquet":
            continue  # a copy of the JSON lines, which the copies gate holds it to
        yield from _in_file(name, path.read_text(encoding="utf-8", errors="replace"), titles, hashes)


def _in_file(name: str, text: str, titles: Titles, hashes: dict[str, str]) -> Iterator[Defect]:
    before: set[str] = set()
    last = ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        readable = _readings(plain_text(name, line))
        here: set[str] = set()
        for film, found in titles.find(readable):
            here.add(film)
            yield _title(film, name, name_of(name, line, number), f"holds “{clip(found)}”")
        if last.strip() and not name.endswith((".json", ".jsonl")):
            for film, found in titles.find(f"{last}\n{line}"):
                if film not in here | before:
                    yield _title(film, name, f"line {number - 1}", f"holds “{clip(found)}” over two lines")
        before, last = here, line
        for what in {hashes[value] for value in _HASH.findall(line) if value in hashes}:
            yield Defect(
                gate=GATE,
                code="original-hash",
                file=name,
                record=name_of(name, line, number),
                problem=f"holds {what}",
                hint="the pseudonymized view carries no hash of original text",
            )


def _readings(text: str) -> str:
    """The text, and what stands in it for a browser: with its percent signs and entities resolved."""
    found = [text]
    if "%" in text:
        from urllib.parse import unquote

        found.append(unquote(text))
    if "&" in text:
        import html

        found.append(html.unescape(text))
    return "\n\n".join(dict.fromkeys(found))


def _empty_folders(setting: Setting) -> list[str]:
    root = setting.release.root
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if _is_empty(path))


def _is_empty(path: Any) -> bool:
    return path.is_dir() and not path.is_symlink() and next(path.iterdir(), None) is None


def _title(film: str, name: str, record: str | None, problem: str) -> Defect:
    return Defect(
        gate=GATE,
        code="title",
        file=name,
        record=record,
        problem=f"{problem}, the title of {film}",
        hint="the pseudonymized release names no work: where the name map brings the title in, choose another "
        "pseudonym, else add the form to the map's title lines; then freeze it and render again",
    )


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
    """No request hash of an original prompt."""
    if not setting.pseudonymized:
        return
    for layer, found in rows.records.items():
        for row in found:
            made = getattr(row, "made", None)
            if made is not None and made.request is not None:
                yield rows.defect(
                    GATE, "original-hash", layer, row_id(row), "made.request hashes a payload of the original view"
                )
