"""Whole evenings in every house: the money adds up, and everything happens once."""

from __future__ import annotations

import pytest

from tests.floor import driver
from tests.floor.evening import HOUSES, Crash, Evening, check_clean, check_money, seat_bots
from tests.table.driver import rules_of
from uth.floor.fairness.receipts import check_receipt
from uth.floor.tables.progress import recover
from uth.floor.tables.recovery import recover_progress


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seed", range(3))
def test_an_evening_adds_up(house: str, seed: int) -> None:
    evening = Evening(seed, house)
    evening.go(rounds=12)
    check_clean(evening.store)
    assert evening.answers, "people did something"
    receipts = [news.receipt for news in evening.heard if news.receipt]
    assert len(receipts) >= 12
    for receipt in receipts:
        check_receipt(receipt)


@pytest.mark.parametrize("house", HOUSES)
def test_a_restart_at_any_moment_finds_everything_as_it_was(house: str) -> None:
    evening = Evening(11, house)
    for _ in range(400):
        evening.turn()
        if evening.rng.random() < 0.2:
            live = evening.floor.tables.writer("t1")
            evening.restart()
            again = evening.floor.tables.writer("t1")
            assert again.progress == live.progress
            assert again.head == live.head
            assert again.secrets.fed == live.secrets.fed
            assert again.secrets.fair_version == live.secrets.fair_version
            assert again.secrets.shuffle.commitment == live.secrets.shuffle.commitment
            assert again.secrets.shuffle.mixed == live.secrets.shuffle.mixed
    check_clean(evening.store)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_a_process_killed_at_any_commit_loses_and_repeats_nothing(house: str) -> None:
    """Killed before or after every commit of some rounds: the same balances at the end."""
    whole = _bots_only(house)
    want = _play(whole)
    for commit in range(1, whole.store.commits + 1, 1 if house == "hollywood-pa" else 5):
        for moment in ("before", "after"):
            evening = _bots_only(house)
            setattr(evening.store, moment, commit)
            assert _play(evening) == want, f"killed {moment} commit {commit}"


def _bots_only(house: str) -> Evening:
    evening = Evening(5, house, people=0, bots=0)
    seat_bots(evening.floor, "t1", 3)
    evening.store.commits = 0
    return evening


def _play(evening: Evening) -> dict[str, int]:
    """Play three rounds; after a crash a new process continues."""
    while evening.table.round <= 3:
        evening.luck.drawn = 0
        try:
            if evening.table.approval_pending:
                evening.send(evening.supervise())
            elif not driver.step(evening.floor, "t1"):
                evening.clock.now = max(evening.clock.now, driver.wake(evening.floor, "t1") or 0)
        except Crash:
            evening.restart()
    check_money(evening.store)
    with evening.store.reading() as reader:
        return reader.balances()


@pytest.mark.parametrize("house", ["california", "cardroom-25"])
def test_the_state_is_the_fold_of_its_journal(house: str) -> None:
    """Folded from the beginning, or from the index of rounds."""
    evening = Evening(3, house)
    for rounds in range(1, 7):
        evening.go(rounds=rounds)
        table_writer = evening.floor.tables.writer("t1")
        banked = table_writer.rules.player_dealer
        with evening.store.reading() as reader:
            assert recover(reader.events("table/t1")) == table_writer.progress
            assert recover_progress(reader, "table/t1", banked=banked) == table_writer.progress


def test_a_house_of_ones_own() -> None:
    rules = rules_of("cardroom-25", {"payouts": {"approval_above": "5.00"}})
    evening = Evening(1, rules)
    evening.go(rounds=10)
    check_clean(evening.store)
