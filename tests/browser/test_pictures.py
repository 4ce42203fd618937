"""The table as a picture, at every size: where things lie, how bright each part is, what overlaps.

Compared are boxes and a coarse grid of grey values: another machine's fonts do not count, a layout
that breaks does. `UTH_WRITE_PICTURES=1` writes `pictures.json` anew; look at the table first.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import ViewportSize, expect

from tests.browser.casino import Caller, Casino
from tests.browser.conftest import Visit
from tests.browser.screen import Screen
from tests.browser.test_circles import OTHERS, SIZES

FILE = Path(__file__).parent / "pictures.json"
NAMES = (
    *(".stage", ".bar", ".dcards", ".board", ".dock", ".clock", ".side", ".peek", ".pays.left"),
    *(".seat[data-slot=L1]>.plate", ".seat[data-slot=R2]>.plate", ".own>.hand"),
    *(f".own>.circle.{wager}" for wager in ("ante", "blind", "play", "trips", "progressive")),
)
BOXES = """(names) => Object.fromEntries(names.map((name) => {
  const one = document.querySelector(name);
  if (!one || !one.checkVisibility()) return [name, null];
  const {x, y, width, height} = one.getBoundingClientRect();
  return [name, [x, y, width, height].map(Math.round)];
}))"""
APART = """() => {
  const shown = (name) =>
    [...document.querySelectorAll(name)].filter((one) => one.checkVisibility());
  const box = (one) => [one.className, one.getBoundingClientRect()];
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [one.className, range.getBoundingClientRect()];
  };
  const cut = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const texts = shown('.sname, .oname b, .oname span, .dsay .words b, .own .circle > .amt');
  const plates = shown('.seat .plate').map(box);
  const circles = shown('.own .circle').map(box);
  const things = [...circles, ...shown('.own > .hand, .board, .dealer .meters').map(box)];
  const pairs = [
    [texts.map(words), plates], [plates, things], [things, shown('.seat:not(.own) .ring').map(box)],
    [shown('.dealer .meters').map(box), circles],
  ];
  const at = (one) => JSON.stringify([one.x, one.y, one.right, one.bottom].map(Math.round));
  const found = [];
  for (const [some, others] of pairs) for (const [name, a] of some) for (const [other, b] of others)
    if (cut(a, b)) found.push(`${name} ${at(a)} lies on ${other} ${at(b)}`);
  for (const one of shown('.plate b:not(:has(+ .amt)), .dock .a, .meter dt, .meter dd'))
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1)
      found.push(`${one.textContent} is cut off`);
  return found;
}"""
COLUMNS, ROWS = 24, 16
GREY = 48
"""How much brighter or darker a cell may be, of 255."""
CELLS = COLUMNS * ROWS // 20
"""How many cells may be: a twentieth."""
MOMENTS = ("betting", "flop", "settled")


def name_of(size: ViewportSize) -> str:
    return f"{size['width']}x{size['height']}"


def moments(casino: Casino, visit: Visit, house: str) -> Iterator[tuple[str, Screen]]:
    """One round with company, stopped where a player looks at the table."""
    table = casino.open(f"picture-{house}", house)
    screen = Screen(visit(f"/table/{table}", color_scheme="dark", viewport=SIZES[0]))
    screen.sit(3)
    company = {seat: Caller(casino) for seat in (1, 2, 4, 6)}
    for seat, caller in company.items():
        caller.sit(table, seat, 200_000)
    hands = {1: "Ks 9s", 2: "3c 4c", 3: "Ah Qh", 4: "8c 8d", 6: "Jc Td"}
    casino.stack(table, hands, "Kd 5c", "Qd Qc 7h 2s Qs")
    screen.put("ante", "trips", "ultimate_pairs", "bad_beat", "progressive")
    expect(screen.by("place")).not_to_have_attribute("aria-disabled", "true")
    screen.follow(casino, table)
    yield "betting", screen
    screen.place()
    for caller in company.values():
        caller.order(table, "Wager", wagers={"ante": 2_500, "blind": 2_500, "trips": 500})
    screen.phase("preflop")
    for seat, caller in company.items():
        caller.order(table, "Act", action="4x" if seat == 1 else "check")
    screen.act("check")
    screen.phase("flop")
    expect(screen.by("act-2x")).not_to_have_attribute("aria-disabled", "true")
    screen.follow(casino, table)
    yield "flop", screen
    for seat, caller in company.items():
        if seat != 1:
            caller.order(table, "Act", action="2x")
    screen.act("2x")
    screen.result(1)
    screen.follow(casino, table)
    yield "settled", screen


def picture(screen: Screen) -> dict[str, Any]:
    grey = Image.open(io.BytesIO(screen.page.screenshot())).convert("L")
    cells = grey.resize((COLUMNS, ROWS), Image.Resampling.BOX).tobytes()
    return {"boxes": screen.page.evaluate(BOXES, list(NAMES)), "grey": cells.hex()}


def differences(found: dict[str, Any], right: dict[str, Any], size: ViewportSize) -> list[str]:
    """What lies more than a fiftieth of the screen's shorter side elsewhere, or looks otherwise."""
    slack = min(size["width"], size["height"]) // 50
    moved = []
    for name, box in right["boxes"].items():
        now = found["boxes"][name]
        pairs = zip(box or (), now or (), strict=False)
        if (box is None) != (now is None) or any(abs(one - other) > slack for one, other in pairs):
            moved.append(f"{name}: {now}, was {box}")
    cells = zip(bytes.fromhex(found["grey"]), bytes.fromhex(right["grey"]), strict=True)
    far = sum(abs(one - other) > GREY for one, other in cells)
    return [*moved, f"{far} cells look otherwise"] if far > CELLS else moved


@pytest.fixture
def pictures() -> Iterator[dict[str, Any]]:
    stored: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    yield stored
    if os.environ.get("UTH_WRITE_PICTURES"):
        FILE.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", "utf-8")


def test_the_table_at_every_size(casino: Casino, visit: Visit, pictures: dict[str, Any]) -> None:
    wrong = []
    for moment, screen in moments(casino, visit, "hollywood-pa"):
        for size in (*SIZES, *OTHERS):
            screen.page.set_viewport_size(size)
            screen.page.mouse.move(0, 0)
            where = f"{moment} {name_of(size)}"
            found = picture(screen)
            if os.environ.get("UTH_WRITE_PICTURES"):
                pictures[where] = found
            wrong += [f"{where}: {one}" for one in differences(found, pictures[where], size)]
            wrong += [f"{where}: {one}" for one in screen.page.evaluate(APART)]
        screen.page.set_viewport_size(SIZES[0])
    assert not wrong, "\n".join(wrong)
