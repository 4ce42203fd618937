"""The names of accounts: whose money it is, and at which table or meter it lies.

    issued                       where play money comes from and goes to; below zero by what is out
    player/Ann                   what Ann has at the cage
    chips/table/7/Ann            what she has in front of her at table 7
    wager/table/7/Ann            what she has on its layout
    bank/table/7                 what the player-dealer has put up there
    fees/table/7                 fees taken and not yet dropped
    drop/table/7                 its drop box
    house/table/7                what the house has won there (or lost: below zero)
    meter/link/main              what stands on a linked meter, in whole cents
    meter/link/mystery
    house/meter/link             what the house has put into a meter as seed

One `house` account a table, not one for all: many tables must be able to settle at once, and the
win of a table is what a shift report asks for.
"""

from __future__ import annotations

import re

from uth.core.money import Cents
from uth.core.refusal import Refusal, shown
from uth.table import postings as p

ISSUED = "issued"
KINDS = ("player", "chips", "wager", "bank", "fees", "drop", "house", "meter")
LONGEST = 200
_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")


def checked_id(name: str) -> str:
    """The name of a table or meter: short, lower case, without a slash."""
    if not _ID.fullmatch(name):
        raise Refusal(
            "stream/name",
            f"{shown(name)} is not a name for a table or meter; use 1 to 40 of a-z, 0-9, . _ -",
        )
    return name


def table_stream(table: str) -> str:
    return f"table/{checked_id(table)}"


def meter_stream(meter: str) -> str:
    return f"meter/{checked_id(meter)}"


def at_cage(player: str) -> str:
    return f"player/{player}"


def house(stream: str) -> str:
    """What the house has won at a table, or put into a meter."""
    return f"house/{stream}"


def may_be_below_zero(account: str) -> bool:
    """Only what the house owns or has issued; the schema says the same."""
    return account == ISSUED or account.startswith("house/")


def is_account(account: str) -> bool:
    kind, _, rest = account.partition("/")
    known = account == ISSUED or (kind in KINDS and bool(rest))
    return known and len(account) <= LONGEST and account.isprintable()


def check_account(account: str) -> None:
    if not is_account(account):
        raise Refusal("account/unknown", f"{shown(account)} names no account")


def globally(stream: str, moved: p.Posting) -> tuple[str, str, Cents]:
    """A movement at one table as a movement between the accounts of the whole house."""
    source, target, amount = moved
    player = next((name[7:] for name in (source, target) if name.startswith("player/")), "")
    return _account(stream, source, player), _account(stream, target, player), amount


def _account(stream: str, name: str, player: str) -> str:
    """The table knows no cage: what comes from outside is the player's own money there."""
    if name == p.OUTSIDE:
        return at_cage(player)
    kind, slash, person = name.partition("/")
    if slash:
        return f"{'chips' if kind == 'player' else kind}/{stream}/{person}"
    return f"{kind}/{stream}"
