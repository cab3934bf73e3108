"""Writes the TypeScript types of everything on the wire from the Python types: common/wire.ts.

    python -m tools.typescript

A test compares that file with what this module writes.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, json
from msgspec.structs import asdict
from msgspec.structs import fields as struct_fields

from tools.shapes import Shape, public_name, shapes
from undercast.book.pages import BookPage
from undercast.commands import command_types
from undercast.commands.command_types import COMMANDS
from undercast.commands.room_checks import LONGEST_NAME
from undercast.photos.thumbnails import ID
from undercast.room import roles, state
from undercast.room.events import RoomEvent
from undercast.room.permissions import Actor
from undercast.room.presets import PRESETS
from undercast.room.seats import KEY_SEATS
from undercast.room.state import PHOTOS
from undercast.rules import clues, settings
from undercast.rules.cards import COMPOSITIONS, Team
from undercast.rules.clues import ClueNumber
from undercast.rules.events import GameEvent
from undercast.rules.game import UNDO_MS
from undercast.rules.modes import duet
from undercast.rules.phases import MAX_EXCHANGES
from undercast.rules.secret import Secret
from undercast.server import deals
from undercast.service import (
    LONGEST_LIST_NAME,
    MAX_LIST_BYTES,
    MAX_LISTS,
    Book,
    HouseholdStatistics,
    Message,
)
from undercast.views import View
from undercast.web import messages
from undercast.web.protocol import responses
from undercast.words import MAX_BYTES

FILE = Path(__file__).parent.parent / "common" / "wire.ts"
BOOK_FILE = FILE.parent / "book" / "shapes.ts"

CONSTANTS = {
    "PROTOCOL": messages.PROTOCOL,
    "LONGEST_NAME": LONGEST_NAME,
    "LONGEST_CLUE": clues.LONGEST_WORD,
    "HIGHEST_NUMBER": clues.HIGHEST_NUMBER,
    "MAX_PASTED": MAX_BYTES,
    "MAX_LISTS": MAX_LISTS,
    "MAX_LIST_BYTES": MAX_LIST_BYTES,
    "LONGEST_LIST_NAME": LONGEST_LIST_NAME,
    "SHORTEST_TIME": settings.SHORTEST_TIME,
    "LONGEST_TIME": settings.LONGEST_TIME,
    "UNDO_MS": UNDO_MS,
    "CODE_LETTERS": state.CODE_LETTERS,
    "CODE_LENGTH": state.CODE_LENGTH,
    "OWN_WORDS": deals.OWN_WORDS,
    "SCENES": deals.SCENES,
    "PHOTOS": PHOTOS,
    "PHOTO_ID": f"^{ID.pattern}$",
    "DUET_AGENTS": duet.AGENT_COUNT,
    "MAX_TOKENS": settings.MAX_TOKENS,
    "MAX_EXCHANGES": MAX_EXCHANGES,
}

RULE_DATA: tuple[tuple[str, str, str, object], ...] = (
    ("SEATS", "Readonly<Record<Mode, readonly Seat[]>>", "The seats of each mode.", roles.SEATS),
    ("KEY_SEATS", "readonly Seat[]", "Where the key is seen.", KEY_SEATS),
    (
        "FORCED",
        "Partial<Record<Mode, Partial<Settings>>>",
        "Settings that a mode leaves no choice of.",
        settings.FORCED,
    ),
    (
        "COMPOSITIONS",
        "Record<Board, { more: number; fewer: number; bystanders: number; assassins: number }>",
        "What the key of two rival teams is made of; the starting team has more agents.",
        {board: composition._asdict() for board, composition in COMPOSITIONS.items()},
    ),
    (
        "DUET_KEYS",
        "readonly { a: Identity; b: Identity; cards: number }[]",
        "How many cards of a duet are this on side A's key and that on side B's.",
        [{"a": a, "b": b, "cards": cards} for (a, b), cards in duet.PAIRS.items()],
    ),
)
"""Name, type, meaning and value of the rules' data for the pages."""

ALIASES: dict[Any, str] = {
    View: "View",
    RoomEvent: "Happening",
    Actor: "Actor",
    ClueNumber: "ClueNumber",
}
"""Unions with a name of their own."""

COMPLETE = (Team,)
"""Mappings by one of these have every key; other mappings may lack some."""

RESPONSES = (
    responses.Entered,
    responses.Asked,
    responses.TelevisionList,
    responses.Judged,
    responses.CoachAnswer,
    responses.ClueIdeas,
    responses.OpenedBook,
    responses.OpenedPage,
    responses.Exported,
    responses.OpenedStatistics,
    responses.Done,
    responses.Failed,
    responses.LeftRoom,
    responses.ShownReaction,
)
"""What the server sends besides the view."""

BOOKS = (Book, BookPage, HouseholdStatistics)
"""Book responses whose JSON differs from their types, at least in parts."""

SERVED = (
    responses.DeckList,
    responses.GameList,
    responses.RoomForScreen,
    responses.ListedLibrary,
)
"""Responses over HTTP."""

_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}

_ACK_TYPES = """\
/** What the server sends unasked. */
export interface ServerEvents {
  view: Message;
  gone: LeftRoom;
  reaction: ShownReaction;
  predictions: OwnPredictions;
}

/** The acknowledgement of an entrance. */
export type EntranceAck<Name extends keyof Entrances> =
  | (Name extends "ask_to_return" ? Asked : Entered)
  | Failed;

/** The acknowledgement of a command. */
export type CommandAck = Done | Failed;

/** The acknowledgement of what a host wants of the televisions. */
export type CastingAck<Name extends keyof Casting> =
  | (Name extends "list_tvs" ? TelevisionList : Done)
  | Failed;

/** What a person is answered who reads in the book. */
export interface BookAcks {
  open_book: OpenedBook | Failed;
  open_page: OpenedPage | Failed;
  export_game: Exported | Failed;
  open_statistics: OpenedStatistics | Failed;
}"""


class Writer:
    """Collects in `texts` the declarations of all types that it meets."""

    def __init__(self) -> None:
        self._declared: dict[str, object] = {}
        self.texts: dict[str, str] = {}

    def message_map(self, name: str, kinds: Mapping[str, type], summary: str) -> None:
        """Declare the messages of one family by their names on the wire."""
        entries = [f"  {wire}: {self.named(kind)};" for wire, kind in kinds.items()]
        lines = (f"/** {summary} */", f"export interface {name} {{", *entries, "}")
        self.texts[name] = "\n".join(lines)

    def expression(self, hint: Any) -> str:
        """The TypeScript expression of a Python type."""
        if hint in ALIASES:
            self._alias(hint)
            return ALIASES[hint]
        origin, args = get_origin(hint), get_args(hint)
        if hint in _PLAIN:
            return _PLAIN[hint]
        if origin is Literal:
            return " | ".join(str(arg).lower() if arg is True else f'"{arg}"' for arg in args)
        if origin in (Union, UnionType):
            return " | ".join(self.expression(arg) for arg in args)
        if origin is tuple:
            assert args[1:] == (...,)
            item = self.expression(args[0])
            return f"readonly ({item})[]" if "|" in item else f"readonly {item}[]"
        if origin is not None and issubclass(origin, Mapping):
            record = f"Record<{self.expression(args[0])}, {self.expression(args[1])}>"
            return record if args[0] in (str, *COMPLETE) else f"Partial<{record}>"
        return self.named(hint)

    def named(self, kind: type) -> str:
        """The name of an enum, a dataclass or a struct, which is declared."""
        name = public_name(kind)
        if self._declared.setdefault(name, kind) is not kind:
            raise TypeError(f"two types are named {name}")
        if name not in self.texts:
            self.texts[name] = ""  # keeps its place before the types it refers to
            declared = self._enum(kind) if issubclass(kind, StrEnum) else self._object(kind)
            self.texts[name] = declared
        return name

    def _alias(self, hint: Any) -> None:
        name = ALIASES[hint]
        if name not in self.texts:
            self.texts[name] = ""
            members = "".join(f"\n  | {self.expression(arg)}" for arg in get_args(hint))
            self.texts[name] = f"export type {name} ={members};"

    def _enum(self, kind: type[StrEnum]) -> str:
        name, described = public_name(kind), docs_of(kind)
        array = "EVERY" + re.sub(r"([A-Z])", r"_\1", name).upper()
        members = (f'{_comment(described.get(m.name), "  ")}  "{m.value}",' for m in kind)
        head = f"{_comment(inspect.getdoc(kind))}export const {array} = ["
        foot = f"] as const;\nexport type {name} = (typeof {array})[number];"
        return "\n".join((head, *members, foot))

    def _object(self, kind: type) -> str:
        described, inherited, extends = docs_of(kind), set[str](), ""
        parent = kind.__bases__[0]
        if parent not in (
            object,
            Struct,
            Secret,
            GameEvent,
            messages.Casting,
            messages.BookMessage,
        ):
            extends = f" extends {self.named(parent)}"
            inherited = set(get_type_hints(parent))
        head = f"{_comment(inspect.getdoc(kind))}export interface {public_name(kind)}{extends} {{"
        lines = []
        for name, hint, optional in fields(kind):
            if name not in inherited:
                mark = "?" if optional else ""
                comment = _comment(described.get(name), "  ")
                lines.append(f"{comment}  {name}{mark}: {self.expression(hint)};")
        return "\n".join((head, *lines, "}")) if lines else head + "}"


def fields(kind: type, *, limits: bool = False) -> Iterator[tuple[str, Any, bool]]:
    """Name, type and whether a client may leave it out, of each field; on request with limits."""
    hints = get_type_hints(kind, include_extras=limits)
    tagged = issubclass(kind, Struct) and kind.__struct_config__.tag
    if tagged:
        yield "kind", Literal[tagged], False
    if is_dataclass(kind):
        for field in dataclass_fields(kind):
            yield field.name, hints[field.name], False
    else:
        by_client = is_sent_by_clients(kind)
        for info in struct_fields(kind):
            default = info.default is not NODEFAULT or info.default_factory is not NODEFAULT
            yield info.name, hints[info.name], by_client and default


def is_sent_by_clients(kind: type) -> bool:
    """Whether clients send this; then they may omit fields with defaults."""
    return kind.__module__ in (command_types.__name__, messages.__name__)


@cache
def docs_of(kind: type) -> dict[str, str]:
    """The docstrings under the members of a class."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for member, after in zip(body.body, body.body[1:], strict=False):
        target = member.targets[0] if isinstance(member, ast.Assign) else None
        target = member.target if isinstance(member, ast.AnnAssign) else target
        match target, after:
            case ast.Name(id=name), ast.Expr(value=ast.Constant(value=str() as note)):
                found[name] = inspect.cleandoc(note)
    return found


def _comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    if len(indent) + len(text) <= 90 and "\n" not in text:
        return f"{indent}/** {text} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in text.splitlines())
    return f"{indent}/**\n{body}{indent} */\n"


def wire_ts() -> str:
    """The whole of common/wire.ts."""
    writer = Writer()
    writer.message_map(
        "Entrances", messages.ENTRANCES, "What a connection says before it is in a room."
    )
    writer.message_map("Commands", COMMANDS, "What a person in a room can send.")
    writer.message_map("Casting", messages.CASTING, "What a host can send about the televisions.")
    writer.message_map("Readings", messages.BOOK, "What a person can read in the book of the room.")
    writer.message_map("Coaching", messages.COACHING, "What a giver can ask the coach.")
    for kind in (
        messages.JudgeClue,
        messages.ReportMessage,
        messages.React,
        messages.NewWordList,
        *RESPONSES,
        *SERVED,
        Message,
    ):
        writer.named(kind)
    declared = "\n\n".join(writer.texts.values())
    constants = "\n".join(
        f"export const {name} = {_json(value)};" for name, value in CONSTANTS.items()
    )
    facts = "\n\n".join((*(_fact(*fact) for fact in RULE_DATA), _presets(), _shapes()))
    head = "// Written by `python -m tools.typescript`; see docs/protocol.md. Don't edit."
    return f"{head}\n\n{constants}\n\n{facts}\n\n{_ACK_TYPES}\n\n{declared}\n"


def _fact(name: str, kind: str, meaning: str, value: object) -> str:
    return f"/** {meaning} */\nexport const {name}: {kind} = {_json(value)};"


def _presets() -> str:
    presets = {name: asdict(settings) for name, settings in PRESETS.items()}
    return (
        "/** House rules that go well together. */\n"
        f"export const PRESETS = {_json(presets)} as const satisfies Record<string, Settings>;"
    )


def _shapes() -> str:
    return f"""\
/** How a value is read: the names of a row, what an absent field means, and the shapes of what is
 * in it, alone or in a list.
 */
export interface Shape {{
  readonly row?: readonly string[];
  readonly absent?: Readonly<Record<string, unknown>>;
  readonly parts?: Readonly<Record<string, string>>;
  readonly lists?: Readonly<Record<string, string>>;
}}

/** Of what is sent in another form than its interface says. */
export const SHAPES: Readonly<Record<string, Shape>> = {_json(shapes(Message))};"""


def book_shapes_ts() -> str:
    """The file beside it, which the pages load with the book."""
    return f"""\
// Written by `python -m tools.typescript`; see docs/protocol.md. Don't edit.
import type {{ Shape }} from "../wire";

/** Of the book's answers, beside `SHAPES`. */
export const BOOK_SHAPES: Readonly<Record<string, Shape>> = {_json(_book_shapes())};
"""


def _book_shapes() -> dict[str, Shape]:
    known = shapes(Message)
    return {name: shape for name, shape in shapes(*BOOKS).items() if name not in known}


def _json(value: object) -> str:
    return json.format(json.encode(value), indent=2).decode()


if __name__ == "__main__":
    FILE.write_text(wire_ts(), encoding="utf-8", newline="\n")
    BOOK_FILE.write_text(book_shapes_ts(), encoding="utf-8", newline="\n")
