"""The drawing process: answers each line until its input ends.

    python -m undercast.drawing.child THEME PHOTOS

THEME: the folder that `tools.drawing` wrote. PHOTOS: the folder of the thumbnails.

It reports a fault as the kind of the exception, and nothing of the request.
"""

import os
import sys
from pathlib import Path

NICENESS = 10
"""Priority below the server, already during imports."""

if __name__ == "__main__" and hasattr(os, "nice"):
    os.nice(NICENESS)

from undercast.base.child_process import answer_lines  # noqa: E402
from undercast.drawing import messages, photos  # noqa: E402
from undercast.drawing.picture import PictureRenderer  # noqa: E402


def main() -> None:
    """Answer every line."""
    renderer = PictureRenderer(Path(sys.argv[1]))
    photos.set_folder(Path(sys.argv[2]))
    answer_lines(lambda line: messages.encode(_answer(renderer, line)))


def _answer(renderer: PictureRenderer, line: bytes) -> messages.Answer:
    try:
        return messages.Drawn(renderer.draw(messages.read_question(line)))
    except Exception as fault:  # noqa: BLE001  # the server logs it
        return messages.DrawFailed(type(fault).__name__)


if __name__ == "__main__":
    main()
