"""Undercast's WebSocket layer alone: a tap in, one snapshot out to everybody."""

# ruff: noqa: INP001, T201

from typing import Any

from flask import Flask
from snapshot import snapshot

from undercast.web.limits.limit_values import SocketLimits
from undercast.web.transport.listener import make_server
from undercast.web.transport.packets import event_frame
from undercast.web.transport.websocket import broadcast, make_socketio

app = Flask(__name__)
socketio = make_socketio(app, SocketLimits(max_sockets_per_address=0))
rooms: dict[str, str] = {}
sids: dict[str, set[str]] = {}


def enter(sid: str, data: Any) -> Any:
    """Come into a room."""
    rooms[sid] = data["room"]
    sids.setdefault(data["room"], set()).add(sid)
    return {"ok": True}


def tap(sid: str, data: Any) -> Any:
    """Tell everybody in the room."""
    broadcast(socketio, sids[rooms[sid]], event_frame("view", snapshot(data["step"])))
    return {"ok": True}


def gone(sid: str, _: str) -> None:
    """Leave."""
    if sid in rooms:
        sids[rooms.pop(sid)].discard(sid)


socketio.server.on("disconnect", gone)
socketio.server.on("enter", enter)
socketio.server.on("tap", tap)
server = make_server(app, socketio, "127.0.0.1", 0)
server.start()
print(server.address[1], flush=True)
server.serve_forever()
