"""Tables as lists show them: to everybody, and to the floor; from here, or as their node told."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from uth.core.money import Cents
from uth.floor.cluster.nodes import Nodes
from uth.floor.floor import Floor
from uth.floor.meters.linked_meter import MeterView
from uth.floor.tables.progress import held_until
from uth.floor.tables.table_status import ClosedBox
from uth.floor.tables.table_writer import TableWriter
from uth.floor.times import Millis
from uth.ledger.journal.accounts import house as house_account
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.store import Reader
from uth.table.wire import to_json


class TableLine(msgspec.Struct, frozen=True):
    """A table in the list of tables."""

    name: str
    house: str
    phase: str
    round: int
    minimum: Cents
    maximum: Cents
    seated: int
    places: int
    waiting: int
    meters: MeterView | None
    by: str = ""
    """Who opened it."""
    listed: bool = True
    timed: bool = True


class ApprovalLine(msgspec.Struct, frozen=True):
    """A payout that waits for the floor: approve just this amount."""

    table: str
    round: int
    seat: int
    player: str
    wager: str
    amount: Cents
    here: tuple[str, ...]
    """Who is at the table: none of them approves it."""
    version: int
    """Sent with the approval, so that it is for this payout and for none that comes after it."""


class KeptMinimum(msgspec.Struct, frozen=True):
    """A seat that keeps a lower minimum (CR-9)."""

    seat: int
    player: str
    minimum: Cents


class HeldSeat(msgspec.Struct, frozen=True):
    seat: int
    player: str
    minutes: int
    away: bool
    until: Millis = 0
    """When it is given up, once it is empty."""


class FloorTable(msgspec.Struct, frozen=True):
    """A table as the floor sees it; no card is in it."""

    line: TableLine
    node: str
    """The node that keeps it; empty where there is one only."""
    schedule: int | None
    """The collection schedule in force, where the house has any."""
    grandfathered: tuple[KeptMinimum, ...]
    held: tuple[HeldSeat, ...]
    disconnected: tuple[str, ...]
    claims: tuple[int, ...]
    """Seats whose jackpots wait for the meter."""
    waiting: tuple[str, ...]
    approval: ApprovalLine | None = None
    win: Cents = 0
    drop: Cents = 0
    fees: Cents = 0
    holds: bool = False
    """Whether the house has a rule for holding a seat."""
    keeps: bool = False
    """Whether seated players may keep a lower minimum."""
    minimums: tuple[Cents, ...] = ()
    """The minimums that the house offers, where it does not take any other."""


class Drops(msgspec.Struct, frozen=True):
    """What lies in the drop boxes of a house's tables under one collection schedule."""

    house: str
    schedule: int | None
    tables: int
    amount: Cents


def table_line(floor: Floor, table_writer: TableWriter) -> TableLine:
    table, terms = table_writer.table, floor.terms.get(table_writer.name)
    return TableLine(
        table_writer.name,
        table.house,
        table.phase,
        table.round,
        table.minimum,
        table.maximum,
        sum(1 for _ in table.taken()),
        table_writer.rules.layout.places,
        len(floor.waiting.line(table_writer.name)),
        table_writer.link.view() if table_writer.link else None,
        terms.by if terms else "",
        terms.listed if terms else True,
        terms.timed if terms else True,
    )


def _approval(table_writer: TableWriter) -> ApprovalLine | None:
    """The payout that waits for the floor: its amount is what is approved, and no other."""
    table = table_writer.table
    if not table.asked:
        return None
    due = table.due[0]
    seated = (seat.player for seat in table.seats if seat)
    here = tuple(name for name in (*seated, *table.rail) if table.present(name))
    return ApprovalLine(
        table_writer.name,
        table.round,
        due.seat,
        due.player,
        due.wager,
        due.paid,
        here,
        table_writer.progress.version,
    )


def floor_line(floor: Floor, table_writer: TableWriter, node: str) -> FloorTable:
    """A table as the floor sees it, but for its money, which is in the ledger."""
    table = table_writer.table
    taken = list(table.taken())
    until = held_until(table_writer.progress)
    return FloorTable(
        table_line(floor, table_writer),
        node,
        table_writer.rules.collection.schedule,
        tuple(
            KeptMinimum(number, seat.player, seat.kept_minimum)
            for number, seat in taken
            if seat.kept_minimum is not None
        ),
        tuple(
            HeldSeat(number, seat.player, seat.hold, seat.away, until.get(number, 0))
            for number, seat in taken
            if seat.hold
        ),
        tuple(seat.player for _, seat in taken if seat.disconnected),
        table.claims,
        floor.waiting.line(table_writer.name),
        _approval(table_writer),
        holds=bool(table_writer.rules.cite("seat.held")),
        keeps=table_writer.rules.limits.grandfathering,
        minimums=table_writer.rules.limits.minimum_choices or (),
    )


def own_lines(floor: Floor, nodes: Nodes) -> dict[str, FloorTable]:
    return {
        name: floor_line(floor, table_writer, nodes.name)
        for name, table_writer in floor.tables.items()
    }


def own_summaries(floor: Floor, nodes: Nodes) -> dict[str, bytes]:
    """What this node tells the others of its tables."""
    return {name: to_json(line) for name, line in own_lines(floor, nodes).items()}


def all_lines(floor: Floor, nodes: Nodes) -> list[FloorTable]:
    """The tables of every node, by name; those of others as they last told, a moment ago."""
    found = own_lines(floor, nodes)
    if nodes.shared:
        for name, (_, body) in nodes.tables().items():
            if name not in found:
                found[name] = msgspec.json.decode(body, type=FloorTable)
    return [line for _, line in sorted(found.items())]


def with_money(reader: Reader, lines: Iterable[FloorTable]) -> list[FloorTable]:
    """The same tables with what the ledger holds for them."""
    found = []
    for line in lines:
        stream = table_stream(line.line.name)
        win, drop = reader.balance(house_account(stream)), reader.balance(f"drop/{stream}")
        fees = reader.balance(f"fees/{stream}")
        found.append(msgspec.structs.replace(line, win=win, drop=drop, fees=fees))
    return found


def by_schedule(lines: Iterable[FloorTable], closed: Iterable[ClosedBox]) -> list[Drops]:
    """What lies in the drop boxes, by house and collection schedule."""
    sums: dict[tuple[str, int], list[int]] = {}
    boxes = [(line.line.house, line.schedule, line.drop) for line in lines]
    boxes += [(box.house, box.schedule, box.amount) for box in closed]
    for house, schedule, amount in boxes:
        found = sums.setdefault((house, schedule or 0), [0, 0])
        found[0] += 1
        found[1] += amount
    return [
        Drops(house, schedule or None, tables, amount)
        for (house, schedule), (tables, amount) in sorted(sums.items())
    ]
