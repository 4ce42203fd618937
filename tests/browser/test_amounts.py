"""The amounts on the screen are those of an independent `uth settle`, hand after hand."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.browser.casino import Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.driver import Driver
from tests.browser.screen import Screen, dollars
from tests.browser.scripts import Script, Told, scripts, told
from tests.floor.evening import HOUSES

FEW, MANY = 7, 40
"""Hands of each house: every way to play and every rank that is wanted once, and the long run."""
BANK = 400_000
RICH = 100_000_000
OWN, OTHERS = 1, (4, 5)


class Evening(NamedTuple):
    """A guest in a browser at seat 1, and others who do what the scripts say."""

    screen: Screen
    driver: Driver
    banked: bool

    @property
    def name(self) -> str:
        return self.driver.players[OWN]

    def chips(self) -> int:
        return self.driver.casino.chips(self.driver.table, self.name)


def evening(casino: Casino, page: Page, house: str, table: str) -> Evening:
    screen = Screen(page)
    players = {OWN: screen.sit(OWN)}
    banked = casino.table_writer(table).rules.player_dealer
    for seat in OTHERS if banked else OTHERS[:1]:
        caller = Caller(casino)
        caller.sit(table, seat, 500_000)
        players[seat] = caller.name
    for name in players.values():
        casino.enrich(table, name, RICH)
    return Evening(screen, Driver(casino, table, players, BANK), banked)


def compare(seen: Told, expected: Told) -> None:
    assert seen == expected, (
        f"only on the screen {sorted(seen - expected)}, only by settle {sorted(expected - seen)}"
    )


def heading(settled: Told, net: int) -> str:
    """What the page says of the own result; bonus wagers of a tie are in a second line."""
    own = {wager: amounts for seat, wager, *amounts in settled if seat == OWN}
    jackpot = own.get("progressive", [0])[0]
    if jackpot:
        return f"From the meter {dollars(jackpot)}"
    base = [own[wager] for wager in ("ante", "blind", "play") if wager in own]
    if len(base) == 3 and all(paid == taken for paid, taken, _ in base):
        return f"Push: {dollars(sum(returned for _, _, returned in base))} returned"
    return f"You won {dollars(net)}" if net > 0 else f"You lost {dollars(-net)}" if net else "Even"


def play(found: Evening, script: Script) -> None:
    """One scripted hand; then the screen against `uth settle` and against the chips."""
    driver, screen = found.driver, found.screen
    banker = driver.settle_bank(OTHERS) if found.banked else 0
    parts = script.parts
    if banker == parts[1].seat:
        other = next(seat for seat in OTHERS if seat != banker)
        script = script._replace(parts=(parts[0], parts[1]._replace(seat=other)))
    number, before = driver.look().round, found.chips()
    driver.wager(script)
    expected = script.settled(banker, BANK, driver.meter())
    driver.play(script)
    result = screen.result(number)
    compare(screen.settled(), expected)
    net = int(result.get_attribute("data-net") or 0)
    assert net == found.chips() - before
    assert result.locator(".l1").inner_text() == heading(expected, net)
    screen.follow(driver.casino, driver.table)
    assert screen.chips(OWN) == found.chips()


@pytest.mark.parametrize("hands", [FEW, pytest.param(MANY, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("house", HOUSES)
def test_the_screen_says_what_settle_says(
    casino: Casino, visit: Visit, house: str, hands: int
) -> None:
    table = casino.open(f"amounts-{house}-{hands}", house)
    found = evening(casino, visit(f"/table/{table}"), house, table)
    for script in scripts(house, hands, (OWN, OTHERS[0])):
        play(found, script)


def test_the_command_itself_agrees() -> None:
    """The scripts ask the function behind `uth settle`; the command answers the same."""
    (script,) = scripts("light-and-wonder", 1, (OWN, OTHERS[0]))
    text = script.json(0, 0, 0)
    run = [sys.executable, "-m", "uth", "settle"]
    answer = subprocess.run(run, input=text, capture_output=True, text=True, check=True)
    assert told(json.loads(answer.stdout)) == script.settled(0, 0, 0)


@pytest.mark.parametrize("field", ["paid", "taken", "returned"])
def test_a_wrong_amount_is_noticed(casino: Casino, visit: Visit, field: str) -> None:
    """One cent more in one figure on its way to the page, and the comparison fails."""
    house = "light-and-wonder"
    table = casino.open(f"wrong-{field}", house)
    page = visit()
    page.route_web_socket("**/ws/*", lambda route: _tamper(route, field))
    page.goto(f"/table/{table}")
    found = evening(casino, page, house, table)
    (script,) = scripts(house, 1, (OWN, OTHERS[0]))
    with pytest.raises(AssertionError, match="only on the screen"):
        play(found, script)


def _tamper(route: WebSocketRoute, field: str) -> None:
    server = route.connect_to_server()

    def change(message: str | bytes) -> None:
        news: dict[str, Any] = json.loads(message)
        for event in news.get("events", ()):
            if event["type"] == "Settled" and event["wager"] == "ante":
                event[field] += 1
        route.send(json.dumps(news))

    server.on_message(change)
