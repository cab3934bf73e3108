"""From a file's bytes to a print: small, upright, in a browser's colours, nothing but pixels."""

import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from long import often
from photos.sample_photos import (
    GPS,
    HEIC,
    ORIENTATION,
    SECRET,
    TOO_WIDE,
    exif,
    gif_that_claims,
    is_red,
    jpeg_that_claims,
    picture,
    png_bomb,
    png_that_claims,
    seen,
    segments,
    taken,
    webp_that_claims,
)
from undercast.photos.image_processing import LONGEST_SHAPE, LONGEST_SIDE, SHORTEST_SIDE, thumbnail
from undercast.photos.messages import MAX_THUMBNAIL
from undercast.photos.reports import NotTaken, PhotoReason

JFIF, APP1, APP2, COMMENT = 0xE0, 0xE1, 0xE2, 0xFE


def refused(data: bytes) -> PhotoReason:
    with pytest.raises(NotTaken) as fault:
        thumbnail(data)
    return fault.value.reason


class TestGoodPhotos:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
    def test_each_format_becomes_a_jpeg(self, kind: str) -> None:
        print_ = seen(thumbnail(taken(picture(size=(1200, 900)), kind)))
        assert print_.size == (640, 480)
        assert is_red(print_, 0.1, 0.1)
        assert not is_red(print_, 0.9, 0.1)

    @pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
    def test_png_of_every_kind(self, mode: str) -> None:
        plain = picture(mode="L" if mode == "I;16" else "RGB")
        print_ = seen(
            thumbnail(taken(in_16_bits(plain) if mode == "I;16" else plain.convert(mode), "PNG"))
        )
        assert print_.size == (320, 240)
        lights = print_.convert("L").getpixel((240, 180)), print_.convert("L").getpixel((300, 20))
        assert lights[0] > 240  # type: ignore[operator]  # white stays white
        assert lights[1] < 150  # type: ignore[operator]

    def test_what_is_transparent_lies_on_white(self) -> None:
        glass = Image.new("RGBA", (300, 300), (255, 0, 0, 0))
        assert seen(thumbnail(taken(glass, "PNG"))).getpixel((100, 100)) == (255, 255, 255)
        hole = picture().quantize(8)
        print_ = seen(thumbnail(taken(hole, "PNG", transparency=hole.getpixel((5, 5)))))
        assert print_.getpixel((20, 20)) == (255, 255, 255)

    def test_cmyk(self) -> None:
        print_ = seen(thumbnail(taken(picture(mode="CMYK"))))
        assert print_.mode == "RGB"
        assert is_red(print_, 0.2, 0.2)

    @pytest.mark.parametrize(
        ("size", "becomes"),
        [
            ((4032, 3024), (640, 480)),
            ((3024, 4032), (480, 640)),
            ((1080, 2340), (320, 640)),
            ((8000, 1000), (640, 320)),
            ((200, 160), (200, 160)),  # never larger than it is
            ((1600, 160), (320, 160)),
        ],
    )
    def test_it_keeps_its_shape_but_for_the_ends_of_panoramas(
        self, size: tuple[int, int], becomes: tuple[int, int]
    ) -> None:
        assert seen(thumbnail(taken(picture(size=size)))).size == becomes

    def test_of_a_panorama_the_middle_is_seen(self) -> None:
        wide = Image.new("RGB", (4000, 1000), "blue")
        wide.paste("red", (1800, 400, 2200, 600))
        assert is_red(seen(thumbnail(taken(wide))), 0.5, 0.5)

    def test_two_pictures_in_one_jpeg_are_no_film(self) -> None:
        """As phones write them: the second is a preview, or a map of depths."""
        both = taken(picture(), "MPO", save_all=True, append_images=[picture(1)])
        assert is_red(seen(thumbnail(both)), 0.1, 0.1)

    def test_the_same_photo_gives_the_same_print(self) -> None:
        assert thumbnail(taken(picture(3))) == thumbnail(taken(picture(3)))


class TestNothingButPixels:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    def test_where_and_by_whom_it_was_taken_is_gone(self, kind: str) -> None:
        photo = taken(picture(), kind, exif=exif(), icc_profile=srgb())
        assert SECRET in photo
        assert Image.open(io.BytesIO(photo)).getexif().get_ifd(GPS)
        print_ = thumbnail(photo)
        assert SECRET not in print_
        assert not seen(print_).getexif()
        assert set(segments(print_)).isdisjoint({APP1, APP2, COMMENT})

    def test_comments_and_xmp_are_gone(self) -> None:
        photo = taken(picture(), comment=SECRET, xmp=b"<x>" + SECRET + b"</x>")
        assert photo.count(SECRET) == 2
        print_ = thumbnail(photo)
        assert SECRET not in print_
        assert [marker for marker in segments(print_) if marker >= JFIF] == [JFIF]

    def test_what_stands_behind_the_picture_is_gone(self) -> None:
        assert SECRET not in thumbnail(taken(picture()) + SECRET)

    @pytest.mark.parametrize(
        ("orientation", "red"),
        [
            (1, (0.1, 0.1)),
            (2, (0.9, 0.1)),
            (3, (0.9, 0.9)),
            (4, (0.1, 0.9)),
            (5, (0.1, 0.1)),
            (6, (0.9, 0.1)),
            (7, (0.9, 0.9)),
            (8, (0.1, 0.9)),
        ],
    )
    def test_it_is_turned_upright(self, orientation: int, red: tuple[float, float]) -> None:
        print_ = seen(thumbnail(taken(picture(), exif=exif(orientation=orientation))))
        assert print_.size == ((240, 320) if orientation >= 5 else (320, 240))
        corners = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
        assert [corner for corner in corners if is_red(print_, *corner)] == [red]
        assert seen(thumbnail(taken(picture()))).getexif().get(ORIENTATION) is None

    def test_damaged_notes_are_no_reason_to_refuse(self) -> None:
        photo = taken(picture(), exif=b"Exif\0\0MM\0*\xff\xff\xff\xff" + b"\xff" * 50)
        assert seen(thumbnail(photo)).size == (320, 240)

    def test_another_profile_becomes_a_browsers_colours(self) -> None:
        lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ"))
        for profile in (srgb(), lab.tobytes(), b"no profile", b"\0" * 5000):
            print_ = thumbnail(taken(picture(), icc_profile=profile))
            assert APP2 not in segments(print_)
        assert is_red(seen(thumbnail(taken(picture(), icc_profile=srgb()))), 0.1, 0.1)
        assert is_red(seen(thumbnail(taken(picture(), icc_profile=b"no profile"))), 0.1, 0.1)


class TestNoPhotos:
    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"", PhotoReason.EMPTY),
            (HEIC, PhotoReason.HEIC),
            (HEIC.replace(b"heic", b"avif"), PhotoReason.UNKNOWN_FORMAT),
            (b"dear diary", PhotoReason.UNKNOWN_FORMAT),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", PhotoReason.UNKNOWN_FORMAT),
            (b"%!PS-Adobe-3.0 EPSF-3.0\n", PhotoReason.UNKNOWN_FORMAT),
            (b"BM" + b"\0" * 100, PhotoReason.UNKNOWN_FORMAT),
            (b"II*\0" + b"\0" * 100, PhotoReason.UNKNOWN_FORMAT),
            (b"\xff\xd8\xff", PhotoReason.DAMAGED),
            (b"\x89PNG\r\n\x1a\n", PhotoReason.DAMAGED),
            (b"GIF89a", PhotoReason.DAMAGED),
            (b"RIFF\0\0\0\0WEBP", PhotoReason.DAMAGED),
            (png_that_claims(300, 300), PhotoReason.DAMAGED),
            (taken(picture(size=(149, 300))), PhotoReason.TOO_SMALL),
        ],
    )
    def test_each_reason(self, data: bytes, reason: PhotoReason) -> None:
        assert refused(data) is reason

    @pytest.mark.parametrize(
        "data",
        [
            png_that_claims(TOO_WIDE, TOO_WIDE),
            png_that_claims(2**31 - 1, 2**31 - 1),
            jpeg_that_claims(TOO_WIDE, TOO_WIDE),
            jpeg_that_claims(65_500, 65_500),
            webp_that_claims(16_383, 16_383),
            gif_that_claims(65_535, 65_535),
            png_that_claims(5_000, 4_001),
            jpeg_that_claims(10_000, 5_001),
        ],
        ids=["png", "png of all", "jpeg", "jpeg of all", "webp", "gif", "20 MP", "50 MP"],
    )
    def test_a_size_is_believed_before_anything_is_decoded(self, data: bytes) -> None:
        assert len(data) < 20_000
        assert refused(data) is PhotoReason.TOO_MANY_PIXELS

    def test_a_bomb_of_a_kilobyte_a_megapixel(self) -> None:
        assert refused(png_bomb(TOO_WIDE, 1_100)) is PhotoReason.TOO_MANY_PIXELS

    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
    @pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
    def test_truncated(self, kind: str, part: float) -> None:
        whole = taken(noisy(), kind)
        assert refused(whole[: int(len(whole) * part)]) is PhotoReason.DAMAGED

    @pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
    def test_moving_pictures(self, kind: str) -> None:
        film = taken(picture(), kind, save_all=True, append_images=[picture(1), picture(2)])
        assert refused(film) is PhotoReason.ANIMATED

    def test_the_name_of_a_format_inside_another(self) -> None:
        """A page that is a picture too, in the eyes of who only looks at names."""
        assert (
            refused(b"<script>alert(1)</script>" + taken(picture())) is PhotoReason.UNKNOWN_FORMAT
        )


@settings(max_examples=often(50, 150))
@given(
    st.sampled_from(["JPEG", "PNG", "WEBP", "GIF"]),
    st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=12),
)
def test_whatever_is_in_a_file(kind: str, changes: list[tuple[float, int]]) -> None:
    """Either a print without metadata, or a reason: nothing else comes out."""
    data = bytearray(GOOD[kind])
    for where, value in changes:
        data[int(where * len(data))] = value
    try:
        print_ = thumbnail(bytes(data))
    except NotTaken:
        return
    assert len(print_) < MAX_THUMBNAIL
    assert set(segments(print_)).isdisjoint({APP1, APP2, COMMENT})
    width, height = seen(print_).size
    assert max(width, height) <= LONGEST_SIDE
    assert max(width, height) <= LONGEST_SHAPE * min(width, height)
    assert min(width, height) >= SHORTEST_SIDE


def noisy() -> Image.Image:
    pixels = random.Random(5).randbytes(320 * 240 * 3)
    return Image.frombytes("RGB", (320, 240), pixels)


GOOD = {
    kind: taken(picture(size=(320, 240)), kind, **({} if kind == "GIF" else {"exif": exif()}))
    for kind in ("JPEG", "PNG", "WEBP", "GIF")
}


def in_16_bits(grey: Image.Image) -> Image.Image:
    wide = b"".join(bytes((value, value)) for value in grey.tobytes())
    return Image.frombytes("I;16", grey.size, wide)


def srgb() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
