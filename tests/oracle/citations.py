"""Which clauses may stand first for how a wager ended, and which must be among them."""

from __future__ import annotations

from tests.oracle.settlement import Line, Round
from tests.oracle.verdicts import qualifies

Clauses = frozenset[str]

BASE = {"cardroom-25": "CR-14", "hollywood-pa": "PA-3", "light-and-wonder": "LW-15"}
UNQUALIFIED = {"cardroom-25": "CR-5", "hollywood-pa": "PA-4", "light-and-wonder": "LW-4"}
TRIPS = {
    "cardroom-25": "CR-14 CR-6",
    "hollywood-pa": "PA-5 Q-4",
    "light-and-wonder": "LW-15 LW-16",
}
BONUSES = {
    "ultimate_pairs": "PA-6 LW-9 LW-10",
    "progressive": "PA-9 LW-12",
    "envy": "PA-10 Q-24 LW-12",
}
EXHAUSTED = "CA-1.2 CA-6.16 CA-7.10 CA-9"


def first_clauses(settled: Round, house: str, line: Line) -> Clauses:
    """The clauses of which one must come first."""
    california = settled.house.player_banked
    named = _california(settled, line) if california else _house_banked(settled, house, line)
    clauses = frozenset(named.split())
    if house == "california-bad-beat":  # its own sentences bear California's numbers
        clauses |= {clause.replace("CA-", "BB-") for clause in clauses}
    return clauses


def bound_by(settled: Round, house: str, line: Line) -> Clauses:
    """The clauses that a wager must cite because it was paid or collected in part or not at all."""
    partly = line.short or (line.outcome == "lose" and line.taken < line.stake)
    if not partly and line.outcome != "returned":
        return frozenset()
    if settled.house.player_banked:
        exhausted = "BB-1.2" if house == "california-bad-beat" else "CA-1.2"
        return frozenset({exhausted, "Q-1"})
    caps = {"cardroom-25": "CR-10 Q-12", "hollywood-pa": "PA-12 Q-12"}
    return frozenset(caps.get(house, "LW-13 Q-25").split())


def _california(settled: Round, line: Line) -> str:
    showdown = settled.showdowns[line.seat]
    if line.outcome == "returned":
        return EXHAUSTED
    if line.wager == "trips":
        return {"win": "CA-7.9 CA-9", "lose": "CA-9 CA-6.14"}[line.outcome]
    if showdown.folded:
        return "Q-4" if line.wager == "bad_beat" else "CA-6.14"
    assert settled.dealer is not None
    tie = showdown.hand == settled.dealer
    if not qualifies(settled.dealer) and line.wager == "bad_beat":
        return "CA-7.1 CA-10" if tie else "CA-7.1"  # a tie without a pair loses by both
    if not qualifies(settled.dealer) and line.wager == "ante":
        return "CA-7.1"
    if line.wager == "bad_beat":
        return "CA-10"
    if tie:
        return "CA-7.6"
    return {"win": "CA-7.5", "lose": "CA-7.4", "push": "CA-7.3"}[line.outcome]


def _house_banked(settled: Round, house: str, line: Line) -> str:
    showdown = settled.showdowns[line.seat]
    if line.wager in BONUSES:
        return BONUSES[line.wager]
    if line.wager == "trips":
        return TRIPS[house]
    if showdown.folded:
        return "Q-4 Q-5"
    if line.wager == "bad_beat":
        return "LW-8" if house == "light-and-wonder" else "PA-8"
    assert settled.dealer is not None
    if line.wager == "ante" and not qualifies(settled.dealer):
        return UNQUALIFIED[house]
    return BASE[house]
