"""A finished round in JSON, the input of `uth settle`: parsed and checked."""

from __future__ import annotations

from uth.cli.checked_input import (
    amount_value,
    cards_value,
    flag_value,
    list_value,
    object_fields,
    object_value,
    parse_json,
)
from uth.core.cards import refuse_twice_among
from uth.core.record import Record
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.entries.status import set_by
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import KINDS, WAGER_FACTS, paid_by
from uth.table.settling.settlement import SEATS, Backer, DealtSpot, turns_dealer
from uth.table.wagers import PROGRESSIVE, check_back_line, check_play, check_wagers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.rulebook.wager_facts import WagerFacts

    Json = dict[str, Any]

_ROUND_REQUIRED = ("board", "seats")
_ROUND = ("house", "options", "board", "dealer", "banker", "bank", "seats", "meter")
_SEAT_REQUIRED = ("seat", "cards", "play", "wagers")
_SEAT = (*_SEAT_REQUIRED, "back_line", "grandfathered")
_BACKER = ("name", "wagers")

NEEDING = tuple(facts for facts in WAGER_FACTS.values() if facts.needs)

OPTIONS = {
    **{kind: ("tables", kind) for kind in KINDS},
    "coverage": ("bank", "coverage"),
    "schedule": ("collection", "schedule"),
    "minimum": ("limits", "minimum"),
    "maximum": ("limits", "maximum"),
    "max_payout": ("payouts", "maximum"),
    "aggregate": ("payouts", "aggregate"),
    **{facts.needs_entry: ("wagers", facts.needs_entry) for facts in NEEDING},
}
"""Option → section and field of the rulebook."""

_NEEDED_WAGERS = {
    **{kind: paid_by(kind) for kind in KINDS},
    **{facts.needs_entry: (facts,) for facts in NEEDING},
}
"""Option → the wagers of which the house must offer one."""


class FinishedRound(Record):
    """A round that was played and is to be settled."""

    rules: Rulebook
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    spots: list[DealtSpot]
    banker: int | None
    """The seat of the player-dealer; None where the house banks."""
    bank: Cents | None
    """What the player-dealer put up; None for enough to cover everything."""
    meter: Cents | None
    """The Progressive meter before the round; None where nobody staked on it."""


def parse_round(text: str, own: Rulebook | None = None) -> FinishedRound:
    """Parse and check the JSON of a finished round, of a house of one's own where one is given."""
    required = _ROUND_REQUIRED if own else ("house", *_ROUND_REQUIRED)
    fields = object_fields(parse_json(text), "", _ROUND, required)
    if own is not None and fields.get("house", own.id) != own.id:
        raise Refusal("house/other", given=fields["house"], house=own.id, where="house")
    rules = rules_with_options(own or fields["house"], fields.get("options", {}))
    board = cards_value(fields["board"], 5, "board")
    spots = _spots(rules, fields["seats"])
    dealer = _dealer_cards(rules, fields, spots)
    held = {f"seats[{index}].cards": spot.cards for index, spot in enumerate(spots)}
    refuse_twice_among({"board": board, "dealer": dealer, **held})
    banker = _seat_number(fields["banker"], "banker") if "banker" in fields else None
    bank = amount_value(fields["bank"], "bank") if "bank" in fields else None
    return FinishedRound(
        rules=rules,
        board=board,
        dealer=dealer,
        spots=spots,
        banker=banker_seat(rules, [spot.seat for spot in spots], banker),
        bank=bank_amount(rules, bank),
        meter=_meter(rules, fields, spots),
    )


def _dealer_cards(rules: Rulebook, fields: Json, spots: list[DealtSpot]) -> tuple[Card, ...]:
    """The dealer's cards; they may be left out where they are not turned over."""
    if "dealer" not in fields and not turns_dealer(rules, spots):
        return ()
    return cards_value(object_fields(fields, "", _ROUND, ("dealer",))["dealer"], 2, "dealer")


def _spots(rules: Rulebook, value: Any) -> list[DealtSpot]:
    spots: list[DealtSpot] = []
    names: set[str] = set()
    for number, seat in enumerate(list_value(value, "seats")):
        where = f"seats[{number}]"
        spot = _spot(rules, object_fields(seat, where, _SEAT, _SEAT_REQUIRED), where)
        if any(other.seat == spot.seat for other in spots):
            raise Refusal("seat/twice", seat=spot.seat, where=f"{where}.seat")
        for index, backer in enumerate(spot.backers):
            if backer.name in names:
                raise Refusal(
                    "back_line/twice",
                    name=backer.name,
                    where=f"{where}.back_line[{index}].name",
                    clause="Q-27",
                )
            names.add(backer.name)
        spots.append(spot)
    if not spots:
        raise Refusal("seat/none", where="seats")
    return spots


def _spot(rules: Rulebook, fields: Json, where: str) -> DealtSpot:
    seat = _seat_number(fields["seat"], f"{where}.seat")
    cards = cards_value(fields["cards"], 2, f"{where}.cards")
    multiple = _multiple(rules, fields["play"], f"{where}.play")
    minimum = _minimum(rules, fields, f"{where}.grandfathered")
    wagers = _wagers(fields["wagers"], f"{where}.wagers")
    try:
        check_wagers(rules, wagers, minimum, rules.limits.maximum)
    except Refusal as refusal:
        raise refusal.at(f"{where}.wagers") from None
    backers = _backers(rules, fields, f"{where}.back_line")
    staked_behind = [backer.wagers for backer in backers]
    try:
        check_play(rules, multiple, max(own["ante"] for own in (wagers, *staked_behind)))
    except Refusal as refusal:
        raise refusal.at(f"{where}.play") from None
    return DealtSpot(seat, cards, multiple, wagers, backers)


def _minimum(rules: Rulebook, fields: Json, where: str) -> Cents:
    """The seat's minimum; a grandfathered seat keeps the house's lowest."""
    limits = rules.limits
    if not flag_value(fields.get("grandfathered", False), where):
        return limits.minimum
    if not limits.grandfathering:
        raise Refusal("seat/grandfathered", where=where, clause="CR-9")
    lowest: Cents = min(rules.choices("limits.minimum") or (limits.minimum,))
    return lowest


def _backers(rules: Rulebook, fields: Json, where: str) -> tuple[Backer, ...]:
    backers = []
    for number, value in enumerate(list_value(fields.get("back_line", []), where)):
        entry = f"{where}[{number}]"
        backer = object_fields(value, entry, _BACKER, _BACKER)
        name = backer["name"]
        if not isinstance(name, str) or not name.strip():
            raise Refusal("back_line/name", where=f"{entry}.name")
        wagers = _wagers(backer["wagers"], f"{entry}.wagers")
        try:
            check_back_line(rules, wagers, rules.limits.minimum, rules.limits.maximum)
        except Refusal as refusal:
            raise refusal.at(f"{entry}.wagers") from None
        backers.append(Backer(name, wagers))
    return tuple(backers)


def _seat_number(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in SEATS:
        raise Refusal("seat/unknown", seat=value, places=len(SEATS), where=where)
    return value


def _multiple(rules: Rulebook, value: Any, where: str) -> int:
    """The Play bet as a multiple of the Ante; 0 for a fold."""
    play = rules.play
    allowed = sorted({*play.preflop, *play.flop, *play.river}, reverse=True)
    if value == "fold":
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        clause = rules.sources.get("play.preflop", "")
        raise Refusal("play/multiple", play=value, plays=allowed, where=where, clause=clause)
    return value


def _wagers(value: Any, where: str) -> dict[str, Cents]:
    stakes = object_value(value, where)
    return {name: amount_value(stake, f"{where}.{name}") for name, stake in stakes.items()}


def banker_seat(rules: Rulebook, taken: Collection[int], banker: int | None) -> int | None:
    """Where the player-dealer sits: not at a seat that wagers; by default the highest free one."""
    if not rules.player_dealer:
        if banker is not None:
            raise Refusal("bank/house", where="banker")
        return None
    if banker in taken:
        raise Refusal("bank/seat_taken", seat=banker, where="banker", clause="CA-1.1")
    if len(taken) == len(SEATS):
        raise Refusal("bank/no_seat", where="seats", clause="CA-5.1")
    return banker or max(seat for seat in SEATS if seat not in taken)


def bank_amount(rules: Rulebook, bank: Cents | None) -> Cents | None:
    """What the player-dealer puts up; None for enough to cover everything."""
    if bank is not None and not rules.player_dealer:
        raise Refusal("bank/house", where="bank")
    minimum = rules.limits.minimum
    if bank is not None and bank < minimum:
        raise Refusal("bank/below_minimum", minimum=minimum, where="bank", clause="Q-11")
    return bank


def _meter(rules: Rulebook, fields: Json, spots: list[DealtSpot]) -> Cents | None:
    staked = any(PROGRESSIVE.name in spot.wagers for spot in spots)
    if "meter" not in fields:
        if staked:
            raise Refusal("meter/missing", where="meter", clause="Q-7")
        return None
    if not PROGRESSIVE.offered(rules):
        raise Refusal("meter/not_here", where="meter")
    meter = amount_value(fields["meter"], "meter")
    return meter if staked else None


def rules_with_options(house: Any, options: Any) -> Rulebook:
    """The rulebook of a house, or one of one's own, with the options applied and checked."""
    raw = _house_data(house)
    for name, value in object_fields(options, "options", tuple(OPTIONS)).items():
        needed = _NEEDED_WAGERS.get(name)
        if needed and not any(_offers(raw, facts) for facts in needed):
            wager, where = needed[0].name, f"options.{name}"
            raise Refusal("options/not_offered", house=raw["id"], wager=wager, where=where)
        section, field = OPTIONS[name]
        value = _schedule_number(value) if name == "schedule" else value
        raw[section] = {**raw[section], field: set_by(raw[section].get(field), {"value": value})}
    try:
        return store.load_raw(raw)
    except Refusals as refusals:
        first, *more = map(_at_option, refusals.defects)
        raise (Refusals((first, *more)) if more else first) from None


def _house_data(house: Any) -> dict[str, Any]:
    if isinstance(house, Rulebook):
        return {**house.source["house"]}
    if not isinstance(house, str):
        raise Refusal("house/unknown", house=house, houses=list(store.HOUSES), where="house")
    try:
        return store.raw_house(house)
    except Refusal as refusal:
        raise refusal.at("house") from None


def _offers(raw: dict[str, Any], facts: WagerFacts) -> bool:
    section, _, field = facts.offered.partition(".")
    return not facts.offered or raw[section].get(field, {}).get("value") is True


def _schedule_number(value: Any) -> Any:
    """A schedule may be given as a number or as its digits."""
    digits = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 5
    return int(value) if digits else value


def _at_option(refusal: Refusal) -> Refusal:
    """Locate a rulebook defect at the option that caused it."""
    where = "options"
    for name, (section, field) in OPTIONS.items():
        path = f"{section}.{field}"
        rest = refusal.where.removeprefix(path)
        if refusal.where.startswith(path) and rest[:1] in ("", ".", "["):
            where = f"options.{name}{rest}"
    return refusal.moved(where)
