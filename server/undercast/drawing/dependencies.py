"""What drawing needs that not every system has. Importing this needs nothing."""

from importlib.util import find_spec

from undercast.drawing.client import DrawingFailed
from undercast.drawing.messages import Question

MISSING = "uharfbuzz is not installed"


def has_harfbuzz() -> bool:
    """Whether pictures can be drawn here."""
    return find_spec("uharfbuzz") is not None


class NoDrawing:
    """Stands where a `Painter` would, and starts no process that could only die."""

    def draw(self, _question: Question) -> bytes:
        """Raises NoPicture."""
        raise DrawingFailed(MISSING)

    def rest(self) -> None:
        """Nobody looks any more."""
