"""A table on which a program plays whole rounds, by the engine that serves people."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence

from uth.core.cards import DECK, Card
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.library.hands import Cards, cards
from uth.library.houses import House, load_house
from uth.library.round_result import RoundResult
from uth.library.stakes import stakes_of
from uth.library.strategies import PendingDecision, Strategy, rules_of_thumb
from uth.library.whole_numbers import whole
from uth.rulebook.approval.table_guard import check_unchanged, copied
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.dealing import deal
from uth.table.decide import open_table, refusal
from uth.table.handlers.playing import decisions
from uth.table.meters import link
from uth.table.meters.linked_table import OwnMeters, linked_transitions
from uth.table.settling.settlement import SEATS
from uth.table.state import Table
from uth.table.view import view

RESERVE = 10_000
"""Chips of every seat and of the bank, as a multiple of the house's maximum."""
BANKERS = ("first banker", "second banker")
"""They take turns, because nobody may bank for long."""
FLOOR = "floor"


class GameTable:
    """A table of a house; where a player-dealer banks, two others take turns, with a full bank.

    `seats` are the numbers of those who play, and each has all the chips that it needs. A seed, a
    number or a text, repeats the shuffles: houses that deal alike then deal the same cards.

    >>> import uth
    >>> table = uth.Table("light-and-wonder", seed=1)
    >>> table
    Table('light-and-wonder', rounds=0)
    >>> total = sum(table.play_round().net for _ in range(20))
    >>> table.play_round(lambda decision: "fold" if "fold" in decision.actions else "check").net
    -1000
    """

    def __init__(
        self,
        house: House = "light-and-wonder",
        *,
        seats: Sequence[int] = (1,),
        seed: int | str | None = None,
    ) -> None:
        rules = load_house(house)
        self.rules: Rulebook = rules
        self.seats: tuple[int, ...] = _seat_numbers(seats)
        self.rounds: int = 0
        self._random = secrets.SystemRandom() if seed is None else random.Random(_seed(seed))
        self._meters = OwnMeters(rules, link.start(rules.progressive), self._random.randint)
        self._events: list[e.Event] = []
        self.state: Table = open_table(rules, practice=True)[1]
        self._opened_with = copied(rules)
        self._before = self.state
        self._saved = self.state, self._meters.meters
        self._chips: dict[int, Cents] = {}
        self._result: RoundResult | None = None
        for seat in self.seats:
            self._send(c.Sit(_player(seat), seat, self._reserve))
        if rules.player_dealer:
            free = [seat for seat in SEATS if seat not in self.seats]
            if len(free) < len(BANKERS):
                raise Refusal("bank/no_seat", where="seats", clause="CA-5.1")
            for banker, seat in zip(BANKERS, reversed(free), strict=False):
                self._send(c.Sit(banker, seat, 10 * self._reserve))

    def __repr__(self) -> str:
        return f"Table({self.rules.id!r}, rounds={self.rounds})"

    @property
    def _reserve(self) -> Cents:
        return RESERVE * self.rules.limits.maximum

    def play_round(
        self,
        decide: Strategy = rules_of_thumb,
        *,
        wagers: Mapping[str, Cents] | None = None,
        deck: Cards | None = None,
    ) -> RoundResult:
        """Play one round at every seat; what is refused leaves the table as it was.

        Every seat makes the same `wagers`, in cents, by default an Ante and a Blind of the minimum,
        and decides by `decide`, by default `uth.rules_of_thumb`. `deck` has all 52 cards, the top
        card first; without it, they are shuffled.

        >>> import uth
        >>> table = uth.Table("cardroom-25", seats=(1, 4), seed="monday")
        >>> table.play_round(wagers={"ante": 500, "blind": 500, "trips": 100})
        RoundResult(1, nets={1: ..., 4: ...})
        """
        try:
            self.start_round(wagers, deck)
            while (decision := self.decision) is not None:
                self.act(decide(decision))
        except BaseException:
            self.cancel_round()
            raise
        return self.result

    def start_round(
        self, wagers: Mapping[str, Cents] | None = None, deck: Cards | None = None
    ) -> None:
        """Place the wagers and deal; then `decision` has the first decision."""
        check_unchanged(self.rules, self._opened_with)
        if self.decision is not None:
            raise Refusal("round/not_over")
        self._saved = self.state, self._meters.meters
        try:
            self._deal(wagers, deck)
        except BaseException:
            self.cancel_round()
            raise

    def _deal(self, wagers: Mapping[str, Cents] | None, deck: Cards | None) -> None:
        stakes = stakes_of(self.rules, wagers)
        self._fill_bank()
        self._chips = {}
        for seat in self.seats:
            self._refill(_player(seat), self._reserve)
            self._chips[seat] = self.state.chips(_player(seat))
            self._send(c.Wager(_player(seat), stakes))
        self._events.clear()
        self._before = self.state
        self._send(c.CloseBets())
        self._send(c.Deal(self._shuffled() if deck is None else cards(deck)))
        self._proceed()

    def cancel_round(self) -> None:
        """Take back the round in progress, as if it had not begun; its shuffle is used up."""
        self.state, self._meters.meters = self._saved

    @property
    def decision(self) -> PendingDecision | None:
        """The decision that the round waits for; None when it is over.

        >>> import uth
        >>> table = uth.Table(seed=1)
        >>> table.start_round()
        >>> table.decision.actions
        ('4x', '3x', 'check')
        """
        table = self.state
        for number, seat in table.taken():
            if seat.to_act and number in self.seats:
                own, board = self.seen(number)
                return PendingDecision(
                    seat=number,
                    street=table.phase,
                    cards=own,
                    board=board,
                    actions=decisions(table, seat.player, self.rules),
                    wagers=seat.wagers,
                )
        return None

    def seen(self, seat: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The own cards of a seat and the board, as far as they are turned for it."""
        _seat_numbers((seat,))
        shown = view(self.state, _player(seat))
        own = shown.seats[seat - 1]
        return (own.cards or () if own else ()), shown.board

    def legal(self) -> tuple[str, ...]:
        """The actions of the decision that the round waits for; none when it is over."""
        decision = self.decision
        return decision.actions if decision else ()

    def act(self, action: str) -> None:
        """Take the decision that the round waits for."""
        decision = self.decision
        if decision is None:
            raise Refusal("act/not_now", where="action")
        self._send(c.Act(_player(decision.seat), action))
        self._proceed()

    @property
    def result(self) -> RoundResult:
        """The round that was played last."""
        if self._result is None:
            raise Refusal("hand/none")
        return self._result

    def _finished(self) -> RoundResult:
        events = tuple(self._events)
        dealt = next(event for event in events if isinstance(event, e.Dealt))
        turned = [event.cards for event in events if isinstance(event, e.BoardTurned)]
        return RoundResult(
            number=self.rounds,
            nets={
                seat: self.state.chips(_player(seat)) - chips for seat, chips in self._chips.items()
            },
            cards=deal(dealt.procedure, dealt.deck, dealt.seats).seats,
            board=tuple(card for cards in turned for card in cards),
            settled=tuple(event for event in events if isinstance(event, e.Settled)),
            events=events,
            before=self._before,
            rules=self.rules,
        )

    def _proceed(self) -> None:
        """Approve payouts that wait for the floor, until a player decides or the round is over."""
        while self.state.approval_pending:
            waiting = view(self.state, FLOOR).waiting
            assert waiting is not None
            self._send(c.Approve(FLOOR, waiting.amount))
        if self.state.phase == "betting":
            self.rounds += 1
            self._result = self._finished()
            self._saved = self.state, self._meters.meters

    def _fill_bank(self) -> None:
        """Offer the bank until a banker has it."""
        while self.rules.player_dealer and not self.state.bank.seat:
            offered = self.state.bank.offered
            if not offered:
                self._send(c.OfferBank())
                continue
            player = self.state.seat(offered).player
            take = c.TakeBank(player, 5 * self._reserve)
            if player in BANKERS:
                self._refill(player, 10 * self._reserve)
            if player in BANKERS and refusal(self.state, take, self.rules) is None:
                self._send(take)
            else:
                self._send(c.DeclineBank(player))

    def _refill(self, player: str, reserve: Cents) -> None:
        missing = reserve - self.state.chips(player)
        if missing > reserve // 2:
            chip = self.rules.limits.chip
            self._send(c.AddChips(player, missing // chip * chip))

    def _shuffled(self) -> tuple[Card, ...]:
        deck = list(DECK)
        self._random.shuffle(deck)
        return tuple(deck)

    def _send(self, command: c.Command) -> None:
        for step in linked_transitions(self.state, command, self.rules, self._meters):
            self.state = step.table
            self._events.append(step.event)


def _seat_numbers(seats: object) -> tuple[int, ...]:
    """Seats in order; anything else is refused."""
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise Refusal("seat/numbers", value=seats, where="seats")
    for seat in (numbers := tuple(map(whole, seats))):
        if type(seat) is not int or seat not in SEATS:
            raise Refusal("seat/unknown", seat=seat, places=len(SEATS), where="seats")
        if numbers.count(seat) > 1:
            raise Refusal("seat/twice", seat=seat, where="seats")
    return tuple(sorted(numbers))


def _seed(seed: object) -> int | str:
    """A seed that gives shuffles of its own; Python's generator takes -1 for 1."""
    number = whole(seed)
    if not isinstance(number, str) and (type(number) is not int or number < 0):
        raise Refusal("seed/number", value=seed, where="seed")
    return number


def _player(seat: int) -> str:
    return f"player {seat}"
