"""The slow settlement's answer in the form of `uth settle`, without clauses and names of hands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.poker import category
from tests.oracle.settlement import Bettor, Line, Round, Seat
from tests.oracle.verdicts import qualifies

Json = dict[str, Any]


def expected_answer(settled: Round) -> Json:
    """What `uth settle` should answer; `bettors` says whose wagers `order` has."""
    totals = {
        "paid": dollars(sum(line.paid for line in settled.lines)),
        "collected": dollars(sum(line.taken for line in settled.lines)),
    }
    if settled.house.collects:
        totals["fee"] = dollars(settled.banker_fee())
    dealer = settled.dealer
    answer: Json = {
        "dealer": {
            "hand": category(dealer) if dealer else None,
            "qualifies": qualifies(dealer) if dealer else None,
        },
        "seats": [_seat_json(settled, seat) for seat in settled.seats],
        "order": [[line.seat, line.wager] for line in settled.lines],
        "bettors": [line.bettor for line in settled.lines],
        "player_fees": list(settled.player_fees().values()),
        "bank" if settled.house.player_banked else "house": totals,
    }
    if any(seat.in_progressive for seat in settled.seats):
        assert settled.meter_before is not None
        assert settled.meter_after is not None
        answer["meter"] = {
            "before": dollars(settled.meter_before),
            "paid": dollars(sum(int(share) for share in settled.shares.values())),
            "after": dollars(settled.meter_after),
        }
    return answer


def comparable(answer: Json) -> Json:
    """The product's answer without what only it says."""
    dealer = {**answer["dealer"], "hand": _category_in(answer["dealer"]["hand"])}
    seats = [_comparable(seat) for seat in answer["seats"]]
    shared = {key: value for key, value in answer.items() if key != "clauses"}
    return {**shared, "dealer": dealer, "seats": seats}


def _comparable(bettor: Json) -> Json:
    """A seat, or somebody on its back line."""
    kept = {**bettor, "wagers": [_comparable_row(row) for row in bettor["wagers"]]}
    if "hand" in bettor:
        kept["hand"] = _category_in(bettor["hand"])
    if "back_line" in bettor:
        kept["back_line"] = [_comparable(behind) for behind in bettor["back_line"]]
    return kept


def _comparable_row(row: Json) -> Json:
    left_out = ("clause", "clauses")
    kept = {name: value for name, value in row.items() if name not in left_out}
    if "rounded_down_by" in kept:
        kept["rounded_down_by"] = Fraction(kept["rounded_down_by"].removesuffix(" cent"))
    return kept


def _category_in(hand: str | None) -> str | None:
    """`pair` of `pair of sevens`; an ace-high hand is a high card."""
    if hand is None:
        return None
    for name in ("royal flush", "straight flush", "four of a kind", "full house", "flush"):
        if hand.startswith(name) or f" {name}" in hand:
            return name
    for name in ("straight", "three of a kind", "two pair", "pair"):
        if hand.startswith(name):
            return name
    return "high card"


def _seat_json(settled: Round, seat: Seat) -> Json:
    seated, *behind = seat.bettors
    answer = {
        "seat": seat.number,
        "hand": category(settled.showdowns[seat.number].hand),
        **_bettor_json(settled, seat, seated),
    }
    if behind:
        answer["back_line"] = [
            {"name": bettor.name, **_bettor_json(settled, seat, bettor)} for bettor in behind
        ]
    return answer


def _bettor_json(settled: Round, seat: Seat, bettor: Bettor) -> Json:
    lines = [
        line for line in settled.lines if (line.seat, line.bettor) == (seat.number, bettor.name)
    ]
    net = sum(line.paid - line.taken for line in lines)
    return {
        "net": dollars(net),
        "wagers": [_line_json(line, settled.house.short_by) for line in lines],
    }


def _line_json(line: Line, short_by: str) -> Json:
    answer: Json = {
        "wager": line.wager,
        "stake": dollars(line.stake),
        "outcome": line.outcome,
        "paid": dollars(line.paid),
        "taken": dollars(line.taken),
        "returned": dollars(line.returned),
    }
    if line.envied:
        answer["from"] = line.envied
    if line.short:
        answer["short"], answer["short_by"] = dollars(line.short), short_by
    if line.rounded:
        answer["rounded_down_by"] = line.rounded
    if line.approval:
        answer["approval"] = True
    return answer


def dollars(amount: int) -> str:
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"
