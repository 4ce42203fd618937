"""The client of a program that waits for each answer."""

from __future__ import annotations

import time
from typing import Any, TypeVar

import httpx2

from uth.client import calls, exchange
from uth.client.calls import Call
from uth.client.messages import OwnAccount, SignedIn
from uth.client.table import RemoteTable
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.cage.statements import Statement
from uth.floor.fairness.receipts import Receipt
from uth.floor.records.hand_history import RecordedRound, Replay
from uth.floor.table_summaries import TableLine
from uth.reports.houses.model import HouseCard, HouseRules

T = TypeVar("T")


class Client:
    """Talks to one server; what it refuses is raised as a `Refusal`.

    A request that did not reach the server is sent again with the same key, so that it is
    carried out once.
    """

    def __init__(
        self,
        address: str,
        *,
        token: str = "",
        language: str = "en",
        timeout: float = exchange.TIMEOUT,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.address: str = address.rstrip("/")
        self.token: str = token
        self.name: str = ""
        """The id of the person who is signed in."""
        self.language = language
        self._http = httpx2.Client(base_url=self.address, timeout=timeout, transport=transport)

    def __repr__(self) -> str:
        return f"Client({self.address!r})"

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections; the session goes on."""
        self._http.close()

    def ask(self, call: Call[T]) -> T:
        """Make any call of `uth.client.calls`."""
        attempts = exchange.ATTEMPTS if call.repeatable else 1
        for attempt in range(attempts):
            if attempt:
                time.sleep(exchange.pause(attempt))
            try:
                return self._ask_once(call)
            except Refusal as refusal:
                if attempt + 1 == attempts or not exchange.may_retry(refusal):
                    raise
            except httpx2.TransportError as error:
                if attempt + 1 == attempts:
                    raise exchange.unreachable(self.address, error) from None
        raise AssertionError("the last attempt answers or raises")

    def _ask_once(self, call: Call[T]) -> T:
        headers = exchange.headers_of(self.token, self.language)
        content = exchange.body_of(call)
        response = self._http.request(call.method, call.path, content=content, headers=headers)
        return exchange.answer_to(call, response.status_code, response.content)

    # People

    def sign_in(self, name: str, password: str) -> SignedIn:
        """Sign in with an account."""
        return self._enter(calls.sign_in(name, password))

    def enter_as_guest(self) -> SignedIn:
        """Come as a guest, who has some play money at once."""
        return self._enter(calls.enter_as_guest())

    def _enter(self, call: Call[SignedIn]) -> SignedIn:
        signed_in = self.ask(call)
        self.token, self.name = signed_in.token, signed_in.name
        return signed_in

    def sign_out(self) -> None:
        """End the session."""
        self.ask(calls.sign_out())
        self.token = self.name = ""

    def account(self) -> OwnAccount:
        """Who is signed in, and their balance at the cage."""
        return self.ask(calls.account())

    def take_play_money(self, amount: Cents) -> None:
        """Take play money from the cage."""
        self.ask(calls.take_play_money(amount))

    def statement(self, player: str = "") -> Statement:
        """A player's account; one's own by default."""
        return self.ask(calls.statement(player or self.name))

    # Houses and tables

    def houses(self) -> list[HouseCard]:
        """The houses."""
        return self.ask(calls.houses())

    def house_rules(self, house: str) -> HouseRules:
        """The rules page of a house."""
        return self.ask(calls.house_rules(house))

    def tables(self) -> list[TableLine]:
        """The open tables."""
        return self.ask(calls.tables())

    def open_table(self, name: str, house: str, **options: Any) -> RemoteTable:
        """Open a table; options are the fields of NewTable, such as `bots=2` or `timed=False`."""
        self.ask(calls.open_table(name, house, **options))
        return self.table(name)

    def close_table(self, name: str) -> None:
        """Close a table of one's own for everybody; its rounds stay in the history."""
        self.ask(calls.close_table(name))

    def table(self, name: str) -> RemoteTable:
        """A table that is open; nothing is asked of the server yet."""
        return RemoteTable(self, name)

    # Finished rounds

    def history(self, player: str = "", **filters: Any) -> list[RecordedRound]:
        """Finished rounds, latest first: one's own, or `table=…`, `since=…`, `most=…`."""
        return self.ask(calls.history(player=player or self.name, **filters))

    def replay(self, table: str, number: int) -> Replay:
        """A finished round with all its events."""
        return self.ask(calls.replay(table, number))

    def notation(self, table: str, number: int) -> str:
        """A finished round in notation, which `uth.replay` plays again."""
        return self.ask(calls.notation(table, number))

    def receipt(self, table: str, number: int) -> Receipt:
        """The receipt of a finished round: its seeds and its deck."""
        return self.ask(calls.receipt(table, number))
