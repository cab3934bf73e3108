"""Flask-SocketIO as its documentation says: gevent, everything else by default.

With NODELAY in the environment it also sets TCP_NODELAY, to tell that apart from the rest.
"""

# ruff: noqa: E402, INP001, T201

from gevent import monkey

monkey.patch_all()

import os
import socket
from typing import Any

from flask import Flask, request
from flask_socketio import SocketIO, emit, join_room
from gevent.pywsgi import WSGIHandler
from snapshot import snapshot

app = Flask(__name__)
socketio = SocketIO(app, async_mode="gevent")


rooms: dict[str, str] = {}


@socketio.on("enter")
def enter(data: Any) -> Any:
    """Come into a room."""
    rooms[request.sid] = data["room"]  # type: ignore[attr-defined]
    join_room(data["room"])
    return {"ok": True}


@socketio.on("tap")
def tap(data: Any) -> Any:
    """Tell everybody in the room."""
    emit("view", snapshot(data["step"]), to=rooms[request.sid])  # type: ignore[attr-defined]
    return {"ok": True}


class NoDelay(WSGIHandler):
    """Sets the option that pywsgi doesn't."""

    def handle(self) -> None:
        """Serve a connection."""
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().handle()


with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
print(port, flush=True)
handler = NoDelay if os.environ.get("NODELAY") else WSGIHandler
socketio.run(app, "127.0.0.1", port, handler_class=handler)
