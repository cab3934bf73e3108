"""A viewer of a room's pictures, for tests: reads the stream as docs/protocol.md describes it."""

import io
import socket
from typing import Any, Self
from urllib.parse import urlsplit

from PIL import Image

from patience import PATIENCE


class Stream:
    """One connection. `head` is the answer's head; `jpegs` all parts so far."""

    def __init__(self, url: str, path: str) -> None:
        address = urlsplit(url)
        assert address.hostname is not None
        self._socket = socket.create_connection((address.hostname, address.port or 80), PATIENCE)
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
        self._file = self._socket.makefile("rb")
        self.head = self._until(b"\r\n\r\n")
        self.jpegs: list[bytes] = []
        self.ended = False
        self._body = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def part(self) -> bytes:
        """The next part: a JPEG. Raises EOFError at the end."""
        head = self._take_until(b"\r\n\r\n")
        boundary, *lines = head.lstrip(b"\r\n").split(b"\r\n")
        assert boundary == b"--undercast", head
        fields = dict(line.split(b": ") for line in lines)
        assert fields.keys() == {b"Content-Type", b"Content-Length"}
        assert fields[b"Content-Type"] == b"image/jpeg"
        length = int(fields[b"Content-Length"])
        while len(self._body) < length:
            self._more()
        jpeg, self._body = self._body[:length], self._body[length:]
        self.jpegs.append(jpeg)
        return jpeg

    def another(self) -> bytes:
        """The next part that differs from the one before."""
        before = self.jpegs[-1] if self.jpegs else b""
        while (jpeg := self.part()) == before:
            pass
        return jpeg

    def to_the_end(self) -> bytes:
        """The last part of a stream that ends."""
        try:
            while True:
                self.part()
        except EOFError:
            return self.jpegs[-1]

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def _until(self, end: bytes) -> bytes:
        got = b""
        while not got.endswith(end):
            line = self._file.readline()
            if not line:
                raise EOFError(got)
            got += line
        return got

    def _take_until(self, end: bytes) -> bytes:
        while end not in self._body:
            self._more()
        head, _, self._body = self._body.partition(end)
        return head

    def _more(self) -> None:
        """One more chunk of the body (RFC 9112, section 7.1)."""
        size = int(self._file.readline() or b"0", 16)
        if size == 0:
            raise EOFError
        self._body += self._file.read(size)
        self._file.readline()


def pixel(jpeg: bytes, x: int, y: int) -> tuple[int, int, int]:
    """A colour of the picture."""
    with Image.open(io.BytesIO(jpeg)) as image:
        found: Any = image.convert("RGB").getpixel((x, y))
    return (found[0], found[1], found[2])


def card(jpeg: bytes, position: int) -> str:
    """What a card of five by five is, by its colour: "red", "blue", "grey", "black" or "paper"."""
    left, top = 64 + position % 5 * 232, 192 + position // 5 * 88
    red, green, blue = pixel(jpeg, left + 190, top + 70)
    if min(red, green, blue) > 180:
        return "paper"
    if max(red, green, blue) - min(red, green, blue) < 30:
        return "grey" if red > 60 else "black"
    return "red" if red > blue else "blue"
