"""Reading and checking requests: origin, session token, path, query and body."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request

from uth.core.refusal import Refusal
from uth.web.responses import COOKIE

T = TypeVar("T")
MAX_BODY = 65_536
"""Bytes of a request's body, and of one message on a socket."""
MAX_PARAMETER = 200
"""Characters of one part of a path or a query."""


def check_origin(request: HTTPConnection) -> None:
    """Refuse requests that a page of another site makes in a visitor's name."""
    origin = request.headers.get("origin")
    if origin is None:
        return
    try:
        site = urlsplit(origin).netloc
    except ValueError:
        site = ""
    if not site or site != request.headers.get("host"):
        raise Refusal("role/foreign_origin", "this page belongs to another site", "origin")


def parameters(request: HTTPConnection) -> tuple[dict[str, str], dict[str, str]]:
    """The path's and the query's parameters: short, printable texts."""
    path = {name: str(value) for name, value in request.path_params.items()}
    query = dict(request.query_params)
    for value in (*path.values(), *query.values()):
        if len(value) > MAX_PARAMETER or not value.isprintable():
            sentence = f"a parameter has at most {MAX_PARAMETER} printable characters"
            raise Refusal("query/text", sentence, "path")
    return path, query


def session_token(request: HTTPConnection) -> str:
    """The token from the Authorization header or else the cookie; empty for none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return request.cookies.get(COOKIE, "")


async def read_body(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise Refusal("body/too_large", f"a body has at most {MAX_BODY} bytes")
    return body


def decode(decoder: msgspec.json.Decoder[T], raw: bytes) -> T:
    try:
        return decoder.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        sentence = str(error).encode("unicode_escape").decode()[:200] or "this is not valid JSON"
        raise Refusal("body/malformed", sentence[:1].lower() + sentence[1:]) from None
