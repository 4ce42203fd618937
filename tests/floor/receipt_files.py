"""Receipts as the files that people keep."""

from __future__ import annotations

import msgspec

from uth.floor.fairness.receipts import AnyReceipt


def to_text(receipt: AnyReceipt) -> str:
    return msgspec.json.format(msgspec.json.encode(receipt), indent=1).decode() + "\n"
