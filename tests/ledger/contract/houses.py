"""A house with its tables, meter and rounds, on a store."""

from __future__ import annotations

import pytest

from tests.ledger.house import House, balances
from uth.ledger.audit.audit import audit
from uth.ledger.journal.rounds import RoundQuery, read_table
from uth.ledger.journal.store import Store
from uth.rulebook.store import HOUSES
from uth.table import commands as c


class HouseContract:
    """Whole tables on the store."""

    @pytest.mark.parametrize("house", HOUSES)
    def test_a_table_is_recovered_at_every_moment_of_a_round(
        self, store: Store, house: str
    ) -> None:
        floor = House(store)
        floor.open("t1", house)
        floor.sit("t1", 3)
        for _ in range(2):
            floor.bet("t1")
            again = House(store)
            assert (again.tables, again.meter) == (floor.tables, floor.meter)
            floor.deal("t1")
            assert House(store).tables == floor.tables
            floor.finish("t1")
        again = House(store)
        assert (again.tables, again.meter) == (floor.tables, floor.meter)
        result = audit(store)
        assert result.findings == ()
        assert result.rounds == 2
        assert sum(balances(store).values()) == 0

    def test_table_and_ledger_agree_on_every_account(self, store: Store) -> None:
        floor = House(store)
        floor.open("t1", "california")
        floor.sit("t1", 4)
        floor.bet("t1")
        floor.deal("t1")
        table, accounts = floor.tables["t1"], balances(store)
        assert accounts["bank/table/t1"] == table.balances["bank"]
        for player in ("t1-P1", "t1-P2", "t1-P3", "t1-P4"):
            assert accounts[f"chips/table/t1/{player}"] == table.chips(player)
            assert accounts.get(f"wager/table/t1/{player}", 0) == table.staked(player)
            assert accounts[f"player/{player}"] == 1_000_000
        assert accounts["issued"] == -8_000_000

    def test_a_royal_a_mystery_and_a_void_round_move_the_meter(self, store: Store) -> None:
        floor = House(store)
        floor.open("t1", "hollywood-pa")
        floor.open("t2", "hollywood-pa")
        for name in ("t1", "t2"):
            floor.sit(name, 3)
            floor.play(name, 2)
        floor.play_royal("t1")
        floor.spoil("t2")
        with store.reading() as reader:
            kinds = {stored.kind for stored in reader.events("meter/link")}
        assert kinds == {
            "MeterOpened", "TargetDrawn", "MeterFed", "MysteryHit", "JackpotsGiven",
            "FeedTakenBack",
        }  # fmt: skip
        assert floor.meter is not None
        assert balances(store)["meter/link/main"] == floor.meter.meters.main // 10_000
        assert balances(store)["meter/link/mystery"] == floor.meter.meters.mystery // 10_000
        assert audit(store).findings == ()

    def test_rounds_are_queried_by_table_player_and_time(self, store: Store) -> None:
        house = House(store)
        for name, kind, seats in (("t1", "california", 3), ("t2", "cardroom-25", 2)):
            house.open(name, kind)
            house.sit(name, seats)
        for name in ("t1", "t2", "t1", "t2"):
            house.play(name)
        house.bet("t1")
        house.do("t1", c.VoidRound("floor", "exposed-card"))
        with store.reading() as reader:
            rows = reader.rounds(RoundQuery())
            assert [(row.stream[6:], row.round, row.void) for row in rows] == [
                ("t1", 1, False),
                ("t2", 1, False),
                ("t1", 2, False),
                ("t2", 2, False),
                ("t1", 3, True),
            ]
            assert reader.rounds(RoundQuery("table/t1")) == rows[::2]
            assert reader.rounds(RoundQuery(since=rows[1].at, until=rows[3].at)) == rows[1:3]
            assert reader.rounds(RoundQuery(after=rows[1].cursor, most=2)) == rows[2:4]
            assert reader.rounds(RoundQuery("table/none")) == []
            assert reader.round("table/t2", 2) == rows[3]
            assert reader.round("table/t2", 3) is None
            assert reader.last_rounds("table/t1", 2) == [rows[4], rows[2]]
            assert reader.last_rounds("table/t1", 9, rows[2].at) == [rows[0]]
            assert read_table(rows[3]) == house.tables["t2"]
            indexed = list(reader.indexed_rounds("table/t2"))
            assert [row for row, _ in indexed] == rows[1::2]
            for player in indexed[0][1]:
                played = reader.rounds(RoundQuery(player=player))
                assert [row.cursor for row in played] == sorted(row.cursor for row in played)
                assert {row.stream for row in played} >= {"table/t2"}
                assert reader.rounds(RoundQuery("table/t2", player)) == rows[1::2]
                assert reader.rounds(RoundQuery("table/t2", player, after=rows[1].cursor)) == [
                    rows[3]
                ]
            assert reader.rounds(RoundQuery(player="Nobody")) == []
            (last,) = reader.events("table/t1", rows[4].version - 1, rows[4].version)
            assert last.kind == "RoundClosed"
        assert audit(store).findings == ()

    def test_secrets_are_public_when_the_round_is_closed(self, store: Store) -> None:
        floor = House(store)
        floor.open("t1")
        floor.sit("t1")
        floor.bet("t1")
        floor.deal("t1")
        with store.reading() as reader:
            (dealt,) = (stored for stored in reader.events("table/t1") if stored.secret)
            assert reader.public_until("table/t1") < dealt.version
            assert b'deck":[]' in dealt.body
        floor.finish("t1")
        with store.reading() as reader:
            assert reader.public_until("table/t1") > dealt.version
