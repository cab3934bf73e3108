"""From the bytes of a picture file to the thumbnail that is shown: small, upright, only pixels.

A thumbnail keeps its shape: cards are wide on a television and high on a phone, so each page crops
it to its own card. It is a JPEG because every screen draws that, and fast.

Only for the process of `decoder`: it decodes untrusted bytes.
"""

import io
import math
import warnings

from PIL import Image, ImageCms

from undercast.photos.reports import NotTaken, PhotoReason

LONGEST_SIDE = 640
"""Pixels of a thumbnail: twice the width of a card on a television with 1080 lines."""

LONGEST_SHAPE = 2.0
"""At most this many times as long as wide; the ends of a panorama are cut off."""

SHORTEST_SIDE = 150
"""Pixels; a smaller picture is not worth showing on a television."""

MAX_PIXELS = 20_000_000
MAX_PIXELS_OF_A_JPEG = 50_000_000
"""By the file's header. A JPEG is decoded at a fraction of its size."""

QUALITY = 82

BACKGROUND = (255, 255, 255)
"""Behind what is transparent."""

_SIGNATURES = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG", b"GIF8": "GIF"}
_HEIC = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_ORIENTATION = 0x0112
_TRANSPOSES = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What makes a picture upright, by its orientation (Exif 2.3, tag 0112)."""

Image.MAX_IMAGE_PIXELS = MAX_PIXELS_OF_A_JPEG


def thumbnail(data: bytes) -> bytes:
    """The picture as a small JPEG without metadata. Raises NotTaken.

    The content decides the format, not the file's name; the declared size is checked before
    anything is decoded.
    """
    kind = _kind(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd metadata
            return _converted(data, kind)
    except NotTaken:
        raise
    except (Image.DecompressionBombError, MemoryError):
        raise NotTaken(PhotoReason.TOO_MANY_PIXELS) from None
    except Exception:  # noqa: BLE001  # decoders raise anything
        raise NotTaken(PhotoReason.DAMAGED) from None


def _kind(data: bytes) -> str:
    if not data:
        raise NotTaken(PhotoReason.EMPTY)
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            return kind
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        raise NotTaken(PhotoReason.HEIC)
    raise NotTaken(PhotoReason.UNKNOWN_FORMAT)


def _converted(data: bytes, kind: str) -> bytes:
    with Image.open(io.BytesIO(data), formats=(kind,)) as image:
        most = MAX_PIXELS_OF_A_JPEG if kind == "JPEG" else MAX_PIXELS
        if image.width * image.height > most:
            raise NotTaken(PhotoReason.TOO_MANY_PIXELS)
        if min(image.size) < SHORTEST_SIDE:
            raise NotTaken(PhotoReason.TOO_SMALL)
        # Some phones store a second picture in a JPEG: that is no animation.
        if kind != "JPEG" and getattr(image, "is_animated", False):
            raise NotTaken(PhotoReason.ANIMATED)
        transpose = _TRANSPOSES.get(_orientation(image))
        profile = image.info.get("icc_profile")
        small = _small(image)
    if transpose is not None:
        small = small.transpose(transpose)
    shown = _in_srgb(small, profile)
    # A new picture, so that no metadata comes along.
    fresh = Image.new("RGB", shown.size, BACKGROUND)
    fresh.paste(shown, mask=shown.getchannel("A") if shown.mode == "RGBA" else None)
    file = io.BytesIO()
    fresh.save(file, "JPEG", quality=QUALITY, optimize=True)
    return file.getvalue()


def _orientation(image: Image.Image) -> int:
    try:
        return int(image.getexif().get(_ORIENTATION, 1))
    except Exception:  # noqa: BLE001  # the picture may be good all the same
        return 1


def _small(image: Image.Image) -> Image.Image:
    """The middle of the picture, in the size of a thumbnail."""
    short, long = sorted(image.size)
    scale = min(1.0, LONGEST_SIDE / min(long, short * LONGEST_SHAPE))
    image.draft("", (math.ceil(image.width * scale), math.ceil(image.height * scale)))
    mixable = _mixable(image)
    width, height = mixable.size
    kept_width = min(width, height * LONGEST_SHAPE)
    kept_height = min(height, width * LONGEST_SHAPE)
    left, top = (width - kept_width) / 2, (height - kept_height) / 2
    shrink = min(1.0, LONGEST_SIDE / max(kept_width, kept_height))
    return mixable.resize(
        (round(kept_width * shrink), round(kept_height * shrink)),
        Image.Resampling.LANCZOS,
        box=(left, top, left + kept_width, top + kept_height),
        reducing_gap=2.0,
    )


def _mixable(image: Image.Image) -> Image.Image:
    """In a mode whose pixels can be mixed."""
    if image.mode in ("RGB", "RGBA", "L", "CMYK") and "transparency" not in image.info:
        image.load()
        return image
    if image.mode.startswith("I"):  # grey in 16 bits
        return image.point(lambda value: value / 256).convert("L")
    return image.convert("RGBA")


def _in_srgb(image: Image.Image, profile: object) -> Image.Image:
    """In the colours of a browser, as RGB or RGBA; a broken profile is ignored."""
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
