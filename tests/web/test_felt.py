"""What a page asks the server for instead of computing it: cover, the deal, and forfeits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from tests.floor import driver
from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from tests.web.served_app import LONG, ServedApp
from uth.core.cards import DECK
from uth.floor.floor import Floor
from uth.floor.people.names import bot_name
from uth.floor.tables.felt import CoverLeft, cover_left, deal_sequence
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.floor.tables.updates import TableCommit
from uth.rulebook.settings import with_settings
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import events as e
from uth.table.state import Bank, Table

if TYPE_CHECKING:
    from uth.rulebook.model import Rulebook
    from uth.rulebook.procedures import Procedure

PATIENT = Pace(step=0, betting=LONG, acting=LONG, offering=LONG, again=0)
BOARD = (7,) * 5


@pytest.mark.parametrize(
    ("procedure", "order"),
    [
        ("shuffler", (2, 2, 5, 5, 0, 0, *BOARD)),
        ("community-first", (*BOARD, 2, 2, 5, 5, 0, 0)),
        ("shoe", (2, 5, 0, 2, 5, 0, *BOARD)),
        ("hand-held", (2, 2, 5, 5, 0, 0)),
    ],
)
def test_cards_are_laid_in_the_order_of_the_procedure(
    procedure: Procedure, order: tuple[int, ...]
) -> None:
    dealt = e.Dealt(DECK, "red", procedure, (5, 2))
    assert deal_sequence([dealt]) == order
    assert deal_sequence([]) == ()


def _table(rules: Rulebook) -> Table:
    return Floor(MemoryStore()).open_table("main", rules, "flo").table


@pytest.mark.parametrize(
    ("coverage", "left"),
    [
        ("gross", CoverLeft(700, 800)),
        ("action", CoverLeft(500, 500)),
    ],
)
def test_what_a_bank_still_covers_by_each_reading(coverage: str, left: CoverLeft) -> None:
    rules = with_settings("california", {"bank": {"coverage": coverage}})
    bank = Bank(seat=3, amount=1_000, paid=300, collected=200)
    assert cover_left(replace(_table(rules), bank=bank), rules) == left


def test_where_the_house_banks_there_is_no_cover() -> None:
    rules = load_house("cardroom-25")
    assert cover_left(_table(rules), rules) is None


def _banked_round() -> list[TableCommit]:
    """The commits of a round in California that a bot banks with $100."""
    floor = Floor(MemoryStore(), clock=Clock(), source=Bytes("cover"), pace=PATIENT)
    commits: list[TableCommit] = []
    floor.open_table("main", load_house("california"), "flo", practice=True)
    floor.listeners.append(commits.append)
    bots = {seat: bot_name(name, "main") for seat, name in ((1, "Ada"), (2, "Ben"), (3, "Cleo"))}
    for seat, bot in bots.items():
        floor.books.fund(bot, 100_000)
        driver.perform(floor, Order("main", bot, c.Sit(bot, seat, 100_000)))
    table_writer = floor.tables.writer("main")
    while table_writer.table.bank.seat == 0:
        banker = bots[table_writer.table.bank.offered]
        driver.perform(floor, Order("main", banker, c.TakeBank(banker, 10_000)))
    while table_writer.table.round == 1:
        assert driver.step(floor, "main")
    return commits


def test_each_seat_sees_its_cover_until_no_more_bets() -> None:
    """Two seats bet before “No more bets”; afterwards there is nothing left to decide."""
    seen = set[int]()
    for commit in _banked_round():
        update = commit.update("")
        betting = update.view.phase == "betting" and update.view.bank.seat
        placed = {seat.seat: seat.wagers for seat in update.view.seats if seat and seat.wagers}
        assert [cover.seat for cover in update.seat_covers] == (sorted(placed) if betting else [])
        for cover in update.seat_covers:
            assert cover.staked == sum(placed[cover.seat].values())
            assert 0 <= cover.worst <= cover.best <= cover.staked
            seen.add(cover.seat)
    assert len(seen) == 2


def test_the_cover_shrinks_with_each_wager_that_the_bank_settles() -> None:
    commits = _banked_round()
    paid = collected = steps = 0
    for commit in commits:
        update = commit.update("")
        settled = [event for event in commit.events if isinstance(event, e.Settled)]
        assert len(update.cover_steps) == len(settled)
        for row, left in zip(settled, update.cover_steps, strict=True):
            paid, collected = paid + row.paid, collected + row.taken
            unused = 10_000 - paid - collected
            assert left == CoverLeft(unused, unused)
            steps += 1
    assert steps >= 4
    assert paid + collected
    covers = [commit.update("").cover for commit in commits]
    assert CoverLeft(10_000, 10_000) in covers
    assert covers[-1] is None, "the bank is given back"


def test_the_deal_is_part_of_the_update_that_deals() -> None:
    commits = _banked_round()
    (deal,) = [commit for commit in commits if commit.update("").deal_sequence]
    (dealt,) = [event for event in deal.events if isinstance(event, e.Dealt)]
    assert deal.update("").deal_sequence == deal_sequence([dealt])
    assert set(deal.update("").deal_sequence) == {0, *dealt.seats, 7}


def _leave(player: Any, table: str) -> Any:
    command = {"type": "Leave", "player": player.name}
    return player.ask("POST", f"/api/tables/{table}/try", command=command)


@pytest.mark.parametrize(("house", "forfeits"), [("hollywood-pa", 3_000), ("cardroom-25", 0)])
def test_leaving_a_hand_says_what_it_forfeits(served: ServedApp, house: str, forfeits: int) -> None:
    pat, name = served.guest(), f"leaving-{house}"
    pat.ask("POST", "/api/tables", name=name, house=house, timed=False)
    assert _leave(pat, name)["refusal"]["code"] == "seat/not_seated"
    pat.sit(name, 1, 100_000)
    assert _leave(pat, name) == {"refusal": None, "forfeits": 0}
    wagers = {"ante": 1_500, "blind": 1_500}
    pat.order(name, {"type": "Wager", "player": pat.name, "wagers": wagers})
    pat.until(name, lambda view: view["phase"] == "preflop")
    assert _leave(pat, name) == {"refusal": None, "forfeits": forfeits}
    assert pat.ask("GET", f"/api/tables/{name}")["view"]["seats"][0]["player"] == pat.name


def test_the_cloth_says_whether_the_dealer_holds_the_board(served: ServedApp) -> None:
    pat = served.guest()
    settings = {"dealing": {"procedure": "hand-held"}}
    for name, changed, held in (("laid", {}, False), ("held", settings, True)):
        pat.ask("POST", "/api/tables", name=name, house="light-and-wonder", settings=changed)
        assert pat.ask("GET", f"/api/tables/{name}/cloth")["board_in_hand"] is held
