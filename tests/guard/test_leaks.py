"""Hands on a real server, with every byte to every role and every log line scanned."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.guard.live_secrets import Leak
from tests.guard.log_scan import check_log_entry
from tests.guard.random_players import HOUSES, LOOKS, play_hands
from tests.guard.scanned_server import ScannedServer
from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.floor.meters import linked_meter as link
from uth.floor.schedule import Schedule
from uth.floor.tables import updates
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.updates import TableCommit
from uth.table.state import Table
from uth.table.view import SeatView, TableView, with_seats
from uth.web.api import tables as tables_api


def run(houses: tuple[str, ...], hands: int, seed: int) -> ScannedServer:
    async def evening() -> ScannedServer:
        server = ScannedServer()
        async with server.open():
            await play_hands(server, hands, seed, houses)
        return server

    return asyncio.run(evening())


@pytest.mark.slow
def test_no_byte_to_anybody_reveals_what_is_hidden() -> None:
    """Play some hands at all five houses at once."""
    _evening(50, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_no_byte_of_a_thousand_hands_reveals_what_is_hidden(seed: int) -> None:
    _evening(250, seed)


def _evening(hands: int, seed: int) -> None:
    server = run(HOUSES, hands, seed)
    assert server.secrets.rounds >= hands
    assert server.scan.messages > 20 * hands
    assert len(server.log.lines) > 7 * len(LOOKS), "each of the seven lookers has looked"
    assert {name for name, _ in server.secrets.closed} == {f"t{n}.{seed}" for n in range(5)}


Plant = Callable[[pytest.MonkeyPatch], None]


def _in_view(change: Callable[[Table, TableView], TableView]) -> Plant:
    def plant(patch: pytest.MonkeyPatch) -> None:
        def leaky(table: Table, seats: tuple[SeatView | None, ...]) -> TableView:
            seen = with_seats(table, seats)
            return change(table, seen) if table.deck and not table.dealer_turned else seen

        patch.setattr(updates, "with_seats", leaky)

    return plant


def _seed(patch: pytest.MonkeyPatch) -> None:
    finish = TableWriter.news

    def leaky(self: TableWriter, at: int) -> TableCommit:
        return replace(finish(self, at), commitment=self.secrets.shuffle.seed.open().hex())

    patch.setattr(TableWriter, "news", leaky)


def _seed_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    check = TableWriter._check_version

    def leaky(self: TableWriter, order: Any) -> None:
        try:
            check(self, order)
        except Refusal as refusal:
            refusal.where += str(int.from_bytes(self.secrets.shuffle.seed.open(), "big"))
            raise

    patch.setattr(TableWriter, "_check_version", leaky)


def _hidden_value(patch: pytest.MonkeyPatch) -> None:
    honest = link.LinkedMeter.view

    def leaky(self: link.LinkedMeter, after: Any = None) -> link.MeterView:
        value = (after or self.state).value
        return replace(honest(self, after), mystery=value.target())

    patch.setattr(link.LinkedMeter, "view", leaky)


def _in_the_list(patch: pytest.MonkeyPatch) -> None:
    async def leaky(context: Any) -> Any:
        lines = await honest(context)
        tables = context.runner.floor.tables
        hands = {name: table_writer.table.hands for name, table_writer in tables.items()}
        dealt = {name: item[0][0].text for name, item in hands.items() if item and item[0]}
        return [replace(row, house=dealt.get(row.name, row.house)) for row in lines]

    honest = tables_api.list_tables
    for route in tables_api.resource:
        if route.handler is honest:
            patch.setattr("uth.web.app.ROUTES", _with(route, leaky))


def _with(old: Any, handler: Any) -> tuple[Any, ...]:
    from uth.web.app import ROUTES

    return tuple(replace(route, handler=handler) if route is old else route for route in ROUTES)


def _says(
    words: Callable[[TableWriter], str], extra: Callable[[TableWriter], dict[str, str]]
) -> Plant:
    def plant(patch: pytest.MonkeyPatch) -> None:
        next_order = Schedule.next

        def chatty(self: Schedule, name: str) -> Any:
            table_writer = self._tables.writer(name)
            if table_writer.table.deck:
                logging.getLogger("uth.house").info(words(table_writer), extra=extra(table_writer))
            return next_order(self, name)

        patch.setattr(Schedule, "next", chatty)

    return plant


def _dealer(table_writer: TableWriter) -> Any:
    return table_writer.table.hands[0][0]


PLANTS: dict[str, Plant] = {
    "text": _in_view(lambda table, seen: replace(seen, colour=table.hands[0][0].text)),
    "the board too early": _in_view(lambda table, seen: replace(seen, board=table.board)),
    "number": _in_view(lambda table, seen: replace(seen, drop_box=DECK.index(table.hands[0][0]))),
    "rank": _in_view(lambda table, seen: replace(seen, drop_box=table.hands[0][0].rank)),
    "seed": _seed,
    "seed in a refusal": _seed_in_a_refusal,
    "hidden value": _hidden_value,
    "text by HTTP": _in_the_list,
    "card in a log line": _says(
        lambda table_writer: "dealt", lambda table_writer: {"table": _text(table_writer)}
    ),
    "number in a log line": _says(
        lambda table_writer: f"dealt {DECK.index(_dealer(table_writer))}", lambda table_writer: {}
    ),
    "seed in a log line": _says(
        lambda table_writer: "dealt",
        lambda table_writer: {"table": table_writer.secrets.shuffle.seed.open().hex()},
    ),
}


def _text(table_writer: TableWriter) -> str:
    text: str = _dealer(table_writer).text
    return text


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_leak_is_found(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first leak ends the run, however rarely anybody looks on a busy machine."""
    PLANTS[plant](monkeypatch)
    with pytest.raises(Leak):
        run(("hollywood-pa", "cardroom-25"), 1_000, 5)


@pytest.mark.parametrize(
    "entry",
    [
        '{"logger":"uth.web","message":"request","hand":"none"}',
        '{"logger":"uth.web","message":"request","table":"x secret-token"}',
        "Traceback (most recent call last):",
    ],
)
def test_unknown_log_lines_are_found(entry: str) -> None:
    check_log_entry('{"logger":"uth.web","message":"request","table":"main"}', ["secret-token"])
    with pytest.raises(Leak):
        check_log_entry(entry, ["secret-token"])
