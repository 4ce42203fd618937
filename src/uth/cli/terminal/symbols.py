"""Cards, chips and clauses as they are written on the screen."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence

from rich.text import Text

from uth.core.cards import Card, Suit
from uth.core.money import Cents, print_dollars

SUITS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
STYLES = {
    Suit.CLUBS: "bold green on bright_white",
    Suit.DIAMONDS: "bold blue on bright_white",
    Suit.HEARTS: "bold red on bright_white",
    Suit.SPADES: "bold black on bright_white",
}
"""Four colours, so that a flush shows at a glance."""
BACKS = {"red": "bright_white on red", "blue": "bright_white on blue"}
BACK, PLACE = "░░", "··"

NAMES = {
    "ante": "Ante",
    "blind": "Blind",
    "play": "Play",
    "trips": "Trips",
    "bad_beat": "Bad Beat",
    "ultimate_pairs": "Ultimate Pairs",
    "progressive": "Progressive",
    "envy": "Envy",
}
SHORT = {**NAMES, "bad_beat": "BadBt", "ultimate_pairs": "Pairs", "progressive": "Progr"}


def ink(text: str, style: str = "") -> Text:
    """Words in a style of their own, which does not run on into what follows them."""
    return Text.assemble((text, style))


def row(parts: Iterable[Text], between: Text) -> Text:
    """Parts in a line, with something between them."""
    found: list[Text] = []
    for part in parts:
        found += (between, part)
    return Text.assemble(*found[1:])


def card(given: Card) -> Text:
    return ink(f"{given.rank}{SUITS[given.suit]}", STYLES[given.suit])


def cards(given: Iterable[Card]) -> Text:
    """Cards face up."""
    return row(map(card, given), Text(" "))


def backs(count: int, colour: str) -> Text:
    """Cards face down, in the colour of their deck."""
    return row([ink(BACK, BACKS[colour])] * count, Text(" "))


def board(turned: Sequence[Card], lying: bool, colour: str) -> Text:
    """The flop, then turn and river a little apart; places where no card lies yet."""
    shown = [card(given) for given in turned]
    face_down = backs(1, colour) if lying else ink(PLACE, "dim")
    shown += [face_down] * (5 - len(shown))
    return row((row(shown[:3], Text(" ")), row(shown[3:], Text(" "))), Text("  "))


def plain(amount: Cents) -> str:
    """Dollars, with cents only where there are any: `12`, `12.50`, `1,000`."""
    whole, part = divmod(abs(amount), 100)
    sign = "−" if amount < 0 else ""
    return f"{sign}{whole:,}" + (f".{part:02d}" if part else "")


def money(amount: Cents) -> str:
    return f"−${plain(-amount)}" if amount < 0 else f"${plain(amount)}"


def exact(amount: Cents) -> str:
    """Always with its cents, for columns and meters."""
    whole, _, part = print_dollars(abs(amount)).partition(".")
    return f"{'−' if amount < 0 else ''}{int(whole):,}.{part}"


def signed(amount: Cents) -> Text:
    """A gain or a loss."""
    if amount > 0:
        return ink(f"+{plain(amount)}", "bold green")
    return ink(plain(amount), "bold red") if amount else ink("0", "dim")


def cited(clauses: Sequence[str], most: int = 2) -> Text:
    """The clauses behind something said, the weightiest first."""
    return ink(f" ({', '.join(clauses[:most])})" if clauses else "", "dim")


def cite_into(text: str, clauses: Sequence[str], style: str = "") -> Text:
    return ink(text, style) + cited(clauses)


_IN_LETTERS = {
    **{symbol: suit.value for suit, symbol in SUITS.items()},
    "░": "#",
    "·": ".",
    "–": "-",
    "−": "-",
    "—": "-",
    "“": '"',
    "”": '"',
    "’": "'",
    "…": "...",
    "›": ">",
    "●": "*",
    "★": "*",
    "▸": ">",
    "≥": ">=",
}


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    return "".join(_IN_LETTERS.get(sign, "?") for sign in found), error.end


IN_LETTERS = "uth.in_letters"
"""The way to write where the terminal knows no suit symbols: `Ah` for the ace of hearts."""
codecs.register_error(IN_LETTERS, _in_letters)
