"""Where parts that Undercast stands on do not come ready-made. Needs the standard library alone."""

import sys

_TO_64_BITS = {
    "win32": "Install the 64-bit one (python.org) and run go.py with it.",
    "linux": "Use a 64-bit system: a Raspberry Pi 3 or newer can run one.",
}


def lacking_here() -> str | None:
    """As `lacking`, of the Python that runs this."""
    bits = 64 if sys.maxsize > 2**32 else 32
    return lacking(sys.platform, bits, sys.version_info[:2])


def lacking(system: str, bits: int, version: tuple[int, int]) -> str | None:
    """What has no wheel for this Python, and what to do; None where all is there.

    `system` as in sys.platform. pip would find that out in the end, in pages of a compiler's.
    """
    if bits == 32:
        remedy = _TO_64_BITS.get(system, "")
        return f"Undercast needs a 64-bit Python; this one is 32-bit. {remedy}".strip()
    if system == "darwin" and version < (3, 12):
        return (
            "On macOS Undercast needs Python 3.12 or newer: there is no ready-made gevent for "
            f"{version[0]}.{version[1]}. Install a newer one (python.org) and run go.py with it."
        )
    return None
