"""The app's icon and manifest are those that the tool draws, in the colours of the tokens."""

import json
import re
from typing import Literal

import pytest
from PIL import Image

from tools import icons
from undercast.base import assets


@pytest.mark.parametrize("name", icons.texts())
def test_what_is_committed_is_what_the_tool_writes(name: str) -> None:
    assert (icons.PUBLIC / name).read_text(encoding="utf-8") == icons.texts()[name]


@pytest.mark.parametrize("name", icons.pictures())
def test_pictures_show_the_mark(name: str) -> None:
    """To the pixel they may differ with the library that draws them."""
    drawn = icons.pictures()[name]
    with Image.open(icons.PUBLIC / name) as kept:
        assert (kept.size, kept.mode) == (drawn.size, drawn.mode)
        middle = (kept.width // 2, kept.height * 3 // 5)
        assert kept.getpixel(middle) == drawn.getpixel(middle)


def test_the_manifest_names_icons_that_are_there() -> None:
    manifest = json.loads(icons.manifest())
    for icon in manifest["icons"]:
        file = icons.PUBLIC / icon["src"].lstrip("/")
        assert file.is_file()
        if icon["type"] == "image/png":
            with Image.open(file) as image:
                assert icon["sizes"] == f"{image.width}x{image.height}"
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}


@pytest.mark.parametrize("page", ["controller", "receiver"])
def test_the_built_pages_have_the_table_s_colour_around_them(
    page: Literal["controller", "receiver"],
) -> None:
    html = (assets.pages(page) / "index.html").read_text(encoding="utf-8")
    (colour,) = re.findall(r'name="theme-color" content="(#\w+)"', html)
    assert colour == json.loads(icons.manifest())["theme_color"]


def test_every_picture_that_is_kept_is_one_that_is_drawn() -> None:
    kept = {f.relative_to(icons.PUBLIC).as_posix() for f in icons.PUBLIC.rglob("*") if f.is_file()}
    assert kept == icons.texts().keys() | icons.pictures().keys()
