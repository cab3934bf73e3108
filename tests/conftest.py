"""What all tests share.

Property tests run the same examples every time, so that a failure anywhere fails everywhere, and
take as long as the machine takes.
"""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

import browsers

settings.register_profile(
    "reproducible",
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("reproducible")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The current Chromium: one for all tests of a process, which can have no second Playwright."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**browsers.current().launch_options())
        yield browser
        browser.close()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Say at once which test failed: the whole takes a quarter of an hour."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        sys.stderr.write(f"\nFAILED {report.nodeid}\n{report.longreprtext[-2000:]}\n")
        sys.stderr.flush()
