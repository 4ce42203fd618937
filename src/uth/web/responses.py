"""Answers and refusals as HTTP responses."""

from __future__ import annotations

import errno
import gzip
import logging
import re
from collections.abc import Container
from http import HTTPStatus
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response

from uth.core.messages import RefusalMessage
from uth.core.refusal import LONGEST_LOCATION, Refusal, Refusals, shortened
from uth.floor.metrics import Metrics
from uth.table.wire import to_json
from uth.web.routes import JSON

LOG = logging.getLogger("uth.web")
COOKIE = "uth_session"
GUEST_COOKIE = "uth_guest"
"""The session of a guest who has signed in with an account, to return to when they sign out."""
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
    "sign_in/busy": 503,
    "rate/too_many": 429,
    "actor/not_yours": 403,
    "body/malformed": 400,
    "body/too_large": 413,
    "request/malformed": 400,
    "request/incomplete": 400,
    "request/slow": 408,
    "request/url": 414,
    "request/host": 421,
    "request/head": 431,
    "request/headers": 431,
    "heads/unwritable": 503,
    "meter/unreachable": 503,
    "meter/busy": 503,
    "service/fault": 500,
    "service/job_failed": 500,
    "work/superseded": 409,
    "table/closed_since": 404,
    "table/refused": 409,
}
STATUS_BY_KIND = {
    "role": 403,
    "version": 409,
    "key": 409,
    "journal": 409,
    "store": 503,
    "lease": 503,
    "service": 503,
    "install": 503,
}
GZIP = re.compile(
    r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?(?=,|$)", re.IGNORECASE
)
WORTH_COMPRESSING = 2_048
"""Bytes of an answer from which on it is compressed."""
SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT, errno.ENOMEM)
"""What the system has too little of for a while: descriptors, room on the disk, memory."""
RETRY_AFTER = 5
"""Seconds after which a client may try again what the house could not do or did not want to."""
MISSING = (
    "clause/unknown",
    "correction/none",
    "docs/unbuilt",
    "game/unknown",
    "hand/none",
    "house/unknown",
    "options/none",
    "route/unknown",
    "seed/none",
    "table/none",
    "table/unknown",
)
"""What a path may name and nobody has: answered with 404, but elsewhere in a request with 422."""


def status_of(code: str) -> int:
    """The HTTP status of a refusal, by its code."""
    kind = code.partition("/")[0]
    if code in STATUS:
        return STATUS[code]
    if kind in STATUS_BY_KIND:
        return STATUS_BY_KIND[kind]
    return 404 if code in MISSING else 422


def answer_status(refusal: Refusal, path: Container[str]) -> int:
    """The status of a refused request, by the names of its path's parameters."""
    if refusal.code in MISSING and refusal.where not in path:
        return 422
    return status_of(refusal.code)


def refusal_message(refusal: Refusal, language: str, key: str = "") -> RefusalMessage:
    sentence, where = refusal.sentence_in(language), shortened(refusal.where, LONGEST_LOCATION)
    return RefusalMessage(refusal.code, sentence, where, refusal.clause, key)


def refusal_of(error: Exception, metrics: Metrics, route: str) -> Refusal:
    """What an error is answered with; the details of an unexpected one are logged, not sent."""
    if isinstance(error, ClientDisconnect):
        error = Refusal("request/incomplete")
    if isinstance(error, Refusal | Refusals):
        metrics.count("uth_refusals_total", error.defects[0].code)
        return error.defects[0]
    metrics.count("uth_faults_total")
    LOG.error("fault", extra={"fault": type(error).__name__, "route": route})
    shortage = isinstance(error, OSError) and error.errno in SHORTAGES
    return Refusal("service/shortage" if shortage else "service/fault")


def refusal_response(
    refusal: Refusal,
    language: str,
    status: int | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    content, status = to_json(refusal_message(refusal, language)), status or status_of(refusal.code)
    headers = {**HEADERS, **(headers or {})}
    if status in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS):
        headers["retry-after"] = str(refusal.facts.get("seconds", RETRY_AFTER))
    return Response(content, status, headers, JSON)


def answer_response(answer: Any, *, secure: bool) -> Response:
    """An answer as a response; a session's tokens are also set as HTTP-only cookies."""
    if isinstance(answer, Response):
        response = answer
    elif isinstance(answer, str):
        response = PlainTextResponse(answer)
    else:
        response = Response(to_json(answer), media_type=JSON)
        for cookie, field in ((COOKIE, "token"), (GUEST_COOKIE, "guest_token")):
            token = getattr(answer, field, None)
            if token is not None:
                response.set_cookie(
                    cookie,
                    token,
                    max_age=None if token else 0,
                    httponly=True,
                    samesite="strict",
                    secure=secure,
                )
    response.headers.update(HEADERS)
    return response


def accepts_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header allows gzip: a weight of 0 forbids it."""
    return any(match[1] is None or float(match[1]) > 0 for match in GZIP.finditer(accepted[:500]))


def compressed(response: Response, accepted: str) -> Response:
    """A response as its client accepts it; short ones and those with a secret stay as they are."""
    body = getattr(response, "body", b"")
    encoded = {"content-encoding", "set-cookie"} & set(response.headers)
    if len(body) < WORTH_COMPRESSING or encoded or not accepts_gzip(accepted):
        return response
    response.body = gzip.compress(body, 1, mtime=0)
    response.headers["content-length"] = str(len(response.body))
    response.headers["content-encoding"] = "gzip"
    response.headers["vary"] = "accept-encoding"
    return response
