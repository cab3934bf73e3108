"""A local endpoint that speaks the OpenAI chat protocol, or anything else that one can think of."""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

Behaviour = Callable[[socket.socket, dict[str, Any]], None]
"""What it does with a connection, and the body of the request that came."""


class Endpoint:
    """Serves each connection in a thread of its own."""

    def __init__(self, behaviour: Behaviour, context: ssl.SSLContext | None = None) -> None:
        self.behaviour = behaviour
        self.requests: list[bytes] = []
        """Whole requests, with their headers."""
        self._context = context
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.url = f"{'https' if context else 'http'}://127.0.0.1:{self.port}/v1"
        self.closing = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(request.partition(b"\r\n\r\n")[2]) for request in self.requests]

    def close(self) -> None:
        self.closing.set()
        self._listening.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            if self._context is not None:
                connection = self._context.wrap_socket(connection, server_side=True)
            with connection:
                request = received(connection)
                self.requests.append(request)
                self.behaviour(connection, json.loads(request.partition(b"\r\n\r\n")[2] or b"{}"))


@contextmanager
def endpoint(behaviour: Behaviour, context: ssl.SSLContext | None = None) -> Iterator[Endpoint]:
    fake = Endpoint(behaviour, context)
    try:
        yield fake
    finally:
        fake.close()


def received(connection: socket.socket) -> bytes:
    """A whole request."""
    data = b""
    while True:
        head, end, body = data.partition(b"\r\n\r\n")
        if end:
            lengths = [
                int(line.split(b":")[1])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length:")
            ]
            if len(body) >= sum(lengths):
                return data
        more = connection.recv(65536)
        if not more or not (data + more).startswith(b"POST "[: len(data + more)]):
            return data
        data += more


def reply(body: bytes, status: str = "200 OK", kind: str = "application/json") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def chat(text: str | None) -> bytes:
    """The body of an answer in which the model says this."""
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return json.dumps({"id": "1", "object": "chat.completion", "choices": [choice]}).encode()


def says(text: str | Callable[[dict[str, Any]], str]) -> Behaviour:
    """A model that always says this, or what it makes of the table that it is told of."""

    def answer(connection: socket.socket, body: dict[str, Any]) -> None:
        told = text if isinstance(text, str) else text(json.loads(body["messages"][1]["content"]))
        connection.sendall(reply(chat(told)))

    return answer


def sends(data: bytes) -> Behaviour:
    """Sends these bytes, whatever it is asked."""

    def answer(connection: socket.socket, body: dict[str, Any]) -> None:
        connection.sendall(data)

    return answer


def clever(table: dict[str, Any]) -> str:
    """What a model says that keeps to the rules."""
    if "YOURS" in table:
        said = {"clue": "quokka", "number": 2, "cards": table["YOURS"][:2]}
    else:
        said = {"cards": [{"card": card, "sure": 80} for card in table["HIDDEN"][-2:]]}
    return f"Let me think.\n```json\n{json.dumps(said)}\n```\nGood luck!"
