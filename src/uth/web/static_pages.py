"""The pages: the built frontend out of the package, held in memory and compressed once.

Files whose name carries a hash are kept for a year by browsers; the page itself is asked for anew
each time, and answered by “not modified”.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FOLDER = Path(__file__).parent / "pages"
INDEX = "index.html"
CLIENT = (
    "/",
    "/table/{rest:path}",
    "/account",
    "/history",
    "/history/{rest:path}",
    "/floor",
    "/floor/{rest:path}",
    "/designer",
    "/designer/{rest:path}",
    "/rules",
    "/rules/{rest:path}",
)
"""Addresses that the frontend itself understands."""
HASHED = re.compile(r"assets/.+[.-](?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{8}\.\w+")
"""As the build names them; a plain word is no hash."""
COMPRESSED = ("text/", "application/json", "application/manifest", "image/svg", "font/ttf")
SCRIPTS = ("text/javascript", "application/javascript")
HOST = re.compile(r"[A-Za-z0-9.-]{1,255}(:[0-9]{1,5})?|\[[0-9a-fA-F:]{2,45}\](:[0-9]{1,5})?")
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>uth</title></head><body>
<h1>The pages are not built</h1>
<p>This house runs, but its pages have not been built into it. In a checkout, <code>make play</code>
builds them. The API is described at <a href="/openapi.json">/openapi.json</a>.</p>
</body></html>
"""


class Page(msgspec.Struct, frozen=True):
    """One file, ready to be sent."""

    content: bytes
    packed: bytes | None
    media: str
    tag: str
    caching: str


def policy(host: str) -> str:
    """Nothing but our own, no inline script, and sockets to this host alone."""
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return (
        "default-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def page_of(name: str, content: bytes) -> Page:
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    plain = media.startswith(COMPRESSED) or media in SCRIPTS
    packed = gzip.compress(content, 9, mtime=0) if plain else None
    smaller = packed is not None and len(packed) < len(content)
    caching = "public, max-age=31536000, immutable" if HASHED.fullmatch(name) else "no-cache"
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    kind = f"{media}; charset=utf-8" if plain else media
    return Page(content, packed if smaller else None, kind, tag, caching)


class Pages:
    """Every file of the built frontend; where it is not built, a page that says so."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._pages: dict[str, Page] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            name = path.relative_to(folder).as_posix()
            if path.is_file() and path.suffix not in (".gz", ".br"):
                self._pages[name] = page_of(name, path.read_bytes())
        self._pages.setdefault(INDEX, page_of(INDEX, UNBUILT.encode()))

    def routes(self) -> list[Route]:
        """The frontend's own addresses, and each file's."""
        files = [f"/{name}" for name in self._pages if name != INDEX]
        return [
            *(Route(path, self._index) for path in CLIENT),
            *(Route(path, self._file) for path in files),
        ]

    async def _index(self, request: Request) -> Response:
        return self._send(request, self._pages[INDEX])

    def missing(self, request: Request) -> Response | None:
        """For a person who looks for what there is not; programs are told in JSON."""
        looks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if not looks or request.scope["path"].startswith("/api/"):
            return None
        return self._send(request, self._pages[INDEX], 404)

    async def _file(self, request: Request) -> Response:
        return self._send(request, self._pages[request.scope["path"].removeprefix("/")])

    def _send(self, request: Request, page: Page, status: int = 200) -> Response:
        headers = {
            **HEADERS,
            "content-security-policy": policy(request.headers.get("host", "")),
            "cache-control": page.caching,
            "etag": page.tag,
            "vary": "accept-encoding",
        }
        if status == 200 and request.headers.get("if-none-match") == page.tag:
            return Response(status_code=304, headers=headers)
        content = page.content
        if page.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content = page.packed
            headers["content-encoding"] = "gzip"
        return Response(content, status, headers, page.media)
