"""Writes the tables of docs/protocol.md from the types on the wire, between its markers.

    python -m tools.reference

The prose around the blocks is written by hand; a test compares the tables.
"""

import inspect
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from tools.shapes import public_name, shapes
from tools.typescript import ALIASES, BOOKS, COMPLETE, RESPONSES, SERVED, docs_of, fields
from undercast.base.cast_status import CastReason
from undercast.base.refusals import Refusal
from undercast.book.export import ExportedGame
from undercast.commands import COMMANDS, Command, GameCommand
from undercast.room.events import RoomEvent
from undercast.service import Message
from undercast.web import messages

FILE = Path(__file__).parent.parent / "docs" / "protocol.md"

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}

SHAPES = shapes(Message, *BOOKS)

_BLOCK = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def fill_blocks(page: str) -> str:
    """The page with all marked blocks regenerated. Raises KeyError for an unknown mark."""
    blocks = _blocks()
    return _BLOCK.sub(lambda match: f"{match[1]}\n{blocks[match[2]]}\n\n{match[3]}", page)


def _blocks() -> Mapping[str, str]:
    exported = [kind for kind in _referenced([ExportedGame]) if kind.__name__.startswith("Export")]
    kinds = list(_referenced((*COMMANDS.values(), *RESPONSES, *SERVED, Message)))
    reports: Mapping[str, type] = {messages.REPORT: messages.ReportMessage}
    asked = {messages.JUDGE_CLUE: messages.JudgeClue}
    questions: Mapping[str, type] = {**asked, **messages.COACHING}
    answered, served = list(_referenced(RESPONSES)), list(_referenced(SERVED))
    happenings = get_args(RoomEvent)
    codes = (Refusal, CastReason)
    values = [kind for kind in kinds if issubclass(kind, StrEnum) and kind not in codes]
    moves = [name for name, kind in COMMANDS.items() if issubclass(kind, GameCommand)]
    others = [name for name in COMMANDS if name not in moves]
    besides = (*COMMANDS.values(), *happenings)
    objects = [kind for kind in kinds if not issubclass(kind, StrEnum) and kind not in besides]
    return {
        "entrances": _messages(messages.ENTRANCES, messages.ConnectionMessage),
        "commands": _messages({name: COMMANDS[name] for name in others}, Command),
        "moves": _messages({name: COMMANDS[name] for name in moves}, GameCommand),
        "casting": _messages(messages.CASTING, messages.Casting),
        "book": _messages(messages.BOOK, messages.BookMessage),
        "export": "\n\n".join(_object(kind) for kind in exported),
        "question": _messages(questions, Struct),
        "report": _messages(reports, Struct),
        "reaction": _messages({messages.REACT: messages.React}, Struct),
        "reasons": _table(["code", "what it means"], _reasons()),
        "answers": "\n\n".join(_object(kind) for kind in objects if kind in answered),
        "happenings": _happenings(happenings),
        "served": "\n\n".join(_object(kind) for kind in objects if kind in served),
        "views": "\n\n".join(_object(kind) for kind in objects if kind not in (*answered, *served)),
        "values": "\n\n".join(_values(kind) for kind in values),
    }


def _referenced(kinds: Iterable[Any], seen: set[Any] | None = None) -> Iterator[type]:
    """These types and all types in their fields, each once."""
    seen = set() if seen is None else seen
    for kind in kinds:
        if get_origin(kind) is not None or isinstance(kind, UnionType):
            yield from _referenced(get_args(kind), seen)
        elif inspect.isclass(kind) and kind.__module__.startswith("undercast") and kind not in seen:
            seen.add(kind)
            yield kind
            if not issubclass(kind, StrEnum):
                yield from _referenced((hint for _, hint, _ in fields(kind)), seen)


def _messages(kinds: Mapping[str, type], common: type) -> str:
    """Messages of one family, with the fields that they have beside those of `common`."""
    without = get_type_hints(common)
    rows = (
        [f"`{name}`", _one_line(kind.__doc__), _field_list(kind, without)]
        for name, kind in kinds.items()
    )
    return _table(["message", "meaning", "fields of its own"], rows)


def _happenings(kinds: Iterable[type[Struct]]) -> str:
    rows = (
        [f'`"{kind.__struct_config__.tag}"`', _one_line(kind.__doc__), _field_list(kind, {"kind"})]
        for kind in kinds
    )
    return _table(["`kind`", "meaning", "fields besides `kind`"], rows)


def _reasons() -> Iterator[list[str]]:
    for reason in CastReason:
        yield [f"`{reason}`", docs_of(CastReason)[reason.name]]


def _field_list(kind: type, without: Collection[str]) -> str:
    """The fields in one cell of a table."""
    lines = []
    for name, hint, optional in fields(kind, limits=True):
        if name not in without:
            note = _one_line(docs_of(kind).get(name))
            absent = " (may be left out)" if optional else ""
            lines.append(f"`{name}`: {type_text(hint)}{absent}{'. ' if note else ''}{note}")
    return "<br>".join(lines) or "none"


def _object(kind: type) -> str:
    shape = SHAPES.get(kind.__name__, {})
    absent = shape.get("absent", {})
    rows = (
        [
            f"`{name}`",
            type_text(hint) + _if_absent(name, absent),
            _one_line(docs_of(kind).get(name)),
        ]
        for name, hint, _ in fields(kind, limits=True)
    )
    as_row = " *Sent as a row.*" if "row" in shape else ""
    title = f"**{public_name(kind)}.** {_one_line(kind.__doc__)}{as_row}"
    return f"{title}\n\n{_table(['field', 'type', 'meaning'], rows)}"


def _if_absent(name: str, absent: Mapping[str, object]) -> str:
    return f"; if absent `{json.dumps(absent[name])}`" if name in absent else ""


def _values(kind: type[StrEnum]) -> str:
    title, described = f"**{kind.__name__}.** {_one_line(kind.__doc__)}", docs_of(kind)
    values = [f'`"{member.value}"`' for member in kind]
    if not described:
        return f"{title} {', '.join(values)}."
    rows = ([v, _one_line(described.get(m.name))] for v, m in zip(values, kind, strict=True))
    return f"{title}\n\n{_table(['value', 'meaning'], rows)}"


def type_text(hint: Any) -> str:
    """A type in words, with its limits."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if origin is Annotated:
        return type_text(args[0]) + _limits(args[1], "characters" if args[0] is str else "items")
    if origin is Literal:
        return " or ".join("`true`" if arg is True else f'`"{arg}"`' for arg in args)
    if origin in (Union, UnionType):
        return ALIASES.get(hint) or " or ".join(type_text(arg) for arg in args)
    if origin is tuple:
        item = type_text(args[0])
        return f"list of ({item})" if " " in item else f"list of {item}"
    if origin is not None and issubclass(origin, Mapping):
        every = "every " if args[0] in COMPLETE else ""
        return f"object: {every}{type_text(args[0])} → {type_text(args[1])}"
    return public_name(hint)


def _limits(meta: Meta, what: str) -> str:
    if meta.pattern is not None:
        pattern = meta.pattern.replace(r"\Z", "$")  # Python's own way to say "the end, no newline"
        return f" matching `{pattern}`"
    if meta.le is not None:
        return f" from {meta.ge} to {meta.le}"
    low, high = meta.min_length, meta.max_length
    return f" of {low} to {high} {what}" if low else f" of at most {high} {what}"


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    FILE.write_text(fill_blocks(FILE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
