"""A finished round as a person writes it down in JSON: read, checked and settled."""

from __future__ import annotations

import json

from uth.cli.render.settlement import answer
from uth.core.cards import parse_cards
from uth.core.money import parse_dollars, print_dollars
from uth.core.refusal import Refusal, Refusals, shown
from uth.rulebook import store
from uth.table.settlement import SEATS, Backer, Spot, award_from, settle
from uth.table.wagers import check_back_line, check_wagers, offered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

OPTIONS = {
    "paytable": ("tables", "paytable"),
    "bad_beat": ("tables", "bad_beat"),
    "ultimate_pairs": ("tables", "ultimate_pairs"),
    "coverage": ("bank", "coverage"),
    "schedule": ("collection", "schedule"),
    "minimum": ("limits", "minimum"),
    "maximum": ("limits", "maximum"),
    "max_payout": ("payouts", "maximum"),
    "aggregate": ("payouts", "aggregate"),
    "bad_beat_needs_trips": ("wagers", "bad_beat_needs_trips"),
}


def settle_text(text: str) -> Json:
    """What the round owes, from its JSON to the answer's."""
    given = _fields(_parse(text), "", _ROUND, ("house", "board", "dealer", "seats"))
    rules = _rules(given["house"], given.get("options", {}))
    board = _cards(given["board"], 5, "board")
    dealer = _cards(given["dealer"], 2, "dealer")
    spots = _spots(rules, given["seats"])
    _refuse_twice(board, dealer, spots)
    banker, bank = _bank(rules, given, spots)
    awards = None
    meter = _meter(rules, given, spots)
    if meter is not None:
        awards = award_from(rules, meter, board[:3], spots)
    settlement = settle(rules, board, dealer, spots, banker, bank, awards)
    return answer(rules, spots, settlement)


_ROUND = ("house", "options", "board", "dealer", "banker", "bank", "seats", "meter")
_SEAT = ("seat", "cards", "play", "wagers", "back_line", "grandfathered")


def _parse(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> Json:
        found: Json = {}
        for name, value in pairs:
            if name in found:
                raise Refusal("json/field_twice", f"the field {shown(name)} is given twice")
            found[name] = value
        return found

    try:
        return json.loads(text, object_pairs_hook=once)
    except RecursionError:
        raise Refusal("json/broken", "this JSON is nested too deeply") from None
    except ValueError as error:
        raise Refusal("json/broken", f"this is not JSON: {error}") from None


def _fields(value: Any, where: str, known: tuple[str, ...], needed: tuple[str, ...]) -> Json:
    if not isinstance(value, dict):
        raise Refusal("json/not_an_object", f"{shown(value)} should be an object", where)
    for name in value:
        if name not in known:
            wanted = ", ".join(known)
            raise Refusal(
                "json/unknown_field",
                f"{shown(name)} is not a field here; there are {wanted}",
                where,
            )
    for name in needed:
        if name not in value:
            raise Refusal("json/missing_field", f"the field {name} is missing", where)
    return value


def _items(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Refusal("json/not_a_list", f"{shown(value)} should be a list", where)
    return value


def _cards(value: Any, count: int, where: str) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise Refusal("card/not_a_string", f'{shown(value)} should be cards, "Ah Kd"', where)
    try:
        cards = parse_cards(value)
    except Refusal as refusal:
        raise refusal.at(where) from None
    if len(cards) != count:
        raise Refusal("card/count", f"{len(cards)} cards where there should be {count}", where)
    return cards


def _refuse_twice(board: tuple[Card, ...], dealer: tuple[Card, ...], spots: list[Spot]) -> None:
    """No card is in two places; the refusal names the second."""
    seen: set[Card] = set()
    places = [("board", board), ("dealer", dealer)]
    places += [(f"seats[{at}].cards", spot.cards) for at, spot in enumerate(spots)]
    for where, cards in places:
        for card in cards:
            if card in seen:
                twice = f"{card} is there twice; a deck has one of each card"
                raise Refusal("card/twice", twice, where)
            seen.add(card)


def _amount(value: Any, where: str) -> Cents:
    try:
        amount = parse_dollars(value)
    except Refusal as refusal:
        raise refusal.at(where) from None
    if amount == 0:
        raise Refusal("money/zero", "an amount must be above 0", where)
    return amount


def _rules(house: Any, options: Any) -> Rulebook:
    """The house under its options; an option that it does not have is refused."""
    if not isinstance(house, str):
        raise Refusal("house/unknown", f"{shown(house)} should be a house's name", "house")
    try:
        raw = store.raw_house(house)
    except Refusal as refusal:
        raise refusal.at("house") from None
    for name, value in _fields(options, "options", tuple(OPTIONS), ()).items():
        section, field = OPTIONS[name]
        if name in ("bad_beat", "bad_beat_needs_trips", "ultimate_pairs"):
            wager = "ultimate_pairs" if name == "ultimate_pairs" else "bad_beat"
            if not raw["wagers"][wager]["value"]:
                raise Refusal(
                    "options/not_offered", f"{house} has no {wager} wager", f"options.{name}"
                )
        if name == "schedule" and isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value) if len(value) < 5 else value
        given = raw[section][field]
        if name == "max_payout" and "value" in given:
            _refuse_above(given, value)
        raw[section][field] = {**given, "value": value}
    try:
        return store.load_raw(raw)
    except Refusals as refusals:
        raise _told_as_option(refusals.defects[0]) from None


def _refuse_above(printed: Json, value: Any) -> None:
    """A maximum that the document prints may be lowered, never lifted (PA-12)."""
    where = "options.max_payout"
    if _amount(value, where) > _amount(printed["value"], where):
        most = f"the document says {printed['value']}, and no higher"
        raise Refusal("rulebook/not_approved", most, where, printed["clause"])


def _told_as_option(refusal: Refusal) -> Refusal:
    """A defect of the rulebook as one of the option that caused it."""
    place = "options"
    for name, (section, field) in OPTIONS.items():
        entry, rest = f"{section}.{field}", refusal.where.removeprefix(f"{section}.{field}")
        if refusal.where.startswith(entry) and rest[:1] in ("", ".", "["):
            place = f"options.{name}{rest}"
    return Refusal(refusal.code, refusal.sentence, place, refusal.clause)


def _spots(rules: Rulebook, value: Any) -> list[Spot]:
    spots: list[Spot] = []
    names: set[str] = set()
    for number, given in enumerate(_items(value, "seats")):
        where = f"seats[{number}]"
        spot = _spot(
            rules, _fields(given, where, _SEAT, ("seat", "cards", "play", "wagers")), where
        )
        if any(other.seat == spot.seat for other in spots):
            raise Refusal("seat/twice", f"seat {spot.seat} is there twice", f"{where}.seat")
        for at, backer in enumerate(spot.backers):
            if backer.name in names:
                raise Refusal(
                    "back_line/twice",
                    f"{shown(backer.name)} is there twice; one spot a player",
                    f"{where}.back_line[{at}].name",
                    "Q-27",
                )
            names.add(backer.name)
        spots.append(spot)
    if not spots:
        raise Refusal("seat/none", "a round needs at least one seat with a wager", "seats")
    return spots


def _spot(rules: Rulebook, given: Json, where: str) -> Spot:
    seat = _seat_number(given["seat"], f"{where}.seat")
    cards = _cards(given["cards"], 2, f"{where}.cards")
    multiple = _multiple(rules, given["play"], f"{where}.play")
    minimum = rules.limits.minimum
    grandfathered = given.get("grandfathered", False)
    if not isinstance(grandfathered, bool):
        raise Refusal(
            "json/not_a_flag",
            f"{shown(grandfathered)} should be true or false",
            f"{where}.grandfathered",
        )
    if grandfathered:
        if not rules.limits.grandfathering:
            raise Refusal(
                "seat/grandfathered",
                "nobody keeps an earlier minimum in this house",
                f"{where}.grandfathered",
                "CR-9",
            )
        minimum = min(rules.limits.minimum_choices or (minimum,))
    maximum = rules.limits.maximum
    wagers = _wagers(given["wagers"], f"{where}.wagers")
    backers = []
    try:
        check_wagers(rules, wagers, minimum, maximum)
    except Refusal as refusal:
        raise refusal.at(f"{where}.wagers") from None
    for number, bettor in enumerate(_items(given.get("back_line", []), f"{where}.back_line")):
        place = f"{where}.back_line[{number}]"
        fields = _fields(bettor, place, ("name", "wagers"), ("name", "wagers"))
        if not isinstance(fields["name"], str) or not fields["name"].strip():
            raise Refusal("back_line/name", "a back-line bettor has a name", f"{place}.name")
        behind = _wagers(fields["wagers"], f"{place}.wagers")
        try:
            check_back_line(rules, behind, rules.limits.minimum, maximum)
        except Refusal as refusal:
            raise refusal.at(f"{place}.wagers") from None
        backers.append(Backer(fields["name"], behind))
    return Spot(seat, cards, multiple, wagers, tuple(backers))


def _seat_number(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in SEATS:
        raise Refusal("seat/unknown", f"{shown(value)} is not a seat; seats are 1 to 6", where)
    return value


def _multiple(rules: Rulebook, value: Any, where: str) -> int:
    play = rules.play
    allowed = sorted({*play.preflop, *play.flop, *play.river}, reverse=True)
    if value == "fold":
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        words = ", ".join(map(str, allowed))
        clause = rules.sources.get("play.preflop", "")
        raise Refusal(
            "play/multiple", f'{shown(value)} is not a play; it is {words} or "fold"', where, clause
        )
    return value


def _wagers(value: Any, where: str) -> dict[str, Cents]:
    if not isinstance(value, dict):
        raise Refusal("json/not_an_object", f"{shown(value)} should be an object", where)
    return {name: _amount(stake, f"{where}.{name}") for name, stake in value.items()}


def _bank(rules: Rulebook, given: Json, spots: list[Spot]) -> tuple[int | None, Cents | None]:
    """Who banks and with how much; by default the highest free seat, and enough for all."""
    if not rules.player_dealer:
        for name in ("banker", "bank"):
            if name in given:
                raise Refusal("bank/house", f"the house banks here, there is no {name}", name)
        return None, None
    taken = {spot.seat for spot in spots}
    free = [seat for seat in SEATS if seat not in taken]
    if "banker" in given:
        banker = _seat_number(given["banker"], "banker")
        if banker in taken:
            raise Refusal(
                "bank/seat_taken", f"seat {banker} wagers, so it can't bank", "banker", "CA-1.1"
            )
    elif free:
        banker = free[-1]
    else:
        raise Refusal("bank/no_seat", "all six seats wager, so none is left to bank", "seats")
    if "bank" not in given:
        return banker, None
    bank = _amount(given["bank"], "bank")
    if bank < rules.limits.minimum:
        least = print_dollars(rules.limits.minimum)
        raise Refusal("bank/below_minimum", f"a bank is at least {least}", "bank", "Q-11")
    return banker, bank


def _meter(rules: Rulebook, given: Json, spots: list[Spot]) -> Cents | None:
    staked = any("progressive" in spot.wagers for spot in spots)
    if "meter" not in given:
        if staked:
            raise Refusal(
                "meter/missing", "a Progressive wager needs the meter as it stood", "meter", "Q-7"
            )
        return None
    if not offered(rules, "progressive"):
        raise Refusal("meter/not_here", "this house has no Progressive, so no meter", "meter")
    meter = _amount(given["meter"], "meter")
    return meter if staked else None
