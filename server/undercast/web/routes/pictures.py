"""A room as pictures over HTTP: a stream, for whatever shows an `<img>`, and a single one."""

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
"""Bytes; else the kernel itself keeps old pictures for a slow reader."""

_STATUS = {Refusal.ROOM_NOT_FOUND: 404, Refusal.TOO_MANY: 429}
_MOST_NONCES = 1_000


def make_pictures(
    pictures: PictureStreams,
    require_room: Callable[[str, str], None],
    budget: SendBudget,
    caster: Caster | None,
) -> Blueprint:
    """The routes. `require_room` raises Refused where this address may not ask for that room."""
    served, nonces = Blueprint("pictures", __name__), CastNonces(caster)

    @served.get("/tv/<code>.mjpg")
    def streamed(code: str) -> Response:
        """Pictures one after the other, as long as somebody looks."""
        code = _room(code, require_room)
        kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
        if request.method == "HEAD":
            return _told(Response(content_type=kind))
        looking = ExitStack()
        try:
            stream = looking.enter_context(pictures.watch(code, request.remote_addr or ""))
        except Refused as refused:
            _refuse(refused)
        looking.enter_context(nonces.watching(code, request.args.get("nonce")))
        viewer = Viewer(request.environ.get(HANDLER), budget)
        looking.callback(viewer.close)
        response = Response(_parts(stream, viewer), content_type=kind)
        response.call_on_close(looking.close)
        return _told(response)

    @served.get("/tv/<code>.jpg")
    def still(code: str) -> Response:
        """How the room looks now."""
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
        return _told(response)

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


def _told(response: Response) -> Response:
    """Never kept, and to be shown on any page: what stands there is for everybody's eyes."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _parts(stream: RoomStream, viewer: "Viewer") -> Iterator[bytes]:
    """Each picture twice, since some show a part when the next one begins; and the newest again
    when nothing is new. Who is slow is given the newest when there is room for it.
    """
    number = 0
    yield f"--{BOUNDARY}\r\n".encode()
    while not viewer.over.is_set():
        picture, changed = stream.picture, stream.changed
        assert picture is not None
        part = _part(picture.jpeg)
        for _ in range(1 if picture.number == number else 2):
            gevent.sleep(0)  # of all who look; else nobody plays while two hundred are sent it
            with viewer.taking(len(part)):
                yield part
        number = picture.number
        if picture.last:
            return
        gevent.wait((changed, viewer.over), REPEAT_SECONDS, count=1)


def _part(jpeg: bytes) -> bytes:
    """With the line that ends it: so it is known to be whole at once."""
    head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + f"\r\n--{BOUNDARY}\r\n".encode()


class Viewer:
    """The connection of somebody who looks."""

    def __init__(self, handler: Any, budget: SendBudget) -> None:
        """`handler`: the listener's; None without one, in tests."""
        self._budget = budget
        self._socket: Any = None if handler is None else handler.socket
        self.over = Event()
        """Nobody is there any more."""
        if self._socket is None:
            return
        handler.close_connection = True  # after a stream nobody asks for anything else
        self._socket.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BUFFER)
        if not isinstance(self._socket, SSLSocket):
            self._watch = gevent.get_hub().loop.io(self._socket.fileno(), 1)
            self._watch.start(self._readable)

    def _readable(self) -> None:
        """A client that goes is heard of at once; what else it says, nobody reads."""
        self._watch.stop()
        try:
            gone = not self._socket.recv(1, MSG_PEEK)
        except OSError:
            gone = True
        if gone:
            self.over.set()

    @contextmanager
    def taking(self, size: int) -> Iterator[None]:
        """While so many bytes wait for it."""
        self._budget.set_pending(self, size)
        try:
            yield
        finally:
            self._budget.set_pending(self, 0)

    def drop(self) -> None:
        """It is too slow, and others need the memory: it may come back."""
        self.over.set()
        with suppress(OSError):
            self._socket.shutdown(SHUT_RDWR)

    def close(self) -> None:
        """Nothing is sent any more."""
        if self._socket is not None and not isinstance(self._socket, SSLSocket):
            self._watch.stop()
            self._watch.close()


class CastNonces:
    """Knows viewers that are televisions the server cast to by the nonce in their address.

    A player that opens the same address again is the same television.
    """

    def __init__(self, caster: Caster | None) -> None:
        self._caster = caster
        self._known: deque[tuple[str, str]] = deque(maxlen=_MOST_NONCES)

    @contextmanager
    def watching(self, code: str, nonce: str | None) -> Iterator[None]:
        """While somebody looks at an address with this nonce."""
        if self._caster is None or nonce is None or not self._is_known(self._caster, code, nonce):
            yield
            return
        try:
            yield
        finally:
            self._caster.page_went(code, nonce)

    def _is_known(self, caster: Caster, code: str, nonce: str) -> bool:
        if (code, nonce) in self._known:
            caster.page_is_back(code, nonce)
            return True
        if caster.page_came(code, nonce):
            self._known.append((code, nonce))
            return True
        return False
