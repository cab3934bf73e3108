"""The sockets that have joined, by their Socket.IO session."""

from typing import Any

import socketio

from undercast.web.transport.client import Client


class ClientManager(socketio.Manager):  # type: ignore[misc]  # it has no types
    """In the place of python-socketio's manager, which keeps a room of its own for each socket and
    looks through all of them whenever one leaves. There are no rooms here: what is for some goes to
    each of them (`broadcast`).
    """

    def __init__(self) -> None:
        super().__init__()
        self.clients: dict[str, Client] = {}

    def basic_enter_room(self, sid: str, namespace: str, room: Any, eio_sid: Any = None) -> None:
        """It has joined. Raises bidict.ValueDuplicationError if it had joined before."""
        if room is None:
            super().basic_enter_room(sid, namespace, room, eio_sid)
            self.clients[sid] = self.server.eio.sockets[eio_sid]

    def basic_leave_room(self, sid: str, namespace: str, room: Any) -> None:
        """It has left."""
        super().basic_leave_room(sid, namespace, room)
        self.clients.pop(sid, None)
