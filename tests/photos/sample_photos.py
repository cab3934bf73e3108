"""Pictures for the tests of the photos: good ones, and such as no camera makes."""

import io
import struct
import zlib
from typing import Any

from PIL import Image, ImageDraw

GPS = 0x8825
ORIENTATION = 0x0112
MAKER = 0x010F
TOO_WIDE = 20_000

SECRET = b"ANA-AT-HOME"
"""Stands in metadata that must not come through."""


def picture(number: int = 0, size: tuple[int, int] = (320, 240), mode: str = "RGB") -> Image.Image:
    """A picture of its own for every number, red in the upper left quarter."""
    image = Image.new("RGB", size, (20, 30 + number * 7 % 200, 200 - number * 3 % 180))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, size[0] // 2, size[1] // 2), (230, 10, 10))
    draw.ellipse((size[0] // 2, size[1] // 2, size[0] - 1 - number % 50, size[1] - 1), (255,) * 3)
    return image.convert(mode)


def taken(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    """The bytes of the picture's file."""
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def seen(jpeg: bytes) -> Image.Image:
    """A print, decoded."""
    image = Image.open(io.BytesIO(jpeg), formats=("JPEG",))
    image.load()
    return image


def is_red(image: Image.Image, across: float, down: float) -> bool:
    """Whether the picture is red at this part of its width and height."""
    at = (int(image.width * across), int(image.height * down))
    red, green, blue = image.convert("RGB").getpixel(at)  # type: ignore[misc]
    return bool(red > 180 and green < 80 and blue < 80)


def segments(jpeg: bytes) -> list[int]:
    """The markers of a JPEG up to its pixels: 0xE0 JFIF, 0xE1 Exif and XMP, 0xE2 ICC, 0xFE text."""
    found, at = [], 2
    while jpeg[at + 1] != 0xDA:
        found.append(jpeg[at + 1])
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return found


def exif(orientation: int = 1) -> Image.Exif:
    """Notes of a camera: where it was, whose it is, how it was held."""
    notes = Image.Exif()
    notes[MAKER] = SECRET.decode()
    notes[GPS] = {1: "N", 2: (43.0, 51.0, 23.0), 3: "E", 4: (18.0, 24.0, 47.0)}
    notes[ORIENTATION] = orientation
    return notes


def png_that_claims(width: int, height: int) -> bytes:
    """A PNG whose header is all there is."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def png_bomb(width: int, height: int) -> bytes:
    """A real PNG of one colour: some kilobytes that become gigabytes."""
    packer = zlib.compressobj(9)
    line = b"\0" * (1 + width * 3)
    data = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    head, tail = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header), chunk(b"IEND", b"")
    return head + chunk(b"IDAT", data) + tail


def chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def jpeg_that_claims(width: int, height: int) -> bytes:
    """A small JPEG whose frame header says another size."""
    jpeg = bytearray(taken(picture()))
    frame = jpeg.index(b"\xff\xc0")
    jpeg[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    return bytes(jpeg)


def webp_that_claims(width: int, height: int) -> bytes:
    """A WebP whose canvas is larger than what is on it."""
    body = b"VP8X" + struct.pack("<I", 10) + b"\0\0\0\0"
    body += (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body += taken(picture(), "WEBP")[12:]
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


def gif_that_claims(width: int, height: int) -> bytes:
    gif = bytearray(taken(picture(), "GIF"))
    gif[6:10] = struct.pack("<HH", width, height)
    return bytes(gif)


HEIC = b"\0\0\0\x24ftypheic\0\0\0\0mif1heic" + b"\0" * 200
