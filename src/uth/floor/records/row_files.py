"""Rows as typed files: Parquet and CSV, one row a round or one a wager."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, BinaryIO

from uth.core.refusal import Refusal
from uth.floor.clock import to_utc

AT_ONCE = 1_000
Columns = Mapping[str, str]
"""The type of each column: `text`, `texts`, `whole`, `amount` in cents, `time` in ms, or `flag`."""


def write_parquet(rows: Iterable[dict[str, Any]], columns: Columns, out: BinaryIO) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise Refusal("export/parquet", where="format") from None
    types = {
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "whole": pa.int64(),
        "amount": pa.int64(),
        "time": pa.timestamp("ms", "UTC"),
        "flag": pa.bool_(),
    }
    schema = pa.schema({name: types[kind] for name, kind in columns.items()})
    with pq.ParquetWriter(out, schema) as writer:
        for some in _pieces(iter(rows)):
            writer.write_table(pa.Table.from_pylist(some, schema))


def write_csv(rows: Iterable[dict[str, Any]], columns: Columns, out: BinaryIO) -> None:
    """With a heading; amounts in cents, times as ISO 8601 in UTC, flags as true and false."""
    text = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow(_cell(row[name], kind) for name, kind in columns.items())
    text.detach()


def _cell(value: Any, kind: str) -> Any:
    if value is None:
        return ""
    match kind:
        case "texts":
            return " ".join(value)
        case "time":
            return to_utc(value).isoformat(timespec="milliseconds")
        case "flag":
            return "true" if value else "false"
        case _:
            return value


def _pieces(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while some := list(islice(rows, AT_ONCE)):
        yield some
