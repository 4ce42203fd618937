"""A player's own limits: they tighten at once and loosen after a day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.floor.sources import Clock
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.clock import DAY, HOUR, MINUTE, Millis
from uth.floor.people.limit_tracking import StoredLimits
from uth.floor.people.player_limits import Limit, LimitGuard, PlayerLimits, Sitting, looser


class LimitsInMemory(StoredLimits):
    """Limits that are told what happened."""

    def __init__(self) -> None:
        self._limits: dict[str, PlayerLimits] = {}
        self._ended: dict[str, list[tuple[Millis, Cents]]] = {}
        self._sat: dict[str, list[Sitting]] = {}

    def put(self, player: str, limits: PlayerLimits) -> None:
        self._limits[player] = limits

    def get(self, player: str) -> PlayerLimits | None:
        return self._limits.get(player)

    def ended(self, player: str, at: Millis, result: Cents) -> None:
        """A round ended for a player."""
        self._ended.setdefault(player, []).append((at, result))

    def sat(self, player: str, sitting: Sitting) -> None:
        """A sitting; one that begins at the same time replaces it."""
        before = self._sat.get(player, [])
        others = [other for other in before if other.begin != sitting.begin]
        self._sat[player] = [*others, sitting]

    def results(self, player: str, after: Millis) -> list[Cents]:
        return [result for at, result in self._ended.get(player, ()) if at > after]

    def sittings(self, player: str, after: Millis) -> list[Sitting]:
        sittings = self._sat.get(player, ())
        return [sitting for sitting in sittings if sitting.end is None or sitting.end > after]


class Player:
    """A player with limits, results and sittings."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.store = LimitsInMemory()
        self.guard = LimitGuard(self.store, self.clock)

    def may(self, at_risk: int) -> bool:
        return self.why_not(at_risk) == ""

    def why_not(self, at_risk: int) -> str:
        try:
            self.guard.require("anna", at_risk)
        except Refusal as error:
            return str(error)
        return ""

    def result(self, amount: int) -> None:
        self.store.ended("anna", self.clock.now, amount)


def test_without_a_limit_everything_goes() -> None:
    player = Player()
    player.result(-(10**12))
    assert player.may(10**12)
    assert player.guard.limits("anna") == PlayerLimits()


def test_a_loss_limit_binds_at_once_and_to_the_cent() -> None:
    player = Player()
    player.guard.request("anna", loss=10_000)
    assert player.may(10_000)
    assert not player.may(10_001)
    player.result(-2_500)
    assert player.guard.lost("anna") == 2_500
    assert player.may(7_500)
    assert player.why_not(7_501) == (
        "limit/loss: your loss limit leaves $75; you could lose $75.01 (player)"
    )
    player.result(-20_000)
    assert player.why_not(1).startswith("limit/loss: your loss limit leaves $0; ")


def test_wins_are_set_against_losses_but_not_saved_up() -> None:
    player = Player()
    player.guard.request("anna", loss=1_000)
    player.result(5_000)
    assert player.guard.lost("anna") == 0
    assert not player.may(1_001)
    player.result(-5_500)
    assert player.guard.lost("anna") == 500
    assert player.may(500)
    assert not player.may(501)


def test_a_day_is_any_24_hours() -> None:
    player = Player()
    player.guard.request("anna", loss=1_000)
    player.result(-1_000)
    player.clock.pass_ms(DAY - 1)
    assert not player.may(1)
    player.clock.pass_ms(1)
    assert player.may(1_000)


def test_a_limit_of_nothing_is_a_limit() -> None:
    player = Player()
    player.guard.request("anna", loss=0)
    assert not player.may(1)
    player.guard.request("bert", minutes=0)
    with pytest.raises(Refusal, match=r"^limit/time: your limit of 0 minutes a day is used up"):
        player.guard.require("bert", 0)


def test_tightening_is_at_once_and_loosening_takes_a_day() -> None:
    player = Player()
    player.guard.request("anna", loss=5_000)
    player.guard.request("anna", loss=3_000)
    assert not player.may(3_001)
    player.guard.request("anna", loss=9_000)
    player.clock.pass_ms(DAY - 1)
    assert not player.may(3_001)
    player.clock.pass_ms(1)
    assert player.may(9_000)
    assert not player.may(9_001)


def test_a_limit_goes_away_after_a_day_too() -> None:
    player = Player()
    player.guard.request("anna", minutes=30)
    limits = player.guard.request("anna", minutes=None)
    assert limits.minutes.at(player.clock.now + DAY - 1) == 30
    assert limits.minutes.at(player.clock.now + DAY) is None


def test_tightening_ends_a_wish_for_more() -> None:
    limit = Limit().request(5_000, 0).request(9_000, 10).request(4_000, 20)
    assert limit == Limit(4_000)
    assert limit.at(10 * DAY) == 4_000
    assert Limit().request(5_000, 0).request(9_000, 10).request(5_000, 20).at(10 * DAY) == 5_000


def test_requesting_again_does_not_restart_the_day_unless_for_more() -> None:
    wish = Limit().request(5_000, 0).request(9_000, 0)
    assert wish.request(9_000, HOUR).wish_from == DAY
    assert wish.request(7_000, HOUR) == Limit(5_000, 7_000, DAY)
    assert wish.request(9_500, HOUR) == Limit(5_000, 9_500, HOUR + DAY)
    assert wish.request(None, HOUR) == Limit(5_000, None, HOUR + DAY)
    assert wish.request(9_500, DAY) == Limit(9_000, 9_500, 2 * DAY)


def test_time_at_the_table() -> None:
    player = Player()
    player.guard.request("anna", minutes=60)
    begin = player.clock.now
    player.store.sat("anna", Sitting(begin))
    player.clock.pass_ms(60 * MINUTE - 1)
    assert player.may(1)
    player.clock.pass_ms(1)
    assert player.why_not(1) == ("limit/time: your limit of 60 minutes a day is used up (player)")
    player.store.sat("anna", Sitting(begin, player.clock.now))
    player.clock.pass_ms(23 * HOUR)
    assert not player.may(1)
    player.clock.pass_ms(1)
    assert player.may(1)
    player.clock.pass_ms(HOUR)
    assert player.guard.played("anna") == 0


def test_two_tables_at_once_count_once() -> None:
    player = Player()
    now = player.clock.now
    player.store.sat("anna", Sitting(now - 50 * MINUTE, now - 10 * MINUTE))
    player.store.sat("anna", Sitting(now - 40 * MINUTE, now - 20 * MINUTE))
    player.store.sat("anna", Sitting(now - 15 * MINUTE))
    assert player.guard.played("anna") == 50 * MINUTE


@pytest.mark.parametrize("bound", [-1, 10**15 + 1])
def test_a_limit_is_an_amount(bound: int) -> None:
    player = Player()
    for bounds in ({"loss": bound}, {"minutes": bound}):
        with pytest.raises(Refusal, match=r"^limit/amount: "):
            player.guard.request("anna", **bounds)
    assert player.guard.limits("anna") == PlayerLimits()


BOUNDS = st.one_of(st.none(), st.integers(0, 10))


@given(st.lists(st.tuples(BOUNDS, st.integers(0, DAY)), max_size=12), st.integers(0, 2 * DAY))
def test_whatever_is_requested_nothing_loosens_within_a_day(
    requests: list[tuple[int | None, int]], later: int
) -> None:
    """A bound in force was in force, or requested, a whole day before."""
    limit, now = Limit(), 0
    history: list[tuple[int, int | None]] = []
    for bound, wait in requests:
        now += wait
        before = limit.at(now)
        limit = limit.request(bound, now)
        history.append((now, bound))
        assert not looser(limit.at(now), before)
        if not looser(bound, before):
            assert limit.at(now + later) == bound
        elif later < DAY and looser(limit.at(now + later), before):
            assert any(at <= now + later - DAY for at, wish in history if looser(wish, before))
