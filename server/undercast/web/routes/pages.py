"""The HTTP side: the two pages, their assets, QR codes, and whether the server is ready."""

import functools
import io
import re
import time
from pathlib import Path, PurePosixPath

import gevent
import segno
from flask import Blueprint, Response, abort, request, send_from_directory
from gevent.lock import BoundedSemaphore
from werkzeug.security import safe_join

from undercast import __version__
from undercast.room.state import CODE_LENGTH, CODE_LETTERS
from undercast.web.limits.connection_counter import ConnectionCounter
from undercast.web.readiness import Readiness
from undercast.web.transport.addresses import Addresses

_CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}", re.IGNORECASE)

# ws: and wss: stand beside 'self' because old Chromiums don't count sockets as 'self'.
POLICY = (
    "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:;"
    " media-src 'self' data: blob:; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'; object-src 'none'"
)

FRAMEWORK = "https://www.gstatic.com/cast/sdk/libs/caf_receiver/"

CAST_POLICY = f"{POLICY}; script-src 'self' {FRAMEWORK}"
"""For the screen's page on a Cast device, which alone may fetch Google's framework: that tells the
device that the page is not idle. What it adds to the page is hidden, so the styles that this policy
refuses it are not missed."""

ENDINGS = {"br": ".br", "gzip": ".gz"}
"""File name suffixes of compressed assets by content coding, the smaller form first."""

YEAR = 365 * 24 * 3600  # an asset's name carries its hash


def make_pages(
    controller: Path,
    receiver: Path,
    addresses: Addresses,
    readiness: Readiness,
    sockets: ConnectionCounter,
) -> Blueprint:
    """The routes. `controller` and `receiver` are folders of built pages."""
    pages, codes = Blueprint("pages", __name__), _QrCodes()

    @pages.get("/")
    @pages.get("/<code>")
    def phone(code: str | None = None) -> Response:
        require_code(code)
        return _page(controller)

    @pages.get("/tv")
    @pages.get("/tv/<code>")
    def screen(code: str | None = None) -> Response:
        require_code(code)
        return _screen(receiver)

    @pages.get("/assets/controller/<path:name>")
    def controller_asset(name: str) -> Response:
        return _asset(controller / "assets" / "controller", name)

    @pages.get("/assets/receiver/<path:name>")
    def receiver_asset(name: str) -> Response:
        return _asset(receiver / "assets" / "receiver", name)

    @pages.get("/qr/start.svg", defaults={"code": ""})
    @pages.get("/qr/<code>.svg")
    def qr(code: str) -> Response:
        """The address at which a phone opens a room, or joins this one, if it exists."""
        require_code(code or None)
        return _qr(codes.of(f"{addresses.base()}/{code.upper()}"))

    @pages.get("/qr/tv/<code>.svg")
    def qr_of_screen(code: str) -> Response:
        """The address of this room's page for a shared screen."""
        require_code(code)
        return _qr(codes.of(f"{addresses.base()}/tv/{code.upper()}"))

    @pages.get("/healthz")
    def healthz() -> dict[str, object]:
        welcome = sockets.has_space_for(str(request.remote_addr))
        return {"ok": True, "version": __version__, "welcome": welcome}

    @pages.get("/readyz")
    def readyz() -> tuple[dict[str, object], int]:
        missing = readiness.why_not()
        return {"ok": not missing, "missing": missing}, 503 if missing else 200

    @pages.after_app_request
    def protect(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return pages


def _page(folder: Path) -> Response:
    response = send_from_directory(folder, "index.html")
    response.headers["Cache-Control"] = "no-store"
    return response


def _screen(receiver: Path) -> Response:
    response = _page(receiver)
    if "CrKey" in request.user_agent.string:  # how Cast devices call themselves
        response.headers["Content-Security-Policy"] = CAST_POLICY
    return response


class _QrCodes:
    """QR codes, drawn one at a time. Each blocks the server for 12 ms; then others run for as long
    before the next one.
    """

    def __init__(self) -> None:
        self._drawing = BoundedSemaphore()
        self.of = functools.lru_cache(maxsize=500)(self._of)  # some 3 MB

    def _of(self, address: str) -> bytes:
        """The code of this address, as SVG."""
        with self._drawing:
            began, drawn = time.monotonic(), io.BytesIO()
            code = segno.make(address, error="m")
            code.save(drawn, kind="svg", border=2, scale=8, light="white")
            gevent.sleep(time.monotonic() - began)
            return drawn.getvalue()


def _qr(drawn: bytes) -> Response:
    response = Response(drawn, mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "no-store"
    return response


def _asset(folder: Path, name: str) -> Response:
    """A built file, in the best form that the browser accepts (RFC 9110, section 12.5.3).

    Browsers accept Brotli over https only (and from localhost).
    """
    forms = _forms(folder, name)
    coding = request.accept_encodings.best_match([*forms, "identity"], "identity")
    ending = forms.get(coding, "")
    response = send_from_directory(folder, name + ending, download_name=PurePosixPath(name).name)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    if forms:
        response.vary.add("Accept-Encoding")
    if ending:
        response.content_encoding = coding
    return response


def _forms(folder: Path, name: str) -> dict[str, str]:
    """The suffixes of a file's compressed forms, by content coding."""
    path = safe_join(str(folder), name)
    if path is None:
        return {}
    try:
        return {code: end for code, end in ENDINGS.items() if Path(path + end).is_file()}
    except OSError:  # a name that no file can have
        return {}


def require_code(code: str | None) -> None:
    """Answer 404 if this cannot be a room's code."""
    if code is not None and not _CODE.fullmatch(code):
        abort(404)
