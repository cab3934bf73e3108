"""Which worker of this computer a request belongs to, by the room in its address."""

import re
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from urllib.parse import parse_qs

FIRST = 0
"""The worker that casts and answers the terminal."""

SOCKET = "/socket.io/"
_TERMINAL = "/terminal/"
_PICTURES = re.compile(r"/tv/(?P<code>[^/]*)\.m?jpg")
_CODE = re.compile("[A-Za-z]{4}")


def worker_of(code: str, living: AbstractSet[int]) -> int:
    """Which of the living workers, of which there is at least one, a room belongs to.

    Rendezvous hashing (Thaler and Ravishankar 1998): the worker with the highest weight for a room
    gets it. So all get about as many, and when one goes, only its rooms move.
    """
    return max(living, key=lambda worker: _weight(code, worker))


def worker_for(target: str, living: AbstractSet[int]) -> int | None:
    """The worker that a request with this target (path and query) belongs to; None for any.

    Only the form of the room's code is checked; the worker finds out whether there is such a room.
    """
    path, _, query = target.partition("?")
    if path.startswith(_TERMINAL):
        return FIRST if FIRST in living else None
    code = _code(path, query)
    return worker_of(code, living) if code is not None and living else None


def _code(path: str, query: str) -> str | None:
    if path == SOCKET:
        codes = parse_qs(query).get("room", ["", ""])
        code = codes[0] if len(codes) == 1 else ""
    else:
        pictures = _PICTURES.fullmatch(path)
        code = pictures["code"] if pictures else ""
    return code.upper() if _CODE.fullmatch(code) else None


def _weight(code: str, worker: int) -> tuple[bytes, int]:
    return blake2b(f"{code} {worker}".encode(), digest_size=8).digest(), worker
