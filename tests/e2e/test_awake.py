"""What holds the TV's page against a screen that falls asleep, in televisions' browsers."""

import http.server
import io
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import browsers
from cast.emulated import eventually
from certificates import certificate
from chromium70 import OldPage, open_chromium70
from people import Home, Phone
from servers import Server
from table import Table
from televisions import see

pytestmark = pytest.mark.slow

FRAMEWORK = """
customElements.define("cast-media-player", class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: "open" }).innerHTML = "<style>p { top: 0 }</style><video></video>";
  }
});
class Message {}
const video = () => document.querySelector("cast-media-player").shadowRoot.querySelector("video");
let loaded = false;
const manager = {
  load({ media }) {
    loaded = true;
    video().src = media.contentUrl;
    return video().play();
  },
  play: () => video().play(),
  pause: () => video().pause(),
  getPlayerState: () => (!loaded ? "IDLE" : video().paused ? "PAUSED" : "PLAYING"),
  getCurrentTimeSec: () => video().currentTime,
};
const listeners = [];
const context = {
  addEventListener: (_, listener) => listeners.push(listener),
  getPlayerManager: () => manager,
  start: (options) => {
    window.began = options;
    setTimeout(() => listeners.forEach((listener) => listener()));
  },
};
window.cast = { framework: {
  CastReceiverContext: { getInstance: () => context },
  system: { EventType: { READY: "ready" } },
  messages: { LoadRequestData: Message, MediaInformation: Message },
} };
"""
"""As much of the maker's framework as the page uses; it is not to be had without the internet."""

OWN = see("silent-video")
PLAYER = "document.querySelector('cast-media-player').shadowRoot.querySelector('video')"
PLAYS = "{0} && {0}.currentTime > 0 && {0}.webkitAudioDecodedByteCount > 0"
SHARE = """
    (() => { const { width, height } = %s.getBoundingClientRect();
             return width * height / (innerWidth * innerHeight); })()
"""


class Maker:
    """www.gstatic.com; what is asked for comes once it may."""

    def __init__(self, folder: Path) -> None:
        self.may_come, self.asked = threading.Event(), list[str]()
        maker = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                maker.asked.append(self.path)
                maker.may_come.wait(20)
                self.send_response(200)
                self.send_header("Content-Type", "text/javascript")
                self.end_headers()
                self.wfile.write(FRAMEWORK.encode())

            def log_message(self, *_: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate(folder))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.may_come.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[Maker]:
    maker = Maker(tmp_path)
    yield maker
    maker.close()


@pytest.mark.parametrize("chromium", [browsers.current, browsers.chromium70])
def test_a_cast_device_plays_a_silent_video_for_ever(
    server: Server, maker: Maker, chromium: Callable[[], browsers.Browser]
) -> None:
    """In the page, and once the maker's framework is here in its player; nobody sees either."""
    table, found = Table(server), chromium()
    device = (
        "--user-agent=Mozilla/5.0 (X11; Linux armv7l) Chrome/90.0 Safari/537.36 CrKey/1.56.500000",
        f"--host-resolver-rules=MAP www.gstatic.com 127.0.0.1:{maker.port}",
        "--autoplay-policy=no-user-gesture-required",
    )
    with open_chromium70(replace(found, args=(*found.args, *device))) as browser:
        page = browser.tab()
        page.send("Security.setIgnoreCertificateErrors", ignore=True)
        page.go(f"{server.url}/tv/{table.code}")
        page.wait_for(see("tv-lobby"))
        page.wait_for(PLAYS.format(OWN))
        assert page.evaluate(SHARE % OWN) > 0.2
        assert not page.evaluate(f"{OWN}.muted")
        assert is_dark(page), "the video is seen"
        page.evaluate(f"{OWN}.currentTime = 9.3, 0")
        page.wait_for(f"{OWN}.currentTime > 0 && {OWN}.currentTime < 9")

        # The page has no patience for ever, and what was looked at takes its time.
        maker.may_come.set()
        page.go(f"{server.url}/tv/{table.code}")
        page.wait_for(f"window.began && !{OWN}")
        page.wait_for(PLAYS.format(PLAYER))
        assert page.evaluate(f"{PLAYER}.loop && window.began.disableIdleTimeout")
        assert page.evaluate(SHARE % "document.querySelector('cast-media-player')") > 0.2
        assert is_dark(page), "the player is seen"
        page.evaluate(f"{PLAYER}.pause()")
        page.wait_for(f"!{PLAYER}.paused")
        told = "fetch('https://www.gstatic.com/x').then(() => 1, () => 2)"
        assert page.evaluate(told) == 2
        assert set(maker.asked) == {"/cast/sdk/libs/caf_receiver/v3/cast_receiver_framework.js"}


def is_dark(page: OldPage) -> bool:
    """Nothing but the table at the edges, which are dark; the video is grey."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
    corners = [(2, 2), (picture.width - 3, 2), (2, picture.height - 3)]
    return all(picture.getpixel(corner) < 60 for corner in corners)  # type: ignore[operator]


def test_a_phone_on_http_plays_a_silent_video_in_a_game(home: Home) -> None:
    """From the first tap on, without sound and out of sight."""
    ana = home.phone("Ana")
    ana.page.add_init_script("delete Navigator.prototype.wakeLock")
    code = ana.create_room()
    ana.sit("red_spymaster")
    home.guest(code, "Ben", "blue_spymaster")
    assert ana.page.evaluate(OWN) is None
    ana.deal()
    eventually(lambda: _plays_once_tapped(ana))
    found = ana.page.evaluate(f"({{muted: {OWN}.muted, opacity: {OWN}.style.opacity}})")
    assert found == {"muted": True, "opacity": "0"}


def _plays_once_tapped(phone: Phone) -> bool:
    phone.page.touchscreen.tap(2, 2)
    return bool(phone.page.evaluate(f"{OWN} !== null && {OWN}.currentTime > 0"))
