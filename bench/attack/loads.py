"""The hostile loads, as data: how many connections send what first, and what again and again."""

from __future__ import annotations

import json

import msgspec

HOST = b"Host: 127.0.0.1\r\n"
GET = b"GET /health HTTP/1.1\r\n" + HOST
JSON = b"Content-Type: application/json\r\n"
DOTS = "a" + ".a" * 25_000 + " = 1"


class Load(msgspec.Struct, frozen=True):
    """One load; `{token}` in its bytes is a guest's session."""

    name: str
    connections: int
    first: bytes = b""
    again: bytes = b""
    """Sent until the server closes the connection; then the next connection is opened."""
    pause: float = 0.0
    """Seconds between two pieces."""
    reads: bool = True


def post(path: str, body: object, *headers: bytes) -> bytes:
    raw = json.dumps(body).encode() if not isinstance(body, bytes) else body
    lines = b"".join(header + b"\r\n" for header in headers)
    head = f"POST {path} HTTP/1.1\r\nContent-Length: {len(raw)}\r\n".encode()
    return head + HOST + JSON + lines + b"\r\n" + raw


def frame(opcode: int, raw: bytes) -> bytes:
    """A client's WebSocket frame, masked with zeros."""
    size = bytes((0x80 | len(raw),)) if len(raw) < 126 else b"\xfe" + len(raw).to_bytes(2, "big")
    return bytes((opcode,)) + size + bytes(4) + raw


def handshake(table: str) -> bytes:
    return (
        f"GET /ws/{table} HTTP/1.1\r\n".encode() + HOST + b"Connection: Upgrade\r\n"
        b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer {token}\r\n\r\n"
    )


SESSION = b"Authorization: Bearer {token}"
LOADS = (
    Load("nothing", 0),
    Load("silent connections", 1_500),
    Load("half a first line", 1_500, b"GET /hea"),
    Load("a header a second", 500, GET, b"a: b\r\n", 1.0),
    Load("half a body", 1_000, post("/api/sign-in", b"{")[:-1]),
    Load("a byte of a body a second", 500, post("/api/sign-in", b"a" * 60_000)[:200], b"a", 1.0),
    Load("one endless header", 4, GET + b"X: ", b"a" * 65_536),
    Load("endlessly many headers", 4, GET, b"a: b\r\n" * 10_000),
    Load("an endless address", 4, b"GET /", b"a" * 65_536),
    Load("a cookie to unquote", 8, b"", GET + b'Cookie: a="' + b"\\012" * 3_500 + b'"\r\n\r\n'),
    Load("an endless chunk header", 4, post("/api/sign-in", b"")[:-2].replace(
        b"Content-Length: 0", b"Transfer-Encoding: chunked") + b"\r\n1;", b"a" * 65_536),
    Load("bodies that are too large", 4, b"", post("/api/sign-in", b"a" * 200_000)),
    Load("deeply nested JSON", 4, b"", post("/api/sign-in", b"[" * 60_000)),
    Load("TOML keys of 25,000 parts", 4, b"", post(
        "/api/tables", {"name": "x", "rulebook": DOTS}, SESSION)),
    Load("pipelined requests", 8, b"", (GET + b"\r\n") * 12),
    Load("random bytes", 8, b"", bytes(range(256)) * 64),
    Load("false tokens", 16, b"", b"GET /api/me HTTP/1.1\r\n" + HOST
        + b"Authorization: Bearer " + b"a" * 43 + b"\r\n\r\n"),
    Load("no tokens", 16, b"", b"GET /api/me HTTP/1.1\r\n" + HOST + b"\r\n"),
    Load("wrong passwords", 16, b"", post("/api/sign-in", {"name": "flo", "password": "x" * 20})),
    Load("guests", 16, b"", post("/api/guest", b"")),
    Load("accounts", 8, b"", post(
        "/api/users", {"name": "new", "password": "a good one 77", "role": "player"})),
    Load("a long list, never read", 200, b"", b"GET /api/clauses HTTP/1.1\r\n" + HOST + b"\r\n",
        reads=False),
    Load("sockets of one guest", 600, handshake("t0"), frame(0x89, b"ping"), 1.0),
    Load("messages that are no orders", 4, handshake("t0"), frame(0x81, b"{}") * 100),
    Load("pings", 4, handshake("t0"), frame(0x89, b"a" * 100) * 100),
    Load("a message in endless pieces", 4, handshake("t0") + frame(0x01, b"a"),
        frame(0x00, b"a" * 120) * 100),
    Load("a socket that is no socket", 8, b"", handshake("t0") + b"\xff" * 1_000),
    Load("unknown paths", 16, b"", b"GET /api/none HTTP/1.1\r\n" + HOST + b"\r\n"),
    Load("unknown methods", 16, b"", b"PROPFIND / HTTP/1.1\r\n" + HOST + b"\r\n"),
    Load("foreign hosts", 16, b"", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
    Load("designs to check", 4, b"", post(
        "/api/designer/check", {"house": "light-and-wonder"}, SESSION)),
)  # fmt: skip
