"""What no entry of a rulebook can say alone: entries that must go together."""

from __future__ import annotations

from uth.rulebook.entries.section import entry_of
from uth.rulebook.wager_facts import WAGER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from uth.core.money import Cents
    from uth.core.refusal import Gather
    from uth.rulebook import model
    from uth.rulebook.wager_facts import WagerFacts

    Add = Callable[..., None]


MOST_RATES = 5
"""CA-11: no more than five collection rates a table."""


def cross_check(gather: Gather, parts: dict[str, Any], sources: dict[str, str]) -> None:
    """Every pair of entries that contradict each other; what could not be read is None."""

    def add(code: str, path: str, by: str = "", **facts: Any) -> None:
        clause = sources.get(by, sources.get(path, ""))
        gather.add(code, where=path, clause=clause, **facts)

    limits, bank = parts["limits"], parts["bank"]
    collection, progressive = parts["collection"], parts["progressive"]
    if limits:
        _limits(add, limits)
    _wagers(add, parts)
    if collection:
        _collection(add, collection)
    if progressive:
        _progressive(add, progressive)
        stake, chip = progressive.wager, limits and limits.chip
        if progressive.offered and stake and chip and stake % chip:
            add("limits/chip", "progressive.wager", amount=stake)
        ceiling, most = limits and limits.ceiling, limits and limits.maximum
        if progressive.offered and stake and ceiling and stake > ceiling:
            add("limits/above_ceiling", "progressive.wager", amount=stake, ceiling=ceiling)
        elif progressive.offered and stake and most and stake > most:
            add("wager/above_maximum", "progressive.wager", stake=stake, limit=most)
    if bank and bank.kind:
        _bank(add, bank, sources)
        banked = bank.kind == "player-dealer"
        settling = parts["settlement"]
        direction = settling and settling.direction
        if direction and (direction == "from-banker") != banked:
            add("settlement/direction", "settlement.direction")
        for name in ("schedule", "action", "square", "player"):
            if collection and not banked and getattr(collection, name) is not None:
                add("collection/house", f"collection.{name}")
        if banked and parts["conduct"] and parts["conduct"].leaving_forfeits:
            add("conduct/player_dealer", "conduct.leaving_forfeits", "bank.kind")
        if progressive and progressive.offered and banked:
            add("progressive/player_dealer", "progressive.offered")


def _bank(add: Add, bank: model.BankRules, sources: dict[str, str]) -> None:
    banked = bank.kind == "player-dealer"
    for path, given in (
        ("bank.coverage", bank.coverage),
        ("bank.consecutive_rounds", bank.consecutive_rounds),
    ):
        if banked and given is None and path not in sources:
            add("bank/missing", path)
        if not banked and given is not None:
            add("bank/house", path)


def _says(parts: dict[str, Any], facts: WagerFacts) -> bool | None:
    """Whether a house offers a wager; None where it does not mention it."""
    if facts.comes_with:
        return _says(parts, WAGER_FACTS[facts.comes_with])
    if not facts.offered:
        return True
    section, _, field = facts.offered.partition(".")
    said: bool | None = entry_of(parts[section], field)
    return said


def _wagers(add: Add, parts: dict[str, Any]) -> None:
    """What a wager that is offered needs besides."""
    wagers, tables, settlement = parts["wagers"], parts["tables"], parts["settlement"]
    says = {name: _says(parts, facts) for name, facts in WAGER_FACTS.items()}
    mentioned = [name for name, said in says.items() if said is not None]
    if settlement and settlement.order and not {*mentioned} <= {*settlement.order}:
        add("rulebook/order", "settlement.order", wagers=mentioned)
    for name in mentioned:
        facts = WAGER_FACTS[name]
        if not says[name]:
            continue
        if wagers and wagers.entries.get(facts.needs_entry) and says[facts.needs] is False:
            add("wagers/needs", facts.offered, wager=name, needed=facts.needs)
        if tables and facts.pays and facts.pays.kind not in tables.entries:
            add("paytable/missing", f"tables.{facts.pays.kind}", wager=name)


def _limits(add: Add, limits: model.Limits) -> None:
    bounds: list[tuple[str, Cents | None]] = [
        ("minimum", limits.minimum),
        ("maximum", limits.maximum),
        ("bonus_minimum", limits.bonus_minimum),
    ]
    for name, value in bounds:
        if value is not None:
            _bound(add, limits, name, value)
    ceiling = limits.ceiling
    if ceiling is not None and limits.maximum is not None and limits.maximum > ceiling:
        by = "limits.ceiling"
        add("limits/above_ceiling", "limits.maximum", by, amount=limits.maximum, ceiling=ceiling)
    if (ceiling is None) != (limits.ceiling_source is None):
        add("limits/ceiling_source", "limits.ceiling_source", "limits.ceiling")


def _bound(add: Add, limits: model.Limits, name: str, value: Cents) -> None:
    """One bound of a wager: not above the maximum, in whole chips (Q-10)."""
    path, most = f"limits.{name}", limits.maximum
    if most is not None and value > most:
        add("limits/crossed", path, minimum=value, maximum=most)
    if limits.chip and value % limits.chip:
        add("limits/chip", path, "limits.chip", amount=value)


def _collection(add: Add, collection: model.Collection) -> None:
    if collection.square and (collection.schedule or collection.action):
        add("collection/twice", "collection.square")


def check_rates(gather: Gather, collection: model.Collection | None) -> None:
    """A table has at most five different rates, over all its bands (CA-11, Q-22)."""
    every = ("action", "square", "player")
    given = {name: bands for name in every if (bands := getattr(collection, name, None))}
    rates = len({band.fee for bands in given.values() for band in bands})
    if rates > MOST_RATES:
        where = f"collection.{[*given][-1]}"
        gather.add(
            "collection/too_many_rates", where=where, clause="Q-22", rates=rates, most=MOST_RATES
        )


def _progressive(add: Add, progressive: Any) -> None:
    main, mystery = progressive.main_share or 0, progressive.mystery_share or 0
    if main + mystery > 10_000:
        add("progressive/shares", "progressive.mystery_share")
    if progressive.mystery_between is None:
        return
    low, high = progressive.mystery_between
    if (progressive.mystery_restart or 0) > low:
        add("progressive/restart", "progressive.mystery_restart")
    if (progressive.wager or 0) * mystery > (high - low) * 10_000:
        add("progressive/mystery", "progressive.mystery_between")
