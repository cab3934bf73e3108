"""The HTTP side: the two pages, their assets, QR codes, and whether the server is ready."""

import io
import re
from pathlib import Path

import segno
from flask import Blueprint, Response, abort, send_from_directory

from undercast import __version__
from undercast.deals import CODE_LENGTH, CODE_LETTERS
from undercast.web.addresses import Addresses

_CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}", re.IGNORECASE)

# A socket is named beside 'self' because old Chromiums don't count one as 'self'.
POLICY = (
    "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:;"
    " media-src 'self' data: blob:; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'; object-src 'none'"
)

FOREVER = 365 * 24 * 3600  # an asset's name carries its hash


def make_pages(controller: Path, receiver: Path, addresses: Addresses) -> Blueprint:
    """The routes. `controller` and `receiver` are folders of built pages."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def phone() -> Response:
        return _page(controller)

    @pages.get("/<code>")
    def phone_in_room(code: str) -> Response:
        _require_code(code)
        return _page(controller)

    @pages.get("/tv")
    def screen() -> Response:
        return _page(receiver)

    @pages.get("/tv/<code>")
    def screen_in_room(code: str) -> Response:
        _require_code(code)
        return _page(receiver)

    @pages.get("/assets/controller/<path:name>")
    def controller_asset(name: str) -> Response:
        return _asset(controller / "assets" / "controller", name)

    @pages.get("/assets/receiver/<path:name>")
    def receiver_asset(name: str) -> Response:
        return _asset(receiver / "assets" / "receiver", name)

    @pages.get("/qr/<code>.svg")
    def qr(code: str) -> Response:
        """The address at which a phone joins this room. Says nothing about whether there is one."""
        _require_code(code)
        drawn = io.BytesIO()
        address = f"{addresses.base()}/{code.upper()}"
        segno.make(address, error="m").save(drawn, kind="svg", border=2, scale=8, light="white")
        response = Response(drawn.getvalue(), mimetype="image/svg+xml")
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/healthz")
    def healthz() -> dict[str, object]:
        return {"ok": True, "version": __version__}

    @pages.after_app_request
    def protect(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return pages


def _page(folder: Path) -> Response:
    response = send_from_directory(folder, "index.html")
    response.headers["Cache-Control"] = "no-store"
    return response


def _asset(folder: Path, name: str) -> Response:
    response = send_from_directory(folder, name)
    response.headers["Cache-Control"] = f"public, max-age={FOREVER}, immutable"
    return response


def _require_code(code: str) -> None:
    if not _CODE.fullmatch(code):
        abort(404)
