"""Draws the app's icon from the pages' own colours and drawings: run it after a redesign.

    .venv/bin/python -m tools.icons

It writes common/look/icons: an SVG for browsers, and PNGs for the home screens of phones.
"""

import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
LOOK = ROOT / "common" / "look"
ICONS = LOOK / "icons"
SIZES = (180, 192, 512)
"""Pixels: Apple's home screen, Android's, and its splash."""


def main() -> None:
    icon = drawn()
    ICONS.mkdir(exist_ok=True)
    (ICONS / "icon.svg").write_text(icon, encoding="utf-8")
    sys.path.insert(0, str(ROOT / "tests"))
    import browsers  # noqa: PLC0415 - the tests' browser, which the wheel has not

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**browsers.current().launch_options())
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100%}}</style>{icon}")
            page.screenshot(path=ICONS / f"icon-{size}.png", omit_background=True)
            page.close()
        browser.close()


def drawn() -> str:
    """An index card with an agent on it, under the lamp: above a tab of each team."""
    colour, agent = _colours(), _drawing("red")
    grid = "".join(f"M112 {y}h288" for y in range(96, 330, 26))
    grid += "".join(f"M{x} 66v270" for x in range(138, 400, 26))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <rect width="512" height="512" fill="{colour["table"]}" />
  <circle cx="256" cy="190" r="250" fill="{colour["table-lit"]}" />
  <g transform="rotate(-5 256 256)">
    <rect x="112" y="66" width="288" height="380" rx="16" fill="{colour["paper"]}" />
    <path d="{grid}" stroke="{colour["paper-line"]}" stroke-width="3" />
    <circle cx="146" cy="100" r="15" fill="{colour["table"]}" />
    <g transform="translate(126 86) scale(2.6)"><path d="{agent}" fill="{colour["ink"]}" /></g>
    <path d="M112 336h144v110H128q-16 0-16-16Z" fill="{colour["red"]}" />
    <path d="M256 336h144v94q0 16-16 16H256Z" fill="{colour["blue"]}" />
    <path d="m184 351 40 40-40 40-40-40Z" fill="{colour["paper"]}" />
    <circle cx="328" cy="391" r="36" fill="{colour["paper"]}" />
  </g>
</svg>
"""


def _colours() -> dict[str, str]:
    """By lamplight; the first of two values is the lamp's."""
    css = (LOOK / "tokens.css").read_text(encoding="utf-8").split("data-light", maxsplit=1)[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", css))


def _drawing(name: str) -> str:
    svg = (LOOK / "drawings.svg").read_text(encoding="utf-8")
    found = re.search(rf'id="{name}".*? d="([^"]+)"', svg, re.DOTALL)
    assert found is not None
    return found[1]


if __name__ == "__main__":
    main()
