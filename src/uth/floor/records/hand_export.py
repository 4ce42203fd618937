"""Exports of closed rounds as notation, JSON lines or Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO

from uth.core.refusal import Refusal
from uth.floor.records.hand_history import RecordedRound, to_line, to_notation

MEDIA = {
    "notation": "text/plain; charset=utf-8",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
}
"""The formats and their media types."""
AT_ONCE = 1_000


def media_of(form: str) -> str:
    if form not in MEDIA:
        raise Refusal("export/format", format=form, formats=[*MEDIA], where="format")
    return MEDIA[form]


def export(hands: Iterable[RecordedRound], form: str, out: BinaryIO) -> int:
    """Write rounds in a format; returns how many."""
    media_of(form)
    if form == "parquet":
        return _parquet(hands, out)
    count = 0
    for hand in hands:
        out.write(to_line(hand) if form == "jsonl" else _notation(hand))
        count += 1
    return count


def _notation(hand: RecordedRound) -> bytes:
    """A round with a comment on top; each can be read on its own."""
    head = f"# table {hand.table}, round {hand.round}{', void' if hand.void else ''}\n"
    return (head + to_notation(hand) + "\n").encode()


def row_of(hand: RecordedRound) -> dict[str, Any]:
    """A round as one row: the most useful columns, and the whole record as text."""
    settled = hand.hand.settlement or ()
    return {
        "table": hand.table,
        "round": hand.round,
        "at": hand.at,
        "house": hand.hand.house,
        "rulebook": hand.rulebook,
        "void": hand.void,
        "players": list(hand.players),
        "staked": sum(sum(stakes.wagers.values()) for stakes in hand.hand.wagers),
        "paid": sum(entry.paid for entry in settled),
        "taken": sum(entry.taken for entry in settled),
        "notation": to_notation(hand),
        "record": to_line(hand).decode().strip(),
    }


def _parquet(hands: Iterable[RecordedRound], out: BinaryIO) -> int:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise Refusal("export/parquet", where="format") from None
    amount, text = pa.int64(), pa.string()
    schema = pa.schema(
        {
            "table": text,
            "round": pa.int64(),
            "at": pa.timestamp("ms", "UTC"),
            "house": text,
            "rulebook": text,
            "void": pa.bool_(),
            "players": pa.list_(text),
            "staked": amount,
            "paid": amount,
            "taken": amount,
            "notation": text,
            "record": text,
        }
    )
    count = 0
    with pq.ParquetWriter(out, schema) as writer:
        for rows in _pieces(map(row_of, hands)):
            writer.write_table(pa.Table.from_pylist(rows, schema))
            count += len(rows)
    return count


def _pieces(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while some := list(islice(rows, AT_ONCE)):
        yield some
