"""The oracle's answer in the form of `uth settle`, with all admissible clauses for each row."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import floor
from typing import Any

from tests.cli.printed_rules import ADMISSIBLE, SCHEDULES
from tests.cli.settlement_oracle import Oracle, cents_down
from uth.core.texts import hand_text

Json = dict[str, Any]


def oracle_answer(played: Json) -> Json:
    """The expected answer; `clause` is the set of clauses that a row may cite."""
    oracle = Oracle(played)
    oracle.settle()
    totals = {"paid": dollars(oracle.bank.paid), "collected": dollars(oracle.bank.collected)}
    fee = _fee(oracle)
    if fee is not None:
        totals["fee"] = dollars(fee)
    answer: Json = {
        "dealer": {
            "hand": None if oracle.face_down else hand_text(str(oracle.dealer)),
            "qualifies": None if oracle.face_down else oracle.qualifies,
        },
        "seats": [_seat(oracle, number) for number in oracle.seats],
        "order": [[number, row["wager"]] for number, _, row in oracle.rows],
        "bank" if oracle.rules["player_dealer"] else "house": totals,
    }
    if any("progressive" in seat["wagers"] for seat in oracle.seats.values()):
        paid = sum((cents_down(won) for won in oracle.jackpots.values()), Fraction(0))
        answer["meter"] = {
            "before": dollars(Fraction(played["meter"])),
            "paid": dollars(paid),
            "after": dollars(oracle.meter_after),
        }
    return answer


def dollars(amount: Fraction) -> str:
    sign = "-" if amount < 0 else ""
    return f"{sign}{Decimal(floor(abs(amount) * 100)) / 100:.2f}"


def _fee(oracle: Oracle) -> Fraction | None:
    schedule = oracle.rules.get("schedule")
    if schedule is None:
        return None
    staked = sum(
        Fraction(amount)
        for seat in oracle.seats.values()
        for bettor in (seat, *seat.get("back_line", []))
        for amount in bettor["wagers"].values()
    )
    return Fraction(max(band for band in SCHEDULES[int(schedule)] if band[0] <= staked)[1])


def _seat(oracle: Oracle, number: int) -> Json:
    answer = {
        "seat": number,
        "hand": hand_text(str(oracle.hands[number])),
        **_bettor(oracle, number, ""),
    }
    back_line = oracle.seats[number].get("back_line")
    if back_line:
        names = [backer["name"] for backer in back_line]
        answer["back_line"] = [{"name": name, **_bettor(oracle, number, name)} for name in names]
    return answer


def _bettor(oracle: Oracle, number: int, name: str) -> Json:
    rows = [row for seat, bettor, row in oracle.rows if (seat, bettor) == (number, name)]
    return {
        "net": dollars(sum((row["paid"] - row["taken"] for row in rows), Fraction(0))),
        "wagers": [_row(oracle, row) for row in rows],
    }


def _row(oracle: Oracle, row: Json) -> Json:
    answer: Json = {"wager": row["wager"], "outcome": row["outcome"]}
    for field in ("stake", "paid", "taken"):
        answer[field] = dollars(row[field])
    answer["returned"] = dollars(row["stake"] - row["taken"])
    answer["clause"] = _clauses(oracle, row)
    answer["clauses"] = _binding(oracle, row)
    if "short" in row:
        answer["short"], answer["short_by"] = dollars(row["short"]), row["short_by"]
    answer |= {field: row[field] for field in ("approval", "from", "rounded") if field in row}
    return answer


def _binding(oracle: Oracle, row: Json) -> frozenset[str]:
    """What a row must cite besides, because it was covered or paid in part."""
    bound_by = [*row.get("bound_by", ())]
    partly = row["outcome"] == "lose" and row["taken"] < row["stake"]
    bound_by += ["bank"] if partly or row["outcome"] == "returned" else []
    exhausted = "BB-1.2" if oracle.house == "california-bad-beat" else "CA-1.2"
    cites = {"cap": {"Q-12"}, "aggregate": {"Q-25"}, "bank": {exhausted, "Q-1"}}
    return frozenset(clause for reason in bound_by for clause in cites[reason])


def _clauses(oracle: Oracle, row: Json) -> frozenset[str]:
    wager = row["wager"]
    if row["outcome"] == "returned":
        returned = {"CA-1.2", "CA-6.16", "CA-7.10", "CA-9" if wager == "trips" else ""}
        return frozenset(returned | {name.replace("CA-", "BB-") for name in returned})
    return ADMISSIBLE[oracle.house][wager][row["reason"]]
