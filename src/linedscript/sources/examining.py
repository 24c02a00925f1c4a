"""What the doctor found, as a table for a person and as JSON for a program."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from linedscript.errors import one_line
from linedscript.io.canonical import encode
from linedscript.records.source import Film
from linedscript.sources.doctor import Checked, check_film, status_of
from linedscript.sources.index import script_path
from linedscript.sources.searching import Found, Skipped, adopt

_NAMED = 20
"""Files that couldn't be read that are told by name; JSON names all."""
_COLOURS = {"OK": "green", "withdrawn": "dim", "gone": "yellow", "changed": "red", "unreadable": "red"}
_ILL = frozenset(("gone", "changed", "unreadable"))
_LEFT_OUT = {"no text": "no text", "link": "links", "special": "no regular files", "too large": "too large"}
_BY = {"bytes": "the very file", "text": "the same text in other bytes", "scenes": "another version"}


class Examined(NamedTuple):
    films: Sequence[Film]
    checked: Mapping[str, list[Checked]]
    found: Sequence[Found]
    skipped: Sequence[Skipped]
    searched: int | None
    """Files that were looked at; null where no search was asked for."""
    notes: Sequence[str]

    @property
    def well(self) -> bool:
        """Whether every source that isn't withdrawn is OK."""
        return all(one.status in ("OK", "withdrawn") for rows in self.checked.values() for one in rows)

    def adopted(self, root: Path) -> "Examined":
        """With what was found by its bytes copied to where it is missing, and those films checked again."""
        notes: list[str] = []
        checked = dict(self.checked)
        for film in self.films:
            for source, state in zip(film.sources, self.checked[film.id], strict=True):
                hit = next(
                    (
                        one
                        for one in self.found
                        if one.film == film.id and one.by == "bytes" and one.kind == source.kind
                    ),
                    None,
                )
                if hit is None or state.status in ("OK", "withdrawn"):
                    continue
                target = script_path(root, film, source)
                try:
                    refused = adopt(hit, film, source, target)
                except OSError as error:
                    refused = f"{target}: {error.strerror or error}"
                notes.append(f"{film.id}: {refused or f'{hit.path} copied to {target}'}")
            checked[film.id] = check_film(film, root, lambda _: None)
        return self._replace(checked=checked, notes=notes)


def show_json(examined: Examined, out: TextIO) -> None:
    films = [
        {
            "film": film.id,
            "status": status_of(examined.checked[film.id]),
            "sources": [one._asdict() for one in examined.checked[film.id]],
            "found": [one._asdict() for one in examined.found if one.film == film.id],
        }
        for film in examined.films
    ]
    skipped = [one._asdict() for one in examined.skipped]
    whole: dict[str, Any] = {
        "films": films,
        "searched": examined.searched,
        "skipped": skipped,
        "notes": list(examined.notes),
    }
    print(encode(_named(whole)).decode(), file=out)


def _named(value: Any) -> Any:
    """The value with file names that aren't UTF-8 written with escapes: JSON has no bytes."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    if isinstance(value, dict):
        return {key: _named(item) for key, item in value.items()}
    return [_named(item) for item in value] if isinstance(value, (list, tuple)) else value


def show_text(examined: Examined, out: TextIO) -> None:
    """A table of sources, then one of what was found, then what couldn't be looked at."""
    rows = [one for film in examined.films for one in examined.checked[film.id]]
    if out.isatty():
        _table(out, ("film", "kind", "status", "why"), [(one.film, one.kind, one.status, one.why) for one in rows])
        for one in rows:
            if one.hint:
                print(f"{one.film}, {one.kind}: {one_line(one.hint)}", file=out)
    else:
        _table(out, (), [(one.film, one.kind, one.status, one.why, one.hint) for one in rows])
    if examined.searched is not None:
        print(file=out)
        _table(
            out,
            ("film", "kind", "found", "share", "where"),
            [(one.film, one.kind, _BY[one.by], _share(one), one.path) for one in examined.found],
        )
        for line in _searched(examined):
            print(one_line(line), file=out)
    for note in examined.notes or _to_adopt(examined):
        print(one_line(note), file=out)


def _to_adopt(examined: Examined) -> Iterator[str]:
    ill = {(one.film, one.kind) for rows in examined.checked.values() for one in rows if one.status in _ILL}
    for one in examined.found:
        if one.by == "bytes" and (one.film, one.kind) in ill:
            ill.remove((one.film, one.kind))
            yield f"{one.film}: --adopt copies {one.path} to where it belongs"


def _share(found: Found) -> str:
    return "" if found.scenes is None else f"{found.matched} of {found.scenes} scenes ({found.share:.0%})"


def _searched(examined: Examined) -> Iterator[str]:
    known = {(one.film, one.kind) for one in examined.found}
    sought = [
        f"{film.id} ({source.kind})"
        for film in examined.films
        if not film.withdrawn
        for source in film.sources
        if (film.id, source.kind) not in known
    ]
    if sought:
        yield f"not among them: {', '.join(sought)}"
    counts = Counter(one.reason for one in examined.skipped if one.reason != "unreadable")
    told = ", ".join(f"{_LEFT_OUT[reason]}: {count}" for reason, count in sorted(counts.items()))
    yield f"{examined.searched} files looked at" + (f"; passed over: {told}" if told else "")
    unread = [one for one in examined.skipped if one.reason == "unreadable"]
    for one in unread[:_NAMED]:
        yield f"not readable: {one.path}: {one.why}"
    if len(unread) > _NAMED:
        yield f"and {len(unread) - _NAMED} more that aren't readable; --format json names all"


def _table(out: TextIO, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Ruled in a terminal; elsewhere a line a row, tab-separated, without a head."""
    if not out.isatty():
        for row in rows:
            print("\t".join(map(one_line, row)), file=out)
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(one_line(cell), style=_COLOURS.get(cell, "")) for cell in row))
    Console(file=out).print(table)
