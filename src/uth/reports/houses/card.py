"""A house's card: what it is, and what sets it apart, in words made from its rulebook."""

from __future__ import annotations

from collections.abc import Callable

from uth.core.money import Cents
from uth.reports.houses.model import Cited, HouseCard, HouseEdge
from uth.reports.par.words import dollars
from uth.rulebook.canonical import digest
from uth.rulebook.model import Band, Rulebook
from uth.table.collection import in_force

NAMES = {
    "ante": "Ante",
    "blind": "Blind",
    "play": "Play",
    "trips": "Trips",
    "bad_beat": "Bad Beat",
    "ultimate_pairs": "Ultimate Pairs",
    "progressive": "Five Card Progressive",
    "envy": "Envy",
}
BONUS = ("trips", "bad_beat", "ultimate_pairs", "progressive")
BANKS = {
    "house": "The house banks the game",
    "player-dealer": "A player banks the game; the house has no part in it",
}
DEALT = {
    "shoe": "From a shoe: one card to each and the dealer, a second, then five community cards",
    "shuffler": "From a shuffler: two cards to each, two to the dealer, then five community cards",
    "community-first": "Five community cards first, face down; then two cards to each hand",
    "hand-held": "From the hand: two cards to each and the dealer; the board comes as it is needed",
}


def offers(rules: Rulebook, wager: str) -> bool:
    if wager == "progressive":
        return rules.progressive.offered
    return wager not in BONUS or bool(getattr(rules.wagers, wager))


def _or_none(amount: Cents | None, text: str) -> str:
    return "" if amount is None else text.format(dollars(amount))


def _caps(rules: Rulebook) -> str:
    caps = rules.payouts.aggregate
    if not caps:
        return ""
    told = ", ".join(f"{NAMES[wager]} {dollars(cap)}" for wager, cap in caps.items())
    return f"All players together win no more in a round than: {told}"


def _minimums(rules: Rulebook) -> str:
    choices = rules.limits.minimum_choices
    return f"The minimum is {' or '.join(map(dollars, choices))}" if choices else ""


def _maximum(rules: Rulebook) -> str:
    """Per player and hand, over all wagers that it counts (Q-12)."""
    over = "all wagers but the linked jackpots"
    if rules.payouts.maximum_on == "base":
        over = "Ante, Play and Blind together"
    return _or_none(rules.payouts.maximum, f"A player wins {{}} at most in a hand, on {over}")


def _choice(rules: Rulebook) -> str:
    """Which tables the house may use, where its own document leaves it the choice."""
    named = {
        "": ("approved_paytables", True),
        "Bad Beat table ": ("approved_bad_beats", rules.wagers.bad_beat),
        "Ultimate Pairs table ": ("approved_ultimate_pairs", rules.wagers.ultimate_pairs),
    }
    told = [
        f"{of}{' or '.join((', '.join(tables[:-1]), tables[-1]))}"
        for of, (entry, offered) in named.items()
        if offered
        and len(tables := getattr(rules.tables, entry)) > 1
        and not rules.sources[f"tables.{entry}"].startswith("Q-")
    ]
    return f"The house chooses its pay tables: {'; '.join(told)}" if told else ""


_Words = Callable[[Rulebook], str]
APART: dict[str, tuple[str, _Words]] = {
    "bank": ("bank.kind", lambda rules: BANKS[rules.bank.kind]),
    "collection": ("collection.drop", lambda rules: collection(rules)),
    "back_line": (
        "wagers.back_line",
        lambda rules: "Others may bet behind a seat" if rules.wagers.back_line else "",
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
            "Seated players may keep a lower minimum when it is raised"
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
            "Who leaves before his hand is over forfeits his wagers"
            if rules.conduct.leaving_forfeits
            else ""
        ),
    ),
    "tables": ("tables.approved_paytables", _choice),
    "dealing": ("dealing.procedure", lambda rules: DEALT[rules.dealing.procedure]),
}
"""What may set a house apart: the entry that it rests on, and how it is said; empty if not so."""


def collection(rules: Rulebook) -> str:
    """Who pays which flat fees, in brief; nothing where no fee is taken."""
    found = rules.collection
    if not in_force(found):
        return ""
    kinds: tuple[tuple[str, tuple[Band, ...] | None], ...] = (
        ("the banker, on all that is staked,", found.action),
        ("the banker, for each square,", found.square),
        ("each player, on his wagers,", found.player),
    )
    parts = [f"{who} pays {_fees(bands)}" for who, bands in kinds if bands]
    when = "before the deal" if found.drop == "before-deal" else "after the settlement"
    return f"A flat fee {when}: {'; '.join(parts)}"


def _fees(bands: tuple[Band, ...]) -> str:
    fees = sorted({band.fee for band in bands})
    low, high = dollars(fees[0]), dollars(fees[-1])
    return low if low == high else f"{low} to {high}"


def apart(rules: Rulebook) -> tuple[Cited, ...]:
    """Only what the house has; each with the clause of the entry it rests on."""
    found = []
    for name, (path, words) in APART.items():
        text = words(rules)
        if text:
            clause = rules.sources.get(path)
            found.append(Cited(name, text, (clause,) if clause else ()))
    return tuple(found)


def house_card(rules: Rulebook, edge: HouseEdge | None) -> HouseCard:
    limits, play = rules.limits, rules.play
    told = apart(rules)
    return HouseCard(
        rules.id,
        rules.name,
        rules.document,
        digest(rules),
        rules.bank.kind,
        tuple(wager for wager in BONUS if offers(rules, wager)),
        limits.minimum,
        limits.maximum,
        limits.bonus_minimum,
        limits.chip,
        play.preflop,
        play.flop,
        play.river,
        play.qualify,
        rules.tables.paytable,
        rules.dealing.procedure,
        rules.settlement.direction,
        rules.wagers.back_line,
        collection(rules),
        told,
        edge,
        tuple(dict.fromkeys(clause for fact in told for clause in fact.clauses)),
    )
