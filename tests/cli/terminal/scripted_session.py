"""A scripted session in the terminal: stacked decks, typed answers, and everything printed."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console

from uth.cli.terminal.prompts import Prompts
from uth.cli.terminal.randomness import Shuffler
from uth.cli.terminal.session import SessionPlan, TerminalSession
from uth.core.cards import DECK, Card, parse_cards
from uth.rulebook import store
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.dealing import BOARD, DEALER, sequence
from uth.table.view import TableView


def stacked_deck(
    rules: Rulebook, hands: dict[int, str], dealer: str, board: str
) -> tuple[Card, ...]:
    """A deck that deals each seat these cards; a seat without any gets cards that are left."""
    piles = {seat: list(parse_cards(text)) for seat, text in hands.items()}
    piles |= {DEALER: list(parse_cards(dealer)), BOARD: list(parse_cards(board))}
    used = {card for cards in piles.values() for card in cards}
    rest = [card for card in DECK if card not in used]
    for cards in piles.values():
        while len(cards) < 2:
            cards.append(rest.pop(0))
    order = [piles[target].pop(0) for target in sequence(rules.dealing.procedure, list(hands))]
    return (*order, *rest)


class StackedDecks(Shuffler):
    """Deals prepared decks first; the mystery's hidden value is the lowest or highest possible."""

    def __init__(self, decks: Iterable[tuple[Card, ...]], seed: str, lowest_mystery: bool) -> None:
        self.decks = list(decks)
        self.lowest_mystery = lowest_mystery
        super().__init__(seed)

    def shuffled(self) -> tuple[Card, ...]:
        return self.decks.pop(0) if self.decks else super().shuffled()

    def between(self, low: int, high: int) -> int:
        return low if self.lowest_mystery else high


class TypedAnswers:
    """Answers in order; `^C` is an interrupt, and after the last one the input ends."""

    def __init__(self, answers: Sequence[str]) -> None:
        self.left = list(answers)

    def __call__(self, prompt: str) -> str:
        if not self.left:
            raise EOFError
        answer = self.left.pop(0)
        if answer == "^C":
            raise KeyboardInterrupt
        return answer


class ScriptedSession:
    """One session, played to its end."""

    def __init__(
        self,
        rules: Rulebook | str,
        answers: Sequence[str],
        *decks: tuple[Card, ...],
        seat: int = 1,
        bots: int = 1,
        chips: int = 100_000,
        rounds: int | None = None,
        auto: bool = False,
        seed: str = "evening",
        lowest_mystery: bool = False,
        output: io.TextIOBase | None = None,
        **console: Any,
    ) -> None:
        self.rules = store.load_house(rules) if isinstance(rules, str) else rules
        self.output = output or io.StringIO()
        self.events: list[e.Event] = []
        self.answers = TypedAnswers(answers)
        options: dict[str, Any] = {"width": 80, "height": 24, **console}
        self.console = Console(
            file=self.output,  # type: ignore[arg-type]
            highlight=False,
            markup=False,
            emoji=False,
            **options,
        )
        self.session = TerminalSession(
            rules=self.rules,
            plan=SessionPlan(seat=seat, bots=bots, chips=chips, rounds=rounds, auto=auto),
            randomness=StackedDecks(decks, seed, lowest_mystery),
            prompts=Prompts(self.console, self.answers),
            listener=self._handle,
        )
        self.code = self.session.play()

    def _handle(self, event: e.Event, table: TableView) -> None:
        self.events.append(event)

    @property
    def text(self) -> str:
        assert isinstance(self.output, io.StringIO)
        return self.output.getvalue()

    @property
    def words(self) -> str:
        """The text on one line, as if the screen were endlessly wide."""
        return re.sub(r"\s+", " ", self.text)

    @property
    def chips(self) -> int:
        """What you left with."""
        return next(
            event.chips
            for event in reversed(self.events)
            if isinstance(event, e.PlayerLeft) and event.player == "You"
        )

    def settled(self, player: str = "You") -> dict[str, tuple[str, int]]:
        """Wager → outcome and net, in the first round that settled it."""
        wagers: dict[str, tuple[str, int]] = {}
        for event in self.events:
            if isinstance(event, e.Settled) and event.player == player:
                wagers.setdefault(event.wager, (event.outcome, event.paid - event.taken))
        return wagers

    def conserved(self) -> bool:
        """All balances add up to zero, and you have left with yours."""
        balances = self.session.croupier.table.balances
        return sum(balances.values()) == 0 and "player/You" not in balances
