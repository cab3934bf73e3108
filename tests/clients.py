"""A client for tests, written from docs/protocol.md: raw Socket.IO over one WebSocket.

It keeps every byte that it gets. Every wait is for a condition.
"""

import itertools
import json
import secrets
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any

import websocket

from wire_messages import whole

PATIENCE = 20.0

_commands = itertools.count()  # one for all clients: a person may come back with another one


def token() -> str:
    """A token as a browser makes one."""
    return secrets.token_urlsafe(24)


class Refused(Exception):
    """The server refused a command."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['detail']}")
        self.code = error["code"]
        self.error = error


class Client:
    """One connection. `view` is the latest view message, `frames` everything received, as text;
    `sent` the views as they came, `messages` with what was left out; `handshake` what came before.
    """

    def __init__(
        self,
        url: str,
        *,
        room: str | None = None,
        query: str = "",
        auth: object = None,
        **options: Any,
    ) -> None:
        """`room`: named in the address, as pages do it."""
        address = url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket" + query
        address += "" if room is None else f"&room={room}"
        self._socket = websocket.create_connection(address, timeout=PATIENCE, **options)
        self.frames: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.gone: dict[str, Any] | None = None
        self.you: str | None = None
        self.closed_with: int | None = None
        self._acks: dict[int, Any] = {}
        self._ids = itertools.count()
        assert self._receive().startswith("0")
        self._socket.send("40" if auth is None else f"40{json.dumps(auth)}")
        assert self._receive().startswith("40")
        self.handshake = tuple(self.frames)
        self.frames.clear()

    @property
    def view(self) -> dict[str, Any]:
        """The latest view message: audience, n, step, happened, view."""
        return self.messages[-1]

    @property
    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.view["view"]["game"]
        return game

    @property
    def lobby(self) -> dict[str, Any]:
        lobby: dict[str, Any] = self.view["view"]["lobby"]
        return lobby

    def send(self, name: str, payload: object) -> int:
        """Send an event that wants an ack; its number."""
        number = next(self._ids)
        self._socket.send(f"42{number}{json.dumps([name, payload])}")
        return number

    def answer(self, number: int) -> Any:
        """Wait for the ack with this number; its value, refusal or not."""
        self.wait(lambda: number in self._acks)
        return self._acks.pop(number)

    def ask(self, name: str, /, **fields: object) -> Any:
        """Send an event and wait for its ack. Raises Refused."""
        answer = self.answer(self.send(name, fields))
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def enter(self, name: str, /, **fields: object) -> Any:
        """An entrance (watch, create, join, enter …); waits for the first view, too."""
        self.messages.clear()
        answer = self.ask(name, protocol=2, **fields)
        self.you = answer.get("you")
        self.wait(lambda: bool(self.messages))
        return answer

    def do(self, name: str, /, **fields: object) -> Any:
        """A command of a person in the room, with a cmd_id of its own unless one is given."""
        fields.setdefault("cmd_id", f"c{next(_commands)}")
        return self.ask(name, **fields)

    def move(self, name: str, /, **fields: object) -> Any:
        """A game command on the board as it was seen last."""
        fields.setdefault("step", self.view["step"])
        return self.do(name, **fields)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Receive until the condition holds."""
        while not condition():
            self._take(self._receive())

    def wait_for_view(self, condition: Callable[[dict[str, Any]], bool]) -> None:
        """Receive until the latest view message fulfils the condition."""
        self.wait(lambda: bool(self.messages) and condition(self.view))

    def drain(self) -> None:
        """Receive until the connection breaks."""
        with suppress(OSError, websocket.WebSocketException):
            while True:
                self._take(self._receive())

    @property
    def answered(self) -> AbstractSet[int]:
        """Numbers of the acks that have arrived and were not asked for yet."""
        return self._acks.keys()

    def close(self) -> None:
        self._socket.close()

    def _receive(self) -> str:
        while True:
            kind, received = self._socket.recv_data()
            if kind == websocket.ABNF.OPCODE_CLOSE:
                self.closed_with = int.from_bytes(received[:2], "big")
                raise ConnectionError(f"the server closed the connection: {self.closed_with}")
            text: str = received.decode()
            if text == "2":
                with suppress(BrokenPipeError, ConnectionResetError):
                    self._socket.send("3")  # what a server said before it closed is still read
            else:
                self.frames.append(text)
                return text

    def _take(self, text: str) -> None:
        if text.startswith("43"):
            number, _, rest = text[2:].partition("[")
            self._acks[int(number)] = json.loads(f"[{rest}")[0]
        elif text.startswith("42"):
            name, payload = json.loads(text[2:])
            if name == "view":
                self.sent.append(payload)
                self.messages.append(whole(payload))
            elif name == "gone":
                self.gone = payload
