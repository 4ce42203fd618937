"""What lies on and beside the table: discard rack, drop box, shuffler, and the option sheet."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import expect

from tests.browser.casino import FLOOR, Casino
from tests.browser.conftest import Visit
from tests.browser.driver import Driver
from tests.browser.test_console import see_to, staff
from uth.floor.tables.orders import Order
from uth.table import commands as c

CHIPS = 200_000
WAGERS = {"ante": 1_000, "blind": 1_000, "trips": 500}


def seat(casino: Casino, table: str, *seats: int) -> Driver:
    players = {number: f"{table} {number}" for number in seats}
    books = casino.app.runner.floor.books
    for number, name in players.items():
        casino.ask(partial(books.buy_in, name, CHIPS, FLOOR))
        casino.perform(Order(table, name, c.Sit(name, number, CHIPS)))
    return Driver(casino, table, players, 100_000)


def test_the_rack_fills_and_the_drop_box_takes_the_fee(casino: Casino, visit: Visit) -> None:
    table = casino.open("rack", "california-bad-beat")
    driver = seat(casino, table, 1, 2, 3)
    driver.settle_bank((3,))
    page = visit(f"/table/{table}")
    rack = page.get_by_test_id("rack")
    expect(rack).to_have_attribute("data-cards", "0")
    casino.stack(table, {1: "As Ad", 2: "8c 5d"}, "Kc 4d", "2c 7d 9h Js Kd")
    for number in (1, 2):
        driver.do(driver.players[number], c.Wager(driver.players[number], WAGERS))
    expect(rack).to_have_attribute("data-cards", "41")
    expect(rack).to_have_accessible_name("Discard rack: 41 cards of the blue deck")
    expect(page.get_by_test_id("drop")).to_have_attribute("data-amount", "400")
    page.get_by_test_id("to-options").click()
    expect(page.get_by_test_id("option-collection.schedule")).to_contain_text("☒ 1")
    expect(page.get_by_test_id("option-collection")).to_contain_text("$200 and more")


def test_a_house_shows_its_option_sheet_to_anybody(visit: Visit) -> None:
    page = visit("/rules/california")
    page.get_by_test_id("to-options").click()
    chosen = page.get_by_test_id("option-tables.paytable").locator(".chosen")
    expect(chosen).to_contain_text("UTH-01")
    expect(page.get_by_test_id("option-collection")).to_contain_text("No collection")


def test_the_table_says_what_the_numbers_of_pay_tables_are(casino: Casino, visit: Visit) -> None:
    page = visit(f"/table/{casino.open('numbers', 'hollywood-pa')}")
    expect(page.get_by_test_id("pay-table-blind")).to_contain_text("pay table UTH-04")
    expect(page.locator("#body-pays")).to_contain_text("numbers its pay tables")


def test_the_floor_switches_to_the_back_up_shuffler(casino: Casino, visit: Visit) -> None:
    table = casino.open("shuffle", "cardroom-25")
    watching = visit(f"/table/{table}")
    desk = see_to(staff(visit, "flo"), table)
    expect(desk.get_by_test_id("desk-things")).to_contain_text("Discard rack: empty")
    desk.get_by_test_id("switch-shuffler").click()
    expect(desk.get_by_test_id("shuffler")).to_contain_text("back-up shuffler")
    expect(watching.get_by_test_id("back-up")).to_be_visible()


def test_another_game_plays_on_the_meter(casino: Casino, visit: Visit) -> None:
    casino.open("linked", "hollywood-pa")
    flo = staff(visit, "flo", "meters")
    flo.get_by_test_id("play-game").click()
    source = flo.get_by_test_id("source-game/three-card-poker")
    expect(source).to_contain_text("Three Card Poker (simulated)")
    expect(flo.get_by_test_id("meters").locator("tr[data-right=false]")).to_have_count(0)
