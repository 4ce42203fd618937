"""The built frontend, read from the package into memory and compressed once.

Browsers cache files with a hash in their name for a year. The page itself is requested each time
and answered with "not modified" while it is the same.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import html
import mimetypes
import re
from http import HTTPStatus
from pathlib import Path

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from uth.core.refusal import Refusal
from uth.core.texts import catalog, text
from uth.web.requests import language_of
from uth.web.responses import accepts_gzip, refusal_response

FOLDER = Path(__file__).parent / "pages"
HANDBOOK = Path(__file__).parent / "handbook"
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
"""The scripts inside of a page of the handbook."""
INDEX = "index.html"
CLIENT_PATHS = (
    "/",
    "/table/{rest:path}",
    "/account",
    "/history",
    "/history/{rest:path}",
    "/floor",
    "/floor/{rest:path}",
    "/designer",
    "/designer/{rest:path}",
    "/practice",
    "/practice/dealing",
    "/rules",
    "/rules/{rest:path}",
)
"""Paths that the frontend's own router handles."""
HASHED = re.compile(r"assets/.+[.-](?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{8}\.\w+")
"""File names with a hash, as the build writes them; a plain word is not a hash."""
COMPRESSED = ("text/", "application/json", "application/manifest", "image/svg", "font/ttf")
SCRIPTS = ("text/javascript", "application/javascript")
HOST = re.compile(r"[A-Za-z0-9.-]{1,255}(:[0-9]{1,5})?|\[[0-9a-fA-F:]{2,45}\](:[0-9]{1,5})?")
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
UNBUILT = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>uth</title></head><body>
<h1>{text("unbuilt.title")}</h1>
<p>{text("unbuilt.build", command="<code>make play</code>")}</p>
<p>{text("unbuilt.api", address='<a href="/openapi.json">/openapi.json</a>')}</p>
</body></html>
"""


OFFLINE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon-192.png"><link rel="stylesheet" href="/offline.css">
<title>{title}</title></head><body><main>
<img src="/icon-192.png" alt="" width="96" height="96">
<h1>{offline}</h1><p>{safe}</p><p><a href="/">{again}</a></p>
</main></body></html>
"""
"""What an installed app shows when the server can't be reached; `offline.js` caches it."""
NO_HANDBOOK = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title></head><body>
<h1>{title}</h1><p>{sentence}</p><p><a href="/">{lobby}</a></p>
</body></html>
"""
"""What a browser gets where the handbook is not built; programs get a refusal."""


class Page(msgspec.Struct, frozen=True):
    """One file, ready to be sent."""

    content: bytes
    compressed: bytes | None
    media: str
    etag: str
    cache_control: str
    own_policy: str = ""
    """What the content security policy allows because the page contains it."""


def content_security_policy(host: str, own: str = "") -> str:
    """Allow only our own files, no inline scripts, and sockets only to this host.

    `own` allows what the page itself contains.
    """
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return (
        f"default-src 'self'; img-src 'self' data:; {own}"
        f"connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def make_page(name: str, content: bytes) -> Page:
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = media.startswith(COMPRESSED) or media in SCRIPTS
    compressed = gzip.compress(content, 9, mtime=0) if is_text else None
    if compressed is not None and len(compressed) >= len(content):
        compressed = None
    return Page(
        content=content,
        compressed=compressed,
        media=f"{media}; charset=utf-8" if is_text else media,
        etag=f'"{hashlib.sha256(content).hexdigest()[:32]}"',
        cache_control=(
            "public, max-age=31536000, immutable" if HASHED.fullmatch(name) else "no-cache"
        ),
    )


def _handbook_page(name: str) -> Page:
    """A file of the handbook; its inline scripts are allowed one by one, by their digest."""
    page = make_page(name, HANDBOOK.joinpath(name).read_bytes())
    if not name.endswith(".html"):
        return page
    scripts = (hashlib.sha256(script).digest() for script in INLINE.findall(page.content))
    allowed = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in scripts)
    return replace(
        page, own_policy=f"script-src 'self' {allowed}; style-src 'self' 'unsafe-inline'; "
    )


class Handbook:
    """The built handbook at /docs, each file read when it is first asked for."""

    def __init__(self, folder: Path = HANDBOOK) -> None:
        files = folder.rglob("*") if folder.is_dir() else ()
        self._names = {path.relative_to(folder).as_posix() for path in files if path.is_file()}
        self._pages: dict[str, Page] = {}

    def routes(self) -> list[Route]:
        return [Route("/docs", self._index), Route("/docs/{name:path}", self._file)]

    async def _index(self, request: Request) -> Response:
        return Response(status_code=HTTPStatus.TEMPORARY_REDIRECT, headers={"location": "/docs/"})

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"] or INDEX
        if name not in self._names:
            refusal = Refusal("docs/unbuilt" if not self._names else "route/unknown")
            if not self._names and _is_browser(request):
                return _no_handbook(request, refusal)
            return refusal_response(refusal, language_of(request), HTTPStatus.NOT_FOUND)
        if name not in self._pages:
            self._pages[name] = await asyncio.to_thread(_handbook_page, name)
        return send_page(request, self._pages[name])


def _no_handbook(request: Request, refusal: Refusal) -> Response:
    language = language_of(request)
    words = catalog(language)
    content = NO_HANDBOOK.format(
        language=language,
        title=words.text("frame.handbook"),
        sentence=html.escape(refusal.sentence_in(language)),
        lobby=words.text("frame.to_lobby"),
    )
    return send_page(request, make_page(INDEX, content.encode()), HTTPStatus.NOT_FOUND)


class Pages:
    """All files of the built frontend; without a build, a page that says so."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._pages: dict[str, Page] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            name = path.relative_to(folder).as_posix()
            if path.is_file() and path.suffix not in (".gz", ".br"):
                self._pages[name] = make_page(name, path.read_bytes())
        self._pages.setdefault(INDEX, make_page(INDEX, UNBUILT.encode()))

    def routes(self) -> list[Route]:
        """The paths of the frontend's router, and one path per file."""
        files = [f"/{name}" for name in self._pages if name != INDEX]
        return [
            *(Route(path, self._index) for path in CLIENT_PATHS),
            Route("/offline.html", self._offline),
            *(Route(path, self._file) for path in files),
        ]

    async def _index(self, request: Request) -> Response:
        return send_page(request, self._pages[INDEX])

    async def _offline(self, request: Request) -> Response:
        language = language_of(request)
        words = catalog(language)
        content = OFFLINE.format(
            language=language,
            title=words.text("frame.title"),
            offline=words.text("offline.title"),
            safe=words.text("offline.safe"),
            again=words.text("offline.again"),
        )
        return send_page(request, make_page("offline.html", content.encode()))

    async def _file(self, request: Request) -> Response:
        return send_page(request, self._pages[request.scope["path"].removeprefix("/")])

    async def no_route(self, request: Request, error: Exception) -> Response:
        """An unknown path or method: the page for browsers, a refusal for programs."""
        status = getattr(error, "status_code", 404)
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            refusal = Refusal("route/method")
        elif status == HTTPStatus.NOT_FOUND and _is_browser(request):
            return send_page(request, self._pages[INDEX], status)
        else:
            refusal = Refusal("route/unknown")
        headers = getattr(error, "headers", None)
        return refusal_response(refusal, language_of(request), status, headers)


def send_page(request: Request, page: Page, status: int = 200) -> Response:
    """A page as its client accepts it, or that the client has it already."""
    host = request.headers.get("host", "")
    headers = {
        **HEADERS,
        "content-security-policy": content_security_policy(host, page.own_policy),
        "cache-control": page.cache_control,
        "etag": page.etag,
        "vary": "accept-encoding",
    }
    if status == 200 and _matches(request.headers.get("if-none-match", ""), page.etag):
        return Response(status_code=304, headers=headers)
    content = page.content
    if page.compressed is not None and accepts_gzip(request.headers.get("accept-encoding", "")):
        content = page.compressed
        headers["content-encoding"] = "gzip"
    return Response(content, status, headers, page.media)


def _matches(header: str, etag: str) -> bool:
    """Whether an If-None-Match header names a page; weak tags, as proxies make them, count too."""
    tags = (tag.strip().removeprefix("W/") for tag in header.split(","))
    return any(tag in (etag, "*") for tag in tags)


def _is_browser(request: Request) -> bool:
    """Whether a person follows a link, as opposed to a program that calls the API."""
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return wants_page and not request.scope["path"].startswith("/api/")
