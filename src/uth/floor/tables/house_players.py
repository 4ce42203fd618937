"""House-run players: where players bank for themselves, the house has no part (CA-1.4, Q-30)."""

from __future__ import annotations

from uth.core.refusal import Refusal
from uth.floor.people.names import is_bot
from uth.floor.tables.orders import Order
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table.state import Table

PLAYING = (c.Sit, c.Join, c.AddChips, c.Wager, c.BackSeat, c.TakeBank)
"""How a player comes to a table, stakes and banks; a hand once begun may be finished."""


def may_seat_bots(rules: Rulebook, *, practice: bool) -> bool:
    """Whether players who are funded by the house may bank and wager here."""
    return practice or not rules.player_dealer


def check_house_players(rules: Rulebook, *, practice: bool) -> None:
    if not may_seat_bots(rules, practice=practice):
        raise Refusal("bots/house_table", where="bots", clause="Q-30")


def check_house_player(order: Order, table: Table, rules: Rulebook) -> None:
    """The same before every order of a bot, whoever sends it."""
    if is_bot(order.actor) and isinstance(order.command, PLAYING):
        check_house_players(rules, practice=table.practice)
