"""Names that people can not choose: the dealer's, and those of bots."""

from __future__ import annotations

import hashlib

DEALER = "the dealer"
"""Who closes bets, deals and calls time; nobody may sign in under this name."""


BOT = " (bot)"
"""How the name of every bot ends, so that everybody knows it for one."""


LONGEST = 40
"""How many characters a player's name has at most."""


def bot_name(called: str, table: str) -> str:
    """A bot at a table; where the table's name is too long, a digest tells it from others."""
    room = LONGEST - len(f"{called} {BOT}")
    if len(table) > room:
        tail = hashlib.sha256(table.encode()).hexdigest()[:6]
        table = f"{table[: room - len(tail) - 1]}~{tail}"
    return f"{called} {table}{BOT}"


def is_bot(player: str) -> bool:
    return player.endswith(BOT)
