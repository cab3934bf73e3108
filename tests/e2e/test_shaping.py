"""Texts on pictures look as a browser draws them with the same fonts, whatever the system has.

Conjuncts, signs that stand before their letter, marks above and below it: Devanagari. Serbian
Cyrillic; Latin letters with their hooks.
"""

import base64
import io

import pytest
from PIL import Image, ImageChops, ImageFont
from playwright.sync_api import Browser, Page

from browsers import PACKED
from undercast.base import assets
from undercast.drawing.canvas import Canvas, Resources
from undercast.drawing.text_shaping import Faces
from undercast.drawing.theme import Texts, load

pytestmark = pytest.mark.slow

SIZE, WIDTH, HEIGHT = 60, 500, 130
DEVANAGARI = "khand/files/khand-devanagari-700-normal"
CYRILLIC = "fira-sans-extra-condensed/files/fira-sans-extra-condensed-cyrillic-700-normal"
LATIN = "sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-latin-800-normal"
EXTENDED = "sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-latin-ext-800-normal"
TEXTS = {
    "क्षर्ककि": DEVANAGARI,
    "मूँछोंज्ञान": DEVANAGARI,
    "श्रीद्वितीय": DEVANAGARI,
    "राष्ट्रत्र्य": DEVANAGARI,
    "हृदयवृद्धि": DEVANAGARI,
    "кћеркашљива": CYRILLIC,
    "BegovaAVATAR": LATIN,
    "čšžđć": EXTENDED,
}
LIKE = 0.8
"""Of the ink of both, so much lies where both have some: edges differ by smoothing."""


def by_us(tools: Resources, text: str) -> Image.Image:
    sheet = Canvas(tools, Image.new("RGB", (WIDTH, HEIGHT), "white"))
    sheet.write("words", text, 10, 85, SIZE, "assassin-deep")
    return sheet.image.convert("L")


DRAWN = """document.fonts.ready.then(() => new Promise((drawn) =>
  requestAnimationFrame(() => requestAnimationFrame(drawn))))"""
"""The browser cannot take a picture before it has drawn one."""


def by_browser(page: Page, text: str, font: str) -> Image.Image:
    data = base64.b64encode((PACKED / "@fontsource" / f"{font}.woff2").read_bytes()).decode()
    page.set_content(
        f"<style>@font-face {{ font-family: F; src: url(data:font/woff2;base64,{data}) }}"
        f"body {{ margin: 10px; font: {SIZE}px/1.6 F; white-space: nowrap;"
        f" text-rendering: geometricPrecision }}</style><p style='margin:0'>{text}</p>"
    )
    page.evaluate(DRAWN)
    return Image.open(io.BytesIO(page.screenshot())).convert("L")


def ink(picture: Image.Image) -> Image.Image:
    """What is dark, cut to its edges."""
    dark = picture.point([255 if value < 128 else 0 for value in range(256)])
    return dark.crop(dark.getbbox())


def likeness(one: Image.Image, other: Image.Image) -> float:
    size = max(one.width, other.width), max(one.height, other.height)
    sheets = []
    for picture in (one, other):
        sheet = Image.new("L", size)
        sheet.paste(picture, (0, 0))
        sheets.append(sheet)
    both = ImageChops.darker(*sheets).histogram()[255]
    either = ImageChops.lighter(*sheets).histogram()[255]
    return both / either


@pytest.mark.parametrize("raqm", [True, False])
def test_as_a_browser_draws_them(
    browser: Browser, raqm: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pillow's own shaping needs a FriBiDi of the system's: what we draw never asks for it."""
    monkeypatch.setattr(ImageFont.core, "HAVE_RAQM", raqm)
    folder = assets.drawing()
    theme = load(folder)
    tools = Resources(theme, Faces(theme, folder), Texts(theme, "en"))
    with browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}) as page:
        alike = {
            text: likeness(ink(by_us(tools, text)), ink(by_browser(page, text, font)))
            for text, font in TEXTS.items()
        }
    assert min(alike.values()) > LIKE, alike
    assert likeness(ink(by_us(tools, "क्ष")), ink(by_us(tools, "कष"))) < LIKE
