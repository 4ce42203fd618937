"""Summaries of tables for lists: for everybody, and for the floor, from all nodes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.floor.clock import Millis
from uth.floor.cluster.nodes import Nodes
from uth.floor.floor import Floor
from uth.floor.meters.linked_meter import MeterView
from uth.floor.tables.house_players import may_seat_bots
from uth.floor.tables.progress import held_until
from uth.floor.tables.table_status import ClosedBox
from uth.floor.tables.table_writer import TableWriter
from uth.ledger.journal.accounts import house as house_account
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.store import Reader
from uth.table.settling.table_settlement import posts_maximum
from uth.table.state import DiscardRack, VoidRequest
from uth.table.wire import to_json


class TableLine(msgspec.Struct, frozen=True):
    """A table in the list of tables."""

    name: str
    house: str
    house_name: str
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
    approved: bool = True
    """Whether its house is approved, and not somebody's own."""
    practice: bool = False
    """A practice table, where bots may bank and wager too (Q-30)."""
    title: str = ""
    """What people call it; empty where it has no name but its link."""


class ApprovalLine(msgspec.Struct, frozen=True):
    """A payout that waits for approval of exactly this amount."""

    table: str
    round: int
    seat: int
    player: str
    wager: str
    amount: Cents
    here: tuple[str, ...]
    """Who is at the table: none of them may approve it."""
    version: int
    """Sent with the approval, so that it can't approve a later payout."""


class SeatedPlayer(msgspec.Struct, frozen=True):
    """A player with a seat, or one whose seat is held, whom a raised minimum concerns (CR-9)."""

    seat: int
    player: str
    last_ante: Cents
    """What they staked or played last; 0 if they have not bet."""
    keeps: bool
    """Whether they keep a lower minimum now."""


class KeptMinimum(msgspec.Struct, frozen=True):
    """A seat that keeps a lower minimum than the table's (CR-9)."""

    seat: int
    player: str
    minimum: Cents


class HeldSeat(msgspec.Struct, frozen=True):
    """A seat that is held for its player."""

    seat: int
    player: str
    minutes: int
    away: bool
    until: Millis = 0
    """When the seat is given up; 0 while its player is there."""


class FloorTable(msgspec.Struct, frozen=True):
    """A table as supervisors see it; without cards."""

    summary: TableLine
    node: str
    """The node that runs it; empty if there is only one."""
    schedule: int | None
    """The collection schedule in force, if the house has one."""
    grandfathered: tuple[KeptMinimum, ...]
    held: tuple[HeldSeat, ...]
    disconnected: tuple[str, ...]
    claims: tuple[int, ...]
    """Seats with jackpots that wait for the meter."""
    waiting: tuple[str, ...]
    approval: ApprovalLine | None = None
    win: Cents = 0
    drop: Cents = 0
    fees: Cents = 0
    holds: bool = False
    """Whether the house lets a seat be held."""
    keeps: bool = False
    """Whether seated players may keep a lower minimum."""
    minimums: tuple[Cents, ...] = ()
    """The minimums that the house allows; empty if it allows any."""
    rack: DiscardRack = DiscardRack()
    shuffler: str = "main"
    back_up: bool = False
    """Whether the house has a back-up shuffler."""
    players: tuple[SeatedPlayer, ...] = ()
    void: VoidRequest | None = None
    """A request to void the round, which a second supervisor has to confirm (Q-21)."""
    void_reasons: tuple[str, ...] = ()
    """Why the house allows a round to be voided."""
    posts_maximum: bool = False
    """Whether a maximum payout may be posted (CR-10)."""
    posted_maximum: Cents | None = None
    bots: bool = True
    """Whether bots may play here (Q-30)."""


class Drops(msgspec.Struct, frozen=True):
    """The drop boxes of a house's tables under one collection schedule."""

    house: str
    house_name: str
    schedule: int | None
    tables: int
    amount: Cents


def table_line(floor: Floor, table_writer: TableWriter) -> TableLine:
    table, terms = table_writer.table, floor.tables.terms.get(table_writer.name)
    return TableLine(
        name=table_writer.name,
        house=table.house,
        house_name=table_writer.rules.name,
        phase=table.phase,
        round=table.round,
        minimum=table.minimum,
        maximum=table.maximum,
        seated=sum(1 for _ in table.taken()),
        places=table_writer.rules.layout.places,
        waiting=len(floor.waiting.players(table_writer.name)),
        meters=table_writer.link.view() if table_writer.link else None,
        by=terms.by if terms else "",
        listed=terms.listed if terms else True,
        timed=terms.timed if terms else True,
        approved=table_writer.rules.approved,
        practice=table.practice,
        title=terms.title if terms else "",
    )


def _approval(table_writer: TableWriter) -> ApprovalLine | None:
    """The payout that waits for approval, if any."""
    table = table_writer.table
    if not table.approval_pending:
        return None
    due = table.due[0]
    seated = (seat.player for seat in table.seats if seat)
    here = tuple(name for name in (*seated, *table.rail) if table.present(name))
    return ApprovalLine(
        table=table_writer.name,
        round=table.round,
        seat=due.seat,
        player=due.player,
        wager=due.wager,
        amount=due.paid,
        here=here,
        version=table_writer.progress.version,
    )


def floor_line(floor: Floor, table_writer: TableWriter, node: str) -> FloorTable:
    """A table as supervisors see it, without its money: that is in the ledger."""
    table = table_writer.table
    taken = list(table.taken())
    until = held_until(table_writer.progress)
    return FloorTable(
        summary=table_line(floor, table_writer),
        node=node,
        schedule=table_writer.rules.collection.schedule,
        grandfathered=tuple(
            KeptMinimum(number, seat.player, seat.kept_minimum)
            for number, seat in taken
            if seat.kept_minimum is not None
        ),
        held=tuple(
            HeldSeat(number, seat.player, seat.hold, seat.away, until.get(number, 0))
            for number, seat in taken
            if seat.hold
        ),
        disconnected=tuple(seat.player for _, seat in taken if seat.disconnected),
        claims=table.claims,
        waiting=floor.waiting.players(table_writer.name),
        approval=_approval(table_writer),
        holds=bool(table_writer.rules.cite("seat.held")),
        keeps=table_writer.rules.limits.grandfathering,
        minimums=table_writer.rules.choices("limits.minimum"),
        rack=table.rack,
        shuffler=table.shuffler,
        back_up=bool(table_writer.rules.cite("shuffler.switched")),
        players=tuple(
            SeatedPlayer(
                seat=number,
                player=seat.player,
                last_ante=seat.wagers.get("ante", seat.last_ante),
                keeps=table.least(seat) < table.minimum,
            )
            for number, seat in taken
        ),
        void=table.void_request,
        void_reasons=table_writer.rules.conduct.void_reasons,
        posts_maximum=posts_maximum(table_writer.rules),
        posted_maximum=table.posted_maximum,
        bots=may_seat_bots(table_writer.rules, practice=table.practice),
    )


def own_lines(floor: Floor, nodes: Nodes) -> dict[str, FloorTable]:
    return {
        name: floor_line(floor, table_writer, nodes.name)
        for name, table_writer in floor.tables.items()
    }


def own_summaries(floor: Floor, nodes: Nodes) -> dict[str, bytes]:
    """What this node announces about its tables."""
    return {name: to_json(summary) for name, summary in own_lines(floor, nodes).items()}


def all_lines(floor: Floor, nodes: Nodes) -> list[FloorTable]:
    """The tables of all nodes by name; those of other nodes as they last announced them."""
    by_name = own_lines(floor, nodes)
    if nodes.shared:
        for name, (_, body) in nodes.tables().items():
            if name not in by_name:
                by_name[name] = msgspec.json.decode(body, type=FloorTable)
    return [summary for _, summary in sorted(by_name.items())]


def with_money(reader: Reader, tables: Iterable[FloorTable]) -> list[FloorTable]:
    """The same tables with their balances from the ledger."""
    summaries = []
    for table in tables:
        stream = table_stream(table.summary.name)
        win, drop = reader.balance(house_account(stream)), reader.balance(f"drop/{stream}")
        fees = reader.balance(f"fees/{stream}")
        summaries.append(replace(table, win=win, drop=drop, fees=fees))
    return summaries


def by_schedule(tables: Iterable[FloorTable], closed: Iterable[ClosedBox]) -> list[Drops]:
    """The drop boxes of open and closed tables, summed by house and collection schedule."""
    amounts: defaultdict[tuple[str, str, int], list[Cents]] = defaultdict(list)
    for table in tables:
        summary = table.summary
        amounts[summary.house, summary.house_name, table.schedule or 0].append(table.drop)
    for box in closed:
        amounts[box.house, box.house_name, box.schedule or 0].append(box.amount)
    return [
        Drops(house, name, schedule or None, tables=len(boxes), amount=sum(boxes))
        for (house, name, schedule), boxes in sorted(amounts.items())
    ]
