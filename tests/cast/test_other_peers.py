"""Casting to a device that somebody else wrote, and to one that shows its pages in a browser."""

import http.server
import subprocess
import threading
from pathlib import Path

import pytest

import browsers
from cast.emulated import EmulatedDevice, certificate, fresh_address, in_chromium
from cast.rig import ROOM, Rig, nonce_of
from undercast.cast import messages
from undercast.cast.timings import Timings
from undercast.screens import CastPhase

PEER = Path(__file__).parent / "castv2_peer.js"


def test_the_castv2_package_of_npm_as_the_device(tmp_path: Path) -> None:
    if not (browsers.PACKED / "castv2").is_dir():
        pytest.skip("castv2 is not in node_modules: run `python3 go.py test` once")
    for name, text in zip(("cert.pem", "key.pem"), certificate(), strict=True):
        (tmp_path / name).write_bytes(text)
    address = fresh_address()
    with subprocess.Popen(
        [browsers.NODE, PEER, address, tmp_path / "cert.pem", tmp_path / "key.pem"],
        stdout=subprocess.PIPE,
        text=True,
    ) as peer:
        assert peer.stdout
        assert peer.stdout.readline() == "listening\n"
        try:
            with Rig() as rig:
                rig.send(messages.Cast(ROOM, f"at-{address}", "/tv"))
                nonce = nonce_of(peer.stdout.readline().strip())
                rig.send(messages.PageSaidHello(ROOM, nonce))
                rig.reaches(CastPhase.SHOWING)
                rig.send(messages.StopCast(ROOM))
                assert peer.stdout.readline() == "stopped\n"
        finally:
            peer.kill()


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
                rig.send(messages.PageSaidHello(ROOM, nonce_of(self.path)))

        def log_message(self, *_: object) -> None:
            """Tests are quiet."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    serving.start()
    open_page = in_chromium(browser.executable, browser.args, browser.env)
    try:
        with (
            Rig(Timings(), port=server.server_port) as rig,
            EmulatedDevice(open_page=open_page) as tv,
        ):
            rig.cast(tv)
            rig.reaches(CastPhase.SHOWING)
    finally:
        server.shutdown()
        serving.join()
        server.server_close()
