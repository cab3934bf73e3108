"""Built files go out compressed to whoever takes that, and are kept for ever."""

import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from servers import Server, running
from undercast.base import assets
from undercast.web.limits.connection_counter import ConnectionCounter
from undercast.web.readiness import Readiness
from undercast.web.routes.pages import make_pages
from undercast.web.transport.addresses import Addresses
from wire import get, status

SCRIPT = b"console.log('Undercast')" * 50
FONT = bytes(range(256)) * 4
FORMS: dict[str | None, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    None: bytes,
}
CHROMIUM_70_ON_HTTP = "gzip, deflate"
CHROMIUM_70_ON_HTTPS = "gzip, deflate, br"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """Pages of one script in its three forms, a small one without, and a font."""
    page = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text("<h1>TV</h1>")
    files = page / "assets" / "receiver"
    files.mkdir(parents=True)
    (files / "index-1.js").write_bytes(SCRIPT)
    (files / "index-1.js.gz").write_bytes(gzip.compress(SCRIPT))
    (files / "index-1.js.br").write_bytes(brotli.compress(SCRIPT))
    (files / "small-1.js").write_bytes(b"1")
    (files / "font-1.woff2").write_bytes(FONT)
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(
        make_pages(page, page, Addresses("127.0.0.1", 1), Readiness(), ConnectionCounter(0))
    )
    return app.test_client()


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (None, None),
        ("", None),
        ("identity", None),
        ("deflate, zstd", None),
        (CHROMIUM_70_ON_HTTP, "gzip"),
        (CHROMIUM_70_ON_HTTPS, "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("*", "br"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0, br;q=0", None),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("identity, gzip;q=0.5", None),
    ],
)
def test_a_script_goes_out_in_the_best_form_that_is_taken(
    client: FlaskClient, accepted: str | None, coding: str | None
) -> None:
    headers = {} if accepted is None else {"Accept-Encoding": accepted}
    answer = client.get("/assets/receiver/index-1.js", headers=headers)
    assert answer.headers.get("Content-Encoding") == coding
    assert FORMS[coding](answer.data) == SCRIPT
    assert answer.content_length == len(answer.data)
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "index-1.js" in answer.headers["Content-Disposition"]
    assert ".js." not in answer.headers["Content-Disposition"]


@pytest.mark.parametrize(("name", "content"), [("font-1.woff2", FONT), ("small-1.js", b"1")])
def test_what_has_no_compressed_form_goes_out_as_it_is(
    client: FlaskClient, name: str, content: bytes
) -> None:
    headers = {"Accept-Encoding": CHROMIUM_70_ON_HTTPS}
    answer = client.get(f"/assets/receiver/{name}", headers=headers)
    assert answer.data == content
    assert "Content-Encoding" not in answer.headers
    assert "Vary" not in answer.headers


def test_each_form_has_its_own_tag_and_is_kept(client: FlaskClient) -> None:
    tags = set()
    for accepted in ("br", "gzip", "identity"):
        headers = {"Accept-Encoding": accepted}
        tag = client.get("/assets/receiver/index-1.js", headers=headers).headers["ETag"]
        again = client.get("/assets/receiver/index-1.js", headers={**headers, "If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert again.headers["Vary"] == "Accept-Encoding"
        assert "immutable" in again.headers["Cache-Control"]
        tags.add(tag)
    assert len(tags) == 3


@pytest.mark.parametrize("accepted", ["identity", CHROMIUM_70_ON_HTTP, CHROMIUM_70_ON_HTTPS])
def test_only_the_head_is_asked_for(client: FlaskClient, accepted: str) -> None:
    headers = {"Accept-Encoding": accepted}
    whole = client.get("/assets/receiver/index-1.js", headers=headers)
    head = client.head("/assets/receiver/index-1.js", headers=headers)
    assert head.data == b""
    for name in ("Content-Length", "Content-Encoding", "Content-Type", "ETag", "Vary"):
        assert head.headers.get(name) == whole.headers.get(name)


@pytest.mark.parametrize(
    "name", ["nothing-1.js", "../../index.html", "%2e%2e/%2e%2e/index.html", "."]
)
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/assets/receiver/{name}", headers={"Accept-Encoding": "gzip, br"})
    assert answer.status_code == 404


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.mark.parametrize("page", ["receiver", "controller"])
@pytest.mark.parametrize(("accepted", "coding"), [("gzip, deflate", "gzip"), ("gzip, br", "br")])
def test_every_text_of_a_built_page_goes_out_compressed(
    server: Server, page: str, accepted: str, coding: str
) -> None:
    folder = assets.pages(page) / "assets" / page
    names = [path.name for path in folder.iterdir() if path.suffix in (".js", ".css")]
    assert any(name.endswith(".css") for name in names)
    for name in names:
        answer = get(server.url, f"/assets/{page}/{name}", Accept_Encoding=accepted)
        assert status(answer) == 200
        head, body = answer.split(b"\r\n\r\n", 1)
        assert f"\r\nContent-Encoding: {coding}\r\n".encode() in head
        assert re.search(rb"\r\nContent-Length: (\d+)", head)[1] == str(len(body)).encode()
        assert FORMS[coding](body) == (folder / name).read_bytes()


def test_a_font_is_not_compressed_again(server: Server) -> None:
    fonts = assets.pages("receiver") / "assets" / "receiver"
    (font, *_) = fonts.glob("*.woff2")
    answer = get(server.url, f"/assets/receiver/{font.name}", Accept_Encoding="gzip, br")
    head, body = answer.split(b"\r\n\r\n", 1)
    assert b"Content-Encoding" not in head
    assert body == font.read_bytes()
    assert not list(fonts.glob("*.woff2.*"))


def test_a_page_is_told_that_its_address_has_too_many_sockets() -> None:
    app, sockets = Flask(__name__, static_folder=None), ConnectionCounter(1)
    here = Path()
    pages = make_pages(here, here, Addresses("127.0.0.1", 1), Readiness(), sockets)
    app.register_blueprint(pages)
    visitor = app.test_client()
    assert visitor.get("/healthz").json["welcome"]
    sockets.add("127.0.0.1")
    assert not visitor.get("/healthz").json["welcome"]
    assert sockets.refused == 0
