"""The process that draws: killed when it hangs, replaced when it dies, its faults told."""

import sys
from pathlib import Path

import pytest

from undercast.base import assets
from undercast.drawing.client import DrawingClient, DrawingFailed, command
from undercast.drawing.messages import DrawRequest, Say

ONCE = "import sys, time; print('ready', flush=True); sys.stdin.readline(); {}"
GONE = Say("picture.gone", "hi")


def test_a_picture_of_a_text_and_the_same_again(tmp_path: Path) -> None:
    painter = DrawingClient(command(assets.drawing(), tmp_path))
    first = painter.draw(GONE)
    assert first.startswith(b"\xff\xd8")
    painter.rest()
    assert painter.draw(GONE) == first
    painter.rest()


def test_a_view_that_is_none_costs_one_picture_and_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    painter = DrawingClient(command(assets.drawing(), tmp_path))
    for told in (1, 1, 2):
        if told == 2:
            assert painter.draw(GONE)
        with pytest.raises(DrawingFailed, match="ValidationError"):
            painter.draw(DrawRequest(b'{"kind":"key"}', "http://192.168.1.20/BKTM"))  # type: ignore[arg-type]
        assert caplog.text.count("No picture: ") == told
    painter.rest()


@pytest.mark.parametrize("mood", ["time.sleep(60)", "sys.exit()", "print('what?', flush=True)"])
def test_a_process_that_hangs_dies_or_talks_nonsense(mood: str) -> None:
    painter = DrawingClient((sys.executable, "-c", ONCE.format(mood)), patience=0.5)
    with pytest.raises(DrawingFailed):
        painter.draw(GONE)
    painter.rest()
