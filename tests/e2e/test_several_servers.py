"""Pages before two servers that have the same rooms: they find the right one, and are sent on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from crossroads import open_crossroads
from people import Home
from servers import Server
from store.redis_servers import VALKEY, redis_server

pytestmark = pytest.mark.slow

ATTENTIVE = """
  window.missed = [];
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    for (const name of ["offline", "tv-offline", "refusal"])
      if (document.querySelector(`[data-testid="${name}"]`)) window.missed.push(name);
  }).observe(document, { childList: true, subtree: true }));
"""
"""Notes if a page ever tells that it has lost its server."""


@pytest.fixture
def two_servers(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with redis_server(VALKEY, tmp_path / "engine") as valkey:
        both = [Server(tmp_path / name, None, ("--store", valkey.url)) for name in ("one", "two")]
        try:
            for server in both:
                server.data.mkdir()
                server.start()
            yield both[0], both[1]
        finally:
            for server in both:
                server.kill()


def calls_of(page: Page) -> list[str]:
    """What the addresses of its sockets name as the room."""
    rooms: list[str] = []
    page.on("websocket", lambda socket: rooms.append(socket.url.partition("&room=")[2]))
    return rooms


def test_pages_find_their_room_and_are_sent_on_without_a_word(
    browser: Browser, two_servers: tuple[Server, Server]
) -> None:
    one, two = two_servers
    with open_crossroads(one, two) as crossroads:
        home = Home(browser, one)
        ana = home.phone("Ana", url=crossroads.url)
        ana.page.add_init_script(ATTENTIVE)
        calls = calls_of(ana.page)
        ana.open()
        expect(ana.see("start-name")).to_be_visible()
        assert calls == []
        code = ana.create_room()
        ana.sit("red_spymaster")
        assert calls == ["", code]

        tv = home.screen(code, url=crossroads.url, script=ATTENTIVE)
        ben = home.phone("Ben", url=crossroads.url)
        ben.page.add_init_script(ATTENTIVE)
        ben.join(code)
        ben.sit("blue_spymaster")
        ana.deal()
        red = tv.see("tv-turn").get_attribute("data-team") == "red"
        giver = ana if red else ben
        giver.see("clue-word").press_sequentially("zzy")
        shown = len(tv.views)
        crossroads.leave_out(two)
        assert two.stop() == 0
        expect(giver.see("clue-word")).to_be_focused()
        giver.page.keyboard.type("zx")
        giver.tap("clue-give")
        for page in (tv, ana):
            expect(page.see("tv-clue" if page is tv else "clue")).to_contain_text("zzyzx")
        assert len(tv.views) > shown
        assert calls == ["", code, code]
        for page in (ana.page, ben.page, tv.page):
            assert page.evaluate("window.missed") == []
        home.close()
        assert home.unforeseen() == []
