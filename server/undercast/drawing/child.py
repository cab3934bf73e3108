"""The drawing process: a line in, a line out, until its input ends.

    python -m undercast.drawing.child LOOK PHOTOS

LOOK: the folder that `tools.drawing` wrote. PHOTOS: where the household's prints lie.

What it says of a fault of its own is the kind of the exception, and nothing of what it was asked.
"""

import os
import sys
from pathlib import Path

LESS_THAN_GAMES = 10
"""So much it steps back behind the server that plays (nice), and already while it imports."""

if __name__ == "__main__" and hasattr(os, "nice"):
    os.nice(LESS_THAN_GAMES)

from undercast.base.child_process import answer_lines  # noqa: E402
from undercast.drawing import messages, photos  # noqa: E402
from undercast.drawing.picture import PictureRenderer  # noqa: E402


def main() -> None:
    """Answer every line."""
    artist = PictureRenderer(Path(sys.argv[1]))
    photos.lie_in(Path(sys.argv[2]))
    answer_lines(lambda line: messages.encode(_answer(artist, line)))


def _answer(artist: PictureRenderer, line: bytes) -> messages.Answer:
    try:
        return messages.Drawn(artist.draw(messages.read_question(line)))
    except Exception as fault:  # noqa: BLE001  # the server is told, and logs it
        return messages.DrawFailed(type(fault).__name__)


if __name__ == "__main__":
    main()
