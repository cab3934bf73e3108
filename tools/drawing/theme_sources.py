"""Reads texts, colours and timings from the pages' catalogs and style sheets."""

import json
import re
from pathlib import Path

_COLOUR = re.compile(r"^  --([a-z-]+): (#[0-9a-f]{3,6}|rgba\([^)]+\));", re.MULTILINE)
_RTL = re.compile(r'^  (\w+): \{ direction: "rtl"', re.MULTILINE)
_BEAT = re.compile(r"--beat-([a-z-]+): (\d+)ms")


CATALOGS = ("shared", "tv", "pictures")
"""What pictures say; later ones override earlier ones."""


def read_texts(languages: Path) -> dict[str, dict[str, str]]:
    """Texts by language and key."""
    texts: dict[str, dict[str, str]] = {}
    for folder in sorted(languages.glob("*/texts")):
        texts[folder.parent.name] = {}
        for name in CATALOGS:
            file = folder / f"{name}.json"
            texts[folder.parent.name] |= json.loads(file.read_text(encoding="utf-8"))
    return texts


def read_colours(tokens: Path) -> dict[str, list[int]]:
    """The dark theme's colours as RGBA, 0 to 255."""
    lamp = tokens.read_text(encoding="utf-8").split(":root[data-light", 1)[0]
    return {name: _rgba(value) for name, value in _COLOUR.findall(lamp)}


def _rgba(value: str) -> list[int]:
    if value.startswith("rgba"):
        *parts, alpha = re.findall(r"[\d.]+", value)
        return [*(int(part) for part in parts), round(float(alpha) * 255)]
    digits = value[1:] if len(value) == 7 else "".join(digit * 2 for digit in value[1:])
    return [*bytes.fromhex(digits), 255]


def read_rtl(scripts: Path) -> list[str]:
    """The scripts whose lines begin at the right."""
    return _RTL.findall(scripts.read_text(encoding="utf-8"))


def read_beats(tokens: Path) -> dict[str, int]:
    """The duration of each beat, in milliseconds."""
    return {name: int(ms) for name, ms in _BEAT.findall(tokens.read_text(encoding="utf-8"))}
