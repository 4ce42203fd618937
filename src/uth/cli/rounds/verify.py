"""`uth verify`: check the published receipt of a round or of a mystery."""

from __future__ import annotations

import json
import sys

import click

from uth.cli.checked_input import read_text
from uth.cli.input.options import json_option
from uth.cli.language import text
from uth.floor.fairness.receipts import AnyReceipt, Receipt, check_receipt, read_receipt


@click.command()
@click.argument("receipt", default="-")
@click.option("--commitment", default="", metavar="HEX", help="The commitment that you were shown.")
@json_option
def verify(receipt: str, commitment: str, as_json: bool) -> None:
    """Check the receipt of a round or of a mystery.

    The deck must follow from the seeds, and the cards from the deck. RECEIPT is the file that a
    table publishes after a round, or a meter after its mystery was hit; without it, standard input
    is read. Nothing else is needed. Compare the commitment with the one you were shown before the
    bets closed, or pass it with --commitment.

    \b
    Example:
      uth verify receipt.json
    """
    checked = read_receipt(read_text(receipt))
    check_receipt(checked, commitment)
    print(json.dumps(verdict_json(checked)) if as_json else verdict_text(checked))


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
        seats = sorted(receipt.player_seeds)
        parts = [
            text("verify.round", round=receipt.round, table=receipt.table, house=receipt.house),
            text("verify.seeds" if seats else "verify.seed", seats=seats),
            text("verify.dealt" if receipt.deal else "verify.not_dealt"),
        ]
    else:
        parts = [
            text("verify.mystery", number=receipt.number, meter=receipt.meter),
            text("verify.value", value=receipt.value, paid=receipt.paid),
        ]
    parts += [text("verify.compare"), f"  {receipt.commitment}"]
    encoding = sys.stdout.encoding
    return "\n".join(parts).encode(encoding, "backslashreplace").decode(encoding)
