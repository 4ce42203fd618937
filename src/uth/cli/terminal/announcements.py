"""What the dealer and the players say and do: each event as one sentence with its clause."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from uth.cli.language import text, texts, wager_text
from uth.cli.terminal.display import cards_text, citation, styled
from uth.core.money import dollars
from uth.core.texts import held_text
from uth.table import events as e
from uth.table.state import CHECK, FOLD
from uth.table.wagers import WAGERS

STYLES: dict[type[e.Event], str] = {
    e.DealerCall: "dim",
    e.Forfeited: "red",
    e.BankTaken: "magenta",
    e.BankUntaken: "yellow",
    e.BetsClosed: "bold",
    e.MysteryWon: "bold bright_yellow",
    e.JackpotsClaimed: "bold bright_yellow",
    e.JackpotsAwarded: "bold bright_yellow",
    e.BankSettled: "magenta",
}
"""Events that look different from others."""


def announcement(event: e.Event, you: str) -> Text | None:
    """An event in words; None if there are none for it."""
    key = f"{type(event).__name__}{_variant(event)}"
    addressed = f"you.{key}" if getattr(event, "player", "") == you else ""
    words = texts().texts.get(addressed) or texts().texts.get(f"event.{key}")
    if words is None:
        return None
    sentence = texts().fill(words, _facts(event))
    clauses: tuple[str, ...] = getattr(event, "clauses", ())
    style = STYLES.get(type(event), "")
    return styled(sentence[:1].upper() + sentence[1:], style) + citation(clauses)


def _variant(event: e.Event) -> str:
    """Which of several texts an event has."""
    match event:
        case e.BoardTurned():
            return ".flop" if len(event.cards) == 3 else ".river"
        case e.DealerCall():
            return ".seat" if event.seat else ""
        case e.Acted():
            return {CHECK: ".check", FOLD: ".fold"}.get(event.multiple, ".play")
        case e.BankDeclined():
            return ".back" if event.amount else ""
        case e.DealerTurned():
            return ".plays" if event.qualifies else ".not"
        case _:
            return ""


def _facts(event: Any) -> dict[str, object]:
    facts = {field: getattr(event, field) for field in event.__struct_fields__}
    if "wager" in facts:
        facts["wager"] = wager_text(event.wager)
    if isinstance(event, e.DealerCall):
        facts["text"] = call_text(event)
    if "cards" in facts:
        facts["cards"] = cards_text(event.cards)
    if "hand" in facts:
        facts["hand"] = held_text(event.hand, texts())
    if "wagers" in facts:
        facts["wagers"] = wagers_text(event.wagers)
    if "awards" in facts:
        facts["awards"] = ", ".join(dollars(amount) for _, amount, _ in event.awards)
    return facts


def call_text(event: e.DealerCall) -> str:
    return text(f"dealer.{event.call}", **event.facts)


def wagers_text(stakes: dict[str, int]) -> str:
    """`Ante $10, Blind $10, Trips $5`."""
    staked = [f"{wager_text(name)} {dollars(stakes[name])}" for name in WAGERS if name in stakes]
    return ", ".join(staked) or text("history.nothing")
