"""Makes the moving picture of the README: from taps on a phone to what the TV shows of them.

    python -m tools.film docs/images/reveal.gif

A real game on a real server, seen by two pages in a real Chromium, at the speed at which it was
played. Both pages are filmed by the browser itself, which says when it drew each picture.
"""

import argparse
import base64
import io
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw
from playwright.sync_api import CDPSession, expect, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "e2e")]

import browsers  # noqa: E402
from decks import BLUE, EVENING, RED  # noqa: E402
from people import Home, Phone, Shown  # noqa: E402
from servers import running  # noqa: E402

PHONE = (360, 640)
HEIGHT = 320
"""Of both pages in the film, in pixels."""

MARGIN = 16
FRAME_SECONDS = 0.11
"""Seconds between two pictures of the film."""

COLOURS = 80
BACKGROUND = (20, 14, 11)
TAP_COLOUR = (242, 179, 61)
MAX_BYTES = 1_500_000
"""Bytes."""


@dataclass
class Screencast:
    """What one page drew, and when: seconds of the browser's clock."""

    frames: list[tuple[float, bytes]] = field(default_factory=list)

    def at(self, moment: float) -> bytes:
        """What was to be seen then."""
        seen = [picture for drawn, picture in self.frames if drawn <= moment]
        return seen[-1] if seen else self.frames[0][1]


@dataclass(frozen=True)
class Tap:
    """A finger on the phone: when, and where as a share of the page's width and height."""

    at: float
    x: float
    y: float


class Film:
    """Both pages from `begin` to `end`, with the fingers on the phone."""

    def __init__(self, phone: Phone, tv: Shown) -> None:
        self.phone = phone
        self.taps: list[Tap] = []
        self._reels = [record(phone), record(tv)]
        self._begun = time.time()

    def tap(self, selector: str) -> None:
        """Tap where this is, and wait a little as people do."""
        place = self.phone.page.locator(selector)
        box = place.bounding_box()
        size = self.phone.page.viewport_size
        assert box is not None
        assert size is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.taps.append(Tap(time.time(), x / size["width"], y / size["height"]))
        place.tap()

    def wait(self, seconds: float) -> None:
        """Let everybody look."""
        self.phone.page.wait_for_timeout(seconds * 1000)

    def frames(self) -> Iterator[Image.Image]:
        """The pictures of the film, EVERY seconds apart."""
        moment, end = self._begun, time.time()
        while moment < end:
            pages = [scale(reel.at(moment)) for reel in self._reels]
            yield compose(pages, [tap for tap in self.taps if 0 <= moment - tap.at < 0.3])
            moment += FRAME_SECONDS


def record(shown: Shown) -> Screencast:
    """Begins to film a page."""
    reel = Screencast()
    session: CDPSession = shown.page.context.new_cdp_session(shown.page)

    def keep(frame: dict[str, Any]) -> None:
        reel.frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "png"})
    return reel


def scale(picture: bytes) -> Image.Image:
    """A page as high as the film."""
    page = Image.open(io.BytesIO(picture)).convert("RGB")
    width = round(page.width * HEIGHT / page.height)
    return page.resize((width, HEIGHT), Image.Resampling.LANCZOS)


def compose(pages: list[Image.Image], taps: list[Tap]) -> Image.Image:
    """The phone and the TV side by side, and the fingers on the phone."""
    width = sum(page.width for page in pages) + MARGIN * (len(pages) + 1)
    whole = Image.new("RGB", (width, HEIGHT + 2 * MARGIN), BACKGROUND)
    x = MARGIN
    for page in pages:
        whole.paste(page, (x, MARGIN))
        x += page.width + MARGIN
    for tap in taps:
        at = (MARGIN + tap.x * pages[0].width, MARGIN + tap.y * HEIGHT)
        ImageDraw.Draw(whole).circle(at, 11, outline=TAP_COLOUR, width=4)
    return whole


def write_gif(frames: list[Image.Image], path: Path) -> None:
    """The film as an endless GIF of few colours; what does not move is stored once."""
    sample = Image.new("RGB", (frames[0].width, frames[0].height * 4))
    for part in range(4):
        at = part * (len(frames) - 1) // 3
        sample.paste(frames[at], (0, part * frames[0].height))
    palette = sample.quantize(COLOURS, dither=Image.Dither.NONE)
    few = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    kept, lengths = [few[0]], [0.0]
    for frame in few:
        if ImageChops.difference(frame.convert("RGB"), kept[-1].convert("RGB")).getbbox() is None:
            lengths[-1] += FRAME_SECONDS
        else:
            kept.append(frame)
            lengths.append(FRAME_SECONDS)
    kept[0].save(
        path,
        save_all=True,
        append_images=kept[1:],
        duration=[round(length * 1000) for length in lengths],
        loop=0,
        optimize=False,
        disposal=1,
    )


@contextmanager
def start_game() -> Iterator[Film]:
    """A game in which it is red's turn, and Mia holds red's key."""
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data), deal=EVENING, options=("--wall-clock", "--generous")) as server,
        sync_playwright() as playwright,
    ):
        home = Home(playwright.chromium.launch(**browsers.current().launch_options()), server)
        mia = home.phone("Mia", size=PHONE, brisk=False)
        code = mia.create_room()
        tv = home.screen(code, brisk=False)
        ben = home.guest(code, "Ben", "blue_spymaster")
        home.guest(code, "Dan", "red_operative")
        home.guest(code, "Eva", "blue_operative")
        mia.sit("red_spymaster")
        mia.deal()
        mia.give_clue("music", 2)
        mia.touch(RED[0])
        mia.end_turn()
        home.move(ben, "give_clue", word="cold", number=2)
        home.move(ben, "touch_card", position=BLUE[4])
        home.move(ben, "end_turn")
        mia.turn_of("red")
        mia.give_clue("garden", 2)
        mia.show_key()
        tv.shows_clue("garden")
        for shown in (mia, tv):
            expect(shown.page.locator(".announcement span, .notice")).to_have_count(0)
            shown.is_at_rest()
        yield Film(mia, tv)
        home.close()


def main(words: list[str]) -> None:
    """Plays, films, writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path)
    path: Path = parser.parse_args(words).path
    with start_game() as film:
        film.wait(0.8)
        for position in (RED[1], BLUE[1]):
            film.tap(f'[data-testid="card-{position}"]')
            film.wait(0.9)
            film.tap('[data-testid="confirm-touch"]')
            film.wait(3.2)
        frames = list(film.frames())
    write_gif(frames, path)
    size = path.stat().st_size
    print(f"{path}: {len(frames)} pictures of {frames[0].size}, {size:,} bytes")
    if size > MAX_BYTES:
        sys.exit(f"That is more than {MAX_BYTES:,} bytes.")


if __name__ == "__main__":
    main(sys.argv[1:])
