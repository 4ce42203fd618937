"""Without a mouse: from the lobby to the result by Tab, Enter and the table's own keys."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen

FOCUS = """() => {
  const here = document.activeElement, style = getComputedStyle(here);
  return {
    name: here.dataset.testid ?? '',
    shown: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
  };
}"""
MOST = 200


def tab_to(page: Page, name: str) -> int:
    """Press Tab until it is reached, how often; it shows that it is."""
    for pressed in range(1, MOST):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus["name"] == name:
            assert focus["shown"], f"{name} does not show that it has the focus"
            return pressed
    raise AssertionError(f"{name} can't be reached by Tab")


def test_a_round_by_keys_alone(casino: Casino, visit: Visit) -> None:
    page = visit()
    expect(page.get_by_test_id("sit-down-light-and-wonder")).to_be_visible()
    tab_to(page, "sit-down-light-and-wonder")
    page.keyboard.press("Enter")
    screen = Screen(page)
    screen.own_seat()
    screen.ready_to_bet()
    number = screen.round
    for key in ("2", "a", "t"):
        page.keyboard.press(key)
    expect(screen.by("bet-trips")).to_have_attribute("data-amount", "500")
    expect(screen.by("place")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    for phase, key in (("preflop", "c"), ("flop", "c"), ("river", "1")):
        screen.phase(phase)
        decision = screen.by("decisions").get_by_role("button").first
        expect(decision).not_to_have_attribute("aria-disabled", "true")
        page.keyboard.press(key)
    screen.result(number)


def test_a_round_by_tab_and_enter(casino: Casino, visit: Visit) -> None:
    """The same without knowing any key of the table: buttons alone."""
    table = casino.open("tab", "light-and-wonder")
    page = visit(f"/table/{table}")
    screen = Screen(page)
    expect(screen.by("sit-2")).to_be_visible()
    tab_to(page, "sit-2")
    page.keyboard.press("Enter")
    screen.ready_to_bet()
    tab_to(page, "bet-ante")
    page.keyboard.press("Space")
    tab_to(page, "place")
    expect(screen.by("place")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    screen.phase("preflop")
    expect(screen.by("act-4x")).to_be_visible()
    assert tab_to(page, "act-4x") <= 2, "what was pressed is gone, and the focus is near"
    expect(screen.by("act-4x")).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    screen.result(1)
    expect(screen.by("calls")).to_contain_text("No more bets")
