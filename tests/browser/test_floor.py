"""The floor in one browser, a player in another: a payout that waits, and the console's pages."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.casino import PASSWORD, Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen, dollars

RICH = 100_000


def sign_in(page: Page, name: str) -> None:
    form = page.get_by_test_id("staff-sign-in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(form).to_be_hidden()


def test_a_payout_waits_until_the_floor_approves_it(casino: Casino, visit: Visit) -> None:
    """$1,250 on the Blind and $1,000 on Trips: each needs the floor's word, in a second browser.

    Whoever played there as a guest before signs in as staff all the same.
    """
    table = casino.open("waits", "cardroom-25")
    player = Screen(visit(f"/table/{table}"))
    casino.enrich(table, player.sit(2), RICH)
    floor = visit("/nonsense")
    floor.request.post("/api/guest")
    floor.goto("/floor")
    sign_in(floor, "flo")
    casino.stack(table, {2: "Jh Th"}, "2s Kd", "9h 8h 7h 2c 2d")
    player.by("chip-2500").check()
    player.put("ante", "trips")
    player.place()
    player.phase("preflop")
    player.act("4x")
    for amount in (125_000, 100_000):
        waiting = player.page.locator(f"[data-testid=approval][data-amount='{amount}']")
        expect(waiting).to_be_visible()
        asked = floor.get_by_test_id(f"approval-{table}")
        expect(asked).to_contain_text(dollars(amount))
        asked.get_by_test_id("approve").click()
        expect(waiting).to_be_hidden()
    result = player.result(1)
    assert result.get_attribute("data-net") == str(2_500 + 10_000 + 125_000 + 100_000)
    assert (2, "blind", 125_000, 0, 2_500) in player.settled()
    expect(floor.get_by_test_id(f"approval-{table}")).to_be_hidden()


def waiting(casino: Casino, visit: Visit, name: str) -> str:
    """A table where $1,250 on the Blind waits for the floor."""
    table = casino.open(name, "cardroom-25")
    player = Screen(visit(f"/table/{table}"))
    casino.enrich(table, player.sit(1), RICH)
    casino.stack(table, {1: "Jh Th"}, "2s Kd", "9h 8h 7h 2c 2d")
    player.by("chip-2500").check()
    player.put("ante")
    player.place()
    player.phase("preflop")
    player.act("4x")
    return table


def test_surveillance_watches_and_may_not_approve(casino: Casino, visit: Visit) -> None:
    watcher = visit("/floor")
    sign_in(watcher, "sue")
    asked = watcher.get_by_test_id(f"approval-{waiting(casino, visit, 'seen')}")
    expect(asked).to_contain_text(dollars(125_000))
    expect(asked.get_by_test_id("approve")).to_have_count(0)


def test_a_supervisor_at_the_table_leaves_it_to_another(casino: Casino, visit: Visit) -> None:
    flo = visit("/floor")
    sign_in(flo, "flo")
    table = waiting(casino, visit, "at-it")
    asked = flo.get_by_test_id(f"approval-{table}")
    expect(asked.get_by_test_id("approve")).to_be_visible()
    flo.goto(f"/table/{table}")
    Screen(flo).sit(3)
    flo.goto("/floor")
    expect(asked).to_contain_text("another supervisor must approve")
    expect(asked.get_by_test_id("approve")).to_have_count(0)
