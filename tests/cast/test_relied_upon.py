"""What the link to a Cast device relies on and pychromecast promises nobody, each by name.

Whoever moves its pin in pyproject.toml reads here what to look at.
"""

import inspect
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from pychromecast.controllers.heartbeat import HeartbeatController
from pychromecast.models import HostServiceInfo
from pychromecast.socket_client import SocketClient

PARAMETERS: dict[Callable[..., Any], list[str]] = {
    SocketClient.__init__: [
        *("self", "cast_type", "tries", "timeout", "retry_wait", "services", "zconf"),
    ],
    SocketClient.initialize_connection: ["self"],
    SocketClient.register_connection_listener: ["self", "listener"],
    SocketClient._run_once: ["self"],
    SocketClient._read_message: ["self"],
    SocketClient._route_message: ["self", "message", "data"],
    HeartbeatController.ping: ["self"],
    HeartbeatController.reset: ["self"],
    HeartbeatController.is_expired: ["self"],
}

ATTRIBUTES: dict[Callable[..., Any], list[str]] = {
    SocketClient.__init__: [
        *("self.socketpair", "self.selector", "self.remote_selector_key", "self.media_controller"),
        *("self.wakeup_selector_key", "self.heartbeat_controller", "self.stop"),
        *("self._force_recon", "self._request_id"),
    ],
    SocketClient.run: ["self.initialize_connection()", "self._run_once()"],
    SocketClient._run_once: [
        *("self.selector.select(", "self._read_message()", "self._route_message(message, data)"),
        "self._check_connection()",
    ],
    SocketClient._check_connection: ["self.heartbeat_controller.is_expired()"],
    HeartbeatController.receive_message: ["self.reset()"],
}


def test_one_release_is_taken() -> None:
    file = Path(__file__).parents[2] / "pyproject.toml"
    project = tomllib.loads(file.read_text(encoding="utf-8"))["project"]
    assert f"pychromecast=={version('pychromecast')}" in project["dependencies"]


@pytest.mark.parametrize("function", PARAMETERS, ids=lambda function: function.__qualname__)
def test_parameters(function: Callable[..., Any]) -> None:
    assert list(inspect.signature(function).parameters) == PARAMETERS[function]
    assert list(inspect.signature(HostServiceInfo).parameters) == ["host", "port"]


@pytest.mark.parametrize("function", ATTRIBUTES, ids=lambda function: function.__qualname__)
def test_what_is_set_and_called_inside(function: Callable[..., Any]) -> None:
    source = inspect.getsource(function)
    assert [part for part in ATTRIBUTES[function] if part not in source] == []
