"""The rules page of a house, made from its rulebook and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from uth.core.hands import Category
from uth.core.money import Cents, parse_dollars
from uth.reports.houses.card import BONUS, DEALT, NAMES, house_card, offers
from uth.reports.houses.model import (
    Caps,
    Cited,
    Clause,
    FeeBand,
    Fees,
    HouseEdge,
    HouseRules,
    Jackpot,
    PayLine,
    PayTable,
    RuleEntry,
    WagerRule,
)
from uth.reports.par import words as par_words
from uth.rulebook import store
from uth.rulebook.check import APPROVED
from uth.rulebook.model import WAGERS, Band, Rulebook
from uth.rulebook.own import ENDINGS
from uth.table.collection import in_force

READING = "Q-"
PUBLISHED = Cited(
    "receipt",
    "When a round is over its receipt is published: the seed and the order of the whole deck, "
    "so that everybody can check the shuffle. Cards that were folded can be read from it then.",
)


def clauses() -> dict[str, Clause]:
    """Every clause there is."""
    return {
        name: Clause(name, entry["house"], entry["wording"])
        for name, entry in store.clause_list().items()
    }


def notice(rules: Rulebook) -> Cited:
    """The problem-gambling notice (PA-14); what one house must show, all show."""
    text = rules.layout.notice or store.load_house("hollywood-pa").layout.notice
    return Cited("notice", text or "", ("PA-14",))


def _bets(multiples: Iterable[int]) -> str:
    return " or ".join(f"{multiple}x" for multiple in multiples)


def steps(rules: Rulebook) -> tuple[Cited, ...]:
    """How a round goes, step by step, each with the clauses that say so in this house."""
    play = rules.play
    bonus = ", ".join(NAMES[wager] for wager in BONUS if offers(rules, wager))
    need = "with a pair or better" if play.qualify == "pair" else "with any hand"
    said: list[tuple[str, str, tuple[str, ...]]] = [
        (
            "wagers",
            f"Stake equal amounts on Ante and Blind; {bonus or 'nothing else'} if you like",
            ("wagers.placed", "wagers.equal", "wagers.bonus"),
        ),
        ("closed", "The dealer calls “No more bets”", ("wagers.closed",)),
        ("deal", DEALT[rules.dealing.procedure], ("deal.seats", f"deal.{rules.dealing.procedure}")),
        (
            "preflop",
            f"Look at your two cards: check, or bet {_bets(play.preflop)} your Ante on Play",
            ("act.preflop",),
        ),
        (
            "flop",
            f"Three community cards are turned: check, or bet {_bets(play.flop)} if you have not",
            ("turn.flop", "act.flop"),
        ),
        (
            "river",
            f"The last two are turned together: bet {_bets(play.river)}, or fold, if you have not",
            ("turn.river", "act.river", "act.fold"),
        ),
        (
            "dealer",
            f"The dealer turns his cards and plays {need}; the best five of seven cards win",
            ("turn.dealer", "hand.ranked", "play.qualify"),
        ),
        ("settlement", _settlement(rules), ("settlement.order", "settlement.refund")),
    ]
    if rules.player_dealer:
        offer = ("bank", "The bank is offered round; who takes it chooses its amount")
        said.insert(0, (*offer, ("bank.offered", "bank.taken")))
        said.append(
            ("cover", "What the bank can't cover goes back", ("cover.returned", "cover.partly"))
        )
    if in_force(rules.collection):
        at = 3 if rules.collection.drop == "before-deal" else len(said)
        said.insert(at, ("fee", "The collection is dropped", ("fee.taken",)))
    return tuple(Cited(name, text, _cited(rules, occasions)) for name, text, occasions in said)


def _settlement(rules: Rulebook) -> str:
    way = {
        "right-to-left": "from right to left",
        "left-to-right": "from left to right",
        "from-banker": "clockwise from the banker",
    }[rules.settlement.direction]
    order = ", ".join(NAMES[wager] for wager in rules.settlement.order if _on_layout(rules, wager))
    first = (
        "Antes go back first where the dealer does not play; then " * rules.settlement.antes_first
    )
    hands = "hands" if first else "Hands"
    return f"{first}{hands} are settled {way}, and in each: {order}"


def _on_layout(rules: Rulebook, wager: str) -> bool:
    return offers(rules, "progressive" if wager == "envy" else wager)


def _cited(rules: Rulebook, places: Iterable[str]) -> tuple[str, ...]:
    """The clauses for occasions and entries, each once."""
    found = [clause for place in places for clause in rules.cite(place)]
    found += [rules.sources[place] for place in places if place in rules.sources]
    return tuple(dict.fromkeys(found))


def wager_rules(rules: Rulebook) -> tuple[WagerRule, ...]:
    limits = rules.limits
    found = []
    for wager in WAGERS:
        if not _on_layout(rules, wager):
            continue
        bounds: tuple[Cents | None, Cents | None] = (limits.minimum, limits.maximum)
        fixed = rules.progressive.wager if wager == "progressive" else None
        if wager in ("play", "envy", "progressive"):
            bounds = (None, None)
        elif wager in BONUS:
            bounds = (limits.bonus_minimum or limits.minimum, limits.maximum)
        needs: tuple[str, ...] = ("ante", "blind") if wager in BONUS else ()
        if wager == "bad_beat" and rules.wagers.bad_beat_needs_trips:
            needs = (*needs, "trips")
        endings = {
            ending: rules.cite(f"{wager}.{ending}")
            for ending in ENDINGS[wager]
            if rules.cite(f"{wager}.{ending}")
        }
        found.append(WagerRule(wager, NAMES[wager], *bounds, fixed, needs, endings))
    return tuple(found)


def pay_tables(rules: Rulebook) -> tuple[PayTable, ...]:
    """Every table that the house may choose, the ones in force among them, and its jackpots."""
    raw, library = rules.source["house"], store.data("tables.toml")
    found: list[PayTable] = []
    for kind, path in APPROVED.items():
        if kind != "paytable" and not offers(rules, kind):
            continue
        known = {**library[kind], **raw.get(kind, {})}
        approved = getattr(rules.tables, path.removeprefix("tables."))
        for name in filter(known.__contains__, approved):
            parts = ("blind", "trips") if kind == "paytable" else ("pays",)
            for part in parts:
                if part != "trips" or rules.wagers.trips:
                    wager = kind if part == "pays" else part
                    chosen = name == getattr(rules.tables, kind)
                    cited = _by(rules, kind, known[name])
                    found.append(_table(wager, name, chosen, known[name], cited, part))
    if rules.progressive.offered:
        for kind in ("prizes", "envy"):
            entry = raw["progressive"][kind]
            lines = {hand: par_words.told(f"progressive.{kind}", pay)
                     for hand, pay in entry["value"].items()}  # fmt: skip
            wager = "envy" if kind == "envy" else "progressive"
            found.append(_table(wager, "", True, {kind: lines}, (entry["clause"],), kind))
    return tuple(found)


def _by(rules: Rulebook, kind: str, table: Mapping[str, Any]) -> tuple[str, ...]:
    """Where this house has a table from: its own document, a reading, or what gives it the choice.

    Other houses print the same tables; their clauses say nothing here.
    """
    sources = (rules.sources[APPROVED[kind]], rules.sources[f"tables.{kind}"])
    own = {READING, *(clause.partition("-")[0] + "-" for clause in sources)}
    printed = tuple(
        clause for clause in table.get("clauses", ("Q-14",)) if clause.startswith(tuple(own))
    )
    return printed or sources[:1]


def _table(
    kind: str, name: str, chosen: bool, table: Mapping[str, Any], cited: tuple[str, ...], part: str
) -> PayTable:
    pays = table[part]
    if isinstance(pays, list):
        lines = [
            PayLine(" ".join(line["hands"]), line["pays"], " ".join(line.get("dealer", ())))
            for line in pays
        ]
    else:
        best_first = sorted(pays, key=lambda hand: -Category[hand.upper()].value)
        lines = [PayLine(hand, pays[hand]) for hand in best_first]
    return PayTable(kind, name, chosen, bool(table.get("assumed")), cited, tuple(lines))


def fees(rules: Rulebook) -> Fees | None:
    """The collection of a house with a player-dealer; none where the house banks."""
    if not rules.player_dealer:
        return None
    found = rules.collection
    return Fees(
        found.drop,
        found.schedule,
        _bands(found.action),
        _bands(found.square),
        _bands(found.player),
        {
            number: tuple(
                FeeBand(parse_dollars(band["from"]), parse_dollars(band["fee"]))
                for band in schedule["bands"]
            )
            for number, schedule in store.data("schedules.toml").items()
        },
        _cited(rules, ("table.fees_told", "fee.taken", "fee.none")),
    )


def _bands(bands: tuple[Band, ...] | None) -> tuple[FeeBand, ...]:
    return tuple(FeeBand(band.start, band.fee) for band in bands or ())


def entries(rules: Rulebook) -> tuple[RuleEntry, ...]:
    """Every entry of the rulebook, as written and in words."""
    raw = rules.source["house"]
    found = []
    for path, clause in rules.sources.items():
        section, field = path.split(".")
        entry = raw[section][field]
        if "value" in entry:
            value = entry["value"]
            found.append(
                RuleEntry(
                    path,
                    par_words.entry_name(path),
                    value,
                    par_words.told(path, value),
                    clause,
                    par_words.in_force(rules, path),
                    clause in par_words.ASSUMED,
                )
            )
    return tuple(found)


def _jackpot(rules: Rulebook) -> Jackpot | None:
    terms = rules.progressive
    if not terms.offered:
        return None
    shares = (terms.main_share, terms.mystery_share)
    return Jackpot(terms.wager, terms.seed, *shares, terms.mystery_restart, terms.mystery_between)


def house_rules(rules: Rulebook, edge: HouseEdge | None) -> HouseRules:
    """The whole page."""
    known, payouts = clauses(), rules.payouts
    tables = pay_tables(rules)
    named = [*rules.sources.values(), "PA-14"]
    named += [clause for cited in rules.cites.values() for clause in cited]
    named += [clause for table in tables for clause in table.clauses]
    used = {name: known[name] for name in known if name in set(named)}
    return HouseRules(
        house_card(rules, edge),
        rules.layout.places,
        rules.layout.circles,
        rules.layout.inscription or "",
        steps(rules),
        wager_rules(rules),
        tables,
        tuple(wager for wager in rules.settlement.order if _on_layout(rules, wager)),
        rules.settlement.antes_first,
        Caps(payouts.maximum, payouts.maximum_on, payouts.aggregate or {}, payouts.approval_above),
        _jackpot(rules),
        fees(rules),
        tuple(clause for name, clause in used.items() if name.startswith(READING)),
        used,
        entries(rules),
        notice(rules),
        PUBLISHED,
    )
