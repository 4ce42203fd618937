"""A settled round under another reading: the same cards, stakes and decisions, other money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from uth.core.money import Cents
from uth.core.record import Record
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.evolve import evolve
from uth.table.settling.settlement import bettors
from uth.table.settling.table_settlement import settle_table, spots
from uth.table.state import Table
from uth.table.wagers import check_play, check_wagers, placed_wagers, within_ceiling


class Resettled(Record):
    """How a round would have ended under another reading, against how it did end."""

    players: dict[str, Cents]
    """What each bettor would have more; the bank, or the house, has that much less."""
    forbidden: bool = False
    """A wager or Play bet of the round would have been refused: the money is not compared."""
    opened: bool = False
    """Other wagers or Play bets would have been possible: what players would do is not known."""

    @property
    def total(self) -> Cents:
        return sum(self.players.values())

    @property
    def absolute(self) -> Cents:
        return sum(map(abs, self.players.values()))


def at_settlement(table: Table, events: Iterable[e.Event]) -> Table | None:
    """The table when what the round owes is worked out; None where it never is."""
    for event in events:
        if isinstance(event, e.SettlementBegun):
            return table
        table = evolve(table, event)
    return None


def nets(rules: Rulebook, table: Table) -> Counter[str]:
    """What each bettor wins or loses in a round that is about to be settled."""
    won: Counter[str] = Counter()
    for row in settle_table(rules, table).rows:
        won[row.backer or table.seat(row.seat).player] += row.paid - row.taken
    return won


def resettle(rules: Rulebook, other: Rulebook, table: Table, ended: Counter[str]) -> Resettled:
    """The round again under another reading; `ended` is what `nets` says of it as it was."""
    same_choices = (other.wagers, other.limits) == (rules.wagers, rules.limits)
    if not same_choices and not _allows(other, table):
        return Resettled({}, forbidden=True)
    after = nets(other, table)
    players = {name: after[name] - ended[name] for name in after if after[name] != ended[name]}
    opened = not same_choices and bool(_choices(other, table) - _choices(rules, table))
    return Resettled(players, opened=opened)


def _allows(rules: Rulebook, table: Table) -> bool:
    """Whether all wagers and Play bets of a round could have been made."""
    try:
        for spot in spots(table):
            least = table.least(table.seat(spot.seat))
            for name, wagers in bettors(spot):
                check_wagers(rules, wagers, table.minimum if name else least, table.maximum)
                check_play(rules, spot.multiple, wagers["ante"])
    except Refusal:
        return False
    return True


def _choices(rules: Rulebook, table: Table) -> set[tuple[int, str]]:
    """By seat: what else could have been done."""
    choices: set[tuple[int, str]] = set()
    for spot in spots(table):
        ante = max((wagers["ante"] for _, wagers in bettors(spot)), default=0)
        choices |= {(spot.seat, choice) for choice in possible(rules, spot.wagers, ante)}
    return choices


def possible(rules: Rulebook, wagers: Mapping[str, Cents], ante: Cents) -> set[str]:
    """Each further wager that a seat could have placed, and each Play multiple of its Ante."""
    multiples = (*rules.play.preflop, *rules.play.flop, *rules.play.river)
    further = {
        wager.name
        for wager in placed_wagers(rules)
        if wager.name not in wagers and wager.needs(rules) in ("", *wagers)
    }
    return further | {f"{m}x" for m in multiples if within_ceiling(rules, m * ante)}
