"""A table as the list of tables shows it, from here or as its node told."""

from __future__ import annotations

import msgspec

from uth.floor.house import House
from uth.floor.keeper import Keeper
from uth.floor.nodes import Nodes
from uth.table.wire import to_json
from uth.web import messages as m


def line_of(house: House, keeper: Keeper) -> m.TableLine:
    table = keeper.table
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
    )


def own_lines(house: House) -> dict[str, m.TableLine]:
    return {name: line_of(house, keeper) for name, keeper in house.tables.items()}


def told(house: House) -> dict[str, bytes]:
    """What this node tells the others of its tables."""
    return {name: to_json(line) for name, line in own_lines(house).items()}


def all_lines(house: House, nodes: Nodes) -> list[m.TableLine]:
    """The tables of every node."""
    found = own_lines(house)
    if nodes.shared:
        for name, (_, body) in nodes.tables().items():
            if name not in found:
                found[name] = msgspec.json.decode(body, type=m.TableLine)
    return [line for _, line in sorted(found.items())]
