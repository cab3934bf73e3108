"""An emulated Cast device: what a television's dongle says and does, and all its bad moods.

    with EmulatedDevice("Living Room TV") as tv:
        tv.advertise(zeroconf)            # optional: others may find it by its address
        ...
        tv.wait_for(lambda: tv.urls)      # what it was told to open
        tv.take_over()                    # somebody starts another app

TLS on a loopback address of its own (any port other than 8009 would read as a group), CASTV2
frames, and the namespaces that a launch of a web page needs. With `open_page` it opens what it is
told to in something that tests can look at; the Default Media Receiver fetches its pictures itself.
Written from the library's reading of the protocol, not from a real device; where devices may differ
it takes the harder way: a second LAUNCH joins the running app, and a load that comes before
"Application ready" is lost.
"""

from cast.emulated.apps import App, Faults
from cast.emulated.device import EmulatedDevice
from cast.emulated.looking import eventually, in_chromium, serving
from cast.emulated.names import (
    BACKDROP,
    DASHCAST,
    MEDIA_RECEIVER,
    NS_DASHCAST,
    NS_MEDIA,
    NS_OWN,
    NS_RECEIVER,
    OWN_NETWORK,
    YOUTUBE,
    fresh_address,
)
from cast.emulated.wire import black_hole, certificate, eureka, tls

__all__ = [
    "BACKDROP",
    "DASHCAST",
    "MEDIA_RECEIVER",
    "NS_DASHCAST",
    "NS_MEDIA",
    "NS_OWN",
    "NS_RECEIVER",
    "OWN_NETWORK",
    "YOUTUBE",
    "App",
    "EmulatedDevice",
    "Faults",
    "black_hole",
    "certificate",
    "eureka",
    "eventually",
    "fresh_address",
    "in_chromium",
    "serving",
    "tls",
]
