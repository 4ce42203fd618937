"""Heads of the journal that are stored outside the database: in heads files and in receipts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from uth.cli.checked_input import read_text
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.ledger.journal.batch import Head


class OutsideHeads:
    """The heads that an audit compares the journal with."""

    def __init__(self, address: str, files: tuple[str, ...], receipts: tuple[str, ...]) -> None:
        from uth.ledger.locations import local_heads_files

        for file in files:
            if not Path(file).is_file():
                raise Refusal("heads/none", where=file)
        self._paths = [Path(file) for file in files] or local_heads_files(address)
        self.file_counts: dict[str, int] = {}
        """How many heads each file holds; complete once all were read."""
        self._receipts = [(file, receipt_head(file)) for file in receipts]

    def read(self) -> Iterator[Head]:
        from uth.ledger.journal.heads import read_heads

        for path in self._paths:
            self.file_counts[str(path)] = 0
            try:
                for head in read_heads(path):
                    self.file_counts[str(path)] += 1
                    yield head
            except OSError as error:
                raise Refusal("heads/unreadable", reason=error.strerror, where=str(path)) from None
        for _, head in self._receipts:
            yield head

    def finding_text(self, finding: Refusal) -> str:
        """A finding as text, with the receipt that shows it, if one does."""
        if finding.code.startswith("heads/"):
            for file, head in self._receipts:
                if finding.where == f"{head.stream} event {head.version}":
                    return f"{str(finding)[:-1]}, receipt {file})"
        return str(finding)


def receipt_head(file: str) -> Head:
    """The head of the journal when a receipt was published."""
    from uth.floor.fairness.fairness_events import fair_stream
    from uth.floor.fairness.receipts import Receipt, check_receipt, read_receipt
    from uth.ledger.journal.accounts import meter_stream, table_stream
    from uth.ledger.journal.batch import Head

    text = read_text(file)
    try:
        receipt = read_receipt(text)
        check_receipt(receipt)
        if receipt.journal is None:
            raise Refusal("receipt/no_head", where="journal")
    except Refusal as refusal:
        raise refusal.moved(f"{file} {refusal.where}".strip()) from None
    if isinstance(receipt, Receipt):
        stream = table_stream(receipt.table)
    else:
        stream = fair_stream(meter_stream(receipt.meter))
    return Head(stream, receipt.journal.version, bytes.fromhex(receipt.journal.head))
