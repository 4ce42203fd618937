"""Exports of closed rounds: as notation, JSON lines or PHH, or as rows in Parquet or CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from uth.core.refusal import Refusal
from uth.floor.clock import to_utc
from uth.floor.records.hand_history import RecordedRound, to_line, to_notation
from uth.floor.records.row_files import Columns, write_csv, write_parquet
from uth.floor.records.wager_rows import COLUMNS as WAGER_COLUMNS
from uth.floor.records.wager_rows import wager_rows
from uth.table.notation.poker_hand_history import print_hands

MEDIA = {
    "notation": "text/plain; charset=utf-8",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
    "csv": "text/csv; charset=utf-8",
    "phh": "text/plain; charset=utf-8",
}
"""The formats and their media types."""
WRITERS = {"parquet": write_parquet, "csv": write_csv}
"""The formats that have rows."""
ROUND_COLUMNS = {
    "table": "text",
    "round": "whole",
    "at": "time",
    "house": "text",
    "rulebook": "text",
    "void": "flag",
    "players": "texts",
    "staked": "amount",
    "paid": "amount",
    "taken": "amount",
    "notation": "text",
    "record": "text",
}


def media_of(form: str) -> str:
    if form not in MEDIA:
        raise Refusal("export/format", format=form, formats=[*MEDIA], where="format")
    return MEDIA[form]


def export(hands: Iterable[RecordedRound], form: str, out: BinaryIO, rows: str = "rounds") -> int:
    """Write rounds in a format, a row for each of `rounds` or `wagers`; returns how many rounds."""
    media_of(form)
    if rows not in ROWS:
        raise Refusal("export/format", format=rows, formats=[*ROWS], where="rows")
    if form not in WRITERS and rows != "rounds":
        raise Refusal("export/rows", format=form, formats=[*WRITERS], where="rows")
    count = 0

    def counted() -> Iterator[RecordedRound]:
        nonlocal count
        for hand in hands:
            count += 1
            yield hand

    if form in WRITERS:
        columns, rows_of = ROWS[rows]
        WRITERS[form]((row for hand in counted() for row in rows_of(hand)), columns, out)
    else:
        for text in TEXTS[form](counted()):
            out.write(text)
    return count


def _notation(hand: RecordedRound) -> bytes:
    """A round with a comment on top; each can be read on its own."""
    head = f"# table {hand.table}, round {hand.round}{', void' if hand.void else ''}\n"
    return (head + to_notation(hand) + "\n").encode()


def _phh(hands: Iterable[RecordedRound]) -> Iterator[bytes]:
    """One hand of hold'em for each seat, numbered through the file."""
    number = 0
    for hand in hands:
        at = to_utc(hand.at)
        context = {
            "table": hand.table,
            "day": at.day,
            "month": at.month,
            "year": at.year,
            "time_zone": "UTC",
            "_uth_at": at.isoformat(timespec="milliseconds"),
        }
        if hand.void:
            continue
        for text in print_hands(hand.hand, context):
            number += 1
            yield f"[{number}]\n{text}\n".encode()


TEXTS: dict[str, Callable[[Iterable[RecordedRound]], Iterable[bytes]]] = {
    "jsonl": lambda hands: map(to_line, hands),
    "notation": lambda hands: map(_notation, hands),
    "phh": _phh,
}


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


ROWS: dict[str, tuple[Columns, Callable[[RecordedRound], Iterable[dict[str, Any]]]]] = {
    "rounds": (ROUND_COLUMNS, lambda hand: [row_of(hand)]),
    "wagers": (WAGER_COLUMNS, wager_rows),
}
"""What a row may be: its columns, and the rows of a round."""
