"""Rounds are settled again by their rulebook; what the rules do not produce is found."""

from __future__ import annotations

import sqlite3

import pytest

from tests.ledger.tampering import METER, TABLE, Tampered, edit, rechain


@pytest.mark.parametrize(
    ("kind", "changes", "code"),
    [
        ("Settled", {"paid": 10_000_000}, "settle/order"),
        ("SettlementBegun", {"due": []}, "settle/cents"),
        ("BoardTurned", {"cards": ["2c", "2d", "2h"]}, "settle/cards"),
        ("DealerTurned", {"cards": ["2c", "2d"]}, "settle/dealer_cards"),
        ("Acted", {"amount": 1}, "settle/play"),
        ("BetsClosed", {"round": 7}, "settle/round"),
        ("RoundClosed", {"round": 7}, "settle/round"),
        ("TableOpened", {"minimum": 1}, "replay/opening"),
        ("PlayerSeated", {"chips": -5_000_000_000}, "chips/none"),
        ("WagersPlaced", {"player": "Nobody"}, "seat/not_seated"),
        ("MysteryWon", {"seat": 9}, ""),
        ("JackpotsClaimed", {"seats": [2]}, "settle/claims"),
        ("Reversed", {"amount": 1}, "settle/void"),
        ("Forfeited", {"amount": 1}, "settle/forfeit"),
        ("PlayerLeft", {"chips": 1}, "settle/chips"),
        ("PlayerSeated", {"seat": 0}, ""),
        ("HandRanked", {"seat": 6}, "replay/broken"),
    ],
)
def test_a_record_that_the_rules_do_not_produce(
    tampered: Tampered, kind: str, changes: dict[str, object], code: str
) -> None:
    """Even if chain and postings are adjusted, the round does not settle to other amounts."""
    versions: list[int] = []

    def tamper(db: sqlite3.Connection) -> None:
        versions.append(edit(db, kind, TABLE, **changes))
        rechain(db)

    first = tampered(tamper, heads=False).findings[0]
    if code:
        assert (first.code, first.where) == (code, f"{TABLE} event {versions[0]}")


@pytest.mark.parametrize(
    ("kind", "changes", "code"),
    [
        ("FeeTaken", {"amount": 1}, "settle/fee"),
        ("FeesDropped", {"amount": 1}, "settle/drop"),
        ("BankSettled", {"amount": 1}, "settle/bank"),
    ],
)
def test_a_bank_and_its_fee(
    tampered: Tampered, kind: str, changes: dict[str, object], code: str
) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        edit(db, kind, "table/t2", **changes)
        rechain(db, "table/t2")

    first = tampered(tamper, heads=False).findings[0]
    assert first.code == code


@pytest.mark.parametrize(
    ("kind", "changes", "code"),
    [
        ("MeterOpened", {"main": 5}, "meter/opening"),
        ("MeterFed", {"main": 5}, "meter/contribution"),
        ("MeterFed", {"seat": 6}, "meter/wager_missing"),
        ("MysteryHit", {"amount": 5}, "meter/mystery"),
        ("MysteryHit", {"seat": 6}, "meter/mystery_not_won"),
        ("JackpotsGiven", {"awards": [[1, 5, 0, True]]}, "meter/share"),
        ("JackpotsGiven", {"round": 99}, "meter/jackpots_differ"),
        ("FeedTakenBack", {"seat": 6}, "meter/not_fed"),
    ],
)
def test_a_meter_is_its_contributions_less_its_awards(
    tampered: Tampered, kind: str, changes: dict[str, object], code: str
) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        version = edit(db, kind, METER, **changes)
        rechain(db, METER)
        if "round" in changes:
            db.execute(
                "UPDATE postings SET round = 99 WHERE stream = ? AND version = ?", (METER, version)
            )

    first = tampered(tamper, heads=False).findings[0]
    assert first.code == code
