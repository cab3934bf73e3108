"""A view as large as a real one: about 1.6 kB of JSON."""

# ruff: noqa: INP001

from typing import Any


def snapshot(step: int) -> dict[str, Any]:
    """What every client is sent after tap number `step`."""
    return {
        "audience": "public",
        "n": step,
        "step": step,
        "phase": "guess",
        "cards": [
            {
                "position": position,
                "codename": f"CODENAME{position}",
                "identity": "red" if position < 5 else None,
                "marks": [],
            }
            for position in range(25)
        ],
        "clue": {"word": "example", "number": 3, "left": 2},
    }
