"""The manifest and the icons, as browsers that keep the page as an app ask for them."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from undercast.base import assets
from undercast.web.routes.icons import make_icons


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(make_icons(assets.pages("controller")))
    return app.test_client()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icons/icon.svg", "image/svg+xml"),
        ("/icons/192.png", "image/png"),
        ("/icons/maskable.png", "image/png"),
        ("/icons/apple.png", "image/png"),
    ],
)
def test_what_makes_an_app_of_the_page_is_there_and_is_kept_a_day(
    client: FlaskClient, path: str, kind: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (200, kind)
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/icons/../index.html", "/icons/none.png", "/icons/.."])
def test_beside_the_icons_nothing_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404
