"""Cards, amounts and clauses as styled text for the screen."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence

from rich.text import Text

from uth.core.cards import Card, Suit
from uth.core.money import Cents, print_dollars

SUITS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
SUIT_STYLES = {
    Suit.CLUBS: "bold green on bright_white",
    Suit.DIAMONDS: "bold blue on bright_white",
    Suit.HEARTS: "bold red on bright_white",
    Suit.SPADES: "bold black on bright_white",
}
"""Four colours, so that a flush shows at a glance."""
BACK_STYLES = {"red": "bright_white on red", "blue": "bright_white on blue"}
BACK, NO_CARD = "░░", "··"

WAGER_NAMES = {
    "ante": "Ante",
    "blind": "Blind",
    "play": "Play",
    "trips": "Trips",
    "bad_beat": "Bad Beat",
    "ultimate_pairs": "Ultimate Pairs",
    "progressive": "Progressive",
    "envy": "Envy",
}
SHORT_WAGER_NAMES = {
    **WAGER_NAMES,
    "bad_beat": "BadBt",
    "ultimate_pairs": "Pairs",
    "progressive": "Progr",
}


def styled(text: str, style: str = "") -> Text:
    """Text whose style does not run on into what is appended to it."""
    return Text.assemble((text, style))


def joined(parts: Iterable[Text], separator: Text) -> Text:
    pieces: list[Text] = []
    for part in parts:
        pieces += (separator, part)
    return Text.assemble(*pieces[1:])


def card(shown: Card) -> Text:
    return styled(f"{shown.rank}{SUITS[shown.suit]}", SUIT_STYLES[shown.suit])


def cards(shown: Iterable[Card]) -> Text:
    """Cards face up."""
    return joined(map(card, shown), Text(" "))


def backs(count: int, colour: str) -> Text:
    """Cards face down, in the colour of their deck."""
    return joined([styled(BACK, BACK_STYLES[colour])] * count, Text(" "))


def board(turned: Sequence[Card], face_down: bool, colour: str) -> Text:
    """The flop, and turn and river a little apart; the rest is face down or not dealt yet."""
    shown = [card(each) for each in turned]
    missing = backs(1, colour) if face_down else styled(NO_CARD, "dim")
    shown += [missing] * (5 - len(shown))
    return joined((joined(shown[:3], Text(" ")), joined(shown[3:], Text(" "))), Text("  "))


def plain(amount: Cents) -> str:
    """Dollars without a sign, with cents only if there are any: `12`, `12.50`, `1,000`."""
    whole, part = divmod(abs(amount), 100)
    sign = "−" if amount < 0 else ""
    return f"{sign}{whole:,}" + (f".{part:02d}" if part else "")


def money(amount: Cents) -> str:
    """`$12`, `$12.50`, `−$5`."""
    return f"−${plain(-amount)}" if amount < 0 else f"${plain(amount)}"


def exact(amount: Cents) -> str:
    """Dollars that always show their cents, for columns and meters."""
    whole, _, part = print_dollars(abs(amount)).partition(".")
    return f"{'−' if amount < 0 else ''}{int(whole):,}.{part}"


def signed(amount: Cents) -> Text:
    """A gain or a loss."""
    if amount > 0:
        return styled(f"+{plain(amount)}", "bold green")
    return styled(plain(amount), "bold red") if amount else styled("0", "dim")


def citation(clauses: Sequence[str], most: int = 2) -> Text:
    """The first clauses behind a statement, in parentheses."""
    return styled(f" ({', '.join(clauses[:most])})" if clauses else "", "dim")


_LETTERS = {
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


def _letters_for_symbols(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    symbols = error.object[error.start : error.end]
    return "".join(_LETTERS.get(symbol, "?") for symbol in symbols), error.end


LETTERS_FOR_SYMBOLS = "uth.letters_for_symbols"
"""The encoding error handler for terminals without suit symbols: `Ah` for the ace of hearts."""
codecs.register_error(LETTERS_FOR_SYMBOLS, _letters_for_symbols)
