"""Hands through the real server, every byte to every role and every log line scanned."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.guard.lines import check_line
from tests.guard.players import HOUSES, play_hands
from tests.guard.truth import Leak
from tests.guard.world import World
from uth.core.cards import DECK
from uth.floor.floor import Floor
from uth.floor.meters import linked_meter as link
from uth.floor.tables import updates
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.updates import TableCommit
from uth.table.state import Table
from uth.table.view import TableView, view
from uth.web.api import tables as tables_api


def run(houses: tuple[str, ...], hands: int, seed: int) -> World:
    async def evening() -> World:
        world = World()
        async with world.open():
            await play_hands(world, hands, seed, houses)
        return world

    return asyncio.run(evening())


@pytest.mark.slow
def test_no_byte_to_anybody_tells_what_is_hidden() -> None:
    """Some hands at all five houses at once."""
    _evening(50, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_no_byte_of_a_thousand_hands_tells_what_is_hidden(seed: int) -> None:
    _evening(250, seed)


def _evening(hands: int, seed: int) -> None:
    world = run(HOUSES, hands, seed)
    assert world.truth.rounds >= hands
    assert world.scan.messages > 20 * hands
    assert len(world.log.lines) > 50
    assert {name for name, _ in world.truth.closed} == {f"t{n}.{seed}" for n in range(5)}


Plant = Callable[[pytest.MonkeyPatch], None]


def _in_view(change: Callable[[Table, TableView], TableView]) -> Plant:
    def plant(patch: pytest.MonkeyPatch) -> None:
        def leaky(table: Table, viewer: str = "") -> TableView:
            seen = view(table, viewer)
            return change(table, seen) if table.deck and not table.dealer_turned else seen

        patch.setattr(updates, "view", leaky)

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
        except Exception as no:
            no.sentence += str(int.from_bytes(self.secrets.shuffle.seed.open(), "big"))  # type: ignore[attr-defined]
            raise

    patch.setattr(TableWriter, "_check_version", leaky)


def _hidden_value(patch: pytest.MonkeyPatch) -> None:
    honest = link.LinkedMeter.view_of

    def leaky(self: link.LinkedMeter, after: Any) -> link.MeterView:
        value = (after or self.state).value
        return replace(honest(self, after), mystery=value.target())

    patch.setattr(link.LinkedMeter, "view_of", leaky)


def _in_the_list(patch: pytest.MonkeyPatch) -> None:
    async def leaky(asked: Any) -> Any:
        lines = await honest(asked)
        tables = asked.runner.floor.tables
        hands = {name: table_writer.table.hands for name, table_writer in tables.items()}
        dealt = {name: found[0][0].text for name, found in hands.items() if found and found[0]}
        return [replace(line, house=dealt.get(line.name, line.house)) for line in lines]

    honest = tables_api.list_tables
    for route in tables_api.ROUTES:
        if route.handler is honest:
            patch.setattr("uth.web.app.ROUTES", _with(route, leaky))


def _with(old: Any, handler: Any) -> tuple[Any, ...]:
    from uth.web.app import ROUTES

    return tuple(replace(route, handler=handler) if route is old else route for route in ROUTES)


def _says(
    words: Callable[[TableWriter], str], extra: Callable[[TableWriter], dict[str, str]]
) -> Plant:
    def plant(patch: pytest.MonkeyPatch) -> None:
        next_order = Floor.next_order

        def chatty(self: Floor, name: str) -> Any:
            table_writer = self.table_writer(name)
            if table_writer.table.deck:
                logging.getLogger("uth.house").info(words(table_writer), extra=extra(table_writer))
            return next_order(self, name)

        patch.setattr(Floor, "next_order", chatty)

    return plant


def _dealer(table_writer: TableWriter) -> Any:
    return table_writer.table.hands[0][0]


PLANTS: dict[str, Plant] = {
    "text": _in_view(lambda table, seen: replace(seen, colour=table.hands[0][0].text)),
    "the board too early": _in_view(lambda table, seen: replace(seen, board=table.board)),
    "number": _in_view(lambda table, seen: replace(seen, drop_box=DECK.index(table.hands[0][0]))),
    "rank": _in_view(lambda table, seen: replace(seen, drop_box=table.hands[0][0].rank.value)),
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
    """The first that is found ends the evening, however seldom anybody looks on a busy machine."""
    PLANTS[plant](monkeypatch)
    with pytest.raises(Leak):
        run(("hollywood-pa", "cardroom-25"), 1_000, 5)


@pytest.mark.parametrize(
    "line",
    [
        '{"logger":"uth.web","message":"request","hand":"none"}',
        '{"logger":"uth.web","message":"request","table":"x secret-token"}',
        "Traceback (most recent call last):",
    ],
)
def test_lines_that_are_not_ours_are_found(line: str) -> None:
    check_line('{"logger":"uth.web","message":"request","table":"main"}', ["secret-token"])
    with pytest.raises(Leak):
        check_line(line, ["secret-token"])
