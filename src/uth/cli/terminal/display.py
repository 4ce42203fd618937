"""Cards, amounts and clauses as styled text for the screen."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence

from rich.text import Text

from uth.core.cards import Card
from uth.core.money import Cents, dollars

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_STYLES = {
    "c": "bold green on bright_white",
    "d": "bold blue on bright_white",
    "h": "bold red on bright_white",
    "s": "bold black on bright_white",
}
"""Four colours, so that a flush shows at a glance."""
BACK_STYLES = {"red": "bright_white on red", "blue": "bright_white on blue"}
BACK, NO_CARD = "░░", "··"


def styled(text: str, style: str = "") -> Text:
    """Text with its cards in colour, whose style does not run on into what is appended to it."""
    result = Text.assemble((text, style))
    for suit, symbol in SUITS.items():
        result.highlight_regex(f"[2-9TJQKA]{symbol}", SUIT_STYLES[suit])
    return result


def joined(parts: Iterable[Text], separator: str) -> Text:
    return Text(separator).join(parts)


def cards_text(shown: Iterable[Card]) -> str:
    return " ".join(f"{card.text[0]}{SUITS[card.suit]}" for card in shown)


def cards(shown: Iterable[Card]) -> Text:
    """Cards face up."""
    return styled(cards_text(shown))


def backs(count: int, colour: str) -> Text:
    """Cards face down, in the colour of their deck."""
    return joined([styled(BACK, BACK_STYLES[colour])] * count, " ")


def board(turned: Sequence[Card], face_down: bool, colour: str) -> Text:
    """The flop, and turn and river a little apart; the rest is face down or not dealt yet."""
    shown = [cards([card]) for card in turned]
    missing = backs(1, colour) if face_down else styled(NO_CARD, "dim")
    shown += [missing] * (5 - len(shown))
    return joined((joined(shown[:3], " "), joined(shown[3:], " ")), "  ")


def plain(amount: Cents) -> str:
    """Dollars without a sign, with cents only if there are any: `12`, `12.50`, `1,000`."""
    return dollars(amount).replace("$", "")


def exact(amount: Cents) -> str:
    """Dollars that always show their cents, for columns and meters."""
    return f"{'−' if amount < 0 else ''}{abs(amount) // 100:,}.{abs(amount) % 100:02d}"


def signed(amount: Cents) -> Text:
    """A gain or a loss."""
    if amount > 0:
        return styled(f"+{plain(amount)}", "bold green")
    return styled(plain(amount), "bold red") if amount else styled("0", "dim")


def citation(clauses: Sequence[str], most: int = 2) -> Text:
    """The first clauses behind a statement, in parentheses."""
    return styled(f" ({', '.join(clauses[:most])})" if clauses else "", "dim")


_LETTERS = {
    **{symbol: suit for suit, symbol in SUITS.items()},
    "░": "#",
    "·": ".",
    "–": "-",
    "−": "-",
    "—": "-",
    "×": "x",
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
