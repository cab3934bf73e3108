"""The sockets that have joined, by their Socket.IO session."""

from typing import Any

import socketio

from undercast.web.transport.client import Client


class ClientManager(socketio.Manager):  # type: ignore[misc]  # it has no types
    """Replaces python-socketio's manager, which keeps a room for each socket and searches all of
    them whenever one leaves. Here are no rooms: `broadcast` sends to each socket.
    """

    def __init__(self) -> None:
        super().__init__()
        self.clients: dict[str, Client] = {}

    def basic_enter_room(self, sid: str, namespace: str, room: Any, eio_sid: Any = None) -> None:
        """A socket joins. Raises bidict.ValueDuplicationError if it has joined already."""
        if room is None:
            super().basic_enter_room(sid, namespace, room, eio_sid)
            self.clients[sid] = self.server.eio.sockets[eio_sid]

    def basic_leave_room(self, sid: str, namespace: str, room: Any) -> None:
        """A socket leaves."""
        super().basic_leave_room(sid, namespace, room)
        self.clients.pop(sid, None)
