"""A process that answers lines: what it may take, and what the log says where it does not start."""

import os
import sys
import threading
from pathlib import Path

import pytest

from undercast.base import child_process
from undercast.base.child_process import START, ChildProcess
from undercast.drawing.client import DrawingClient, DrawingFailed, command
from undercast.drawing.messages import TextRequest

READY = "import os, sys, time; print('ready', flush=True);"


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


def one(*command: str, start: float = START) -> ChildProcess:
    return ChildProcess(command, patience=20.0, start=start)


@pytest.mark.parametrize(
    ("command", "start", "why"),
    [
        (("/none/python",), START, "(/none/python): No such file or directory"),
        ((sys.executable, "-m", "undercast.none"), START, "No module named undercast.none"),
        (python("raise SystemExit('9' * 100_000 + 'the end')"), START, "exit code 1; it said: …9"),
        (python("raise SystemExit('9' * 100_000 + 'the end')"), START, "9the end"),
        (python("import os; os.abort()"), START, "exit code -6; it said: "),
        (python("import time; time.sleep(60)"), 0.2, "it took too long; it said: "),
        (python("print('a banner', flush=True); input()"), START, "it said: "),
    ],
)
def test_the_log_says_why_a_process_does_not_start(
    command: tuple[str, ...], start: float, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    worker = one(*command, start=start)
    for _ in range(2):
        with pytest.raises(OSError, match=r"did not start|No such file"):
            worker.ask(b"")
    assert why in caplog.text
    (told,) = caplog.records
    assert len(told.getMessage()) < 450, "or the log cuts it"


def test_it_is_told_again_when_it_had_started_meanwhile(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ill = tmp_path / "ill"
    worker = one(
        *python(f"import os; assert not os.path.exists({os.fspath(ill)!r})\n{READY} input()")
    )
    for told in (1, 2):
        ill.touch()
        with pytest.raises(OSError, match="did not start"):
            worker.ask(b"")
        ill.unlink()
        with pytest.raises(OSError, match="no answer"):
            worker.ask(b"")
        assert len(caplog.records) == told


@pytest.mark.parametrize(
    "code",
    [
        f"{READY} line = input(); sys.stderr.write(line); sys.stderr.flush(); os._exit(1)",
        f"{READY} raise SystemExit(input())",
        "from undercast.base import child_process as child; child.answer_lines(int)",
    ],
)
def test_what_it_was_asked_is_told_to_nobody(
    code: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Law 2: a bot's view may hold a key."""
    worker = one(*python(code))
    with pytest.raises(OSError, match=r"no answer|Broken pipe"):
        worker.ask(b"WHALE")
    assert "WHALE" not in caplog.text + "".join(capfd.readouterr())


def test_the_start_and_an_answer_have_limits_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    class Timer(threading.Timer):
        def __init__(self, interval: float, function: object) -> None:
            limits.append(interval)
            super().__init__(60.0, function)  # type: ignore[arg-type]  # a callable

    monkeypatch.setattr(child_process.threading, "Timer", Timer)
    worker = ChildProcess(python(f"{READY}\nwhile True: print(input(), flush=True)"), 10.0)
    assert [worker.ask(b"1"), worker.ask(b"2")] == [b"1", b"2"]
    worker.stop()
    assert limits == [START, 10.0, 10.0]


def test_a_drawing_process_without_its_fonts_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    client = DrawingClient(command(tmp_path / "none", tmp_path))
    with pytest.raises(DrawingFailed):
        client.draw(TextRequest("picture.gone", "en"))
    (why,) = (text for text in caplog.messages if "undercast.drawing.child" in text)
    assert "FileNotFoundError" in why
