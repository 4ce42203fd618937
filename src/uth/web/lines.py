"""Tables as lists show them: to everybody, and to the floor; from here, or as their node told."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from uth.floor.house import House
from uth.floor.keeper import Keeper
from uth.floor.nodes import Nodes
from uth.floor.situation import held_until
from uth.floor.standing import ClosedBox
from uth.ledger.accounts import house as house_account
from uth.ledger.accounts import table_stream
from uth.ledger.store import Reader
from uth.table.wire import to_json
from uth.web import messages as m


def line_of(house: House, keeper: Keeper) -> m.TableLine:
    table, terms = keeper.table, house.terms.get(keeper.name)
    return m.TableLine(
        keeper.name,
        table.house,
        table.phase,
        table.round,
        table.minimum,
        table.maximum,
        sum(1 for _ in table.taken()),
        keeper.rules.layout.places,
        len(house.waiting.line(keeper.name)),
        keeper.link.view() if keeper.link else None,
        terms.by if terms else "",
        terms.listed if terms else True,
        terms.timed if terms else True,
    )


def _approval(keeper: Keeper) -> m.ApprovalLine | None:
    """The payout that waits for the floor: its amount is what is approved, and no other."""
    table = keeper.table
    if not table.asked:
        return None
    due = table.due[0]
    seated = (seat.player for seat in table.seats if seat)
    here = tuple(name for name in (*seated, *table.rail) if table.present(name))
    return m.ApprovalLine(
        keeper.name,
        table.round,
        due.seat,
        due.player,
        due.wager,
        due.paid,
        here,
        keeper.situation.version,
    )


def floor_line(house: House, keeper: Keeper, node: str) -> m.FloorTable:
    """A table as the floor sees it, but for its money, which is in the ledger."""
    table = keeper.table
    taken = list(table.taken())
    until = held_until(keeper.situation)
    return m.FloorTable(
        line_of(house, keeper),
        node,
        keeper.rules.collection.schedule,
        tuple(
            m.KeptMinimum(number, seat.player, seat.kept_minimum)
            for number, seat in taken
            if seat.kept_minimum is not None
        ),
        tuple(
            m.HeldSeat(number, seat.player, seat.hold, seat.away, until.get(number, 0))
            for number, seat in taken
            if seat.hold
        ),
        tuple(seat.player for _, seat in taken if seat.cut_off),
        table.claims,
        house.waiting.line(keeper.name),
        _approval(keeper),
        holds=bool(keeper.rules.cite("seat.held")),
        keeps=keeper.rules.limits.grandfathering,
        minimums=keeper.rules.limits.minimum_choices or (),
    )


def own_lines(house: House, nodes: Nodes) -> dict[str, m.FloorTable]:
    return {name: floor_line(house, keeper, nodes.name) for name, keeper in house.tables.items()}


def told(house: House, nodes: Nodes) -> dict[str, bytes]:
    """What this node tells the others of its tables."""
    return {name: to_json(line) for name, line in own_lines(house, nodes).items()}


def all_lines(house: House, nodes: Nodes) -> list[m.FloorTable]:
    """The tables of every node, by name; those of others as they last told, a moment ago."""
    found = own_lines(house, nodes)
    if nodes.shared:
        for name, (_, body) in nodes.tables().items():
            if name not in found:
                found[name] = msgspec.json.decode(body, type=m.FloorTable)
    return [line for _, line in sorted(found.items())]


def with_money(reader: Reader, lines: Iterable[m.FloorTable]) -> list[m.FloorTable]:
    """The same tables with what the ledger holds for them."""
    found = []
    for line in lines:
        stream = table_stream(line.line.name)
        win, drop = reader.balance(house_account(stream)), reader.balance(f"drop/{stream}")
        fees = reader.balance(f"fees/{stream}")
        found.append(msgspec.structs.replace(line, win=win, drop=drop, fees=fees))
    return found


def by_schedule(lines: Iterable[m.FloorTable], closed: Iterable[ClosedBox]) -> list[m.Drops]:
    """What lies in the drop boxes, by house and collection schedule."""
    sums: dict[tuple[str, int], list[int]] = {}
    boxes = [(line.line.house, line.schedule, line.drop) for line in lines]
    boxes += [(box.house, box.schedule, box.cents) for box in closed]
    for house, schedule, cents in boxes:
        found = sums.setdefault((house, schedule or 0), [0, 0])
        found[0] += 1
        found[1] += cents
    return [
        m.Drops(house, schedule or None, tables, cents)
        for (house, schedule), (tables, cents) in sorted(sums.items())
    ]
