"""`uth verify`: check the published receipt of a round or of a mystery."""

from __future__ import annotations

import json

import click

from uth.cli.input.files import read_text
from uth.cli.input.json_option import json_option
from uth.cli.render.verify import verdict_json, verdict_text
from uth.floor.fairness.receipts import check_receipt, read_receipt


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
    """
    checked = read_receipt(read_text(receipt))
    check_receipt(checked, commitment)
    print(json.dumps(verdict_json(checked)) if as_json else verdict_text(checked))
