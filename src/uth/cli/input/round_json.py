"""A finished round in JSON, the input of `uth settle`: parsed and checked."""

from __future__ import annotations

from uth.cli.input.json_fields import (
    amount_value,
    cards_value,
    flag_value,
    list_value,
    object_fields,
    object_value,
    parse_json,
)
from uth.cli.input.round_options import rules_with_options
from uth.core.money import print_dollars
from uth.core.record import Record
from uth.core.refusal import Refusal, shown
from uth.table.settlement import SEATS, Backer, Spot
from uth.table.wagers import check_back_line, check_wagers, offered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

_ROUND_REQUIRED = ("house", "board", "dealer", "seats")
_ROUND = ("house", "options", "board", "dealer", "banker", "bank", "seats", "meter")
_SEAT_REQUIRED = ("seat", "cards", "play", "wagers")
_SEAT = (*_SEAT_REQUIRED, "back_line", "grandfathered")
_BACKER = ("name", "wagers")


class FinishedRound(Record):
    """A round that was played and is to be settled."""

    rules: Rulebook
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    spots: list[Spot]
    banker: int | None
    """The seat of the player-dealer; None where the house banks."""
    bank: Cents | None
    """What the player-dealer put up; None for enough to cover everything."""
    meter: Cents | None
    """The Progressive meter before the round; None where nobody staked on it."""


def parse_round(text: str) -> FinishedRound:
    """Parse and check the JSON of a finished round."""
    fields = object_fields(parse_json(text), "", _ROUND, _ROUND_REQUIRED)
    rules = rules_with_options(fields["house"], fields.get("options", {}))
    board = cards_value(fields["board"], 5, "board")
    dealer = cards_value(fields["dealer"], 2, "dealer")
    spots = _spots(rules, fields["seats"])
    _check_cards_differ(board, dealer, spots)
    banker, bank = _bank(rules, fields, spots)
    return FinishedRound(
        rules=rules,
        board=board,
        dealer=dealer,
        spots=spots,
        banker=banker,
        bank=bank,
        meter=_meter(rules, fields, spots),
    )


def _check_cards_differ(
    board: tuple[Card, ...], dealer: tuple[Card, ...], spots: list[Spot]
) -> None:
    """Refuse a card that occurs twice, at its second occurrence."""
    seen: set[Card] = set()
    groups = [("board", board), ("dealer", dealer)]
    groups += [(f"seats[{index}].cards", spot.cards) for index, spot in enumerate(spots)]
    for where, cards in groups:
        for card in cards:
            if card in seen:
                sentence = f"{card} is there twice; a deck has one of each card"
                raise Refusal("card/twice", sentence, where)
            seen.add(card)


def _spots(rules: Rulebook, value: Any) -> list[Spot]:
    spots: list[Spot] = []
    names: set[str] = set()
    for number, seat in enumerate(list_value(value, "seats")):
        where = f"seats[{number}]"
        spot = _spot(rules, object_fields(seat, where, _SEAT, _SEAT_REQUIRED), where)
        if any(other.seat == spot.seat for other in spots):
            raise Refusal("seat/twice", f"seat {spot.seat} is there twice", f"{where}.seat")
        for index, backer in enumerate(spot.backers):
            if backer.name in names:
                raise Refusal(
                    "back_line/twice",
                    f"{shown(backer.name)} is there twice; a player may back one spot",
                    f"{where}.back_line[{index}].name",
                    "Q-27",
                )
            names.add(backer.name)
        spots.append(spot)
    if not spots:
        raise Refusal("seat/none", "a round needs at least one seat with a wager", "seats")
    return spots


def _spot(rules: Rulebook, fields: Json, where: str) -> Spot:
    seat = _seat_number(fields["seat"], f"{where}.seat")
    cards = cards_value(fields["cards"], 2, f"{where}.cards")
    multiple = _multiple(rules, fields["play"], f"{where}.play")
    minimum = _minimum(rules, fields, f"{where}.grandfathered")
    wagers = _wagers(fields["wagers"], f"{where}.wagers")
    try:
        check_wagers(rules, wagers, minimum, rules.limits.maximum)
    except Refusal as refusal:
        raise refusal.at(f"{where}.wagers") from None
    return Spot(seat, cards, multiple, wagers, _backers(rules, fields, f"{where}.back_line"))


def _minimum(rules: Rulebook, fields: Json, where: str) -> Cents:
    """The seat's minimum; a grandfathered seat keeps the house's lowest."""
    limits = rules.limits
    if not flag_value(fields.get("grandfathered", False), where):
        return limits.minimum
    if not limits.grandfathering:
        sentence = "this house has no grandfathered minimum"
        raise Refusal("seat/grandfathered", sentence, where, "CR-9")
    return min(limits.minimum_choices or (limits.minimum,))


def _backers(rules: Rulebook, fields: Json, where: str) -> tuple[Backer, ...]:
    backers = []
    for number, value in enumerate(list_value(fields.get("back_line", []), where)):
        entry = f"{where}[{number}]"
        backer = object_fields(value, entry, _BACKER, _BACKER)
        name = backer["name"]
        if not isinstance(name, str) or not name.strip():
            raise Refusal("back_line/name", "a back-line bettor needs a name", f"{entry}.name")
        wagers = _wagers(backer["wagers"], f"{entry}.wagers")
        try:
            check_back_line(rules, wagers, rules.limits.minimum, rules.limits.maximum)
        except Refusal as refusal:
            raise refusal.at(f"{entry}.wagers") from None
        backers.append(Backer(name, wagers))
    return tuple(backers)


def _seat_number(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in SEATS:
        raise Refusal("seat/unknown", f"{shown(value)} is not a seat; seats are 1 to 6", where)
    return value


def _multiple(rules: Rulebook, value: Any, where: str) -> int:
    """The Play bet as a multiple of the Ante; 0 for a fold."""
    play = rules.play
    allowed = sorted({*play.preflop, *play.flop, *play.river}, reverse=True)
    if value == "fold":
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        choices = ", ".join(map(str, allowed))
        sentence = f'{shown(value)} is not a play; a play is {choices} or "fold"'
        raise Refusal("play/multiple", sentence, where, rules.sources.get("play.preflop", ""))
    return value


def _wagers(value: Any, where: str) -> dict[str, Cents]:
    stakes = object_value(value, where)
    return {name: amount_value(stake, f"{where}.{name}") for name, stake in stakes.items()}


def _bank(rules: Rulebook, fields: Json, spots: list[Spot]) -> tuple[int | None, Cents | None]:
    """Who banks, and with how much; by default the highest free seat, covering everything."""
    if not rules.player_dealer:
        for name in ("banker", "bank"):
            if name in fields:
                raise Refusal("bank/house", f"the house banks here; there is no {name}", name)
        return None, None
    taken = {spot.seat for spot in spots}
    free = [seat for seat in SEATS if seat not in taken]
    if "banker" in fields:
        banker = _seat_number(fields["banker"], "banker")
        if banker in taken:
            sentence = f"seat {banker} wagers, so it can't bank"
            raise Refusal("bank/seat_taken", sentence, "banker", "CA-1.1")
    elif free:
        banker = free[-1]
    else:
        raise Refusal("bank/no_seat", "all six seats wager, so none is left to bank", "seats")
    if "bank" not in fields:
        return banker, None
    bank = amount_value(fields["bank"], "bank")
    if bank < rules.limits.minimum:
        least = print_dollars(rules.limits.minimum)
        raise Refusal("bank/below_minimum", f"a bank is at least {least}", "bank", "Q-11")
    return banker, bank


def _meter(rules: Rulebook, fields: Json, spots: list[Spot]) -> Cents | None:
    staked = any("progressive" in spot.wagers for spot in spots)
    if "meter" not in fields:
        if staked:
            sentence = "a Progressive wager needs the meter before the round"
            raise Refusal("meter/missing", sentence, "meter", "Q-7")
        return None
    if not offered(rules, "progressive"):
        raise Refusal("meter/not_here", "this house has no Progressive, so no meter", "meter")
    meter = amount_value(fields["meter"], "meter")
    return meter if staked else None
