"""What do the pages weigh, and how long until the television has painted a tap?

    python benchmarks/pages.py [--taps 80] [--loads 10] [--reveals 10]

The tests' headless Chromium looks at the real server, and a client that is no browser taps; both
use the same machine's clock.

    in the page   the document says that the card is touched: it is lifted
    painted       the task after the first frame of that
    next frame    the next frame begins: what was painted can be on the screen

    longest task  of a reveal, from the tap until everything is shown: what one frame waits for, in
                  milliseconds of the page's processor

A slow television is the same Chromium, with its processor slowed down by DevTools.
"""

# ruff: noqa: INP001, T201

import argparse
import contextlib
import json
import random
import statistics
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from contenders import HERE, undercast
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright
from swarm import Swarm, is_view_of
from tables import Game

sys.path.insert(0, str(HERE.parent / "tests"))

import browsers

SCREEN = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
AT_HOME = "gzip"
TLS = "br"
"""What browsers take on plain http, and only on https."""

LANGUAGES = {"en": "Latin (en)", "bs": "Latin with čćšžđ (bs)", "sr-Cyrl": "Cyrillic (sr-Cyrl)"}
SLOWER = (1, 4)
"""How many times slower the page's processor is."""

WATCH_CARDS = """
    const { port1, port2 } = new MessageChannel();
    const now = () => performance.timeOrigin + performance.now();
    let waiting = [];
    window.seen = [];
    port1.onmessage = () => {
        for (const entry of waiting) entry.painted = now();
        waiting = [];
    };
    new MutationObserver((changes) => {
        for (const { target } of changes) {
            if (target.dataset.beat !== 'lift' || !target.matches('.card')) continue;
            const entry = { page: now() };
            window.seen.push(entry);
            requestAnimationFrame(() => {
                waiting.push(entry);
                port2.postMessage(null);
                requestAnimationFrame(() => { entry.next = now(); });
            });
        }
    }).observe(document, { subtree: true, attributeFilter: ["data-beat"] });
    // The next tap does not wait for the last one's moment.
    for (const beat of BEATS) document.documentElement.style.setProperty(`--beat-${beat}`, "20ms");
"""

WATCH_BOARD = """
    window.board = new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        const observer = new MutationObserver(() => {
            const board = document.querySelector('[data-testid="tv-board"]');
            if (board === null || board.children.length < 25) return;
            observer.disconnect();
            const page = performance.now();
            port1.onmessage = () => resolve({ page, painted: performance.now() });
            requestAnimationFrame(() => port2.postMessage(null));
        });
        observer.observe(document, { subtree: true, childList: true });
    });
"""

BEATS = ("lift", "hold", "hold-long", "turn", "verdict", "count", "rest", "sweep", "clue", "deal")
PLAYER = "() => performance.getEntriesByType('resource').some(({ name }) => /player-/.test(name))"
AT_REST = """
    () => !document.querySelector('[data-beat]:not([data-beat="finale"])')
"""

CLOCK = """
    () => {
        let last = Date.now(), next = last;
        while (next === last) next = Date.now();
        return next - performance.timeOrigin - performance.now();
    }
"""
"""Milliseconds by which the page's finer clock is behind the system's, or less if interrupted."""


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**browsers.current().launch_options())
        yield browser
        browser.close()


@contextlib.contextmanager
def visit(browser: Browser, slower: int = 1, **options: object) -> Iterator[Page]:
    """A page in a browser that was never here: nothing is in its cache."""
    context: BrowserContext = browser.new_context(**options)
    page = context.new_page()
    if slower != 1:
        devtools = context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


def requests(page: Page, url: str, ready: str) -> list[str]:
    """The paths of all that the page fetches until it is ready."""
    fetched: list[str] = []

    def note(answer: Response) -> None:
        fetched.append(urlsplit(answer.url).path)

    page.on("response", note)
    page.goto(url)
    page.wait_for_selector(ready)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    return fetched


def weigh(port: int, paths: list[str], coding: str) -> dict[str, int]:
    """Bytes by kind of file, as the server sends them to whoever takes this coding."""
    kinds = {".js": "JavaScript", ".css": "CSS", "": "HTML", ".woff2": "fonts"}
    bytes_of = dict.fromkeys(kinds.values(), 0)
    server = HTTPConnection("127.0.0.1", port)
    for path in paths:
        kind = kinds.get(PurePosixPath(path).suffix)
        if kind is None:  # the icon of the tab
            continue
        server.request("GET", path, headers={"Accept-Encoding": coding})
        bytes_of[kind] += len(server.getresponse().read())
    server.close()
    return bytes_of


def weights(browser: Browser, port: int) -> None:
    """One line for each page and script."""
    print("| page | JavaScript | CSS | HTML | fonts | together | requests | together, https |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for language, script in LANGUAGES.items():
        swarm = Swarm(port, 1)
        game = Game(swarm.members, language=language)
        game.act()
        swarm.until_all_hear(is_view_of(game.step))
        seats = json.dumps({game.room: {"token": game.token, "at": time.time() * 1000}})
        kept = {"undercast.seats": seats, "undercast.language": language}
        keep = f"Object.assign(localStorage, {json.dumps(kept)})"
        for name, path, ready, options in (
            ("TV", f"tv/{game.room}", '[data-testid="tv-board"]', {"viewport": SCREEN}),
            ("phone", game.room, '[data-testid="card-0"]', {"viewport": PHONE}),
        ):
            with visit(browser, **options) as page:
                page.add_init_script(keep)
                fetched = requests(page, f"http://127.0.0.1:{port}/{path}", ready)
            each = weigh(port, fetched, AT_HOME).values()
            cells = " | ".join(f"{size / 1000:.1f}" for size in (*each, sum(each)))
            secure = sum(weigh(port, fetched, TLS).values()) / 1000
            print(f"| {name}, {script} | {cells} | {len(fetched)} | {secure:.1f} |")
        swarm.close()


def boards(browser: Browser, port: int, loads: int) -> None:
    """From the start of the navigation to the first board, with an empty cache."""
    print("\n| first board, ms | in the page p50 | painted p50 | painted worst |")
    print("| --- | ---: | ---: | ---: |")
    swarm = Swarm(port, 1)
    game = Game(swarm.members)
    for slower in SLOWER:
        took: list[dict[str, float]] = []
        for _ in range(loads):
            with visit(browser, slower, viewport=SCREEN) as page:
                page.add_init_script(WATCH_BOARD)
                page.goto(f"http://127.0.0.1:{port}/tv/{game.room}")
                took.append(page.evaluate("window.board"))
            swarm.idle(0.1)
        in_page = [each["page"] for each in took]
        painted = [each["painted"] for each in took]
        print(
            f"| {speed(slower)} | {statistics.median(in_page):.0f} "
            f"| {statistics.median(painted):.0f} | {max(painted):.0f} |"
        )
    swarm.close()


def paints(browser: Browser, port: int, taps: int) -> None:
    """From the moment before a client sends its tap to the television's new frame."""
    print("\n| tap → TV, ms | p50 | p90 | p99 |")
    print("| --- | ---: | ---: | ---: |")
    for slower in SLOWER:
        swarm = Swarm(port, 2)
        game = Game(swarm.members)
        with visit(browser, slower, viewport=SCREEN) as page:
            page.goto(f"http://127.0.0.1:{port}/tv/{game.room}")
            page.wait_for_selector('[data-testid="tv-board"]')
            page.evaluate("document.fonts.ready")
            behind = max(page.evaluate(CLOCK) for _ in range(9))
            page.wait_for_function(PLAYER)
            page.evaluate(WATCH_CARDS.replace("BEATS", json.dumps(BEATS)))
            sent = tap(swarm, game, taps)
            seen = page.evaluate("window.seen")
        swarm.close()
        if len(seen) != len(sent):
            raise RuntimeError(f"{len(sent)} taps, {len(seen)} cards turned")
        for what, name in (("page", "in the page"), ("painted", "painted"), ("next", "next frame")):
            took = [
                entry[what] + behind - began * 1000 for entry, began in zip(seen, sent, strict=True)
            ]
            percent = statistics.quantiles(took, n=100, method="inclusive")
            cells = " | ".join(f"{percent[i - 1]:.1f}" for i in (50, 90, 99))
            print(f"| {speed(slower)}, {name} | {cells} |")


def tap(swarm: Swarm, game: Game, taps: int) -> list[float]:
    """Tap so often; the times (time.time) before each was sent.

    The pauses are longer than a card takes to turn, and of no fixed length: else all taps would
    come at the same moment of a frame.
    """
    sent: list[float] = []
    while len(sent) < taps:
        swarm.idle(random.uniform(0.54, 0.64))  # noqa: S311 - nothing secret
        began = time.time()
        is_tap = game.act()
        swarm.until_all_hear(is_view_of(game.step))
        if is_tap:
            sent.append(began)
    swarm.idle(0.5)
    return sent


def frames(browser: Browser, port: int, reveals: int) -> None:
    """The longest task of each reveal, as long as at home. Time of the processor, not of the
    clock: what else this machine does is not the television's.
    """
    print("\n| longest task of a reveal, ms | median | most |")
    print("| --- | ---: | ---: |")
    for slower in SLOWER:
        swarm = Swarm(port, 2)
        game = Game(swarm.members)
        with visit(browser, slower, viewport=SCREEN) as page:
            page.goto(f"http://127.0.0.1:{port}/tv/{game.room}")
            page.wait_for_function(PLAYER)
            longest = [traced(browser, page, swarm, game) for _ in range(reveals)]
        swarm.close()
        print(f"| {speed(slower)} | {statistics.median(longest):.0f} | {max(longest):.0f} |")


def traced(browser: Browser, page: Page, swarm: Swarm, game: Game) -> float:
    """The longest task of the page's main thread while the next card is revealed."""
    while True:
        page.wait_for_function(AT_REST)
        browser.start_tracing(page=page, categories=["toplevel"])
        touched = game.act()
        swarm.until_all_hear(is_view_of(game.step))
        swarm.idle(1)
        page.wait_for_function(AT_REST)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        if touched:
            break
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if (event["pid"], event["tid"]) in mains]
    return max(float(task.get("tdur", 0)) for task in tasks) / 1000


def speed(slower: int) -> str:
    """What to call it."""
    return "this processor" if slower == 1 else f"{slower} times slower"


def main() -> None:
    """Measure, and print four tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--taps", type=int, default=80)
    parser.add_argument("--loads", type=int, default=10)
    parser.add_argument("--reveals", type=int, default=10)
    options = parser.parse_args()
    with chromium() as browser, undercast() as (port, _):
        weights(browser, port)
        boards(browser, port, options.loads)
        paints(browser, port, options.taps)
        frames(browser, port, options.reveals)


if __name__ == "__main__":
    main()
