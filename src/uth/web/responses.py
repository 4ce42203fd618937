"""Answers and refusals as HTTP responses."""

from __future__ import annotations

from typing import Any

from starlette.responses import PlainTextResponse, Response

from uth.core.messages import RefusalMessage
from uth.core.refusal import Refusal
from uth.table.wire import to_json
from uth.web.routes import JSON, Download

COOKIE = "uth_session"
HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Headers of every API response."""
STATUS = {
    "session/none": 401,
    "sign_in/refused": 401,
    "sign_in/locked": 429,
    "rate/too_many": 429,
    "actor/not_yours": 403,
    "body/malformed": 400,
    "body/too_large": 413,
    "meter/unreachable": 503,
    "meter/busy": 503,
    "service/draining": 503,
    "service/full": 503,
    "service/door": 503,
    "service/busy": 503,
    "service/worker": 503,
    "service/fault": 500,
    "install/missing": 503,
    "work/superseded": 409,
}
STATUS_BY_KIND = {
    "role": 403,
    "version": 409,
    "key": 409,
    "journal": 409,
    "store": 503,
    "lease": 503,
}
MISSING = ("unknown", "none")
"""Codes that end like this are answered with 404."""


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal, by its code."""
    kind, _, rest = refusal.code.partition("/")
    if refusal.code in STATUS:
        return STATUS[refusal.code]
    if kind in STATUS_BY_KIND:
        return STATUS_BY_KIND[kind]
    return 404 if rest in MISSING else 422


def refusal_message(refusal: Refusal, key: str = "") -> RefusalMessage:
    return RefusalMessage(refusal.code, refusal.sentence, refusal.where, refusal.clause, key)


def fault() -> Refusal:
    """The answer to an unexpected error; its details are logged, not sent."""
    return Refusal("service/fault", "something went wrong here; nothing was changed")


def refusal_response(
    refusal: Refusal, status: int | None = None, headers: dict[str, str] | None = None
) -> Response:
    content = to_json(refusal_message(refusal))
    return Response(content, status or status_of(refusal), {**HEADERS, **(headers or {})}, JSON)


def answer_response(answer: Any, *, secure: bool) -> Response:
    """An answer as a response; a session's token is also set as an HTTP-only cookie."""
    if isinstance(answer, Response):
        response = answer
    elif isinstance(answer, Download):
        response = Response(answer.body, media_type=answer.media)
    elif isinstance(answer, str):
        response = PlainTextResponse(answer)
    else:
        response = Response(to_json(answer), media_type=JSON)
        token = getattr(answer, "token", None)
        if token is not None:
            response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure)
    response.headers.update(HEADERS)
    return response
