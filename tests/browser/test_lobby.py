"""From the lobby to the settled result, in every house, as a guest who has just come."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.casino import PASSWORD, Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.patience import becomes
from tests.browser.screen import Screen, dollars, stop_the_clock
from tests.floor.evening import HOUSES
from uth.rulebook.store import load_house
from uth.table.wagers import PLACED, offered


@pytest.mark.parametrize("house", HOUSES)
def test_a_guest_plays_a_round(casino: Casino, visit: Visit, house: str) -> None:
    """One click to a seat; every bonus bet of the house; then all the way to the result."""
    rules = load_house(house)
    page = visit()
    card = page.get_by_test_id(f"house-{house}")
    least, most = dollars(rules.limits.minimum), dollars(rules.limits.maximum)
    expect(card).to_contain_text(f"{least} minimum, up to {most}")
    page.get_by_test_id(f"sit-down-{house}").click()
    screen = Screen(page)
    seat = screen.own_seat()
    table = page.url.rsplit("/", 1)[-1]
    bonus = [w for w in PLACED if w not in ("ante", "blind") and offered(rules, w)]
    screen.ready_to_bet()
    before, number = screen.chips(seat), screen.round
    screen.put("ante", *bonus)
    screen.place()
    expect(screen.by("timer")).to_have_count(0)  # nobody counts at a table for practice
    screen.play_out(number)
    result = screen.result(number)
    own = [line for line in screen.settled() if line[0] == seat]
    assert {"ante", "blind", *bonus} <= {wager for _, wager, *_ in own}
    net = int(result.get_attribute("data-net") or 0)
    player = screen.by(f"seat-{seat}").get_attribute("data-player") or ""
    expect(screen.by(f"seat-{seat}")).to_have_accessible_name(f"Your seat, seat {seat}")
    assert before + net == screen.chips(seat) == casino.chips(table, player)


def test_play_now_deals_and_leads_back_to_the_seat(casino: Casino, visit: Visit) -> None:
    """One click to two cards; from the lobby the seat is one click away, with its chips."""
    page = visit()
    page.get_by_text("Change house, company or buy-in").click()
    page.get_by_test_id("play-buy-in").select_option("100")
    page.get_by_test_id("play-now").click()
    screen = Screen(page)
    screen.phase("preflop")
    table = page.url.rsplit("/", 1)[-1]
    assert casino.table_writer(table).rules.id == "cardroom-25"
    pace = casino.ask(lambda: casino.app.runner.floor.tables.pace_of(table))
    assert pace.step == 0, "nothing waits for the dealer at a table of one's own"
    page.goto("/")
    back = page.get_by_test_id("return-to-seat")
    expect(back).to_have_text("Return to your seat ($294 in front of you)")
    expect(page.get_by_test_id("own-seat")).to_contain_text("Your table at Cardroom 25")
    back.click()
    screen.phase("preflop")


def test_a_guest_keeps_the_seat_when_signing_up(casino: Casino, visit: Visit) -> None:
    table = casino.open("signs-up", "cardroom-25")
    page = visit(f"/table/{table}")
    screen = Screen(page)
    person = screen.sit(3)
    chips = casino.chips(table, person)
    page.get_by_test_id("account").click()
    page.get_by_test_id("guest-name").fill("Lucky Lou")
    page.get_by_test_id("rename").click()
    expect(page.get_by_role("dialog")).to_contain_text("Lucky Lou (")
    page.get_by_test_id("name").fill("Louise")
    page.get_by_test_id("password").fill(PASSWORD)
    page.get_by_test_id("enter").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(screen.by("seat-3")).to_have_attribute("data-player", person)
    assert casino.chips(table, person) == chips
    other = visit(f"/table/{table}")
    expect(Screen(other).by("seat-3")).to_have_accessible_name("Seat 3, Louise")
    page.goto("/")
    expect(page.get_by_test_id("account")).to_contain_text("Louise")


def test_a_table_of_ones_own_is_named_emptied_and_closed(casino: Casino, visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("make-house").select_option("light-and-wonder")
    page.get_by_test_id("make-name").fill("Friday Night Cards")
    page.get_by_test_id("make-open").click()
    Screen(page).own_seat()
    page.goto("/")
    row = page.get_by_test_id("table-friday-night-cards")
    expect(row).to_contain_text("Friday Night Cards")
    expect(row).to_contain_text("4/6")
    row.get_by_test_id("no-bots-friday-night-cards").click()
    expect(row).to_contain_text("1/6")
    row.get_by_test_id("close-friday-night-cards").click()
    expect(row).to_be_hidden()
    expect(page.get_by_test_id("own-seat")).to_have_count(0)


def test_a_table_to_measure_is_joined_by_its_link(casino: Casino, visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("make-house").select_option("light-and-wonder")
    page.get_by_test_id("make-name").fill("Fríday & Níght ")
    page.get_by_test_id("make-bots").select_option("0")
    page.get_by_test_id("make-table").get_by_text("Options").click()
    page.get_by_test_id("make-minimum").fill("10")
    page.get_by_test_id("make-open").click()
    maker = Screen(page)
    maker.own_seat()
    assert page.url.endswith("/table/friday-night")
    expect(page.get_by_text("$10–")).to_be_visible()
    friend = visit()
    friend.get_by_test_id("link").fill(f"{page.url}?x=1#top")
    friend.get_by_test_id("link").press("Enter")
    other = Screen(friend)
    other.sit(4)
    expect(maker.by("seat-4")).not_to_have_attribute("data-player", "")


def test_what_is_not_allowed_says_why(casino: Casino, visit: Visit) -> None:
    table = casino.open("why", "california")
    bank = Caller(casino)
    bank.sit(table, 6, 400_000)
    bank.take_bank(table, 300_000)
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(1)
    circle = screen.by("bet-bad_beat")
    expect(circle).to_have_attribute("aria-disabled", "true")
    expect(circle).to_have_attribute("title", "Put chips on the Ante first")
    screen.put("ante")
    expect(circle).to_have_attribute("title", "Bad Beat needs Trips")
    expect(screen.by("bet-blind")).to_have_attribute("data-amount", "500")
    screen.put("trips", "bad_beat")
    screen.by("take-back").click()
    expect(circle).to_have_attribute("data-amount", "0")
    screen.by("clear").click()
    expect(screen.by("bet-ante")).to_have_attribute("data-amount", "0")


def test_chips_are_sure_only_by_an_answer_about_them(casino: Casino, visit: Visit) -> None:
    """An answer that comes after another chip was put down says nothing about that chip."""
    table = casino.open("sure", "light-and-wonder")
    page = visit(f"/table/{table}")
    screen = Screen(page)
    screen.sit(1)
    held: list[Route] = []
    page.route("**/try", lambda route: held.append(route))

    def asked() -> int:
        page.title()  # routes are handled while the page is spoken to
        return len(held)

    screen.put("ante")
    becomes(asked, 1)
    stop_the_clock(page)  # the next chips are not asked about yet
    screen.put("trips")
    with page.expect_response("**/try") as answer:
        held[0].continue_()
    answer.value.finished()
    page.evaluate("fetch('/api/session').then((answer) => answer.json())")
    assert screen.by("place").get_attribute("aria-disabled") == "true"
    page.clock.run_for(1_000)
    becomes(asked, 2)
    held[1].continue_()
    expect(screen.by("place")).not_to_have_attribute("aria-disabled", "true")
