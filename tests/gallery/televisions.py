"""The televisions of a house, as a phone is told of them, and what is with the room's own."""

import json
from collections.abc import Mapping

import msgspec

from undercast.base.cast_status import (
    CastPhase,
    CastReason,
    ComingScreen,
    Kind,
    Receiver,
    Remedy,
    Screen,
    Visibility,
)
from undercast.web.protocol.responses import ScreenReport, Television, TelevisionList

LONG_NAME = "Großvaters Wohnzimmerfernseher im Dachgeschoss (HDMI 2)"

ATTIC = Television("attic", "Attic", "Chromecast", "192.168.1.40", None)
DEN = Television("den", "Den", "OLED55C11LB", "192.168.1.41", None, Kind.WEBOS)
SPEAKER = Television("s", "Kitchen", "Nest Audio", "192.168.1.42", CastReason.AUDIO_ONLY)
TWELVE = tuple(
    Television(f"tv{n}", f"{LONG_NAME} {n}", "Chromecast Ultra", "192.168.1.50", None)
    for n in range(12)
)

PICTURES = Screen("d", LONG_NAME, CastPhase.SHOWING, CastReason.SCREENSAVER, Receiver.PICTURES)
REPLACED = Screen("attic", "Attic", CastPhase.TAKEN_OVER, CastReason.REPLACED)
MOVING = Screen(
    "attic",
    LONG_NAME,
    CastPhase.SHOWING,
    None,
    Receiver.DASHCAST,
    ComingScreen("den", "Den", CastPhase.FAILED, CastReason.NOT_ALLOWED, Receiver.BROWSER),
)
CONFIRM = Screen("den", "Den", CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV, Receiver.BROWSER)

DONGLE = ScreenReport(
    agent="Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000 DeviceType/Chromecast",
    width=1280,
    height=720,
    latency=12,
    failed=(Remedy.LOCK, Remedy.FRAMEWORK, Remedy.PLAYER),
    holds=(Remedy.VIDEO,),
    played=1260,
    visible=False,
    changes=tuple(Visibility(visible=n % 2 > 0, at=60_000 * n) for n in range(10)),
    version="0.2.0",
    cast=True,
    at=600_000,
)


def found(*televisions: Television, about: ScreenReport | None = None) -> Mapping[str, object]:
    """What a phone is answered that asks for the televisions."""
    answer = TelevisionList(televisions, None, about)
    return {"list_tvs": json.loads(msgspec.json.encode(answer))}
