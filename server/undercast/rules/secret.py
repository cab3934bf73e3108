"""Values that must not get into a log line or a traceback by accident."""

from msgspec import Struct


class Secret(Struct, frozen=True):
    """A value with a secret in it. Its `repr` shows nothing of it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hidden)"
