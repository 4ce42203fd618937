"""`uth serve`, `user` and `backup`: a running house from the command line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import click

from uth.core.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.floor.people.people import People
    from uth.floor.people.roles import Role
    from uth.ledger.journal.store import Store


def _default() -> str:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return os.environ.get("UTH_DB") or str(Path(base) / "uth" / "house.db")


db = click.option(
    "--db",
    "address",
    metavar="URL",
    default=_default,
    help="A SQLite file or postgresql://…; $UTH_DB, or a file of your own by default.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def made(address: str) -> str:
    """The folder of a file that is about to be made."""
    if "://" not in address:
        try:
            Path(address).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refusal("store/unreachable", f"{error.strerror}", address) from None
    return address


def shown_address(address: str) -> str:
    """Where a house is kept, without the password that its address may hold."""
    if "://" not in address:
        return address
    place = urlsplit(address)
    return f"{place.scheme}://{place.hostname or ''}{place.path}"


def there(address: str) -> str:
    if "://" not in address and not Path(address).is_file():
        raise Refusal("store/none", "there is no such file; `uth serve` makes one", address)
    if "://" not in address and not Path(address).stat().st_size:
        raise Refusal("store/none", "the file is empty: there is no house in it", address)
    return address


@click.command()
@db
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", default=8410, show_default=True, type=click.IntRange(0, 65_535))
@click.option("--pace", default=1.0, show_default=True, type=click.FloatRange(0, 60))
@click.option("--node", default="", help="This node's name, where several serve one house.")
@click.option("--url", default="", help="Where the other nodes reach this one: http://host:port.")
@click.option("--lease", default=5.0, show_default=True, type=click.FloatRange(0.5, 60))
@click.option("--capacity", default=5_000, show_default=True, type=click.IntRange(1, 20_000))
@click.option("--heads", metavar="FILE", help="Where the ends of all chains are written down.")
def serve(
    address: str,
    host: str,
    port: int,
    pace: float,
    node: str,
    url: str,
    lease: float,
    capacity: int,
    heads: str | None,
) -> None:
    """Run a house: tables, people and money over HTTP and sockets.

    The store is made or migrated and checked whole first. --pace is the dealer's pause in
    seconds before each call; 0 goes at once. With --node several processes serve one house on
    PostgreSQL: each keeps its tables by leases of --lease seconds, and hands on what concerns
    the tables of the others. Beyond --capacity open sockets newcomers are refused, while hands
    in progress are finished. One process serves a SQLite file. --heads, which an audit is held
    against, is the file beside a SQLite store; on PostgreSQL each node has one in its user's
    state folder unless told, and says where.
    """
    from uth.floor.tables.pace import paced
    from uth.web.server import Plan
    from uth.web.server import serve as run

    file = Path(heads) if heads else None
    plan = Plan(made(address), paced(pace), node, url, round(lease * 1_000), capacity, file)

    def ready(at: str) -> None:
        click.echo(f"{at} serves the house in {shown_address(address)}")
        click.echo(f"heads are written to {plan.heads_file}")

    run(plan, host, port, ready)


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
        from uth.ledger.locations import heads_of
        from uth.ledger.opening import open_store
        from uth.ledger.recording_store import written_down

        heads = heads_of(address)
        store = open_store(address, heads=heads)
        self._store: Store = written_down(store, heads) if writes else store
        self._people = People(self._store, clock, source)

    def __enter__(self) -> People:
        return self._people

    def __exit__(self, *error: object) -> None:
        self._store.close()


@click.command()
@click.argument("file")
@db
def backup(file: str, address: str) -> None:
    """Copy a house into a new file, without the cards of rounds that are not over."""
    from uth.ledger.backup import backup as copy
    from uth.ledger.opening import open_store

    store = open_store(there(address), check=False)
    try:
        copy(store, Path(file))
    finally:
        store.close()
    click.echo(f"copied to {file}")
