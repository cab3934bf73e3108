"""What goes over the network to a television and to a phone: compressed as the browser allows."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import browsers
from certificates import certificate
from chromium70 import open_chromium70
from servers import Server, running
from undercast.base import assets

pytestmark = pytest.mark.slow

AT_HOME = "192.168.7.9"
"""An address as a house has it; the browsers are told that it is this computer."""

ARGUMENTS = (*browsers.ARGUMENTS, f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1")
SENT = """
    performance.getEntriesByType("resource")
        .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])
        .filter(([path]) => /\\.(js|css)$/.test(path))
"""
ENTRY = '[data-testid="tv-code-entry"]'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


def came_as(ending: str, sent: list[tuple[str, int]]) -> bool:
    """Whether scripts and styles came, all in the form that the build gave this ending."""
    page = assets.pages("receiver")
    kinds = {Path(path).suffix for path, _ in sent}
    return kinds == {".js", ".css"} and all(
        size == (page / f"{path[1:]}{ending}").stat().st_size for path, size in sent
    )


@pytest.mark.parametrize("chromium", [browsers.chromium70, browsers.current])
def test_a_browser_takes_gzip_on_plain_http(
    server: Server, chromium: Callable[[], browsers.Browser]
) -> None:
    with open_chromium70(replace(chromium(), args=ARGUMENTS)) as browser:
        page = browser.open(f"http://{AT_HOME}:{server.port}/tv")
        page.wait_for(f"document.querySelector({ENTRY!r})")
        assert came_as(".gz", page.evaluate(SENT))
        assert page.problems == []


def test_a_browser_of_today_takes_brotli_on_https(browser: Browser, tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    options = ("--cert", str(cert), "--key", str(key))
    with running(tmp_path / "data", options=options) as server:
        page = browser.new_page(ignore_https_errors=True)
        page.goto(f"https://127.0.0.1:{server.port}/tv")
        page.wait_for_selector(ENTRY)
        assert came_as(".br", page.evaluate(SENT))
        page.context.close()


def imports(built: Path, script: str) -> set[str]:
    """The scripts that come with this one."""
    text = (built / script[1:]).read_text(encoding="utf-8")
    return {f"/assets/controller/{name}" for name in re.findall(r'from"\./([\w.-]+\.js)"', text)}


MAX_AT_FIRST = 45_000
"""Bytes of scripts, gzip, until somebody can open a room."""


def test_the_first_page_of_the_phone_is_light(server: Server, browser: Browser) -> None:
    """In the language with the longest texts. What a room is shown with comes beside it."""
    page = browser.new_page(locale="hi-IN")
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector('[data-testid="start-new-game"]')
    scripts = [path for path, _ in page.evaluate(SENT) if path.endswith(".js")]
    built = assets.pages("controller")
    (inside,) = (path for path in scripts if "/inside-" in path)
    (index,) = (path for path in scripts if "/index-" in path)
    beside = imports(built, inside) - imports(built, index) - {index} | {inside}
    first = [path for path in scripts if path not in beside]
    texts = (built / "assets" / "controller").glob("*-phone-????????.js")
    longest = max(texts, key=lambda file: file.stat().st_size)
    assert f"/assets/controller/{longest.name}" in first
    weight = sum((built / f"{path[1:]}.gz").stat().st_size for path in first)
    assert weight <= MAX_AT_FIRST
    page.context.close()
