"""`uth verify`: check a round, or a mystery that was hit, from its published receipt alone."""

from __future__ import annotations

import json
import sys

import click

from uth.cli.settle import read_input
from uth.floor.fairness.receipts import AnyReceipt, Receipt, check_receipt, read_receipt


@click.command()
@click.argument("receipt", default="-")
@click.option("--commitment", default="", metavar="HEX", help="The commitment that you were shown.")
@click.option("--json", "as_json", is_flag=True, help="The verdict as one JSON object.")
def verify(receipt: str, commitment: str, as_json: bool) -> None:
    """Check a receipt: that the deck follows from the seeds, and the cards from the deck.

    RECEIPT is the file that a table publishes when a round is over, or a meter when its mystery
    is hit; without it, standard input is read. Nothing else is needed. Compare the commitment
    with the one you were shown before the bets closed, or give it with --commitment.
    """
    found = read_receipt(read_input(receipt))
    check_receipt(found, commitment)
    print(json.dumps(_answer(found)) if as_json else _words(found))


def _answer(found: AnyReceipt) -> dict[str, object]:
    if isinstance(found, Receipt):
        checked = ["commitment", "deck", "deal"] if found.deal else ["commitment", "deck"]
        what: dict[str, object] = {"table": found.table, "round": found.round}
        more: dict[str, object] = {"ending": found.ending, "player_seeds": found.player_seeds}
    else:
        checked = ["commitment", "value", "paid"]
        what = {"meter": found.meter, "number": found.number}
        more = {"value": found.value, "paid": found.paid}
    return {
        "verdict": "good",
        **what,
        "checked": checked,
        "commitment": found.commitment,
        **more,
    }


def _words(found: AnyReceipt) -> str:
    if isinstance(found, Receipt):
        seats = " and ".join(f"seat {seat}" for seat in sorted(found.player_seeds))
        mixed = f"the house's seed and those of {seats}" if seats else "the house's seed alone"
        dealt = "and every card was dealt from it" if found.deal else "and no card was dealt"
        lines = [
            f"good: round {found.round} of table {found.table} ({found.house})",
            f"the deck follows from {mixed}, {dealt}",
        ]
    else:
        lines = [
            f"good: mystery {found.number} of meter {found.meter}",
            f"its value was {found.value} cents, and {found.paid} were paid as it was hit",
        ]
    lines += ["compare the commitment with the one you were shown:", f"  {found.commitment}"]
    encoding = sys.stdout.encoding
    return "\n".join(lines).encode(encoding, "backslashreplace").decode(encoding)
