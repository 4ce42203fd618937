"""What `uth verify` prints for a receipt that is good."""

from __future__ import annotations

import sys

from uth.floor.fairness.receipts import AnyReceipt, Receipt


def verdict_json(receipt: AnyReceipt) -> dict[str, object]:
    if isinstance(receipt, Receipt):
        checked = ["commitment", "deck", "deal"] if receipt.deal else ["commitment", "deck"]
        subject: dict[str, object] = {"table": receipt.table, "round": receipt.round}
        more: dict[str, object] = {
            "ending": receipt.ending,
            "player_seeds": receipt.player_seeds,
        }
    else:
        checked = ["commitment", "value", "paid"]
        subject = {"meter": receipt.meter, "number": receipt.number}
        more = {"value": receipt.value, "paid": receipt.paid}
    return {
        "verdict": "good",
        **subject,
        "checked": checked,
        "commitment": receipt.commitment,
        **more,
    }


def verdict_text(receipt: AnyReceipt) -> str:
    """The verdict in characters that standard output can show."""
    if isinstance(receipt, Receipt):
        seats = " and ".join(f"seat {seat}" for seat in sorted(receipt.player_seeds))
        seeds = f"the house's seed and those of {seats}" if seats else "the house's seed alone"
        dealt = "and every card was dealt from it" if receipt.deal else "and no card was dealt"
        sentences = [
            f"good: round {receipt.round} of table {receipt.table} ({receipt.house})",
            f"the deck follows from {seeds}, {dealt}",
        ]
    else:
        sentences = [
            f"good: mystery {receipt.number} of meter {receipt.meter}",
            f"its value was {receipt.value} cents, and {receipt.paid} were paid as it was hit",
        ]
    sentences += [
        "compare the commitment with the one you were shown:",
        f"  {receipt.commitment}",
    ]
    encoding = sys.stdout.encoding
    return "\n".join(sentences).encode(encoding, "backslashreplace").decode(encoding)
