"""Entries as bytes and back. Every entry names its format.

    {"format": 3, "at": 1767225600000, "by": "p1", "cmd_id": "k3", "do": "touch_card",
     "with": {"position": 7, "by": "p1", "side": null}}

Logs of every release can be replayed. A house rule that no longer exists is dropped, and a value
that no longer exists becomes the rule's default. To change what a field means, raise `FORMAT` and
add a step to `_UPGRADES`.

    format  since  what changed
    1       0.1
    2       0.2    names and clues stand in the entry as they are shown; a deal names its rules
    3       0.2    marks are everybody's to see unless the house rules say otherwise
"""

from collections.abc import Callable, Mapping
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.structs import asdict

from undercast.room.entries import ChangeSettings, CreateRoom, Entry, LogAction
from undercast.rules import text
from undercast.rules.actions import action_name
from undercast.rules.game import RULES
from undercast.rules.settings import Marks, Settings

FORMAT = 3

KINDS: dict[str, type] = {action_name(kind): kind for kind in get_args(LogAction)}
"""Every kind of entry by its name in the log."""


class NewerFormat(Exception):
    """A newer version wrote the bytes; this one cannot read them."""


class _Line(msgspec.Struct, frozen=True):
    format: int
    at: int
    by: str
    cmd_id: str
    do: str
    with_: Any = msgspec.field(name="with")


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Line)


def encode(entry: Entry) -> bytes:
    """The entry as JSON."""
    name, do = action_name(type(entry.do)), _with_all_settings(entry.do)
    return _encoder.encode(_Line(FORMAT, entry.at, entry.by, entry.cmd_id, name, do))


def _with_all_settings(do: LogAction) -> object:
    """The action with every house rule: one left out would follow a later release's default."""
    if isinstance(do, ChangeSettings | CreateRoom):
        return asdict(do) | {"settings": asdict(do.settings)}
    return do


def kind_marker(kind: type) -> bytes:
    """Bytes that every entry of this kind contains, and no other."""
    return b'"do":' + _encoder.encode(action_name(kind))


def decode(data: bytes) -> Entry:
    """The entry. Raises NewerFormat; ValueError, without the entry's text, for anything else."""
    try:
        line = _decoder.decode(data)
        if line.format > FORMAT or line.with_.get("rules", RULES) > RULES:
            raise NewerFormat(f"format {line.format}")
        if line.format < 1:
            raise ValueError("not an entry (format)")
        given: Mapping[str, Any] = line.with_
        for upgrade in _UPGRADES[line.format - 1 :]:
            given = upgrade(line.do, given)
        if "settings" in given:
            given = {**given, "settings": _known_settings(given["settings"])}
        return Entry(line.at, line.by, line.cmd_id, msgspec.convert(given, KINDS[line.do]))
    except (msgspec.MsgspecError, KeyError, TypeError, AttributeError) as fault:
        raise ValueError(f"not an entry ({type(fault).__name__})") from None


def _tidy_text(do: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Format 1 stored text as typed and tidied it at each replay."""
    shown = _TIDIED_FIELDS.get(do)
    if shown is None or given.get(shown) is None:
        return given
    return {**given, shown: text.tidy(given[shown])}


_TIDIED_FIELDS = {
    "create_room": "name",
    "join": "name",
    "rename": "name",
    "give_clue": "word",
    "ask_rival": "word",
    "correct_clue": "word",
}
"""The field that was tidied, by kind."""


def _with_marks(_do: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Up to format 2, marks were for the team to see unless the settings said otherwise."""
    if "settings" not in given:
        return given
    return {**given, "settings": {"marks": Marks.TEAM_SEES, **given["settings"]}}


_UPGRADES: tuple[Callable[[str, Mapping[str, Any]], Mapping[str, Any]], ...] = (
    _tidy_text,
    _with_marks,
)
"""The step from each format to the next, from format 1 on."""


def _known_settings(given: Mapping[str, Any]) -> Settings:
    """The house rules that still exist; the others have their defaults."""
    known: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        try:
            known[name] = msgspec.convert(given[name], _SETTINGS_TYPES[name])
        except (KeyError, msgspec.ValidationError):
            continue
    return Settings(**known)


_SETTINGS_TYPES = get_type_hints(Settings)
