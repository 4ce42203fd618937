"""A house's card: its main rules, and what distinguishes it from other houses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from uth.core.texts import ENGLISH, Catalog, catalog
from uth.reports.assumptions import assumption_facts
from uth.reports.houses.departures import departures, own_rules, stated
from uth.reports.houses.model import Cited, HouseCard, HouseEdge
from uth.rulebook.canonical import digest
from uth.rulebook.entries.pay_lines import Band
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import KINDS, WAGER_FACTS, paid_by
from uth.table.wagers import PROGRESSIVE, WAGERS, bonus_wagers, capped_wagers

READING = "Q-"
"""The prefix of clauses that are readings, not document text."""

Distinction = tuple[str, str, dict[str, Any]]


def _distinctions(rules: Rulebook, words: Catalog) -> Iterator[Distinction]:
    """What distinguishes a house: a name, the entry, and the facts of the text `house.<name>`."""
    limits, payouts = rules.limits, rules.payouts
    yield "bank", "bank.kind", {"bank": rules.bank.kind}
    if rules.collection.in_force:
        fees = "; ".join(_fees(rules, words))
        yield "collection", "collection.drop", {"drop": rules.collection.drop, "fees": fees}
    if rules.wagers.back_line:
        yield "back_line", "wagers.back_line", {}
    if PROGRESSIVE.offered(rules):
        yield PROGRESSIVE.name, WAGER_FACTS[PROGRESSIVE.name].offered, {}
    minimums = rules.choices("limits.minimum")
    if len(minimums) > 1:
        yield "minimums", "limits.minimum", {"choices": minimums}
    if limits.grandfathering:
        yield "grandfathering", "limits.grandfathering", {}
    if payouts.approval_above is not None:
        yield "approval", "payouts.approval_above", {"amount": payouts.approval_above}
    if payouts.maximum is not None:
        counted = [wager.name for wager in capped_wagers(rules)]
        yield "maximum", "payouts.maximum", {"amount": payouts.maximum, "wagers": counted}
    if payouts.aggregate:
        caps = [
            words.text("house.cap", wager=wager, amount=amount)
            for wager, amount in payouts.aggregate.items()
        ]
        yield "aggregate", "payouts.aggregate", {"caps": caps}
    if rules.conduct.leaving_forfeits:
        yield "leaving", "conduct.leaving_forfeits", {}
    choices = "; ".join(_choices(rules, words))
    if choices:
        yield "tables", "tables.paytable", {"choices": choices}
    yield "dealing", "dealing.procedure", {"procedure": rules.dealing.procedure}


def _choices(rules: Rulebook, words: Catalog) -> Iterator[str]:
    """The pay tables that the house may choose, if its own document gives it the choice."""
    for kind in KINDS:
        paid = [facts.name for facts in paid_by(kind) if rules.offers(facts.name)]
        entry = f"tables.{kind}"
        names = rules.choices(entry) if rules.tables.chosen(kind) else ()
        if paid and len(names) > 1 and not rules.sources[entry].startswith(READING):
            base = any(WAGERS[name].base for name in paid)
            key = "house.choice.base" if base else "house.choice.bonus"
            yield words.text(key, wager=paid[0], names=names)


def _fees(rules: Rulebook, words: Catalog) -> Iterator[str]:
    """Who pays which flat fees."""
    fees = rules.collection
    kinds: dict[str, tuple[Band, ...] | None] = {
        "action": fees.action,
        "square": fees.square,
        "player": fees.player,
    }
    for kind, bands in kinds.items():
        if bands:
            low, high = min(band.fee for band in bands), max(band.fee for band in bands)
            amount = "house.fee" if low == high else "house.fees"
            yield words.text(f"house.fee.{kind}", fee=words.text(amount, low=low, high=high))


def house_card(rules: Rulebook, edge: HouseEdge | None, language: str = ENGLISH) -> HouseCard:
    """The card; `edge` is None until it is computed."""
    limits, play, words = rules.limits, rules.play, catalog(language)
    own = own_rules(rules)
    apart = tuple(
        Cited(name, *stated(words.text(f"house.{name}", **facts), clauses, departed, language))
        for name, entry, facts in _distinctions(rules, words)
        for clauses in [filter(None, [rules.sources.get(entry)])]
        for departed in [filter(None, [own.get(entry)])]
    )
    assumed = assumption_facts(rules, language)
    return HouseCard(
        id=rules.id,
        name=rules.name,
        document=rules.document,
        approved_on=rules.approved_on,
        digest=digest(rules),
        bank=rules.bank.kind,
        bonus_bets=tuple(wager.name for wager in bonus_wagers(rules)),
        minimum=limits.minimum,
        maximum=limits.maximum,
        bonus_minimum=limits.bonus_minimum,
        chip=limits.chip,
        jackpot=rules.progressive.seed if PROGRESSIVE.offered(rules) else None,
        preflop=play.preflop,
        flop=play.flop,
        river=play.river,
        qualify=play.qualify,
        paytable=rules.tables.chosen("paytable") or "",
        dealing=rules.dealing.procedure,
        direction=rules.settlement.direction,
        back_line=rules.wagers.back_line,
        collection="".join(fact.text for fact in apart if fact.id == "collection"),
        apart=apart,
        edge=edge,
        assumptions=assumed,
        clauses=tuple(
            dict.fromkeys(clause for fact in (*apart, *assumed) for clause in fact.clauses)
        ),
        approved=rules.approved,
        departures=departures(rules, language),
    )
