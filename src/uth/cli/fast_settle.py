"""`uth settle` without click: imports nothing heavy, because people run it after every round."""

from __future__ import annotations

import json
import sys

from uth.cli.input.files import read_text
from uth.cli.input.round_json import parse_round
from uth.cli.render.settle import settlement_json
from uth.core.refusal import Refusal
from uth.table.settlement import award_from, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def settle_text(text: str) -> dict[str, Any]:
    """Settle a finished round given as JSON text; the result is the JSON answer."""
    played = parse_round(text)
    rules, spots = played.rules, played.spots
    awards = None
    if played.meter is not None:
        awards = award_from(rules, played.meter, played.board[:3], spots)
    settlement = settle(
        rules, played.board, played.dealer, spots, played.banker, played.bank, awards
    )
    return settlement_json(rules, spots, settlement)


def run(path: str) -> int:
    """Print the answer, or the refusal on standard error; return the exit code."""
    try:
        answer = settle_text(read_text(path))
    except Refusal as refusal:
        if sys.stderr:
            print(refusal, file=sys.stderr)
        return 2
    print(json.dumps(answer))
    return 0


def write_failure(error: OSError) -> str:
    """The message for output that could not be written."""
    return f"output/unwritable: can't write the answer: {(error.strerror or 'closed').lower()}"
