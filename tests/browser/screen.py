"""A table as it is on the screen: what a visitor can press, and what he can read."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.casino import Casino
from tests.browser.patience import becomes
from tests.browser.scripts import Line, Told
from uth.core.money import Cents

ROWS = (
    """rows => rows.map(row => ({...row.dataset, net: row.querySelector('.number').textContent}))"""
)

CARDS = "cards => cards.map(card => card.dataset.card)"
FIGURES = (
    "all => all.map(one => `${one.dataset.testid ?? one.dataset.wager} ${one.dataset.amount}`)"
)
TUCKS = "all => all.map(one => one.className.match(/tucked-\\w+/)?.[0])"
"""Where each hand lies: of its own, or under a circle."""
NAMES = "all => all.map(one => one.dataset.testid)"


def dollars(amount: Cents) -> str:
    """As the pages write it: $5, $12.50, −$3."""
    whole, rest = divmod(abs(amount), 100)
    return f"{'−' if amount < 0 else ''}${whole:,}{f'.{rest:02}' if rest else ''}"


def signed(amount: Cents) -> str:
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)


def stop_the_clock(page: Page) -> None:
    """From here on the page's time stands still unless it is told to run."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 1)


class Screen:
    """One browser's view of one table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def by(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    @property
    def felt(self) -> Locator:
        return self.by("felt")

    @property
    def round(self) -> int:
        return int(self.felt.get_attribute("data-round") or 0)

    def sit(self, seat: int) -> str:
        """Take a seat by its button; the name that one sits under."""
        self.by(f"sit-{seat}").click()
        place = self.by(f"seat-{seat}")
        expect(place).not_to_have_attribute("data-player", "")
        return place.get_attribute("data-player") or ""

    def own_seat(self) -> int:
        """Where this visitor sits, once he does."""
        place = self.page.locator(".seat.own")
        expect(place).to_be_visible()
        return int((place.get_attribute("data-testid") or "").removeprefix("seat-"))

    def ready_to_bet(self) -> None:
        """Wait for the bets to open; an offer of the bank is declined."""
        while True:
            expect(self.by("place").or_(self.by("decline-bank"))).to_be_visible()
            if self.by("place").is_visible():
                return
            offer = self.by("bank-offer").element_handle()
            self.by("decline-bank").click()
            offer.wait_for_element_state("hidden")  # this one: the next may be there at once

    def play_out(self, number: int) -> None:
        """Check as long as one may, and bet at the end, until the round is over."""
        over = self.page.locator(f"[data-testid=result][data-round='{number}']")
        while True:
            expect(self.by("decisions").or_(over)).to_be_visible()
            if over.is_visible():
                return
            phase = self.felt.get_attribute("data-phase") or ""
            self.act("1x" if self.by("act-1x").is_visible() else "check")
            expect(self.felt).not_to_have_attribute("data-phase", phase)

    def put(self, *wagers: str) -> None:
        """A chip on each circle."""
        for wager in wagers:
            self.by(f"bet-{wager}").click()

    def place(self) -> None:
        button = self.by("place")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.click()

    def phase(self, *names: str) -> None:
        """Wait for one of these phases."""
        expect(
            self.page.locator(", ".join(f"[data-phase={name}]" for name in names))
        ).to_be_visible()

    def act(self, action: str) -> None:
        """Decide once the button answers; a fold that is asked about is confirmed."""
        button = self.by(f"act-{action}")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.click()
        if action == "fold" and self.by("fold-anyway").is_visible():
            self.by("fold-anyway").click()

    def result(self, number: int) -> Locator:
        """What this visitor won or lost, once the round is over."""
        found = self.page.locator(f"[data-testid=result][data-round='{number}']")
        expect(found).to_be_visible()
        return found

    def check_to_the_end(self) -> None:
        """Check twice and put the last bet down."""
        for phase, action in (("preflop", "check"), ("flop", "check"), ("river", "1x")):
            self.phase(phase)
            self.act(action)

    def settled(self) -> Told:
        """Every settled wager as the page tells it; figures and what is written must agree."""
        rows: list[dict[str, Any]] = self.by("settled").evaluate_all(ROWS)
        found: list[Line] = []
        for row in rows:
            paid, taken, returned = (int(row[name]) for name in ("paid", "taken", "returned"))
            assert row["net"].strip() == signed(paid - taken), row
            found.append((int(row["seat"]), row["wager"], paid, taken, returned))
        return frozenset(found)

    def cards(self, place: str) -> list[str]:
        """Cards at a place of the felt, `` where one lies face down."""
        cards: list[str] = self.by(place).locator(".card").evaluate_all(CARDS)
        return cards

    def follow(self, casino: Casino, table: str) -> None:
        """Wait until the dealer rests and the felt shows the table as it then is."""
        becomes(lambda: self._version() == casino.at_rest(table), True)

    def _version(self) -> int:
        return int(self.felt.get_attribute("data-version") or -1)

    def laid(self) -> dict[str, object]:
        """What lies on the felt: cards, chips and how far the round is."""
        places = ["board", "dealer", *(f"seat-{seat}" for seat in range(1, 7))]
        return {
            **{place: self.cards(place) for place in places},
            "chips": self.felt.locator("[data-amount]").evaluate_all(FIGURES),
            "tucks": self.felt.locator("[class*=tucked-]").evaluate_all(TUCKS),
            "words": self.felt.locator(".words").all_inner_texts(),
            "calls": self.calls(),
            "phase": self.felt.get_attribute("data-phase"),
            "round": self.round,
            "may": self.page.locator("[data-testid^=act-]").evaluate_all(NAMES),
        }

    def calls(self) -> list[str]:
        """What the dealer has called in this round, the last first; not who came and went."""
        said = self.by("call-list").locator("li > span:first-child").all_inner_texts()
        begun = said.index("No more bets.") + 1 if "No more bets." in said else 0
        passing = (" is disconnected.", " is back.")
        return [line for line in said[:begun] if not line.endswith(passing)]

    def chips(self, seat: int) -> Cents:
        shown = self.by(f"chips-{seat}")
        amount = int(shown.get_attribute("data-amount") or -1)
        assert shown.inner_text() == dollars(amount)
        return amount
