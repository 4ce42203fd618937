"""A strategy as a file: every decision of a strategy in a few hundred kilobytes.

The first line names the format, the second is a digest of all that follows, the third is JSON, the
rest is compressed by zlib: a number for each class of cards, packed to as few bits as the options
of its street need. 0 is a check or a fold; 1, 2… are the street's bets, largest first.
docs/simulation.md numbers the classes.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.kernels.flop_decisions import FLOPS, HOLES, STARTS, canonical_flops, holes
from uth.exact.kernels.wins_and_ties import NO_HOLDING
from uth.exact.simulation.strategy_tables import StrategyTables, empty_tables
from uth.exact.solver.boards import Boards, count_boards
from uth.exact.solver.game_rules import GameRules

FORMAT = b"uth-strategy-1"
MOST_BYTES = 32 << 20
STREETS = ("preflop", "flop", "river")


@dataclass(frozen=True)
class StrategyFile:
    """A strategy with the game that it is for, and what the file says of itself."""

    tables: StrategyTables
    facts: dict[str, Any] = field(default_factory=dict)


@cache
def flop_classes() -> Array:
    """For each flop and holding the first cell of its class, or -1: suits that are alike swap."""
    flops, pairs = canonical_flops()[:, :3], holes()[:, :2]
    first = np.tile(np.arange(HOLES), (FLOPS, 1))
    for order in permutations(range(4)):
        renamed = np.array(order)[np.arange(52) & 3] | np.arange(52) & ~3
        fixed = (np.sort(renamed[flops], axis=1) == np.sort(flops, axis=1)).all(axis=1)
        both = np.sort(renamed[pairs], axis=1)
        swapped = both[:, 1] * (both[:, 1] - 1) // 2 + both[:, 0]
        first[fixed] = np.minimum(first[fixed], swapped)
    blocked = (flops[:, None, :, None] == pairs[None, :, None, :]).any(axis=(2, 3))
    classes: Array = np.where(blocked, -1, first)
    return classes


@cache
def river_classes() -> tuple[Array, Array]:
    """Which kinds of holding there are on each rank board and each flush board."""
    return _there(count_boards())


def _there(boards: Boards) -> tuple[Array, Array]:
    return (
        boards.rank_counts.category != NO_HOLDING,
        boards.flush_counts.category != NO_HOLDING,
    )


def _flop_cells() -> Array:
    """Whether each cell is the first of its class."""
    classes = flop_classes()
    cells: Array = classes == np.arange(HOLES)[None, :]
    return cells


def write_strategy(tables: StrategyTables, facts: dict[str, Any] | None = None) -> bytes:
    """The content of a strategy file."""
    rules = tables.rules
    there = river_classes()
    parts = {
        "preflop": tables.preflop,
        "flop": tables.flop[_flop_cells()],
        "river": np.concatenate((tables.river_ranks[there[0]], tables.river_suits[there[1]])),
    }
    options = {"preflop": rules.play, "flop": rules.flop, "river": rules.river}
    packed = b"".join(_packed(parts[street], options[street]) for street in STREETS)
    header = {
        "game": _game_json(rules),
        "classes": {street: len(parts[street]) for street in STREETS},
        "options": {street: _bets(options[street]) for street in STREETS},
        **(facts or {}),
    }
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    return b"\n".join((FORMAT, _digest(text, packed), text, zlib.compress(packed, 9)))


def _digest(header: bytes, packed: bytes) -> bytes:
    """Of header and decisions, so that a change of either is found."""
    return hashlib.sha256(header + b"\n" + packed).hexdigest().encode()


def read_strategy(content: bytes, where: str = "") -> StrategyFile:
    """The strategy of a file; one that is not whole is refused."""
    try:
        return _read(content)
    except Refusal as refusal:
        raise refusal.at(where) from None
    except (ValueError, LookupError, TypeError, ArithmeticError, zlib.error, RecursionError):
        raise Refusal("strategy/damaged", where=where) from None


def _read(content: bytes) -> StrategyFile:
    if len(content) > MOST_BYTES or not content.startswith(FORMAT + b"\n"):
        raise Refusal("strategy/format")
    _, digest, text, body = content.split(b"\n", 3)
    inflated = zlib.decompressobj()
    packed = inflated.decompress(body, MOST_BYTES)
    whole = inflated.eof and not inflated.unused_data
    if not whole or _digest(text, packed) != digest:
        raise Refusal("strategy/damaged")
    header = json.loads(text)
    rules = _game_of(header["game"])
    tables, there = empty_tables(rules), river_classes()
    cells = _flop_cells()
    sizes = {
        "preflop": STARTS, "flop": int(cells.sum()), "river": int(sum(map(np.sum, there))),
    }  # fmt: skip
    options = {"preflop": _bets(rules.play), "flop": _bets(rules.flop), "river": _bets(rules.river)}
    if header["classes"] != sizes or header["options"] != options:
        raise Refusal("strategy/damaged")
    parts, at = {}, 0
    for street in STREETS:
        parts[street], at = _unpacked(packed, at, sizes[street], options[street])
    if at != len(packed):
        raise Refusal("strategy/damaged")
    tables.preflop[:] = parts["preflop"]
    tables.flop[cells] = parts["flop"]
    classes = flop_classes()
    rows = np.arange(FLOPS)[:, None]
    tables.flop[:] = np.where(classes < 0, 0, tables.flop[rows, np.maximum(classes, 0)])
    ranks = int(there[0].sum())
    tables.river_ranks[there[0]] = parts["river"][:ranks]
    tables.river_suits[there[1]] = parts["river"][ranks:]
    known = {"game", "classes", "options"}
    return StrategyFile(tables, {name: header[name] for name in header if name not in known})


def _bets(multiples: frozenset[int]) -> list[int]:
    return sorted(multiples, reverse=True)


def _bits(options: int) -> int:
    """How many bits a decision among a passive action and so many bets takes."""
    return max(1, options.bit_length())


def _packed(multiples: Array, offered: frozenset[int]) -> bytes:
    bets = _bets(offered)
    number = np.zeros(101, np.uint8)
    number[bets] = np.arange(1, len(bets) + 1)
    width = _bits(len(bets))
    bits = np.unpackbits(number[multiples].reshape(-1, 1), axis=1)[:, -width:]
    return np.packbits(bits).tobytes()


def _unpacked(packed: bytes, at: int, count: int, bets: list[int]) -> tuple[Array, int]:
    width = _bits(len(bets))
    size = (count * width + 7) // 8
    part = np.frombuffer(packed, np.uint8, size, at)
    bits = np.unpackbits(part)[: count * width].reshape(count, width)
    numbers = bits @ (1 << np.arange(width)[::-1])
    multiples = np.array([0, *bets], np.int8)
    if count and numbers.max() >= len(multiples):
        raise Refusal("strategy/damaged")
    return multiples[numbers], at + size


def _game_json(rules: GameRules) -> dict[str, Any]:
    return {
        "blind": [str(odds) for odds in rules.blind],
        "play": _bets(rules.play),
        "flop": _bets(rules.flop),
        "river": _bets(rules.river),
        "qualify": rules.qualify,
        "cap": None if rules.cap is None else str(rules.cap),
        "capped": sorted(rules.capped),
    }


def _game_of(fields: dict[str, Any]) -> GameRules:
    return GameRules(
        blind=tuple(Fraction(odds) for odds in fields["blind"]),
        play=frozenset(fields["play"]),
        flop=frozenset(fields["flop"]),
        river=frozenset(fields["river"]),
        qualify=bool(fields["qualify"]),
        cap=None if fields["cap"] is None else Fraction(fields["cap"]),
        capped=frozenset(fields["capped"]),
    )
