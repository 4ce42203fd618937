"""The edge of the server: under which names, by which proxies and how securely it is reached."""

from __future__ import annotations

from functools import lru_cache, partial
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import msgspec

from uth.web.connections.connection_pool import ConnectionPool
from uth.web.connections.http_connection import PORT, HttpConnection
from uth.web.requests import MAX_BODY
from uth.web.sockets.slow_clients import SlowSocketProtocol

HSTS = ("strict-transport-security", "max-age=31536000")
LOCAL = ("localhost", "127.0.0.1", "[::1]")
"""The names of a server that only this machine reaches."""


class Edge(msgspec.Struct, frozen=True):
    """How clients reach the server."""

    certfile: str = ""
    """With a certificate the server speaks TLS itself."""
    keyfile: str = ""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose forwarded headers are believed; those of others are ignored."""
    cafile: str = ""
    """Certificates that those of other nodes must be signed by; empty for the system's."""
    hosts: tuple[str, ...] = ()
    """The names in a Host header that are served; empty for all, or for LOCAL on loopback."""

    @property
    def scheme(self) -> str:
        return "https" if self.certfile else "http"

    def is_proxy(self, address: str) -> bool:
        """Whether an address is that of a named proxy, by itself or by its network."""
        return any(_is_within(address, proxy) for proxy in self.proxies)

    def served_hosts(self, listen: str, url: str = "") -> frozenset[str]:
        """The names that are served at an address to listen on; empty for all.

        Among them is the one by which other nodes reach this one.
        """
        local = listen == "localhost" or listen.startswith("127.") or listen == "::1"
        own = PORT.sub("", urlsplit(url).netloc.rpartition("@")[2].lower())
        return frozenset((*self.hosts, *LOCAL, own) if self.hosts or local else ()) - {""}


PLAIN = Edge()


@lru_cache(maxsize=1_024)
def _is_within(address: str, proxy: str) -> bool:
    try:
        return proxy == "*" or ip_address(address) in ip_network(proxy, strict=False)
    except ValueError:
        return address == proxy


def uvicorn_settings(pool: ConnectionPool, edge: Edge = PLAIN) -> dict[str, Any]:
    """Settings of the server: short messages, and no details about itself in its answers."""
    tls = {"ssl_certfile": edge.certfile, "ssl_keyfile": edge.keyfile or None, "headers": [HSTS]}
    return {
        "http": partial(HttpConnection, pool=pool),
        "ws": partial(SlowSocketProtocol, turns=pool.turns),
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "ws_max_size": MAX_BODY,
        "ws_max_queue": 8,
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": 5,
        "proxy_headers": bool(edge.proxies),
        "forwarded_allow_ips": list(edge.proxies),
        **(tls if edge.certfile else {}),
    }
