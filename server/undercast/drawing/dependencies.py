"""Whether this system has what drawing needs. Importing this needs nothing."""

from importlib.util import find_spec

from undercast.drawing.client import DrawingFailed
from undercast.drawing.messages import Question

MISSING = "uharfbuzz is not installed"


def has_harfbuzz() -> bool:
    """Whether pictures can be drawn here."""
    return find_spec("uharfbuzz") is not None


class NoDrawing:
    """In place of a `DrawingClient`: starts no process, which could only die."""

    def draw(self, _question: Question) -> bytes:
        """Raises DrawingFailed."""
        raise DrawingFailed(MISSING)

    def stop(self) -> None:
        """Nothing to end."""
