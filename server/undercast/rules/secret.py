"""What must not get into a log line or a traceback by accident."""

from msgspec import Struct


class Secret(Struct, frozen=True):
    """A value that holds something not everyone may know. Its `repr` tells nothing of it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hidden)"
