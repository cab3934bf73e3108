"""What all tests share.

Property tests run the same examples every time, so that a failure anywhere fails everywhere, and
take as long as the machine takes.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

import browsers
from patience import in_time

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent

# For each test, as pytest-timeout reads it.
os.environ.setdefault("PYTEST_TIMEOUT", str(round(in_time(400))))

CORE = ("tests/rules/", "tests/room/", "tests/commands/", "tests/book/", "tests/golden/")
VIEWS = "tests/test_views"
MODULES = tuple(f"undercast.{room}" for room in ("rules", "room", "commands", "book", "views"))

settings.register_profile(
    "reproducible",
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("reproducible")


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The current Chromium: one for all tests of a process, which can have no second Playwright."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - most tests need no browser

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**browsers.current().launch_options())
        yield browser
        browser.close()


@pytest.fixture(autouse=True, scope="module")
def _nothing_remembered() -> None:
    """What the core has cached would be covered by the tests of another file, as it happens."""
    for module in [sys.modules[name] for name in sys.modules if name.startswith(MODULES)]:
        for known in vars(module).values():
            if hasattr(known, "cache_clear"):
                known.cache_clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Say at once which test failed: the whole takes minutes."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        sys.stderr.write(f"\nFAILED {report.nodeid}\n{report.longreprtext[-2000:]}\n")
        sys.stderr.flush()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins, so that no worker ends long after the others. Coverage is that of the
    core, and only its own tests are slowed down by it.
    """
    of_file = Counter(_file(item.nodeid) for item in items)

    def order(item: pytest.Item) -> tuple[bool, bool, int]:
        path = _file(item.nodeid)
        return item.get_closest_marker("slow") is None, _is_spread(path), -of_file[path]

    items.sort(key=order)
    for item in items:
        if not item.nodeid.startswith((*CORE, VIEWS)):
            item.add_marker("no_cover")


class Spread(LoadScopeScheduling):
    """A file's tests stay together, as they share what it imports and sets up; each of a slow file
    goes where a worker is free.
    """

    def _split_scope(self, nodeid: str) -> str:
        path = _file(nodeid)
        return nodeid if _is_spread(path) else path


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


@cache
def _is_spread(path: str) -> bool:
    text = (ROOT / path).read_text(encoding="utf-8")
    return "pytest.mark.slow" in text and 'scope="module"' not in text


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LoadScopeScheduling | None:
    """`--dist loadfile` is ours; others are pytest-xdist's."""
    return Spread(config, log) if config.getoption("dist") == "loadfile" else None
