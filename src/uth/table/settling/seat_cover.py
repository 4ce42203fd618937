"""How much of each seat's wagers the bank will cover, seen before "No more bets"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.table.settling.settlement import way_round
from uth.table.wagers import WAGERS, highest_play

Spots = Mapping[int, Sequence[Mapping[str, Cents]]]
"""By seat that wagers: its own wagers first, then those of its back line."""


class SeatCover(msgspec.Struct, frozen=True):
    """How much of a seat's wagers the bank reaches, in the worst and in the best case."""

    seat: int
    staked: Cents
    worst: Cents
    best: Cents


class Use(msgspec.Struct, frozen=True):
    """How much of the bank others use before a seat: together, or as two totals (Q-1)."""

    paid: Cents = 0
    collected: Cents = 0
    together: Cents = 0

    def __add__(self, other: Use) -> Use:
        return Use(
            self.paid + other.paid,
            self.collected + other.collected,
            self.together + other.together,
        )


def seat_covers(rules: Rulebook, banker: int, bank: Cents, spots: Spots) -> tuple[SeatCover, ...]:
    """Each seat's cover, by seat.

    A placed wager of a hand that is played to the end is covered as far as it would be collected
    if it lost, or be paid even money if it won. Best case: every hand before it in the order of
    settlement ties, so that only its bonus wagers use the bank; nobody folds; the seat's own Play
    is the smallest. Worst case: every hand before it wins or loses as much as its wagers can, with
    the largest Play; every hand behind it folds, where folds are collected first; the seat's own
    Play is the largest. Hands are taken seat by seat: several seats may not all be so lucky at
    once, so the worst case is never too good.
    """
    in_turn = [seat for seat in way_round(rules, banker) if seat in spots]
    multiples = (*rules.play.preflop, *rules.play.flop, *rules.play.river)
    covers, most, least = [], Use(), Use()
    at_fold = {seat: _sum(_at_fold(rules, wagers) for wagers in spots[seat]) for seat in in_turn}
    for at, seat in enumerate(in_turn):
        folds = _sum(at_fold[after] for after in in_turn[at + 1 :])
        own = spots[seat][0]
        largest, smallest = highest_play(rules, own["ante"]), min(multiples) * own["ante"]
        worst = [_covered(rules, own, largest, left) for left in _left(rules, bank, most + folds)]
        best = [_covered(rules, own, smallest, left) for left in _left(rules, bank, least)]
        covers.append(SeatCover(seat, sum(own.values()), min(worst), max(best)))
        if at < len(in_turn) - 1:
            most += _sum(_most(rules, wagers) for wagers in spots[seat])
            least += _sum(_least(rules, wagers) for wagers in spots[seat])
    return tuple(sorted(covers, key=lambda cover: cover.seat))


def _sum(uses: Iterable[Use]) -> Use:
    return sum(uses, Use())


def _left(rules: Rulebook, bank: Cents, used: Use) -> tuple[Cents, Cents]:
    """What is left to pay, and to collect."""
    apart = rules.bank.coverage == "gross"
    paid, collected = (used.paid, used.collected) if apart else (used.together, used.together)
    return max(bank - paid, 0), max(bank - collected, 0)


def _covered(rules: Rulebook, wagers: Mapping[str, Cents], play: Cents, left: Cents) -> Cents:
    """How much of the placed wagers is reached, in the order of settlement, with the own Play."""
    covered, stakes = 0, {**wagers, "play": play}
    for name in rules.settlement.order:
        if name in stakes:
            reached = min(stakes[name], left)
            left -= reached
            covered += reached if name in wagers else 0
    return covered


def _at_fold(rules: Rulebook, wagers: Mapping[str, Cents]) -> Use:
    """The most that a fold behind the seat uses before it (CA-6.14)."""
    if rules.settlement.folds != "at-fold":
        return Use()
    lost = sum(stake for name, stake in wagers.items() if WAGERS[name].known_at_fold(rules))
    return Use(collected=lost, together=lost)


def _most(rules: Rulebook, wagers: Mapping[str, Cents]) -> Use:
    """The most that a hand before the seat uses: each wager pays its best odds, or loses."""
    total, stakes = Use(), {**wagers, "play": highest_play(rules, wagers["ante"])}
    for name, stake in stakes.items():
        pays = max(odds.pay(stake)[0] for odds in WAGERS[name].all_odds(rules))
        total += Use(pays, stake, max(pays, stake))
    return total


def _least(rules: Rulebook, wagers: Mapping[str, Cents]) -> Use:
    """The least that a hand before the seat uses: it ties, and only its bonus wagers are decided.

    As two totals it may leave either whole.
    """
    together = 0
    for name, stake in wagers.items():
        if not WAGERS[name].base:
            pays = min(odds.pay(stake)[0] for odds in WAGERS[name].all_odds(rules))
            together += min(pays, stake)
    return Use(together=together)
