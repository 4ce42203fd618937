"""The list of open tables that everybody may ask for, and who opened how many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from uth.core.refusal import Refusal
from uth.floor.cluster.nodes import Nodes
from uth.floor.floor import Floor
from uth.floor.table_summaries import FloorTable, TableLine, table_line


class TableList:
    """The lines of all tables by name; each is made again only after its table has changed.

    Who opens many tables thus does not make the list dear for everybody who asks for it.
    """

    def __init__(self, floor: Floor, nodes: Nodes) -> None:
        self._floor = floor
        self._nodes = nodes
        self._made: dict[str, tuple[tuple[Any, ...], TableLine]] = {}
        """What each line was made of, and the line."""

    def lines(self) -> list[TableLine]:
        """The tables of this node, and those of others as they last announced them."""
        floor, made = self._floor, self._made
        self._made = {}
        for name, table_writer in floor.tables.items():
            waiting, link = len(floor.waiting.players(name)), table_writer.link
            facts = (table_writer.table, waiting, link.view() if link else None)
            before = made.get(name)
            if before is None or before[0][0] is not facts[0] or before[0][1:] != facts[1:]:
                before = facts, table_line(floor, table_writer)
            self._made[name] = before
        lines = {name: made_line for name, (_, made_line) in self._made.items()}
        if self._nodes.shared:
            for name, (_, body) in self._nodes.tables().items():
                if name not in lines:
                    lines[name] = msgspec.json.decode(body, type=FloorTable).summary
        return [lines[name] for name in sorted(lines)]


class TableOpeners:
    """From which network each practice table was opened that is open on this node."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._networks: dict[str, str] = {}
        self._opening: Counter[str] = Counter()
        """How many are being opened at this moment."""

    @contextmanager
    def opening(self, name: str, network: str, most: int) -> Iterator[None]:
        """Open a table meanwhile; refused if the network has as many as it may."""
        tables = self._floor.tables
        self._networks = {name: one for name, one in self._networks.items() if name in tables}
        own = sum(one == network for one in self._networks.values())
        if own + self._opening[network] >= most:
            raise Refusal("service/no_tables", where="name")
        self._opening[network] += 1
        try:
            yield
        finally:
            self._opening -= Counter((network,))
        self._networks[name] = network
