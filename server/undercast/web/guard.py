"""Who may talk to this server at all: checked for every request before anything else sees it."""

from collections.abc import Callable, Iterable
from typing import Any

from undercast.web.addresses import Addresses

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]


class Guard:
    """A WSGI middleware that refuses foreign names and foreign pages.

    Every request must call us by a name or an address of ours. A browser says which page opens a
    socket (Origin): it must be ours. Programs that are no browsers send no Origin and are let in;
    they cannot be somebody's browser in disguise.
    """

    def __init__(self, app: Application, addresses: Addresses) -> None:
        self._app = app
        self._addresses = addresses

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Answer a refusal, or hand the request on."""
        host = environ.get("HTTP_HOST", "")
        origin = environ.get("HTTP_ORIGIN")
        if not self._addresses.is_ours(host):
            return _refuse(start_response, "This server is not known by that name.")
        if origin is not None and not self._addresses.is_our_page(origin, host):
            return _refuse(start_response, "This page is not one of this server's.")
        return self._app(environ, start_response)


def _refuse(start_response: Any, why: str) -> Iterable[bytes]:
    body = f"{why}\n".encode()
    headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))]
    start_response("403 Forbidden", headers)
    return [body]
