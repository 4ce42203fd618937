"""The figures in our data against those of the documents, typed out a second time."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.oracle.printed import (
    BAD_BEAT,
    BLIND,
    ENVY,
    PROGRESSIVE_PRIZES,
    PROGRESSIVE_SHARES,
    SCHEDULES,
    TRIPS,
)
from tests.oracle.verdicts import pairs_odds
from uth.core.cards import DECK
from uth.core.hands import Category
from uth.rulebook import store
from uth.rulebook.model import PayTables, Rulebook
from uth.rulebook.settings import with_settings
from uth.table.collection import banker_fee


def with_tables(house: str, paytable: str, bad_beat: str = "1", pairs: str = "1") -> PayTables:
    tables = {"paytable": paytable, "bad_beat": bad_beat, "ultimate_pairs": pairs}
    return with_settings(house, {"tables": tables}).pays


def fractions(table: object) -> dict[str, Fraction]:
    assert isinstance(table, dict)
    return {printed(category): odds.fraction for category, odds in table.items()}


def printed(category: Category) -> str:
    """As the documents write it: `four of a kind`."""
    return category.name.lower().replace("_", " ")


@pytest.mark.clause("CA-8")
@pytest.mark.clause("LW-11")
@pytest.mark.parametrize("house", ["california", "light-and-wonder"])
@pytest.mark.parametrize("name", TRIPS)
def test_ca_8_lw_11_the_four_tables_as_printed(house: str, name: str) -> None:
    pays = with_tables(house, name)
    assert fractions(pays.by_category("trips")) == TRIPS[name]
    assert fractions(pays.by_category("blind")) == BLIND


@pytest.mark.clause("CA-10.1")
@pytest.mark.parametrize("name", BAD_BEAT)
def test_ca_10_1_both_bad_beat_tables_as_printed(name: str) -> None:
    pays = with_tables("california", "UTH-01", name)
    assert fractions(pays.by_category("bad_beat")) == BAD_BEAT[name]


@pytest.mark.clause("CB-3")
def test_cb_3_uth_04_and_bad_beat_2() -> None:
    pays = store.load_house("california-bad-beat").pays
    assert fractions(pays.by_category("trips")) == TRIPS["UTH-04"]
    assert fractions(pays.by_category("bad_beat")) == BAD_BEAT["2"]


@pytest.mark.clause("PA-5")
@pytest.mark.clause("PA-8")
def test_pa_5_pa_8_uth_04_and_bad_beat_1() -> None:
    pays = store.load_house("hollywood-pa").pays
    assert fractions(pays.by_category("trips")) == TRIPS["UTH-04"]
    assert fractions(pays.by_category("bad_beat")) == BAD_BEAT["1"]


@pytest.mark.clause("PA-6")
@pytest.mark.clause("LW-10")
@pytest.mark.parametrize("table", ["1", "2"])
def test_pa_6_lw_10_ultimate_pairs_on_every_holding(table: str) -> None:
    pays = with_tables("light-and-wonder", "UTH-01", "1", table)
    assert ("ultimate_pairs" in pays.assumed) is (table == "2")
    for at, one in enumerate(DECK):
        for two in DECK[:at]:
            left = [card for card in DECK if card not in (one, two)]
            aces = [card for card in left if card.rank == 14]
            for dealer in (tuple(aces[:2]), tuple(left[:2])):
                for cards in ((one, two), (two, one)):
                    lines = (
                        row for row in pays.by_holding("ultimate_pairs") if row.fits(cards, dealer)
                    )
                    pays_here = next((row.pays.fraction for row in lines), 0)
                    hole, dealer_hole = (tuple(map(str, held)) for held in (cards, dealer))
                    assert pays_here == pairs_odds(table, hole, dealer_hole), (cards, dealer)


@pytest.mark.clause("CB-4")
@pytest.mark.parametrize("number", SCHEDULES)
def test_cb_4_the_24_schedules_as_printed(number: int) -> None:
    collection = with_settings(
        "california-bad-beat", {"collection": {"schedule": number}}
    ).collection
    bands = [(band.start, band.fee) for band in collection.action or ()]
    assert bands == list(SCHEDULES[number])
    for start, fee in SCHEDULES[number]:
        assert banker_fee(collection, [start]) == fee


@pytest.mark.clause("CB-4")
def test_cb_4_schedules_17_and_18_are_alike_and_3_has_four_bands() -> None:
    schedules = store.data("schedules.toml")
    assert sorted(map(int, schedules)) == list(range(1, 25))
    assert schedules["17"]["bands"] == schedules["18"]["bands"]
    assert len(schedules["3"]["bands"]) == 4


@pytest.mark.clause("PA-9")
@pytest.mark.clause("PA-10")
def test_pa_9_pa_10_the_progressive_as_printed() -> None:
    progressive = store.load_house("hollywood-pa").progressive
    prizes = {printed(category): share for category, share in progressive.prizes.items()}
    fixed = {hand: share.fixed for hand, share in prizes.items() if share.fixed}
    shares = {hand: share.basis_points for hand, share in prizes.items() if share.basis_points}
    assert fixed == PROGRESSIVE_PRIZES
    assert shares == {hand: share * 10_000 for hand, share in PROGRESSIVE_SHARES.items()}
    assert {printed(category): prize for category, prize in progressive.envy.items()} == ENVY


@pytest.mark.clause("Q-8")
def test_q_8_the_progressives_assumed_figures() -> None:
    progressive = store.load_house("hollywood-pa").progressive
    assert (progressive.wager, progressive.seed) == (5_00, 10_000_00)
    assert (progressive.main_share, progressive.mystery_share) == (2_000, 200)
    assert progressive.mystery_restart == 250_00
    assert progressive.mystery_between == (250_00, 1_000_00)


@pytest.mark.clause("Q-16")
@pytest.mark.parametrize(
    ("house", "low", "high", "bonus"),
    [
        ("california", 5, 500, None),
        ("california-bad-beat", 5, 500, None),
        ("cardroom-25", 3, 25, 1),
        ("hollywood-pa", 15, 1000, 1),
        ("light-and-wonder", 5, 300, 1),
    ],
)
def test_q_16_limits(house: str, low: int, high: int, bonus: int | None) -> None:
    limits = store.load_house(house).limits
    assert (limits.minimum, limits.maximum) == (low * 100, high * 100)
    assert limits.bonus_minimum == (None if bonus is None else bonus * 100)
    assert limits.chip == 100


def _facts(rules: Rulebook) -> tuple[object, ...]:
    return (
        rules.bank.kind,
        rules.dealing.procedure,
        rules.settlement.direction,
        rules.settlement.antes_first,
        rules.offers("bad_beat"),
        rules.offers("ultimate_pairs"),
        rules.progressive.offered,
        rules.wagers.back_line,
        rules.tables.chosen("paytable"),
    )


@pytest.mark.parametrize(
    ("house", "facts"),
    [
        (
            "california",
            ("player-dealer", "shuffler", "from-banker", False, True, False, False, True, "UTH-01"),
        ),
        (
            "california-bad-beat",
            (
                "player-dealer",
                "shuffler",
                "from-banker",
                False,
                True,
                False,
                False,
                False,
                "UTH-04",
            ),
        ),
        (
            "cardroom-25",
            (
                "house",
                "community-first",
                "right-to-left",
                True,
                False,
                False,
                False,
                False,
                "UTH-01",
            ),
        ),
        (
            "hollywood-pa",
            ("house", "community-first", "right-to-left", True, True, True, True, False, "UTH-04"),
        ),
        (
            "light-and-wonder",
            ("house", "community-first", "right-to-left", True, True, True, False, False, "UTH-01"),
        ),
    ],
)
def test_what_each_house_decides(house: str, facts: tuple[object, ...]) -> None:
    assert _facts(store.load_house(house)) == facts


def test_what_else_is_printed() -> None:
    cardroom, hollywood = store.load_house("cardroom-25"), store.load_house("hollywood-pa")
    california, strict = store.load_house("california"), store.load_house("california-bad-beat")
    assert cardroom.choices("limits.minimum") == (3_00, 5_00)
    assert cardroom.payouts.approval_above == 300_00
    assert cardroom.limits.grandfathering
    assert hollywood.payouts.maximum == 50_000_00
    assert hollywood.payouts.maximum_on == ("ante", "play", "blind", "ultimate_pairs")
    assert hollywood.conduct.leaving_forfeits
    assert california.bank.coverage == strict.bank.coverage == "action"
    assert california.bank.consecutive_rounds == 2
    assert california.layout.inscription == "Player-Dealer Only Plays With a Pair or Higher"
    assert california.collection.action is None
    assert strict.status("limits.minimum").bounds == (1_00, 1_000_00)
    assert strict.status("limits.maximum").bounds == (100_00, 10_000_00)
