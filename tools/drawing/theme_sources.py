"""What the picture says and how it looks, from the pages' catalogs and style sheets."""

import json
import re
from pathlib import Path

LANGUAGES = ("en", "bs", "hr", "sr", "hi")

_COLOUR = re.compile(r"^  --([a-z-]+): (#[0-9a-f]{3,6}|rgba\([^)]+\));", re.MULTILINE)
_BEAT = re.compile(r"--beat-([a-z-]+): (\d+)ms")


def read_texts(folders: list[Path]) -> dict[str, dict[str, str]]:
    """By language, key and text; of two folders' texts the later one's."""
    texts: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        texts[language] = {}
        for folder in folders:
            file = folder / f"{language}.json"
            texts[language] |= json.loads(file.read_text(encoding="utf-8"))
    return texts


def read_colours(tokens: Path) -> dict[str, list[int]]:
    """The colours by lamplight: red, green, blue, and how much of it there is of 255."""
    lamp = tokens.read_text(encoding="utf-8").split(":root[data-light", 1)[0]
    return {name: _rgba(value) for name, value in _COLOUR.findall(lamp)}


def _rgba(value: str) -> list[int]:
    if value.startswith("rgba"):
        *parts, alpha = re.findall(r"[\d.]+", value)
        return [*(int(part) for part in parts), round(float(alpha) * 255)]
    digits = value[1:] if len(value) == 7 else "".join(digit * 2 for digit in value[1:])
    return [*bytes.fromhex(digits), 255]


def read_beats(tokens: Path) -> dict[str, int]:
    """How long each beat of a moment lasts, in milliseconds."""
    return {name: int(ms) for name, ms in _BEAT.findall(tokens.read_text(encoding="utf-8"))}
