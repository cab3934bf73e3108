"""The server's side: whatever becomes of the child, the wishes are kept and it is started again."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import pytest

from cast.emulated import EmulatedDevice, eventually
from cast.rig import QUICK, ROOM, nonce_of
from patience import PATIENCE, in_time
from undercast.base.cast_status import CastPhase, CastReason
from undercast.cast.cast_intents import load_intents, save_intents
from undercast.cast.messages import (
    CastIntent,
    CastState,
    Devices,
    StartMessage,
    TroubleMessage,
)
from undercast.cast.supervisor import COMMAND, ChildLimits, Supervisor
from undercast.cast.timings import Timings

BEGIN = StartMessage("127.0.0.1", 8000, interfaces=("127.0.0.1",), timings=QUICK)
LIMITS = ChildLimits(invalid=3, restart_after=(0.05, 0.1, 0.2))
SERVER = """
import sys, threading
from undercast.cast.messages import StartMessage
from undercast.cast.supervisor import Supervisor
supervisor = Supervisor(StartMessage("127.0.0.1", 8000, interfaces=("127.0.0.1",)), on_update=print)
supervisor.start()
while supervisor._child is None:
    threading.Event().wait(0.01)
print(supervisor._child._process.pid, flush=True)
threading.Event().wait()
"""


class Server:
    """A server in this process, with a real child."""

    def __init__(self, *, command: Any = COMMAND, limits: ChildLimits = LIMITS) -> None:
        self.heard: list[Any] = []
        self.kept: tuple[CastIntent, ...] = ()
        self.changed = threading.Condition()
        self.cast = Supervisor(
            BEGIN, on_update=self.hear, save_intents=self.keep, command=command, limits=limits
        )

    def __enter__(self) -> Self:
        self.cast.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cast.stop()

    def hear(self, message: Any) -> None:
        with self.changed:
            self.heard.append(message)
            self.changed.notify_all()

    def keep(self, wishes: tuple[CastIntent, ...]) -> None:
        with self.changed:
            self.kept = wishes
            self.changed.notify_all()

    def serve(self, tv: EmulatedDevice, room: str = ROOM) -> None:
        def open_page(url: str) -> Callable[[], None]:
            nonce = nonce_of(url)
            self.cast.page_connected(room, nonce)
            return lambda: self.cast.page_disconnected(room, nonce)

        tv.open_page = open_page

    def wait_for(self, condition: Callable[[], object]) -> None:
        with self.changed:
            met = self.changed.wait_for(condition, PATIENCE)
        assert met, self.heard[-20:]

    def reaches(self, phase: CastPhase, reason: CastReason | None = None) -> None:
        self.wait_for(
            lambda: (
                self.cast.state_of(ROOM).state is phase
                and self.cast.state_of(ROOM).reason is reason
            )
        )

    def was(self, phase: CastPhase, reason: CastReason) -> None:
        self.wait_for(
            lambda: any(
                isinstance(m, CastState) and (m.state, m.reason) == (phase, reason)
                for m in self.heard
            )
        )

    def troubled(self, text: str) -> None:
        self.wait_for(
            lambda: any(isinstance(m, TroubleMessage) and text in m.text for m in self.heard)
        )

    def pid(self) -> int:
        eventually(lambda: self.cast._child)
        life = self.cast._child
        assert life
        return life._process.pid


def forget(cast: Supervisor) -> None:
    """End without a word to the devices, as a server that is killed would."""
    cast._stopping.set()
    if cast._child is not None:
        cast._child.kill("forgotten")


def showing(server: Server, tv: EmulatedDevice) -> None:
    server.serve(tv)
    assert server.cast.cast(ROOM, f"at-{tv.address}", f"/tv/{ROOM}") is None
    server.reaches(CastPhase.SHOWING)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_a_cast_and_an_orderly_stop_that_leaves_no_child_and_no_app() -> None:
    with EmulatedDevice() as tv:
        with Server() as server:
            showing(server, tv)
            pid = server.pid()
        assert tv.app is None
        assert not is_alive(pid)
        assert any(isinstance(message, Devices) for message in server.heard)
        assert server.cast.cast(ROOM, f"at-{tv.address}", "/tv") is CastReason.NOT_RUNNING


def test_a_child_that_is_killed_is_started_again_and_the_page_goes_on_showing() -> None:
    with EmulatedDevice() as tv, Server() as server:
        showing(server, tv)
        os.kill(server.pid(), signal.SIGKILL)
        server.was(CastPhase.SHOWING, CastReason.RECONNECTING)
        server.wait_for(lambda: server.cast.state_of(ROOM).reason is None)
        assert server.cast.state_of(ROOM).state is CastPhase.SHOWING
        assert len(tv.urls) == 1
        tv.take_over()  # the new child knows the device
        server.reaches(CastPhase.TAKEN_OVER, CastReason.TAKEN_OVER)


def test_a_page_that_went_with_the_child_is_cast_again() -> None:
    with EmulatedDevice() as tv, Server() as server:
        showing(server, tv)
        os.kill(server.pid(), signal.SIGSTOP)
        tv.idle_out()
        os.kill(server.pid(), signal.SIGKILL)
        server.was(CastPhase.LOST, CastReason.RECONNECTING)
        server.reaches(CastPhase.SHOWING)
        assert len(tv.urls) == 2


def test_a_child_that_hangs_is_ended_and_started_again() -> None:
    limits = replace(LIMITS, silence=4.0)  # long enough for the next one to start
    with EmulatedDevice() as tv, Server(limits=limits) as server:
        showing(server, tv)
        os.kill(server.pid(), signal.SIGSTOP)
        server.troubled("it hung")
        server.wait_for(lambda: server.cast.state_of(ROOM).reason is None)
        assert server.cast.state_of(ROOM).state is CastPhase.SHOWING


@pytest.mark.parametrize(
    ("program", "trouble"),
    [
        ("while True: print('garbage', flush=True); input()", "only garbage"),
        ("print('x' * 300_000); input(); input(); input()", "no message"),
        ("raise SystemExit(3)", "exit code 3"),
        ("import time; time.sleep(60)", "it hung"),
        ("import os, time; os.close(1); time.sleep(60)", "closed its output"),
    ],
)
def test_whatever_the_child_does_it_is_told_and_started_again(program: str, trouble: str) -> None:
    limits = replace(LIMITS, silence=0.5) if trouble == "it hung" else LIMITS
    with Server(command=(sys.executable, "-c", program), limits=limits) as server:
        server.cast.add_device("127.0.0.1")
        server.cast.cast(ROOM, "at-127.0.0.1", "/tv")
        server.troubled(trouble)
        server.troubled("is started again")
        server.was(CastPhase.LOST, CastReason.RECONNECTING)


def test_a_child_that_can_not_be_started_is_told() -> None:
    with Server(command=("/nonexistent/python",)) as server:
        server.troubled("could not start")


def test_a_child_that_does_not_stop_is_killed_in_time() -> None:
    program = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
    server = Server(command=(sys.executable, "-c", program), limits=ChildLimits(stop=0.3))
    with server:
        pid = server.pid()
        begun = time.monotonic()
    assert time.monotonic() - begun < in_time(10), "far less than without that limit"
    assert not is_alive(pid)


def test_a_child_without_descriptors_survives_and_tells() -> None:
    program = (
        "import resource, runpy; resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20));"
        "runpy.run_module('undercast.cast.child', run_name='__main__')"
    )
    with Server(command=(sys.executable, "-c", program)) as server:
        devices = [EmulatedDevice() for _ in range(6)]
        try:
            for number, tv in enumerate(devices):
                tv.start()
                server.cast.cast(f"ROOM{number}", f"at-{tv.address}", "/tv")
            server.wait_for(lambda: any(isinstance(m, TroubleMessage) for m in server.heard))
        finally:
            for tv in devices:
                tv.stop()


def test_after_sigkill_of_the_server_the_child_exits_by_itself() -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE)
    assert server.stdout
    child = int(server.stdout.readline())
    assert is_alive(child)
    server.kill()
    server.wait()
    server.stdout.close()
    eventually(lambda: not is_alive(child))


def test_the_child_inherits_nothing_but_its_pipes_and_ignores_ctrl_c(tmp_path: Path) -> None:
    with (tmp_path / "database").open("w") as database, Server() as server:
        os.set_inheritable(database.fileno(), True)
        server.wait_for(lambda: server.heard)
        folder = Path(f"/proc/{server.pid()}/fd")
        targets = [str(link.readlink()) for link in folder.iterdir() if link.is_symlink()]
        assert not any("database" in target for target in targets)
        pid = server.pid()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        server.cast.cast(ROOM, "at-10.0.0.9", "/tv")
        server.reaches(CastPhase.FAILED, CastReason.LOOPBACK_ONLY)
        assert server.pid() == pid


def test_a_restarted_server_takes_up_what_was_kept(tmp_path: Path) -> None:
    with EmulatedDevice() as tv:
        with Server() as server:
            showing(server, tv)
            server.wait_for(lambda: server.kept and server.kept[0].session)
            save_intents(tmp_path / "wishes", server.kept)
            os.kill(server.pid(), signal.SIGKILL)  # as with the whole server
            forget(server.cast)
        assert tv.app is not None
        again = Server()
        again.serve(tv)
        again.cast.start(load_intents(tmp_path / "wishes"))
        again.cast.set_occupied(ROOM, occupied=True)
        again.reaches(CastPhase.SHOWING)
        again.cast.stop()
        assert tv.app is None


def test_kept_wishes_survive_only_whole(tmp_path: Path) -> None:
    path = tmp_path / "wishes"
    assert load_intents(path) == ()
    wish = CastIntent(ROOM, "tv-1", "/tv", "127.0.0.9", "n", "s", taken_over=True)
    save_intents(path, (wish,))
    assert load_intents(path) == (wish,)
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(b'[{"room":"BKTM","device":"tv-1","path":"/tv","taken_over":true}]')
    assert load_intents(path) == (CastIntent(ROOM, "tv-1", "/tv", taken_over=True),), (
        "an earlier release"
    )
    for nonsense in (b"", b"[{}]", b"\xff", b"[" * 1_000_001):
        path.write_bytes(nonsense)
        assert load_intents(path) == ()


def test_two_rooms_on_one_tv_is_a_question() -> None:
    with EmulatedDevice() as tv, Server() as server:
        showing(server, tv)
        device = f"at-{tv.address}"
        assert server.cast.cast("CDFG", device, "/tv") is CastReason.DEVICE_IN_USE
        assert server.cast.room_on(device) == ROOM
        server.serve(tv, "CDFG")
        assert server.cast.cast("CDFG", device, "/tv", instead=True) is None
        server.wait_for(lambda: server.cast.state_of("CDFG").state is CastPhase.SHOWING)
        assert server.cast.state_of(ROOM).state is CastPhase.IDLE


def test_a_refused_cast_keeps_what_ran() -> None:
    with EmulatedDevice() as tv, Server() as server:
        showing(server, tv)
        server.cast.cast(ROOM, "at-10.0.0.9", "/tv")
        server.wait_for(lambda: server.cast.state_of(ROOM).coming)
        coming = server.cast.state_of(ROOM).coming
        assert coming
        assert (coming.device, coming.reason) == ("at-10.0.0.9", CastReason.LOOPBACK_ONLY)
        assert server.cast.room_on(f"at-{tv.address}") == ROOM
        server.cast.stop_cast(ROOM)
        server.reaches(CastPhase.IDLE)
        eventually(lambda: tv.app is None)


LOGGING = """
import logging
from undercast.cast.child import log_single_lines
log_single_lines()
try:
    raise OSError("Network is unreachable")
except OSError:
    logging.getLogger("zeroconf").warning("Error with socket 5", exc_info=True)
    logging.getLogger("asyncio").exception("Fatal error on transport")
"""


def test_what_libraries_log_is_a_line_and_no_traceback() -> None:
    ran = subprocess.run([sys.executable, "-c", LOGGING], capture_output=True, text=True)
    assert ran.stderr.splitlines() == [
        "casting: Error with socket 5",
        "casting: Fatal error on transport",
    ]


def test_the_end_waits_for_an_app_that_is_just_coming_up() -> None:
    assert ChildLimits().stop > Timings().orphan_limit + 1


def test_under_gevent_nothing_else_waits() -> None:
    with EmulatedDevice() as tv:
        ran = subprocess.run(
            [sys.executable, Path(__file__).parent / "under_gevent.py", tv.address],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert ran.returncode == 0, ran.stderr
        told = json.loads(ran.stdout)
        assert told["states"] == ["connecting", "launching", "loading", "showing", "idle"]
        assert told["longest"] < 1.0, "a second: far more than a slow machine, far less than a wait"
        assert tv.app is None
