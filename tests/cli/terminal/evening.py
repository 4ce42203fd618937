"""A scripted evening at the terminal: stacked decks, typed answers, and all that was printed."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console

from uth.cli.terminal.randomness import Shuffler
from uth.cli.terminal.session import SessionPlan, TerminalSession
from uth.core.cards import DECK, Card, parse_cards
from uth.rulebook import store
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.dealing import BOARD, DEALER, sequence
from uth.table.view import TableView

CLAUSES = store.clause_list()


def deck(rules: Rulebook, hands: dict[int, str], dealer: str, board: str) -> tuple[Card, ...]:
    """A deck that gives each seat these cards; seats with none get whatever is left."""
    given = {seat: list(parse_cards(text)) for seat, text in hands.items()}
    given |= {DEALER: list(parse_cards(dealer)), BOARD: list(parse_cards(board))}
    used = {card for cards in given.values() for card in cards}
    rest = [card for card in DECK if card not in used]
    for cards in given.values():
        while len(cards) < 2:
            cards.append(rest.pop(0))
    order = [given[place].pop(0) for place in sequence(rules.dealing.procedure, list(hands))]
    return (*order, *rest)


class Stacked:
    """Chance that gives prepared decks first; the hidden value is as high or low as it can be."""

    def __init__(self, decks: Iterable[tuple[Card, ...]], seed: str, low: bool) -> None:
        self.decks = list(decks)
        self.low = low
        self.rest = Shuffler(seed)

    def shuffled(self) -> tuple[Card, ...]:
        return self.decks.pop(0) if self.decks else self.rest.shuffled()

    def between(self, low: int, high: int) -> int:
        return low if self.low else high


class Typed:
    """What is typed, line by line; `^C` is an interrupt, and the end is the end of all input."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = list(lines)

    def __call__(self, prompt: str) -> str:
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if line == "^C":
            raise KeyboardInterrupt
        return line


class Evening:
    """One session, played to its end."""

    def __init__(
        self,
        rules: Rulebook | str,
        typed: Sequence[str],
        *decks: tuple[Card, ...],
        seat: int = 1,
        bots: int = 1,
        chips: int = 100_000,
        rounds: int | None = None,
        auto: bool = False,
        seed: str = "evening",
        mystery: bool = False,
        screen: io.TextIOBase | None = None,
        **console: Any,
    ) -> None:
        self.rules = store.load_house(rules) if isinstance(rules, str) else rules
        self.output = screen or io.StringIO()
        self.events: list[e.Event] = []
        self.typed = Typed(typed)
        options: dict[str, Any] = {"width": 80, "height": 24, **console}
        self.console = Console(
            file=self.output,  # type: ignore[arg-type]
            highlight=False,
            markup=False,
            emoji=False,
            **options,
        )
        self.session = TerminalSession(
            self.rules,
            SessionPlan(seat, bots, chips, rounds, auto),
            Stacked(decks, seed, low=mystery),
            self.console,
            self.typed,
            CLAUSES,
            self._overhear,
        )
        self.code = self.session.play()

    def _overhear(self, event: e.Event, table: TableView) -> None:
        self.events.append(event)

    @property
    def text(self) -> str:
        assert isinstance(self.output, io.StringIO)
        return self.output.getvalue()

    @property
    def words(self) -> str:
        """The text on one line, as if the screen were endless."""
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
        """Each wager's outcome, and what it won or lost, in the first round it was settled in."""
        found: dict[str, tuple[str, int]] = {}
        for event in self.events:
            if isinstance(event, e.Settled) and event.player == player:
                found.setdefault(event.wager, (event.outcome, event.paid - event.taken))
        return found

    def conserved(self) -> bool:
        """Every cent that is somewhere came from somewhere, and you are gone with yours."""
        balances = self.session.croupier.table.balances
        return sum(balances.values()) == 0 and "player/You" not in balances
