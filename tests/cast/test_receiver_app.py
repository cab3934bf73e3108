"""The page of an own receiver app, in real Chromiums; the test plays the framework."""

import http.server
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

import browsers
from cast.emulated import EmulatedDevice, serving
from cast.rig import ROOM, Rig, nonce_of
from chromium70 import OldPage, open_chromium70
from undercast.base.cast_status import CastPhase, Receiver
from undercast.cast import messages, receiver_app
from undercast.cast.launcher import OWN_NAMESPACE, OwnReceiver
from undercast.cast.timings import Timings
from undercast.cli import main

PAGE = Path(receiver_app.__file__).parent
GOOGLE = "https://www.gstatic.com"
FRAMEWORK = """
  const listeners = {};
  window.cast = { framework: {
    system: { MessageType: { JSON: "JSON" } },
    CastReceiverContext: { getInstance: () => ({
      addCustomMessageListener: (namespace, listener) => { listeners[namespace] = listener; },
      start: (options) => { window.started = options; },
    }) },
  } };
  window.deliver = (namespace, data) => void setTimeout(() => listeners[namespace]({ data }));
"""


def test_the_page_is_written_once_and_over_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "web" / "receiver"
    for _ in range(2):
        assert main.main(["receiver-page", str(folder)]) == 0
    assert {file.name for file in folder.iterdir()} == set(receiver_app.FILES)
    (folder / "index.html").write_text("mine")
    assert main.main(["receiver-page", str(folder)]) == 2
    assert (folder / "index.html").read_text() == "mine"
    said = capsys.readouterr()
    assert "--cast-app-id" in said.out
    assert "index.html" in said.err


def test_the_page_fetches_nothing_but_the_framework_from_elsewhere() -> None:
    page = {name: (PAGE / name).read_text() for name in receiver_app.FILES}
    assert OWN_NAMESPACE in page["receiver.js"]
    assert set(re.findall(r"https?://[^/ ;\"]+", page["index.html"])) == {GOOGLE}
    assert "unsafe" not in page["index.html"]


@contextmanager
def hosted(folder: Path, came: Callable[[str], None]) -> Iterator[int]:
    """The page on a web space, the framework beside it, and the game's page, which calls home."""

    class Site(http.server.SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/cast/"):
                self.say("text/javascript", FRAMEWORK)
            elif self.path.startswith("/tv/"):
                self.say("text/html", "<title>the game</title>")
                came(self.path)
            elif self.path == "/":
                page = (folder / "index.html").read_text()
                self.say(
                    "text/html", page.replace(GOOGLE, f"http://127.0.0.1:{server.server_port}")
                )
            else:
                super().do_GET()

        def say(self, kind: str, text: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Tests are quiet."""

    with serving(partial(Site, directory=str(folder))) as server:
        yield server.server_port


@pytest.mark.slow
@pytest.mark.parametrize("browser", [browsers.current, browsers.chromium70])
def test_the_page_opens_the_game(browser: Callable[[], browsers.Browser], tmp_path: Path) -> None:
    try:
        found = browser()
    except browsers.NoBrowser as none:
        pytest.skip(str(none))
    receiver_app.write(tmp_path)
    pages: list[OldPage] = []

    def called(path: str) -> None:
        rig.send(messages.PageConnectedMessage(ROOM, nonce_of(path)))

    with open_chromium70(found) as tube, hosted(tmp_path, called) as port:

        def launched(url: str) -> Callable[[], None]:
            page = tube.open(f"http://127.0.0.1:{port}/")
            pages.append(page)
            for other in ({}, {"type": "LOAD", "url": "javascript:alert(1)"}, None):
                page.evaluate(f"deliver({OWN_NAMESPACE!r}, {json.dumps(other)})")
            page.wait_for("said.textContent.includes('no address')")
            message = OwnReceiver("CAFE0001").message(url, "s")
            page.evaluate(f"deliver({OWN_NAMESPACE!r}, {json.dumps(message)})")
            return page.shut

        with (
            Rig(Timings(), port=port, app_id="CAFE0001") as rig,
            EmulatedDevice(own_app="CAFE0001", open_page=launched) as tv,
        ):
            rig.cast(tv)
            assert rig.reaches(CastPhase.SHOWING).receiver is Receiver.OWN
            assert pages[0].problems == []
            pages[0].wait_for("document.title === 'the game'")
            rig.send(messages.StopCast(ROOM))
            rig.reaches(CastPhase.IDLE)
