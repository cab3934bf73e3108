"""Launchers: the message is the library's own, and nobody is spoken to before they listen."""

from typing import Any

from pychromecast.controllers.dashcast import DashCastController
from pychromecast.controllers.media import MediaController

from cast.emulated import NS_DASHCAST, NS_MEDIA, NS_OWN
from undercast.base.cast_status import Receiver
from undercast.cast.launcher import DashCast, MediaReceiver, OwnReceiver, launchers_for
from undercast.cast.status import (
    Availability,
    Namespace,
    RunningApp,
    read_availability,
    read_status,
)

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


def test_the_media_receiver_is_sent_what_the_library_sends() -> None:
    sent: list[dict[str, Any]] = []

    class Recording(MediaController):
        def send_message(self, data: Any, *, inc_session_id: bool = False, **_: Any) -> None:
            assert inc_session_id
            sent.append(data)

    Recording().play_media(URL, "image/jpeg")
    assert [{**sent[0], "sessionId": "s1"}] == [MediaReceiver().message(URL, "s1")]


def test_readiness() -> None:
    def app(status: str, *names: str) -> RunningApp:
        return RunningApp("a", "s", "s", status, namespaces=tuple(map(Namespace, names)))

    assert not DashCast().ready(app("Application ready"))
    assert not DashCast().ready(app("", NS_DASHCAST))
    assert DashCast().ready(app("Application ready", NS_DASHCAST))
    assert not OwnReceiver("CAFE").ready(app("Application ready", NS_DASHCAST))
    assert OwnReceiver("CAFE").ready(app("", NS_OWN))
    assert not MediaReceiver().ready(app("Default Media Receiver"))
    assert MediaReceiver().ready(app("", NS_MEDIA))


def test_the_app_id_chooses() -> None:
    assert list(launchers_for(None)) == [Receiver.DASHCAST, Receiver.PICTURES]
    assert list(launchers_for("84912283")) == [Receiver.DASHCAST, Receiver.PICTURES]
    assert list(launchers_for("CAFE0001")) == [
        Receiver.OWN,
        Receiver.DASHCAST,
        Receiver.PICTURES,
    ]
    assert launchers_for("CAFE0001")[Receiver.OWN].app_id == "CAFE0001"


def test_statuses() -> None:
    def app_in(*applications: Any) -> RunningApp | None:
        status = read_status({"status": {"applications": list(applications)}})
        assert status is not None
        return status.app

    assert app_in() is None
    assert app_in({"appId": "E8C28D3C"}) is None
    assert app_in({"appId": "X", "isIdleScreen": True}) is None
    assert app_in({"appId": "X", "sessionId": "s", "more": 1}) == RunningApp("X", "s")
    assert app_in(None) is None
    long = {"appId": "X", "sessionId": "s", "statusText": "x" * 5000, "namespaces": None}
    assert app_in(long) == RunningApp("X", "s", status_text="x" * 5000)
    silent = read_status({"status": {"applications": None, "isStandBy": None}})
    assert silent is not None
    assert silent.app is None
    assert read_status({}) is None
    assert read_status({"status": {"applications": [{}]}}) is None
    assert read_status({"status": {"applications": [{"appId": "X"}] * 21}}) is None


def test_availability() -> None:
    words = {"A": "APP_AVAILABLE", "B": "APP_UNAVAILABLE", "C": "APP_NOT_AVAILABLE", "D": "?"}
    said = {"availability": {**words, "E": None}}
    assert read_availability(said) == Availability(frozenset("A"), frozenset("BC"))
    for nonsense in ({}, {"availability": []}, {"availability": {"A": 1}}):
        assert read_availability(nonsense) == Availability()
