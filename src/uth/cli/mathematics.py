"""What the commands of the exact layer share: which house, how to wait, how to print."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from importlib.util import find_spec
from threading import Timer
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from uth.cli.settle import read_input
from uth.core.money import parse_dollars
from uth.core.refusal import Refusal, Refusals, shown
from uth.rulebook import store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from uth.core.money import Cents
    from uth.exact.solver.game_rules import GameRules
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

PATIENCE = 1.0
"""Seconds before a bar appears."""
ODDS = re.compile(r"[+-]?[0-9]{1,12}(/[0-9]{1,12}|\.[0-9]{1,12})?")

MULTIPLE = re.compile(r"[0-9]{1,3}")


def chosen_house(house: str | None, file: str | None) -> Rulebook | None:
    """The house that --house or --rules names; none where neither is given."""
    if house is not None and file is not None:
        raise Refusal("usage/wrong", "--house and --rules each name a house; give one of them")
    if file is not None:
        text = read_input(file)
        try:
            return store.load_text(text)
        except (Refusal, Refusals) as no:
            raise no.at("" if isinstance(no, Refusals) else file) from None
    return store.load_house(house) if house is not None else None


def named_house(word: str) -> Rulebook:
    """HOUSE as an argument: one of the five, or the path of a TOML file."""
    found = chosen_house(None, word) if word.endswith(".toml") else None
    return found or store.load_house(word)


def need(*modules: str, extra: str) -> None:
    """Refuse what an optional part would be needed for, where it is not installed."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise Refusal(
            "install/missing", f"this needs {' and '.join(missing)}: install uth[{extra}]"
        )


def parse_seat(text: str, where: str) -> dict[str, Cents]:
    """`10,trips=5`: an Ante in dollars, as much on the Blind, and bonus wagers."""
    ante, *bonuses = text.split(",")
    stake = parse_amount(ante, where)
    wagers = {"ante": stake, "blind": stake}
    for bonus in bonuses:
        name, _, value = bonus.partition("=")
        if name.strip() in wagers:
            raise Refusal("wager/twice", f"{shown(name.strip())} is staked twice", where)
        wagers[name.strip()] = parse_amount(value, where)
    return wagers


def parse_amount(text: str, where: str) -> Cents:
    """Dollars, refused with the option they came from."""
    try:
        return parse_dollars(text.strip())
    except Refusal as no:
        raise no.at(where) from None


def parse_fraction(text: str, where: str) -> Fraction:
    """`3/2`, `1.5` or `10`; nothing that would take long to read."""
    word = text.strip()
    if not ODDS.fullmatch(word) or set(word.partition("/")[2]) == {"0"}:
        raise Refusal("solve/odds", f'{shown(word)} is not odds; write "3/2" or "10"', where)
    return Fraction(word)


def overridden(
    house: Rulebook | None, blind: str | None, play: str | None, qualify: str | None
) -> GameRules:
    """A house's base game, or the standard one, with what the flags change."""
    need("numpy", "numba", extra="exact")
    from uth.exact.solver.game_rules import STANDARD
    from uth.exact.solver.house_game import game_rules

    raises = None if play is None else _raises(play)
    rules = game_rules(house) if house else STANDARD
    odds = rules.blind
    if blind is not None:
        odds = tuple(parse_fraction(part, "--blind") for part in blind.split(","))
    try:
        return replace(
            rules,
            blind=odds,
            play=rules.play if raises is None else raises,
            qualify=rules.qualify if qualify is None else qualify == "pair",
        )
    except Refusal as no:
        raise Refusal(no.code, no.sentence, f"--{no.where}") from None


def _raises(text: str) -> frozenset[int]:
    """`4,3` or `5`."""
    words = {word.strip() for word in text.split(",")}
    if not all(MULTIPLE.fullmatch(word) for word in words):
        raise Refusal(
            "solve/play", f'{shown(text)} is no list of raises; write "4,3" or "5"', "--play"
        )
    return frozenset(int(word) for word in words)


def exact(value: Fraction) -> Json:
    """In lowest terms."""
    return {"numerator": value.numerator, "denominator": value.denominator}


def decimal(value: Fraction) -> str:
    """A decimal where it ends, else p/q."""
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    if rest != 1:
        return str(value)
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(value.numerator * 10**places // value.denominator)).rjust(places + 1, "0")
    whole = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{whole}" if value < 0 else whole


def print_json(answer: Json) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def percent(value: Fraction, places: int = 4) -> str:
    return f"{float(value) * 100:.{places}f} %"


@contextmanager
def working(reason: str, *kernels: str) -> Iterator[Callable[[int, int], None]]:
    """Say why one waits, on standard error: a first compilation always, the rest to a person.

    What is yielded is told how far the work is; the bar appears where it takes over a second.
    """
    need("numpy", "numba", extra="exact")
    from uth.exact.kernels.cache import compiled

    if not compiled(*kernels):
        click.echo(
            "Compiling the mathematics for this machine, once: about twenty seconds.", err=True
        )
    with bar(reason) as tell:
        yield tell


@contextmanager
def bar(reason: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error after a second; silent where nobody looks."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,}/{task.total:,}" if console.is_terminal else ""),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
    task = progress.add_task(reason, total=1)
    late = Timer(PATIENCE, progress.start)
    late.daemon = True
    late.start()
    try:
        yield lambda done, of: progress.update(task, completed=done, total=of)
    finally:
        late.cancel()
        late.join()
        progress.stop()


house_option = click.option("--house", metavar="ID", help="One of the five houses.")
rules_option = click.option(
    "--rules", "file", metavar="FILE", help="A house of one's own, as TOML; - reads it."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
