"""The simulator's kernels against the real table, on the same decks, wager by wager."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.simulation.settled_rounds import all_wagers, table_nets
from uth.core.cards import DECK
from uth.exact.arrays import Array
from uth.exact.kernels.simulation.settling import five_strength
from uth.exact.kernels.strength import strength_tables
from uth.exact.simulation.batches import deal_batch, settle_cards
from uth.exact.simulation.meters import MeterRun, SimulatedMeters
from uth.exact.simulation.table_setup import SimulatedTable
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import changed, with_settings
from uth.rulebook.store import HOUSES, load_house

NIGHTLY = 20_000


def house_with_settings(name: str, draw: Random) -> Rulebook:
    """A house as it is, or with a reading or with caps that bind often."""
    house = load_house(name)
    if draw.random() < 0.4:
        return house
    if house.player_dealer:
        return changed(house, {"bank": {"coverage": draw.choice(("action", "gross"))}})
    dollars = house.limits.minimum // 100
    own = {"id": "own", "name": "Our own", "document": "Ours"}
    caps = {"maximum": str(dollars * draw.choice((3, 6, 12))), "aggregate": {"blind": str(dollars)}}
    return with_settings(name, {**own, "payouts": caps})


def some_cards(draw: Random, many: int, seats: int) -> Array:
    """Rounds of a whole deck, or of a short one: high cards, or middle ranks of two suits.

    Caps, aggregates and Envy need several good hands in a round, which a whole deck seldom has.
    """
    short = draw.choice(((), range(28, 52), [card for card in range(4, 48) if card & 3 < 2]))
    if not short:
        return deal_batch(draw.getrandbits(60), 0, many, seats)
    return np.array([draw.sample(short, 7 + 2 * seats) for _ in range(many)], np.uint8)


def check_rounds(name: str, rounds: int) -> set[str]:
    """Settle random rounds by both; returns what has happened in them."""
    draw, seen, done = Random(name), set[str](), 0
    while done < rounds:
        house = house_with_settings(name, draw)
        wagers = all_wagers(house, house.limits.minimum, draw)
        seats = draw.randint(1, 5 if house.player_dealer else 6)
        bank = None
        if house.player_dealer and draw.random() < 0.8:
            bank = draw.randint(1, 30) * house.limits.minimum
        table = SimulatedTable(house, wagers, seats, bank)
        many = min(40, rounds - done)
        cards = some_cards(draw, many, seats)
        play = house.play
        offered = [0, 0, *play.preflop, *play.flop, *play.river]
        multiples = np.array(
            [[draw.choice(offered) for _ in range(seats)] for _ in range(many)], np.int8
        )
        batch = settle_cards(table, cards, multiples)
        meter = 50_000_00
        progressive = table.names.index("progressive") if table.progressive else 0
        for row in range(many):
            nets = table_nets(table, cards[row], multiples[row], meter)
            own = batch.nets[row].copy()
            for at, seat, strength in batch.hits.tolist():
                if at == row:
                    own[seat, progressive] = nets[seat, progressive]
                    seen.add(f"hit {strength >> 20}")
            assert own.tolist() == nets.tolist(), (house, wagers, seats, bank, cards[row], row)
            assert batch.bank[row, 0] == -nets[:, : len(table.covered)].sum()
            if batch.bank[row, 1]:
                seen.add("short")
            if not multiples[row].all():
                seen.add("fold")
        done += many
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSES)
def test_the_kernels_settle_as_the_table_does(name: str) -> None:
    seen = check_rounds(name, 400)
    assert "fold" in seen
    assert ("short" in seen) == load_house(name).player_dealer


@pytest.mark.nightly
@pytest.mark.parametrize("name", HOUSES)
def test_the_kernels_settle_twenty_thousand_rounds_as_the_table_does(name: str) -> None:
    check_rounds(name, NIGHTLY // len(HOUSES))


def test_five_cards_rank_as_at_the_table() -> None:
    from uth.core.hands import rank_hand

    draw = Random(5)
    top, straight, _ = strength_tables()
    suited = [DECK[at] for at in range(0, 52, 4)]
    for number in range(400):
        five = draw.sample(suited if number % 2 else DECK, 5)
        row = np.array([[card.index for card in five[:3]] + [0] * 4
                        + [card.index for card in five[3:]]], np.uint8)  # fmt: skip
        assert five_strength(row, 0, 7, top, straight) == rank_hand(five).strength


def test_every_card_is_dealt_equally_often_in_every_column() -> None:
    cards = deal_batch(7, 3, 52 * 2000, 1)
    assert (np.sort(cards, axis=1)[:, 1:] != np.sort(cards, axis=1)[:, :-1]).all()
    for column in cards.T:
        counts = np.bincount(column, minlength=52)
        chi = ((counts - 2000) ** 2 / 2000).sum()
        assert chi < 51 + 6 * (2 * 51) ** 0.5


def test_the_meters_are_fed_and_paid_as_the_tables_own() -> None:
    """Round by round with `link.feed` and `link.claim`, and at once with `MeterRun`."""
    from uth.core.hands import rank_hand
    from uth.exact.simulation.batches import random_words
    from uth.exact.simulation.meters import MYSTERY_STREAM, first_meters
    from uth.table.meters import Hit, link

    rules = load_house("hollywood-pa").progressive
    run = MeterRun(rules, (2, 1, 0), seed=9)
    royal, lower = rank_hand(DECK[-20::4]), rank_hand([DECK[at] for at in (0, 4, 8, 12, 16)])
    hits = [(3, 0, lower.strength), (40_000, 1, lower.strength), (40_000, 2, royal.strength)]
    meters, drawn, mysteries, awards = link.start(rules), 0, [], []
    low, high = link.target_range(rules)
    for number in range(60_000):
        for seat in range(3):
            if meters.target is None:
                target = random_words(9, MYSTERY_STREAM, drawn).integers(low, high, endpoint=True)
                meters, drawn = link.draw(rules, meters, int(target)), drawn + 1
            meters, _, won = link.feed(rules, meters)
            if won:
                mysteries.append((number, seat, won))
        here = [hit for hit in hits if hit[0] == number]
        if here:
            by_turn = sorted(here, key=lambda hit: (2, 1, 0).index(hit[1]))
            claims = tuple(Hit(seat, type(royal)(strength)) for _, seat, strength in by_turn)
            meters, given = link.claim(rules, meters, claims)
            awards += [(number, one.seat, one.amount) for one in given.given]
    state: SimulatedMeters = first_meters(rules)
    fast = []
    for part in (25_000, 35_000):
        state, won_here = run.mysteries(state, part)
        fast += [(one.round, one.seat, one.amount) for one in won_here]
    assert fast == mysteries
    assert mysteries
    assert state.mystery == meters.mystery
    paid = list(run.jackpots(rules.seed * 10_000, 0, hits))
    assert [one[:3] for one in paid] == awards
    assert run.feed_main(paid[-1][3], 60_000 - 40_001) == meters.main
