"""Withdrawing a film: its row becomes a tombstone, and what frozen versions still hold of it is listed."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.records.source import Film, Withdrawal
from linedscript.sources.index import film_named


def withdraw(rows: Sequence[Film], film: str, reason: str, date: str, place: Path) -> list[Film]:
    """The index with the film withdrawn: no later release takes it. Its sources are marked removed."""
    row = film_named(rows, film, place)
    if row.withdrawn:
        raise LinedscriptError(
            "withdrawn-film", f"{place}#{film}", f"was withdrawn on {row.withdrawn.date}: {row.withdrawn.reason}"
        )
    sources = tuple(msgspec.structs.replace(source, removal="removed") for source in row.sources)
    gone = msgspec.structs.replace(row, withdrawn=Withdrawal(reason=reason, date=date), sources=sources)
    return [gone if other.id == film else other for other in rows]


def held(film: str, folder: Path) -> list[str]:
    """``<version>/…`` of every file under ``folder`` that holds records of the film, with how many."""
    found = []
    for path in sorted(folder.glob("*/**/*")) if folder.is_dir() else []:
        if not path.is_file():
            continue
        if path.stem == film:
            found.append(f"{path.relative_to(folder)}: {len(path.read_bytes().splitlines())} records")
        elif path.suffix in (".jsonl", ".csv", ".json", ".yaml") and film.encode() in path.read_bytes():
            count = path.read_bytes().count(f'"{film}"'.encode())
            found.append(f"{path.relative_to(folder)}: named {count or 'once or more'}")
        elif path.suffix == ".parquet":
            count = _rows(path, film)
            if count:
                found.append(f"{path.relative_to(folder)}: {count} rows")
    return found


def _rows(path: Path, film: str) -> int:
    import pyarrow.compute
    import pyarrow.parquet

    if "film" not in pyarrow.parquet.read_schema(path).names:
        return 0
    table = pyarrow.parquet.read_table(path, columns=["film"])
    return pyarrow.compute.sum(pyarrow.compute.equal(table["film"], film)).as_py() or 0
