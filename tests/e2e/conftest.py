"""Each process has one server and one Chromium 70; each test has its own room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from chromium70 import Chromium70, open_chromium70
from decks import EVENING
from people import Home
from servers import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("evening")
    options = ("--wall-clock", "--generous", "--gallery", "--counts-after=0")
    with running(data, deal=EVENING, options=options) as server:
        yield server


@pytest.fixture(scope="session")
def old_chromium() -> Iterator[Chromium70]:
    with open_chromium70() as old:
        yield old


@pytest.fixture
def old(old_chromium: Chromium70) -> Iterator[Chromium70]:
    """Chromium 70; its pages are closed after each test."""
    yield old_chromium
    old_chromium.shut_all()


@pytest.fixture
def home(browser: Browser, server: Server) -> Iterator[Home]:
    """A home whose pages must tell their consoles of no trouble."""
    home = Home(browser, server)
    yield home
    home.close()
    assert home.unforeseen() == []
