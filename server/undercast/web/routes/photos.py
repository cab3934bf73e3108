"""The household's photos over HTTP: small pictures by id."""

from flask import Blueprint, Response, abort

from undercast.photos import Photos
from undercast.web.routes.pages import YEAR


def make_photos(photos: Photos) -> Blueprint:
    """The route of the photos."""
    served = Blueprint("photos", __name__)

    @served.get("/photos/<name>.jpg")
    def photo(name: str) -> Response:
        jpeg = photos.jpeg(name)
        if jpeg is None:
            abort(404)
        response = Response(jpeg, mimetype="image/jpeg")
        # An id is a hash of the picture, so it never changes; no proxy should cache it.
        response.headers["Cache-Control"] = f"private, max-age={YEAR}, immutable"
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    return served
