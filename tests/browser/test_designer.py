"""A house of one's own: its edge follows what is changed, and a table plays by it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from uth.rulebook.store import load_text


def test_a_change_moves_the_edge_and_opens_a_table(
    casino: Casino, visit: Visit, tmp_path: Path
) -> None:
    page = visit("/designer?house=light-and-wonder")
    edge = page.get_by_test_id("edge")
    ready = page.locator("[data-testid=design-summary][data-busy=false]")
    expect(ready).to_be_visible()
    before = edge.get_attribute("data-exact")
    assert before
    multiples = page.get_by_test_id("design-play-preflop")
    expect(multiples).to_have_value("4, 3")
    multiples.fill("3")
    expect(edge).not_to_have_attribute("data-exact", before)
    expect(ready).to_be_visible()
    page.get_by_test_id("design-id").fill("three-times")
    page.get_by_test_id("design-limits-minimum").fill("10")
    expect(page.get_by_test_id("save-rulebook")).to_be_enabled()
    expect(page.get_by_test_id("rulebook")).to_contain_text('id = "three-times"')
    with page.expect_download() as saved:
        page.get_by_test_id("save-rulebook").click()
    saved.value.save_as(tmp_path / "own.toml")
    rules = load_text((tmp_path / "own.toml").read_text())
    assert (rules.play.preflop, rules.limits.minimum) == ((3,), 1_000)
    page.get_by_test_id("design-table-name").fill("three")
    page.get_by_test_id("open-design").click()
    screen = Screen(page)
    screen.sit(1)
    screen.put("ante")
    expect(screen.by("bet-ante")).to_have_attribute("data-cents", "1000")
    screen.place()
    screen.phase("preflop")
    expect(screen.by("act-3x")).to_be_visible()
    expect(screen.by("act-4x")).to_have_count(0)
