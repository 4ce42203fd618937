"""A simulated table on its page: figures that converge, by mouse and by keyboard, for everybody."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.browser.test_look import PHONE, look

HANDS = "[data-testid=simulation-state]"
GROWN = """least => Number(document.querySelector(
  '[data-testid=simulation-state]').dataset.hands) >= least"""


def half_width(page: Page) -> float:
    """Half of the base game's interval, in percent."""
    text = page.get_by_test_id("simulated-net").locator("td").nth(1).inner_text()
    return float(text.removeprefix("± ").removesuffix("%"))


def test_figures_converge_until_they_are_stopped(casino: Casino, visit: Visit) -> None:
    page = visit("/designer?house=california")
    expect(page.locator("[data-testid=design-summary][data-busy=false]")).to_be_visible()
    page.get_by_test_id("to-simulation").click()
    expect(page).to_have_title("Simulation · Ultimate Texas Hold'em")
    expect(page.get_by_test_id("simulated-net")).to_be_visible()
    expect(page.get_by_test_id("simulated-house")).to_have_value("/")
    first = half_width(page)
    page.wait_for_function(GROWN, arg=16_384)
    page.get_by_test_id("simulation-stop").focus()
    page.keyboard.press("Enter")
    assert half_width(page) <= first
    expect(page.locator(HANDS)).to_have_attribute("data-state", "stopped")
    hands = int(page.locator(HANDS).get_attribute("data-hands") or 0)
    page.get_by_test_id("simulation-resume").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(GROWN, arg=hands + 1)
    page.get_by_test_id("simulation-stop").click()
    assert half_width(page) < first
    page.get_by_test_id("stakes-trips").uncheck()
    expect(page.get_by_role("alert")).to_contain_text("Trips")  # Bad Beat needs it
    page.get_by_test_id("stakes-bad-beat").uncheck()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_test_id("simulated-trips")).to_have_count(0)
    page.get_by_test_id("simulated-strategy").select_option("simple")
    expect(page.get_by_test_id("simulated-net").locator("td").last).to_be_empty()
    page.get_by_test_id("simulation-stop").click()
    look(page, "simulation")


def test_a_phone_shows_it_and_the_seed_decides(casino: Casino, visit: Visit) -> None:
    page = visit("/designer/simulation?house=cardroom-25", viewport=PHONE, color_scheme="dark")
    page.wait_for_function(GROWN, arg=8_192)
    page.get_by_test_id("simulation-stop").click()
    box = page.get_by_test_id("stakes-trips")
    around = box.locator("xpath=..").bounding_box()
    ticked = box.bounding_box()
    assert around
    assert ticked  # its word stands beside it
    middles = [place["y"] + place["height"] / 2 for place in (around, ticked)]
    assert abs(middles[0] - middles[1]) <= 2
    look(page, "simulation on a phone")
