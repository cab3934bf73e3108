"""Puts the gallery into a test server, under /gallery. It is in no wheel."""

import io
from functools import cache

import msgspec
from flask import Blueprint, Response, abort, send_from_directory
from PIL import Image, ImageDraw

from browsers import ROOT
from gallery.states import listed
from gallery.tables import PHOTOS
from undercast.base import languages
from undercast.server.app import App
from undercast.web.routes.pages import POLICY

BUILT = ROOT / "build" / "gallery"
LANGUAGES = tuple(languages.load())


def with_gallery(app: App) -> App:
    """The same server, which shows the gallery, too."""
    gallery = Blueprint("gallery", __name__)
    states = cache(listed)

    @gallery.get("/gallery")
    @gallery.get("/gallery/<path:name>")
    def page(name: str = "index.html") -> Response:
        response = send_from_directory(BUILT, name)
        # Its front shows its other pages in a frame.
        policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        response.headers["Content-Security-Policy"] = policy
        return response

    @gallery.get("/gallery/states/<any(tv, phone):which>/<language>.json")
    def told(which: str, language: str) -> Response:
        if language not in LANGUAGES:
            abort(404)
        return Response(msgspec.json.encode(states(which, language)), mimetype="application/json")

    app.flask.register_blueprint(gallery)
    album, jpeg = app.photos, app.photos.jpeg
    album.jpeg = lambda photo: drawn(photo) if photo in PHOTOS else jpeg(photo)  # type: ignore[method-assign]
    return app


@cache
def drawn(photo: str) -> bytes:
    """A photo as a household has them: upright, lying or square, with somebody in the middle."""
    number = PHOTOS.index(photo)
    width, height = ((480, 360), (360, 480), (400, 400), (480, 270))[number % 4]
    sky, ground = ((120 + 13 * number, 170, 215 - 9 * number), (70, 110 + 8 * number, 60))
    image = Image.new("RGB", (width, height), sky)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, height * 0.62, width, height), fill=ground)
    draw.ellipse((width * 0.75, 20, width * 0.75 + 60, 80), fill=(255, 226, 150))
    x, y, r = width / 2, height * 0.45, height * 0.13
    draw.ellipse((x - r, y - r, x + r, y + r), fill=(224, 176, 140))
    draw.pieslice(
        (x - 2 * r, y + r, x + 2 * r, y + 5 * r), 180, 360, fill=(60 + 15 * number, 60, 120)
    )
    draw.rectangle((2, 2, width - 3, height - 3), outline=(255, 255, 255), width=3)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=85)
    return out.getvalue()
