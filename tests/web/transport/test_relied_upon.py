"""The internals of its libraries that the transport uses, each by name.

pyproject.toml takes any release of a major version, so these tests say whether the installed one
still has what we use. The other tests of this folder say whether it still behaves the same.
"""

import inspect
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import engineio
import flask_socketio
import gevent
import gevent.hub
import gevent.pywsgi
import gevent.server
import gevent.socket
import pytest
import socketio
from flask import Flask
from gevent.pywsgi import Input, WSGIHandler, WSGIServer
from wsproto.connection import Connection
from wsproto.extensions import Extension

from undercast.web.transport.websocket import make_socketio

ROOT = Path(__file__).parent.parent.parent.parent

BELOW = {
    "flask-socketio": "6",
    "python-socketio": "6",
    "python-engineio": "5",
    "gevent": "28",
    "wsproto": "2",
}

MEMBERS: dict[type, tuple[str, ...]] = {
    engineio.Server: (
        "handle_request",
        "send",
        "send_packet",
        "disconnect",
        "generate_id",
        "reason",
    ),
    socketio.Server: (
        "_handle_eio_connect",
        "_handle_eio_message",
        "_handle_eio_disconnect",
        "handle_request",
        "_send_packet",
        "_send_eio_packet",
    ),
    socketio.Manager: (
        *("sid_from_eio_sid", "eio_sid_from_sid"),
        *("basic_enter_room", "basic_leave_room", "basic_disconnect"),
    ),
    WSGIHandler: (
        "handle",
        "handle_one_request",
        "handle_one_response",
        "read_requestline",
        "MessageClass",
        "get_environ",
        "handle_error",
        "log_error",
        "_handle_client_error",
        "_send_error_response_if_possible",
        "close_connection",
        "environ",
        "headers",
        "wsgi_input",
    ),
    WSGIServer: (
        "handle",
        "wrap_socket_and_handle",
        "close",
        "stop",
        "backlog",
        "max_accept",
        "update_environ",
    ),
    Input: ("_discard", "read", "readline", "send_100_continue_enabled"),
    gevent.hub.Waiter: ("get", "switch"),
    Connection: ("receive_data", "events"),
    Extension: ("enabled", "offer", "frame_inbound_header"),
}

PARAMETERS: dict[Callable[..., Any], list[str]] = {
    engineio.Server.handle_request: ["self", "environ", "start_response"],
    engineio.Server.send: ["self", "sid", "data"],
    engineio.Server.send_packet: ["self", "sid", "pkt"],
    engineio.Server.disconnect: ["self", "sid"],
    socketio.Server._handle_eio_connect: ["self", "eio_sid", "environ"],
    socketio.Server._handle_eio_message: ["self", "eio_sid", "data"],
    socketio.Server._handle_eio_disconnect: ["self", "eio_sid", "reason"],
    socketio.Manager.sid_from_eio_sid: ["self", "eio_sid", "namespace"],
    socketio.Manager.eio_sid_from_sid: ["self", "sid", "namespace"],
    socketio.Manager.basic_enter_room: ["self", "sid", "namespace", "room", "eio_sid"],
    socketio.Manager.basic_leave_room: ["self", "sid", "namespace", "room"],
    WSGIHandler.__init__: ["self", "sock", "address", "server", "rfile"],
    WSGIHandler.handle_error: ["self", "t", "v", "tb"],
    WSGIHandler._handle_client_error: ["self", "ex"],
    WSGIHandler._send_error_response_if_possible: ["self", "error_code"],
    WSGIServer.handle: ["self", "sock", "address"],
    WSGIServer.wrap_socket_and_handle: ["self", "client_socket", "address"],
    gevent.socket.cancel_wait: ["watcher", "error"],
    Connection.__init__: ["self", "connection_type", "extensions", "trailing_data"],
    Extension.frame_inbound_header: ["self", "proto", "opcode", "rsv", "payload_length"],
    socketio.packet.Packet.__init__: [
        *("self", "packet_type", "data", "namespace", "id", "binary", "encoded_packet"),
    ],
}

ATTRIBUTES = {
    WSGIHandler.__init__: ["self.socket", "self.rfile", "self.client_address", "self.server"],
    WSGIHandler.handle_one_response: ["self.wsgi_input._discard()", "self.run_application()"],
    WSGIHandler.handle_one_request: ["self._handle_client_error(ex)", "self.close_connection"],
    WSGIHandler.read_request: ["self.MessageClass(self.rfile, 0)", "self.headers.status"],
    WSGIHandler.get_environ: [
        *("self.wsgi_input = Input(", "env['REMOTE_ADDR']", "self._headers()"),
        *("self.headers.typeheader", "self.headers.getheader("),
    ],
    WSGIHandler._headers: ["in self.headers.headers"],
    gevent.server.StreamServer.init_socket: ["self.backlog", "self.wrap_socket_and_handle"],
    gevent.server.StreamServer.__init__: ["self.ssl_args", "self.wrap_socket"],
}


@pytest.mark.parametrize(("name", "below"), BELOW.items())
def test_the_installed_release_is_one_that_is_taken(name: str, below: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (required,) = (line for line in project["dependencies"] if line.startswith(f"{name}>="))
    least, _, bound = required.removeprefix(f"{name}>=").partition(",<")
    assert bound == below, "a release with another major version is for these tests to see first"
    assert numbers(least) <= numbers(version(name)) < numbers(bound)


def numbers(release: str) -> list[int]:
    return [int(part) for part in release.split(".")[:2]]


@pytest.mark.parametrize("kind", MEMBERS)
def test_members(kind: type) -> None:
    assert [name for name in MEMBERS[kind] if not hasattr(kind, name)] == []


@pytest.mark.parametrize("function", PARAMETERS, ids=lambda function: function.__qualname__)
def test_parameters(function: Callable[..., Any]) -> None:
    assert list(inspect.signature(function).parameters) == PARAMETERS[function]


@pytest.mark.parametrize("function", ATTRIBUTES, ids=lambda function: function.__qualname__)
def test_what_is_set_and_called_inside(function: Callable[..., Any]) -> None:
    source = inspect.getsource(function)
    assert [said for said in ATTRIBUTES[function] if said not in source] == []


def test_an_engine_can_take_the_place_of_the_stock_one() -> None:
    made = make_socketio(Flask("relied upon"))
    server = made.server
    assert isinstance(made, flask_socketio.SocketIO)
    assert isinstance(server, socketio.Server)
    assert isinstance(server.manager, socketio.Manager)
    assert set(server.eio.handlers) == {"connect", "message", "disconnect"}
    assert server.eio.handlers["message"] == server._handle_eio_message
    assert not server.async_handlers
    assert server.environ == {}
    server.on("tap", print)
    assert server.handlers["/"] == {"tap": print}
    assert engineio.Server.reason.TRANSPORT_CLOSE == "transport close"


def test_the_event_loop_has_what_sockets_and_the_scheduler_start() -> None:
    loop = gevent.get_hub().loop
    for watcher in (loop.check(ref=False), loop.timer(1.0)):
        assert callable(watcher.start)
        watcher.close()
    assert callable(loop.io)
    assert callable(loop.run_callback)
