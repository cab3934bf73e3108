"""What the server's own terminal asks of a running server, over HTTP with a signed pass."""

import json
import ssl
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from flask import Blueprint, request

from undercast.base.cast_status import CastReason
from undercast.base.refusals import Refusal, Refused
from undercast.service import Rooms
from undercast.web.protocol.cast_handlers import Caster
from undercast.web.signed_links import TerminalPass

PATH = "/terminal/cast"
BEARER = "Bearer "
MAX_BYTES = 2_000
PATIENCE = 10.0
"""Seconds for the server to answer its terminal."""


SEVERAL = "terminal/several_workers"
"""Why it is not cast: a room may be at a worker that casts nothing."""


class NotCast(Exception):
    """The server did not take it; the text says why and what to do."""


def make_terminal(
    caster: Caster | None, rooms: Rooms, passes: TerminalPass, *, several: bool
) -> Blueprint:
    """The route. Whoever knows the secret of the house can make a pass.

    `several`: other workers serve there, too.
    """
    terminal = Blueprint("terminal", __name__)

    @terminal.post(PATH)
    def cast() -> tuple[dict[str, str], int]:
        code = passes.opened(request.headers.get("Authorization", "").removeprefix(BEARER))
        if code is None:  # a stranger: whatever else it sends is not read
            return {"code": "wire/malformed"}, 403
        asked = _fields(request.get_data(cache=False) if _is_small() else b"")
        if asked is None or asked["room"] != code:
            return {"code": "wire/malformed"}, 403
        if several:
            return {"code": SEVERAL}, 409
        if caster is None:
            return {"code": CastReason.OFF}, 409
        try:
            rooms.require_room(asked["room"])
            caster.show_on(asked["room"], asked["device"])
        except Refused as refused:
            return {"code": refused.code}, 409
        return {"code": "ok"}, 200

    return terminal


def ask_to_cast(base: str, secret: str, room: str, device: str) -> None:
    """Ask the server at `base`, of the house with this secret, to show `room` on `device`.

    Raises NotCast.
    """
    asked = {"room": room, "device": device}
    # Only http and https come out of the address file, and this computer is asked: what keeps
    # others out is the pass, so the certificate may be one that only phones were told about.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    shown = {"Authorization": BEARER + TerminalPass(secret).make(room)}
    post = Request(base + PATH, json.dumps(asked).encode(), shown, method="POST")  # noqa: S310
    try:
        urlopen(post, timeout=PATIENCE, context=context).close()  # noqa: S310
    except HTTPError as refused:
        raise NotCast(_why(refused)) from None
    except (URLError, OSError) as fault:
        raise NotCast(f"no server answers at {base}: {fault}") from None


_SENTENCES = {
    Refusal.ROOM_NOT_FOUND: "there is no such room; `undercast rooms` lists them",
    CastReason.OFF: "the server does not look for TVs: start it without --no-cast, and with"
    " --public-url with --cast",
    SEVERAL: "of several workers, only the first one casts, and only rooms of its own: cast from"
    " the host's phone, or serve with --workers 1",
    CastReason.UNKNOWN_DEVICE: "no such TV; `undercast devices` lists them",
    CastReason.DEVICE_IN_USE: "another room is on that TV; stop it there first",
    CastReason.NO_NETWORK: "this computer is not on a network",
    CastReason.LOOPBACK_ONLY: "the server listens on this computer only; start it without --host",
}


def _why(refused: HTTPError) -> str:
    with refused:
        code = (_fields(refused.read(MAX_BYTES), ("code",)) or {"code": "?"})["code"]
    return next((text for reason, text in _SENTENCES.items() if reason == code), code)


def _is_small() -> bool:
    return (request.content_length or MAX_BYTES + 1) <= MAX_BYTES


def _fields(body: bytes, names: tuple[str, ...] = ("room", "device")) -> dict[str, str] | None:
    """The strings of a JSON object, if it has all of them."""
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict) or not all(isinstance(fields.get(n), str) for n in names):
        return None
    return {name: fields[name] for name in names}
