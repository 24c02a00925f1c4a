"""Parquet copies of the JSON lines, row for row.

A top-level field that is text, a number or a truth value is a column of that type. Every other field (lists, nested
records, free objects) is a text column which holds the field's canonical JSON, so that one rule covers all layers and
a column's type never depends on the data. The writer's version, compression and page format are fixed and no time is
stored: with the pinned pyarrow the same rows give the same bytes.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from linedscript.io.canonical import encode
from linedscript.records.base import Record

ColumnType = Literal["string", "int64", "double", "bool", "json"]
_PLAIN: dict[type, ColumnType] = {str: "string", int: "int64", float: "double", bool: "bool"}


def columns(kind: type[Record]) -> dict[str, ColumnType]:
    """Column name to type, in the order of the record's fields."""
    return {name: _column(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}


def _column(hint: Any) -> ColumnType:
    if get_origin(hint) is Annotated:
        return _column(get_args(hint)[0])
    if get_origin(hint) is Literal:
        return "string" if all(isinstance(value, str) for value in get_args(hint)) else "json"
    if get_origin(hint) in (Union, UnionType):
        members = {_column(member) for member in get_args(hint) if member is not NoneType}
        return members.pop() if len(members) == 1 else "json"
    return _PLAIN.get(hint, "json") if isinstance(hint, type) else "json"


def cells(record: Record, types: dict[str, ColumnType]) -> dict[str, Any]:
    """A record as one row of the table."""
    return {
        name: encode(value).decode() if types[name] == "json" else value
        for name, value in ((name, getattr(record, name)) for name in types)
    }


def table_bytes(kind: type[Record], groups: Iterable[Sequence[Record]]) -> bytes:
    """A Parquet file with one row group per group that has rows (a group is a film's file)."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = columns(kind)
    arrow = {
        "string": pa.string(),
        "json": pa.string(),
        "int64": pa.int64(),
        "double": pa.float64(),
        "bool": pa.bool_(),
    }
    schema = pa.schema([(name, arrow[type_]) for name, type_ in types.items()])
    buffer = io.BytesIO()
    with pq.ParquetWriter(
        buffer,
        schema,
        version="2.6",
        compression="zstd",
        compression_level=3,
        use_dictionary=True,
        data_page_version="1.0",
        write_statistics=True,
        store_schema=False,
    ) as writer:
        for group in groups:
            if group:
                rows = [cells(record, types) for record in group]
                writer.write_table(pa.Table.from_pylist(rows, schema=schema), row_group_size=len(rows))
    return buffer.getvalue()


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file in order, a row group at a time. Raises ValueError or OSError for a broken one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
        for number in range(file.num_row_groups):
            yield from file.read_row_group(number, use_threads=False).to_pylist()
    except pa.ArrowException as error:
        raise ValueError(str(error)) from None


def column_names(path: Path) -> list[str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return list(pq.ParquetFile(path).schema_arrow.names)
    except pa.ArrowException as error:
        raise ValueError(str(error)) from None


def foreign_metadata(path: Path) -> list[str]:
    """Names of the free metadata in a file's footer; ``table_bytes`` writes none."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return sorted(name.decode("utf-8", "replace") for name in pq.ParquetFile(path).metadata.metadata or {})
    except pa.ArrowException as error:
        raise ValueError(str(error)) from None
