"""The players of the load bench speak as the client does."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from bench.crowd.player import Measurements, Player
from bench.crowd.run import MONEY

from tests.guard.scanned_server import ScannedServer
from tests.patience import PATIENCE
from uth.client import Client
from uth.client.table_orders import TableOrders

QUICK = 0.002
"""A share of the seconds that people think."""


def test_players_of_the_crowd_play_rounds_by_the_typed_client(server: ScannedServer) -> None:
    assert issubclass(Player, TableOrders)
    measured = Measurements()
    with Client(server.address) as guest:
        name = guest.enter_as_guest().name
        guest.take_play_money(MONEY)
        table = guest.open_table("crowd", "light-and-wonder", timed=False, pace=0)
        player = Player(
            server.address,
            token=guest.token,
            name=name,
            table=table.name,
            seat=3,
            measured=measured,
            pace=QUICK,
        )
        asyncio.run(played(player, measured))
        [hand, *_] = guest.history()
        assert hand.table == table.name
    assert (measured.refused, measured.lost) == ({}, 0)
    assert all(seconds > 0 for _, seconds in measured.seconds)


async def played(player: Player, measured: Measurements) -> None:
    """Wait for the answers of at least two rounds: to sit down, and two to four a round."""
    task = asyncio.create_task(player.play())
    try:
        async with asyncio.timeout(PATIENCE):
            while len(measured.seconds) < 10 and not measured.refused:
                await asyncio.sleep(0.01)
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("address", ["http://127.0.0.1:1"])
def test_a_player_whose_server_is_gone_says_so(address: str) -> None:
    measured = Measurements()
    player = Player(address, token="", name="a", table="t", seat=1, measured=measured, pace=QUICK)

    async def tried() -> None:
        task = asyncio.create_task(player.play())
        async with asyncio.timeout(PATIENCE):
            while not measured.dropped:
                await asyncio.sleep(0.01)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    asyncio.run(tried())
    assert "not connected" in measured.dropped[0].reason
