"""Screenshots for people to look at. Tests take them only when asked to:

    UNDERCAST_PICTURES=build/screenshots python3 go.py test tests/e2e/test_gallery.py

`go.py test --long` takes them, too, into build/screenshots.
"""

import os
import struct
import zlib
from pathlib import Path

import browsers
from long import LONG
from people import Shown

ASKED = os.environ.get("UNDERCAST_PICTURES")
KEPT = browsers.ROOT / (ASKED or "build/screenshots") if ASKED or LONG else None
"""The folder for screenshots; None: take none."""


def picture(page: Shown, name: str) -> None:
    """Waits until the page is at rest, and takes a screenshot if asked to."""
    page.is_at_rest()
    if KEPT is not None:
        page.page.screenshot(path=KEPT / f"{name}.png")


def made_light(path: Path) -> None:
    """Writes a browser's PNG anew with 6 bits a colour, which makes soft light much smaller."""
    sign, chunks = path.read_bytes()[:8], dict(_chunks(path.read_bytes()))
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    plain = _unfiltered(zlib.decompress(chunks[b"IDAT"]), width * 3 + 1, height)
    light = bytes(min(level + 2, 255) & 0xFC for level in range(256))
    data = b"".join(b"\0" + row.translate(light) for row in plain)
    again = [(b"IHDR", chunks[b"IHDR"]), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b"")]
    path.write_bytes(sign + b"".join(_chunk(kind, content) for kind, content in again))


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    """Every chunk, those of the same kind joined."""
    found: dict[bytes, bytes] = {}
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        found[kind] = found.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    return list(found.items())


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def _unfiltered(data: bytes, length: int, height: int) -> list[bytearray]:
    """The rows' plain bytes: a PNG stores what each differs from its neighbours."""
    rows = [bytearray(length - 1)]
    for start in range(0, length * height, length):
        row, above = bytearray(data[start + 1 : start + length]), rows[-1]
        for at in range(length - 1):
            left, corner = (row[at - 3], above[at - 3]) if at >= 3 else (0, 0)
            row[at] = (row[at] + _guess(data[start], left, above[at], corner)) & 255
        rows.append(row)
    return rows[1:]


def _guess(kind: int, left: int, above: int, corner: int) -> int:
    if kind == 4:
        near = left + above - corner
        return min((left, above, corner), key=lambda other: abs(near - other))
    return (0, left, above, (left + above) // 2)[kind]
