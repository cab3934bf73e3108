"""Asks an address whether it is a Cast device, for networks that mDNS does not cross.

Only addresses that a person named are asked. Nothing in the answer is followed, and it has a limit
in size and time.
"""

import http.client
import socket
import ssl
from contextlib import closing
from typing import Annotated
from uuid import UUID

import msgspec

CAST_PORT = 8009
INFO_PORT = 8443
_INFO = "/setup/eureka_info?params=device_info,name"
_MAX_BYTES = 64 * 1024

_Text = Annotated[str, msgspec.Meta(max_length=300)]


class _Capabilities(msgspec.Struct):
    display_supported: bool = True


class _DeviceInfo(msgspec.Struct):
    name: _Text = ""
    model_name: _Text = ""
    ssdp_udn: _Text = ""
    capabilities: _Capabilities = msgspec.field(default_factory=_Capabilities)


class _Info(msgspec.Struct):
    name: _Text = ""
    device_info: _DeviceInfo = msgspec.field(default_factory=_DeviceInfo)


class ProbeResult(msgspec.Struct, frozen=True):
    """What a device reports; the uuid is "" if it reports none."""

    uuid: str
    name: str
    model: str
    has_screen: bool


def ask(address: str, timeout: float) -> ProbeResult | None:
    """The device at this IPv4 address; None: none answers within `timeout` seconds a step.

    If its information page is out of reach, an open Cast port is enough.
    """
    return _ask_information(address, timeout) or _ask_port(address, timeout)


def _ask_information(address: str, timeout: float) -> ProbeResult | None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # devices sign their certificates themselves
    connection = http.client.HTTPSConnection(address, INFO_PORT, timeout=timeout, context=context)
    with closing(connection):
        try:
            connection.request("GET", _INFO)
            response = connection.getresponse()
            body = response.read(_MAX_BYTES + 1)
        except (OSError, http.client.HTTPException):
            return None
    if response.status != http.client.OK or len(body) > _MAX_BYTES:
        return None
    return _read(body)


def _read(body: bytes) -> ProbeResult | None:
    try:
        info = msgspec.json.decode(body, type=_Info)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    device = info.device_info
    return ProbeResult(
        uuid=_uuid(device.ssdp_udn),
        name=device.name or info.name,
        model=device.model_name,
        has_screen=device.capabilities.display_supported,
    )


def _uuid(text: str) -> str:
    try:
        return str(UUID(text.removeprefix("uuid:")))
    except ValueError:
        return ""


def _ask_port(address: str, timeout: float) -> ProbeResult | None:
    try:
        with socket.create_connection((address, CAST_PORT), timeout):
            return ProbeResult(uuid="", name="", model="", has_screen=True)
    except OSError:
        return None
