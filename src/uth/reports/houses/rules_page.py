"""The rules page of a house, generated from its rulebook."""

from __future__ import annotations

from collections.abc import Iterable

from uth.core.money import Cents, parse_dollars
from uth.reports.houses.card import BONUS_WAGERS, DEALING_TEXT, WAGER_NAMES, house_card, offers
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
from uth.reports.houses.pay_tables import READING, pay_tables
from uth.reports.houses.rule_entries import rule_entries
from uth.rulebook import store
from uth.rulebook.model import WAGERS, Band, Rulebook
from uth.rulebook.own import ENDINGS
from uth.table.collection import in_force

PUBLISHED = Cited(
    "receipt",
    "When a round is over, its receipt is published: the seed and the order of the whole deck, so "
    "that anyone can check the shuffle. It also shows the cards that were folded.",
)


def clauses() -> dict[str, Clause]:
    """All clauses by name."""
    return {
        name: Clause(name, entry["house"], entry["wording"])
        for name, entry in store.clause_list().items()
    }


def notice(rules: Rulebook) -> Cited:
    """The problem-gambling notice (PA-14), which every house shows."""
    text = rules.layout.notice or store.load_house("hollywood-pa").layout.notice
    return Cited("notice", text or "", ("PA-14",))


def _bets(multiples: Iterable[int]) -> str:
    return " or ".join(f"{multiple}x" for multiple in multiples)


def steps(rules: Rulebook) -> tuple[Cited, ...]:
    """The steps of a round, each with its clauses in this house."""
    play = rules.play
    bonus = ", ".join(WAGER_NAMES[wager] for wager in BONUS_WAGERS if offers(rules, wager))
    need = "with a pair or better" if play.qualify == "pair" else "with any hand"
    rows: list[tuple[str, str, tuple[str, ...]]] = [
        (
            "wagers",
            f"Bet equal amounts on Ante and Blind{f'; {bonus} are optional' if bonus else ''}",
            ("wagers.placed", "wagers.equal", "wagers.bonus"),
        ),
        ("closed", "The dealer calls “No more bets”", ("wagers.closed",)),
        (
            "deal",
            DEALING_TEXT[rules.dealing.procedure],
            ("deal.seats", f"deal.{rules.dealing.procedure}"),
        ),
        (
            "preflop",
            f"Look at your two cards: check, or bet {_bets(play.preflop)} your Ante on Play",
            ("act.preflop",),
        ),
        (
            "flop",
            "Three community cards are turned. If you have not bet: check, or bet "
            f"{_bets(play.flop)}",
            ("turn.flop", "act.flop"),
        ),
        (
            "river",
            "The last two community cards are turned together. If you have not bet: bet "
            f"{_bets(play.river)}, or fold",
            ("turn.river", "act.river", "act.fold"),
        ),
        (
            "dealer",
            f"The dealer's cards are turned; the dealer qualifies {need}. The best five of seven "
            "cards win",
            ("turn.dealer", "hand.ranked", "play.qualify"),
        ),
        ("settlement", _settlement(rules), ("settlement.order", "settlement.refund")),
    ]
    if rules.player_dealer:
        offer = ("bank", "The bank is offered in turn; the player who takes it chooses its amount")
        rows.insert(0, (*offer, ("bank.offered", "bank.taken")))
        rows.append(
            (
                "cover",
                "What the bank cannot cover is returned",
                ("cover.returned", "cover.partly"),
            )
        )
    if in_force(rules.collection):
        at = 3 if rules.collection.drop == "before-deal" else len(rows)
        rows.insert(at, ("fee", "The fee is collected", ("fee.taken",)))
    return tuple(Cited(name, text, _cited(rules, occasions)) for name, text, occasions in rows)


def _settlement(rules: Rulebook) -> str:
    way = {
        "right-to-left": "from right to left",
        "left-to-right": "from left to right",
        "from-banker": "clockwise from the banker",
    }[rules.settlement.direction]
    order = ", ".join(
        WAGER_NAMES[wager] for wager in rules.settlement.order if _on_layout(rules, wager)
    )
    first = (
        "If the dealer does not qualify, Antes are returned first. " * rules.settlement.antes_first
    )
    return f"{first}Hands are settled {way}, each in this order: {order}"


def _on_layout(rules: Rulebook, wager: str) -> bool:
    return offers(rules, "progressive" if wager == "envy" else wager)


def _cited(rules: Rulebook, occasions: Iterable[str]) -> tuple[str, ...]:
    """The clauses for occasions and entries, each once."""
    cited = [clause for occasion in occasions for clause in rules.cite(occasion)]
    cited += [rules.sources[occasion] for occasion in occasions if occasion in rules.sources]
    return tuple(dict.fromkeys(cited))


def wager_rules(rules: Rulebook) -> tuple[WagerRule, ...]:
    """The wagers on the layout, with their limits and endings."""
    limits = rules.limits
    wagers = []
    for wager in WAGERS:
        if not _on_layout(rules, wager):
            continue
        bounds: tuple[Cents | None, Cents | None] = (limits.minimum, limits.maximum)
        fixed = rules.progressive.wager if wager == "progressive" else None
        if wager in ("play", "envy", "progressive"):
            bounds = (None, None)
        elif wager in BONUS_WAGERS:
            bounds = (limits.bonus_minimum or limits.minimum, limits.maximum)
        needs: tuple[str, ...] = ("ante", "blind") if wager in BONUS_WAGERS else ()
        if wager == "bad_beat" and rules.wagers.bad_beat_needs_trips:
            needs = (*needs, "trips")
        endings = {
            ending: rules.cite(f"{wager}.{ending}")
            for ending in ENDINGS[wager]
            if rules.cite(f"{wager}.{ending}")
        }
        wagers.append(
            WagerRule(
                id=wager,
                name=WAGER_NAMES[wager],
                minimum=bounds[0],
                maximum=bounds[1],
                fixed=fixed,
                needs=needs,
                endings=endings,
            )
        )
    return tuple(wagers)


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
    terms = rules.progressive
    if not terms.offered:
        return None
    return Jackpot(
        wager=terms.wager,
        seed=terms.seed,
        main_share=terms.main_share,
        mystery_share=terms.mystery_share,
        mystery_restart=terms.mystery_restart,
        mystery_between=terms.mystery_between,
    )


def house_rules(rules: Rulebook, edge: HouseEdge | None) -> HouseRules:
    """All sections of the page."""
    known, payouts = clauses(), rules.payouts
    tables = pay_tables(rules)
    named = [*rules.sources.values(), "PA-14"]
    named += [clause for cited in rules.cites.values() for clause in cited]
    named += [clause for table in tables for clause in table.clauses]
    used = {name: known[name] for name in known if name in set(named)}
    caps = Caps(
        payouts.maximum, payouts.maximum_on, payouts.aggregate or {}, payouts.approval_above
    )
    return HouseRules(
        card=house_card(rules, edge),
        places=rules.layout.places,
        circles=rules.layout.circles,
        inscription=rules.layout.inscription or "",
        steps=steps(rules),
        wagers=wager_rules(rules),
        pay_tables=tables,
        settlement_order=tuple(
            wager for wager in rules.settlement.order if _on_layout(rules, wager)
        ),
        antes_first=rules.settlement.antes_first,
        caps=caps,
        jackpot=_jackpot(rules),
        fees=fees(rules),
        readings=tuple(clause for name, clause in used.items() if name.startswith(READING)),
        clauses=used,
        entries=rule_entries(rules),
        notice=notice(rules),
        published=PUBLISHED,
    )
