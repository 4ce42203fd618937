"""`uth play`: a house of one's own in the browser, or a table in the terminal."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable
from typing import TypeVar

import click
from rich.console import Console
from rich.text import Text

from uth.cli.settle import read_input
from uth.cli.store_option import db, made, shown_address
from uth.cli.terminal.prompts import Leaving, Prompts, Reader
from uth.cli.terminal.randomness import Shuffler
from uth.cli.terminal.session import TerminalSession
from uth.cli.terminal.setup import (
    Wishes,
    check_bots,
    check_chips,
    check_seat,
    choose_house,
    make_plan,
)
from uth.cli.terminal.symbols import IN_LETTERS
from uth.core.money import parse_dollars
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.model import Rulebook

Found = TypeVar("Found")


@click.command()
@click.option("--terminal", is_flag=True, help="Play in this terminal; so do the options below.")
@db
@click.option("--no-browser", is_flag=True, help="Say where the house is, and open nothing.")
@click.option("--house", metavar="ID", help="One of the five houses; asked for otherwise.")
@click.option("--rules", "file", metavar="FILE", help="A house of one's own, as TOML.")
@click.option("--seat", type=int, metavar="N", help="Your seat, 1 to 6 from the dealer's left.")
@click.option("--bots", type=int, metavar="N", help="How many bots play along, 0 to 5.")
@click.option("--chips", metavar="DOLLARS", help="What you sit down with.")
@click.option("--seed", metavar="TEXT", help="Shuffles that come again with the same text.")
@click.option("--rounds", type=int, metavar="N", help="Leave after so many rounds.")
@click.option("--auto", is_flag=True, help="A bot plays your seat too; one round unless told.")
@click.pass_context
def play(
    ctx: click.Context,
    terminal: bool,
    address: str,
    no_browser: bool,
    house: str | None,
    file: str | None,
    seat: int | None,
    bots: int | None,
    chips: str | None,
    seed: str | None,
    rounds: int | None,
    auto: bool,
) -> None:
    """Play in the browser, or at a table in the terminal.

    Alone it serves a house on this machine only, at a free port, and opens the browser there;
    the house is kept in a file of your own. With --terminal, or any of the options that choose a
    table, you play here: every prompt has a default for Enter, `?` helps, `q` leaves with your
    chips. Play money only.
    """
    if not terminal and not auto and {house, file, seat, bots, chips, seed, rounds} == {None}:
        in_browser(address, no_browser)
        return
    rules = _rules(house, file)
    wishes = _wishes(rules, seat, bots, chips, rounds, auto)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=IN_LETTERS)
    console = Console(highlight=False, markup=False, emoji=False)
    try:
        ctx.exit(_at_the_table(console, reader(console), rules, wishes, seed))
    except (Leaving, KeyboardInterrupt) as leaving:
        console.print(Text("Good night.", "bold"))
        ctx.exit(leaving.code if isinstance(leaving, Leaving) else 130)


def in_browser(address: str, no_browser: bool) -> None:
    """Serve on loopback until stopped; the browser is opened once somebody listens."""
    import webbrowser

    from uth.floor.tables.pace import paced
    from uth.web.server import ServerConfig, serve

    def ready(at: str) -> None:
        click.echo(f"The house in {shown_address(address)} is open at {at}/ until Ctrl-C.")
        if not no_browser and not webbrowser.open(f"{at}/"):
            click.echo("No browser could be opened here; open that address yourself.")

    serve(ServerConfig(made(address), paced(1)), "127.0.0.1", 0, ready)


def _rules(house: str | None, file: str | None) -> Rulebook | None:
    if house is not None and file is not None:
        raise Refusal("usage/wrong", "--house and --rules each name a house; give one of them")
    if file is not None:
        text = read_input(file)
        try:
            return store.load_text(text)
        except (Refusal, Refusals) as no:
            raise no.at("" if isinstance(no, Refusals) else file) from None
    return store.load_house(house) if house is not None else None


def _wishes(
    rules: Rulebook | None,
    seat: int | None,
    bots: int | None,
    chips: str | None,
    rounds: int | None,
    auto: bool,
) -> Wishes:
    """The options, checked before anything is shown."""
    if seat is not None:
        _at("--seat", lambda: check_seat(seat))
    if bots is not None:
        _at("--bots", lambda: check_bots(bots, rules))
    if rounds is not None and rounds < 1:
        raise Refusal("rounds/none", "at least one round is played", "--rounds")
    amount = None
    if chips is not None:
        amount = _at("--chips", lambda: check_chips(parse_dollars(chips)))
    return Wishes(seat, bots, amount, rounds or (1 if auto else None), auto)


def _at(where: str, check: Callable[[], Found]) -> Found:
    try:
        return check()
    except Refusal as refusal:
        raise refusal.at(where) from None


def _at_the_table(
    console: Console, read: Reader, rules: Rulebook | None, wishes: Wishes, seed: str | None
) -> int:
    clauses = store.clause_list()
    prompts = None if wishes.auto else Prompts(console, read, clauses)
    house = rules or choose_house(prompts)
    plan = make_plan(house, wishes, prompts)
    return TerminalSession(house, plan, Shuffler(seed), console, read, clauses).play()


def reader(console: Console) -> Reader:
    """Lines from standard input; where it is no terminal the answers are shown in the text too."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives `input` its line editing and history
        return input

    def read(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        console.print(Text(prompt + line.rstrip("\n"), "dim"))
        return line

    return read
