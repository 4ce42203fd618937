"""Real rounds of every house, dealt from a committed shuffle."""

from __future__ import annotations

from collections.abc import Mapping

from tests.floor.sources import Bytes
from tests.table.driver import Game
from uth.floor.fairness.receipts import JournalHead, Receipt, receipt_of
from uth.floor.fairness.shuffle import ClosedShuffle, OpenShuffle, RoundName, open_shuffle
from uth.rulebook.canonical import digest
from uth.table import commands as c

JOURNAL = JournalHead(41, "ab" * 32)


def name_of(game: Game, table: str = "T-1") -> RoundName:
    return RoundName(table, game.table.round, game.rules.id, digest(game.rules))


def shuffle_for(game: Game, source: str = "rounds") -> OpenShuffle:
    return open_shuffle(name_of(game), Bytes(f"{source} {game.table.round}"))


def betting(house: str, seats: tuple[int, ...] = (2, 5), procedure: str = "") -> Game:
    """A table with wagers placed, and a banker if players bank."""
    game = Game(house, {"dealing": {"procedure": procedure}} if procedure else None)
    game.sit(*seats)
    if game.rules.player_dealer:
        game.sit(6).bank(6)
    for seat in seats:
        game.bet(seat, 1_500)
    return game


def finished(game: Game, shuffle: ClosedShuffle) -> Receipt:
    """Deal the round from a shuffle, let everybody fold, and return its receipt."""
    game.close()
    game.do(c.Deal(shuffle.deck()))
    game.finish({seat: "fold" for seat, _ in game.table.in_play()})
    assert game.phase() == "betting"
    return receipt_of(shuffle, game.events, JOURNAL)


def played(
    house: str, mixed: Mapping[int, str] | None = None, procedure: str = ""
) -> tuple[Game, Receipt]:
    game = betting(house, procedure=procedure)
    shuffle = shuffle_for(game)
    for seat, text in (mixed or {}).items():
        shuffle = shuffle.mix(seat, text)
    return game, finished(game, shuffle.close())
