"""Writes the JSON Schema of everything on the wire from its types: docs/protocol.schema.json.

    python -m tools.schema

`sent` and `received` say what an event's payload and its acknowledgement are, by the event's name;
`served` what is answered over HTTP. A test compares the file, and holds recorded games against it.
"""

import inspect
import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta

from tools.shapes import public_name, shapes
from tools.typescript import ALIASES, BOOKS, COMPLETE, SERVED, docs_of, fields, is_sent_by_clients
from undercast.commands import COMMANDS
from undercast.room.predictions import OwnPredictions
from undercast.rules.clues import HIGHEST_NUMBER, ClueNumber
from undercast.rules.settings import Settings
from undercast.service import Message
from undercast.web import messages
from undercast.web.protocol import responses

SHAPES = shapes(Message, *BOOKS)

FILE = Path(__file__).parent.parent / "docs" / "protocol.schema.json"

Schema = dict[str, Any]

RECEIVED: Mapping[str, type] = {
    "view": Message,
    "gone": responses.LeftRoom,
    "reaction": responses.ShownReaction,
    "predictions": OwnPredictions,
}
"""The events that the server sends, by name."""

PATHS: Mapping[str, type] = {
    "/decks": responses.DeckList,
    "/games": responses.GameList,
    "/tv/rooms": responses.RoomForScreen,
    "/library": responses.ListedLibrary,
}

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}

_LIMITS = (
    ("pattern", "pattern", "pattern"),
    ("ge", "minimum", "minimum"),
    ("le", "maximum", "maximum"),
    ("min_length", "minLength", "minItems"),
    ("max_length", "maxLength", "maxItems"),
)
"""A limit's name in msgspec, and in a schema: in general, and for an array."""


def acknowledged() -> Mapping[str, tuple[type, type]]:
    """Of every event that a client sends: its payload, and its acknowledgement if it is done."""
    special: Mapping[str, type] = {
        "ask_to_return": responses.Asked,
        "list_tvs": responses.TelevisionList,
        "open_page": responses.OpenedPage,
        "ask_ideas": responses.ClueIdeas,
        "export_game": responses.Exported,
        "open_statistics": responses.OpenedStatistics,
    }
    families = (
        (messages.ENTRANCES, responses.Entered),
        (COMMANDS, responses.Done),
        (messages.CASTING, responses.Done),
        (messages.BOOK, responses.OpenedBook),
        ({messages.JUDGE_CLUE: messages.JudgeClue}, responses.Judged),
        (messages.COACHING, responses.CoachAnswer),
        ({messages.REPORT: messages.ReportMessage}, responses.Done),
        ({messages.REACT: messages.React}, responses.Done),
    )
    return {
        name: (kind, special.get(name, done))
        for family, done in families
        for name, kind in family.items()
    }


class Writer:
    """Collects the definitions of all types that it meets."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of a type."""
        if hint in ALIASES:
            return self._named(ALIASES[hint], lambda: self._union(hint))
        origin, args = get_origin(hint), get_args(hint)
        if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        if origin is Annotated:
            return _limited(self.of(args[0]), args[1])
        if origin is Literal:
            return {"const": args[0]} if len(args) == 1 else {"enum": list(args)}
        if origin in (Union, UnionType):
            return self._union(hint)
        if origin is tuple:
            return {"type": "array", "items": self.of(args[0])}
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(*args)
        if issubclass(hint, StrEnum):
            return self._named(public_name(hint), lambda: _enum(hint))
        return self._named(public_name(hint), lambda: self._object(hint))

    def _named(self, name: str, schema: Any) -> Schema:
        if name not in self.definitions:
            self.definitions[name] = {}  # keeps its place before the types it refers to
            self.definitions[name] = schema()
        return {"$ref": f"#/$defs/{name}"}

    def _union(self, hint: Any) -> Schema:
        if hint == ClueNumber:
            return {"anyOf": [_between(0, HIGHEST_NUMBER), {"const": "unlimited"}]}
        return {"anyOf": [self.of(arg) for arg in get_args(hint)]}

    def _mapping(self, key: Any, value: Any) -> Schema:
        schema: Schema = {"type": "object", "additionalProperties": self.of(value)}
        if key is not str:
            schema["propertyNames"] = self.of(key)
        if key in COMPLETE:
            schema["required"] = [member.value for member in key]
        return schema

    def _object(self, kind: type) -> Schema:
        """A client ignores unknown fields; the server refuses them."""
        sent, described = is_sent_by_clients(kind), docs_of(kind)
        properties, optional = dict[str, Schema](), _absent(kind)
        for name, hint, may_lack in fields(kind, limits=True):
            properties[name] = self.of(hint)
            if sent and hint is Settings:
                properties[name]["unevaluatedProperties"] = False
            if name in described:
                properties[name]["description"] = _text(described[name])
            if may_lack:
                optional.add(name)
        about = _text(inspect.getdoc(kind))
        if SHAPES.get(kind.__name__, {}).get("row"):
            return _row(about, properties)
        required = [name for name in properties if name not in optional]
        schema: Schema = {"type": "object", "description": about}
        schema |= {"properties": properties, "required": required}
        return schema | ({"additionalProperties": False} if sent else {})


def _absent(kind: type) -> set[str]:
    """The fields that are omitted at their default."""
    return set(SHAPES.get(kind.__name__, {}).get("absent", ()))


def _row(about: str, properties: Mapping[str, Schema]) -> Schema:
    items = [{"title": name, **of} for name, of in properties.items()]
    return {"type": "array", "description": about, "prefixItems": items, "minItems": len(items)}


def schema() -> Schema:
    """The whole schema."""
    writer = Writer()
    sent = {
        name: {"payload": writer.of(kind), "ack": writer.of(done | responses.Failed)}
        for name, (kind, done) in acknowledged().items()
    }
    received = {name: writer.of(kind) for name, kind in RECEIVED.items()}
    served = {path: writer.of(kind) for path, kind in PATHS.items()}
    assert set(SERVED) == set(PATHS.values())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of Undercast",
        "description": "Written by `python -m tools.schema`; see protocol.md.",
        "protocol": messages.PROTOCOL,
        "sent": sent,
        "received": received,
        "served": served,
        "$defs": writer.definitions,
    }


def text() -> str:
    """The text of the file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _enum(kind: type[StrEnum]) -> Schema:
    about = {"description": _text(inspect.getdoc(kind))}
    return {"type": "string", "enum": [member.value for member in kind], **about}


def _between(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _limited(schema: Schema, meta: Meta) -> Schema:
    for name, keyword, of_array in _LIMITS:
        value = getattr(meta, name)
        if isinstance(value, str):
            value = value.replace(r"\Z", "$")  # Python's own way to say "the end, no newline"
        if value is not None:
            schema[of_array if schema["type"] == "array" else keyword] = value
    return schema


def _text(docstring: str | None) -> str:
    return " ".join((docstring or "").split())


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8", newline="\n")
