"""A foreign page with nothing but an `<img>` follows a game: in a current Chromium, and in 70.

The people speak the protocol; what the browsers show is looked at pixel by pixel.
"""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser

from cast.emulated import eventually
from chromium70 import Chromium70
from servers import Deal, Server, running
from streams import card, pixel
from table import KEY, Table, codes

pytestmark = pytest.mark.slow

Shot = Callable[[], bytes]

COLOURS = {"r": "red", "b": "blue", "n": "grey", "a": "black"}
GAME = (0, 1, 10, 16, 24)
"""Red's, one of blue's; then blue meets the assassin."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = Deal((KEY,), codes=codes())
    data = tmp_path_factory.mktemp("stream")
    with running(data, deal=deal, options=("--wall-clock", "--generous")) as started:
        yield started


@pytest.fixture(scope="module")
def elsewhere(server: Server) -> Iterator[str]:
    """Where another server has its page: what Home Assistant's picture card comes to."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            shown = f"{server.url}/tv{self.path}.mjpg"
            self.wfile.write(f'<body style="margin:0"><img src="{shown}" width="1280">'.encode())

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{other.server_port}"
        other.shutdown()


def follows_a_game(table: Table, shot: Shot, game: tuple[int, ...] = GAME) -> None:
    """Whatever is played is to be seen, up to the last card."""
    lamplit = pixel(shot(), 640, 10)
    assert max(lamplit) < 80, "a dark table around the lobby"
    table.dealt()
    eventually(lambda: card(shot(), 24) == "paper")
    for position in game:
        acting = table.spymaster()
        if table.tv.game["phase"] == "clue":
            table.clue()
        table.move(acting, "touch_card", position=position)
        eventually(lambda at=position: card(shot(), at) == COLOURS[KEY[at]])
    table.move("Ana", "debrief")
    eventually(lambda: card(shot(), 23) == "paper" and pixel(shot(), 310, 610) != lamplit)
    shown = shot()
    assert [card(shown, at) for at in game] == [COLOURS[KEY[at]] for at in game]


def test_in_a_current_browser(browser: Browser, server: Server, elsewhere: str) -> None:
    table = Table(server)
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{elsewhere}/{table.code}", wait_until="commit")
    page.wait_for_function("document.images.length && document.images[0].naturalWidth === 1280")
    follows_a_game(table, page.screenshot)
    page.close()


def test_on_the_oldest_television(server: Server, elsewhere: str, old: Chromium70) -> None:
    table = Table(server)
    tab = old.tab()
    tab.leave_for(f"{elsewhere}/{table.code}")
    tab.wait_for("document.images.length === 1 && document.images[0].naturalWidth === 1280")
    follows_a_game(table, tab.screenshot, (10, 24))
