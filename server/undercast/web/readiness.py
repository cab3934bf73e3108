"""Whether new people may be sent to this server: what `/readyz` says."""

from collections.abc import Callable


class Readiness:
    """Not ready while it drains, or while something that it needs fails."""

    def __init__(self) -> None:
        self.draining = False
        self._needs: dict[str, Callable[[], bool]] = {}

    def needs(self, name: str, is_there: Callable[[], bool]) -> None:
        """From now on it is ready only while this is there."""
        self._needs[name] = is_there

    def why_not(self) -> list[str]:
        """The names of what is missing; `draining` among them. None: it is ready."""
        missing = [name for name, is_there in self._needs.items() if not is_there()]
        return ["draining", *missing] if self.draining else missing
