"""`uth play`: a floor of your own in the browser, or a table in the terminal."""

from __future__ import annotations

import contextlib
import io
import sys

import click
from rich.console import Console
from rich.text import Text

from uth.cli.input.log_options import log_options
from uth.cli.input.options import chosen_house, house_option, refused_at, rules_option
from uth.cli.input.store_option import create_parent_folder, db_option, without_password
from uth.cli.language import text
from uth.cli.terminal.display import LETTERS_FOR_SYMBOLS
from uth.cli.terminal.prompts import LeaveTable, Prompts, Reader
from uth.cli.terminal.randomness import Shuffler
from uth.cli.terminal.session import TerminalSession
from uth.cli.terminal.setup import (
    check_bots,
    check_seat,
    choose_house,
    make_plan,
    parse_chips,
)
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook

PORTS = (*range(8410, 8430), 0)
"""The first free one is taken."""


@click.command()
@db_option
@click.option("--no-browser", is_flag=True, help="Print the address; do not open a browser.")
@log_options("error", "text")
@click.option(
    "--terminal", is_flag=True, help="Play in this terminal. Every option below implies it."
)
@house_option
@rules_option
@click.option("--seat", type=int, metavar="N", help="Your seat, 1 to 6 from the dealer's left.")
@click.option("--bots", type=int, metavar="N", help="The number of bots, 0 to 5.")
@click.option("--chips", metavar="DOLLARS", help="The chips that you sit down with.")
@click.option("--seed", metavar="TEXT", help="The same text gives the same shuffles.")
@click.option("--rounds", type=int, metavar="N", help="Leave after this many rounds.")
@click.option("--auto", is_flag=True, help="A bot plays your seat; one round unless --rounds.")
@click.pass_context
def play(
    ctx: click.Context,
    *,
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

    Without options, a floor is served on this machine only, and the browser opens there. The port
    is the same every time, or the next free one. The floor is stored in a file of your own.

    In the terminal, every prompt has a default for Enter, `?` shows help, and `q` leaves with your
    chips. What you do not choose by option, you are asked for. Play money only.

    \b
    Examples:
      uth play
      uth play --terminal --house california
      uth play --auto --rounds 3 --seed monday --house hollywood-pa
    """
    if not terminal and not auto and {house, file, seat, bots, chips, seed, rounds} == {None}:
        play_in_browser(address, no_browser)
        return
    if ctx.get_parameter_source("address") is click.core.ParameterSource.COMMANDLINE:
        raise Refusal("usage/browser_only", option="--db", where="--db")
    rules = chosen_house(house, file)
    _check_options(rules, seat, bots)
    if rounds is not None and rounds < 1:
        raise Refusal("rounds/none", where="--rounds")
    with refused_at("--chips"):
        amount = None if chips is None else parse_chips(chips)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=LETTERS_FOR_SYMBOLS)
    console = Console(highlight=False, markup=False, emoji=False)
    prompts = Prompts(console, line_reader(console))
    questions = None if auto else prompts
    try:
        rules = rules or choose_house(questions)
        rounds = rounds or (1 if auto else None)
        plan = make_plan(rules, questions, seat=seat, bots=bots, chips=amount, rounds=rounds)
        session = TerminalSession(
            rules=rules, plan=plan, randomness=Shuffler(seed), prompts=prompts
        )
        ctx.exit(session.play())
    except (LeaveTable, KeyboardInterrupt) as leave:
        console.print(Text(text("terminal.good_night"), "bold"))
        ctx.exit(leave.code if isinstance(leave, LeaveTable) else 130)


def play_in_browser(address: str, no_browser: bool) -> None:
    """Serve on the loopback address until interrupted; open the browser when ready."""
    import webbrowser

    from uth.floor.tables.pace import paced
    from uth.web.server import ServerConfig, serve

    def ready(url: str) -> None:
        click.echo(text("play.ready", store=without_password(address), url=url))
        if not no_browser:
            webbrowser.open(f"{url}/")

    create_parent_folder(address)
    serve(ServerConfig(address, paced(1), prepare=True), "127.0.0.1", PORTS, ready)


def _check_options(rules: Rulebook | None, seat: int | None, bots: int | None) -> None:
    """Refuse a seat or a number of bots that is not possible, before anything is shown."""
    if seat is not None:
        with refused_at("--seat"):
            check_seat(seat)
    if bots is not None:
        with refused_at("--bots"):
            check_bots(bots, rules)


def line_reader(console: Console) -> Reader:
    """Read lines from standard input; if it is not a terminal, also print what was read."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives `input` line editing and history
        return input

    def read(prompt: str) -> str:
        typed = sys.stdin.readline()
        if not typed:
            raise EOFError
        console.print(Text(prompt + typed.rstrip("\n"), "dim"))
        return typed

    return read
