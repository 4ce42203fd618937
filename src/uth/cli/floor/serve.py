"""`uth serve`: a floor served to other machines."""

from __future__ import annotations

from pathlib import Path

import click

from uth.cli.input.log_options import log_options
from uth.cli.input.store_option import create_parent_folder, db_option, without_password
from uth.cli.language import text


@click.command()
@db_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8410,
    show_default=True,
    type=click.IntRange(0, 65_535),
    help="The port to listen on; 0 picks a free one.",
)
@click.option(
    "--pace",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="Seconds that the dealer pauses before each call.",
)
@click.option("--node", default="", help="The name of this node, if several serve one floor.")
@click.option("--url", default="", help="Where other nodes reach this one: http://host:port.")
@click.option(
    "--lease",
    default=5.0,
    show_default=True,
    type=click.FloatRange(0.5, 60),
    help="Seconds after which a node's table leases expire.",
)
@click.option(
    "--capacity",
    default=5_000,
    show_default=True,
    type=click.IntRange(1, 20_000),
    help="How many sockets may be open at once.",
)
@click.option("--certfile", type=click.Path(exists=True, dir_okay=False), help="A certificate.")
@click.option("--keyfile", type=click.Path(exists=True, dir_okay=False), help="Its private key.")
@click.option(
    "--cafile",
    type=click.Path(exists=True, dir_okay=False),
    help="What signed the certificates of other nodes, if the system does not know it.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A proxy whose forwarded headers are believed; may be repeated.",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name under which the floor is served; may be repeated.",
)
@click.option("--heads", metavar="FILE", help="The file to write the heads of all streams to.")
@log_options("info", "json")
def serve(
    *,
    address: str,
    host: str,
    port: int,
    pace: float,
    node: str,
    url: str,
    lease: float,
    capacity: int,
    certfile: str | None,
    keyfile: str | None,
    cafile: str | None,
    proxies: tuple[str, ...],
    hosts: tuple[str, ...],
    heads: str | None,
) -> None:
    """Run a floor: tables, people and money, over HTTP and sockets.

    Only this machine reaches it, unless --host names another address: 0.0.0.0 is every one. The
    store is created or migrated if needed, and checked before the server starts.

    One process serves a SQLite file. On PostgreSQL several processes can serve one floor: give
    each a --node name and the --url where the others reach it. Each node holds leases on its own
    tables and forwards what concerns other tables. When --capacity sockets are open, new ones are
    refused, and rounds in progress are finished.

    With a --certfile the server speaks TLS. Behind a proxy that does, name the proxy's address by
    --proxy: then the addresses and the scheme that it forwards are believed. Requests for a Host
    that no --allow-host names are refused; without that option, all names are served, but on a
    loopback address only those of this machine.

    `uth audit` compares the journal with the --heads file. By default it lies next to a SQLite
    store; on PostgreSQL it lies in the user's state folder, one file for each node.

    \b
    Examples:
      uth serve --db house.db --host 0.0.0.0
      uth serve --db postgresql://uth@db/house --node north --url http://north:8410
    """
    from uth.floor.tables.pace import paced
    from uth.web.edge import Edge
    from uth.web.server import ServerConfig
    from uth.web.server import serve as run_server

    create_parent_folder(address)
    config = ServerConfig(
        address=address,
        pace=paced(pace),
        owner=node,
        url=url,
        lease=round(lease * 1_000),
        capacity=capacity,
        heads=Path(heads) if heads else None,
        edge=Edge(
            certfile=certfile or "",
            keyfile=keyfile or "",
            proxies=proxies,
            cafile=cafile or "",
            hosts=tuple(name.lower() for name in hosts),
        ),
    )

    def ready(served_at: str) -> None:
        click.echo(text("serve.ready", url=served_at, store=without_password(address)))
        click.echo(text("serve.heads", file=config.heads_file))

    run_server(config, host, (port,), ready)
