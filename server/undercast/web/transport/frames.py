"""The WebSocket frames that we send, and those that clients nearly always send. wsproto parses any
others.
"""

import struct

_TEXT = 0x1
_FIN = 0x80
_MASKED = 0x80


def frame(opcode: int, payload: bytes) -> bytes:
    """A whole WebSocket frame from server to client, so not masked."""
    size = len(payload)
    if size < 126:
        return struct.pack("!BB", _FIN | opcode, size) + payload
    if size < 1 << 16:
        return struct.pack("!BBH", _FIN | opcode, 126, size) + payload
    return struct.pack("!BBQ", _FIN | opcode, 127, size) + payload


def text_frame(text: str | bytes) -> bytes:
    """`text` (UTF-8 if bytes) as a frame: build once, send to many."""
    return frame(_TEXT, text.encode() if isinstance(text, str) else text)


def whole_text(data: bytes, start: int, most: int) -> tuple[str, int] | None:
    """The message of the text frame at `start`, and where the frame ends.

    None for anything else: an incomplete, fragmented, malformed or other frame, or more than `most`
    bytes.
    """
    if len(data) < start + 6 or data[start] != _FIN | _TEXT:
        return None
    size, mask = data[start + 1] - _MASKED, start + 2
    if size == 126:
        size, mask = int.from_bytes(data[mask : mask + 2], "big"), mask + 2
        if size < 126:
            return None
    payload = mask + 4
    end = payload + size
    if not 0 <= size <= most or size == 127 or end > len(data):
        return None
    key = (data[mask:payload] * (size // 4 + 1))[:size]
    bits = int.from_bytes(data[payload:end], "big") ^ int.from_bytes(key, "big")
    try:
        return bits.to_bytes(size, "big").decode(), end
    except UnicodeDecodeError:
        return None
