"""Manifest and icons, for a phone page on the home screen."""

from pathlib import Path

from flask import Blueprint, Response, send_from_directory

DAY = 24 * 3600
"""Seconds; short, as their names stay when they change."""


def make_icons(controller: Path) -> Blueprint:
    """The routes. `controller`: the folder of the built phone page; screens use its icon."""
    icons = Blueprint("icons", __name__)

    @icons.get("/manifest.webmanifest")
    def manifest() -> Response:
        return _cached(controller, "manifest.webmanifest", "application/manifest+json")

    @icons.get("/icons/<name>")
    def icon(name: str) -> Response:
        return _cached(controller / "icons", name)

    return icons


def _cached(folder: Path, name: str, mimetype: str | None = None) -> Response:
    response = send_from_directory(folder, name, mimetype=mimetype)
    response.headers["Cache-Control"] = f"public, max-age={DAY}"
    return response
