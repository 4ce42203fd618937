"""The floor behind nginx, by the configuration of `docs/nginx.conf`."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.ports import free_port
from tests.web.raw_server import RawServer, parse, raw_server, read_all
from uth.web.edge import Edge

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
TLS = Path(__file__).parent / "tls"
CONFIGURATION = Path(__file__).parents[2] / "docs" / "nginx.conf"
FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
VISITOR = "127.0.0.2"
"""Where visitors come from; nginx itself is at 127.0.0.1."""

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


class Proxied:
    """A floor and the port of the nginx in front of it."""

    def __init__(self, server: RawServer, port: int) -> None:
        self.server = server
        self.port = port

    def connect(self) -> ssl.SSLSocket:
        """A connection from a visitor's address."""
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (VISITOR, 0))
        context = ssl.create_default_context(cafile=str(TLS / "certificate.pem"))
        return context.wrap_socket(raw, server_hostname="localhost")

    def ask(self, line: str, *headers: str, host: str = "casino.example") -> tuple[int, bytes]:
        head = "\r\n".join((f"{line} HTTP/1.1", f"Host: {host}", "Connection: close", *headers))
        with self.connect() as client:
            client.sendall(f"{head}\r\n\r\n".encode())
            return parse(read_all(client))


def configuration(port: int, floor: int, folder: Path) -> str:
    """The documented configuration on other ports, in one process, with its files in a folder."""
    text = CONFIGURATION.read_text("utf-8")
    temporary = "".join(f"    {name}_temp_path {folder / name};\n" for name in FOLDERS)
    for before, after in (
        ("events {", f"daemon off;\nmaster_process off;\npid {folder}/pid;\nevents {{"),
        ("    access_log off;\n", f"    access_log off;\n{temporary}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("http://127.0.0.1:8410", f"http://127.0.0.1:{floor}"),
        (" certificate.pem;", f" {TLS}/certificate.pem;"),
        (" key.pem;", f" {TLS}/key.pem;"),
    ):
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    folder = tmp_path_factory.mktemp("nginx")
    port = free_port()
    edge = Edge(proxies=("127.0.0.1",), hosts=("casino.example",))
    with raw_server(edge=edge) as server:
        file = folder / "nginx.conf"
        file.write_text(configuration(port, server.port, folder), "utf-8")
        errors = folder / "errors"
        assert NGINX is not None
        process = subprocess.Popen([NGINX, "-p", folder, "-c", file, "-e", errors])
        made = Proxied(server, port)
        try:
            end = time.monotonic() + PATIENCE
            while True:
                try:
                    made.connect().close()
                    break
                except OSError:
                    assert process.poll() is None, errors.read_text()
                    assert time.monotonic() < end
                    time.sleep(0.02)
            yield made
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_the_cookie_is_for_https_alone_and_browsers_are_told_to_stay(proxied: Proxied) -> None:
    status, rest = proxied.ask("POST /api/guest", "Content-Length: 0")
    assert status == 200
    cookie = next(line for line in rest.lower().split(b"\r\n") if b"set-cookie" in line)
    assert b"secure" in cookie
    assert b"strict-transport-security: max-age=31536000" in rest.lower()


def test_visitors_are_told_apart_by_their_address(proxied: Proxied) -> None:
    """The address that nginx forwards counts, not nginx's own or what the visitor claims."""
    status, _ = proxied.ask("GET /api/houses", "X-Forwarded-For: 192.0.2.7", "Forwarded: for=9")
    assert status == 200
    assert list(proxied.server.app._gate._read_rate._levels) == [VISITOR]


def test_a_request_past_nginx_may_claim_nothing(proxied: Proxied) -> None:
    """Only the named proxy is believed; another address of this machine is not."""
    server = proxied.server
    head = "GET /api/clauses HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    address = ("127.0.0.1", server.port)
    with socket.create_connection(address, PATIENCE, ("127.0.0.3", 0)) as client:
        client.sendall(f"{head}X-Forwarded-For: 192.0.2.8\r\n\r\n".encode())
        assert parse(read_all(client))[0] == 200
    assert "192.0.2.8" not in server.app._gate._read_rate._levels
    assert "127.0.0.3" in server.app._gate._read_rate._levels


def test_other_names_are_refused(proxied: Proxied) -> None:
    status, rest = proxied.ask("GET /health", host="evil.example")
    assert (status, b"request/host" in rest) == (421, True)
    assert b"evil.example" not in rest


def test_a_page_of_the_site_may_ask_and_that_of_another_may_not(proxied: Proxied) -> None:
    own = "Origin: https://casino.example"
    assert proxied.ask("POST /api/guest", own, "Content-Length: 0")[0] == 200
    foreign = "Origin: https://evil.example"
    assert proxied.ask("POST /api/guest", foreign, "Content-Length: 0")[0] == 403


def test_figures_for_operators_stay_inside(proxied: Proxied) -> None:
    assert proxied.ask("GET /metrics")[0] == 403
    assert proxied.ask("GET /health")[0] == 200


def test_a_socket_goes_through(proxied: Proxied) -> None:
    token = proxied.server.app.people.sessions.open("sue")
    upgrade = (
        "GET /ws/floor HTTP/1.1\r\nHost: casino.example\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: https://casino.example\r\n"
        f"Cookie: uth_session={token}\r\n\r\n"
    )
    ping, pong = b"\x89\x84" + bytes(4) + b"ping", b"\x8a\x04ping"
    with proxied.connect() as client:
        client.sendall(upgrade.encode())
        assert parse(client.recv(65_536))[0] == 101
        client.sendall(ping)
        received = b""
        while pong not in received:
            piece = client.recv(65_536)
            assert piece
            received += piece
