"""Every seat-hand of a simulation in a file: Parquet or CSV, chunk by chunk."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.simulation.job import ChunkRows
from uth.exact.simulation.meters import Won
from uth.exact.simulation.table_setup import BASE, SimulatedTable

FORMATS = (".parquet", ".csv")
TEXTS = np.array([list(card.text.encode()) for card in DECK], np.uint8)
SPACE = ord(" ")


class RowFile:
    """One row for each seat-hand; until it is whole, the file is named `NAME.partial.EXTENSION`."""

    def __init__(self, path: Path, table: SimulatedTable) -> None:
        if path.suffix not in FORMATS:
            raise Refusal("simulate/format", name=path.name, where="--out")
        if path.exists():
            raise Refusal("export/exists", where="--out")
        self._path, self._table = path, table
        self.path: Path = path.with_name(f"{path.stem}.partial{path.suffix}")
        self._writer: Any = None
        self._failed = False
        self._pyarrow: Any = None
        if path.suffix == ".parquet":
            try:
                import pyarrow
                import pyarrow.parquet
            except ModuleNotFoundError:
                raise Refusal("export/parquet", where="--out") from None
            self._pyarrow = pyarrow

    def __enter__(self) -> Self:
        try:
            if self._pyarrow is None:
                self._writer = self.path.open("w", encoding="utf-8", newline="")
                self._writer.write(",".join(self._columns()) + "\r\n")
            else:
                self._writer = self._pyarrow.parquet.ParquetWriter(self.path, self._schema())
        except OSError as error:
            raise self._refusal(error) from None
        return self

    def write(self, rows: ChunkRows, jackpots: list[Won], mysteries: list[Won]) -> None:
        """Add a chunk; what its seats won from the meters is added here."""
        nets = rows.nets
        for name, won in (("progressive", jackpots), ("mystery", mysteries)):
            for one in won:
                nets[one.round - rows.first, one.seat, self._table.names.index(name)] += one.amount
        columns = self._values(rows)
        try:
            if self._pyarrow is None:
                texts = [_texts(column) for column in columns.values()]
                lines = zip(*texts, strict=True)
                self._writer.write("".join(",".join(cells) + "\r\n" for cells in lines))
                self._writer.flush()
            else:
                self._writer.write_table(self._pyarrow.table(columns, schema=self._schema()))
        except OSError as error:
            self._failed = True
            raise self._refusal(error) from None

    def finish(self) -> None:
        """The file is whole: it gets its name."""
        try:
            self._close()
            self.path.replace(self._path)
            self.path = self._path
        except OSError as error:
            raise self._refusal(error) from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        try:
            self._close()
        except OSError as unwritten:
            if error is None and not self._failed:
                raise self._refusal(unwritten) from None

    def _close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()

    def _columns(self) -> list[str]:
        nets = [f"{name}_net" for name in self._table.names]
        return ["round", "seat", "cards", "board", "dealer", "multiple", *nets, "net"]

    def _schema(self) -> Any:
        pa = self._pyarrow
        text = {"cards", "board", "dealer"}
        small = {"seat", "multiple"}
        return pa.schema(
            [
                (name, pa.string() if name in text else pa.int8() if name in small else pa.int64())
                for name in self._columns()
            ]
        )

    def _values(self, rows: ChunkRows) -> dict[str, Array]:
        """The columns; amounts are in cents, rounds and seats are numbered from 1."""
        rounds, seats, _ = rows.nets.shape
        names = self._table.names
        nets = rows.nets.reshape(rounds * seats, len(names))
        base = [at for at, name in enumerate(names) if name in BASE]
        holes = rows.cards[:, 7:].reshape(rounds * seats, 2)
        values = {
            "round": np.repeat(np.arange(rows.first + 1, rows.first + rounds + 1), seats),
            "seat": np.tile(np.arange(1, seats + 1, dtype=np.int8), rounds),
            "cards": _card_texts(holes),
            "board": np.repeat(_card_texts(rows.cards[:, :5]), seats),
            "dealer": np.repeat(_card_texts(rows.cards[:, 5:7]), seats),
            "multiple": rows.multiples.reshape(-1),
        }
        for at, name in enumerate(names):
            values[f"{name}_net"] = nets[:, at]
        return {**values, "net": nets[:, base].sum(axis=1)}

    def _refusal(self, error: OSError) -> Refusal:
        reason = str(error.strerror or error).lower()
        return Refusal("export/unwritable", reason=reason, where=str(self._path))


def _card_texts(cards: Array) -> Array:
    """Rows of cards as text: `Ah Kd`."""
    count = cards.shape[1]
    letters = np.full((len(cards), 3 * count - 1), SPACE, np.uint8)
    for column in range(count):
        letters[:, 3 * column : 3 * column + 2] = TEXTS[cards[:, column]]
    texts: Array = letters.view(f"S{3 * count - 1}")[:, 0].astype(f"U{3 * count - 1}")
    return texts


def _texts(column: Array) -> list[str]:
    return column.tolist() if column.dtype.kind == "U" else list(map(str, column.tolist()))
