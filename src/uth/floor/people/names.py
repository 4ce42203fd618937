"""Names that people can't choose: the dealer's and those of bots."""

from __future__ import annotations

import hashlib

DEALER = "the dealer"
"""Closes bets, deals and enforces the time limits; nobody can sign in with this name."""
FLOOR = "the floor"
"""Voids a round that was restored without its cards; nobody can sign in with this name."""
PRACTICE = "the practice floor"
"""Approves payouts at a practice table when its maker says so; nobody can sign in with it."""
GUEST = "guest-"
"""The beginning of a guest's id; no account may have such a name."""
BOT = " (bot)"
"""The end of every bot's name, so that everybody can tell."""
LONGEST = 40
"""The most characters in a player's name."""


def bot_name(called: str, table: str) -> str:
    """The name of a bot at a table; a digest replaces the end of a long table name."""
    room = LONGEST - len(f"{called} {BOT}")
    if len(table) > room:
        tail = hashlib.sha256(table.encode()).hexdigest()[:6]
        table = f"{table[: room - len(tail) - 1]}~{tail}"
    return f"{called} {table}{BOT}"


def personal_stream(kind: str, name: str) -> str:
    """A stream of one person, whose name may contain any character."""
    return f"{kind}/{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def is_bot(player: str) -> bool:
    return player.endswith(BOT)
