"""`uth serve`: a floor that others can reach."""

from __future__ import annotations

from pathlib import Path

import click

from uth.cli.store_option import db, made, shown_address


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
    from uth.web.server import ServerConfig
    from uth.web.server import serve as run

    file = Path(heads) if heads else None
    plan = ServerConfig(made(address), paced(pace), node, url, round(lease * 1_000), capacity, file)

    def ready(at: str) -> None:
        click.echo(f"{at} serves the house in {shown_address(address)}")
        click.echo(f"heads are written to {plan.heads_file}")

    run(plan, host, port, ready)
