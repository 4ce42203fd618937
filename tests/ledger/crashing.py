"""A child process that plays a script of keyed commands and dies at a given point."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.ledger.house import House, balances
from uth.ledger.audit.audit import audit
from uth.ledger.journal.heads import HeadsFile, read_heads
from uth.ledger.opening import open_store
from uth.ledger.writer import Writer
from uth.table import commands as c

POINTS = ("commit/before", "commit/written", "commit/durable", "heads/written")
"""Before and after every durable write of a commit; `heads/before` equals `durable`."""
RULEBOOK = ("rulebook/before", "rulebook/durable")
TABLE = "t1"
ACTIONS = (
    ("preflop", "P1", "4x"),
    ("preflop", "P2", "check"),
    ("flop", "P2", "check"),
    ("river", "P2", "fold"),
)
DIED = 9
END = "end"
"""The point that a script reaches when it is complete."""
KILLS = 25


Sending = Callable[[str], object]


def script(house: House) -> Iterator[tuple[str, Sending]]:
    """Every command of a table's first rounds, with its key."""

    def issue(player: str) -> Sending:
        return lambda key: house.issue(player, 500_000, key)

    def open_it(key: str) -> None:
        if TABLE not in house.tables:
            house.open(TABLE, "hollywood-pa")

    yield "open", open_it
    for seat in (1, 2):
        player = f"P{seat}"
        yield f"issue {player}", issue(player)
        yield f"sit {player}", later(house, c.Sit(player, seat, 400_000))
    for number in (1, 2):
        yield from _round(house, number)
    yield "void", later(house, c.VoidRound("floor", "exposed-card"))
    yield "confirm", later(house, c.ConfirmVoid("second"))
    for player in ("P1", "P2"):
        yield f"leave {player}", later(house, c.Leave(player))


def later(house: House, command: c.Command) -> Sending:
    return lambda key: house.do(TABLE, command, key)


def _round(house: House, number: int) -> Iterator[tuple[str, Sending]]:
    def deal(key: str) -> None:
        house.do(TABLE, c.Deal(house.royal(TABLE) if number == 1 else house.deck()), key)

    wagers = {"ante": 1_500, "blind": 1_500, "trips": 500, "progressive": 500}
    for player in ("P1", "P2"):
        yield f"{number} wager {player}", later(house, c.Wager(player, wagers))
    yield f"{number} close", later(house, c.CloseBets())
    yield f"{number} deal", deal
    if number == 1:
        for street, player, action in ACTIONS:
            yield f"{street} {player}", later(house, c.Act(player, action))


def play_script(folder: Path, hook: Callable[[str], None]) -> dict[str, int]:
    """Send every command that has no answer yet; returns the audited balances."""
    heads = folder / "house.heads"
    store = open_store(folder / "house.db", heads=heads, hook=hook)
    writer = Writer(store, HeadsFile(heads), hook=hook)
    house = House(store, writer.commit)
    for key, send in script(house):
        house.random = random.Random(key)
        done = store.answer("dealer", key) or store.answer(key.split()[-1], key)
        if done is None:
            send(key)
    writer.close()
    assert audit(store, read_heads(heads)).findings == ()
    money = balances(store)
    store.close()
    return money


def _die_at(point: str, number: int) -> Callable[[str], None]:
    left = number

    def hook(reached: str) -> None:
        nonlocal left
        left -= reached == point
        if not left:
            os._exit(DIED)

    return hook


def _fork(folder: Path, hook: Callable[[str], None]) -> int:
    child = os.fork()
    if not child:
        try:
            money = play_script(folder, hook)
            (folder / "balances.json").write_text(json.dumps(money))
            hook(END)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", flush=True)
            os._exit(1)
        os._exit(0)
    return child


def _ended(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _nothing(reached: str) -> None:
    """Do not crash."""


def crash_each(template: Path, folder: Path) -> None:
    """For each case on standard input, a child that dies there and one that continues."""
    for index, case in enumerate(sys.stdin.read().splitlines()):
        point, number = case.split()
        home = _home(template, folder, str(index))
        codes = [_ended(_fork(home, _die_at(point, int(number)))), _ended(_fork(home, _nothing))]
        ended = "died and recovered" if codes == [DIED, 0] else f"ended with {codes}"
        print(f"{case} {ended}", flush=True)


def _home(template: Path, folder: Path, name: str) -> Path:
    home = folder / name
    home.mkdir()
    shutil.copy(template, home / "house.db")
    return home


def crash_successively(template: Path, folder: Path) -> None:
    """Process after process dies, each one commit later, until the script is complete."""
    for index, case in enumerate(sys.stdin.read().splitlines()):
        point, number = case.split()
        home, deaths = _home(template, folder, str(index)), 0
        while (code := _ended(_fork(home, _die_at(point, int(number))))) == DIED:
            deaths += 1
        print(f"{case} {deaths} {code}", flush=True)


def kill(template: Path, folder: Path) -> None:
    """`kill -9` at random moments, again and again; then the script runs to its end.

    Moments are counted from a point that the child has reached, so that they fall within its work
    on any machine. A child that completes the script waits to be killed.
    """
    shutil.copy(template, folder / "house.db")
    moments = random.Random(5)
    killed = 0
    for _ in range(KILLS):
        reading, writing = os.pipe()
        child = _fork(folder, partial(_report, writing))
        os.close(writing)
        _read_points(reading, moments.randint(1, 12))
        os.close(reading)
        time.sleep(moments.uniform(0, 0.004))
        os.kill(child, signal.SIGKILL)
        killed += _ended(child) == -signal.SIGKILL
    print(killed, _ended(_fork(folder, _nothing)), flush=True)


def _report(pipe: int, reached: str) -> None:
    """Write a byte for each point, while the parent reads them."""
    with suppress(BrokenPipeError):
        os.write(pipe, b".")
    if reached == END:
        os.close(pipe)
        signal.pause()


def _read_points(pipe: int, count: int) -> None:
    """Wait until this many points were reached, or the last one."""
    while count > 0 and (points := os.read(pipe, count)):
        count -= len(points)


if __name__ == "__main__":
    mode = {"each": crash_each, "successive": crash_successively, "kill": kill}[sys.argv[1]]
    mode(Path(sys.argv[2]), Path(sys.argv[3]))
