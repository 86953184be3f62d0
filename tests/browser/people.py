"""People in front of real browsers, and the eye that is kept on every page they see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
        Response,
        WebError,
        WebSocket,
    )

    from tests.browser.site import Site

DESKTOP = (1280, 800)
PHONE = (390, 844)
SMALL_PHONE = (320, 568)
# Where a test takes the server or the network away, the browser says so on its console.
NETWORK_TROUBLE = re.compile(
    r"net::ERR_|WebSocket connection to|status of 50[234]|NetworkError|Failed to fetch"
    r"|htmx:(sendError|afterRequest|timeout)"
)
# Runs before the page's own scripts; a violation of the content policy is told to the console with what it was.
TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""


class Watch:
    """All that goes wrong on the pages of one browser context: it must stay empty."""

    def __init__(self, context: BrowserContext, host: str) -> None:
        self.host = host
        self.faults: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("page", self._page)

    def expect(self, pattern: str | re.Pattern[str]) -> None:
        """This kind of complaint is what the test is about."""
        self.expected.append(re.compile(pattern))

    def expect_network_trouble(self) -> None:
        """The test cuts the network or ends the server."""
        self.expect(NETWORK_TROUBLE)

    def _note(self, fault: str) -> None:
        if not any(pattern.search(fault) for pattern in self.expected):
            self.faults.append(fault)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._note(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self._note(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        self._foreign(request.url)

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self._note(f"status of {response.status}: {response.url}")

    def _page(self, page: Page) -> None:
        page.on("websocket", self._socket)

    def _socket(self, socket: WebSocket) -> None:
        self._foreign(socket.url)

    def _foreign(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob", "about"} and parts.netloc != self.host:
            self._note(f"a request to another host: {url}")


class Person:
    """Somebody at a screen: one browser context, one page, one set of cookies."""

    def __init__(
        self, browser: Browser, site: Site, name: str, size: tuple[int, int] = DESKTOP, **options: Any
    ) -> None:
        self.name, self.site = name, site
        script = options.pop("script", True)
        touch = options.pop("touch", size[0] < 761)
        self.context = browser.new_context(
            base_url=site.url,
            viewport={"width": size[0], "height": size[1]},
            java_script_enabled=script,
            has_touch=touch,
            locale=options.pop("locale", "en-GB"),
            reduced_motion=options.pop("reduced_motion", "reduce"),
            **options,
        )
        self.context.set_default_timeout(15_000)
        self.watch = Watch(self.context, f"127.0.0.1:{site.port}")
        if script:
            self.context.add_init_script(TELL_VIOLATIONS)
        self.page = self.context.new_page()

    def visit(self, path: str) -> Page:
        """Go to a page of the site."""
        self.page.goto(path)
        return self.page

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press the button with this name."""
        self.page.get_by_role("button", name=name).first.click()

    @property
    def path(self) -> str:
        """The path of the page that is shown."""
        return urlsplit(self.page.url).path

    def enlarge_text(self) -> None:
        """From the next page on text is twice as large, as one sets it in the browser: 1rem is 32 pixels."""
        session = self.context.new_cdp_session(self.page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})

    def mark_load(self) -> None:
        """Remember this load of the page: a reload would forget it."""
        self.page.evaluate("window.sameLoad = true")

    def same_load(self) -> bool:
        """Whether the page has not been loaded anew since `mark_load`."""
        return bool(self.page.evaluate("window.sameLoad === true"))
