"""The requests that a client makes: each says what is sent and what comes back."""

from __future__ import annotations

import secrets
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from uth.client.messages import OwnAccount, SignedIn, TableUpdate
from uth.coach.sheet import Sheet
from uth.coach.table_advice import TableAdvice
from uth.core.money import Cents
from uth.floor.cage.statements import Statement
from uth.floor.fairness.receipts import Receipt
from uth.floor.records.hand_history import RecordedRound, Replay
from uth.floor.table_summaries import TableLine
from uth.floor.tables.orders import Answer
from uth.reports.houses.model import HouseCard, HouseRules
from uth.table.commands import Command

T = TypeVar("T")


class Call(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """One request, and the type of its answer."""

    method: Literal["GET", "POST", "DELETE"] = "GET"
    path: str
    body: Any = None
    answer: Any = Any
    keyed: bool = False
    """Whether a key makes it happen once, so that it may be sent again."""

    @property
    def repeatable(self) -> bool:
        """Whether it may be sent again if no answer arrives."""
        return self.keyed or self.method == "GET"


def new_key() -> str:
    """A key of one's own for an order."""
    return secrets.token_hex(12)


def sign_in(name: str, password: str) -> Call[SignedIn]:
    body = {"name": name, "password": password}
    return Call(method="POST", path="/api/sign-in", body=body, answer=SignedIn)


def enter_as_guest() -> Call[SignedIn]:
    return Call(method="POST", path="/api/guest", body={}, answer=SignedIn)


def sign_out() -> Call[Any]:
    return Call(method="POST", path="/api/sign-out", body={})


def account() -> Call[OwnAccount]:
    return Call(path="/api/me", answer=OwnAccount)


def take_play_money(amount: Cents, key: str = "") -> Call[Any]:
    body = {"amount": amount, "key": key or new_key()}
    return Call(method="POST", path="/api/me/play-money", body=body, keyed=True)


def houses() -> Call[list[HouseCard]]:
    return Call(path="/api/houses", answer=list[HouseCard])


def house_rules(house: str) -> Call[HouseRules]:
    return Call(path=f"/api/houses/{quote(house, safe='')}/rules", answer=HouseRules)


def tables() -> Call[list[TableLine]]:
    return Call(path="/api/tables", answer=list[TableLine])


def open_table(name: str, house: str, *, key: str = "", **options: Any) -> Call[TableUpdate]:
    body = {"name": name, "house": house, "key": key or new_key(), **options}
    return Call(method="POST", path="/api/tables", body=body, answer=TableUpdate, keyed=True)


def see_table(table: str) -> Call[TableUpdate]:
    return Call(path=_table(table), answer=TableUpdate)


def close_table(table: str, key: str = "") -> Call[Any]:
    body = {"key": key or new_key()}
    return Call(method="POST", path=f"{_table(table)}/close", body=body, keyed=True)


def seat_bots(table: str, count: int, key: str = "") -> Call[Any]:
    body = {"count": count, "key": key or new_key()}
    return Call(method="POST", path=f"{_table(table)}/bots", body=body, keyed=True)


def send_order(table: str, command: Command, *, key: str = "", version: int = 0) -> Call[Answer]:
    body = {"key": key or new_key(), "command": command, "version": version}
    path = f"{_table(table)}/orders"
    return Call(method="POST", path=path, body=body, answer=Answer, keyed=True)


def advice(table: str) -> Call[TableAdvice]:
    return Call(path=f"{_table(table)}/advice", answer=TableAdvice)


def history(**filters: Any) -> Call[list[RecordedRound]]:
    return Call(path=f"/api/hands?{urlencode(filters)}", answer=list[RecordedRound])


def replay(table: str, number: int) -> Call[Replay]:
    return Call(path=_round(table, number), answer=Replay)


def notation(table: str, number: int) -> Call[str]:
    return Call(path=f"{_round(table, number)}/notation", answer=str)


def receipt(table: str, number: int) -> Call[Receipt]:
    return Call(path=f"{_round(table, number)}/receipt", answer=Receipt)


def statement(player: str) -> Call[Statement]:
    return Call(path=f"/api/players/{quote(player, safe='')}/statement", answer=Statement)


def session_sheet(since: int = 0) -> Call[Sheet]:
    return Call(path=f"/api/me/sheet?since={since}", answer=Sheet)


def _table(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"


def _round(table: str, number: int) -> str:
    return f"{_table(table)}/rounds/{number}"
