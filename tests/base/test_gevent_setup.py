"""How a process that serves begins: everything waits with greenlets, and nothing idle is loaded."""

import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "server"


def after_beginning(question: str) -> str:
    """What such a process, which has imported the whole server, answers."""
    beginning = (
        "from undercast.base import gevent_setup\n"
        "gevent_setup.begin()\nimport undercast.server.serve\n"
    )
    command = [sys.executable, "-c", beginning + question]
    ended = subprocess.run(
        command, capture_output=True, text=True, env={"PYTHONPATH": str(SOURCES)}
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


def test_what_is_imported_later_waits_with_greenlets() -> None:
    everything = "socket", "ssl", "threading", "time", "subprocess", "queue", "select", "signal"
    question = f"from gevent import monkey; print(all(map(monkey.is_module_patched, {everything})))"
    assert after_beginning(question) == "True"


def test_no_client_of_others_is_loaded() -> None:
    idle = "urllib3", "pychromecast", "PIL", "redis", "valkey", "prometheus_client"
    question = f"import sys; print([m for m in {idle} if m in sys.modules])"
    assert after_beginning(question) == "[]"


def test_garbage_is_collected_again_once_it_has_begun() -> None:
    question = (
        "import gc; gevent_setup.freeze(); print(gc.isenabled(), gc.get_freeze_count() > 10_000)"
    )
    assert after_beginning(question) == "True True"


def test_all_of_the_memory_is_looked_through_seldom() -> None:
    question = (
        "import gc; gevent_setup.freeze();"
        " print(gc.get_threshold()[2] == gevent_setup.GC_THRESHOLD_2)"
    )
    assert after_beginning(question) == "True"
