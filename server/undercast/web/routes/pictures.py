"""A room as pictures over HTTP: a stream for anything that shows an `<img>`, and a single one."""

import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from socket import MSG_PEEK, SHUT_RDWR, SO_SNDBUF, SOL_SOCKET
from typing import Any, NoReturn

import gevent
from flask import Blueprint, Response, abort, request
from gevent.event import Event
from gevent.ssl import SSLSocket

from undercast.base.refusals import Refusal, Refused
from undercast.web.protocol.cast_handlers import Caster
from undercast.web.protocol.picture_streams import REPEAT_SECONDS, PictureStreams, RoomStream
from undercast.web.routes.pages import require_code
from undercast.web.transport.client import SendBudget
from undercast.web.transport.websocket import HANDLER

BOUNDARY = "undercast"
KERNEL_BUFFER = 128 * 1024
"""Bytes; or the kernel would keep old pictures for a slow reader."""

_STATUS = {Refusal.ROOM_NOT_FOUND: 404, Refusal.TOO_MANY: 429}
_MAX_NONCES = 1_000


def make_pictures(
    pictures: PictureStreams,
    require_room: Callable[[str, str], None],
    budget: SendBudget,
    caster: Caster | None,
) -> Blueprint:
    """The routes. `require_room(address, code)` raises Refused."""
    served, nonces = Blueprint("pictures", __name__), CastNonces(caster)

    @served.get("/tv/<code>.mjpg")
    def streamed(code: str) -> Response:
        """Pictures, as long as somebody watches."""
        code = _room(code, require_room)
        kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
        if request.method == "HEAD":
            return _public(Response(content_type=kind))
        stack = ExitStack()
        try:
            stream = stack.enter_context(pictures.watch(code, request.remote_addr or ""))
        except Refused as refused:
            _refuse(refused)
        stack.enter_context(nonces.watching(code, request.args.get("nonce")))
        viewer = Viewer(request.environ.get(HANDLER), budget)
        stack.callback(viewer.close)
        response = Response(_parts(stream, viewer), content_type=kind)
        response.call_on_close(stack.close)
        return _public(response)

    @served.get("/tv/<code>.jpg")
    def still(code: str) -> Response:
        """The current picture."""
        code = _room(code, require_room)
        try:
            with pictures.watch(code, request.remote_addr or "") as stream:
                picture = stream.picture
        except Refused as refused:
            _refuse(refused)
        assert picture is not None
        response = Response(picture.jpeg, mimetype="image/jpeg")
        response.set_etag(hashlib.sha256(picture.jpeg).hexdigest()[:16])
        response.make_conditional(request)
        return _public(response)

    return served


def _room(code: str, require_room: Callable[[str, str], None]) -> str:
    require_code(code)
    try:
        require_room(request.remote_addr or "", code.upper())
    except Refused as refused:
        _refuse(refused)
    return code.upper()


def _refuse(refused: Refused) -> NoReturn:
    code = refused.code if isinstance(refused.code, Refusal) else Refusal.FAULT
    abort(_STATUS.get(code, 503), f"{code}")


def _public(response: Response) -> Response:
    """Never cached; any page may show it, as it is public."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _parts(stream: RoomStream, viewer: "Viewer") -> Iterator[bytes]:
    """Each picture twice, since some clients show a part when the next one begins; and the newest
    again when nothing is new. A slow client gets the newest once it has room.
    """
    number = 0
    yield f"--{BOUNDARY}\r\n".encode()
    while not viewer.gone.is_set():
        picture, changed = stream.picture, stream.changed
        assert picture is not None
        part = _part(picture.jpeg)
        for _ in range(1 if picture.number == number else 2):
            gevent.sleep(0)  # lets others play while two hundred viewers are sent it
            with viewer.sending(len(part)):
                yield part
        number = picture.number
        if picture.last:
            return
        gevent.wait((changed, viewer.gone), REPEAT_SECONDS, count=1)


def _part(jpeg: bytes) -> bytes:
    """With the boundary after it, so that clients know at once that it is whole."""
    head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + f"\r\n--{BOUNDARY}\r\n".encode()


class Viewer:
    """A connection that is sent pictures."""

    def __init__(self, handler: Any, budget: SendBudget) -> None:
        """`handler`: the listener's; None without one, in tests."""
        self._budget = budget
        self._socket: Any = None if handler is None else handler.socket
        self.gone = Event()
        """Set when the client is gone."""
        if self._socket is None:
            return
        handler.close_connection = True  # no request follows a stream
        self._socket.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BUFFER)
        if not isinstance(self._socket, SSLSocket):
            self._watch = gevent.get_hub().loop.io(self._socket.fileno(), 1)
            self._watch.start(self._readable)

    def _readable(self) -> None:
        """Notice at once that the client is gone; anything it sends is ignored."""
        self._watch.stop()
        try:
            gone = not self._socket.recv(1, MSG_PEEK)
        except OSError:
            gone = True
        if gone:
            self.gone.set()

    @contextmanager
    def sending(self, size: int) -> Iterator[None]:
        """While so many bytes are pending."""
        self._budget.set_pending(self, size)
        try:
            yield
        finally:
            self._budget.set_pending(self, 0)

    def drop(self) -> None:
        """Disconnect: it reads too slowly, and others need the memory. It may come back."""
        self.gone.set()
        with suppress(OSError):
            self._socket.shutdown(SHUT_RDWR)

    def close(self) -> None:
        """Stop watching the socket."""
        if self._socket is not None and not isinstance(self._socket, SSLSocket):
            self._watch.stop()
            self._watch.close()


class CastNonces:
    """Knows viewers that are televisions the server cast to by the nonce in their address.

    A player that opens the same address again is the same television.
    """

    def __init__(self, caster: Caster | None) -> None:
        self._caster = caster
        self._known: deque[tuple[str, str]] = deque(maxlen=_MAX_NONCES)

    @contextmanager
    def watching(self, code: str, nonce: str | None) -> Iterator[None]:
        """While somebody watches an address with this nonce."""
        if self._caster is None or nonce is None or not self._is_known(self._caster, code, nonce):
            yield
            return
        try:
            yield
        finally:
            self._caster.page_disconnected(code, nonce)

    def _is_known(self, caster: Caster, code: str, nonce: str) -> bool:
        if (code, nonce) in self._known:
            caster.page_reconnected(code, nonce)
            return True
        if caster.accept_page(code, nonce):
            self._known.append((code, nonce))
            return True
        return False
