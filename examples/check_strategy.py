"""Check a strategy file without the program that wrote it: plain Python, no libraries.

    python examples/check_strategy.py best.uths [HANDS] [SEED]

It reads every decision, deals random hands, plays them by the file, settles Ante, Play and Blind,
and says how far the mean is from the value that the file states. docs/simulation.md has the
format; the numbering of classes is written out again here.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import zlib
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, sqrt

ORDERS = list(permutations(range(4)))


def pair(a: int, b: int) -> int:
    return max(a, b) * (max(a, b) - 1) // 2 + min(a, b)


def flops() -> list[tuple[int, int, int]]:
    """One flop of each class: one suit, then two, then three; card = 4 × rank + suit."""
    one = [(4 * a, 4 * b, 4 * c) for c in range(13) for b in range(c) for a in range(b)]
    two = [(4 * a, 4 * b, 4 * x + 1) for b in range(13) for a in range(b) for x in range(13)]
    three = [
        (4 * a, 4 * b + 1, 4 * c + 2)
        for c in range(13) for b in range(c + 1) for a in range(b + 1)
    ]  # fmt: skip
    return one + two + three


def renamed(card: int, order: tuple[int, ...]) -> int:
    return card & ~3 | order[card & 3]


class Decisions:
    """The decisions of one street, read bit by bit: 0 is passive, then the bets, largest first."""

    def __init__(self, packed: bytes, at: int, count: int, bets: list[int]) -> None:
        self.bets, self.width = [0, *bets], max(1, len(bets).bit_length())
        self.end = at + (count * self.width + 7) // 8
        self.packed, self.start, self.count = packed, at, count
        assert all(self[number] is not None for number in range(0, count, 997))

    def __getitem__(self, number: int) -> int:
        assert 0 <= number < self.count
        value = 0
        for bit in range(number * self.width, (number + 1) * self.width):
            value = 2 * value + (self.packed[self.start + (bit >> 3)] >> (7 - (bit & 7)) & 1)
        return self.bets[value]


class Strategy:
    """A strategy file, and what it decides."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            first, *rest = file.read().split(b"\n", 3)
        assert first == b"uth-strategy-1", "not a strategy file"
        assert len(rest) == 3, "damaged"
        digest, text, body = rest
        inflated = zlib.decompressobj()
        packed = inflated.decompress(body)
        assert inflated.eof, "damaged"
        assert not inflated.unused_data, "damaged"
        assert hashlib.sha256(text + b"\n" + packed).hexdigest().encode() == digest, "damaged"
        self.header = json.loads(text)
        at, self.streets = 0, {}
        for street in ("preflop", "flop", "river"):
            count, bets = self.header["classes"][street], self.header["options"][street]
            self.streets[street] = Decisions(packed, at, count, bets)
            at = self.streets[street].end
        assert at == len(packed), "not whole"
        self._number_flops()
        self._number_rivers()

    def _number_flops(self) -> None:
        """A number for the first holding of each class on each flop; suits that are alike swap."""
        self.flop_row, self.firsts, number = {}, [], 0
        for row, flop in enumerate(flops()):
            alike = [order for order in ORDERS if {renamed(c, order) for c in flop} == set(flop)]
            names, first = [[renamed(card, order) for card in range(52)] for order in alike], {}
            for b in range(52):
                for a in range(b):
                    if a in flop or b in flop:
                        continue
                    own = b * (b - 1) // 2 + a
                    if len(alike) == 1 or own == min(pair(name[a], name[b]) for name in names):
                        first[own] = number
                        number += 1
            self.firsts.append((alike, first))
            for order in ORDERS:
                self.flop_row.setdefault(
                    tuple(sorted(renamed(c, order) for c in flop)), (row, order)
                )
        assert number == self.header["classes"]["flop"]

    def _number_rivers(self) -> None:
        """The first number of every board: by ranks alone, then by the ranks of the flush suit."""
        self.boards, number = {}, 0
        plain = sorted((tuple(sorted(some)) for some in multisets(5)), key=lambda r: rank_board(r))
        for ranks in plain:
            if ranks[0] != ranks[4]:
                self.boards[(), ranks] = number
                number += count_kinds(Counter(ranks), 0)
        for size in (3, 4, 5):
            for inside in sorted(combinations(range(13), size), key=lambda s: s[::-1]):
                for outside in sorted(multisets(5 - size), key=lambda r: r[::-1]):
                    self.boards[inside, outside] = number
                    number += count_kinds(Counter(outside), size)
        assert number == self.header["classes"]["river"], number

    def preflop(self, hole: tuple[int, int]) -> int:
        high, low = max(hole) >> 2, min(hole) >> 2
        suited = hole[0] & 3 == hole[1] & 3
        return self.streets["preflop"][high * 13 + low if suited else low * 13 + high]

    def flop(self, hole: tuple[int, int], board: tuple[int, ...]) -> int:
        row, order = self.flop_row[tuple(sorted(board))]
        back = tuple(order.index(suit) for suit in range(4))
        alike, first = self.firsts[row]
        a, b = (renamed(card, back) for card in hole)
        least = min(pair(renamed(a, one), renamed(b, one)) for one in alike)
        return self.streets["flop"][first[least]]

    def river(self, hole: tuple[int, int], board: tuple[int, ...]) -> int:
        suits = Counter(card & 3 for card in board)
        suit = next((suit for suit, count in suits.items() if count >= 3), None)
        inside = tuple(sorted(card >> 2 for card in board if card & 3 == suit))
        outside = tuple(sorted(card >> 2 for card in board if card & 3 != suit))
        number = self.boards[inside, outside]
        kind = kind_of(hole, suit)
        return self.streets["river"][
            number + kinds(Counter(outside), inside, suited=suit is not None).index(kind)
        ]


def multisets(size: int) -> list[tuple[int, ...]]:
    return [*combinations_with_replacement(range(13), size)]


def rank_board(ranks: tuple[int, ...]) -> int:
    return sum(comb(rank + at, at + 1) for at, rank in enumerate(ranks))


def kind_of(hole: tuple[int, int], suit: int | None) -> tuple[int, ...]:
    """(number of suited cards, ranks): how a holding is seen from the flush suit."""
    inside = sorted((card >> 2 for card in hole if card & 3 == suit), reverse=True)
    outside = sorted((card >> 2 for card in hole if card & 3 != suit), reverse=True)
    return (len(inside), *inside, *outside)


_KINDS: dict[tuple[object, ...], list[tuple[int, ...]]] = {}


def kinds(outside: Counter[int], inside: tuple[int, ...], *, suited: bool) -> list[tuple[int, ...]]:
    """The kinds of holding that a board leaves, in their order."""
    key = (tuple(sorted(outside.items())), inside, suited)
    if key not in _KINDS:
        left = [(3 if suited else 4) - outside[rank] for rank in range(13)]
        some = [
            (0, a, b) for a in range(13) for b in range(a + 1)
            if (left[a] >= 2 if a == b else left[a] and left[b])
        ]  # fmt: skip
        if suited:
            free = [rank for rank in range(13) if rank not in inside]
            some += [(1, a, b) for a in free for b in range(13) if left[b]]
            some += [(2, a, b) for a in range(13) for b in range(a) if a in free and b in free]
        if len(_KINDS) > 50_000:
            _KINDS.clear()
        _KINDS[key] = some
    return _KINDS[key]


def count_kinds(outside: Counter[int], suited: int) -> int:
    """How many kinds of holding a board leaves, with so many cards in its flush suit."""
    cards = 3 if suited else 4
    some = sum(outside[rank] < cards for rank in range(13))
    two = sum(outside[rank] < cards - 1 for rank in range(13))
    free = 13 - suited if suited else 0
    return comb(some, 2) + two + free * some + comb(free, 2)


def strength(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The best five of seven cards: category, then ranks."""
    return max(five(some) for some in combinations(cards, 5))


def five(cards: tuple[int, ...]) -> tuple[int, ...]:
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    order = [rank for rank, count in groups for _ in range(count)]
    shape = [count for _, count in groups]
    flush = len({card & 3 for card in cards}) == 1
    high = ranks[0] if len(groups) == 5 and ranks[0] - ranks[4] == 4 else None
    if ranks == [12, 3, 2, 1, 0]:
        high = 3
    if high is not None:
        return (9 if flush and high == 12 else 8 if flush else 4, high)
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(
        tuple(shape), 0
    )
    return (max(category, 5) if flush else category, *order)


def net(game: dict[str, object], mine: tuple[int, ...], theirs: tuple[int, ...], bet: int) -> float:
    """What Ante, Play and Blind net in antes; without the cap that some houses have."""
    if not bet:
        return -2.0
    ante = 0.0 if game["qualify"] and theirs[0] == 0 else 1.0
    if mine == theirs:
        return 0.0
    if mine < theirs:
        return -bet - ante - 1.0
    odds = dict(zip((9, 8, 7, 6, 5, 4), game["blind"], strict=True)).get(mine[0], "0")  # type: ignore[call-overload]
    top, _, bottom = str(odds).partition("/")
    return bet + ante + int(top) / int(bottom or 1)


def main() -> None:
    path, *rest = sys.argv[1:]
    hands, seed = int(rest[0]) if rest else 20_000, int(rest[1]) if len(rest) > 1 else 1
    strategy, draw = Strategy(path), random.Random(seed)
    game, total, square = strategy.header["game"], 0.0, 0.0
    assert game["cap"] is None, "this checker settles no caps"
    for _ in range(hands):
        cards = tuple(draw.sample(range(52), 9))
        hole, board, dealer = cards[:2], cards[2:7], cards[7:]
        bet = (
            strategy.preflop(hole) or strategy.flop(hole, board[:3]) or strategy.river(hole, board)
        )
        won = net(game, strength(hole + board), strength(dealer + board), bet)
        total, square = total + won, square + won * won
    mean = total / hands
    error = sqrt((square / hands - mean * mean) / hands)
    print(f"{hands:,} hands: {mean:+.5f} antes a hand, standard error {error:.5f}")
    if "ev" in strategy.header:
        stated = strategy.header["ev"]["numerator"] / strategy.header["ev"]["denominator"]
        print(f"stated: {stated:+.5f}; {abs(mean - stated) / error:.1f} standard errors away")


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, ValueError, LookupError, TypeError, OSError, zlib.error) as error:
        sys.exit(f"{sys.argv[1:]}: {error or 'damaged'}")
