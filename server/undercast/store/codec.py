"""Entries as bytes and back. The format's number stands in every entry.

    {"format": 1, "at": 1767225600000, "by": "p1", "cmd_id": "k3", "do": "touch_card",
     "with": {"position": 7, "by": "p1", "at": 1767225600000}}

Logs written by any release keep replaying: a change of an entry's fields needs a new format number
and a translation here of what came before.
"""

from typing import Any, get_args

import msgspec

from undercast.room.entries import Doing, Entry
from undercast.rules.actions import command_name

FORMAT = 1

KINDS: dict[str, type] = {command_name(kind): kind for kind in get_args(Doing)}
"""Every kind of entry by its name in the log."""


class _Line(msgspec.Struct, frozen=True):
    format: int
    at: int
    by: str
    cmd_id: str
    do: str
    with_: dict[str, Any] = msgspec.field(name="with")


def encode(entry: Entry) -> bytes:
    """The entry as JSON."""
    fields = msgspec.to_builtins(entry.do)
    name = command_name(type(entry.do))
    line = _Line(FORMAT, entry.at, entry.by, entry.cmd_id, name, fields)
    return msgspec.json.encode(line)


def decode(data: bytes) -> Entry:
    """The entry. Raises ValueError, without the entry's text, when it cannot be read."""
    try:
        line = msgspec.json.decode(data, type=_Line)
        if line.format != FORMAT:
            raise ValueError(f"format {line.format} is unknown to this version")
        return Entry(line.at, line.by, line.cmd_id, msgspec.convert(line.with_, KINDS[line.do]))
    except (msgspec.MsgspecError, KeyError) as fault:
        raise ValueError(f"not an entry ({type(fault).__name__})") from None
