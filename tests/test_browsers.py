"""The two browsers start, show a page, and tell what goes wrong in it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from chromium70 import BrowserSaid, open_chromium70

pytestmark = pytest.mark.slow

PAGE = "data:text/html,<title>Tea</title><h1>Hello</h1><script>console.log('ready', 2)</script>"
PNG = b"\x89PNG"


def test_the_current_chromium_shows_a_page(browser: Browser) -> None:
    page = browser.new_page()
    page.goto(PAGE)
    assert page.inner_text("h1") == "Hello"
    assert page.screenshot().startswith(PNG)
    page.close()


def test_chromium_70_shows_a_page(tmp_path: Path) -> None:
    with open_chromium70() as old:
        page = old.open(PAGE)
        page.wait_for("document.querySelector('h1') !== null")
        assert "Chrome/70.0" in page.evaluate("navigator.userAgent")
        assert page.evaluate("[innerWidth, innerHeight]") == [1280, 720]
        assert page.evaluate("Promise.resolve(document.title)") == "Tea"
        page.screenshot(tmp_path / "page.png")
        assert (tmp_path / "page.png").read_bytes().startswith(PNG)
        assert page.console == [("log", "ready 2")]
        assert page.problems == []


def test_chromium_70_refuses_what_is_newer_than_itself() -> None:
    with open_chromium70() as old:
        page = old.open("data:text/html,<script>queueMicrotask(() => {})</script>")
        assert "queueMicrotask is not defined" in page.problems[0]
        with pytest.raises(BrowserSaid, match="SyntaxError"):
            page.evaluate("window?.name")
