"""What clients were promised, compared with the store: nothing lost, nothing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from uth.floor.tables.orders import Answer, Order
from uth.ledger.audit.audit import audit
from uth.ledger.journal.accounts import meter_stream, table_stream
from uth.ledger.journal.batch import Head
from uth.ledger.journal.heads import read_heads
from uth.ledger.journal.meter_events import (
    FeedTakenBack,
    JackpotsGiven,
    MeterFed,
    MeterOpened,
    MysteryHit,
    read_meter_event,
)
from uth.ledger.journal.store import Reader, Store
from uth.ledger.journal.table_streams import read_event as table_event
from uth.ledger.locations import local_heads_files
from uth.rulebook.model import ProgressiveRules
from uth.table import commands as c
from uth.table import events as e
from uth.table.meters import UNITS


class Promises:
    """Every order sent and every answer received.

    No two orders move the same amount, so that an order that happened twice can be seen.
    """

    def __init__(self) -> None:
        self._given = 0
        self._wrong: list[str] = []
        self._answers: dict[tuple[str, str], Answer] = {}
        self._amounts: dict[tuple[str, str], tuple[type[e.Event], int]] = {}
        self._sent: dict[tuple[str, str], int] = {}
        self._bought: set[tuple[str, str]] = set()

    def amount(self, least: int) -> int:
        """An amount that no other order moves."""
        self._given += 1
        return least + self._given

    def requested(self, player: str, key: str, amount: int) -> None:
        self._sent[player, key] = amount

    def bought(self, player: str, key: str) -> None:
        self._bought.add((player, key))

    def ordered(self, order: Order) -> None:
        if isinstance(order.command, c.AddChips | c.Sit):
            happens = e.PlayerSeated if isinstance(order.command, c.Sit) else e.ChipsAdded
            self._amounts[order.actor, order.key] = happens, order.command.chips

    def answered(self, order: Order, answer: Answer) -> None:
        """The same key always gets the same answer."""
        before = self._answers.setdefault((order.actor, order.key), answer)
        if before != answer:
            self._wrong.append(f"{order.actor} {order.key} was answered two ways")

    @property
    def acknowledged(self) -> int:
        return len(self._answers) + len(self._bought)

    def check(self, store: Store) -> None:
        """Everything acknowledged is there, and nothing is there twice."""
        assert self._wrong == [], self._wrong[0]
        with store.reading() as reader:
            self._check_answers(store, reader)
            self._check_once(reader)

    def _check_answers(self, store: Store, reader: Reader) -> None:
        for (actor, key), answer in self._answers.items():
            stored = store.answer(actor, key)
            assert stored is not None, f"{actor} {key} was acknowledged, and is lost"
            assert msgspec.json.decode(stored.answer, type=Answer) == answer, (
                f"{actor} {key} changed"
            )
            assert reader.stream(f"table/{answer.table}").version >= answer.version

    def _check_once(self, reader: Reader) -> None:
        bought = Counter(
            entry["amount"] for entry in _bodies(reader, "cage/") if entry["type"] == "Bought"
        )
        for (actor, key), amount in self._sent.items():
            least = (actor, key) in self._bought
            assert least <= bought[amount] <= 1, f"{actor} {key} was booked {bought[amount]} times"
        moved: Counter[tuple[type[e.Event], str, int]] = Counter(
            (type(event), event.player, event.chips)
            for row in reader.streams("table/")
            for event in map(table_event, reader.events(row.stream))
            if isinstance(event, e.ChipsAdded | e.PlayerSeated)
        )
        for (actor, key), (happens, amount) in self._amounts.items():
            least = (actor, key) in self._answers
            times = moved[happens, actor, amount]
            assert least <= times <= 1, f"{actor} {key} happened {times} times"


def _bodies(reader: Reader, prefix: str) -> list[dict[str, object]]:
    return [
        msgspec.json.decode(entry.body)
        for row in reader.streams(prefix)
        for entry in reader.events(row.stream)
    ]


def all_heads(*addresses: str) -> list[Head]:
    """The heads files of all nodes, by the addresses that they use for the store."""
    files = {path for address in addresses for path in local_heads_files(address)}
    return [head for path in sorted(files) for head in read_heads(path)]


def check_audit(store: Store, heads: Iterable[Head] = ()) -> int:
    """Balances add up to zero and an audit is clean; returns the number of rounds audited."""
    with store.reading() as reader:
        assert sum(reader.balances().values()) == 0, "the accounts do not add up"
    result = audit(store, heads)
    assert result.findings == (), str(result.findings[0])
    return result.rounds


def check_meter(store: Store, name: str, progressive: ProgressiveRules) -> tuple[int, int]:
    """A meter equals its contributions less its awards, to the fraction of a cent.

    Each round's jackpots are paid once, and the table paid what the meter gave.
    """
    with store.reading() as reader:
        events = [read_meter_event(entry) for entry in reader.events(meter_stream(name))]
        main, mystery = _counted(events, progressive)
        shown = {kind: reader.balance(f"meter/{name}/{kind}") for kind in ("main", "mystery")}
        assert shown == {"main": main // UNITS, "mystery": mystery // UNITS}
        given = [event for event in events if isinstance(event, JackpotsGiven)]
        rounds = Counter((event.table, event.round) for event in given)
        assert max(rounds.values(), default=1) == 1, "a round's jackpots were paid twice"
        paid = [
            (table, tuple(sorted(amount for _, amount, _ in event.awards)))
            for table in {event.table for event in events if isinstance(event, MeterFed)}
            for event in map(table_event, reader.events(table_stream(table)))
            if isinstance(event, e.JackpotsAwarded)
        ]
    awarded = [(event.table, tuple(sorted(award[1] for award in event.awards))) for event in given]
    assert Counter(paid) == Counter(awarded), "tables and meter paid different jackpots"
    return len(given), sum(isinstance(event, MysteryHit) for event in events)


def _counted(events: Sequence[object], progressive: ProgressiveRules) -> tuple[int, int]:
    """Both meters by plain addition, without the code under test."""
    main = mystery = jackpots = mysteries = 0
    for event in events:
        if isinstance(event, MeterOpened):
            main, mystery = event.main, event.mystery
        elif isinstance(event, MeterFed):
            main, mystery = main + event.main, mystery + event.mystery
        elif isinstance(event, FeedTakenBack):
            main -= event.main * (event.jackpots == jackpots)
            mystery -= event.mystery * (event.mysteries == mysteries)
        elif isinstance(event, MysteryHit):
            mystery += (progressive.mystery_restart - event.amount) * UNITS
            mysteries += 1
        elif isinstance(event, JackpotsGiven):
            for _, amount, _, reseeded in event.awards:
                main += (progressive.seed * reseeded - amount) * UNITS
                jackpots += reseeded
    return main, mystery
