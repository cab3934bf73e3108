"""From the bytes of a picture file to the print that is shown: small, upright, nothing but pixels.

A print keeps its shape, since the cards of a television are wide and those of a phone are high:
each page crops it to its own card. It is a JPEG because every screen draws that, and fast.

To be used in the process of `darkroom` only: it lets other people's bytes into decoders.
"""

import io
import math
import warnings

from PIL import Image, ImageCms

from undercast.photos.reports import NotTaken, PhotoReason

LONGEST_SIDE = 640
"""Pixels of a print: twice the width of a card on a television with 1080 lines."""

FLATTEST = 2.0
"""A print's long side is at most so many short ones; the ends of a panorama are cut off."""

SHORTEST_SIDE = 150
"""Pixels of a picture that is worth showing on a television."""

MOST_PIXELS = 20_000_000
MOST_PIXELS_OF_A_JPEG = 50_000_000
"""What a file may say about itself. A JPEG is decoded at a fraction of its size."""

QUALITY = 82

PAPER = (255, 255, 255)
"""Behind what is transparent."""

_BEGINNINGS = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG", b"GIF8": "GIF"}
_HEIC = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_ORIENTATION = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What makes a picture upright, by its orientation (Exif 2.3, tag 0112)."""

Image.MAX_IMAGE_PIXELS = MOST_PIXELS_OF_A_JPEG


def develop(data: bytes) -> bytes:
    """The print, as JPEG without metadata. Raises NotTaken.

    The format is judged by the content, whatever the file's name was, and a picture's declared size
    before anything of it is decoded.
    """
    kind = _kind(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd metadata; nobody would read them
            return _developed(data, kind)
    except NotTaken:
        raise
    except (Image.DecompressionBombError, MemoryError):
        raise NotTaken(PhotoReason.TOO_MANY_PIXELS) from None
    except Exception:  # noqa: BLE001  # decoders raise anything at all
        raise NotTaken(PhotoReason.DAMAGED) from None


def _kind(data: bytes) -> str:
    if not data:
        raise NotTaken(PhotoReason.EMPTY)
    for beginning, kind in _BEGINNINGS.items():
        if data.startswith(beginning):
            return kind
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        raise NotTaken(PhotoReason.HEIC)
    raise NotTaken(PhotoReason.UNKNOWN_FORMAT)


def _developed(data: bytes, kind: str) -> bytes:
    with Image.open(io.BytesIO(data), formats=(kind,)) as image:
        most = MOST_PIXELS_OF_A_JPEG if kind == "JPEG" else MOST_PIXELS
        if image.width * image.height > most:
            raise NotTaken(PhotoReason.TOO_MANY_PIXELS)
        if min(image.size) < SHORTEST_SIDE:
            raise NotTaken(PhotoReason.TOO_SMALL)
        # Some phones put a second picture behind the first into a JPEG; that one does not move.
        if kind != "JPEG" and getattr(image, "is_animated", False):
            raise NotTaken(PhotoReason.ANIMATED)
        turn = _TURNS.get(_orientation(image))
        profile = image.info.get("icc_profile")
        small = _small(image)
    if turn is not None:
        small = small.transpose(turn)
    shown = _in_srgb(small, profile)
    # A new picture, so that nothing of what came with the old one can come along.
    fresh = Image.new("RGB", shown.size, PAPER)
    fresh.paste(shown, mask=shown.getchannel("A") if shown.mode == "RGBA" else None)
    file = io.BytesIO()
    fresh.save(file, "JPEG", quality=QUALITY, optimize=True)
    return file.getvalue()


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # noqa: BLE001  # whatever is wrong with its notes, the picture may be good
        return 1


def _small(image: Image.Image) -> Image.Image:
    """The middle of the picture, in the size of a print."""
    short, long = sorted(image.size)
    scale = min(1.0, LONGEST_SIDE / min(long, short * FLATTEST))
    image.draft("", (math.ceil(image.width * scale), math.ceil(image.height * scale)))
    plain = _plain(image)
    width, height = plain.size
    seen_width = min(width, height * FLATTEST)
    seen_height = min(height, width * FLATTEST)
    left, top = (width - seen_width) / 2, (height - seen_height) / 2
    shrink = min(1.0, LONGEST_SIDE / max(seen_width, seen_height))
    return plain.resize(
        (round(seen_width * shrink), round(seen_height * shrink)),
        Image.Resampling.LANCZOS,
        box=(left, top, left + seen_width, top + seen_height),
        reducing_gap=2.0,
    )


def _plain(image: Image.Image) -> Image.Image:
    """In a mode whose pixels can be mixed."""
    if image.mode in ("RGB", "RGBA", "L", "CMYK") and "transparency" not in image.info:
        image.load()
        return image
    if image.mode.startswith("I"):  # grey in 16 bits
        return image.point(lambda value: value / 256).convert("L")
    return image.convert("RGBA")


def _in_srgb(image: Image.Image, profile: object) -> Image.Image:
    """In the colours of a browser, as RGB or RGBA; a profile that is no good counts as none."""
    mode = "RGBA" if image.mode == "RGBA" else "RGB"
    if isinstance(profile, bytes):
        try:
            converted = ImageCms.profileToProfile(
                image,
                ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                outputMode=mode,
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            return image.convert(mode)
        if converted is not None:
            return converted
    return image.convert(mode)
