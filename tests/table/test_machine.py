"""Whole tables of every house under random commands: what must hold after each."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from tests.table.driver import Changes, rules_of
from uth.core.cards import DECK, Card, parse_cards
from uth.core.refusal import Refusal
from uth.rulebook.model import VOID_REASONS
from uth.rulebook.store import HOUSES
from uth.table import commands as c
from uth.table import events as e
from uth.table.dealing import arrange
from uth.table.decide import decisions, legal, open_table, refusal, step
from uth.table.evolve import replay
from uth.table.meters import UNITS, link
from uth.table.settling.table_settlement import table_hits
from uth.table.state import Table
from uth.table.view import own_seat, view, with_seats
from uth.table.wire import event_from_json, to_json

PLAYERS = [f"P{seat}" for seat in range(1, 7)]
RAIL = ["Bea", "Ben"]
names = st.sampled_from([*PLAYERS, *RAIL, "Zed", ""])
seats = st.integers(0, 7)
amounts = st.sampled_from([-100, 0, 1, 100, 300, 500, 550, 1_500, 2_500, 30_000, 10**9])
stakes = st.dictionaries(
    st.sampled_from(
        ["ante", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive", "play"]
    ),
    st.sampled_from([100, 500, 1_500, 2_500]),
)
actions = st.sampled_from(["check", "fold", "1x", "2x", "3x", "4x", "5x", ""])
commands: st.SearchStrategy[c.Command] = st.one_of(
    st.builds(c.Sit, names, seats, amounts),
    st.builds(c.Join, names, amounts),
    st.builds(c.AddChips, names, amounts),
    st.builds(c.Leave, names),
    st.builds(c.Disconnect, names),
    st.builds(c.Reconnect, names),
    st.builds(c.Wager, names, stakes),
    st.builds(c.BackSeat, names, seats, stakes),
    st.builds(c.TakeBank, names, amounts),
    st.builds(c.DeclineBank, names),
    st.builds(c.OfferBank),
    st.builds(c.CloseBets),
    st.builds(c.Act, names, actions),
    st.builds(c.TimeOut, names),
    st.builds(c.AwardJackpots, st.just(((1, 100, 0),))),
    st.builds(c.PayMystery, seats, amounts),
    st.builds(c.Approve, names, amounts),
    st.builds(c.SetLimits, names, amounts, amounts, st.none() | st.tuples(names)),
    st.builds(c.HoldSeat, names, names, st.integers(-1, 30)),
    st.builds(c.ReleaseSeat, names, seats),
    st.builds(c.VoidRound, names, st.sampled_from(["", "misdeal", *VOID_REASONS])),
    st.builds(c.ConfirmVoid, names),
    st.builds(c.WithdrawVoid, names),
    st.builds(c.PostMaximum, names, amounts),
    st.builds(c.WithdrawMaximum, names),
    st.builds(c.Deal, st.sampled_from([DECK[:51], (*DECK[:51], DECK[0])])),
)


class TableMachine(RuleBasedStateMachine):
    """One table with its meters; the house is set by the subclass."""

    house = ""
    changes: ClassVar[Changes] = {}

    @initialize(seated=st.integers(1, 6))
    def open(self, seated: int) -> None:
        self.rulebook = rules_of(self.house, self.changes)
        self.events, self.table = open_table(self.rulebook)
        self.progressive = self.rulebook.progressive
        self.meters = link.draw(self.progressive, link.start(self.progressive), 25_050)
        self.fed: list[link.Fed] = []
        self.expected = self.meters.main + self.meters.mystery
        for player in PLAYERS[:seated]:
            self.do(c.Sit(player, int(player[1]), 500_000))

    def do(self, command: c.Command) -> bool:
        """A command: it happens whole, or it is refused and nothing has changed."""
        before, text = self.table, to_json(self.table)
        why = refusal(before, command, self.rulebook)
        if why is not None:
            with pytest.raises(Refusal) as caught:
                step(before, command, self.rulebook)
            assert str(caught.value) == str(why)
            assert to_json(before) == text
            return False
        events, after = step(before, command, self.rulebook)
        assert events == step(before, command, self.rulebook)[0]
        assert to_json(before) == text
        self.table = after
        self.events += events
        for event in events:
            self.follow(event)
        return True

    def follow(self, event: e.Event) -> None:
        """What the owner of the meters does when it hears of an event."""
        if isinstance(event, e.ProgressiveStaked):
            self.meters, fed, won = link.feed(self.progressive, self.meters)
            self.fed.append(fed)
            self.expected += fed.main + fed.mystery
            if won:
                self.expected -= won * UNITS - self.progressive.mystery_restart * UNITS
                self.meters = link.draw(self.progressive, self.meters, 25_050)
                assert self.do(c.PayMystery(event.seat, won))
        elif isinstance(event, e.JackpotsClaimed):
            hits = table_hits(self.rulebook, self.table)
            self.meters, awards = link.claim(self.progressive, self.meters, hits)
            reseeded = sum(given.reseeded for given in awards.given)
            self.expected += (reseeded * self.progressive.seed - awards.paid) * UNITS
            given = tuple((award.seat, award.amount, award.rest) for award in awards.given)
            assert self.do(c.AwardJackpots(given))
        elif isinstance(event, e.RoundVoided):
            before = self.meters.main + self.meters.mystery
            for fed in reversed(self.fed):
                self.meters = link.take_back(self.meters, fed)
            self.expected -= before - self.meters.main - self.meters.mystery
        if isinstance(event, e.RoundClosed):
            self.fed = []

    @rule(command=commands)
    def anything(self, command: c.Command) -> None:
        self.do(command)

    @rule(data=st.data(), player=st.sampled_from([*PLAYERS, *RAIL]))
    def something_legal(self, data: st.DataObject, player: str) -> None:
        options = legal(self.table, player, self.rulebook)
        if options:
            assert self.do(data.draw(st.sampled_from(options)))

    @precondition(lambda self: self.table.phase == "betting")
    @rule(seed=st.integers(0, 10**6), bonuses=st.booleans())
    def bet_and_close(self, seed: int, bonuses: bool) -> None:
        """Most tables should get somewhere: a bank, wagers, and "No more bets"."""
        if self.table.bank.offered:
            player = self.table.seat(self.table.bank.offered).player
            self.do(c.TakeBank(player, random.Random(seed).choice([2_000, 20_000, 200_000])))
        for _, seat in self.table.taken():
            least = self.table.least(seat)
            wagers = {"ante": least, "blind": least}
            if bonuses:
                wagers["trips"] = least
                if self.rulebook.offers("bad_beat"):
                    wagers["bad_beat"] = least
                if self.rulebook.offers("ultimate_pairs"):
                    wagers["ultimate_pairs"] = least
                if self.rulebook.progressive.offered:
                    wagers["progressive"] = self.rulebook.progressive.wager
            self.do(c.Wager(seat.player, wagers))
        self.do(c.CloseBets())

    @precondition(lambda self: self.table.phase == "closed")
    @rule(seed=st.integers(0, 10**6), royal=st.booleans())
    def deal(self, seed: int, royal: bool) -> None:
        """A shuffled deck, or one that deals a royal flush on the flop to the first seat."""
        deck = list(DECK)
        random.Random(seed).shuffle(deck)
        dealt = [number for number, _ in self.table.in_play()]
        if royal and dealt:
            board, cards = parse_cards("Ah Kh Qh 2c 7d"), parse_cards("Jh Th")
            rest = [card for card in deck if card not in (*board, *cards)]
            hands = {seat: (rest.pop(), rest.pop()) for seat in dealt}
            hands[dealt[0]] = (cards[0], cards[1])
            procedure = self.rulebook.dealing.procedure
            deck = list(arrange(procedure, hands, (rest.pop(), rest.pop()), board))
        assert self.do(c.Deal(tuple(deck)))

    @precondition(lambda self: self.table.phase == "betting")
    @rule(seat=st.sampled_from(PLAYERS), player=st.sampled_from(RAIL), trips=st.booleans())
    def stand_behind(self, seat: str, player: str, trips: bool) -> None:
        self.do(c.Join(player, 50_000))
        wagers = {"ante": 500, "blind": 500, **({"trips": 700} if trips else {})}
        self.do(c.Wager(seat, wagers))
        self.do(c.BackSeat(player, self.table.find(seat), wagers))

    @precondition(lambda self: self.house == "cardroom-25")
    @rule(minimum=st.sampled_from([300, 500]), keep=st.booleans(), player=st.sampled_from(PLAYERS))
    def run_the_floor(self, minimum: int, keep: bool, player: str) -> None:
        """Limits change, and a seat is held for one who leaves it."""
        self.do(c.SetLimits("Fay", minimum, 2_500, (player,) if keep else None))
        if keep and self.do(c.HoldSeat("Fay", player, 10)):
            self.do(c.Leave(player))
            self.do(c.ReleaseSeat("Fay", self.table.find(player)))

    @precondition(lambda self: self.table.phase in ("preflop", "flop", "river"))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        for _, seat in self.table.taken():
            number = self.table.find(seat.player)
            if number and self.table.seat(number).to_act:
                acts = [
                    command
                    for command in legal(self.table, seat.player, self.rulebook)
                    if isinstance(command, c.Act)
                ]
                chosen = data.draw(st.sampled_from(acts)) if acts else c.TimeOut(seat.player)
                assert self.do(chosen)

    @precondition(lambda self: self.table.approval_pending)
    @rule()
    def approve(self) -> None:
        assert self.do(c.Approve("Fay", self.table.due[0].paid))

    @invariant()
    def chips_are_conserved(self) -> None:
        balances = self.table.balances
        assert sum(balances.values()) == 0
        for account, balance in balances.items():
            if account not in ("house", "outside"):
                assert balance > 0, account
        if self.rulebook.player_dealer:
            assert balances.get("house", 0) == 0
        staked = sum(
            sum(wagers.values())
            + (max(seat.multiple or 0, 0) * wagers.get("ante", 0) if seat.wagers else 0)
            for _, seat in self.table.taken()
            for wagers in (seat.wagers, *(backing.wagers for backing in seat.backing))
            if not self.table.begun and not seat.forfeited
        )
        held = sum(value for account, value in balances.items() if account.startswith("wager/"))
        assert self.table.begun or held == staked
        assert self.meters.main + self.meters.mystery == self.expected

    @invariant()
    def the_events_replay_to_the_same_table(self) -> None:
        assert replay(self.events) == self.table

    @invariant()
    def no_card_is_in_two_places(self) -> None:
        table = self.table
        places = [card for cards in table.hands for card in cards] + list(table.board)
        assert len(set(places)) == len(places)
        assert set(places) <= set(table.deck)
        assert len(set(table.deck)) == len(table.deck) in (0, 52)

    @invariant()
    def unturned_cards_make_no_difference_to_any_view(self) -> None:
        if not self.table.deck:
            return
        for viewer in [*PLAYERS, *RAIL, ""]:
            seen = view(self.table, viewer)
            known = {*seen.board, *(seen.dealer or ())}
            for seat in seen.seats:
                known.update(seat.cards or () if seat else ())
            other = with_hidden_swapped(self.table, known)
            assert to_json(view(other, viewer)) == to_json(seen)

    @invariant()
    def what_is_legal_is_what_trying_each_command_would_allow(self) -> None:
        for player in [*PLAYERS, *RAIL, ""]:
            options = legal(self.table, player, self.rulebook)
            tried = [
                command
                for command in every_option(self.table, player)
                if refusal(self.table, command, self.rulebook) is None
            ]
            assert sorted(map(to_json, options)) == sorted(map(to_json, tried))
            acts = [option.action for option in options if isinstance(option, c.Act)]
            assert list(decisions(self.table, player, self.rulebook)) == acts

    @invariant()
    def a_view_made_from_the_public_one_is_the_same(self) -> None:
        public = view(self.table)
        for viewer in [*PLAYERS, *RAIL, ""]:
            seats = [
                (own_seat(self.table, seat) or seat) if seat and seat.player == viewer else seat
                for seat in public.seats
            ]
            assert with_seats(self.table, tuple(seats)) == view(self.table, viewer)

    def teardown(self) -> None:
        if hasattr(self, "events"):
            again = replay([event_from_json(to_json(event)) for event in self.events])
            assert to_json(again) == to_json(self.table)


def every_option(table: Table, player: str) -> list[c.Command]:
    """All that `legal` could offer a player, in whatever phase."""
    number = table.find(player)
    least = table.least(table.seat(number)) if number else table.minimum
    behind = {"ante": table.minimum, "blind": table.minimum}
    return [
        *(c.Act(player, action) for action in ("4x", "3x", "2x", "1x", "5x", "check", "fold")),
        c.Wager(player, {"ante": least, "blind": least}),
        c.Wager(player, {}),
        c.TakeBank(player, table.minimum),
        c.DeclineBank(player),
        *(c.BackSeat(player, seat, behind) for seat in range(1, 7)),
        c.Leave(player),
    ]


def with_hidden_swapped(table: Table, known: set[Card]) -> Table:
    """The same table with every card that a viewer has not seen in another's place."""
    hidden = [card for card in DECK if card not in known]
    swap = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))

    def moved(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    return replace(
        table,
        deck=moved(table.deck),
        board=moved(table.board),
        hands=tuple(moved(cards) for cards in table.hands),
    )


FEES = {"value": [{"from": "1", "fee": "1"}, {"from": "20", "fee": "2"}], "clause": "CA-11"}
VARIANTS: list[tuple[str, Changes]] = [
    *((house, {}) for house in HOUSES),
    ("light-and-wonder", {"progressive": {"offered": True}, "dealing": {"procedure": "hand-held"}}),
    ("california", {"bank": {"coverage": "gross"}, "collection": {"player": FEES, "square": FEES}}),
    (
        "california",
        {
            "bank": {"coverage": "action", "consecutive_rounds": 1},
            "collection": {"action": FEES, "drop": "after-settlement"},
            "dealing": {"procedure": "shoe"},
        },
    ),
    (
        "hollywood-pa",
        {
            "payouts": {
                "approval_above": {"value": "100", "clause": "CR-12"},
                "aggregate": {"value": "200", "clause": "Q-25"},
            },
            "settlement": {"direction": "left-to-right"},
        },
    ),
]

MACHINES = (
    VARIANTS[0],
    *(pytest.param(*more, marks=pytest.mark.untraced) for more in VARIANTS[1:]),
)
"""Tracing makes a machine four times as slow: one is enough to measure coverage."""


@pytest.mark.slow
@pytest.mark.hypothesis
@pytest.mark.parametrize(("house", "changes"), MACHINES)
def test_whole_tables_under_random_commands(house: str, changes: Changes) -> None:
    """Each example is a whole table; the one that is traced has to reach every line."""
    machine: Any = type(f"Machine_{house}", (TableMachine,), {"house": house, "changes": changes})
    share = 4 if (house, changes) == VARIANTS[0] else 8
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=settings().max_examples // share,  # of the profile
            stateful_step_count=40,
        ),
    )
