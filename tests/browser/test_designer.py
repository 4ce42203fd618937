"""A house of one's own: its edge follows what is changed, and a table plays by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.casino import Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from uth.cli.commands import run
from uth.core.hands import Category
from uth.rulebook.store import load_text

SUPERSEDED = {
    "code": "work/superseded",
    "sentence": "something newer was asked for",
    "where": "",
    "clause": "",
    "key": "",
}


class Designer:
    """The designer's page: groups to open, fields to fill, figures to read."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def by(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def settled(self) -> None:
        expect(self.page.locator("[data-testid=design-summary][data-busy=false]")).to_be_visible()

    def group(self, name: str) -> None:
        self.by(f"group-{name}").locator("summary").click()

    def change(self, field: str, text: str, figure: str) -> None:
        """Fill a field, and see a figure follow."""
        before = self.by(figure).inner_text()
        self.by(field).fill(text)
        expect(self.by(figure)).not_to_have_text(before)

    def save(self, path: Path) -> str:
        expect(self.by("save-rulebook")).to_be_enabled()
        with self.page.expect_download() as saved:
            self.by("save-rulebook").click()
        saved.value.save_as(path)
        return path.read_text()


def test_a_change_moves_the_edge_and_opens_a_table(
    casino: Casino, visit: Visit, tmp_path: Path
) -> None:
    page = visit("/designer?house=light-and-wonder")
    designer = Designer(page)
    designer.settled()
    edge = page.get_by_test_id("edge")
    before = edge.get_attribute("data-exact")
    assert before
    multiples = page.get_by_test_id("design-play-preflop")
    expect(multiples).to_have_value("4, 3")
    multiples.fill("3")
    expect(edge).not_to_have_attribute("data-exact", before)
    designer.settled()
    page.get_by_test_id("design-id").fill("three-times")
    designer.group("limits")
    page.get_by_test_id("design-limits-minimum").fill("10")
    expect(page.get_by_test_id("rulebook")).to_contain_text('id = "three-times"')
    rules = load_text(designer.save(tmp_path / "own.toml"))
    assert (rules.play.preflop, rules.limits.minimum) == ((3,), 1_000)
    page.get_by_test_id("design-table-name").fill("Three times, or fold")
    page.get_by_test_id("open-design").click()
    screen = Screen(page)
    expect(page.locator(".bar .where")).to_contain_text("Three times, or fold")
    screen.sit(1)
    screen.put("ante")
    expect(screen.by("bet-ante")).to_have_attribute("data-amount", "1000")
    screen.place()
    screen.phase("preflop")
    expect(screen.by("act-3x")).to_be_visible()
    expect(screen.by("act-4x")).to_have_count(0)


def test_every_bonus_can_be_written_in_a_house_that_has_none(
    casino: Casino, visit: Visit, tmp_path: Path
) -> None:
    designer = Designer(visit("/designer?house=cardroom-25"))
    designer.settled()
    by = designer.by
    for bonus in ("wagers-bad-beat", "wagers-ultimate-pairs", "progressive-offered"):
        by(f"design-{bonus}").check()
    expect(by("edge-progressive")).to_be_visible()
    designer.group("progressive")
    designer.change("bad-beat-pays-flush", "60 to 1", "edge-bad-beat")
    designer.change("ultimate-pairs-pays-1-pays", "50 to 1", "edge-ultimate-pairs")
    designer.change("progressive-prizes-flush", "$1,000", "edge-progressive")
    designer.change("progressive-envy-royal-flush", "2000", "jackpot-envy")
    designer.change("progressive-envy-four-of-a-kind", "100", "jackpot-whole")
    designer.change("design-meter", "50,000", "edge-progressive")
    by("ultimate-pairs-pays-add").click()
    expect(by("field-ultimate-pairs-pays").locator("small")).to_be_visible()
    by("ultimate-pairs-pays-5-hands").fill("KQs, KJs")
    by("ultimate-pairs-pays-5-pays").fill("2 to 1")
    expect(by("accepted")).to_be_visible()
    path = tmp_path / "own.toml"
    rules = load_text(designer.save(path))
    assert run(["houses", "check", str(path)]) == 0
    assert [hand.text for hand in rules.pays.by_holding("ultimate_pairs")[5].hands] == [
        "KQs",
        "KJs",
    ]
    assert rules.pays.by_category("bad_beat")[Category.FLUSH].win == 60
    assert rules.progressive.prizes[Category.FLUSH].fixed == 100_000
    assert rules.progressive.envy[Category.FOUR_OF_A_KIND] == 10_000
    edge = by("edge-bad-beat").inner_text()
    again = Designer(visit("/designer?house=california"))
    again.settled()
    again.by("file").set_input_files(path)
    expect(again.by("bad-beat-pays-flush")).to_have_value("60 to 1")
    expect(again.by("ultimate-pairs-pays-5-hands")).to_have_value("KQs, KJs")
    expect(again.by("edge-bad-beat")).to_have_text(edge)


def test_what_is_not_allowed_is_said_at_its_place_and_nothing_is_lost(
    casino: Casino, visit: Visit, tmp_path: Path
) -> None:
    designer = Designer(visit("/designer?house=cardroom-25"))
    designer.settled()
    by = designer.by
    before = by("edge").inner_text()
    designer.group("limits")
    by("design-limits-maximum").fill("-30")
    wrong = by("wrong-limits-maximum")
    expect(wrong).to_contain_text("'-30' is not an amount")
    expect(wrong.get_by_test_id("clause")).to_have_text("CR-7")
    by("paytable-blind-flush").fill("two")
    line = by("field-paytable-blind")
    expect(line).to_contain_text("'two' is not odds")
    expect(by("defects").locator("li")).to_have_count(2)
    expect(by("save-rulebook")).to_be_disabled()
    expect(by("design-limits-maximum")).to_have_value("-30")
    for text in ("", "-1", "0", "99999999999999999999"):
        by("design-limits-maximum").fill(text)
        expect(by("design-summary")).to_have_attribute("data-busy", "false")
        expect(wrong).to_be_visible()
    expect(by("edge")).to_have_text(before)
    by("design-limits-maximum").fill("20")
    by("paytable-blind-flush").fill("1 to 1")
    expect(by("edge")).not_to_have_text(before)
    expect(by("accepted")).to_be_visible()
    with_flush = by("edge").inner_text()
    by("design-play-flop").fill("3")
    expect(by("edge")).not_to_have_text(with_flush)
    expect(by("save-rulebook")).to_be_enabled()
    bad = tmp_path / "bad.toml"
    bad.write_text('extends = "cardroom-25"\n[limits]\nmaximum = "2"\n')
    by("file").set_input_files(bad)
    expect(by("not-opened")).to_contain_text("limits.maximum")
    expect(by("paytable-blind-flush")).to_have_value("1 to 1")


@pytest.mark.parametrize("width", [390, 1280])
def test_beside_another_house_nothing_is_cut_off(casino: Casino, visit: Visit, width: int) -> None:
    page = visit("/designer?house=cardroom-25", viewport={"width": width, "height": 844})
    designer = Designer(page)
    designer.settled()
    designer.by("design-compare").select_option("hollywood-pa")
    expect(designer.by("other-edge")).to_be_visible()
    wide = page.locator(".scroll", has=page.locator("table"))
    expect(wide).to_have_count(3)
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.ariaLabel)"
    assert wide.evaluate_all(cut) == []


def test_a_design_is_still_there_after_another_page(casino: Casino, visit: Visit) -> None:
    page = visit("/designer?house=cardroom-25")
    designer = Designer(page)
    designer.settled()
    by = designer.by
    by("design-wagers-bad-beat").check()
    by("design-id").fill("kept")
    by("design-compare").select_option("california")
    expect(by("rulebook")).to_contain_text('id = "kept"')
    designer.settled()
    by("design-table-name").fill("kept-table")
    by("open-design").click()
    expect(Screen(page).felt).to_be_visible()
    page.go_back()
    expect(by("design-wagers-bad-beat")).to_be_checked()
    expect(by("design-id")).to_have_value("kept")
    expect(by("design-compare")).to_have_value("california")
    page.goto("/designer?house=california")
    designer.settled()
    expect(by("design-id")).to_have_value("california-own")


def test_figures_that_something_else_took_the_place_of_are_asked_for_again(
    casino: Casino, visit: Visit
) -> None:
    """The house may take an earlier question for the newer one; the page shows no old figures."""
    page = visit("/designer?house=cardroom-25")
    designer = Designer(page)
    designer.settled()
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        refused.append(route.request.url)
        if len(refused) > 1:
            route.continue_()
        else:
            route.fulfill(status=409, json=SUPERSEDED)

    page.route("**/api/solve/edge", refuse_once)
    designer.change("design-play-preflop", "3", "edge")
    designer.settled()
    expect(designer.by("save-rulebook")).to_be_enabled()
    assert len(refused) == 2
