"""What a Default Media Receiver fetches: a picture, or a stream of pictures, over a real GET."""

import contextlib
import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from email.message import Message
from urllib.parse import urlsplit

from patience import PATIENCE


class Stream:
    """Fetches `url` in a thread of its own until it is closed.

    Like Chromium it shows a picture of a stream when the boundary behind it arrives, not before.
    `shown` gets each picture, `ended` whether there was any; both are called in the thread.
    """

    def __init__(
        self, url: str, shown: Callable[[bytes], None], ended: Callable[[bool], None]
    ) -> None:
        self._url = url
        self._shown = shown
        self._ended = ended
        self._closed = False
        self._socket: socket.socket | None = None
        self.thread = threading.Thread(target=self._run, name="picture stream", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Fetch no further; `ended` is not called any more."""
        self._closed = True
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        some = False
        with contextlib.suppress(OSError, http.client.HTTPException):
            for picture in self._pictures():
                if self._closed:
                    break
                some = True
                self._shown(picture)
        if not self._closed:
            self._ended(some)

    def _pictures(self) -> Iterator[bytes]:
        parts = urlsplit(self._url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
        try:
            connection.connect()
            self._socket = connection.sock
            connection.sock.settimeout(None)
            connection.request("GET", f"{parts.path}?{parts.query}", headers=_LIKE_A_TELEVISION)
            answer = connection.getresponse()
            kind = Message()
            kind["content-type"] = answer.getheader("Content-Type", "")
            if answer.status != 200:
                return
            if kind.get_content_maintype() == "image":
                yield answer.read()
            elif kind.get_content_type() == "multipart/x-mixed-replace":
                yield from _parts(answer, kind.get_param("boundary"))
        finally:
            connection.close()


_LIKE_A_TELEVISION = {
    "User-Agent": "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000 DeviceType/Chromecast",
    "Accept": "image/webp,image/apng,image/*,*/*;q=0.8",
}


def _parts(answer: http.client.HTTPResponse, boundary: object) -> Iterator[bytes]:
    """The bodies of a multipart that may never end."""
    mark = f"--{boundary}".encode()
    read = b""
    while more := answer.read1(65536):
        read += more
        while (at := read.find(mark, len(mark))) >= 0:
            _headers, _, body = read[:at].partition(b"\r\n\r\n")
            read = read[at:]
            if body:
                yield body.removesuffix(b"\r\n")
