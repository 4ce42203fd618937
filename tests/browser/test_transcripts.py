"""A whole round as a screen reader speaks it, for each house, compared with what was read over.

`UTH_WRITE_TRANSCRIPTS=1` writes the files anew; read them before they are committed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.casino import Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.floor.evening import HOUSES

FOLDER = Path(__file__).parent / "transcripts"
LISTEN = """() => {
  const heard = window.heard = [];
  const last = new WeakMap();
  const LIVE = '[role=log], [role=status], [role=alert], [aria-live]:not([aria-live=off])';
  const plain = (one) => one.textContent.replace(/\\s+/g, ' ').trim();
  const say = (text) => text && heard.push(text);
  const shown = (region) => region.checkVisibility();
  const whole = (region) => {
    const text = plain(region);
    if (last.get(region) === text || !shown(region)) return;
    last.set(region, text);
    say(text);
  };
  const added = (node, region) => {
    if (region?.matches('[role=log]')) say(plain(node));
    else if (region) whole(region);
    else if (node instanceof Element) node.querySelectorAll(LIVE).forEach(whole);
  };
  new MutationObserver((changes) => {
    for (const {target, addedNodes, type} of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      if (type === 'characterData' && element?.closest(LIVE)) whole(element.closest(LIVE));
      for (const node of addedNodes) {
        const self = node instanceof Element ? node.closest(LIVE) : element?.closest(LIVE);
        added(node, self);
      }
    }
  }).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""
"""All that live regions say, in order: a log says what is added to it, the others all they have."""
TIMER = re.compile(r"timer .*")
"""How many seconds are left depends on the machine."""
TAKE = "() => window.heard.splice(0)"


class Listener:
    """Writes down what is spoken, and what the player can do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []
        page.evaluate(LISTEN)

    def hear(self, does: str) -> None:
        """What has been spoken since, after what the player did."""
        self.said += [f"> {does}", *self.page.evaluate(TAKE), ""]

    def explore(self, name: str, place: str) -> None:
        """What a part of the page has, in the words of the accessibility tree."""
        snapshot = self.page.locator(place).aria_snapshot()
        lines = [TIMER.sub("timer", text) for text in snapshot.splitlines()]
        self.said += [f"[{name}]", *lines, ""]


def seated(casino: Casino, table: str, seat: int, name: str) -> Caller:
    caller = Caller(casino)
    caller.ask("POST", "/api/me/name", name=name)
    caller.sit(table, seat, 500_000)
    return caller


def transcript(casino: Casino, visit: Visit, house: str) -> str:
    table = casino.open(f"spoken-{house}", house)
    ada = seated(casino, table, 4, f"Ada at {house}")
    if casino.table_writer(table).rules.player_dealer:
        ines = seated(casino, table, 6, f"Ines at {house}")
        ada.order(table, "DeclineBank")
        ines.take_bank(table, 300_000)
    screen = Screen(visit(f"/table/{table}"))
    listener = Listener(screen.page)
    screen.sit(3)
    screen.ready_to_bet()
    listener.hear("Sit in seat 3")
    casino.stack(table, {3: "Qs 7h", 4: "Ah Ac"}, "Kc Kd", "Qd 9c 8d 5s 2h")
    ada.order(table, "Wager", wagers={"ante": 1_500, "blind": 1_500})
    screen.put("ante", "trips")
    listener.hear("Put chips on Ante and Trips")
    screen.place()
    screen.phase("preflop")
    ada.act(table, "preflop", "4x")
    screen.follow(casino, table)
    listener.hear("Place the bets")
    expect(screen.by("act-check")).not_to_have_attribute("aria-disabled", "true")
    listener.explore("what you can do", ".dock")
    for phase, action in (("preflop", "check"), ("flop", "check"), ("river", "1x")):
        screen.phase(phase)
        screen.act(action)
        if phase != "river":
            screen.phase("flop" if phase == "preflop" else "river")
        screen.follow(casino, table)
        listener.hear(action)
    screen.result(1)
    listener.explore("your seat", ".seat.own")
    listener.explore("community cards", ".board")
    return "\n".join(listener.said).replace(f" at {house}", "")


@pytest.mark.parametrize("house", HOUSES)
def test_a_round_as_a_screen_reader_speaks_it(casino: Casino, visit: Visit, house: str) -> None:
    spoken = transcript(casino, visit, house)
    path = FOLDER / f"{house}.txt"
    if os.environ.get("UTH_WRITE_TRANSCRIPTS"):
        path.write_text(spoken + "\n", "utf-8")
    assert spoken + "\n" == path.read_text("utf-8")
