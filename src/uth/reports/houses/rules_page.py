"""The rules page of a house, generated from its rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from uth.core.money import parse_dollars
from uth.core.texts import ENGLISH, Catalog, catalog
from uth.reports.houses.card import READING, house_card
from uth.reports.houses.departures import own_rules, stated
from uth.reports.houses.model import (
    Caps,
    Cited,
    Clause,
    FeeBand,
    Fees,
    HouseEdge,
    HouseRules,
    Jackpot,
    WagerRule,
)
from uth.reports.houses.pay_tables import pay_tables
from uth.reports.houses.rule_entries import rule_entries
from uth.rulebook import store
from uth.rulebook.entries.pay_lines import Band
from uth.rulebook.model import Rulebook
from uth.table.wagers import (
    BASE,
    PLACED,
    PROGRESSIVE,
    WagerKind,
    bonus_wagers,
    capped_wagers,
    offered_wagers,
)

CLAUSE = re.compile(r"(?:CA|CB|BB|CR|PA|LW)-[0-9.]+[0-9]|(?:CA|CB|BB|CR|PA|LW)-[0-9]")
SAME_AS = re.compile(r"\b[Aa]s ((?:CA|CB|BB|CR|PA|LW)-[0-9.]+(?: and [A-Z]{2}-[0-9.]+)*)")
"""A rule that is the same as others."""


def clauses(language: str = ENGLISH) -> dict[str, Clause]:
    """All clauses by name."""
    known, words = store.clause_list(), catalog(language)
    wordings = {name: entry["wording"] for name, entry in known.items()}
    return {
        name: Clause(
            id=name,
            house=entry["house"],
            wording=_resolved(entry["wording"], wordings),
            meaning=words.text(f"clause.{name}"),
        )
        for name, entry in known.items()
    }


def _resolved(wording: str, wordings: Mapping[str, str]) -> str:
    """A wording that refers to another rule ("as CR-14") is followed by that rule."""
    named = [name for names in SAME_AS.findall(wording) for name in CLAUSE.findall(names)]
    return " ".join([wording, *(f"[{name}: {wordings[name]}]" for name in named)])


def notice(rules: Rulebook) -> Cited:
    """The problem-gambling notice (PA-14), which every house shows."""
    text = rules.layout.notice or store.load_house("hollywood-pa").layout.notice
    return Cited("notice", text or "", ("PA-14",))


STEP_ENTRIES: dict[str, tuple[str, ...]] = {
    "deal": ("dealing.procedure",),
    "preflop": ("play.preflop",),
    "flop": ("play.flop",),
    "river": ("play.river",),
    "folds": ("settlement.folds",),
    "dealer": ("play.qualify",),
    "settlement": ("settlement.direction", "settlement.antes_first", "settlement.order"),
}
"""What a step's sentence says of the house's own entries."""


def steps(rules: Rulebook, words: Catalog) -> tuple[Cited, ...]:
    """The steps of a round, each with its clauses in this house, or as its own rule."""
    own = own_rules(rules)
    play, settlement = rules.play, rules.settlement
    bonus = [wager.name for wager in bonus_wagers(rules)]
    dealing = rules.dealing.procedure

    def step(name: str, *occasions: str, text: str = "", **facts: object) -> Cited:
        sentence = words.text(text or f"step.{name}", **facts)
        departed = [own[entry] for entry in STEP_ENTRIES.get(name, ()) if entry in own]
        return Cited(name, *stated(sentence, _cited(rules, occasions), departed, words.language))

    def bets(multiples: Iterable[int]) -> list[str]:
        return [words.text("step.multiple", multiple=multiple) for multiple in multiples]

    every = [
        step(
            "wagers",
            "wagers.placed",
            "wagers.equal",
            "wagers.bonus",
            text="step.wagers.bonus" if bonus else "step.wagers",
            bonus=bonus,
        ),
        step("closed", "wagers.closed"),
        step("deal", "deal.seats", f"deal.{dealing}", procedure=dealing),
        step("preflop", "act.preflop", bets=bets(play.preflop)),
        step("flop", "turn.flop", "act.flop", bets=bets(play.flop)),
        step("river", "turn.river", "act.river", "act.fold", bets=bets(play.river)),
        *([step("folds", "settlement.folds")] if settlement.folds == "at-fold" else []),
        step("dealer", "turn.dealer", "hand.ranked", "play.qualify", qualify=play.qualify),
        step(
            "settlement",
            "settlement.order",
            "settlement.refund",
            text="step.settlement.antes" if settlement.antes_first else "step.settlement",
            direction=settlement.direction,
            order=_settled(rules),
        ),
    ]
    if rules.player_dealer:
        every.insert(0, step("bank", "bank.offered", "bank.taken"))
        every.append(step("cover", "cover.returned", "cover.partly"))
    if rules.collection.in_force:
        at = 3 if rules.collection.drop == "before-deal" else len(every)
        every.insert(at, step("fee", "fee.taken"))
    return tuple(every)


def _settled(rules: Rulebook) -> tuple[str, ...]:
    """The wagers that the house has, in the order in which they are settled."""
    return tuple(wager for wager in rules.settlement.order if rules.offers(wager))


def _cited(rules: Rulebook, occasions: Iterable[str]) -> tuple[str, ...]:
    """The clauses for occasions and entries, each once."""
    cited = [clause for occasion in occasions for clause in rules.cite(occasion)]
    cited += [rules.sources[occasion] for occasion in occasions if occasion in rules.sources]
    return tuple(dict.fromkeys(cited))


def _wager_rule(rules: Rulebook, wager: WagerKind, words: Catalog) -> WagerRule:
    """A wager on the layout, with its limits and endings."""
    limits, fixed = rules.limits, wager.fixed_stake(rules)
    limited = wager.placed and fixed is None
    with_base = () if wager.base or not wager.placed else tuple(filter(PLACED.__contains__, BASE))
    return WagerRule(
        id=wager.name,
        name=words.text(f"wager.{wager.name}"),
        minimum=wager.minimum(rules, limits.minimum) if limited else None,
        maximum=limits.maximum if limited else None,
        fixed=fixed,
        needs=(*with_base, *filter(None, [wager.needs(rules)])),
        endings={
            ending: cited
            for ending in wager.endings
            if (cited := rules.cite(f"{wager.name}.{ending}"))
        },
    )


def fees(rules: Rulebook) -> Fees | None:
    """The fees of a house with a player-dealer; None if the house banks."""
    if not rules.player_dealer:
        return None
    collection = rules.collection
    return Fees(
        drop=collection.drop,
        schedule=collection.schedule,
        action=_bands(collection.action),
        square=_bands(collection.square),
        player=_bands(collection.player),
        schedules={
            number: tuple(
                FeeBand(parse_dollars(band["from"]), parse_dollars(band["fee"]))
                for band in schedule["bands"]
            )
            for number, schedule in store.data("schedules.toml").items()
        },
        clauses=_cited(rules, ("table.fees_told", "fee.taken", "fee.none")),
    )


def _bands(bands: tuple[Band, ...] | None) -> tuple[FeeBand, ...]:
    return tuple(FeeBand(band.start, band.fee) for band in bands or ())


def _jackpot(rules: Rulebook) -> Jackpot | None:
    if not PROGRESSIVE.offered(rules):
        return None
    return msgspec.convert(rules.progressive, Jackpot, from_attributes=True)


def house_rules(rules: Rulebook, edge: HouseEdge | None, language: str = ENGLISH) -> HouseRules:
    """All sections of the page, in a language."""
    known, payouts, words = clauses(language), rules.payouts, catalog(language)
    card, tables = house_card(rules, edge, language), pay_tables(rules, language)
    named = [*rules.sources.values(), *card.clauses, "PA-14"]
    named += [clause for cited in rules.cites.values() for clause in cited]
    named += [clause for table in tables for clause in table.clauses]
    used = {name: known[name] for name in known if name in set(named)}
    caps = Caps(
        payouts.maximum,
        tuple(wager.name for wager in capped_wagers(rules)),
        payouts.aggregate or {},
        payouts.approval_above,
    )
    return HouseRules(
        card=card,
        places=rules.layout.places,
        circles=rules.layout.circles,
        inscription=rules.layout.inscription or "",
        steps=steps(rules, words),
        wagers=tuple(_wager_rule(rules, wager, words) for wager in offered_wagers(rules)),
        pay_tables=tables,
        settlement_order=_settled(rules),
        antes_first=rules.settlement.antes_first,
        caps=caps,
        jackpot=_jackpot(rules),
        fees=fees(rules),
        readings=tuple(clause for name, clause in used.items() if name.startswith(READING)),
        clauses=used,
        entries=rule_entries(rules, language),
        notice=notice(rules),
        published=Cited("receipt", words.text("house.published")),
    )
