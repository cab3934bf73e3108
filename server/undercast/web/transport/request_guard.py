"""Checks Host and Origin of every request before anything else sees it."""

from collections.abc import Callable, Iterable
from typing import Any

from undercast.web.transport.addresses import Addresses

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]


class RequestGuard:
    """A WSGI middleware that refuses foreign names and foreign pages.

    The Host of a request must be a name or an address of ours. A browser says in Origin which page
    opens a socket; it must be one of ours. Other programs send no Origin and are let in: no page
    can make a browser leave it out. With `tls`, a plain http request came to the televisions' port
    and gets only what televisions need.
    """

    def __init__(self, app: Application, addresses: Addresses, *, tls: bool = False) -> None:
        self._app = app
        self._addresses = addresses
        self._tls = tls

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Refuse the request, or pass it on."""
        host = environ.get("HTTP_HOST", "")
        origin = environ.get("HTTP_ORIGIN")
        if not self._addresses.is_ours(host):
            return _refuse(start_response, "This server is not known by that name.")
        if origin is not None and not self._addresses.is_our_page(origin, host):
            return _refuse(start_response, "This page is not one of this server's.")
        plain = self._tls and environ["wsgi.url_scheme"] == "http"
        if plain and not _is_for_screens(environ["PATH_INFO"]):
            return _refuse(start_response, f"Phones use {self._addresses.base()}")
        return self._app(environ, start_response)


def _is_for_screens(path: str) -> bool:
    return path in ("/tv", "/games") or path.startswith(
        ("/tv/", "/qr/", "/photos/", "/icons/", "/assets/receiver/", "/socket.io/")
    )


def _refuse(start_response: Any, why: str) -> Iterable[bytes]:
    body = f"{why}\n".encode()
    headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))]
    start_response("403 Forbidden", headers)
    return [body]
