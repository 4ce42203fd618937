"""Reading and checking requests: origin, session token, language, path, query and body."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request

from uth.core.refusal import Refusal
from uth.core.texts import ENGLISH, languages
from uth.web.responses import COOKIE, GUEST_COOKIE

T = TypeVar("T")
LANGUAGE_COOKIE = "uth_language"
"""The language that a visitor has chosen in the settings."""
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
        raise Refusal("role/foreign_origin", where="origin")


def parameters(request: HTTPConnection) -> tuple[dict[str, str], dict[str, str]]:
    """The path's and the query's parameters: short, printable texts."""
    path = {name: str(value) for name, value in request.path_params.items()}
    query = dict(request.query_params)
    for value in (*path.values(), *query.values()):
        if len(value) > MAX_PARAMETER or not value.isprintable():
            raise Refusal("query/text", most=MAX_PARAMETER, where="path")
    return path, query


def session_token(request: HTTPConnection) -> str:
    """The token from the Authorization header or else the cookie; empty for none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return _cookie(request, COOKIE)


def _cookie(request: HTTPConnection, wanted: str) -> str:
    """A cookie as it was sent; the time of the standard library's unquoting is quadratic."""
    for part in request.headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return ""


def guest_token(request: HTTPConnection) -> str:
    """The token of the guest that somebody was before they signed in; empty for none."""
    return _cookie(request, GUEST_COOKIE)


def language_of(request: HTTPConnection) -> str:
    """The language that the visitor has chosen or else prefers, if there are texts, or English."""
    chosen = _cookie(request, LANGUAGE_COOKIE)
    if chosen in languages():
        return chosen
    return _preferred(request.headers.get("accept-language", ""))


@lru_cache(maxsize=256)
def _preferred(accepted: str) -> str:
    weights: dict[str, float] = {}
    for part in accepted.split(","):
        tag, _, weight = part.partition(";q=")
        language = tag.strip().lower().partition("-")[0]
        with suppress(ValueError):
            weights[language] = max(float(weight or 1), weights.get(language, 0.0))
    known = [language for language in weights if language in languages() and weights[language] > 0]
    return max(known, key=weights.__getitem__, default=ENGLISH)


async def read_body(request: Request) -> bytes:
    """The body; one that is or says that it is too large is refused at once."""
    body = bytearray()
    if int(request.headers.get("content-length", 0)) > MAX_BODY:  # the server checks that it is one
        raise Refusal("body/too_large", most=MAX_BODY)
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise Refusal("body/too_large", most=MAX_BODY)
    return bytes(body)


def decode(decoder: msgspec.json.Decoder[T], raw: bytes) -> T:
    """A body as its type; a whole number may be written `5.0`, which JSON Schema allows."""
    try:
        try:
            return decoder.decode(raw)
        except msgspec.ValidationError as error:
            if "got `float`" not in str(error):
                raise
            return msgspec.convert(_with_whole_numbers(msgspec.json.decode(raw)), decoder.type)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error).encode("unicode_escape").decode()[:200]
        if not reason.startswith("JSON"):
            reason = reason[:1].lower() + reason[1:]
        raise Refusal("body/malformed", reason=reason) from None


def _with_whole_numbers(part: Any) -> Any:
    match part:
        case float() if part.is_integer():
            return int(part)
        case dict():
            return {name: _with_whole_numbers(value) for name, value in part.items()}
        case list():
            return [_with_whole_numbers(value) for value in part]
    return part
