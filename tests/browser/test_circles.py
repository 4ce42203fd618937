"""Nothing on the cloth moves while rounds are played, in any house, at any size."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.casino import Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.driver import Driver
from tests.browser.screen import Screen
from tests.browser.scripts import Script, scripts
from tests.floor.evening import HOUSES

SIZES: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 820, "height": 1180},
    {"width": 1024, "height": 768},
    {"width": 1920, "height": 1080},
)
OTHERS: tuple[ViewportSize, ...] = (
    {"width": 667, "height": 375},
    {"width": 2560, "height": 1440},
    {"width": 720, "height": 450},
)
"""A small phone on its side, a large screen, and 1440 x 900 at a zoom of 200 %."""
CIRCLES = """() => {
  const circles = [...document.querySelectorAll('.seat .circle[data-anchor]')];
  return Object.fromEntries(circles.map((one) => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return [one.dataset.anchor, [x, y, width, height]];
  }));
}"""
LIES = """() => {
  const box = (one) => one.getBoundingClientRect();
  const all = (name) => [...document.querySelectorAll(name)].filter((one) => one.checkVisibility());
  const shown = all('.board .card, .own .card, .own .circle, .dock button, .dock .clock');
  const away = shown.filter((one) => box(one).left < -1 || box(one).top < -1
    || box(one).right > innerWidth + 1 || box(one).bottom > innerHeight + 1);
  const covers = (one, other) => box(one).left < box(other).right - 1
    && box(other).left < box(one).right - 1
    && box(one).top < box(other).bottom - 1 && box(other).top < box(one).bottom - 1;
  const dock = all('.dock')[0];
  const under = all('.own .card, .own .circle').filter((one) => covers(one, dock));
  const scroll = document.documentElement.scrollHeight > innerHeight + 1;
  const name = (one) => one.className;
  return {away: away.map(name), under: under.map(name), scroll, cards: all('.own .card').length};
}"""
CLEAN = {"away": [], "under": [], "scroll": False, "cards": 2}
MINE, OTHER, BANKER = 3, 4, 6
CHIPS = 4_000_000


class Cloth:
    """One browser at one table that measures every circle at every size."""

    def __init__(self, casino: Casino, visit: Visit, house: str) -> None:
        self.casino, self.house = casino, house
        self.table = casino.open(f"cloth-{house}", house)
        self.page = visit(f"/table/{self.table}", viewport=SIZES[0])
        self.screen = Screen(self.page)
        self.player_dealer = casino.table_writer(self.table).rules.player_dealer
        me = self.screen.sit(MINE)
        casino.enrich(self.table, me, CHIPS)
        players = {MINE: me}
        for seat in (OTHER, BANKER) if self.player_dealer else (OTHER,):
            caller = Caller(casino)
            caller.sit(self.table, seat, 500_000)
            casino.enrich(self.table, caller.name, CHIPS)
            players[seat] = caller.name
        self.driver = Driver(casino, self.table, players, 1_000_000)

    def begin(self, script: Script) -> None:
        if self.player_dealer:
            self.driver.settle_bank((BANKER,))
        self.driver.wager(script)

    def measure(self, size: ViewportSize) -> dict[str, Any]:
        """Where every circle lies; exactly."""
        self.page.set_viewport_size(size)
        found: dict[str, Any] = self.page.evaluate(CIRCLES)
        return found


def _play(casino: Casino, visit: Visit, house: str, *, rounds: int, often: bool) -> None:
    """While a decision is due, cards, board, circles and buttons are all on the screen.

    `often` measures at all sizes on every street, otherwise at one size, and at all at the end.
    """
    cloth = Cloth(casino, visit, house)
    at_first: list[dict[str, Any]] = []
    sizes = cycle(range(len(SIZES)))

    def look(everywhere: bool) -> None:
        cloth.screen.follow(casino, cloth.table)
        if not at_first:
            for size in (*OTHERS, *SIZES):
                at_first.append(cloth.measure(size))
                assert cloth.page.evaluate(LIES) == CLEAN, size
            del at_first[: len(OTHERS)]
        for number in range(len(SIZES)) if everywhere else (next(sizes),):
            assert cloth.measure(SIZES[number]) == at_first[number], SIZES[number]

    for script in scripts(house, rounds, (MINE, OTHER)):
        cloth.begin(script)
        cloth.driver.play(script, lambda: look(often))
        look(often)
    look(everywhere=True)
    assert all(f"circle-{seat}-ante" in found for found in at_first for seat in range(1, 7))
    rings = (f"[data-testid=seat-{seat}] .circle.ante .ring" for seat in (MINE, OTHER))
    cloth.page.set_viewport_size(SIZES[0])
    own, other = (cloth.page.locator(ring).bounding_box() for ring in rings)
    assert own is not None
    assert other is not None
    assert own["width"] >= 2 * other["width"]


@pytest.mark.parametrize("house", HOUSES)
def test_no_circle_moves_while_a_round_is_played(casino: Casino, visit: Visit, house: str) -> None:
    _play(casino, visit, house, rounds=1, often=False)


@pytest.mark.nightly
@pytest.mark.parametrize("house", HOUSES)
def test_no_circle_moves_through_fifty_rounds(casino: Casino, visit: Visit, house: str) -> None:
    _play(casino, visit, house, rounds=50, often=True)
