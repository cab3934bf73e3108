"""`undercast devices`: lists all devices found, and why some are not offered."""

import queue
import time
from collections.abc import Callable, Iterable

from undercast.base.cast_status import CastReason
from undercast.cast.discovery import CastDiscovery
from undercast.cast.messages import Devices
from undercast.cast.timings import Timings

_WHY_NOT = {
    CastReason.GROUP: "a group of speakers: choose the screen itself",
    CastReason.AUDIO_ONLY: "it has no screen",
    CastReason.NO_ANSWER: "nothing answers there: is it on, and on this network?",
    CastReason.BAD_ADDRESS: "not an address that a TV on this network can have",
}
_NO_NETWORK = "This computer is not on a network, so it can't find any TV."
_NOTHING = (
    "No TV was found. Is one on, and on the same network as this computer?",
    "Across VLANs or from a container, give its address: --device 192.168.1.50",
    "A TV's browser can show the game, too: open /tv there.",
)


def describe(devices: Devices) -> list[str]:
    """The devices as lines of text, the offered ones first."""
    lines = [_NO_NETWORK] if devices.network is CastReason.NO_NETWORK else []
    width = max((len(device.name) for device in devices.devices), default=0)
    for device in devices.devices:
        about = ", ".join(part for part in (device.model, device.address) if part)
        line = f"{device.name:<{width}}  {about}"
        if device.refused is not None:
            line += f"  not offered: {_WHY_NOT.get(device.refused, device.refused)}"
        lines.append(line.rstrip())
    if all(device.refused is not None for device in devices.devices):
        lines += _NOTHING
    return lines


def run_devices(
    timeout: float,
    known_hosts: Iterable[str] = (),
    *,
    interfaces: Iterable[str] = (),
    show: Callable[[str], None],
) -> bool:
    """Search for `timeout` seconds, then `show` the lines; whether any device can be cast to.

    For a process without gevent's patches.
    """
    updates: queue.SimpleQueue[Devices] = queue.SimpleQueue()
    timings = Timings(probe_timeout=min(3.0, timeout))
    discovery = CastDiscovery(updates.put, timings, interfaces=interfaces, known_hosts=known_hosts)
    devices = Devices(())
    end = time.monotonic() + timeout
    discovery.start()
    try:
        while (left := end - time.monotonic()) > 0:
            try:
                devices = updates.get(timeout=left)
            except queue.Empty:
                break
    finally:
        discovery.stop()
    for line in describe(devices):
        show(line)
    return any(device.refused is None for device in devices.devices)
