"""The names of accounts: whose money it is, and at which table or meter it is held.

    issued                       the source of play money; negative by what is in circulation
    player/Ann                   Ann's money at the cage
    chips/table/7/Ann            her chips at table 7
    wager/table/7/Ann            her wagers on its layout
    bank/table/7                 the money the player-dealer has put up there
    fees/table/7                 fees collected and not yet dropped
    drop/table/7                 its drop box
    house/table/7                what the house has won there (negative: lost)
    meter/link/main              the amount of a linked meter, in whole cents
    meter/link/mystery
    house/game/let-it-ride       what the house has won at another game on a meter
    house/meter/link             what the house has paid into a meter as seed

Each table has its own `house` account: tables can then settle at the same time without waiting for
one row, and a shift report reads a table's win directly.
"""

from __future__ import annotations

import re
from functools import lru_cache

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.table import postings as p

ISSUED = "issued"
KINDS = ("player", "chips", "wager", "bank", "fees", "drop", "house", "meter")
LONGEST = 200
_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")


def checked_id(name: str) -> str:
    """A valid name of a table or meter: short, lower case, without a slash."""
    if not _ID.fullmatch(name):
        raise Refusal("stream/name", name=name)
    return name


@lru_cache(maxsize=10_000)
def table_stream(table: str) -> str:
    return f"table/{checked_id(table)}"


def meter_stream(meter: str) -> str:
    return f"meter/{checked_id(meter)}"


def at_cage(player: str) -> str:
    return f"player/{player}"


def house(stream: str) -> str:
    """The account of what the house has won at a table, or paid into a meter."""
    return f"house/{stream}"


def may_be_below_zero(account: str) -> bool:
    """Whether an account may be negative: only the house's own; the schema has the same rule."""
    return account == ISSUED or account.startswith("house/")


@lru_cache(maxsize=50_000)
def is_account(account: str) -> bool:
    kind, _, rest = account.partition("/")
    known = account == ISSUED or (kind in KINDS and bool(rest))
    return known and len(account) <= LONGEST and account.isprintable()


def check_account(account: str) -> None:
    if not is_account(account):
        raise Refusal("account/unknown", account=account)


def to_house_accounts(stream: str, posting: p.Posting) -> tuple[str, str, Cents]:
    """A posting between accounts of one table, as one between accounts of the whole house."""
    source, target, amount = posting
    return _account(stream, source, target), _account(stream, target, source), amount


@lru_cache(maxsize=50_000)
def _account(stream: str, name: str, other: str) -> str:
    """A table does not know the cage: its `outside` is the other party's own money there."""
    kind, slash, person = name.partition("/")
    if kind == p.OUTSIDE:
        return at_cage(other.removeprefix("player/"))
    if slash:
        return f"{'chips' if kind == 'player' else kind}/{stream}/{person}"
    return f"{kind}/{stream}"
