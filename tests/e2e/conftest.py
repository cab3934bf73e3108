"""One server for all evenings of a process; each test has its own room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from decks import EVENING
from people import Home
from servers import Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("evening")
    with running(data, deal=EVENING, options=("--wall-clock", "--generous")) as server:
        yield server


@pytest.fixture
def home(browser: Browser, server: Server) -> Iterator[Home]:
    """A home whose pages must tell their consoles of no trouble."""
    home = Home(browser, server)
    yield home
    home.close()
    assert home.unforeseen() == []
