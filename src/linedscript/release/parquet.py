"""Parquet copies of the JSON lines, row for row.

A column has the type of its record's field: text, numbers and truth values, lists, and records as structs. A field
without a fixed shape (a free object) is a text column which holds its canonical JSON. So one rule covers all layers and
a column's type never depends on the data. The writer's version, compression and page format are fixed and no time is
stored: with the pinned pyarrow the same rows give the same bytes.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from linedscript.io.canonical import encode
from linedscript.records.base import Record


class ListOf(NamedTuple):
    of: "Column"


class StructOf(NamedTuple):
    fields: dict[str, "Column"]
    """In the order of the record's fields."""


Plain = Literal["string", "int64", "double", "bool"]
Column = Plain | Literal["json"] | ListOf | StructOf
"""``json``: text that is canonical JSON; never within a list or a struct."""
_PLAIN: dict[type, Plain] = {str: "string", int: "int64", float: "double", bool: "bool"}


def columns(kind: type[msgspec.Struct]) -> dict[str, Column]:
    """Column name to type, in the order of the record's fields."""
    return {name: _column(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}


def _column(hint: Any) -> Column:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _column(args[0])
    if origin is Literal:
        return "string" if all(isinstance(value, str) for value in args) else "json"
    if origin in (Union, UnionType):
        return _one_of([_column(member) for member in args if member is not NoneType])
    if origin is tuple:
        inner = _one_of([_column(member) for member in args if member is not Ellipsis])
        return "json" if inner == "json" else ListOf(inner)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        fields = columns(hint)
        return "json" if "json" in fields.values() else StructOf(fields)
    return _PLAIN.get(hint, "json") if isinstance(hint, type) else "json"


def _one_of(members: Sequence[Column]) -> Column:
    return members[0] if all(member == members[0] for member in members) else "json"


def cells(record: Record, types: dict[str, Column]) -> dict[str, Any]:
    """A record as one row of the table."""
    plain = msgspec.json.decode(encode(record))
    return {name: encode(plain[name]).decode() if type_ == "json" else plain[name] for name, type_ in types.items()}


def _arrow(column: Column) -> Any:
    import pyarrow as pa

    if isinstance(column, ListOf):
        return pa.list_(_arrow(column.of))
    if isinstance(column, StructOf):
        return pa.struct([(name, _arrow(inner)) for name, inner in column.fields.items()])
    plain = {
        "string": pa.string(),
        "json": pa.string(),
        "int64": pa.int64(),
        "double": pa.float64(),
        "bool": pa.bool_(),
    }
    return plain[column]


def table_bytes(kind: type[Record], groups: Iterable[Sequence[Record]]) -> bytes:
    """A Parquet file with one row group per group that has rows (a group is a film's file)."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = columns(kind)
    schema = pa.schema([(name, _arrow(type_)) for name, type_ in types.items()])
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
