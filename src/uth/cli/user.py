"""`uth user`: the accounts of a floor."""

from __future__ import annotations

import json
import sys

import click

from uth.cli.store_option import as_json, db, made, there
from uth.core.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.floor.people.people import People
    from uth.floor.people.roles import Role
    from uth.ledger.journal.store import Store


@click.group()
def user() -> None:
    """Make and change the accounts of a house."""


@user.command("add")
@click.argument("name")
@click.option("--role", default="player", show_default=True, help="player, floor, auditor, …")
@db
def add(name: str, role: str, address: str) -> None:
    """Make an account; its password is read from standard input."""
    found = _role(role)
    password = _password()
    with _People(made(address)) as people:
        people.make(name, password, found)
    click.echo(f"{name} is {role}")


@user.command("password")
@click.argument("name")
@db
def password(name: str, address: str) -> None:
    """Set a password, read from standard input."""
    new = _password()
    with _People(there(address)) as people:
        people.change(name, password=new)
    click.echo(f"{name} has a new password")


@user.command("close")
@click.argument("name")
@db
def close(name: str, address: str) -> None:
    """Close an account; what it has stays."""
    with _People(there(address)) as people:
        people.change(name, closed=True)
    click.echo(f"{name} is closed")


@user.command("reopen")
@click.argument("name")
@db
def reopen(name: str, address: str) -> None:
    """Open an account again that was closed."""
    with _People(there(address)) as people:
        people.change(name, closed=False)
    click.echo(f"{name} is open again")


@user.command("role")
@click.argument("name")
@click.argument("role")
@db
def change_role(name: str, role: str, address: str) -> None:
    """Give an account another role; its sessions end."""
    found = _role(role)
    with _People(there(address)) as people:
        people.change(name, role=found)
    click.echo(f"{name} is {role}")


@user.command("unlock")
@click.argument("name")
@db
def unlock(name: str, address: str) -> None:
    """Lift the lock-outs at a name."""
    with _People(there(address)) as people:
        people.unlock(name)
    click.echo(f"{name} may try again")


@user.command("list")
@db
@as_json
def list_users(address: str, as_json: bool) -> None:
    """The accounts and their roles."""
    with _People(there(address), writes=False) as people:
        found = people.accounts.all()
    if as_json:
        rows = [{"name": one.name, "role": one.role, "closed": one.closed} for one in found]
        click.echo(json.dumps(rows))
        return
    for one in found:
        click.echo(f"{one.name}  {one.role}{'  closed' if one.closed else ''}")


def _role(name: str) -> Role:
    from uth.floor.people.roles import Role

    if name not in set(Role):
        raise Refusal("role/unknown", f"a role is one of {', '.join(Role)}", "role")
    return Role(name)


def _password() -> str:
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")


class _People:
    """The accounts of a store, for as long as a command takes; what it writes has its heads."""

    def __init__(self, address: str, *, writes: bool = True) -> None:
        from uth.floor.clock import system as clock
        from uth.floor.fairness.randomness import system as source
        from uth.floor.people.people import People
        from uth.ledger.locations import heads_path
        from uth.ledger.opening import open_store
        from uth.ledger.recording_store import with_heads

        heads = heads_path(address)
        store = open_store(address, heads=heads)
        self._store: Store = with_heads(store, heads) if writes else store
        self._people = People(self._store, clock, source)

    def __enter__(self) -> People:
        return self._people

    def __exit__(self, *error: object) -> None:
        self._store.close()
