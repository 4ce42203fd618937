"""Options that many commands have, the house that they choose, and refusals that name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Protocol, TypeAlias, TypeVar

import click
from click.shell_completion import CompletionItem

from uth.cli.checked_input import read_text
from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.rulebook.model import Rulebook

Completer: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


Command = TypeVar("Command", bound=Callable[..., Any] | click.Command)


class OptionDecorator(Protocol):
    """An option that a command is decorated with."""

    def __call__(self, command: Command, /) -> Command: ...


def suggest(words: Callable[[], Iterable[str]]) -> Completer:
    """Words that a shell completes, else files; what is allowed is checked by the command."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        fitting = [CompletionItem(word) for word in words() if word.startswith(incomplete)]
        return fitting or [CompletionItem(incomplete, type="file")]

    return complete


complete_house: Completer = suggest(lambda: store.HOUSES)
json_option: OptionDecorator = click.option(
    "--json", "as_json", is_flag=True, help="Print the answer as JSON."
)

always_json_option: OptionDecorator = click.option(
    "--json", "as_json", is_flag=True, help="Has no effect: the answer is always JSON."
)

house_option: OptionDecorator = click.option(
    "--house",
    shell_complete=complete_house,
    metavar="ID",
    help="One of the five houses; `uth houses` lists them.",
)
rules_option: OptionDecorator = click.option(
    "--rules",
    "file",
    type=click.Path(),
    metavar="FILE",
    help="The rulebook of your own house, in TOML; - reads standard input.",
)


@contextmanager
def refused_at(option: str = "") -> Iterator[None]:
    """Name the option in every refusal that is raised inside; by default the field's own."""
    try:
        yield
    except Refusal as refusal:
        where = refusal.where
        own = f"--{where}" if where and not where.startswith("--") else where
        raise (refusal.at(option) if option else refusal.moved(own)) from None


def chosen_house(house: str | None, file: str | None) -> Rulebook | None:
    """The rulebook that --house or --rules selects; None if neither is given.

    Both may be given if the file extends that house, or bears its id.
    """
    if file is not None:
        if house is not None and house not in store.HOUSES:
            raise Refusal("usage/wrong", options=["--house", "--rules"])
        text = read_text(file)
        with refused_at(file):
            rules = store.load_text(text)
        if house not in (None, rules.extends, rules.id):
            raise Refusal("usage/wrong", options=["--house", "--rules"])
        return rules
    if house is None:
        return None
    with refused_at("--house"):
        return store.load_house(house)


def own_rules(file: str | None, round_file: str) -> Rulebook | None:
    """The rulebook of --rules for a command that reads a round too; standard input is one file."""
    if file == round_file == "-":
        raise Refusal("usage/wrong", options=["FILE", "--rules"])
    return chosen_house(None, file)


def required_house(house: str | None, file: str | None) -> Rulebook:
    """The same where a command needs one."""
    rules = chosen_house(house, file)
    if rules is None:
        raise click.UsageError("Missing option '--house'.", click.get_current_context())
    return rules


def named_house(name: str) -> Rulebook:
    """The rulebook for a HOUSE argument: one of the five ids, or the path of a .toml file."""
    rules = chosen_house(None, name) if name.endswith(".toml") else None
    return rules or store.load_house(name)


def one_house(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command on one house, named as an argument or by --house or --rules."""

    @click.argument("named", metavar="HOUSE", required=False, shell_complete=complete_house)
    @house_option
    @rules_option
    @wraps(command)
    def with_house(named: str | None, house: str | None, file: str | None, **rest: Any) -> Any:
        if named is not None and (house is not None or file is not None):
            raise Refusal("usage/wrong", options=["HOUSE", "--house", "--rules"])
        rules = required_house(house, file) if named is None else named_house(named)
        return command(rules=rules, **rest)

    return with_house
