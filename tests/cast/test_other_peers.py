"""Casting to a device that somebody else wrote, and to one that shows its pages in a browser."""

import http.server
import subprocess
from pathlib import Path

import pychromecast
import pytest
from pychromecast.models import CastInfo, HostServiceInfo
from pychromecast.socket_client import ConnectionStatus, ConnectionStatusListener

import browsers
from cast.emulated import (
    DASHCAST,
    MEDIA_RECEIVER,
    EmulatedDevice,
    certificate,
    eventually,
    fresh_address,
    in_chromium,
    serving,
)
from cast.rig import ROOM, Rig, nonce_of
from patience import PATIENCE
from undercast.base.cast_status import CastPhase
from undercast.cast import messages
from undercast.cast.timings import Timings

PEER = Path(__file__).parent / "castv2_peer.js"


@pytest.mark.parametrize("app", [DASHCAST, MEDIA_RECEIVER])
def test_the_castv2_package_of_npm_as_the_device(app: str, tmp_path: Path) -> None:
    if not (browsers.PACKED / "castv2").is_dir():
        pytest.skip("castv2 is not in node_modules: run `python3 go.py test` once")
    for name, text in zip(("cert.pem", "key.pem"), certificate(), strict=True):
        (tmp_path / name).write_bytes(text)
    address = fresh_address()
    with subprocess.Popen(
        [browsers.NODE, PEER, address, tmp_path / "cert.pem", tmp_path / "key.pem", app],
        stdout=subprocess.PIPE,
        text=True,
    ) as peer:
        assert peer.stdout
        assert peer.stdout.readline() == "listening\n"
        try:
            with Rig() as rig:
                rig.send(messages.Cast(ROOM, f"at-{address}", "/tv"))
                url = peer.stdout.readline().strip()
                assert ".mjpg" in url or app == DASHCAST
                rig.send(messages.PageConnectedMessage(ROOM, nonce_of(url)))
                rig.reaches(CastPhase.SHOWING)
                rig.send(messages.StopCast(ROOM))
                assert peer.stdout.readline() == "stopped\n"
        finally:
            peer.kill()


def test_pychromecasts_own_player_has_the_emulated_device_show_a_stream() -> None:
    pictures = [b"one", b"two", b"two"]

    class Stream(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
            self.end_headers()
            for picture in pictures:
                self.wfile.write(b"--next\r\nContent-Type: image/jpeg\r\n\r\n" + picture + b"\r\n")

        def log_message(self, *_: object) -> None:
            """Tests are quiet."""

    with serving(Stream) as server, EmulatedDevice() as tv:
        about = CastInfo(
            services={HostServiceInfo(tv.address, tv.port)},
            uuid=tv.uuid,
            model_name=tv.model,
            friendly_name=tv.name,
            host=tv.address,
            port=tv.port,
            cast_type="cast",
            manufacturer="nobody",
        )
        library = pychromecast.Chromecast(about)
        player = library.media_controller
        url = f"http://127.0.0.1:{server.server_port}/tv/BKTM.mjpg"

        class Listener(ConnectionStatusListener):
            """In the library's thread: two threads on one TLS connection break it."""

            def new_connection_status(self, status: ConnectionStatus) -> None:
                if status.status == "CONNECTED":
                    player.play_media(url, "image/jpeg")

        library.register_connection_listener(Listener())
        library.start()
        try:
            tv.wait_for(lambda: len(tv.pictures) == 2)  # the last one waits for its boundary
            assert list(tv.pictures) == [b"one", b"two"]
            eventually(lambda: player.status.player_state == "IDLE")  # the stream has ended
            assert player.status.idle_reason == "FINISHED"
        finally:
            library.disconnect(PATIENCE)


@pytest.mark.slow
def test_the_page_that_calls_home_is_a_real_one_in_a_browser() -> None:
    try:
        browser = browsers.current()
    except browsers.NoBrowser as none:
        pytest.skip(str(none))
    script = b"<script>fetch('/hello' + location.search)</script>"

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(script)
            if self.path.startswith("/hello"):
                rig.send(messages.PageConnectedMessage(ROOM, nonce_of(self.path)))

        def log_message(self, *_: object) -> None:
            """Tests are quiet."""

    open_page = in_chromium(browser.executable, browser.args, browser.env)
    with (
        serving(Page) as server,
        Rig(Timings(), port=server.server_port) as rig,
        EmulatedDevice(open_page=open_page) as tv,
    ):
        rig.cast(tv)
        rig.reaches(CastPhase.SHOWING)
