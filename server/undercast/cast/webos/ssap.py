"""The messages of LG's protocol SSAP: one JSON object a WebSocket message.

LG publishes no specification; this follows open clients (aiowebostv, Connect SDK).
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
"""The topics of our requests. A request's id is its topic and a unique number: a television answers
no id twice on a connection (home-assistant/core#147557).
"""

Request = dict[str, Any]
"""A message of ours, its `id` without the number."""

# Only what we need, and nothing of LG's "signed" permissions: televisions of 2025 refuse the
# signature that all open clients used (403 "blacklisted certificate").
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
    """The fields of all answers that we read. Absent is unknown."""

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
    def topic(self) -> str:
        """The topic of the request that it answers. No television's hello has an id; anything else
        without one is about the pairing, before which we request nothing.
        """
        if self.id:
            return self.id.partition("_")[0]
        return HELLO if self.type == HELLO else REGISTER

    @property
    def fields(self) -> Payload:
        """The payload, or an empty one."""
        return self.payload if isinstance(self.payload, Payload) else Payload()

    @property
    def refusal(self) -> str:
        """In the television's words; "": no refusal."""
        if self.type == "error":
            return self.error or "error"
        return "" if self.fields.returned else self.fields.error_text or "refused"


_DECODER = msgspec.json.Decoder(SsapResponse)


def read(text: str) -> SsapResponse | None:
    """The message in this text; None: invalid."""
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def encode(request: Request, number: int) -> str:
    """The request as text. `number`: unique on its connection."""
    return json.dumps(request | {"id": f"{request['id']}_{number}"})


def hello() -> Request:
    """Ask who it is. Needs no pairing, but since firmware 33.20 a payload."""
    return _message("hello", HELLO, payload={})


def register(key: str) -> Request:
    """Ask to be paired: with the key of an earlier yes, or "" to have the television ask."""
    payload: dict[str, Any] = {
        "forcePairing": False,
        "pairingType": "PROMPT",
        "manifest": _MANIFEST,
    }
    if key:
        payload["client-key"] = key
    return _message("register", REGISTER, payload=payload)


def subscribe_screen() -> Request:
    """Subscribe to the app in the foreground."""
    return _call("subscribe", SCREEN, "com.webos.applicationManager/getForegroundAppInfo", {})


def subscribe_power() -> Request:
    """Subscribe to the power state."""
    return _call("subscribe", POWER, "com.webos.service.tvpower/power/getPowerState", {})


def open_page(url: str) -> Request:
    """Open this address in the browser."""
    return _call("request", OPEN, "system.launcher/open", {"target": url})


def start_browser(url: str) -> Request:
    """The same in another way, which works better on some televisions."""
    return _call(
        "request", OPEN, "system.launcher/launch", {"id": BROWSER, "params": {"target": url}}
    )


def close_browser(session: str) -> Request:
    """Close the browser; `session` from the answer to its opening, or ""."""
    which = {"id": BROWSER, "sessionId": session} if session else {"id": BROWSER}
    return _call("request", CLOSE, "system.launcher/close", which)


def _call(kind: str, topic: str, uri: str, payload: dict[str, Any]) -> Request:
    return _message(kind, topic, uri=f"ssap://{uri}", payload=payload)


def _message(kind: str, topic: str, **fields: object) -> Request:
    return {"type": kind, "id": topic, **fields}
