"""Who is connected to a room in each process, as stored under `keys.presence`."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from undercast.service import NOBODY

_WRITTEN = re.compile(r"(\d{1,15}) ([^ ]*)")


@dataclass(frozen=True, slots=True)
class WorkerPresence:
    """Who is connected to a room in another process."""

    since: int
    """Since when somebody is connected (Redis's clock, ms); 0 if nobody is."""
    people: frozenset[str]


@dataclass(slots=True)
class PresentRoom:
    """A room in memory."""

    since: int = 0
    people: AbstractSet[str] = NOBODY
    written: str | None = None
    """What the other processes can read about this one."""
    others: Mapping[str, WorkerPresence] = field(default_factory=dict)
    online: frozenset[str] = NOBODY
    """Who is connected to other live processes."""

    def value(self) -> str:
        """As it is stored."""
        return f"{self.since} {','.join(sorted(self.people))}"


def parse_presences(found: Mapping[str, str]) -> dict[str, WorkerPresence]:
    """What each process has written; malformed values are skipped."""
    read = {who: _WRITTEN.fullmatch(value) for who, value in found.items()}
    return {
        who: WorkerPresence(int(value[1]), frozenset(value[2].split(",")) - {""})
        for who, value in read.items()
        if value
    }


def pairs(found: Any) -> dict[str, str]:
    """A hash, in either form that the client returns."""
    if isinstance(found, dict):
        return {text(who): text(value) for who, value in found.items()}
    texts = list(map(text, found))
    return dict(zip(texts[::2], texts[1::2], strict=True))


def text(what: bytes) -> str:
    """As text, whoever wrote it."""
    return what.decode(errors="replace")
