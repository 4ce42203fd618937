"""WebSockets that send very many frames, of whatever kind."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

import pytest

from tests.web.raw_server import HOST, RawServer, parse, raw_server, read_all
from uth.web.sockets.slow_clients import PIECE


@pytest.fixture(scope="module")
def server() -> Iterator[RawServer]:
    with raw_server() as made:
        yield made


@contextlib.contextmanager
def feed_socket(server: RawServer) -> Iterator[socket.socket]:
    """A WebSocket to the feed, for raw frames."""
    token = server.app.people.sessions.open("sue")
    upgrade = (
        b"GET /ws/floor HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    with server.connect() as client:
        client.sendall(upgrade + HOST + b"Authorization: Bearer " + token.encode() + b"\r\n\r\n")
        assert parse(client.recv(65_536))[0] == 101
        yield client


@pytest.mark.parametrize("first", [0x8A, 0x00, 0x82, 0x81], ids=["pong", "piece", "bytes", "text"])
def test_a_flood_of_frames_ends_the_socket(server: RawServer, first: int) -> None:
    """Whatever they are: the connection is cut, and most of them are never read."""
    frame = bytes((first, 0x82)) + bytes(4) + b"{}"
    start = b"\x01\x82" + bytes(4) + b"{}" if first == 0x00 else b""
    with feed_socket(server) as client, pytest.raises(OSError, match=r"Broken pipe|reset"):
        client.sendall(start + frame * 5_000_000)
    assert server.get("/health")[0] == 200


def test_a_message_in_some_pieces_is_read(server: RawServer) -> None:
    """A flood is more than what a client needs for a message in pieces."""
    begin, more, end = (bytes((first, 0x81)) + bytes(4) + b" " for first in (0x01, 0x00, 0x80))
    ping, pong = b"\x89\x84" + bytes(4) + b"ping", b"\x8a\x04ping"
    with feed_socket(server) as client:
        client.sendall(begin + more * 100 + end + ping)
        received = b""
        while pong not in received:
            piece = client.recv(65_536)
            assert piece
            received += piece


def test_a_flood_of_pings_ends_the_socket(server: RawServer) -> None:
    ping, pong = b"\x89\x84" + bytes(4) + b"ping", b"\x8a\x04ping"
    with feed_socket(server) as client:
        client.sendall(ping)
        assert pong in client.recv(65_536), "a few are answered"
        with contextlib.suppress(OSError):
            client.sendall(ping * 20_000)
        assert read_all(client).count(pong) <= 2 * PIECE // len(ping), "of 20,000"
