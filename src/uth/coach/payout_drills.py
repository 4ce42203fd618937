"""Drills for dealers: a finished hand, and how the house settles it."""

from __future__ import annotations

from random import Random

import msgspec

from uth.core.cards import DECK, Card
from uth.core.money import Cents
from uth.reports.par.antes import usual_ante
from uth.rulebook.model import Rulebook
from uth.table.settling.settlement import DealtSpot, Settlement, settle
from uth.table.wagers import bonus_wagers

CANDIDATES = 5
"""How many hands are dealt for one: that which is hardest to settle."""
SEAT, BANKER = 4, 1


class PayoutStep(msgspec.Struct, frozen=True):
    """One wager of a finished hand, and what the dealer of the house does with it."""

    wager: str
    stake: Cents
    outcome: str
    """`win`, `lose` or `push`."""
    paid: Cents
    """What is paid on top of the stake."""
    clauses: tuple[str, ...]


class PayoutDrill(msgspec.Struct, frozen=True):
    """A finished hand, and how the house settles it, wager by wager in its order."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    cards: tuple[Card, ...]
    multiple: int
    """The Play bet as a multiple of the Ante."""
    qualifies: bool
    """Whether the dealer's hand does."""
    result: str
    """The hand against the dealer's: `win`, `lose` or `tie`."""
    steps: tuple[PayoutStep, ...]
    """Every wager, in the order of the house."""


def payout_drill(rules: Rulebook, seed: int) -> PayoutDrill:
    """A hand that is worth settling: the hardest of a few that were dealt."""
    random = Random(seed)
    drills = [_payout(rules, random) for _ in range(CANDIDATES)]
    return max(drills, key=_difficulty)


def _payout(rules: Rulebook, random: Random) -> PayoutDrill:
    cards = tuple(random.sample(DECK, 9))
    ante = usual_ante(rules) if random.random() < 0.5 else rules.limits.minimum
    multiple = random.choice((*rules.play.preflop, *rules.play.flop, *rules.play.river))
    bonuses = [wager for wager in bonus_wagers(rules) if not wager.linked]
    low = rules.limits.bonus_minimum or rules.limits.minimum
    wagers = {"ante": ante, "blind": ante, **{bonus.name: low for bonus in bonuses}}
    spot = DealtSpot(seat=SEAT, cards=cards[:2], multiple=multiple, wagers=wagers)
    banker = BANKER if rules.player_dealer else None
    return _drill(spot, settle(rules, cards[4:], cards[2:4], [spot], banker), cards)


def _drill(spot: DealtSpot, settled: Settlement, cards: tuple[Card, ...]) -> PayoutDrill:
    return PayoutDrill(
        board=cards[4:],
        dealer=cards[2:4],
        cards=spot.cards,
        multiple=spot.multiple,
        qualifies=settled.deal.qualifies,
        result=settled.hands[SEAT].result,
        steps=tuple(
            PayoutStep(row.wager, row.stake, row.outcome, row.paid, row.clauses)
            for row in settled.rows
        ),
    )


def _difficulty(drill: PayoutDrill) -> int:
    """What has several odds, a dealer without a pair or a tie is harder than one to one."""
    odd = sum(step.paid not in (0, step.stake) for step in drill.steps)
    return 3 * odd + 2 * (not drill.qualifies) + 2 * (drill.result == "tie")
