"""docs/protocol.md says what the server says: tables, codes, examples."""

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin
from unittest.mock import create_autospec

import pytest
from msgspec.structs import asdict

from tools.reference import FILE, fill_blocks
from tools.typescript import fields
from undercast import words
from undercast.base.cast_status import CastReason
from undercast.base.config import (
    CONNECTIONS_PER_ADDRESS,
    MAX_ROOMS,
    REQUESTS_PER_SECOND,
    SLOW_READERS_MB,
    Config,
)
from undercast.base.refusals import Refusal, Refused
from undercast.commands import COMMANDS, log_limits
from undercast.commands.room_checks import (
    LONGEST_NAME,
    MAX_PEOPLE_EVER,
    MAX_PLAYERS,
    MAX_REQUESTS,
)
from undercast.room import state
from undercast.room.state import REMEMBERED_COMMANDS
from undercast.rules import clues
from undercast.rules.settings import Settings
from undercast.server import app
from undercast.service import (
    LONGEST_LIST_NAME,
    MAX_LIST_BYTES,
    MAX_LISTS,
    Message,
    loaded_room,
)
from undercast.web import signed_links
from undercast.web.limits import limit_values
from undercast.web.limits.limit_values import (
    COMMAND_COSTS,
    ENTRY_BYTES,
    GAME_BYTES,
    NEWCOMER_BYTES,
    RATE_LIMITS,
    ROOM_BYTES,
    SETTINGS_BYTES,
    SocketLimits,
)
from undercast.web.messages import ENTRANCES, PROTOCOL, parse, parse_entrance
from undercast.web.protocol.handlers import Handlers
from undercast.web.protocol.responses import DeckList, Done, Entered, Failed, LeftRoom
from undercast.web.transport import listener, packets
from undercast.web.transport.http_request import BODY_TIMEOUT
from undercast.words.problems import MAX_PROBLEMS
from wire_messages import SHAPES

PAGE = FILE.read_text(encoding="utf-8")

SENT = re.findall(r"^\w+ > (\[.*\])$", PAGE, re.MULTILINE)
ANSWERED = re.findall(r"^\w+ < ack (\{.*\})$", PAGE, re.MULTILINE)
SEEN = re.findall(r"^\w+ < view (\{.*\})$", PAGE, re.MULTILINE)


def examples(kind: str) -> list[str]:
    """The JSON blocks of the page that are marked as being of this kind."""
    return re.findall(rf"^```json {kind}\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)


def is_a(hint: Any, data: Any, *, partly: bool = False) -> bool:
    """Whether JSON data has exactly this type; `partly`: objects may lack fields."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return data in args
    if origin in (Union, UnionType):
        return any(is_a(arg, data, partly=partly) for arg in args)
    if origin is tuple:
        return isinstance(data, list) and all(is_a(args[0], item, partly=partly) for item in data)
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(data, dict) and all(
            is_a(args[0], key) and is_a(args[1], value) for key, value in data.items()
        )
    if hint in (str, int, bool, NoneType):
        return type(data) is hint
    if issubclass(hint, StrEnum):
        return data in list(hint)
    hints = {name: field for name, field, _ in fields(hint)}
    shape = SHAPES.get(hint.__name__, {})
    if "row" in shape and isinstance(data, list) and len(data) == len(hints):
        data = dict(zip(hints, data, strict=True))
    return (
        isinstance(data, dict)
        and data.keys() <= hints.keys()
        and (partly or data.keys() | shape.get("absent", {}).keys() == hints.keys())
        and (not partly or "kind" not in hints or "kind" in data)
        and all(is_a(hints[name], value, partly=partly) for name, value in data.items())
    )


def test_the_tables_are_current() -> None:
    again = "run: python -m tools.reference"
    assert fill_blocks(PAGE) == PAGE, again


def test_every_code_is_explained_once() -> None:
    section = PAGE[PAGE.index("## When the answer is no") : PAGE.index("## Values")]
    explained = re.findall(r"^\| `(\w+/\w+)` \|", section, re.MULTILINE)
    assert sorted(explained) == sorted([*Refusal, *CastReason])


def test_every_message_is_explained() -> None:
    by_hand = re.sub(r"<!-- generated.*?<!-- end -->", "", PAGE, flags=re.DOTALL)
    explained = set(re.findall(r"^\| `(\w+)` \|", by_hand, re.MULTILINE))
    assert {*ENTRANCES, *COMMANDS} <= explained


def test_every_message_that_is_answered_has_one_row_in_the_generated_tables() -> None:
    marked = re.findall(r"<!-- generated: \w+ -->\n\n(.*?)<!-- end -->", PAGE, re.DOTALL)
    tables = "".join(table for table in marked if table.startswith("| message "))
    rows = re.findall(r"^\| `(\w+)` \|", tables, re.MULTILINE)
    handled = Handlers._by_kind(create_autospec(Handlers, instance=True)).values()
    assert sorted(rows) == sorted(name for names, _ in handled for name in names)


def test_links_inside_the_page_lead_somewhere() -> None:
    titles = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) <= anchors


@pytest.mark.parametrize("text", SENT)
def test_what_the_example_sends_is_understood(text: str) -> None:
    name, payload = json.loads(text)
    if name in ENTRANCES:
        parse_entrance(name, payload)
    elif payload.get("position") == "3":  # the example of a malformed one
        with pytest.raises(Refused, match="wire/malformed"):
            parse(COMMANDS[name], payload)
    else:
        parse(COMMANDS[name], payload)


@pytest.mark.parametrize("text", ANSWERED)
def test_answers_of_the_example_have_the_types_that_the_page_states(text: str) -> None:
    assert is_a(Entered | Done | Failed, json.loads(text))


@pytest.mark.parametrize("text", SEEN)
def test_views_of_the_example_have_the_types_that_the_page_states(text: str) -> None:
    assert is_a(Message, json.loads(text), partly=True)


def test_the_example_has_complete_views_of_a_lobby_and_of_both_sides_of_a_deal() -> None:
    complete = [json.loads(text) for text in SEEN if is_a(Message, json.loads(text))]
    kinds = [(seen["view"]["kind"], seen["view"]["game"] is None) for seen in complete]
    assert kinds == [("public", True), ("key", False), ("public", False)]


@pytest.mark.parametrize(
    ("kind", "hint"),
    [("message", Message), ("gone", LeftRoom), ("failed", Failed), ("decks", DeckList)],
)
def test_examples_in_the_text_have_the_types_that_the_page_states(kind: str, hint: type) -> None:
    found = examples(kind)
    assert found
    assert all(is_a(hint, json.loads(text)) for text in found)


RATE = Config.__dataclass_fields__["commands_a_second"].default


def costs() -> str:
    return ", ".join(f"`{name}` counts {cost}" for name, cost in COMMAND_COSTS.items())


def test_the_limits_that_are_stated_are_the_limits() -> None:
    limits = SocketLimits()
    most = {
        name: limit.amount * (RATE if limit.scales else 1) for name, limit in RATE_LIMITS.items()
    }

    def back(name: str, seconds: int) -> int:
        return round(most[name] * seconds / RATE_LIMITS[name].seconds)

    assert [
        stated
        for stated in (
            f"| {app.MAX_MESSAGE:,} bytes ",
            f'"pingInterval":{limits.ping_interval * 1000:.0f},',
            f'"pingTimeout":{limits.ping_timeout * 1000:.0f},',
            f'"maxPayload":{app.MAX_MESSAGE}}}',
            f"| {limits.connect_timeout:.0f} s |",
            f"every {limits.ping_interval:.0f} s |",
            f"| {limits.ping_interval + limits.ping_timeout:.0f} s |",
            f"| {limits.max_waiting // 1024} KiB |",
            f"| {SLOW_READERS_MB} MiB (the operator may choose) |",
            f"| {Config.__dataclass_fields__['max_sockets_per_address'].default:,} |",
            f"of {CONNECTIONS_PER_ADDRESS:,} connections at a time",
            f"of {REQUESTS_PER_SECOND * limit_values.REQUEST_BURST_SECONDS:,.0f} requests at once",
            f"refilled with {REQUESTS_PER_SECOND} a second",
            f"{listener.HEAD_TIMEOUT:.0f} s for its head or {BODY_TIMEOUT:.0f} s for its",
            f"at most {packets.MAX_ID_DIGITS} digits",
            f"| {most['commands']} commands at once from one person",
            f"refilled with {back('commands', 1)} a second; " + costs(),
            f"| {most['messages']:,} messages at once",
            f"refilled with {back('messages', 1)} a second",
            f"| {most['joins']} `join` at once",
            f"| {most['asks']} new `ask_to_return` at once",
            f"; {most['asks_in_a_room']} in one room",
            f"; {limit_values.RETURN_REQUESTS_WAITING} from one address that wait",
            f"| {most['reactions']} `react` of one person in {60 / back('reactions', 60):.0f} s",
            f"; {most['reactions_in_a_room']} at once in one room, refilled with",
            f"| {most['kept_lists']} word lists at once",
            f"refilled with {back('kept_lists', 3600)} an hour",
            f"| lists | {MAX_LISTS} |",
            f"| a list's words in UTF-8 | {MAX_LIST_BYTES:,} bytes",
            f"| a list's name | 1 to {LONGEST_LIST_NAME} characters after tidying",
            f"| {log_limits.MAX_PER_PERSON:,} entries of one person",
            f"| {log_limits.MAX_ENTRIES:,} entries in a room's log that everybody sees",
            f"| {most['guesses']} failed entrances",
            f"| {most['creations']:,} `create` at once",
            f"| {most['writing']:,} bytes at once that are to be kept for one",
            f"with {back('writing', 60):,} a minute; beyond that,",
            f", {most['writing_together']:,} at once for all together",
            f"refilled with {back('writing_together', 60):,} a minute. A new room",
            f"A new room counts {ROOM_BYTES:,}, a `join` {NEWCOMER_BYTES} (with",
            f"a `deal` {GAME_BYTES:,}, `change_settings` {SETTINGS_BYTES},",
            f"any other command {ENTRY_BYTES};",
            f"| {loaded_room.BURST} views at once to an audience for what is no move",
            f"refilled with {loaded_room.PER_SECOND} a second; a view that did",
            f"| {MAX_ROOMS:,} rooms (the operator may choose), on one server or",
            f"the latest {REMEMBERED_COMMANDS} accepted commands",
            f"At most {MAX_REQUESTS} requests of a kind wait",
            f"({MAX_PLAYERS} people present, or {MAX_PEOPLE_EVER} present or gone;",
            f"1 to {LONGEST_NAME} characters after tidying",
            f"`word`: 1 to {clues.LONGEST_WORD} characters after tidying",
            f"at most {clues.MAX_PARTS} parts",
            f"`number`: 0 to {clues.HIGHEST_NUMBER} or",
            f"| the message with it | {app.MAX_MESSAGE:,} bytes",
            f"| `text` in UTF-8 | {words.MAX_BYTES:,} bytes;",
            f"| codenames | {words.MAX_CODENAMES:,} |",
            f"| one codename | {words.MIN_LENGTH} to {words.MAX_LENGTH} letters",
            f"counts as {COMMAND_COSTS['paste_words']} [commands](#how-often), and its bytes",
            f"the first {MAX_PROBLEMS} `problems`",
            f"good for {signed_links.VALID_SECONDS // 60} minutes",
            f"letters `{state.CODE_LETTERS}`",
            f"**protocol {PROTOCOL}**",
        )
        if stated not in PAGE
    ] == []


def test_the_guide_is_short() -> None:
    guide = PAGE[PAGE.index("\n# Guide\n") : PAGE.index("\n# Reference\n")]
    assert len(guide.encode()) < 12_000


def test_the_defaults_that_are_stated_are_the_defaults() -> None:
    stated = PAGE.split("Settings have these defaults: ")[1].split(".\n")[0]
    defaults = [f"`{name}` `{json.dumps(value)}`" for name, value in asdict(Settings()).items()]
    assert stated == ", ".join(defaults)
