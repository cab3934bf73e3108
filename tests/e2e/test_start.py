"""A page of which a piece does not come: it says so, and starts again by itself where it can."""

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from people import Home

pytestmark = pytest.mark.slow

BROKEN_OFF = (r"Failed to load resource: net::ERR_FAILED",)
MAIN = re.compile(r"/assets/\w+/index-[^/]*\.js$")
CATALOG = re.compile(r"/assets/\w+/en-[^/]*\.js$")
SHOWS_WHAT_IS_LATE = "document.getAnimations().forEach((animation) => animation.finish())"
MOTIONS: tuple[Literal["no-preference", "reduce"], ...] = ("no-preference", "reduce")
HERE = "[data-testid=start-name], [data-testid=tv-code-entry]"


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_page_that_does_not_come_says_so_and_one_that_lacks_its_words_starts_again(
    home: Home, path: str
) -> None:
    home.foresee(*BROKEN_OFF)
    page = home.phone("Ana").page
    page.route(MAIN, lambda route: route.abort())
    late = page.get_by_text("reload this page")
    for motion in MOTIONS:
        page.emulate_media(reduced_motion=motion)
        page.goto(f"{home.server.url}{path}")
        expect(late).to_be_hidden()
        page.evaluate(SHOWS_WHAT_IS_LATE)
        expect(late).to_be_visible()

    page.unroute_all()
    page.route(CATALOG, lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed", lambda request: CATALOG.search(request.url)):
        page.goto(f"{home.server.url}{path}")
    expect(page.locator(HERE)).to_be_visible()
    page.evaluate(SHOWS_WHAT_IS_LATE)
    expect(late).to_be_hidden()
