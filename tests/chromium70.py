"""Drives Chromium 70, what the oldest Chromecasts run, over its DevTools protocol.

Playwright no longer speaks it, and a test of the TV's page needs little. The current Chromium is
driven the same way where a page comes and goes in another thread than the test's::

    with open_chromium70() as old:
        page = old.open("http://127.0.0.1:8000/tv")
        page.wait_for("document.querySelector('h1') !== null")
        assert page.evaluate("document.title") == "Undercast"
        page.screenshot(tmp_path / "tv.png")
        assert page.problems == []
"""

import base64
import itertools
import json
import os
import queue
import re
import subprocess
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import websocket

import browsers
from browsers import NoBrowser


@contextmanager
def open_chromium70(browser: browsers.Browser | None = None) -> Iterator["Chromium70"]:
    """Starts Chromium 70, or another one, with an empty profile; ends it and its pages afterwards.

    Raises NoBrowser.
    """
    browser = browser or browsers.chromium70()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            str(browser.executable),
            *browser.args,
            "--headless",
            "--no-zygote",
            "--hide-scrollbars",
            "--mute-audio",
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        with subprocess.Popen(
            command,
            env={**os.environ, **browser.env},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            old = Chromium70(_debugging_port(process, Path(profile)))
            try:
                yield old
            finally:
                old.close()
                process.terminate()  # it takes its own processes along
                with suppress(subprocess.TimeoutExpired):
                    process.wait(5)
                process.kill()


def _debugging_port(process: subprocess.Popen[bytes], profile: Path, seconds: float = 20) -> int:
    port_file = profile / "DevToolsActivePort"
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise NoBrowser(f"Chromium 70 ended at once with code {process.returncode}.")
        if port_file.is_file() and (text := port_file.read_text()).count("\n"):
            return int(text.splitlines()[0])
        time.sleep(0.02)
    raise NoBrowser(f"Chromium 70 did not start within {seconds:.0f} s.")


class Chromium70:
    """A running Chromium 70."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._pages: list[OldPage] = []

    def open(self, url: str, *, width: int = 1280, height: int = 720) -> "OldPage":
        """Opens a page of the size of a dongle's, in CSS pixels, and waits until it has loaded."""
        page = self.tab(width=width, height=height)
        page.go(url)
        return page

    def tab(self, *, width: int = 1280, height: int = 720) -> "OldPage":
        """An empty page."""
        new = urllib.request.Request(f"{self._address}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(new) as answer:
            target = json.load(answer)
        page = OldPage(target["webSocketDebuggerUrl"])
        self._pages.append(page)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.send(f"{domain}.enable")
        page.resize(width, height)
        return page

    def shut_all(self) -> None:
        """Closes every page in the browser, too."""
        for page in self._pages:
            page.shut()
        self._pages.clear()

    def close(self) -> None:
        """Disconnects from every page."""
        for page in self._pages:
            page.close()


class BrowserSaid(Exception):
    """The browser refused a command, or an expression threw."""


class OldPage:
    """A page in Chromium 70. Its times are seconds.

    `console` holds what it logged as (level, text); `problems` holds uncaught errors, console
    errors and failed requests as text: a healthy page has none.
    """

    def __init__(self, debugger_url: str) -> None:
        self.console: list[tuple[str, str]] = []
        self.problems: list[str] = []
        self._socket = websocket.create_connection(debugger_url, timeout=30, suppress_origin=True)
        self._numbers = itertools.count(1)
        self._answers: dict[int, queue.SimpleQueue[dict[str, Any]]] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def go(self, url: str, timeout: float = 30) -> None:
        """Goes to the address and waits until it has loaded."""
        arrived = self.send("Page.navigate", url=url)
        if "errorText" in arrived:
            raise BrowserSaid(f"{url}: {arrived['errorText']}")
        self.wait_for(
            "location.href !== 'about:blank' && document.readyState === 'complete'", timeout
        )

    def leave_for(self, url: str) -> None:
        """Goes to the address without waiting for anything."""
        self.evaluate(f"void setTimeout(() => location.replace({json.dumps(url)}))")

    def resize(self, width: int, height: int, scale: float = 1) -> None:
        """Sets the viewport, in CSS pixels."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is awaited. Raises BrowserSaid."""
        answer = self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise BrowserSaid(f"{expression}: {_described(answer['exceptionDetails'])}")
        return answer["result"].get("value")

    def wait_for(self, condition: str, timeout: float = 10) -> None:
        """Waits until a JavaScript expression is true. Raises TimeoutError."""
        end = time.monotonic() + timeout
        while not self._holds(condition):
            if time.monotonic() > end:
                raise TimeoutError(f"{condition} not within {timeout} s; problems: {self.problems}")
            time.sleep(0.03)

    def _holds(self, condition: str) -> bool:
        """Whether it is true; nothing is while one page makes room for the next."""
        try:
            return bool(self.evaluate(f"Boolean({condition})"))
        except BrowserSaid as said:
            if not re.search("navigated or closed|context", str(said)):
                raise
            return False

    def screenshot(self, path: Path | None = None) -> bytes:
        """A PNG of the viewport, also written to `path` if one is given."""
        png = base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"])
        if path is not None:
            path.write_bytes(png)
        return png

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Any command of the DevTools protocol, and its result. Raises BrowserSaid."""
        number = next(self._numbers)
        box: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._answers[number] = box
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        try:
            answer = box.get(timeout=30)
        except queue.Empty:
            raise BrowserSaid(f"{method}: no answer") from None
        if "error" in answer:
            raise BrowserSaid(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def shut(self) -> None:
        """Ends the page itself."""
        with suppress(BrowserSaid, OSError, websocket.WebSocketException):
            self.send("Page.close")
        self.close()

    def close(self) -> None:
        """Leaves the page."""
        with suppress(OSError, websocket.WebSocketException):
            self._socket.close(timeout=1)

    def _read(self) -> None:
        while True:
            try:
                text = self._socket.recv()
            except websocket.WebSocketTimeoutException:
                continue  # a quiet page
            except (OSError, websocket.WebSocketException):
                return
            if not text:
                return
            message = json.loads(text)
            if "id" in message:
                self._answers.pop(message["id"]).put(message)
            else:
                self._note(message["method"], message["params"])

    def _note(self, method: str, params: dict[str, Any]) -> None:
        match method:
            case "Runtime.consoleAPICalled":
                words = [str(a.get("value", a.get("description", ""))) for a in params["args"]]
                self.console.append((params["type"], " ".join(words)))
                if params["type"] in {"error", "assert"}:
                    self.problems.append(" ".join(words))
            case "Runtime.exceptionThrown":
                self.problems.append(_described(params["exceptionDetails"]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                entry = params["entry"]
                self.problems.append(f"{entry['text']} {entry.get('url', '')}".strip())
            case "Network.loadingFailed" if not params.get("canceled"):
                self.problems.append(f"a {params['type']} failed: {params['errorText']}")


def _described(exception: dict[str, Any]) -> str:
    thrown = exception.get("exception", {})
    text = thrown.get("description", thrown.get("value", ""))
    return f"{exception.get('text', '')} {text}".strip()
