"""Drives the engines of iPhones and of Firefox, where they are installed: WebKit and Gecko.

Debian has both, WebKitGTK (`webkit2gtk-driver`, under `xvfb`) and `firefox-esr`. Playwright needs
builds of its own for either, so the standard protocols do: WebDriver for WebKit, WebDriver BiDi for
Firefox. A page of either engine is used alike::

    with open_engine("webkit") as engine:
        page = engine.open("http://127.0.0.1:8000/", width=390, height=844)
        page.tap("[data-testid=start-new-game]")
        page.wait_for("document.querySelector('[data-testid=lobby]')")
        assert page.problems() == []
"""

import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Literal, Protocol

import websocket

from patience import in_time
from ports import free_port

Name = Literal["webkit", "firefox"]

PATIENCE = in_time(45)
"""Seconds after which a condition that should come true, or an answer, counts as a failure. Each
page is a browser of its own.
"""

#: Runs before a page's own scripts: what a console would show.
NOTE_PROBLEMS = """
  if (!window.problems) {
    window.problems = [];
    addEventListener('error', (event) => {
      window.problems.push(event.message || `did not load: ${event.target.outerHTML}`);
    }, true);
    addEventListener('unhandledrejection', (event) => window.problems.push(String(event.reason)));
    for (const level of ['error', 'warn']) {
      const said = console[level];
      console[level] = (...words) => { window.problems.push(words.join(' ')); said(...words); };
    }
  }
"""


#: Where to tap an element, if it can be tapped. Until `hit()` tells whether it was, no other is.
AIM = """
  (target) => {
    if (window.hit) window.hit();
    if (!target || target.disabled) return null;
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = target.getClientRects()[0];
    const x = Math.round(box.left + box.width / 2), y = Math.round(box.top + box.height / 2);
    if (!target.contains(document.elementFromPoint(x, y))) return null;
    let clicked = false;
    const look = (event) => {
      if (!target.contains(event.target)) {
        event.stopImmediatePropagation();
        event.preventDefault();
      } else if (event.type === 'click') clicked = true;
    };
    const kinds = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'click'];
    for (const kind of kinds) addEventListener(kind, look, { capture: true, passive: false });
    window.hit = () => {
      for (const kind of kinds) removeEventListener(kind, look, { capture: true });
      delete window.hit;
      return clicked;
    };
    return [x, y];
  }
"""


class NoEngine(Exception):
    """The engine is not installed; the text says what would help."""


class EngineSaid(Exception):
    """The engine refused a command, or an expression threw."""


class Tab(Protocol):
    """What the protocols have to do for a page."""

    def navigate(self, url: str) -> None:
        """Goes there and waits until it has loaded."""

    def run(self, body: str) -> str:
        """What the body of a function returns, which is a string or a promise of one."""

    def press(self, x: int, y: int) -> None:
        """A tap at this place of the viewport, in CSS pixels."""

    def type(self, text: str) -> None:
        """Types into what has the focus."""

    def picture(self) -> bytes:
        """A PNG of the viewport."""

    def close(self) -> None:
        """Closes it."""


NewTab = Callable[[int, int], Tab]
"""An empty page of this width and height, in CSS pixels."""


class EnginePage:
    """A page in one of the engines."""

    def __init__(self, engine: Name, tab: Tab, script: str) -> None:
        self.engine = engine
        self._tab = tab
        self._script = script

    def go(self, url: str) -> None:
        """Goes to the address and waits until it has loaded."""
        self._tab.navigate(url)
        self._tab.run(f"{NOTE_PROBLEMS} {self._script}; return ''")

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression; a function is called, a promise is awaited.

        Raises EngineSaid.
        """
        told: Any = json.loads(
            self._tab.run(
                f"return Promise.resolve(({expression}))"
                ".then((it) => typeof it === 'function' ? it() : it)"
                ".then((it) => JSON.stringify(it === undefined ? null : it))"
            )
        )
        return told

    def wait_for(self, condition: str) -> None:
        """Waits until a JavaScript expression is true. Raises TimeoutError."""
        end = time.monotonic() + PATIENCE
        while not self._holds(condition):
            if time.monotonic() > end:
                raise TimeoutError(f"{condition} not within {PATIENCE} s: {self.problems()}")
            time.sleep(0.03)

    def _holds(self, condition: str) -> bool:
        """Whether it is true; nothing is while one page makes room for the next."""
        try:
            return bool(self.evaluate(f"Boolean({condition})"))
        except EngineSaid:
            return False

    def see(self, selector: str) -> None:
        """Waits until there is something that this selector finds, and it has a size."""
        self.wait_for(f"{_found(selector)} && {_found(selector)}.getClientRects().length")

    def tap(self, selector: str) -> None:
        """Scrolls it into view, if need be, and taps its middle; again, if it moved meanwhile."""
        self.see(selector)
        end = time.monotonic() + PATIENCE
        while True:
            self.wait_for(f"({AIM})({_found(selector)}) !== null")
            x, y = self.evaluate(f"({AIM})({_found(selector)})")
            self._tab.press(x, y)
            if self._holds("window.hit ? window.hit() : true"):  # or it led to another page
                return
            if time.monotonic() > end:
                raise TimeoutError(f"{selector} does not stand still")

    def fill(self, selector: str, text: str) -> None:
        """Taps a field, empties it and types into it."""
        self.tap(selector)
        self.wait_for(f"document.activeElement === {_found(selector)}")
        self.evaluate(f"{_found(selector)}.select()")
        self._tab.type(text)
        self.wait_for(f"{_found(selector)}.value === {json.dumps(text)}")

    def choose(self, selector: str, value: str) -> None:
        """Picks of a drop-down list, which no page can open by itself."""
        self.see(selector)
        self.evaluate(f"""(() => {{
          {_found(selector)}.value = {json.dumps(value)};
          {_found(selector)}.dispatchEvent(new Event('change', {{ bubbles: true }}));
        }})()""")
        self.wait_for(f"{_found(selector)}.value === {json.dumps(value)}")

    def load(self, script: Path) -> None:
        """Runs a script in it."""
        self._tab.run(f"{script.read_text(encoding='utf-8')}; return ''")

    def screenshot(self, path: Path) -> None:
        """Writes a PNG of the viewport."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self._tab.picture())

    def problems(self) -> list[str]:
        """What went wrong in it since it has loaded: errors, warnings, what did not load."""
        found: list[str] = self.evaluate("window.problems || []")
        return found

    def close(self) -> None:
        """Closes it."""
        self._tab.close()


def _found(selector: str) -> str:
    return f"document.querySelector({json.dumps(selector)})"


class Engine:
    """An engine that runs; each page has a memory of its own, as on another phone."""

    def __init__(self, name: Name, new_tab: NewTab) -> None:
        self.name = name
        self._new_tab = new_tab
        self._pages: list[EnginePage] = []

    def open(self, url: str, *, width: int, height: int, script: str = "") -> EnginePage:
        """Opens a page of this size, in CSS pixels. `script` runs after each of its loads."""
        page = EnginePage(self.name, self._new_tab(width, height), script)
        self._pages.append(page)
        page.go(url)
        return page

    def close(self) -> None:
        """Closes every page."""
        for page in self._pages:
            page.close()


@contextmanager
def open_engine(name: Name, *, still: bool = False) -> Iterator[Engine]:
    """Starts an engine, and ends it and its pages afterwards. Raises NoEngine.

    `still`: it prefers reduced motion.
    """
    with ExitStack() as stack:
        start = {"webkit": _webkit, "firefox": _firefox}[name]
        engine = Engine(name, start(stack, still))
        stack.callback(engine.close)
        yield engine


def _program(*names: str, package: str) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    raise NoEngine(f"{names[0]} is not installed (Debian: apt install {package})")


def _ended(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(10)
    process.kill()
    process.wait()


# --- WebKit, by WebDriver -------------------------------------------------------------------------


#: The window's own buttons would keep it from being as narrow as a phone.
NARROW = """
  toolbar, toolbar *, box.horizontal *
  { font-size: 1px; padding: 0; margin: 0; border: 0; min-width: 0; min-height: 0 }
"""


#: GStreamer, which plays its videos on Linux alone, can lock itself up when one loops.
NO_MEDIA = ["--enable-media=false"]


def _webkit(stack: ExitStack, still: bool) -> NewTab:
    driver = _program("WebKitWebDriver", package="webkit2gtk-driver")
    display = _screen(stack)

    def new_tab(width: int, height: int) -> Tab:
        """A driver has one session, so each page has a driver."""
        home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        toolkit = Path(home, "gtk-3.0")
        toolkit.mkdir()
        (toolkit / "gtk.css").write_text(NARROW)
        (toolkit / "settings.ini").write_text(f"[Settings]\ngtk-enable-animations={not still:d}\n")
        port = free_port()
        process = subprocess.Popen(
            [driver, f"--port={port}", "--host=127.0.0.1"],
            env={
                **os.environ,
                "DISPLAY": display,
                "GDK_BACKEND": "x11",
                "HOME": home,
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "NO_AT_BRIDGE": "1",
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # it asks for user namespaces
                "XDG_CONFIG_HOME": home,
                "XDG_RUNTIME_DIR": home,
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(_ended, process)
        _until_ready(f"http://127.0.0.1:{port}", process)
        return WebKitTab(f"http://127.0.0.1:{port}", width, height)

    return new_tab


def _screen(stack: ExitStack) -> str:
    """A screen that nobody sees, large enough for any page."""
    xvfb = _program("Xvfb", package="xvfb")
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [xvfb, "-displayfd", str(writing), "-screen", "0", "4096x2400x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stack.callback(_ended, process)
    os.close(writing)
    with os.fdopen(reading) as told:
        return f":{told.readline().strip()}"


def _until_ready(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError):
            if _request("GET", f"{address}/status")["ready"]:
                return
        if process.poll() is not None or time.monotonic() > end:
            raise NoEngine(f"{process.args!r} did not start; its code is {process.returncode}")
        time.sleep(0.03)


def _request(method: str, url: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        told = json.load(error)["value"]
        raise EngineSaid(f"{told['error']}: {told['message']}") from None


class WebKitTab:
    """A session of WebKit's driver: a window of its own."""

    def __init__(self, address: str, width: int, height: int) -> None:
        wanted = {"webkitgtk:browserOptions": {"args": ["--automation", *NO_MEDIA]}}
        body = {"capabilities": {"alwaysMatch": wanted}}
        session = _request("POST", f"{address}/session", body)["sessionId"]
        self._session = f"{address}/session/{session}"
        self._resize(width, height)

    def _send(self, command: str, **body: Any) -> Any:
        return _request("POST", f"{self._session}/{command}", body)

    def _resize(self, width: int, height: int) -> None:
        """The window has a frame: how large that is shows when the page says its own size."""
        outer = self._send("window/rect", x=0, y=0, width=width, height=height)
        self._becomes("[outerWidth, outerHeight]", [outer["width"], outer["height"]])
        inner = json.loads(self.run("return JSON.stringify([innerWidth, innerHeight])"))
        frame = outer["width"] - inner[0], outer["height"] - inner[1]
        self._send("window/rect", x=0, y=0, width=width + frame[0], height=height + frame[1])
        self._becomes("[innerWidth, innerHeight]", [width, height])

    def _becomes(self, expression: str, value: list[int]) -> None:
        end = time.monotonic() + PATIENCE
        while (now := json.loads(self.run(f"return JSON.stringify({expression})"))) != value:
            if time.monotonic() > end:
                raise EngineSaid(f"{expression} is {now} and not {value}")
            time.sleep(0.03)

    def navigate(self, url: str) -> None:
        self._send("url", url=url)

    def run(self, body: str) -> str:
        told: str = self._send(
            "execute/async",
            script=f"const done = arguments[0];"
            f"(async () => {{ {body} }})().then(done, (error) => done('!' + error))",
            args=[],
        )
        if told.startswith("!"):
            raise EngineSaid(f"{body}: {told[1:]}")
        return told

    def press(self, x: int, y: int) -> None:
        self._send("actions", actions=[_tap(x, y, "mouse")])

    def type(self, text: str) -> None:
        self._send("actions", actions=[_keys(text)])

    def picture(self) -> bytes:
        return base64.b64decode(_request("GET", f"{self._session}/screenshot"))

    def close(self) -> None:
        with suppress(OSError, EngineSaid):
            _request("DELETE", self._session)


def _tap(x: int, y: int, kind: str) -> dict[str, Any]:
    move = {"type": "pointerMove", "x": x, "y": y}
    down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
    parameters = {"pointerType": kind}
    return {
        "type": "pointer",
        "id": kind,
        "parameters": parameters,
        "actions": [move, down, up],
    }


def _keys(text: str) -> dict[str, Any]:
    strokes = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
    return {"type": "key", "id": "keys", "actions": strokes}


# --- Firefox, by WebDriver BiDi -------------------------------------------------------------------

PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "browser.search.update": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    # As on a phone: taps are touches, and what is scrolled has no bar.
    "dom.w3c_touch_events.enabled": 1,
    "ui.useOverlayScrollbars": 1,
}


def _firefox(stack: ExitStack, still: bool) -> NewTab:
    firefox = _program("firefox", "firefox-esr", package="firefox-esr")
    profile = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
    preferences = {**PREFERENCES, "ui.prefersReducedMotion": int(still)}
    lines = [f'user_pref("{name}", {json.dumps(it)});' for name, it in preferences.items()]
    Path(profile, "user.js").write_text("\n".join(lines))
    process = subprocess.Popen(
        [firefox, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
        env={**os.environ, "HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    stack.callback(_ended, process)
    assert process.stderr is not None
    line = BiDi(_address(process.stderr))
    stack.callback(line.close)
    line.send("session.new", capabilities={})
    return lambda width, height: FirefoxTab(line, width, height)


def _address(said: IO[str]) -> str:
    for line in said:
        if found := re.search(r"listening on (ws://\S+)", line):
            threading.Thread(target=said.read, daemon=True).start()  # what it says else
            return found[1]
    raise NoEngine("Firefox ended at once")


class BiDi:
    """A connection to Firefox."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(
            f"{address}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._numbers = itertools.count(1)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") != number:
                continue
            if answer["type"] == "error":
                raise EngineSaid(f"{method}: {answer['error']}: {answer['message']}")
            result: dict[str, Any] = answer["result"]
            return result

    def close(self) -> None:
        with suppress(OSError, websocket.WebSocketException):
            self._socket.close(timeout=1)


class FirefoxTab:
    """A window of its own, for what is moved in a tab that nobody sees stands still; and a
    container of its own, with its own memory.
    """

    def __init__(self, line: BiDi, width: int, height: int) -> None:
        self._line = line
        self._mine = line.send("browser.createUserContext")["userContext"]
        tab = line.send("browsingContext.create", type="window", userContext=self._mine)
        self._tab = tab["context"]
        size = {"width": width, "height": height}
        line.send("browsingContext.setViewport", context=self._tab, viewport=size)

    def navigate(self, url: str) -> None:
        self._line.send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, body: str) -> str:
        answer = self._line.send(
            "script.evaluate",
            expression=f"(async () => {{ {body} }})()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise EngineSaid(f"{body}: {answer['exceptionDetails']['text']}")
        told: str = answer["result"]["value"]
        return told

    def press(self, x: int, y: int) -> None:
        self._line.send("input.performActions", context=self._tab, actions=[_tap(x, y, "touch")])

    def type(self, text: str) -> None:
        self._line.send("input.performActions", context=self._tab, actions=[_keys(text)])

    def picture(self) -> bytes:
        shot = self._line.send("browsingContext.captureScreenshot", context=self._tab)
        return base64.b64decode(shot["data"])

    def close(self) -> None:
        with suppress(OSError, websocket.WebSocketException, EngineSaid):
            self._line.send("browser.removeUserContext", userContext=self._mine)
