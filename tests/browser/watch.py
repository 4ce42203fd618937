"""What no page may do: fail, break its own policy, or talk to anybody but the house."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebSocket

LOST = (
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_CONNECTION",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_CONTENT_LENGTH_MISMATCH",
    "net::ERR_INCOMPLETE_CHUNKED_ENCODING",
    "net::ERR_NETWORK_CHANGED",
    "Error during WebSocket handshake",
    "Connection closed before receiving a handshake response",
)
"""What Chromium itself writes when a connection is lost."""
LEFT = "WebSocket is closed before the connection is established"
"""What Chromium writes when a page is left while its socket opens."""
REFUSED = "Failed to load resource: the server responded with a status of 4"
"""What Chromium writes for every refusal; pages show those, and tests look there."""
BLOCKED = "Service Worker registration blocked"
"""What the browser of a test says that runs no service worker."""


class Watch:
    """Hears all that the pages of a context complain of; `check` at the end of a test."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._host = urlsplit(address).netloc
        self.wrong: list[str] = []
        self.losing = False
        """Whether the test takes the connection away."""
        context.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error("
            "`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`))"
        )
        context.on("page", self._page)
        context.on("request", self._request)

    def _page(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.wrong.append(f"fault: {error}"))
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or message.text.startswith(REFUSED):
            return
        if LEFT in message.text or message.text.startswith(BLOCKED):
            return
        if self.losing and any(lost in message.text for lost in LOST):
            return
        self.wrong.append(f"{message.type}: {message.text} ({message.location['url']})")

    def _request(self, request: Request) -> None:
        self._ours(request.url)

    def _socket(self, socket: WebSocket) -> None:
        self._ours(socket.url)

    def _ours(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._host:
            self.wrong.append(f"foreign: {url}")

    def check(self) -> None:
        assert not self.wrong, "\n".join(self.wrong)
