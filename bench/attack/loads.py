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
    networks: int = 1
    """From how many networks the connections come."""
    command: tuple[str, ...] = ()
    """Another program that attacks, if it is installed; `{port}` and `{seconds}` are filled in."""


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


def get(path: str, *headers: bytes, method: str = "GET") -> bytes:
    lines = b"".join(header + b"\r\n" for header in headers)
    return f"{method} {path} HTTP/1.1\r\n".encode() + HOST + lines + b"\r\n"


def slowhttptest(mode: str, *options: str) -> tuple[str, ...]:
    target = ("-u", "http://127.0.0.1:{port}/api/clauses", "-l", "{seconds}", "-c", "600")
    return ("slowhttptest", mode, *target, "-r", "300", "-i", "2", "-p", "3", *options)


SESSION = b"Authorization: Bearer {token}"
CHUNKED = post("/api/sign-in", b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
ROWS = "".join(f"a{number} = 1\n" for number in range(7_000))
LANGUAGES = b",".join(b"a%d;q=0.%d" % (number, number) for number in range(900))
MANY = json.dumps({f"a{number}": 1 for number in range(6_000)}).encode()
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
    Load("rulebooks of 7,000 keys", 4, b"", post(
        "/api/designer/check", {"rulebook": ROWS}, SESSION)),
    Load("tables of 7,000 settings", 4, b"", post(
        "/api/tables", {"name": "x", "house": "california", "settings": {"a": ROWS}}, SESSION)),
    Load("bodies of 6,000 fields", 4, b"", post("/api/sign-in", MANY)),
    Load("chunks of one byte", 4, CHUNKED, b"1\r\na\r\n" * 1_000),
    Load("trailers without end", 4, CHUNKED + b"0\r\n", b"a: b\r\n" * 1_000),
    Load("expectations of 100", 200, post("/api/sign-in", b"a", b"Expect: 100-continue")[:-1]),
    Load("ranges of pages", 8, b"", get("/", b"Range: bytes=" + b"0-1," * 900 + b"0-1")),
    Load("forms instead of JSON", 8, b"", post(
        "/api/sign-in", b"--x\r\n" * 5_000, b"Content-Type: multipart/form-data; boundary=x")),
    Load("bodies compressed", 8, b"", post(
        "/api/sign-in", bytes(60_000), b"Content-Encoding: gzip")),
    Load("both lengths at once", 8, b"", post(
        "/api/sign-in", b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n", b"Transfer-Encoding: chunked")),
    Load("HTTP/2", 8, b"", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(4_000)),
    Load("TLS on a plain port", 16, b"", b"\x16\x03\x01\x02\x00" + bytes(500)),
    Load("preferred languages", 8, b"", get("/api/houses", b"Accept-Language: " + LANGUAGES)),
    Load("tags to compare", 8, b"", get("/", b"If-None-Match: " + b'W/"a",' * 2_000)),
    Load("cookies by the hundred", 8, b"", get("/api/me", b"Cookie: " + b"a=b; " * 2_500)),
    Load("escaped addresses", 8, b"", get("/api/tables/" + "%f0%9f%83%8f" * 300)),
    Load("unknown tables", 8, b"", get("/api/tables/none", SESSION)),
    Load("huge numbers", 8, b"", get("/api/hands?after=" + "9" * 180 + "&most=9" * 40, SESSION)),
    Load("exports", 8, b"", get("/api/hands/export?format=csv", SESSION)),
    Load("the document of the API, never read", 100, b"", get("/openapi.json") * 4, reads=False),
    Load("figures for operators", 16, b"", get("/metrics")),
    Load("one name for many", 8, b"", post(
        "/api/users", {"name": "\u212bnn", "password": "a good one 77", "role": "player"})),
    Load("one key for many", 8, b"", post(
        "/api/me/play-money", {"amount": 1, "key": "k"}, SESSION)),
    Load("tables opened and left", 8, b"", post(
        "/api/tables", {"name": "left", "house": "hollywood-pa"}, SESSION)),
    Load("tables closed", 8, b"", post("/api/tables/left/close", {}, SESSION)),
    Load("the waiting list", 8, b"", post("/api/tables/t0/line", {"chips": 5_000}, SESSION)
        + get("/api/tables/t0/line", SESSION, method="DELETE")),
    Load("orders for somebody else", 8, b"", post("/api/tables/t0/orders", {
        "key": "o", "command": {"type": "Leave", "player": "flo"}}, SESSION)),
    Load("advice", 8, b"", get("/api/tables/t0/advice", SESSION)),
    Load("solves", 4, b"", post("/api/solve/edge", {"house": "california"}, SESSION)),
    Load("handshakes refused", 16, b"", handshake("none")),
    Load("a frame of 2^62 bytes", 8, handshake("t0") + b"\x81\xff" + b"\x40" + bytes(11),
        b"a" * 10_000),
    Load("compressed frames", 8, handshake("t0"), b"\xc1\xfe\x10\x00" + bytes(4_100)),
    Load("frames without a mask", 16, handshake("t0"), b"\x81\x02{}"),
    Load("closing and closing", 16, handshake("t0"), frame(0x88, b"\x03\xe8") * 10),
    Load("binary messages", 8, handshake("t0"), frame(0x82, bytes(100)) * 100),
    Load("pongs", 8, handshake("t0"), frame(0x8A, b"a") * 500),
    Load("news, never read", 100, handshake("t0"), frame(0x81, b'{"type":"ping"}'), 0.2,
        reads=False),
    Load("handshakes with a body", 200, handshake("t0").replace(
        b"\r\n\r\n", b"\r\nContent-Length: 10\r\n\r\n0123456789")),
    Load("handshakes with a long header", 200, handshake("t0").replace(
        b"\r\n\r\n", b"\r\nX: " + b"a" * 9_000 + b"\r\n\r\n")),
    Load("half a handshake", 600, handshake("t0")[:-2]),
    Load("connect and leave", 200, b"GET /hea lth\r\n\r\n"),
    Load("a thousand at once", 700, GET + b"\r\n", GET + b"\r\n", pause=1.0),
    Load("the page, again and again", 16, b"", get("/")),
    Load("the compressed document", 16, b"", get("/openapi.json", b"Accept-Encoding: gzip")),
    Load("the houses", 16, b"", get("/api/houses", b"Accept-Language: es")),
    Load("addresses of others in the first line", 16, b"",
        b"GET http://evil.example/ HTTP/1.1\r\n" + HOST + b"\r\n"),
    Load("folded headers", 16, b"", GET + b"X: a\r\n b\r\n\r\n"),
    Load("lengths that differ", 16, b"", post("/api/sign-in", b"{}", b"Content-Length: 3")),
    Load("numbers of 60,000 digits", 8, b"", post("/api/tables/t0/orders", (
        b'{"key":"k","command":{"type":"Sit","player":"x","seat":1,"chips":' + b"9" * 60_000
        + b"}}"), SESSION)),
    Load("objects in objects", 8, b"", post(
        "/api/tables/t0/orders", b'{"command":' * 5_000, SESSION)),
    Load("names that look alike", 8, b"", post("/api/users", {
        "name": "\ufdfa" * 40, "password": "a good one 77", "role": "player"})),
    Load("hundreds of parameters", 8, b"", get("/api/tables?" + "a=1&" * 900, SESSION)),
    Load("methods that nobody has", 8, b"", get("/api/tables", SESSION, method="TRACE")),
    Load("paths out of the folder", 8, b"", get("/docs/..%2f..%2f..%2fetc%2fpasswd")),
    Load("messages of 60 KB", 8, handshake("t0"), frame(0x81, b"[" * 60_000), 0.05),
    Load("messages in single bytes", 8, handshake("t0"), b"\x81", 0.01),
    Load("closing frames with text", 16, handshake("t0"), frame(0x88, b"\x03\xe8" + b"a" * 120)),
    Load("connections from eight networks", 800, b"GET /hea", networks=8),
    Load("lists from eight networks", 8, b"", get("/api/tables"), networks=8),
    Load("guests from forty networks", 40, b"", post("/api/guest", b""), networks=40),
    Load("false tokens from eight networks", 8, b"", get(
        "/api/me", b"Authorization: Bearer " + b"a" * 43), networks=8),
    Load("a header byte by byte", 300, GET + b"X: ", b"a", 0.005),
    Load("the list of tables", 16, b"", get("/api/tables", b"Accept-Encoding: gzip")),
    Load("receipts", 16, b"", get("/api/tables/t0/rounds/1/receipt")),
    Load("simulations", 4, b"", post(
        "/api/simulate", {"design": {"house": "california"}, "seats": 6}, SESSION)),
    Load("PAR sheets", 4, b"", post(
        "/api/designer/par", {"design": {"house": "hollywood-pa"}}, SESSION)),
    Load("spots to practice", 8, b"", get("/api/practice/california?street=flop", SESSION)),
    Load("sheets of a session", 8, b"", get("/api/me/sheet", SESSION)),
    Load("names of 100 people", 8, b"", post(
        "/api/names", {"people": [f"guest-{number:016x}" for number in range(100)]})),
    Load("the handbook", 16, b"", get("/docs/")),
    Load("foreign origins", 8, b"", get("/api/me", b"Origin: http://evil.example", SESSION)),
    Load("slowhttptest: headers", 600, command=slowhttptest("-H")),
    Load("slowhttptest: bodies", 600, command=slowhttptest("-B", "-t", "POST")),
    Load("slowhttptest: ranges", 600, command=slowhttptest("-R", "-a", "10", "-b", "3000")),
    Load("slowhttptest: slow reading", 600, command=slowhttptest("-X", "-w", "1", "-y", "20",
        "-n", "1", "-z", "5", "-k", "3")),
    Load("schemathesis", 2, command=(
        "schemathesis", "run", "http://127.0.0.1:{port}/openapi.json", "--workers", "2",
        "--header", "Authorization: Bearer {token}", "--max-examples", "20",
        "--phases", "fuzzing")),
)  # fmt: skip
