"""A house's card: its main rules, and what distinguishes it from other houses."""

from __future__ import annotations

from collections.abc import Callable

from uth.core.money import Cents
from uth.reports.houses.model import Cited, HouseCard, HouseEdge
from uth.reports.words import dollars
from uth.rulebook.canonical import digest
from uth.rulebook.model import Band, Rulebook
from uth.table.collection import in_force

WAGER_NAMES = {
    "ante": "Ante",
    "blind": "Blind",
    "play": "Play",
    "trips": "Trips",
    "bad_beat": "Bad Beat",
    "ultimate_pairs": "Ultimate Pairs",
    "progressive": "Five Card Progressive",
    "envy": "Envy",
}
BONUS_WAGERS = ("trips", "bad_beat", "ultimate_pairs", "progressive")
BANK_TEXT = {
    "house": "The house banks the game",
    "player-dealer": "A player banks the game; the house takes no part in the wagers",
}
DEALING_TEXT = {
    "shoe": "From a shoe: one card to each player and the dealer, a second card to each, then five "
    "community cards",
    "shuffler": "From a shuffler: two cards to each player, two to the dealer, then five community "
    "cards",
    "community-first": "Five community cards first, face down, then two cards to each hand",
    "hand-held": "By hand: two cards to each player and the dealer; community cards are dealt as "
    "they are needed",
}


def offers(rules: Rulebook, wager: str) -> bool:
    if wager == "progressive":
        return rules.progressive.offered
    return wager not in BONUS_WAGERS or bool(getattr(rules.wagers, wager))


def _or_none(amount: Cents | None, text: str) -> str:
    return "" if amount is None else text.format(dollars(amount))


def _caps(rules: Rulebook) -> str:
    caps = rules.payouts.aggregate
    if not caps:
        return ""
    by_wager = ", ".join(f"{WAGER_NAMES[wager]} {dollars(cap)}" for wager, cap in caps.items())
    return f"The most that all players together win in a round: {by_wager}"


def _minimums(rules: Rulebook) -> str:
    choices = rules.limits.minimum_choices
    return f"The minimum is {' or '.join(map(dollars, choices))}" if choices else ""


def _maximum(rules: Rulebook) -> str:
    """The maximum payout per player and round, and the wagers that it covers (Q-12)."""
    over = "all wagers except the linked jackpots"
    if rules.payouts.maximum_on == "base":
        over = "Ante, Play and Blind together"
    return _or_none(rules.payouts.maximum, f"A player wins at most {{}} in a round, on {over}")


def _choice(rules: Rulebook) -> str:
    """The pay tables that the house may choose, if its own document gives it the choice."""
    named = {
        "": ("approved_paytables", True),
        "Bad Beat table ": ("approved_bad_beats", rules.wagers.bad_beat),
        "Ultimate Pairs table ": ("approved_ultimate_pairs", rules.wagers.ultimate_pairs),
    }
    choices = [
        f"{of}{' or '.join((', '.join(tables[:-1]), tables[-1]))}"
        for of, (entry, offered) in named.items()
        if offered
        and len(tables := getattr(rules.tables, entry)) > 1
        and not rules.sources[f"tables.{entry}"].startswith("Q-")
    ]
    return f"The house chooses its pay tables: {'; '.join(choices)}" if choices else ""


_Words = Callable[[Rulebook], str]
DISTINCTIONS: dict[str, tuple[str, _Words]] = {
    "bank": ("bank.kind", lambda rules: BANK_TEXT[rules.bank.kind]),
    "collection": ("collection.drop", lambda rules: collection(rules)),
    "back_line": (
        "wagers.back_line",
        lambda rules: "Other players may bet behind a seat" if rules.wagers.back_line else "",
    ),
    "progressive": (
        "progressive.offered",
        lambda rules: (
            "A linked Five Card Progressive with Envy prizes and a mystery"
            if rules.progressive.offered
            else ""
        ),
    ),
    "minimums": ("limits.minimum_choices", _minimums),
    "grandfathering": (
        "limits.grandfathering",
        lambda rules: (
            "Seated players may keep the lower minimum when it is raised"
            if rules.limits.grandfathering
            else ""
        ),
    ),
    "approval": (
        "payouts.approval_above",
        lambda rules: _or_none(rules.payouts.approval_above, "The floor approves payouts above {}"),
    ),
    "maximum": ("payouts.maximum", _maximum),
    "aggregate": ("payouts.aggregate", _caps),
    "leaving": (
        "conduct.leaving_forfeits",
        lambda rules: (
            "Players who leave before their hand is over forfeit their wagers"
            if rules.conduct.leaving_forfeits
            else ""
        ),
    ),
    "tables": ("tables.approved_paytables", _choice),
    "dealing": ("dealing.procedure", lambda rules: DEALING_TEXT[rules.dealing.procedure]),
}
"""What can distinguish a house: the entry, and its text, which is empty if it does not apply."""


def collection(rules: Rulebook) -> str:
    """Who pays which flat fees; empty if no fee is taken."""
    fees = rules.collection
    if not in_force(fees):
        return ""
    kinds: tuple[tuple[str, tuple[Band, ...] | None], ...] = (
        ("the banker pays {} on all wagers", fees.action),
        ("the banker pays {} for each square", fees.square),
        ("each player pays {} on their wagers", fees.player),
    )
    parts = [text.format(_fees(bands)) for text, bands in kinds if bands]
    when = "before the deal" if fees.drop == "before-deal" else "after the settlement"
    return f"A flat fee {when}: {'; '.join(parts)}"


def _fees(bands: tuple[Band, ...]) -> str:
    fees = sorted({band.fee for band in bands})
    low, high = dollars(fees[0]), dollars(fees[-1])
    return low if low == high else f"{low} to {high}"


def apart(rules: Rulebook) -> tuple[Cited, ...]:
    """What distinguishes a house, each with its clause."""
    facts = []
    for name, (path, words) in DISTINCTIONS.items():
        text = words(rules)
        if text:
            clause = rules.sources.get(path)
            facts.append(Cited(name, text, (clause,) if clause else ()))
    return tuple(facts)


def house_card(rules: Rulebook, edge: HouseEdge | None) -> HouseCard:
    """The card; `edge` is None until it is computed."""
    limits, play = rules.limits, rules.play
    facts = apart(rules)
    return HouseCard(
        id=rules.id,
        name=rules.name,
        document=rules.document,
        digest=digest(rules),
        bank=rules.bank.kind,
        bonus_bets=tuple(wager for wager in BONUS_WAGERS if offers(rules, wager)),
        minimum=limits.minimum,
        maximum=limits.maximum,
        bonus_minimum=limits.bonus_minimum,
        chip=limits.chip,
        preflop=play.preflop,
        flop=play.flop,
        river=play.river,
        qualify=play.qualify,
        paytable=rules.tables.paytable,
        dealing=rules.dealing.procedure,
        direction=rules.settlement.direction,
        back_line=rules.wagers.back_line,
        collection=collection(rules),
        apart=facts,
        edge=edge,
        clauses=tuple(dict.fromkeys(clause for fact in facts for clause in fact.clauses)),
    )
