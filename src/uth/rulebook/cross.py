"""What no entry of a rulebook can say alone: entries that must go together."""

from __future__ import annotations

from uth.core.money import print_dollars
from uth.rulebook.catalogue import CATALOGUE
from uth.rulebook.readers import MOST_RATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from uth.core.money import Cents
    from uth.core.refusal import Gather
    from uth.rulebook import model
    from uth.rulebook.catalogue import WagerFacts

    Add = Callable[..., None]


def cross_check(gather: Gather, parts: dict[str, Any], sources: dict[str, str]) -> None:
    """Every pair of entries that contradict each other; what could not be read is None."""

    def add(code: str, sentence: str, path: str, by: str = "") -> None:
        gather.add(code, sentence, path, sources.get(by, sources.get(path, "")))

    limits, bank, wagers = parts["limits"], parts["bank"], parts["wagers"]
    collection, progressive = parts["collection"], parts["progressive"]
    if limits:
        _limits(add, limits)
    _wagers(add, parts)
    if wagers and wagers.back_line and wagers.approved_back_line is False:
        behind = "back-line wagering is not permitted here"
        add("wagers/back_line", behind, "wagers.back_line", "wagers.approved_back_line")
    if collection:
        _collection(add, collection)
    if progressive:
        _progressive(add, progressive)
        stake, chip = progressive.wager, limits and limits.chip
        if progressive.offered and stake and chip and stake % chip:
            odd = f"{print_dollars(stake)} is not a multiple of the smallest chip"
            add("limits/chip", odd, "progressive.wager")
    if bank and bank.kind:
        _bank(add, bank, sources)
        banked = bank.kind == "player-dealer"
        settling = parts["settlement"]
        direction = settling and settling.direction
        if direction and (direction == "from-banker") != banked:
            add(
                "settlement/direction",
                "from-banker goes with a player-dealer, and only with one",
                "settlement.direction",
            )
        for name in ("schedule", "action", "square", "player"):
            if collection and not banked and getattr(collection, name) is not None:
                path = f"collection.{name}"
                add("collection/house", "a house that banks takes no collection", path)
        if banked and parts["conduct"] and parts["conduct"].leaving_forfeits:
            add(
                "conduct/player_dealer",
                "what a player forfeits would go to a house that has no part in the game",
                "conduct.leaving_forfeits",
                "bank.kind",
            )
        if progressive and progressive.offered and banked:
            add(
                "progressive/player_dealer",
                "a house with no interest in the outcome can't pay a Progressive",
                "progressive.offered",
            )


def _bank(add: Add, bank: model.Bank, sources: dict[str, str]) -> None:
    banked = bank.kind == "player-dealer"
    for path, given in (
        ("bank.coverage", bank.coverage),
        ("bank.consecutive_rounds", bank.consecutive_rounds),
    ):
        if banked and given is None and path not in sources:
            add("bank/missing", "a player-dealer's bank needs this", path)
        if not banked and given is not None:
            add("bank/house", "only a player-dealer's bank has this", path)


def _says(parts: dict[str, Any], facts: WagerFacts) -> bool | None:
    """Whether a house offers a wager; None where it does not mention it."""
    if facts.comes_with:
        return _says(parts, CATALOGUE[facts.comes_with])
    if not facts.offered:
        return True
    section, _, field = facts.offered.partition(".")
    said: bool | None = getattr(parts[section], field, None)
    return said


def _wagers(add: Add, parts: dict[str, Any]) -> None:
    """What a wager that is offered needs besides."""
    wagers, tables, settlement = parts["wagers"], parts["tables"], parts["settlement"]
    says = {name: _says(parts, facts) for name, facts in CATALOGUE.items()}
    mentioned = [name for name, said in says.items() if said is not None]
    if settlement and settlement.order and not {*mentioned} <= {*settlement.order}:
        each = f"the order should name each of {', '.join(mentioned)} once"
        add("rulebook/order", each, "settlement.order")
    for name in mentioned:
        facts = CATALOGUE[name]
        if not says[name]:
            continue
        if wagers and wagers.entries.get(facts.needs_entry) and says[facts.needs] is False:
            needed = CATALOGUE[facts.needs].label
            needs = f"{facts.label} needs {needed}, which this house does not have"
            add(f"wagers/needs_{facts.needs}", needs, facts.offered)
        if tables and facts.pays and facts.pays.kind not in tables.entries:
            path = f"tables.{facts.pays.kind}"
            add("rulebook/missing", f"{facts.label} needs a pay table", path)


def _limits(add: Add, limits: model.Limits) -> None:
    least, choices = limits.minimum, limits.minimum_choices or ()
    bounds: list[tuple[str, Cents | None]] = [
        ("minimum", limits.minimum),
        ("maximum", limits.maximum),
        ("bonus_minimum", limits.bonus_minimum),
        *(("minimum_choices", choice) for choice in choices),
    ]
    for name, value in bounds:
        if value is not None:
            _bound(add, limits, name, value)
    if choices and least is not None and least not in choices:
        offered = " or ".join(map(print_dollars, choices))
        wrong = f"the minimum {print_dollars(least)} should be {offered}"
        add("limits/choice", wrong, "limits.minimum", "limits.minimum_choices")


def _bound(add: Add, limits: model.Limits, name: str, value: Cents) -> None:
    """One bound of a wager: below the maximum, within what is approved, in whole chips (Q-10)."""
    shown, path, most = print_dollars(value), f"limits.{name}", limits.maximum
    if most is not None and value > most:
        crossed = f"the minimum {shown} is above the maximum {print_dollars(most)}"
        add("limits/crossed", crossed, path)
    within = getattr(limits, f"{name}_within", None)
    if within and not within[0] <= value <= within[1]:
        first, last = map(print_dollars, within)
        add("limits/outside", f"{shown} is outside {first} to {last}", path, f"{path}_within")
    if limits.chip and value % limits.chip:
        add("limits/chip", f"{shown} is not a multiple of the smallest chip", path, "limits.chip")


def _collection(add: Add, collection: model.Collection) -> None:
    by_wager = {
        band.start for bands in (collection.player, collection.square) for band in bands or ()
    }
    rates = len(by_wager) + len(collection.action or ())
    if by_wager and collection.action and rates > MOST_RATES:
        many = f"{rates} rates in all where a table may have {MOST_RATES}"
        add("collection/too_many_rates", many, "collection.action")
    if collection.square and (collection.schedule or collection.action):
        both = "the bank's fee is per square or on table action, not both"
        add("collection/twice", both, "collection.square")


def _progressive(add: Add, progressive: Any) -> None:
    main, mystery = progressive.main_share or 0, progressive.mystery_share or 0
    if main + mystery > 10_000:
        more = "the meters together would get more than the whole wager"
        add("progressive/shares", more, "progressive.mystery_share")
    if progressive.mystery_between is None:
        return
    low, high = progressive.mystery_between
    if (progressive.mystery_restart or 0) > low:
        restart = "the mystery would restart above the least value it may hit at"
        add("progressive/restart", restart, "progressive.mystery_restart")
    if (progressive.wager or 0) * mystery > (high - low) * 10_000:
        jump = "one wager would carry the mystery over all values it may hit at"
        add("progressive/mystery", jump, "progressive.mystery_between")
