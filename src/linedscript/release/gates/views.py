"""With the parent at hand: the same films and records in both views, and no replaced name left."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from linedscript.io.files import sha256_file
from linedscript.patterns import Pattern
from linedscript.records.layers import LAYERS, REPLANNED
from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting
from linedscript.release.gates.titles import flat
from linedscript.release.sums import read_sums
from linedscript.release.tree import FILMS, SUMS, row_id

GATE = "two_views"
_WIDE = Pattern(r"[\u2e80-\u9fff\uf900-\ufaff]")
_RUN = Pattern(r"[^\W_]+")
_SPLIT = Pattern(r"(\s+|['ʼ]|[‐‑–-])")


def check_parent(setting: Setting) -> Iterator[Defect]:
    """The manifest names the digest of the parent at hand, and both have the same films."""
    if not setting.pseudonymized:
        return
    named = setting.manifest.parent
    if named is None:
        yield _defect(
            "no-parent", "manifest.json", None, "names no parent release",
            "a pseudonymized release says what it was rendered from",
        )  # fmt: skip
    elif setting.parent is not None and read_sums(setting.parent.root) is not None:
        if sha256_file(setting.parent.root / SUMS) != named.sums_sha256:
            yield _defect(
                "other-parent", "manifest.json", None,
                "was rendered from another parent release than the one at hand",
                "'dvc repro' renders it from this one; '--parent' names the one it was rendered from",
            )  # fmt: skip
    if setting.parent is not None:
        theirs, ours = ({film.id for film in films} for films in (setting.parent.films(), setting.films))
        for film in sorted(theirs ^ ours):
            problem = f"is a film of {'the parent release' if film in theirs else 'this release'} only"
            yield _defect("view-difference", FILMS, film, problem, "both views hold the same films")


def _defect(code: str, file: str, record: str | None, problem: str, hint: str) -> Defect:
    return Defect(gate=GATE, code=code, file=file, record=record, problem=problem, hint=hint)


def check_film(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    if not setting.pseudonymized or setting.parent is None or rows.film.id not in setting.parent.manifest().films:
        return
    for layer in (layer for layer in LAYERS if layer not in REPLANNED):
        theirs = {row_id(row) for row in setting.parent.rows(layer, rows.film.id)}
        ours = {row_id(row) for row in rows.records[layer]}
        for name in sorted(theirs ^ ours):
            yield rows.defect(
                GATE,
                "view-difference",
                layer,
                name,
                "is in the parent release only" if name in theirs else "isn't in the parent release",
                "rendering neither adds nor drops a record",
            )
    yield from _names_left(rows, setting.parent)


def _names_left(rows: FilmRows, parent: Any) -> Iterator[Defect]:
    replaced, kept = _replaced(rows, parent)
    gone = {surface: owner for surface, owner in replaced.items() if surface not in kept}
    names = _Names(gone, kept)
    for layer in rows.lines if gone else ():
        for name, path, text in rows.said(layer):
            if (found := names.first(text)) is not None:
                yield rows.defect(
                    GATE,
                    "name-left",
                    layer,
                    name,
                    f"{path} holds “{found}”, a name that the parent release has{_whose(found, gone)}",
                    "every approved alias of a replaced entity is replaced",
                )


def _whose(found: str, gone: dict[str, str]) -> str:
    owners = {owner for surface, owner in gone.items() if surface.casefold() == found.casefold()}
    return f" for {min(owners)}" if owners else ""


def _replaced(rows: FilmRows, parent: Any) -> tuple[dict[str, str], set[str]]:
    """Names that stand in the parent where another one stands here, with the entity; and names that stay.

    Read off the same places of the same records, since the name map isn't at hand. Names stay that belong to an entity
    of which none was replaced. A title or role that a replaced entity keeps differs nowhere, so it isn't looked for.
    """
    pairs: list[tuple[str, str, str]] = []
    kept: set[str] = set()
    whole: set[str] = set()
    owner: dict[str, str] = {}
    here = {row.id: row for row in rows.records["entities"]}
    for theirs in parent.rows("entities", rows.film.id):
        owner.update(dict.fromkeys(theirs.mentions, theirs.id))
        if (ours := here.get(theirs.id)) is None:
            continue
        own = list(zip(_names(theirs), _names(ours), strict=False))
        pairs += [(theirs.id, before, after) for before, after in own]
        if all(before == after for before, after in own):
            whole.add(theirs.id)
            kept.update(before for before, _ in own)
    here = {row.id: row for row in rows.records["mentions"]}
    for theirs in parent.rows("mentions", rows.film.id):
        if (ours := here.get(theirs.id)) is None:
            continue
        bearer = owner.get(theirs.id, theirs.id)
        pairs.append((bearer, theirs.surface, ours.surface))
        if bearer in whole and theirs.surface == ours.surface:
            kept.add(theirs.surface)
    replaced: dict[str, str] = {}
    for name, before, after in pairs:
        if before != after:
            replaced.setdefault(before, name)
    return replaced, kept


def _names(entity: Any) -> Iterator[str]:
    yield entity.name
    for alias in entity.aliases:
        yield alias.surface


class _Names:
    """The replaced names of a film, so indexed that a text is searched only if it has the longest word of one."""

    def __init__(self, gone: Iterable[str], kept: Iterable[str]) -> None:
        self._wanted = _pattern(gone, kept)
        runs = [max(_RUN.findall(flat(surface).casefold()) or [""], key=len) for surface in gone]
        self._words = frozenset(run for run in runs if not _WIDE.search(run))
        wide = sorted({run for run in runs if _WIDE.search(run)})
        self._wide = re.compile("|".join(map(re.escape, wide))) if wide else None
        self._known: dict[str, str | None] = {}

    def first(self, text: str) -> str | None:
        """The first replaced name in a text."""
        if text not in self._known:
            self._known[text] = self._search(flat(text))
        return self._known[text]

    def _search(self, text: str) -> str | None:
        small = text.casefold()
        if self._words.isdisjoint(_RUN.findall(small)) and not (self._wide and self._wide.search(small)):
            return None
        found = (match for match in self._wanted.finditer(text) if match.lastgroup.startswith("gone"))
        return next((match[0] for match in found), None)


def _pattern(gone: Iterable[str], kept: Iterable[str]) -> re.Pattern[str] | None:
    """Longest first, so that a name that stays claims the replaced one in it; any blank, apostrophe or hyphen for its
    like. A name of one Latin word may be an ordinary word: it counts as it is written, or in capitals."""
    gone = set(gone)
    if not gone:
        return None
    small = {surface.casefold() for surface in gone}
    named = [("gone", surface) for surface in gone]
    named += [("kept", surface) for surface in kept if any(name in surface.casefold() for name in small)]
    named.sort(key=lambda one: (-len(one[1]), one[0] == "gone", one[1]))
    parts = [f"(?P<{kind}_{number}>{_one(surface)})" for number, (kind, surface) in enumerate(named)]
    return re.compile("|".join(parts))


def _one(surface: str) -> str:
    pieces = [piece for piece in _SPLIT.split(flat(surface)) if piece]
    body = "".join(_piece(piece) for piece in pieces)
    if _WIDE.search(surface):
        return body
    if len(pieces) > 1:
        return rf"(?<![^\W_])(?i:{body})(?![^\W_])"
    return rf"(?<![^\W_])(?:{body}|{re.escape(pieces[0].upper())})(?![^\W_])"


def _piece(part: str) -> str:
    if part.isspace():
        return r"\s+"
    if part in "'ʼ":
        return "['ʼ]"
    return "[‐‑–-]" if part in "‐‑–-" else re.escape(part)
