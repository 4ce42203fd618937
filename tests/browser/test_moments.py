"""What everybody at a table looks up for: mystery, envy, a fee, a cover used up, a void round."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.casino import FLOOR, Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.driver import Driver
from tests.browser.screen import Screen, dollars
from uth.floor.tables.orders import Order
from uth.table import commands as c

QUICK = """
id = "quick-mystery"
name = "Quick mystery"
document = "The rules of this test"
extends = "hollywood-pa"
[progressive]
mystery_share = "60%"
mystery_between = ["250", "254"]
"""
"""Every Progressive wager brings the mystery above its value: $3 upon $250."""
MYSTERY, ENVY = 25_300, 500_000
RICH = 500_000
SEEN = """() => {
  const names = window.seen = new Set();
  const look = () => document.querySelectorAll('[data-testid^=moment-], [data-testid=exhausted]')
    .forEach((one) => names.add(one.dataset.testid));
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""


def watch_moments(page: Page) -> None:
    """They are gone after a while: the page itself keeps in mind which there were."""
    page.evaluate(SEEN)


def expect_moments(page: Page, *names: str) -> None:
    for name in names:
        page.wait_for_function("name => window.seen.has(name)", arg=name)


OVERLAPS = """([some, others]) => {
  const box = (one) => one.getBoundingClientRect();
  const all = (name) => [...document.querySelectorAll(name)]
    .filter((one) => one.checkVisibility() && box(one).width > 2);
  const covers = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const found = all(some);
  const away = found.filter((one) => box(one).left < -1 || box(one).right > innerWidth + 1);
  const on = found.filter((one) => all(others).some((other) => covers(box(one), box(other))));
  return {found: found.length > 0, away: away.map((one) => one.textContent),
    on: on.map((one) => one.textContent)};
}"""


def apart_on_a_phone(screen: Screen, some: str, others: str) -> None:
    """There is one of these on a phone, none leaves its screen, and none lies on the others."""
    before = screen.page.viewport_size
    assert before is not None
    screen.page.set_viewport_size({"width": 390, "height": 844})
    found = screen.page.evaluate(OVERLAPS, [some, others])
    assert found == {"found": True, "away": [], "on": []}
    screen.page.set_viewport_size(before)


def company(casino: Casino, table: str, *seats: int) -> dict[int, str]:
    found = {}
    for seat in seats:
        caller = Caller(casino)
        caller.sit(table, seat, RICH)
        found[seat] = caller.name
    return found


def test_mystery_and_envy_from_the_felt_to_the_history(casino: Casino, visit: Visit) -> None:
    """Both come without a wager of their own: at the seat, in the result, also after a reload."""
    table = casino.open("quick", rulebook=QUICK)
    page = visit(f"/table/{table}")
    screen = Screen(page)
    players = {1: screen.sit(1), **company(casino, table, 3)}
    watch_moments(page)
    driver = Driver(casino, table, players, 0)
    before = casino.chips(table, players[1])
    casino.stack(table, {1: "2c 7d", 3: "Ah Kh"}, "3c 4d", "Qh Jh Th 2s 5d")
    for name in players.values():
        driver.do(name, c.Wager(name, {"ante": 1_500, "blind": 1_500, "progressive": 500}))
    screen.phase("preflop")
    expect_moments(page, "moment-MysteryWon")
    expect(screen.by("mystery-1")).to_have_attribute("data-amount", str(MYSTERY))
    page.reload()
    expect(screen.by("mystery-1")).to_have_attribute("data-amount", str(MYSTERY))
    watch_moments(page)
    screen.act("check")
    driver.do(players[3], c.Act(players[3], "4x"))
    screen.phase("flop")
    screen.act("check")
    screen.phase("river")
    screen.act("fold")
    result = screen.result(1)
    expect_moments(page, "moment-envy")
    expect(screen.by("envy-1")).to_have_attribute("data-amount", str(ENVY))
    net = int(result.get_attribute("data-net") or 0)
    assert net == MYSTERY + ENVY - 3_500 == casino.chips(table, players[1]) - before
    page.goto(f"/history/{table}/1")
    for name, amount in (("envy", ENVY), ("mystery", MYSTERY)):
        told = page.get_by_test_id(f"replay-{name}")
        expect(told.first).to_have_attribute("data-amount", str(amount))
        row = page.locator(f"[data-testid=wager-row][data-wager={name}]").first
        expect(row).to_contain_text(dollars(amount))
    row = page.locator("[data-testid=wager-row][data-wager=progressive]")
    expect(row.filter(has_text="wins")).to_contain_text("the meter")
    page.get_by_test_id("replay-first").click()
    expect(page.get_by_test_id("replay-mystery")).to_have_count(0)
    receipts = page.get_by_test_id("mystery-receipt")
    expect(receipts).to_have_count(2)
    for receipt in receipts.all():
        receipt.get_by_test_id("verify-mystery").click()
        expect(receipt.get_by_test_id("verdict")).to_have_attribute("data-good", "true")


def test_a_table_of_one_s_own_lies_on_its_house_s_cloth(casino: Casino, visit: Visit) -> None:
    table = casino.open("quick-cloth", rulebook=QUICK)
    page = visit(f"/table/{table}")
    screen = Screen(page)
    expect(screen.felt).to_have_attribute("data-cloth", "hollywood-pa")
    screen.by("changed").click()
    share = page.get_by_test_id("change-progressive.mystery_share")
    expect(share).to_contain_text("60 % of each wager instead of 2 % of each wager")
    expect(page.locator("[data-testid^=change-]")).to_have_count(2)
    expect(screen.felt).to_be_visible()


def test_a_fee_and_a_cover_that_runs_out(casino: Casino, visit: Visit) -> None:
    """At a pace at which the middle can be seen: what the bank still covers, until it does not."""
    table = casino.open("cover", "california-bad-beat")
    page = visit(f"/table/{table}", speed="brisk")
    screen = Screen(page)
    players = {2: screen.sit(2), **company(casino, table, 5)}
    watch_moments(page)
    expect(screen.by("banker-fee").first).to_have_text(
        "Fee before each dealat most $12, apart from the bank"
    )
    other = page.get_by_role("textbox", name="Other", exact=True)
    expect(other).to_have_attribute("data-testid", "bank-amount")
    expect(page.get_by_text("Other", exact=True)).to_be_visible()
    other.fill("60")
    expect(screen.by("take-bank")).to_have_text("Take it $60")
    screen.by("take-bank").click()
    expect(screen.by("bank-chips")).to_have_attribute("data-amount", "6000")
    expect(screen.by("cover")).to_have_attribute("data-pays", "6000")
    driver = Driver(casino, table, players, 0)
    casino.stack(table, {5: "As Ad"}, "Qs Qd", "Ah Kd 7c 7s 2h")
    wagers = {"ante": 1_000, "blind": 1_000, "trips": 500}
    driver.do(players[5], c.Wager(players[5], wagers))
    screen.phase("preflop")
    fee = int(screen.by("fee-2").get_attribute("data-amount") or 0)
    assert fee > 0
    expect(screen.by("drop")).to_have_attribute("data-amount", str(fee))
    driver.do(players[5], c.Act(players[5], "4x"))
    expect_moments(page, "moment-FeesDropped", "exhausted", "moment-exhausted")
    assert int(screen.result(1).get_attribute("data-net") or 0) == -6_000 - fee
    apart_on_a_phone(screen, ".own .prizes span", ".own .hand .card, .presets, .plate, .oplate")
    driver.bank = 7_000
    driver.settle_bank((5,))
    expect(screen.by("cover")).to_have_attribute("data-pays", "7000")
    expect(screen.by("exhausted")).to_have_count(0)
    expect(screen.by("settlement")).to_contain_text("not covered")


def test_a_void_round_says_so(casino: Casino, visit: Visit) -> None:
    table = casino.open("void", "light-and-wonder")
    page = visit(f"/table/{table}")
    screen = Screen(page)
    screen.sit(1)
    before = screen.chips(1)
    screen.put("ante")
    screen.place()
    screen.phase("preflop")
    casino.perform(Order(table, FLOOR, c.VoidRound(FLOOR, "shuffler-malfunction")))
    expect(screen.by("void-requested")).to_contain_text("The floor is looking at this round")
    casino.perform(Order(table, "gus", c.ConfirmVoid("gus")))
    expect(screen.by("void")).to_contain_text("shuffler malfunction")
    assert screen.chips(1) == before
    page.goto(f"/history/{table}/1")
    expect(page.get_by_test_id("replay-void")).to_contain_text("shuffler malfunction")
    expect(page.get_by_test_id("wagers-void")).to_contain_text("All wagers are returned")


def test_time_to_bet_runs_from_the_first_wager(casino: Casino, visit: Visit) -> None:
    """Nobody is hurried before that; whoever comes in the middle sees the same time."""
    table = casino.open("timed", "light-and-wonder")
    screen = Screen(visit(f"/table/{table}"))
    screen.sit(1)
    other = Caller(casino)
    other.sit(table, 4, 50_000)
    screen.ready_to_bet()
    expect(screen.by("timer")).to_have_count(0)
    other.order(table, "Wager", wagers={"ante": 500, "blind": 500})
    expect(screen.by("timer")).to_be_visible()
    late = Screen(visit(f"/table/{table}"))
    late.sit(2)
    expect(late.by("betting").get_by_test_id("timer")).to_be_visible()
