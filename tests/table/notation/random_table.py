"""A table that plays itself at random from a seed: every house, every way a round may go."""

from __future__ import annotations

import random

from uth.core.cards import DECK, Card, parse_cards
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.dealing import BOARD, sequence
from uth.table.decide import open_table, step
from uth.table.meters import link
from uth.table.notation.model import MeterLine
from uth.table.settling.table_settlement import table_hits
from uth.table.state import Table

Played = tuple[Table, list[e.Event], MeterLine | None, MeterLine | None]
DOLLAR = 100


class RandomTable:
    """Plays rounds and keeps, for each, the table before it, its events and the meters around it.

    Commands that the engine refuses are simply not done: refusing changes nothing.
    """

    def __init__(self, rules: Rulebook, seed: int) -> None:
        self.rules = rules
        self.dice = random.Random(seed)
        self.stream, self.table = open_table(rules)
        self.meters = link.start(rules.progressive)
        self.targets: list[int] = []
        self.fed: list[link.Fed] = []
        self.newcomers = 0

    def ask(self, command: c.Command) -> list[e.Event]:
        try:
            events, self.table = step(self.table, command, self.rules)
        except Refusal:
            return []
        self.stream += events
        return events

    def chance(self, one_in: int) -> bool:
        return self.dice.randrange(one_in) == 0

    def _name(self) -> str:
        self.newcomers += 1
        return f"{self.dice.choice(['Ann', 'Bo', 'Çelik', 'D’Arcy'])} {self.newcomers}"

    def people(self) -> list[str]:
        return [seat.player for _, seat in self.table.taken()] + list(self.table.rail)

    def play(self) -> Played:
        """One whole round."""
        while True:
            self._place()
            before = self.table
            start = MeterLine(self.meters.main, self.meters.mystery)
            self.targets, self.fed = [], []
            if self.meters.target is not None:
                self.targets.append(self.meters.target)
            mark = len(self.stream)
            staked = [
                event for event in self.ask(c.CloseBets()) if isinstance(event, e.ProgressiveStaked)
            ]
            if self.table.phase == "closed":
                break
        self._feed(staked)
        number = self.table.round
        while self.table.round == number:
            self._go_on()
        events = self.stream[mark:]
        if not self.rules.progressive.offered:
            return before, events, None, None
        drawn = MeterLine(start.main, start.mystery, tuple(self.targets))
        return before, events, drawn, MeterLine(self.meters.main, self.meters.mystery)

    def _place(self) -> None:
        """People come and go, take the bank and wager, some of it against the rules."""
        dice, rules = self.dice, self.rules
        for seat in range(1, 7):
            self.ask(c.ReleaseSeat("Sue", seat))
            if self.chance(2):
                self.ask(c.Sit(self._name(), seat, dice.randrange(100, 3000) * DOLLAR))
        for _ in range(dice.randrange(3)):
            self.ask(c.Join(self._name(), dice.randrange(50, 900) * DOLLAR))
        if self.chance(4):
            low = dice.choice([3, 5, 10]) * DOLLAR
            self.ask(
                c.SetLimits("Sue", low, rules.limits.maximum, keep=() if self.chance(2) else None)
            )
        for player in self.people():
            if self.chance(3):
                self.ask(c.Reconnect(player))
            if self.chance(9):
                self.ask(c.HoldSeat("Sue", player, 20))
            if self.chance(9):
                self.ask(c.Leave(player))
            elif self.chance(6):
                self.ask(c.AddChips(player, dice.randrange(1, 500) * DOLLAR))
            elif self.chance(8):
                self.ask(c.Disconnect(player))
        if not self.table.bank.offered and not self.table.bank.seat:
            self.ask(c.OfferBank())
        while self.table.bank.offered and not self.table.bank.seat:
            banker = self.table.seat(self.table.bank.offered).player
            amount = dice.choice([20, 60, 200, 1000]) * DOLLAR
            if self.chance(3) or not self.ask(c.TakeBank(banker, amount)):
                self.ask(c.DeclineBank(banker))
        for _, taken in self.table.taken():
            for _ in range(dice.randrange(4)):
                self.ask(c.Wager(taken.player, self._wagers()))
        for player in self.table.rail:
            for _ in range(2):
                self.ask(c.BackSeat(player, dice.randrange(1, 7), self._wagers(("trips",))))

    def _wagers(
        self, bonuses: tuple[str, ...] = ("trips", "bad_beat", "ultimate_pairs", "progressive")
    ) -> dict[str, int]:
        dice, limits = self.dice, self.rules.limits
        ante = dice.choice([3, 5, 10, 15, 25, 40]) * DOLLAR
        wagers = {"ante": ante, "blind": ante}
        for name in bonuses:
            if self.chance(2):
                wagers[name] = dice.choice([1, 5, 7, 25]) * DOLLAR
                if name == "progressive":
                    wagers[name] = self.rules.progressive.wager
        return {name: min(stake, limits.maximum) for name, stake in wagers.items()}

    def _feed(self, staked: list[e.ProgressiveStaked]) -> None:
        progressive = self.rules.progressive
        for event in staked:
            if self.meters.target is None:
                low, high = link.target_range(progressive)
                nearly = self.meters.mystery // 10_000
                target = self.dice.choice([low, min(high, nearly + 5), high])
                self.meters = link.draw(progressive, self.meters, target)
                self.targets.append(target)
            self.meters, fed, won = link.feed(progressive, self.meters)
            self.fed.append(fed)
            if won:
                assert self.ask(c.PayMystery(event.seat, won))

    def _go_on(self) -> None:
        """One step of a round under way, and sometimes a disturbance."""
        table, dice = self.table, self.dice
        if self.chance(10):
            self._disturb()
        elif table.phase == "closed":
            self.ask(c.Deal(tuple(self._deck())))
        elif table.claims:
            hits = table_hits(self.rules, table)
            self.meters, awards = link.claim(self.rules.progressive, self.meters, hits)
            self.ask(
                c.AwardJackpots(tuple((one.seat, one.amount, one.rest) for one in awards.given))
            )
        elif table.approval_pending:
            self.ask(c.Approve(dice.choice(["Sue", "Max"]), table.due[0].paid))
        else:
            acting = [seat.player for _, seat in table.taken() if seat.to_act]
            player = dice.choice(acting)
            action = dice.choice(["check", "4x", "3x", "2x", "1x", "fold"])
            self.ask(c.TimeOut(player) if self.chance(7) else c.Act(player, action))

    def _deck(self) -> list[Card]:
        """Shuffled, or poor in ranks so that big hands come often."""
        deck = list(DECK)
        self.dice.shuffle(deck)
        if self.rules.progressive.offered and self.chance(4):
            return self._jackpot_deck(deck)
        if self.chance(2):
            deck.sort(key=lambda card: (card.suit != "s", self.dice.random()))
            deck.sort(key=lambda card: card.rank < 9)
            size = self.dice.randrange(9, 20)
            head = deck[:size]
            self.dice.shuffle(head)
            deck[:size] = head
        return deck

    def _jackpot_deck(self, deck: list[Card]) -> list[Card]:
        """A royal for one seat, and a straight flush for the next."""
        big = {BOARD: list(parse_cards("TsJsQs"))}
        hands = [list(parse_cards("AsKs")), list(parse_cards("9s8s"))]
        seats = [number for number, _ in self.table.in_play()]
        big |= dict(zip(self.dice.sample(seats, min(2, len(seats))), hands, strict=False))
        used = [card for cards in big.values() for card in cards]
        others = [card for card in deck if card not in used]
        order = sequence(self.rules.dealing.procedure, seats)
        top = [big[hand].pop(0) if big.get(hand) else others.pop() for hand in order]
        return top + others

    def _disturb(self) -> None:
        dice = self.dice
        player = dice.choice(self.people())
        match dice.randrange(9):
            case 0:
                self.ask(c.Leave(player))
            case 1:
                self.ask(c.Disconnect(player))
            case 2:
                self.ask(c.Reconnect(player))
            case 3:
                self.ask(c.AddChips(player, dice.randrange(1, 900)))
            case 4:
                self.ask(c.Sit(self._name(), dice.randrange(1, 7), 500 * DOLLAR))
            case 5:
                self.ask(c.Join(self._name(), 500 * DOLLAR))
            case 6:
                self.ask(c.HoldSeat("Sue", player, 15))
            case 7:
                self.ask(c.VoidRound(dice.choice(["Sue", "Max"]), "shuffler-malfunction"))
                if self.chance(4):
                    self.ask(c.WithdrawVoid("Sue"))
                self.ask(c.ConfirmVoid("Sue"))
                self.ask(c.ConfirmVoid("Max"))
                if self.table.phase == "betting":
                    for fed in self.fed:
                        self.meters = link.take_back(self.meters, fed)
            case _:
                self.ask(c.ReleaseSeat("Sue", dice.randrange(1, 7)))
