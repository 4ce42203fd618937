"""A whole round as text: written by hand or by the engine, read back, and played again.

The shape is that of the Poker Hand History format: a TOML file whose `actions` use its words for
cards and bets. What only this game has is in fields that begin with `_uth_`.
"""

from __future__ import annotations

from uth.table.notation.parsing import parse
from uth.table.notation.printing import print_round
from uth.table.notation.recording import record
from uth.table.notation.replaying import Replayed, replay

__all__ = ["Replayed", "parse", "print_round", "record", "replay"]
