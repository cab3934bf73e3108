"""What we and an LG television say to each other: one JSON object a WebSocket message.

Written from what open clients do (aiowebostv, Connect SDK), for LG publishes no
specification.
"""

import json
from typing import Annotated, Any

import msgspec

BROWSER = "com.webos.app.browser"
"""The television's own browser."""

LARGEST = 64 * 1024
"""Of a message, in bytes."""

HELLO, REGISTER, SCREEN, POWER = "hello", "register", "screen", "power"
OPEN, CLOSE = "open", "close"
"""What our requests are about. The id of each is this and a number of its own: a television answers
no id twice on a connection (reported in home-assistant/core#147557).
"""

Request = dict[str, Any]
"""A message of ours; its `id` still lacks its number."""

# What we ask for, and no more. LG's "signed" permissions are not among them: televisions of 2025
# refuse the signature that all open clients used (403 "blacklisted certificate"), and what we do
# needs none.
_MANIFEST = {
    "manifestVersion": 1,
    "appVersion": "1.0",
    "permissions": [
        "LAUNCH",
        "LAUNCH_WEBAPP",
        "CLOSE",
        "READ_APP_STATUS",
        "READ_RUNNING_APPS",
        "READ_POWER_STATE",
    ],
}

_Text = Annotated[str, msgspec.Meta(max_length=300)]


class Payload(
    msgspec.Struct,
    frozen=True,
    rename={
        "client_key": "client-key",
        "pairing_type": "pairingType",
        "uuid": "deviceUUID",
        "app_id": "appId",
        "session_id": "sessionId",
        "returned": "returnValue",
        "error_text": "errorText",
    },
):
    """All that we read of any answer. Absent is unknown."""

    client_key: _Text = ""
    pairing_type: _Text = ""
    uuid: _Text = ""
    app_id: _Text = ""
    session_id: _Text = ""
    state: _Text | None = None
    returned: bool = True
    error_text: _Text = ""


class SsapResponse(msgspec.Struct, frozen=True):
    """A message from the television."""

    type: _Text
    id: _Text = ""
    error: _Text = ""
    payload: Payload | str | None = None
    """A text in some refusals."""

    @property
    def about(self) -> str:
        """Which of our requests it answers: by its id, or else by its type. No set's hello has an
        id; what else has none can only be about the pairing, before which we ask nothing.
        """
        if self.id:
            return self.id.partition("_")[0]
        return HELLO if self.type == HELLO else REGISTER

    @property
    def said(self) -> Payload:
        """Its payload, also where there is none."""
        return self.payload if isinstance(self.payload, Payload) else Payload()

    @property
    def refusal(self) -> str:
        """In the television's words; "": it is none."""
        if self.type == "error":
            return self.error or "error"
        return "" if self.said.returned else self.said.error_text or "refused"


_DECODER = msgspec.json.Decoder(SsapResponse)


def read(text: str) -> SsapResponse | None:
    """The message in this text; None: it is none."""
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def as_text(request: Request, number: int) -> str:
    """How it is sent. `number`: no other of this connection has it."""
    return json.dumps(request | {"id": f"{request['id']}_{number}"})


def hello() -> Request:
    """Who are you? It is answered before any pairing; since firmware 33.20 only with a payload."""
    return _message("hello", HELLO, payload={})


def register(key: str) -> Request:
    """May we? With the key of an earlier yes, or "" to have the television ask."""
    payload: dict[str, Any] = {
        "forcePairing": False,
        "pairingType": "PROMPT",
        "manifest": _MANIFEST,
    }
    if key:
        payload["client-key"] = key
    return _message("register", REGISTER, payload=payload)


def tell_screen() -> Request:
    """Say which app is in the foreground, now and whenever it is another."""
    return _call("subscribe", SCREEN, "com.webos.applicationManager/getForegroundAppInfo", {})


def tell_power() -> Request:
    """Say whether you are on, now and whenever that changes."""
    return _call("subscribe", POWER, "com.webos.service.tvpower/power/getPowerState", {})


def open_page(url: str) -> Request:
    """Open this in your browser."""
    return _call("request", OPEN, "system.launcher/open", {"target": url})


def start_browser(url: str) -> Request:
    """The same, in the words that some televisions understand better."""
    return _call(
        "request", OPEN, "system.launcher/launch", {"id": BROWSER, "params": {"target": url}}
    )


def close_browser(session: str) -> Request:
    """End your browser; `session` as the answer to the opening named it, or ""."""
    which = {"id": BROWSER, "sessionId": session} if session else {"id": BROWSER}
    return _call("request", CLOSE, "system.launcher/close", which)


def _call(kind: str, about: str, uri: str, payload: dict[str, Any]) -> Request:
    return _message(kind, about, uri=f"ssap://{uri}", payload=payload)


def _message(kind: str, about: str, **fields: object) -> Request:
    return {"type": kind, "id": about, **fields}
