"""What the terminal says before "No more bets" about how far the bank reaches."""

from __future__ import annotations

from tests.table.driver import Game
from uth.cli.terminal.felt import seat_cover_text
from uth.table.view import view


def said(game: Game, player: str) -> str:
    text = seat_cover_text(game.rules, view(game.table, player), player)
    return "" if text is None else text.plain.strip()


def test_a_seat_is_told_how_much_of_its_wagers_a_short_bank_covers() -> None:
    game = Game("california").sit(1, 2, 6).bank(6, 3_500).bet(1, 1_000).bet(2, 1_000)
    assert said(game, "P1") == "Your wagers: the bank covers $10 at worst and $20 at best of $20"
    assert said(game, "P2") == "Your wagers: the bank covers $0 at worst and $20 at best of $20"
    assert said(game, "P6") == "", "the banker has no wagers"
    game.close()
    assert said(game, "P1") == ""


def test_a_bank_that_covers_everything_is_said_to() -> None:
    game = Game("california", chips=10**8).sit(1, 6).bank(6, 10**7).bet(1, 1_000)
    told = "Your wagers: the bank covers all $20, whatever the other hands do"
    assert said(game, "P1") == told


def test_where_the_house_banks_nothing_is_said() -> None:
    assert said(Game("cardroom-25").sit(1).bet(1, 1_000), "P1") == ""
