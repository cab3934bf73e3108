"""The process that draws: killed when it hangs, replaced when it dies, its faults told."""

import sys
from pathlib import Path

import pytest

from undercast.base import assets
from undercast.drawing.client import DrawingClient, DrawingFailed, command
from undercast.drawing.messages import DrawRequest, TextRequest

ONCE = "import sys, time; print('ready', flush=True); sys.stdin.readline(); {}"
GONE = TextRequest("picture.gone", "hi")


def test_a_picture_of_a_text_and_the_same_again(tmp_path: Path) -> None:
    client = DrawingClient(command(assets.drawing(), tmp_path))
    first = client.draw(GONE)
    assert first.startswith(b"\xff\xd8")
    client.stop()
    assert client.draw(GONE) == first
    client.stop()


def test_a_view_that_is_none_costs_one_picture_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    client = DrawingClient(command(assets.drawing(), tmp_path))
    for told in (1, 1, 2):
        if told == 2:
            assert client.draw(GONE)
        with pytest.raises(DrawingFailed, match="ValidationError"):
            client.draw(DrawRequest(b'{"kind":"key"}', "http://192.168.1.20/BKTM"))  # type: ignore[arg-type]
        assert caplog.text.count("No picture: ") == told
    client.stop()


@pytest.mark.parametrize("mood", ["time.sleep(60)", "sys.exit()", "print('what?', flush=True)"])
def test_a_process_that_hangs_dies_or_talks_nonsense(mood: str) -> None:
    client = DrawingClient((sys.executable, "-c", ONCE.format(mood)), patience=0.5)
    with pytest.raises(DrawingFailed):
        client.draw(GONE)
    client.stop()
