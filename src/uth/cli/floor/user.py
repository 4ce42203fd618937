"""`uth user`: the accounts of a floor."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.options import Completer, json_option, suggest
from uth.cli.input.store_option import check_exists, create_parent_folder, db_option
from uth.cli.language import text
from uth.cli.render.numbers import print_answer
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.floor.people.accounts import Account
    from uth.floor.people.people import People
    from uth.floor.people.roles import Role
    from uth.ledger.journal.store import Store


def _roles() -> list[str]:
    from uth.floor.people.roles import Role

    return [role.value for role in Role]


complete_role: Completer = suggest(_roles)


@click.group()
def user() -> None:
    """Create and change the accounts of a floor.

    \b
    Examples:
      uth user add flo --role floor --db house.db
      uth user add ada --role administrator --db house.db
      uth user list --json
    """


def account_command(command: str) -> Callable[[Callable[..., None]], click.Command]:
    """A command on the account NAME of a store."""

    def with_account(function: Callable[..., None]) -> click.Command:
        return user.command(command)(click.argument("name")(db_option(json_option(function))))

    return with_account


@account_command("add")
@click.option(
    "--role",
    shell_complete=complete_role,
    default="player",
    show_default=True,
    help="player, floor, supervisor, surveillance, auditor or administrator.",
)
def add(name: str, role: str, address: str, as_json: bool) -> None:
    """Create an account; the password is read from standard input."""
    parsed = _parse_role(role)
    password = _read_password()
    with _open_people(address, create=True) as people:
        people.make(name, password, parsed)
        _print_account(people, name, text("user.is", name=name, role=role), as_json)


@account_command("password")
def password(name: str, address: str, as_json: bool) -> None:
    """Set a new password, read from standard input."""
    _change(address, name, "user.password", as_json, password=_read_password())


@account_command("close")
def close(name: str, address: str, as_json: bool) -> None:
    """Close an account; its money stays."""
    _change(address, name, "user.closed", as_json, closed=True)


@account_command("reopen")
def reopen(name: str, address: str, as_json: bool) -> None:
    """Open a closed account again."""
    _change(address, name, "user.open", as_json, closed=False)


@account_command("role")
@click.argument("role", shell_complete=complete_role)
def change_role(name: str, role: str, address: str, as_json: bool) -> None:
    """Give an account another role and end its sessions."""
    _change(address, name, "user.is", as_json, role=_parse_role(role))


def _change(address: str, name: str, key: str, as_json: bool, **changes: Any) -> None:
    with _open_people(address) as people:
        people.change(name, **changes)
        sentence = text(key, name=name, role=changes.get("role"))
        _print_account(people, name, sentence, as_json)


@account_command("unlock")
def unlock(name: str, address: str, as_json: bool) -> None:
    """Unlock an account after too many failed logins."""
    with _open_people(address) as people:
        people.unlock(name)
        _print_account(people, name, text("user.unlocked", name=name), as_json)


def _print_account(people: People, name: str, sentence: str, as_json: bool) -> None:
    from uth.floor.people.accounts import plain_name

    account = people.accounts.get(plain_name(name))
    assert account is not None
    print_answer(_account_json(account), sentence, as_json)


def _account_json(account: Account) -> dict[str, Any]:
    return {"name": account.name, "role": account.role, "closed": account.closed}


@user.command("list")
@db_option
@json_option
def list_users(address: str, as_json: bool) -> None:
    """List the accounts and their roles."""
    with _open_people(address, writes=False) as people:
        accounts = people.accounts.all()
    if as_json:
        click.echo(json.dumps([_account_json(account) for account in accounts]))
        return
    closed = f"  {text('user.is_closed')}"
    for account in accounts:
        click.echo(f"{account.name}  {account.role}{closed if account.closed else ''}")


def _parse_role(name: str) -> Role:
    from uth.floor.people.roles import Role

    if name not in set(Role):
        raise Refusal("role/unknown", role=name, roles=list(Role), where="role")
    return Role(name)


def _read_password() -> str:
    if sys.stdin.isatty():
        return str(click.prompt(text("user.prompt"), hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")


@contextmanager
def _open_people(address: str, *, create: bool = False, writes: bool = True) -> Iterator[People]:
    """The accounts of a store, open for one command; the heads of its writes are stored too."""
    from uth.floor.clock import system as clock
    from uth.floor.fairness.randomness import system as source
    from uth.floor.people.people import People
    from uth.ledger.locations import heads_path, open_heads
    from uth.ledger.opening import open_store
    from uth.ledger.writer import Writer

    if create:
        create_parent_folder(address)
    else:
        check_exists(address)
    heads = heads_path(address)
    with ExitStack() as stack:
        store: Store = stack.enter_context(closing(open_store(address, heads=heads)))
        if writes:
            store = stack.enter_context(closing(Writer(store, open_heads(heads))))
        yield People(store, clock, source)
