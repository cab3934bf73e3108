"""Launchers: the message is the library's own, and nobody is spoken to before they listen."""

from typing import Any

from pychromecast.controllers.dashcast import DashCastController

from cast.emulated import NS_DASHCAST, NS_OWN
from undercast.cast.launcher import DashCast, OwnReceiver, launchers_for
from undercast.cast.status import App, Namespace, read_status
from undercast.screens import Receiver

URL = "http://192.0.2.10:8000/tv/BKTM?nonce=n"


def test_dashcast_is_sent_what_the_library_sends() -> None:
    sent: list[dict[str, Any]] = []

    class Recording(DashCastController):
        def launch(self, *, callback_function: Any = None, force_launch: bool = False) -> None:
            callback_function(True, None)

        def send_message(self, data: Any, **_: Any) -> None:
            sent.append(data)

    Recording().load_url(URL, force=True)
    assert [{**sent[0], "sessionId": "s1"}] == [DashCast().message(URL, "s1")]


def test_readiness() -> None:
    def app(status: str, *names: str) -> App:
        return App("a", "s", "s", status, namespaces=tuple(map(Namespace, names)))

    assert not DashCast().ready(app("Application ready"))
    assert not DashCast().ready(app("", NS_DASHCAST))
    assert DashCast().ready(app("Application ready", NS_DASHCAST))
    assert not OwnReceiver("CAFE").ready(app("Application ready", NS_DASHCAST))
    assert OwnReceiver("CAFE").ready(app("", NS_OWN))


def test_the_app_id_chooses() -> None:
    assert list(launchers_for(None)) == [Receiver.DASHCAST]
    assert list(launchers_for("84912283")) == [Receiver.DASHCAST]
    assert launchers_for("CAFE0001")[Receiver.OWN].app_id == "CAFE0001"


def test_statuses() -> None:
    def app_in(*applications: Any) -> App | None:
        status = read_status({"status": {"applications": list(applications)}})
        assert status is not None
        return status.app

    assert app_in() is None
    assert app_in({"appId": "E8C28D3C"}) is None
    assert app_in({"appId": "X", "isIdleScreen": True}) is None
    assert app_in({"appId": "X", "sessionId": "s", "more": 1}) == App("X", "s")
    assert read_status({}) is None
    assert read_status({"status": {"applications": [{}]}}) is None
    assert read_status({"status": {"applications": [{"appId": "X"}] * 21}}) is None
